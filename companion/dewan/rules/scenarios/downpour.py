"""The Downpour: Water rises, one marker an event."""

from collections.abc import Sequence
from dataclasses import replace

from companion.dewan.rules import scoring
from companion.dewan.rules.events import open_land_beside
from companion.dewan.rules.scenarios.base import Base
from companion.dewan.rules.scoring import PadRow, Tally
from companion.dewan.rules.table import Table
from companion.dewan.rules.tiles import StoryTile, TileKind
from companion.dewan.rules.words import CAMPS_TO_PLACE, Marker, ScenarioName, Terrain
from companion.rules.hexes import Hex
from companion.rules.verdict import ScoreLine

ZONE, PAIR = 3, 4
_ZONES = PadRow("forest_mountain_zones", "D-DOWN-08", "route", on_map=True, each=(ZONE, CAMPS_TO_PLACE))


class Downpour(Base):
    name = ScenarioName.DOWNPOUR
    event_tile = True
    marker = Marker.WATER
    special_tile = TileKind.DOWNPOUR
    rows = (_ZONES, replace(scoring.PAIRS, rule="D-DOWN-09"))

    def uses_story(self, story: StoryTile) -> bool:
        """Tiles that ask for Water leave the game (D-DOWN-02)."""
        return Terrain.WATER not in story.needs

    def marker_spaces(self, table: Table) -> tuple[Hex, ...]:
        """Next to Water; earlier markers are Water (D-DOWN-03, R-63)."""
        return open_land_beside(table.board, (Terrain.WATER,))

    def place_lines(self, table: Table, player: str) -> Sequence[ScoreLine]:
        terrains = (Terrain.FOREST, Terrain.MOUNTAIN)
        return [scoring.zones_line(table, player, _ZONES, ZONE, terrains)]

    def berry_lines(self, table: Table, player: str, berries: Tally, fire: Tally) -> Sequence[ScoreLine]:
        return [scoring.pairs_line(table, player, PAIR, berries, fire)]
