"""The table record of The River: one JSON document that says everything about a table at one moment."""

from dataclasses import replace

from companion.formats.faults import Node, read_whole, shortened
from companion.river.formats.box import MOST_VALUE, river_box_of, write_river_box
from companion.river.formats.plausible import note_contradictions
from companion.river.formats.players import player_json, players_of
from companion.river.formats.tiles import (
    MOST_RESOURCES,
    Json,
    building_json,
    building_of,
    stock_of,
    tile_json,
    tile_of,
)
from companion.river.rules.box import Box
from companion.river.rules.rulings import OPTIONS
from companion.river.rules.table import Player, Table
from companion.river.rules.words import BONUS_TILES, BUILDING_CARDS, TERRAIN_TILES, ActionSpace

FORMAT = "river-table/1"
MOST_ROUNDS, MOST_SCOUTS = 999, 99
_SEATS = ("start_player", "active_player")
_BOARD = ("scouts", "islands", "revealed", "displayed", "bonus_left")
_COUNTS = {"tile_stack": TERRAIN_TILES, "thrown_tiles": TERRAIN_TILES, "building_stack": BUILDING_CARDS}


def read_river_table(value: object, box: Box) -> Table:
    """``box`` stands in where the record brings none. Raises BadInput with every fault."""
    return read_whole(value, lambda node: river_table_of(node, box))


def river_table_of(node: Node, box: Box, *, as_played: bool = False) -> Table | None:
    """The table as far as it could be read; faults are noted on the node.

    ``as_played``: the table comes from a recorded game, in which things may stand as the rules do not allow.
    """
    fields = node.fields(
        ["format", "players"],
        ["rulings", "box", *_SEATS, "round", "over", *_BOARD, *_COUNTS],
    )
    if fields is None:
        return None
    if "format" in fields and fields["format"].value != FORMAT:
        fields["format"].fault("json.wrong-format", wanted=FORMAT)
    told = {key: entry for key, entry in fields.items() if entry.value is not None}
    rulings = _rulings(told["rulings"]) if "rulings" in told else {}
    box = (river_box_of(told["box"]) if "box" in told else box) or box
    players = players_of(fields["players"], rulings) if "players" in fields else ()
    names = [player.name for player in players]
    seats = {key: told[key].text() if key in told else None for key in _SEATS}
    for key, name in seats.items():
        if name is not None and names and name not in names:
            told[key].fault("table.unknown-player", name=name)
    counts = {key: told[key].number(0, most) if key in told else None for key, most in _COUNTS.items()}
    bonus = told["bonus_left"].items(BONUS_TILES) if "bonus_left" in told else None
    round_ = told["round"].number(0, MOST_ROUNDS) if "round" in told else None
    table = Table(
        players,
        rulings,
        box,
        seats["start_player"],
        seats["active_player"],
        1 if round_ is None else round_,
        bool(told["over"].flag()) if "over" in told else False,
        _scouts(told["scouts"], names) if "scouts" in told else {},
        stock_of(told["islands"], most=MOST_RESOURCES) if "islands" in told else {},
        tuple(tile for entry in told["revealed"].items(TERRAIN_TILES) if (tile := tile_of(entry)))
        if "revealed" in told
        else None,
        tuple(card for entry in told["displayed"].items(BUILDING_CARDS) if (card := building_of(entry)))
        if "displayed" in told
        else None,
        None if bonus is None else tuple(value for one in bonus if (value := one.number(0, MOST_VALUE)) is not None),
        **counts,
    )
    table = _with_scouts(table, fields.get("players"))
    if "players" in fields:
        note_contradictions(node, table, as_played=as_played)
    return table


def _rulings(node: Node) -> dict[str, str]:
    chosen = {}
    for ruling, entry in node.members(99):
        if ruling not in OPTIONS:
            entry.fault("table.unknown-ruling", ruling=shortened(ruling), rulings=", ".join(OPTIONS))
        elif not isinstance(entry.value, str) or entry.value not in OPTIONS[ruling]:
            entry.fault("table.unknown-option", options=", ".join(OPTIONS[ruling]))
        else:
            chosen[ruling] = entry.value
    return chosen


def _scouts(node: Node, names: list[str]) -> dict[ActionSpace, tuple[str, ...]]:
    scouts: dict[ActionSpace, tuple[str, ...]] = {}
    for key, entry in node.members(len(ActionSpace)):
        if key not in tuple(ActionSpace):
            entry.fault("json.unknown-word", word=shortened(key), words=", ".join(ActionSpace))
            continue
        owners = []
        for one in entry.items(MOST_SCOUTS):
            name = one.text()
            if name is not None and names and name not in names:
                one.fault("table.unknown-player", name=name)
            elif name is not None:
                owners.append(name)
        if owners:
            scouts[ActionSpace(key)] = tuple(owners)
    return scouts


def _with_scouts(table: Table, listed: Node | None) -> Table:
    """Where scouts were not told: settled on framed spaces covered before this round, all others on the ship."""
    raw = listed.value if listed is not None and isinstance(listed.value, list) else []
    told = {entry.get("name"): entry for entry in raw if isinstance(entry, dict) and isinstance(entry.get("name"), str)}

    def whole(player: Player) -> Player:
        entry = told.get(player.name, {})
        if entry.get("settled") is None:
            settled = len(table.framed_covered(player, this_round=False))
            player = replace(player, settled=min(settled, player.scouts_owned))
        if entry.get("scouts") is None:
            elsewhere = player.settled + player.aside + table.on_board(player.name)
            player = replace(player, scouts=max(0, player.scouts_owned - elsewhere))
        return player

    return replace(table, players=tuple(map(whole, table.players)))


def write_river_table(table: Table, known: Box | None = None) -> Json:
    """The record of a table, without its box where that is the ``known`` one; reading it back gives an equal table."""
    record: Json = {
        "format": FORMAT,
        "rulings": dict(table.rulings),
        "players": [player_json(player) for player in table.players],
        "round": table.round,
        "over": table.over,
        "scouts": {space: list(owners) for space, owners in table.scouts.items()},
        "islands": dict(table.islands),
    }
    if table.box != known:
        record["box"] = write_river_box(table.box)
    told: Json = {
        "start_player": table.start_player,
        "active_player": table.active_player,
        "revealed": None if table.revealed is None else [tile_json(tile) for tile in table.revealed],
        "displayed": None if table.displayed is None else [building_json(card) for card in table.displayed],
        "bonus_left": None if table.bonus_left is None else list(table.bonus_left),
        "tile_stack": table.tile_stack,
        "thrown_tiles": table.thrown_tiles,
        "building_stack": table.building_stack,
    }
    return record | {key: value for key, value in told.items() if value is not None}
