"""The event timer: a table that counts the draw pile and nothing else.

It is a table like any other, so undo, history and the other screens of it come for free; it only was never told a map,
a row or stories. Cards beside the pile are not counted either: somebody who wants that records the game.
"""

import math
from dataclasses import dataclass

from companion.dewan.formats.actions import write_action
from companion.dewan.rules import game
from companion.dewan.rules.actions import NoMarker, PileEmpty, PlaceMarker, TakeCards
from companion.dewan.rules.piles import EVENT_PILE
from companion.dewan.rules.play import NewsKind, Play, StepKind
from companion.dewan.rules.scenarios import SCENARIOS
from companion.dewan.rules.setup import figures
from companion.dewan.rules.words import MARKERS, Marker, ScenarioName
from companion.dewan.screens import corrections
from companion.dewan.screens.event import EVENT_STEPS
from companion.formats.mode import Mode
from companion.games.contract import Json
from companion.web.entry import Entry

TIMED = tuple(name for name, rules in SCENARIOS.items() if rules.event_tile)
"""The scenarios with an event to wait for."""


@dataclass(frozen=True)
class TimerScreen:
    scenario: ScenarioName
    players: int
    left: int
    of: int
    takes: int
    """How many times two cards until the event (D-EVENT-08)."""
    marker: Marker | None
    markers_left: int
    markers_of: int
    event: bool
    """To be resolved now."""
    skipped: bool
    """There has just been one without anything left to place (D-EVENT-07)."""
    fresh: int | None
    """Cards on the pile that was just made."""


def new_timer(scenario: ScenarioName, names: list[str], title: str) -> Json:
    """The set-up of a timer. It starts in mid-course: what was dealt and what the supply holds is not counted."""
    return {
        "begun": True,
        "mode": Mode.TIMER,
        "title": title,
        "row": False,
        "stories": False,
        "table": {
            "format": "dewan-table/1",
            "scenario": scenario,
            "players": [{"name": name} for name in names],
            "first_player": names[0],
            "active_player": names[0],
            "draw_pile": figures(scenario, len(names)).draw_pile,
        },
    }


def timer_screen(play: Play) -> TimerScreen:
    table = play.table
    scenario = game.scenario_of(table)
    left = table.piles.draw or 0
    news = {one.kind: one.number for one in play.news}
    return TimerScreen(
        table.scenario,
        len(table.players),
        left,
        EVENT_PILE[len(table.players)],
        math.ceil(left / 2),
        scenario.marker,
        table.markers_left(scenario.marker) if scenario.marker else 0,
        MARKERS if scenario.marker else 0,
        play.next.kind in EVENT_STEPS,
        NewsKind.NOTHING_TO_PLACE in news,
        news.get(NewsKind.NEW_PILE),
    )


def took_entry(play: Play) -> Entry:
    """Two cards taken by whoever's turn it was: the timer does not ask."""
    return Entry("action", write_action(TakeCards(play.next.player)))


def pile_entry(play: Play, cards: int, reason: str) -> Entry | None:
    """The pile as somebody has counted it; an empty one brings the event. None where it is as recorded."""
    if cards == 0:
        # Whoever took last resolves the event, not whose turn it is now.
        return Entry("action", write_action(PileEmpty(play.table.clockwise_from(play.next.player)[-1].name)))
    changes = corrections.pile_changes(play, {"draw_pile": cards})
    return Entry("correction", {"reason": reason, "changes": changes}) if changes else None


def resolved_entry(play: Play, *, placed: bool, reason: str) -> Entry:
    """The event is over: a marker was placed, or what there was to do leaves no trace here (Fish, R-19)."""
    player = play.next.player
    if play.next.kind is StepKind.MARKER:
        return Entry("action", write_action(PlaceMarker(player) if placed else NoMarker(player)))
    following = play.table.clockwise_from(player)[1].name
    changes = corrections.turn_changes(play, following, play.round)
    changes += corrections.pile_changes(play, {"draw_pile": EVENT_PILE[len(play.table.players)]})
    return Entry("correction", {"reason": reason, "changes": changes})
