"""The door to The River's rules: every question a table can ask."""

from companion.river.rules import cleanup, judging, placing, scoring, setup, storing, turns
from companion.river.rules.actions import Action
from companion.river.rules.cleanup import Plan
from companion.river.rules.placing import Placing
from companion.river.rules.scoring import Score
from companion.river.rules.storing import Gain
from companion.river.rules.table import Table
from companion.river.rules.words import ActionSpace, Resource
from companion.rules.verdict import Reason

VERSION = "river/1"
"""Named in every log entry, so that a later change of the rules can tell old games from new ones."""


def score(table: Table) -> Score:
    return scoring.score(table)


def production(
    table: Table,
    player: str,
    resource: Resource,
    *,
    symbols: int | None = None,
    free: int | None = None,
    first: bool | None = None,
) -> Gain:
    """What a scout on the island of this resource would bring; food has its own rules (V-FOOD-02)."""
    if resource is Resource.FOOD:
        return storing.food_island(table, player, free)
    return storing.production(table, player, resource, told_symbols=symbols, told_free=free, told_first=first)


def check_place(table: Table, player: str, space: ActionSpace) -> Placing:
    return placing.check(table, player, space)


def open_spaces(table: Table, player: str) -> tuple[ActionSpace, ...]:
    return placing.open_spaces(table, player)


def clean_up(table: Table) -> Plan:
    return cleanup.plan(table)


def begin(table: Table) -> Table:
    return setup.begin(table)


def judge(table: Table, action: Action) -> tuple[Reason, ...]:
    """Every rule the action breaks."""
    return judging.judge(table, action)


def apply(table: Table, action: Action) -> Table:
    """The table after the action, legal or not. Raises ``picking.Impossible`` for what cannot be carried out at all."""
    return turns.apply(table, action)
