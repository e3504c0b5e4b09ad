"""Lake Villages: camps on the Water, and Fish."""

from collections.abc import Sequence
from dataclasses import replace

from companion.dewan.rules import scoring
from companion.dewan.rules.scenarios.base import Base
from companion.dewan.rules.scoring import PadRow, Tally
from companion.dewan.rules.table import Table
from companion.dewan.rules.words import ScenarioName, Terrain
from companion.dewan.rules.zones import Zone
from companion.rules.hexes import Hex
from companion.rules.verdict import Evidence, Reason, ScoreLine

MAJORITY, TIED_MAJORITY, PAIR, FISH = 6, 3, 3, 3
_MAJORITIES = PadRow("water_majorities", "D-LAKE-09", "water-marker", ("R-05",), on_map=True)
_FISH = PadRow("fish", "D-LAKE-11", "fish")


class LakeVillages(Base):
    name = ScenarioName.LAKE_VILLAGES
    event_tile = True
    hands_out_fish = True
    rows = (_MAJORITIES, replace(scoring.PAIRS, rule="D-LAKE-10"), _FISH)

    def water_destination(self, table: Table, zone: Zone, at: Hex) -> Reason | None:
        """A camp may stand on Water (D-LAKE-02), one in each zone (D-LAKE-03)."""
        owner = self.water_owner(table, zone)
        return Reason("route.zone-has-village", "D-LAKE-03", (at,), {"owner": owner}) if owner else None

    def water_owner(self, table: Table, zone: Zone) -> str | None:
        """Any part of the zone counts as crossed, wherever in it the village stands (D-LAKE-05)."""
        return next((table.board.camps[at].player for at in zone.spaces if at in table.board.camps), None)

    def place_lines(self, table: Table, player: str) -> Sequence[ScoreLine]:
        return [_majorities(table, player)]

    def berry_lines(self, table: Table, player: str, berries: Tally, fire: Tally) -> Sequence[ScoreLine]:
        fish = scoring.fish(table, player)
        pairs = scoring.pairs_line(table, player, PAIR, berries, fire)
        return [pairs, _FISH.line(FISH * scoring.size(fish), fish)]


def _majorities(table: Table, player: str) -> ScoreLine:
    """For each Water zone, most camps next to it; villages are next to none (D-LAKE-09, D-LAKE-06, R-36, R-40)."""
    points, evidence = 0, []
    for zone in table.board.zones:
        if zone.terrain is not Terrain.WATER:
            continue
        beside = {one.name: _beside(table, one.name, zone) for one in table.players}
        most = max(map(len, beside.values()))
        if not most or len(beside[player]) < most:
            continue
        tied = sum(len(camps) == most for camps in beside.values()) > 1
        won = TIED_MAJORITY if tied else MAJORITY
        points += won
        what = "majority-tied" if tied else "majority"
        evidence.append(Evidence(what, "D-LAKE-09", won, player, zone.spaces, beside[player]))
    return _MAJORITIES.line(points, tuple(evidence))


def _beside(table: Table, player: str, zone: Zone) -> tuple[Hex, ...]:
    camps = scoring.camps_for_water(table, player)
    return tuple(at for at in camps if zone in table.board.water_next_to(at))
