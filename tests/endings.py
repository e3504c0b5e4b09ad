"""The ways a game of Dewan can end, read off its states. Every scenario needs a recorded game of each that it has."""

from collections.abc import Sequence
from itertools import pairwise

from companion.dewan.rules import game
from companion.dewan.rules.play import NewsKind, Play
from companion.dewan.rules.words import CAMPS_TO_PLACE, Marker

SEATS = ("first-player-ends", "middle-player-ends", "last-player-ends")
"""Whose final camp it was: after the first's everybody else has a turn left, after the last's nobody (D-END-02)."""
SEVERAL = "several-final-camps"
STACK_DRY = "story-stack-runs-dry"
MARKERS_OUT = "markers-run-out"
FISH_OUT = "fish-run-out"
HAND_DECIDES = "hand-cards-decide"
SHARED = "shared-victory"

WANTED = {
    "base": (*SEATS, SEVERAL, HAND_DECIDES, SHARED),
    "team": (*SEATS, SEVERAL),
    "downpour": (*SEATS, SEVERAL, STACK_DRY, MARKERS_OUT),
    "volcano": (*SEATS, SEVERAL, MARKERS_OUT),
    "lake-villages": (*SEATS, SEVERAL, FISH_OUT),
}


def endings_of(states: Sequence[Play]) -> set[str]:
    """All that is true of a finished game, by the states it went through."""
    final = states[-1]
    assert final.over
    names = [player.name for player in final.table.players]
    reached = {
        name: next(i for i, play in enumerate(states) if play.camps_placed(name) >= CAMPS_TO_PLACE)
        for name in names
        if final.camps_placed(name) >= CAMPS_TO_PLACE
    }
    trigger = names.index(min(reached, key=lambda name: reached[name]))
    found = {SEATS[0] if trigger == 0 else SEATS[2] if trigger == len(names) - 1 else SEATS[1]}
    if len(reached) > 1:
        found = {SEVERAL}
    table = final.table
    marker = game.scenario_of(table).marker
    if marker is not None and _out_of(states, marker):
        found.add(MARKERS_OUT)
    if game.scenario_of(table).hands_out_fish and table.fish_tokens == 0:
        found.add(FISH_OUT)
    if _stack_dry(states):
        found.add(STACK_DRY)
    score = game.score(table)
    ranked = score.teams or score.players
    totals = {sheet.name: sheet.total for sheet in ranked}
    if len(score.ranking[0]) > 1:
        found.add(SHARED)
    elif sum(total == totals[score.ranking[0][0]] for total in totals.values()) > 1:
        found.add(HAND_DECIDES)
    return found


def _out_of(states: Sequence[Play], marker: Marker) -> bool:
    """An event came and no marker was left for it (D-EVENT-07)."""
    return states[-1].table.markers_left(marker) == 0 and any(
        news.kind is NewsKind.NOTHING_TO_PLACE for play in states for news in play.news
    )


def _stack_dry(states: Sequence[Play]) -> bool:
    """A tile was taken and none came in its place (R-32)."""
    lengths = [len(play.story_row or ()) for play in states]
    return any(later < earlier for earlier, later in pairwise(lengths))
