"""The door to Dewan's rules: every question a table can ask, answered for its own scenario.

Routes and the turn machine are imported when they are asked for: one question at the command line should not wait for
the parts of all others.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from companion.dewan.rules.scenarios import SCENARIOS
from companion.dewan.rules.scenarios.base import Base
from companion.dewan.rules.scoring import FireSource, Score
from companion.dewan.rules.table import Table
from companion.rules.hexes import Hex

if TYPE_CHECKING:
    from companion.dewan.rules.actions import Action
    from companion.dewan.rules.cards import Card
    from companion.dewan.rules.events import Covered
    from companion.dewan.rules.finder import Route
    from companion.dewan.rules.play import Course, Play
    from companion.dewan.rules.routes import RouteVerdict
    from companion.dewan.rules.setup import SetUp
    from companion.rules.verdict import Reason

VERSION = "dewan/1"
"""Named in every log entry, so that a later change of the rules can tell old games from new ones."""


def scenario_of(table: Table) -> Base:
    return SCENARIOS[table.scenario]


def check_route(
    table: Table, player: str, path: Sequence[Hex], cards: "Sequence[Card] | None" = None
) -> "RouteVerdict":
    """Is this route legal, what does it cost, and can ``cards`` (or the known hand) pay for it?"""
    from companion.dewan.rules import routes

    return routes.check(table, player, path, scenario_of(table), cards)


def find_routes(
    table: Table, player: str, cards: "Sequence[Card] | None" = None, to: Hex | None = None, start: Hex | None = None
) -> "tuple[Route, ...]":
    """The best payable route to every destination, or to one; from any own camp, or from one."""
    from companion.dewan.rules import finder

    return finder.find(table, player, scenario_of(table), cards, to, start)


def route_alternatives(
    table: Table, player: str, cards: "Sequence[Card]", to: Hex, start: Hex | None = None
) -> "tuple[Route, ...]":
    """The shortest payable routes to a space, one for each price."""
    from companion.dewan.rules import finder

    return finder.alternatives(table, player, scenario_of(table), cards, to, start)


def score(table: Table, fire: FireSource | None = None) -> Score:
    return scenario_of(table).score(table, fire)


def eligible_spaces(table: Table) -> tuple[Hex, ...]:
    """Where the event's marker may go."""
    return scenario_of(table).eligible(table)


def place_marker(table: Table, at: Hex) -> "Covered":
    return scenario_of(table).place_marker(table, at)


def begin(choices: "SetUp") -> "Play":
    from companion.dewan.rules import setup

    return setup.begin(choices)


def resume(table: Table, course: "Course | None" = None) -> "Play":
    """A game in mid-course, from its table and what was told of where it stands."""
    from companion.dewan.rules import play, setup

    return setup.resume(table, course or play.Course())


def judge(play: "Play", action: "Action") -> "tuple[Reason, ...]":
    """Every rule the action breaks."""
    from companion.dewan.rules import judging

    return judging.judge(play, action)


def apply(play: "Play", action: "Action") -> "Play":
    """The game after the action, legal or not. Raises ``turns.Impossible`` for what cannot be carried out at all."""
    from companion.dewan.rules import turns

    return turns.apply(play, action)
