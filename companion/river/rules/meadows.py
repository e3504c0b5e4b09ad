"""What meadows are worth at the end (section 8). Gift and swap meadows have done their work by then."""

from companion.river.rules.counting import symbols
from companion.river.rules.table import Player, Table
from companion.river.rules.tiles import Meadow
from companion.river.rules.words import MeadowKind, Resource, Terrain
from companion.rules.verdict import Evidence

RULES = {
    MeadowKind.TERRAIN: "V-MEAD-01",
    MeadowKind.PRODUCTION: "V-MEAD-02",
    MeadowKind.CLEANUP: "V-MEAD-03",
    MeadowKind.GIFT: "V-MEAD-04",
    MeadowKind.SWAP: "V-MEAD-05",
    MeadowKind.SCOUTS: "V-MEAD-06",
    MeadowKind.BONUS: "V-MEAD-07",
}
SCORING = (
    MeadowKind.TERRAIN,
    MeadowKind.PRODUCTION,
    MeadowKind.CLEANUP,
    MeadowKind.SCOUTS,
    MeadowKind.BONUS,
)
MOST_FOR_PRODUCTION = 3
CLEANUP_POINTS = 2


def points(kind: MeadowKind, counted: int) -> int:
    """For so many things counted. Each meadow scores by itself, with its own limit (VR-17)."""
    if kind is MeadowKind.CLEANUP:
        return CLEANUP_POINTS
    if kind is MeadowKind.PRODUCTION:
        return min(MOST_FOR_PRODUCTION, counted)
    return counted if kind in SCORING else 0


def counted(table: Table, player: Player, space: int, meadow: Meadow) -> tuple[Evidence, ...]:
    """The things this meadow counts."""
    rule = RULES[meadow.kind]
    if meadow.kind is MeadowKind.TERRAIN and isinstance(meadow.shows, Terrain):
        return _tiles(table, player, space, meadow.shows, rule)
    if meadow.kind is MeadowKind.PRODUCTION and isinstance(meadow.shows, Resource):
        return _symbols(table, player, meadow.shows, rule)
    if meadow.kind is MeadowKind.SCOUTS and player.scouts:
        return (Evidence("scouts", rule, player.scouts, player.name),)
    if meadow.kind is MeadowKind.BONUS:
        return tuple(Evidence("bonus", rule, 1, player.name, items=(i,)) for i in range(len(player.bonus)))
    if meadow.kind is MeadowKind.CLEANUP:
        return (Evidence("meadow", rule, 1, player.name, places=(space,), kind=meadow.shows),)
    return ()


def _tiles(table: Table, player: Player, own: int, shown: Terrain, rule: str) -> tuple[Evidence, ...]:
    """Tiles of two kinds count for both (V-SCORE-06); whether the meadow counts itself is VR-16's to say."""
    itself = table.ruling("VR-16") == "counts-itself"
    return tuple(
        Evidence("tile", rule, 1, player.name, places=(space,), kind=shown)
        for space, tile in enumerate(player.tiles, start=1)
        if tile.is_of(shown) and (itself or space != own)
    )


def _symbols(table: Table, player: Player, shown: Resource, rule: str) -> tuple[Evidence, ...]:
    """Visible production symbols of the kind, its own included."""
    found = [
        Evidence("symbol", rule, tile.symbols_of(shown), player.name, places=(space,), kind=shown)
        for space, tile in enumerate(player.tiles, start=1)
        if tile.symbols_of(shown)
    ]
    bare = symbols(table, player, shown).count - sum(item.count for item in found)
    if bare:
        found.append(Evidence("bare-symbol", rule, bare, player.name, kind=shown))
    return tuple(found)
