"""The table record: one JSON document that says everything about a table at one moment."""

from dataclasses import replace

from companion.dewan.formats.box import MOST_POINTS, box_of, ground_of, needs_of
from companion.dewan.formats.cards import card_of, half_of
from companion.dewan.formats.course import KEYS, course_json, course_of
from companion.dewan.formats.plausible import note_contradictions
from companion.dewan.rules.board import Board, Camp
from companion.dewan.rules.cards import Card, Half
from companion.dewan.rules.piles import Piles
from companion.dewan.rules.play import Play
from companion.dewan.rules.rulings import OPTIONS
from companion.dewan.rules.setup import Course
from companion.dewan.rules.table import Player, Table
from companion.dewan.rules.tiles import Box, Icon, LaidTile, PrintedMap, StoryTile, lay
from companion.dewan.rules.words import (
    FEWEST_PLAYERS,
    FISH_TOKENS,
    MARKERS,
    MOST_PLAYERS,
    RESOURCES,
    ROW_LENGTH,
    STORY_SPACES,
    TERRAIN_CARDS,
    TUCK_SPOTS,
    Ground,
    Marker,
    ScenarioName,
)
from companion.formats.faults import Node, read_whole, shortened
from companion.rules.hexes import Hex, are_adjacent

FORMAT = "dewan-table/1"
MOST_SPACES, MOST_ICONS, MOST_BERRIES = 500, 500, 99


def read_table(value: object) -> Table:
    """Raises BadInput with every fault."""
    return read_whole(value, table_of)


def table_of(node: Node, *, as_played: bool = False) -> Table | None:
    """The table as far as it could be read; faults are noted on the node.

    ``as_played``: the table comes from a recorded game, in which things may stand where the rules do not allow them.
    """
    read = record_of(node, as_played=as_played)
    return read[0] if read else None


def record_of(node: Node, *, as_played: bool = False) -> tuple[Table, Course] | None:
    """The table and where its game stands; a recorded game keeps the latter elsewhere."""
    piles = ("draw_pile", "supply", "discard")
    stocks = {"water_markers": MARKERS, "lava_markers": MARKERS, "fish_tokens": FISH_TOKENS}
    fields = node.fields(
        ["format", "scenario", "players"],
        ["rulings", "map", "first_player", "active_player", "row", *piles, *stocks, *(() if as_played else KEYS)],
    )
    if fields is None:
        return None
    if "format" in fields and fields["format"].value != FORMAT:
        fields["format"].fault("json.wrong-format", wanted=FORMAT)
    scenario = fields["scenario"].word(ScenarioName) if "scenario" in fields else None
    players = _players(fields["players"]) if "players" in fields else ()
    board = board_of(fields["map"]) if "map" in fields else Board()
    counts = {key: fields[key].number(0, 999) if key in fields else None for key in piles}
    left = {
        "water_markers": MARKERS - sum(marker is Marker.WATER for marker in board.markers.values()),
        "lava_markers": MARKERS - sum(marker is Marker.LAVA for marker in board.markers.values()),
        "fish_tokens": max(0, FISH_TOKENS - sum(player.fish for player in players)),
    }
    for key, most in stocks.items():
        if key in fields and (told := fields[key].number(0, most)) is not None:
            left[key] = told
    names = [player.name for player in players]
    seats = {}
    for key in ("first_player", "active_player"):
        seats[key] = name = fields[key].text() if key in fields and fields[key].value is not None else None
        if name is not None and names and name not in names:
            fields[key].fault("table.unknown-player", name=name)
    table = Table(
        scenario or ScenarioName.BASE,
        players,
        board,
        _rulings(fields["rulings"]) if "rulings" in fields else {},
        seats["first_player"],
        seats["active_player"],
        _cards(fields["row"], ROW_LENGTH) if "row" in fields else None,
        Piles(counts["draw_pile"], counts["supply"], counts["discard"]),
        **left,
    )
    if scenario is not None:
        note_contradictions(node, table, as_played=as_played)
    return table, course_of(fields, names) if not as_played else Course()


def _rulings(node: Node) -> dict[str, str]:
    chosen = {}
    for ruling, entry in node.members(99):
        if ruling not in OPTIONS:
            entry.fault("table.unknown-ruling", ruling=shortened(ruling), rulings=", ".join(OPTIONS))
        elif entry.value not in OPTIONS[ruling] or not isinstance(entry.value, str):
            entry.fault("table.unknown-option", options=", ".join(OPTIONS[ruling]))
        else:
            chosen[ruling] = entry.value
    return chosen


def _cards(node: Node, most: int) -> tuple[Card, ...]:
    return tuple(card for entry in node.items(most) if (card := card_of(entry)))


def _players(node: Node) -> tuple[Player, ...]:
    entries = node.items(99)
    if isinstance(node.value, list) and not FEWEST_PLAYERS <= len(node.value) <= MOST_PLAYERS:
        node.fault("table.player-count", least=FEWEST_PLAYERS, most=MOST_PLAYERS, number=len(node.value))
    return tuple(player for entry in entries[:MOST_PLAYERS] if (player := _player(entry)))


def _player(node: Node) -> Player | None:
    counts = {"hidden_cards": TERRAIN_CARDS, "berries": MOST_BERRIES, "fish": FISH_TOKENS}
    fields = node.fields(["name"], ["color", "team", "hand", "tucked", "stories", *counts])
    if not fields or "name" not in fields:
        return None
    name = fields["name"].text()
    color = fields["color"].text() if "color" in fields and fields["color"].value is not None else None
    team = fields["team"].text() if "team" in fields and fields["team"].value is not None else None
    numbers = {key: (fields[key].number(0, most) if key in fields else 0) or 0 for key, most in counts.items()}
    hand = _cards(fields["hand"], TERRAIN_CARDS) if "hand" in fields else ()
    tucked: tuple[Half, ...] = ()
    if "tucked" in fields:
        tucked = tuple(half for entry in fields["tucked"].items(TUCK_SPOTS) if (half := half_of(entry)))
    stories: tuple[StoryTile, ...] = ()
    if "stories" in fields:
        stories = tuple(story for entry in fields["stories"].items(STORY_SPACES) if (story := _story(entry)))
    if not name:
        return None
    player = Player(name, color, team, hand, tucked=tucked, stories=stories)
    return replace(player, hidden_cards=numbers["hidden_cards"], berries=numbers["berries"], fish=numbers["fish"])


def _story(node: Node) -> StoryTile | None:
    fields = node.fields(["needs", "points"], ["fire", "done"])
    if not fields or not {"needs", "points"} <= set(fields):
        return None
    needs = needs_of(fields["needs"])
    points = fields["points"].number(0, MOST_POINTS)
    fire = fields["fire"].number(0, MOST_POINTS) if "fire" in fields else 0
    done = fields["done"].flag() if "done" in fields and fields["done"].value is not None else None
    return StoryTile(needs, points or 0, fire or 0, done)


def board_of(node: Node) -> Board:
    """The map as far as it could be read; whether it fits the rest of the table is ``plausible``'s to say."""
    fields = node.fields([], ["spaces", "icons", "camps", "markers", "box", "tiles", "berries"])
    if fields is None:
        return Board()
    by_tile = [key for key in ("box", "tiles", "berries") if key in fields]
    if by_tile:
        for key in ("spaces", "icons"):
            if key in fields:
                fields[key].fault("map.spaces-and-tiles")
        for key in ("box", "tiles"):
            if key not in fields:
                node.child(key, None).fault("json.missing-key", key=key)
        board = Board.of(_laid(fields)) if {"box", "tiles"} <= set(fields) else Board()
    else:
        board = Board.of(_spaces(fields))
    camps = {}
    for entry in fields["camps"].items(99) if "camps" in fields else ():
        if read := _camp(entry):
            at, camp = read
            if at in camps:
                entry.child("at", None).fault("map.two-camps", q=at.q, r=at.r)
            camps[at] = camp
    markers = {}
    for entry in fields["markers"].items(99) if "markers" in fields else ():
        if marked := _marker(entry):
            at, marker = marked
            if at in markers:
                entry.child("at", None).fault("map.two-markers", q=at.q, r=at.r)
            markers[at] = marker
    return Board(board.printed, board.icons, board.berries, camps, markers)


def _spaces(fields: dict[str, Node]) -> PrintedMap:
    printed: dict[Hex, Ground] = {}
    berries: dict[Hex, int] = {}
    for entry in fields["spaces"].items(MOST_SPACES) if "spaces" in fields else ():
        keys = entry.fields(["at", "terrain"], ["berries"])
        if not keys or not {"at", "terrain"} <= set(keys):
            continue
        at, ground = keys["at"].hex(), ground_of(keys["terrain"])
        count = keys["berries"].number(0, MOST_BERRIES) if "berries" in keys else 0
        if at is None or ground is None:
            continue
        if at in printed:
            keys["at"].fault("map.space-twice", q=at.q, r=at.r)
        printed[at] = ground
        if count:
            berries[at] = count
    icons: list[Icon] = []
    for entry in fields["icons"].items(MOST_ICONS) if "icons" in fields else ():
        icon = _icon(entry)
        if icon is None:
            continue
        if not any(at in printed for at in icon.between):
            entry.child("between", None).fault("map.icon-off-the-map")
        if icon in icons:
            entry.fault("map.icon-twice")
        icons.append(icon)
    return PrintedMap(printed, berries, tuple(icons))


def _icon(node: Node) -> Icon | None:
    fields = node.fields(["kind", "between"])
    if not fields or len(fields) < 2:
        return None
    kind, ends = fields["kind"].one_of(*RESOURCES), fields["between"].items(2)
    spaces = [at for end in ends if (at := end.hex()) is not None]
    if len(ends) != 2 or len(spaces) != 2:
        if len(ends) < 2:
            fields["between"].fault("map.icon-between-two")
        return None
    if not are_adjacent(*spaces):
        fields["between"].fault("map.icon-not-adjacent")
        return None
    return Icon(kind, (spaces[0], spaces[1])) if kind else None


def _laid(fields: dict[str, Node]) -> PrintedMap:
    box = box_of(fields["box"])
    laid: list[LaidTile] = []
    taken: set[Hex] = set()
    used: set[str] = set()
    for entry in fields["tiles"].items(60):
        tile = _laid_tile(entry, box)
        if tile is None:
            continue
        if tile.tile.id in used:
            entry.child("tile", None).fault("map.tile-twice", tile=tile.tile.id)
        used.add(tile.tile.id)
        if overlap := sorted(taken.intersection(tile.spaces())):
            entry.fault("map.tiles-overlap", q=overlap[0].q, r=overlap[0].r)
        taken.update(tile.spaces())
        laid.append(tile)
    printed = lay(laid)
    if "berries" not in fields:
        return printed
    berries: dict[Hex, int] = {}
    for entry in fields["berries"].items(MOST_SPACES):
        keys = entry.fields(["at", "count"])
        if not keys or len(keys) < 2:
            continue
        at, count = keys["at"].hex(), keys["count"].number(0, MOST_BERRIES)
        if at is None or count is None:
            continue
        if at not in printed.spaces:
            keys["at"].fault("map.no-such-space", q=at.q, r=at.r)
        elif at in berries:
            keys["at"].fault("map.space-twice", q=at.q, r=at.r)
        berries[at] = count
    return PrintedMap(printed.spaces, {at: count for at, count in berries.items() if count}, printed.icons)


def _laid_tile(node: Node, box: Box | None) -> LaidTile | None:
    fields = node.fields(["tile", "at"], ["rotation"])
    if not fields or not {"tile", "at"} <= set(fields):
        return None
    name, at = fields["tile"].text(), fields["at"].hex()
    rotation = fields["rotation"].number(0, 5) if "rotation" in fields else 0
    tile = box.tile(name) if box and name else None
    if name and box and not tile:
        fields["tile"].fault("map.unknown-tile", tile=name)
    return LaidTile(tile, at, rotation) if tile and at is not None and rotation is not None else None


def _camp(node: Node) -> tuple[Hex, Camp] | None:
    fields = node.fields(["player", "at"], ["starting"])
    if not fields or not {"player", "at"} <= set(fields):
        return None
    player, at = fields["player"].text(), fields["at"].hex()
    starting = fields["starting"].flag() if "starting" in fields else False
    return (at, Camp(player, bool(starting))) if player and at is not None else None


def _marker(node: Node) -> tuple[Hex, Marker] | None:
    fields = node.fields(["kind", "at"])
    if not fields or len(fields) < 2:
        return None
    kind, at = fields["kind"].word(Marker), fields["at"].hex()
    return (at, kind) if kind and at is not None else None


def write_table(table: Table) -> dict[str, object]:
    """The record of a table, map space by space; reading it back gives an equal table."""
    board = table.board
    record: dict[str, object] = {
        "format": FORMAT,
        "scenario": table.scenario,
        "rulings": dict(table.rulings),
        "players": [_player_json(player) for player in table.players],
        "map": {
            "spaces": [
                {"at": list(at), "terrain": ground, **({"berries": board.berries[at]} if board.berries.get(at) else {})}
                for at, ground in sorted(board.printed.items())
            ],
            "icons": [{"kind": icon.kind, "between": [list(at) for at in icon.between]} for icon in board.icons],
            "camps": [
                {"player": camp.player, "at": list(at), "starting": camp.starting}
                for at, camp in sorted(board.camps.items())
            ],
            "markers": [{"kind": kind, "at": list(at)} for at, kind in sorted(board.markers.items())],
        },
        "water_markers": table.water_markers,
        "lava_markers": table.lava_markers,
        "fish_tokens": table.fish_tokens,
    }
    optional = {
        "first_player": table.first_player,
        "active_player": table.active_player,
        "row": [str(card) for card in table.row if isinstance(card, Card)] if table.row is not None else None,
        "draw_pile": table.piles.draw,
        "supply": table.piles.supply,
        "discard": table.piles.discard,
    }
    return record | {key: value for key, value in optional.items() if value is not None}


def write_record(play: Play, viewer: str | None = None) -> dict[str, object]:
    """The record of a game under way, with the secrets of this viewer only and where the game stands."""
    return write_table(play.table.as_seen_by(viewer)) | {k: v for k, v in course_json(play).items() if v is not None}


def _player_json(player: Player) -> dict[str, object]:
    record: dict[str, object] = {"name": player.name, "team": player.team}
    if player.color is not None:
        record["color"] = player.color
    return record | {
        "hand": [str(card) for card in player.hand],
        "hidden_cards": player.hidden_cards,
        "berries": player.berries,
        "fish": player.fish,
        "tucked": [str(half) for half in player.tucked],
        "stories": [
            {"needs": dict(story.needs), "points": story.points, "fire": story.fire, "done": story.done}
            for story in player.stories
        ],
    }
