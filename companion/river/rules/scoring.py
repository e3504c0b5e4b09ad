"""The score pad: buildings, bonus tiles, resources, four columns, and every meadow that scores (section 7)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from companion.river.rules import meadows
from companion.river.rules.counting import symbols
from companion.river.rules.ending import triggers
from companion.river.rules.meadows import RULES, SCORING
from companion.river.rules.table import Player, Quick, Table
from companion.river.rules.tableau import spaces_of_column, tile_on
from companion.river.rules.tiles import Tile
from companion.river.rules.words import COLUMNS, MeadowKind, Resource, Terrain
from companion.rules.verdict import Evidence, Reason, ScoreLine

WHOLE_COLUMN, UPPER_TWO = 6, 2
COLUMN_RESULTS = (0, UPPER_TWO, WHOLE_COLUMN)
RESOURCES_PER_POINT = 3


@dataclass(frozen=True)
class Sheet:
    """One column of the pad. ``remarks``: what could not be counted, or was counted on a guess."""

    name: str
    lines: tuple[ScoreLine, ...]
    remarks: tuple[Reason, ...] = ()

    @property
    def total(self) -> int:
        return sum(line.points for line in self.lines)


@dataclass(frozen=True)
class Score:
    """``ranking``: names, best first; equals share the place (V-SCORE-09)."""

    players: tuple[Sheet, ...]
    ranking: tuple[tuple[str, ...], ...]
    remarks: tuple[Reason, ...] = ()


def score(table: Table) -> Score:
    sheets = tuple(_sheet(table, player) for player in table.players)
    places: dict[int, list[str]] = {}
    for sheet in sheets:
        places.setdefault(sheet.total, []).append(sheet.name)
    typed = any(player.quick for player in table.players)
    early = () if triggers(table) or typed else (Reason("river.end-not-reached", "V-END-01"),)
    return Score(sheets, tuple(tuple(places[points]) for points in sorted(places, reverse=True)), early)


def _sheet(table: Table, player: Player) -> Sheet:
    quick = player.quick or Quick()
    lines = (
        _values(player, "buildings", "V-SCORE-01", player.buildings, quick.buildings),
        _values(player, "bonus", "V-SCORE-02", player.bonus, quick.bonus),
        _resources(player, quick.resources),
        *_columns(table, player, quick.columns),
        *_meadows(table, player, quick.meadows),
    )
    return Sheet(player.name, lines, tuple(_remarks(table, player)))


def _values(player: Player, row: str, rule: str, values: Sequence[int | None], typed: int | None) -> ScoreLine:
    """Reserved cards are no buildings yet and score nothing (VR-14)."""
    if typed is not None:
        return _typed(player, row, rule, typed)
    evidence = tuple(Evidence(row, rule, value or 0, player.name, items=(i,)) for i, value in enumerate(values))
    return ScoreLine(row, rule, sum(item.count for item in evidence), evidence)


def _typed(player: Player, row: str, rule: str, points: int) -> ScoreLine:
    return ScoreLine(row, rule, points, (Evidence("typed", rule, points, player.name),))


def _resources(player: Player, typed: int | None) -> ScoreLine:
    """Food counts; what does not make a whole three is lost (V-SCORE-03)."""
    rule = "V-SCORE-03"
    if typed is not None:
        counted: tuple[Evidence, ...] = (Evidence("typed", rule, typed, player.name),)
    else:
        counted = tuple(
            Evidence("stored", rule, number, player.name, kind=resource)
            for resource, number in player.resources.items()
            if number
        )
        if player.untold_resources:
            counted += (Evidence("stored", rule, player.untold_resources, player.name),)
    return ScoreLine("resources", rule, sum(item.count for item in counted) // RESOURCES_PER_POINT, counted)


def common_kinds(tiles: Iterable[Tile | None]) -> frozenset[Terrain]:
    """The kinds all of them are of; a bare space has none (V-SCORE-06, V-SCORE-07)."""
    kinds = [frozenset(tile.kinds) if tile else frozenset[Terrain]() for tile in tiles]
    return frozenset.intersection(*kinds)


def _columns(table: Table, player: Player, typed: Sequence[int] | None) -> list[ScoreLine]:
    if typed is not None:
        return [_typed(player, f"column_{i}", "V-SCORE-04", points) for i, points in enumerate(typed, start=1)]
    return [_column(player, i, spaces_of_column(i, table.ruling("VR-01"))) for i in range(1, COLUMNS + 1)]


def _column(player: Player, column: int, spaces: tuple[int, ...]) -> ScoreLine:
    """Six for all three of one kind, or two for the upper two: never both (V-SCORE-04)."""
    tiles = [tile_on(player.tiles, space) for space in spaces]
    row, rule = f"column_{column}", "V-SCORE-04"
    for size, points in ((3, WHOLE_COLUMN), (2, UPPER_TWO)):
        if kinds := common_kinds(tiles[:size]):
            kind = next(terrain for terrain in Terrain if terrain in kinds)
            matched = Evidence("column", rule, points, player.name, places=spaces[:size], kind=kind)
            return ScoreLine(row, rule, points, (matched,))
    lower = common_kinds(tiles[1:])
    looked = (
        Evidence("lower-two", "V-SCORE-05", 0, player.name, places=spaces[1:])
        if lower
        else Evidence("no-match", rule, 0, player.name, places=spaces[:2])
    )
    return ScoreLine(row, rule, 0, (looked,))


def _meadows(table: Table, player: Player, typed: Sequence[tuple[MeadowKind, int]] | None) -> Iterable[ScoreLine]:
    """A row for each, named by its space on the river; typed ones by their order."""
    if typed is not None:
        for i, (kind, number) in enumerate(typed, start=1):
            evidence = Evidence("typed", RULES[kind], number, player.name, kind=kind)
            yield ScoreLine(f"meadow_{i}", RULES[kind], meadows.points(kind, number), (evidence,))
        return
    for space, tile in enumerate(player.tiles, start=1):
        if tile.meadow and tile.meadow.kind in SCORING:
            found = meadows.counted(table, player, space, tile.meadow)
            points = meadows.points(tile.meadow.kind, sum(item.count for item in found))
            yield ScoreLine(f"meadow_{space}", RULES[tile.meadow.kind], points, found)


def _remarks(table: Table, player: Player) -> Iterable[Reason]:
    who = {"player": player.name}
    if None in (*player.buildings, *player.bonus):
        yield Reason("river.unknown-value", "V-SCORE-01", params=who)
    if any(not tile.kinds for tile in player.tiles):
        yield Reason("river.unknown-tile", "V-SCORE-04", params=who)
    if player.meadows(MeadowKind.SCOUTS) and (table.on_board(player.name) or player.aside):
        yield Reason("river.scouts-still-out", "V-MEAD-06", params=who)
    for _, meadow in player.meadows(MeadowKind.PRODUCTION):
        shown = meadow.shows
        if isinstance(shown, Resource) and not symbols(table, player, shown).sure:
            yield Reason("river.symbols-unsure", "V-MEAD-02", params={**who, "resource": shown})
