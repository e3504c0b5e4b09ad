"""Cards laid out in the row, gaps that wait for cards, and the pile on the Event tile."""

from dataclasses import replace

from companion.dewan.rules.piles import cards_left, from_draw_pile, new_event_pile
from companion.dewan.rules.play import NewsKind, Play, Step, StepKind
from companion.dewan.rules.scenarios import SCENARIOS
from companion.dewan.rules.table import Blank
from companion.dewan.rules.words import FEWEST_PLAYERS


def lay_out(play: Play, step: Step) -> Play:
    """One card from the draw pile into the row (D-TAKE-05, D-EVENT-02). The last one brings the event (D-EVENT-03)."""
    table, scenario = play.table, SCENARIOS[play.table.scenario]
    if scenario.event_tile and table.piles.draw == 0:
        # Nothing could be built when the pile was due: try again now; if there still is nothing, leave the gap.
        play = new_pile(play, step)
        table = play.table
        if table.piles.draw == 0:
            return _left_empty(play, step)
    if scenario.event_tile:
        piles = table.piles if table.piles.draw is None else replace(table.piles, draw=table.piles.draw - 1)
        came = 1
    else:
        drawn = from_draw_pile(table.piles, 1)
        piles, came = drawn.piles, drawn.cards
        if drawn.reshuffled:
            play = play.telling(NewsKind.RESHUFFLED)
    row = table.row
    if came and row is not None and step.place is not None:
        row = (*row[: step.place - 1], step.card or Blank.UNTOLD, *row[step.place :])
    play = replace(play, table=replace(table, piles=piles, row=row))
    if scenario.event_tile and piles.draw == 0:
        return play.then(Step(StepKind.EVENT, step.player))
    return play if came else _left_empty(play, step)


def _left_empty(play: Play, step: Step) -> Play:
    """Nothing to lay out. A tracked row shows its gaps itself; of another they are counted."""
    return replace(play, gaps=play.gaps + (step.place is None and play.rules >= 2))


def filling(play: Play, player: str) -> list[Step]:
    """Gaps to be filled before the turn ends, now that there are cards again (R-16)."""
    table = play.table
    places: list[int | None] = [i + 1 for i, card in enumerate(table.row or ()) if card is Blank.GAP]
    places += [None] * play.gaps
    if play.rules < 2 or not cards_left(table.piles, event_tile=SCENARIOS[table.scenario].event_tile):
        return []
    return [Step(StepKind.LAY_OUT, player, place) for place in places]


def new_pile(play: Play, step: Step) -> Play:
    """The same number of cards again, from the supply (D-EVENT-04, R-15)."""
    drawn = new_event_pile(play.table.piles, max(FEWEST_PLAYERS, len(play.table.players)))
    if drawn.reshuffled:
        play = play.telling(NewsKind.RESHUFFLED)
    play = replace(play, table=replace(play.table, piles=drawn.piles))
    return play.telling(NewsKind.NEW_PILE, None, drawn.cards) if drawn.cards else play
