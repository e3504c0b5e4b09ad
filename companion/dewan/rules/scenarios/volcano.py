"""The Volcano: lava closes the land, one marker an event."""

from collections.abc import Sequence
from dataclasses import replace

from companion.dewan.rules import scoring
from companion.dewan.rules.events import open_land_beside
from companion.dewan.rules.scenarios.base import Base
from companion.dewan.rules.scoring import PadRow, Tally
from companion.dewan.rules.table import Table
from companion.dewan.rules.tiles import TileKind
from companion.dewan.rules.words import CAMPS_TO_PLACE, Landmark, Marker, ScenarioName
from companion.rules.hexes import Hex
from companion.rules.verdict import Evidence, ScoreLine

WATER_ZONE, RIVAL_TILE, PAIR = 2, 2, 3
_WATER_ZONES = PadRow("water_zones", "D-VOLC-08", "water-marker", ("R-05",), on_map=True, each=(WATER_ZONE, 20))
_RIVAL_TILES = PadRow("starting_tiles", "D-VOLC-09", "camp", on_map=True, each=(RIVAL_TILE, CAMPS_TO_PLACE))


class Volcano(Base):
    name = ScenarioName.VOLCANO
    event_tile = True
    marker = Marker.LAVA
    special_tile = TileKind.VOLCANO
    rows = (_WATER_ZONES, _RIVAL_TILES, replace(scoring.PAIRS, rule="D-VOLC-10"))

    def marker_spaces(self, table: Table) -> tuple[Hex, ...]:
        """Next to the volcano or to lava, itself neither (D-VOLC-02, D-VOLC-03)."""
        return open_land_beside(table.board, (Landmark.VOLCANO, Landmark.LAVA))

    def fire(self, table: Table, player: str) -> Tally:
        """One more for being next to the volcano, or one for each such camp (D-VOLC-07, R-03). Lava gives nothing."""
        board = table.board
        warm = tuple(
            at
            for at in board.camps_of(player)
            if any(board.ground[near] is Landmark.VOLCANO for near in board.near(at))
        )
        if not warm:
            return super().fire(table, player)
        number = len(warm) if table.ruling("R-03") == "once-a-camp" else 1
        return (*super().fire(table, player), Evidence("volcano", "D-VOLC-07", number, player, camps=warm))

    def place_lines(self, table: Table, player: str) -> Sequence[ScoreLine]:
        return [_water_zones(table, player), _rival_tiles(table, player)]

    def berry_lines(self, table: Table, player: str, berries: Tally, fire: Tally) -> Sequence[ScoreLine]:
        return [scoring.pairs_line(table, player, PAIR, berries, fire)]


def _water_zones(table: Table, player: str) -> ScoreLine:
    """Each Water zone next to a camp, once (D-VOLC-08)."""
    zones: dict[tuple[Hex, ...], list[Hex]] = {}
    for at in scoring.camps_for_water(table, player):
        for zone in table.board.water_next_to(at):
            zones.setdefault(zone.spaces, []).append(at)
    evidence = tuple(
        Evidence("zone", "D-VOLC-08", 1, player, spaces, tuple(camps)) for spaces, camps in sorted(zones.items())
    )
    return _WATER_ZONES.line(WATER_ZONE * len(zones), evidence)


def _rival_tiles(table: Table, player: str) -> ScoreLine:
    """Each camp next to the centre of an opponent's Starting tile (D-VOLC-09, R-56)."""
    camps = table.board.camps
    beside = [
        at
        for at in table.placed_camps(player)
        if any(near in camps and camps[near].starting and camps[near].player != player for near in table.board.near(at))
    ]
    evidence = tuple(Evidence("camp", "D-VOLC-09", 1, player, camps=(at,)) for at in beside)
    return _RIVAL_TILES.line(RIVAL_TILE * len(beside), evidence)
