"""The box file: what one copy of the game contains."""

import re

from companion.dewan.formats.cards import card_of
from companion.dewan.rules.cards import Card
from companion.dewan.rules.tiles import (
    Box,
    CampColor,
    Icon,
    Layout,
    Slot,
    StoryTile,
    Tile,
    TileKind,
    TileSpace,
)
from companion.dewan.rules.words import (
    MOST_PLAYERS,
    RESOURCES,
    Ground,
    Landmark,
    Need,
    ScenarioName,
    Symbol,
    Terrain,
)
from companion.formats.faults import Node, read_whole, shortened
from companion.rules.hexes import Hex, connected_parts

FORMAT = "dewan-box/1"
MOST_TILE_SPACES, MOST_ENTRIES = 60, 200
MOST_POINTS = 99


def read_box(value: object) -> Box:
    """Raises BadInput with every fault."""
    return read_whole(value, box_of)


def box_of(node: Node) -> Box | None:
    """The box as far as it could be read; faults are noted on the node."""
    fields = node.fields(["format", "name"], ["colors", "tiles", "cards", "stories", "layouts"])
    if fields is None:
        return None
    if "format" in fields and fields["format"].value != FORMAT:
        fields["format"].fault("json.wrong-format", wanted=FORMAT)

    lists = ("colors", "tiles", "cards", "stories", "layouts")
    entries = {key: fields[key].items(MOST_ENTRIES) if key in fields else [] for key in lists}
    cards: dict[Card, int] = {}
    for entry in entries["cards"]:
        if read := _card_count(entry):
            card, count = read
            if card in cards:
                entry.fault("box.card-twice", card=str(card))
            cards[card] = count
    for key, name in (("tiles", "id"), ("stories", "id"), ("colors", "name")):
        _no_twins(entries[key], name)
    return Box(
        (fields["name"].text() if "name" in fields else None) or "",
        tuple(color for entry in entries["colors"] if (color := _color(entry))),
        tuple(tile for entry in entries["tiles"] if (tile := _tile(entry))),
        cards,
        tuple(story for entry in entries["stories"] if (story := _box_story(entry))),
        _layouts(entries["layouts"]),
    )


def _no_twins(entries: list[Node], key: str) -> None:
    seen = set()
    for entry in entries:
        name = entry.value.get(key) if isinstance(entry.value, dict) else None
        if isinstance(name, str):
            if name in seen:
                entry.child(key, name).fault("box.name-twice", name=shortened(name))
            seen.add(name)


def _color(node: Node) -> CampColor | None:
    fields = node.fields(["name", "rgb"])
    if not fields or len(fields) < 2:
        return None
    name, rgb = fields["name"].text(), fields["rgb"].text()
    if rgb is not None and not re.fullmatch(r"#[0-9a-fA-F]{6}", rgb):
        fields["rgb"].fault("box.not-a-color")
        return None
    return CampColor(name, rgb) if name and rgb else None


def ground_of(node: Node) -> Ground | None:
    """A terrain, or one of the two printed landmarks."""
    if node.value in (Landmark.START, Landmark.VOLCANO) and isinstance(node.value, str):
        return Landmark(node.value)
    if isinstance(node.value, str) and node.value in tuple(Terrain):
        return Terrain(node.value)
    words = (*Terrain, Landmark.START, Landmark.VOLCANO)
    node.fault("json.unknown-word", word=shortened(node.value), words=", ".join(words))
    return None


def _tile(node: Node) -> Tile | None:
    fields = node.fields(["id", "kind", "spaces"], ["icons"])
    if not fields or not {"id", "kind", "spaces"} <= set(fields):
        return None
    tile_id, kind = fields["id"].text(), fields["kind"].word(TileKind)
    spaces: dict[Hex, TileSpace] = {}
    for entry in fields["spaces"].items(MOST_TILE_SPACES):
        if read := _tile_space(entry):
            at, space = read
            if at in spaces:
                entry.child("at", None).fault("map.space-twice")
            spaces[at] = space
    if not spaces:
        fields["spaces"].fault("box.tile-empty")
    elif len(list(connected_parts(spaces))) > 1:
        fields["spaces"].fault("box.tile-in-pieces")
    starts = sum(space.ground is Landmark.START for space in spaces.values())
    if kind and starts != (kind is TileKind.STARTING):
        fields["spaces"].fault("box.starting-tile-centre")
    icons = (
        [icon for entry in fields["icons"].items(MOST_ENTRIES) if (icon := _tile_icon(entry, spaces))]
        if ("icons" in fields)
        else []
    )
    return Tile(tile_id, kind, spaces, tuple(icons)) if tile_id and kind else None


def _tile_space(node: Node) -> tuple[Hex, TileSpace] | None:
    fields = node.fields(["at", "terrain"], ["berry"])
    if not fields or not {"at", "terrain"} <= set(fields):
        return None
    at, ground = fields["at"].hex(), ground_of(fields["terrain"])
    berry = fields["berry"].flag() if "berry" in fields else False
    if berry and ground is not None and (ground is Terrain.WATER or not isinstance(ground, Terrain)):
        fields["berry"].fault("map.berry-off-land")
    return (at, TileSpace(ground, bool(berry))) if at is not None and ground is not None else None


def _tile_icon(node: Node, spaces: dict[Hex, TileSpace]) -> Icon | None:
    fields = node.fields(["kind", "at", "side"])
    if not fields or len(fields) < 3:
        return None
    kind, at, side = fields["kind"].one_of(*RESOURCES), fields["at"].hex(), fields["side"].number(0, 5)
    if at is not None and at not in spaces:
        fields["at"].fault("map.no-such-space")
        return None
    return Icon(kind, (at, at.neighbour(side))) if kind and at is not None and side is not None else None


def _card_count(node: Node) -> tuple[Card, int] | None:
    fields = node.fields(["card", "count"])
    if not fields or len(fields) < 2:
        return None
    card, count = card_of(fields["card"]), fields["count"].number(1, 99)
    return (card, count) if card and count else None


def needs_of(node: Node) -> dict[Need, int]:
    """The requirements of a Story tile: terrains and resources, each with its number."""
    needs: dict[Need, int] = {}
    for key, entry in node.members(len(Terrain) + len(RESOURCES)):
        number = entry.number(1, 20)
        if key in tuple(Terrain):
            needs[Terrain(key)] = number or 0
        elif key in RESOURCES:
            needs[Symbol(key)] = number or 0
        else:
            entry.fault("json.unknown-word", word=shortened(key), words=", ".join((*Terrain, *RESOURCES)))
    return needs


def _box_story(node: Node) -> StoryTile | None:
    fields = node.fields(["id", "needs", "points"], ["fire"])
    if not fields or not {"id", "needs", "points"} <= set(fields):
        return None
    story_id, needs = fields["id"].text(), needs_of(fields["needs"])
    points = fields["points"].number(0, MOST_POINTS)
    fire = fields["fire"].number(0, MOST_POINTS) if "fire" in fields else 0
    return StoryTile(needs, points or 0, fire or 0, None, story_id)


def _layouts(entries: list[Node]) -> tuple[Layout, ...]:
    layouts: dict[tuple[ScenarioName, int], Layout] = {}
    for node in entries:
        fields = node.fields(["scenario", "players", "slots"])
        if not fields or len(fields) < 3:
            continue
        scenario, players = fields["scenario"].word(ScenarioName), fields["players"].number(2, MOST_PLAYERS)
        slots = tuple(slot for entry in fields["slots"].items(MOST_ENTRIES) if (slot := _slot(entry)))
        if scenario is None or players is None:
            continue
        if (scenario, players) in layouts:
            node.fault("box.layout-twice", scenario=scenario, players=players)
        layouts[scenario, players] = Layout(scenario, players, slots)
    return tuple(layouts.values())


def _slot(node: Node) -> Slot | None:
    fields = node.fields(["kind", "at"])
    if not fields or len(fields) < 2:
        return None
    kind, at = fields["kind"].word(TileKind), fields["at"].hex()
    return Slot(kind, at) if kind and at is not None else None


def write_box(box: Box) -> dict[str, object]:
    """The box file's JSON."""
    return {
        "format": FORMAT,
        "name": box.name,
        "colors": [{"name": color.name, "rgb": color.rgb} for color in box.colors],
        "tiles": [tile_json(tile) for tile in box.tiles],
        "cards": [{"card": str(card), "count": count} for card, count in box.cards.items()],
        "stories": [
            {"id": story.id, "needs": dict(story.needs), "points": story.points, "fire": story.fire}
            for story in box.stories
        ],
        "layouts": [
            {
                "scenario": layout.scenario,
                "players": layout.players,
                "slots": [{"kind": slot.kind, "at": list(slot.at)} for slot in layout.slots],
            }
            for layout in box.layouts
        ],
    }


def tile_json(tile: Tile) -> dict[str, object]:
    """A tile as the box file lists it."""
    spaces = []
    for at, space in tile.spaces.items():
        entry: dict[str, object] = {"at": list(at), "terrain": space.ground}
        spaces.append({**entry, "berry": True} if space.berry else entry)
    icons = []
    for icon in tile.icons:
        inner, outer = icon.between if icon.between[0] in tile.spaces else icon.between[::-1]
        icons.append({"kind": icon.kind, "at": list(inner), "side": inner.neighbours().index(outer)})
    return {"id": tile.id, "kind": tile.kind, "spaces": spaces, "icons": icons}
