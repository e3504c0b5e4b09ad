"""The base game, and the points at which a scenario may differ from it.

A scenario subclasses ``Base`` and overrides only what its own page of the rules changes (D-SCEN-01).
"""

from collections.abc import Sequence

from companion.dewan.rules import scoring
from companion.dewan.rules.events import Covered, cover
from companion.dewan.rules.scoring import FireSource, PadRow, Score, Sheet, Tally
from companion.dewan.rules.table import Table
from companion.dewan.rules.tiles import StoryTile, TileKind
from companion.dewan.rules.words import Marker, ScenarioName
from companion.dewan.rules.zones import Zone
from companion.rules.hexes import Hex
from companion.rules.verdict import Reason, ScoreLine


class Base:
    name = ScenarioName.BASE
    players: tuple[int, ...] = (2, 3, 4)
    event_tile = False
    """Whether there is a supply beside a small draw pile, and an event when that runs out (D-EVENT-01)."""
    marker: Marker | None = None
    hands_out_fish = False
    special_tile: TileKind | None = None
    rows: tuple[PadRow, ...] = (scoring.GROUPS, scoring.BERRIES)
    """Of the pad, after those that are the same everywhere; each with the rule that says what it is worth here."""

    def uses_story(self, story: StoryTile) -> bool:
        """Whether the tile stays in the game at set-up."""
        return True

    def marker_spaces(self, table: Table) -> tuple[Hex, ...]:
        """The spaces the event's marker may cover, sorted."""
        return ()

    def eligible(self, table: Table) -> tuple[Hex, ...]:
        """Where the event's marker may go now; nowhere once they are used up (D-EVENT-07, R-19)."""
        return self.marker_spaces(table) if self.marker and table.markers_left(self.marker) else ()

    def place_marker(self, table: Table, at: Hex) -> Covered:
        if self.marker is None:
            raise ValueError(f"{self.name} places no markers")
        return cover(table.board, at, self.marker, table.ruling("R-22"))

    def water_destination(self, table: Table, zone: Zone, at: Hex) -> Reason | None:
        """Water is never a destination (D-ROUTE-02)."""
        return Reason("route.destination-water", "D-ROUTE-02", (at,))

    def water_owner(self, table: Table, zone: Zone) -> str | None:
        return None

    def fire(self, table: Table, player: str) -> Tally:
        return scoring.fire(table, player)

    def place_lines(self, table: Table, player: str) -> Sequence[ScoreLine]:
        """The rows for where the camps stand."""
        return [scoring.group_line(table, player)]

    def berry_lines(self, table: Table, player: str, berries: Tally, fire: Tally) -> Sequence[ScoreLine]:
        """The rows for what was gathered."""
        return [scoring.berry_line(berries)]

    def score(self, table: Table, fire: FireSource | None = None) -> Score:
        """Story and Fire rows are the same everywhere; the others are the scenario's (D-SCEN-02).

        ``fire`` counts the Fire where the table alone does not show all of it.
        """
        fires = {player.name: (fire or self.fire)(table, player.name) for player in table.players}
        majority = scoring.fire_majority(table, {name: scoring.size(tally) for name, tally in fires.items()})
        sheets = []
        for player in table.players:
            name, berries = player.name, scoring.berries(table, player.name)
            lines = [
                scoring.story_line(table, [name]),
                scoring.fire_line(fires[name]),
                majority[name],
                *self.place_lines(table, name),
                *self.berry_lines(table, name, berries, fires[name]),
            ]
            sheets.append(
                Sheet(
                    name, (name,), tuple(lines), scoring.size(fires[name]), scoring.size(berries), player.cards_in_hand
                )
            )
        return Score(tuple(sheets), (), scoring.rank(sheets))
