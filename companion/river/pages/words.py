"""How tiles, spaces and buildings of The River are read aloud."""

from companion.river.demo import river_demo_box
from companion.river.drawing.tableau import TableauSpace, small_tile
from companion.river.formats.tiles import meadow_text
from companion.river.pages.setup import COLORS
from companion.river.rules.box import Box
from companion.river.rules.tiles import Building, Meadow, Tile
from companion.river.rules.words import PRODUCED, MeadowKind, Resource, Terrain
from companion.web.language import t

MIXED = "mixed"
_SHOWS: dict[MeadowKind, tuple[Terrain | Resource, ...]] = {
    MeadowKind.TERRAIN: tuple(Terrain),
    MeadowKind.PRODUCTION: PRODUCED,
    MeadowKind.CLEANUP: tuple(Resource),
    MeadowKind.GIFT: tuple(Resource),
}


def box_name(box: Box) -> str:
    """Ours is called in the reader's language, as where boxes are chosen."""
    return t("web.setup.demo-box") if box.name == river_demo_box().name else box.name


def color_word(color: str) -> str:
    """The printed ones in the reader's language; a box may name others."""
    return t(f"river.color.{color}") if color in COLORS else color


def tile_name(tile: Tile) -> str:
    """E.g. "forest, 1 wood, 2 storages"."""
    if not tile.kinds:
        return t("river.tile-untold")
    words = [" / ".join(t(kind.code) for kind in tile.kinds)]
    if tile.meadow:
        words = [*words[: len(tile.kinds) - 1], meadow_name(tile.meadow)]
    words += [t("river.symbol-count", n=number, kind=kind) for kind in PRODUCED if (number := tile.symbols_of(kind))]
    if tile.storages:
        words.append(t("river.storage-count", n=tile.storages))
    return ", ".join(words)


def meadow_name(meadow: Meadow) -> str:
    if meadow.shows is None:
        return t(meadow.kind.code)
    return t("river.meadow-with", meadow=meadow.kind, shows=meadow.shows)


def meadow_choices() -> list[tuple[str, str]]:
    """Every meadow there can be: as a record spells it, and in words."""
    found = [Meadow(kind, shown) for kind in MeadowKind for shown in _SHOWS.get(kind, (None,))]
    return [(meadow_text(meadow), meadow_name(meadow)) for meadow in found]


def space_name(space: TableauSpace) -> str:
    """E.g. "Space 3: forest, 1 wood"."""
    words = tile_name(space.tile) if space.tile else t("river.bare")
    if not space.tile and (space.symbols or space.storages):
        counts = [
            t("river.symbol-count", n=space.symbols.count(kind), kind=kind)
            for kind in PRODUCED
            if kind in space.symbols
        ]
        if space.storages:
            counts.append(t("river.storage-count", n=space.storages))
        words = ", ".join([words, *counts])
    if space.framed:
        words += ", " + t("river.framed")
    if space.next:
        words += ", " + t("river.next-space")
    return t("river.space-name", number=space.number, what=words)


def kind_tile(kind: str) -> TableauSpace:
    """A kind as a tile that shows nothing else; a mixed one stands for all of them."""
    kinds = (Terrain.DESERT, Terrain.FOREST) if kind == MIXED else (Terrain(kind),)
    return small_tile(Tile(kinds))


def card_name(building: Building) -> str:
    cost = ", ".join(f"{number} {t(kind.code)}" for kind, number in (building.cost or {}).items() if number)
    points = "?" if building.points is None else building.points
    return t("river.card-name", points=points, cost=cost or "–")
