"""The turn machine: what may be done next, and what an action makes of the game.

``apply`` never refuses an action for breaking a rule (``judging`` says what it breaks); it refuses only what cannot be
carried out at all, such as a camp where there is no space. What was drawn by lot comes with the action.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import singledispatch

from companion.dewan.rules.actions import (
    Action,
    DiscardForFish,
    NoMarker,
    Pass,
    PileEmpty,
    PlaceCamp,
    PlaceMarker,
    SlideUp,
    TakeCards,
    TakeStory,
    TellCards,
    TuckCard,
)
from companion.dewan.rules.board import Camp
from companion.dewan.rules.cards import Card
from companion.dewan.rules.events import settle_odd, villages
from companion.dewan.rules.judging import EXPECTED, first_due
from companion.dewan.rules.laying import filling, lay_out, new_pile
from companion.dewan.rules.piles import take_reward
from companion.dewan.rules.play import NewsKind, Play, Step, StepKind
from companion.dewan.rules.scenarios import SCENARIOS
from companion.dewan.rules.spending import pay, without_card
from companion.dewan.rules.stories import newly_complete
from companion.dewan.rules.table import Blank, Table
from companion.dewan.rules.words import CAMPS_TO_PLACE, MARKERS, STORY_SPACES, TUCK_SPOTS
from companion.rules.hexes import Hex
from companion.rules.verdict import Reason

TAKES_STORY, TUCKS_CARD = (2, 4, 6), (3, 5, 7)
"""The effect of the emptied camp space, by ordinal of the camp (D-EFF-02)."""


class Impossible(Exception):
    """The action cannot be carried out on this table, whatever the rules say."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason.code)
        self.reason = reason


def apply(play: Play, action: Action) -> Play:
    """The game after the action and all that follows from it by itself. Raises Impossible."""
    if action.player not in [player.name for player in play.table.players]:
        raise Impossible(Reason("table.unknown-player", "D-TURN-01", params={"name": action.player}))
    play = replace(play, news=())
    if expected := EXPECTED.get(type(action)):
        play = _come_to(play, action.player, expected)
    return run(_apply(action, play))


def _come_to(play: Play, player: str, expected: Sequence[StepKind]) -> Play:
    """Take the step the action belongs to off the list.

    What the table left open before it stays undone; what is due from somebody else stays due. A step that is nowhere to
    come is simply taken out of turn. After the end there is no turn left to carry anything out in.
    """
    open_before = play.next
    while play.next.kind not in expected:
        if play.over:
            compulsory = open_before.kind is StepKind.STORY
            raise Impossible(first_due(open_before) if compulsory else Reason("turn.game-over", "D-END-01"))
        if StepKind.TURN not in expected and all(step.kind not in expected for step in play.steps):
            return play
        play = run(replace(play, steps=play.steps[1:]))
    if play.next.player != player and play.rules >= 2:
        own = [i for i, step in enumerate(play.steps) if step.kind in expected and step.player == player]
        if own:
            return replace(play, steps=play.steps[: own[0]] + play.steps[own[0] + 1 :])
        if StepKind.TURN in expected:
            return play
    return replace(play, steps=play.steps[1:])


@singledispatch
def _apply(action: Action, play: Play) -> Play:
    raise NotImplementedError(type(action).__name__)


# --- Take 2 cards -----------------------------------------------------------------------------------------------


@_apply.register
def _take(action: TakeCards, play: Play) -> Play:
    """Into the hand go the cards of these places; then the gaps are filled, nearest to the pile first (D-TAKE-04)."""
    table, player = play.table, play.table.player(action.player)
    row = list(table.row) if table.row is not None else None
    for place in () if play.camps_only else action.places or (None, None):
        card = row[place - 1] if row is not None and place and 1 <= place <= len(row) else Blank.UNTOLD
        if isinstance(card, Card):
            player = replace(player, hand=(*player.hand, card))
        elif card is Blank.UNTOLD:
            player = replace(player, hidden_cards=player.hidden_cards + 1)
        if row is not None and place and 1 <= place <= len(row):
            row[place - 1] = Blank.GAP
    if row is None or not action.places:
        gaps: list[int | None] = [None] * (2 + play.gaps)  # which places are free is not known, how many are is
        play = replace(play, gaps=0)
    else:
        gaps = [i + 1 for i, card in enumerate(row) if card is Blank.GAP]
    table = replace(table.with_player(player), row=tuple(row) if row is not None else None)
    faces = (*action.refill, *[None] * len(gaps))
    lay_out = [Step(StepKind.LAY_OUT, player.name, place, face) for place, face in zip(gaps, faces, strict=False)]
    return replace(play, table=table).then(*lay_out, Step(StepKind.END_OF_TURN, player.name))


@_apply.register
def _pile_empty(action: PileEmpty, play: Play) -> Play:
    """For a table that does not count: the event, without ending the turn it belongs to."""
    if not SCENARIOS[play.table.scenario].event_tile:
        raise Impossible(Reason("event.none", "D-SCEN-01", params={"scenario": play.table.scenario}))
    piles = play.table.piles
    if piles.draw:  # counted, and wrong: the cards must lie elsewhere
        supply = None if piles.supply is None else piles.supply + piles.draw
        play = replace(play, table=replace(play.table, piles=replace(piles, draw=0, supply=supply)))
    steps = [Step(StepKind.EVENT, action.player)]
    if play.over or (play.next.kind is StepKind.TURN and play.next.player != action.player):
        # It belongs to the turn before: its story check comes after the event.
        steps.append(Step(StepKind.STORY_CHECK, action.player))
    return play.then(*steps)


# --- Place a Camp -----------------------------------------------------------------------------------------------


@_apply.register
def _place(action: PlaceCamp, play: Play) -> Play:
    """Pay, place the leftmost camp, take the berry, then the effect of the emptied space (D-ROUTE-15, D-EFF-01)."""
    board = play.table.board
    to = action.to if action.to is not None else action.path[-1] if action.path else None
    mapped = bool(board.printed) and to is not None
    if mapped and to is not None and not board.has(to):
        raise Impossible(Reason("map.no-such-space", "D-ROUTE-02", (to,)))
    if to is not None and to in board.camps:
        owner = board.camps[to].player
        raise Impossible(Reason("route.destination-taken", "D-ROUTE-02", (to,), {"owner": owner}))
    if not play.camps_left(action.player):
        raise Impossible(Reason("route.no-camp-left", "D-ROUTE-15", params={"player": action.player}))
    table = play.table if play.camps_only else pay(play.table, action)
    player = table.player(action.player)
    if mapped and to is not None:
        zone = table.board.zone_at(to)
        board = table.board.with_camp(to, Camp(player.name))
        if zone and zone.berries:  # D-BERRY-01, D-BERRY-02
            board = board.without_berry(zone)
            player = replace(player, berries=player.berries + 1)
            play = play.telling(NewsKind.BERRY, player.name, 1)
        play = replace(play, table=replace(table, board=board).with_player(player))
    else:
        if action.berry:
            player = replace(player, berries=player.berries + 1)
        placed = play.off_map.get(player.name, 0) + 1
        play = replace(play, table=table.with_player(player), off_map={**play.off_map, player.name: placed})
    ordinal = play.camps_placed(player.name)
    end = Step(StepKind.END_OF_TURN, player.name)
    if play.camps_only:  # not recorded, so nobody is asked; but nobody should forget it either
        due = {**dict.fromkeys(TAKES_STORY, NewsKind.STORY_DUE), **dict.fromkeys(TUCKS_CARD, NewsKind.TUCK_DUE)}
        return (play.telling(due[ordinal], player.name) if ordinal in due else play).then(end)
    if ordinal in TUCKS_CARD and (player.cards_in_hand or play.rules < 2):
        return play.then(Step(StepKind.TUCK, player.name), end)
    if ordinal in TAKES_STORY:
        if play.story_row == () and not play.story_stack:
            return play.telling(NewsKind.NO_STORY_LEFT, player.name).then(end)
        return play.then(Step(StepKind.STORY, player.name), end)
    return play.then(end)


# --- Effects of the camp ----------------------------------------------------------------------------------------


@_apply.register
def _story(action: TakeStory, play: Play) -> Play:
    """To the leftmost empty Story space, not completed; the row is refilled at once (D-EFF-03, D-SETUP-09)."""
    if len(play.table.player(action.player).stories) >= STORY_SPACES:
        raise Impossible(Reason("story.no-space", "D-EFF-03", params={"player": action.player, "most": STORY_SPACES}))
    tile, row, stack = action.tile, play.story_row, play.story_stack
    if action.place is not None and row is not None and 1 <= action.place <= len(row):
        tile = tile or row[action.place - 1]
        refilled = (action.refill,) if stack is None or stack > 0 else ()
        row = (*row[: action.place - 1], *refilled, *row[action.place :])
    stack = max(0, stack - 1) if stack is not None else None
    if tile is not None:
        player = play.table.player(action.player)
        player = replace(player, stories=(*player.stories, replace(tile, done=False)))
        play = replace(play, table=play.table.with_player(player))
    return replace(play, story_row=row, story_stack=stack)


@_apply.register
def _tuck(action: TuckCard, play: Play) -> Play:
    """One hand card under the Tribe board, one terrain showing; or nothing, for good (D-EFF-04, D-EFF-05)."""
    if action.shows is not None:
        if len(play.table.player(action.player).tucked) >= TUCK_SPOTS:
            raise Impossible(Reason("tuck.no-spot", "D-EFF-04", params={"player": action.player, "most": TUCK_SPOTS}))
        player = without_card(play.table.player(action.player), action.card)
        player = replace(player, tucked=(*player.tucked, action.shows))
        play = replace(play, table=play.table.with_player(player))
    return play


# --- Events -----------------------------------------------------------------------------------------------------


def _event(play: Play, step: Step) -> Play:
    """The active player resolves it (D-EVENT-03); a part that cannot be done is skipped (D-EVENT-07, R-19)."""
    scenario = SCENARIOS[play.table.scenario]
    play = play.telling(NewsKind.EVENT, step.player)
    follow: list[Step] = []
    if scenario.marker:
        unmapped = not play.table.board.printed and play.table.markers_left(scenario.marker) > 0
        if unmapped or scenario.eligible(play.table):
            follow.append(Step(StepKind.MARKER, step.player))
        else:
            play = play.telling(NewsKind.NOTHING_TO_PLACE, step.player)
    if scenario.hands_out_fish and play.table.fish_tokens:
        # One after another, in turn order (D-LAKE-08, R-39); without a map nobody knows who has villages.
        follow += [
            Step(StepKind.FISH, player.name)
            for player in play.table.clockwise_from(step.player)
            if not play.table.board.printed
            or (villages(play.table, player.name) and (player.cards_in_hand or play.camps_only))
        ]
    return play.then(*follow, Step(StepKind.NEW_PILE, step.player))


@_apply.register
def _marker(action: PlaceMarker, play: Play) -> Play:
    table, scenario = play.table, SCENARIOS[play.table.scenario]
    if scenario.marker is None:
        raise Impossible(Reason("event.no-marker", "D-SCEN-01", params={"scenario": table.scenario}))
    if not table.markers_left(scenario.marker):
        raise Impossible(Reason("map.too-many-markers", "D-EVENT-07", params={"most": MARKERS}))
    if action.at is not None and table.board.printed:
        _refuse_marker(table, action.at)
        covered = scenario.place_marker(table, action.at)
        lot = action.lot[: covered.odd]
        if any(all(at not in zone for zone in covered.tied) for at in action.lot):
            raise Impossible(Reason("event.wrong-lot", "D-DOWN-06", action.lot, {"n": covered.odd}))
        table = replace(table, board=settle_odd(covered, lot))
        if lot:
            play = play.telling(NewsKind.LOT, None, len(lot), lot)
    return replace(play, table=table.with_marker_used(scenario.marker))


def _refuse_marker(table: Table, at: Hex) -> None:
    """A marker needs a space without a camp (D-GEO-10) and without another marker."""
    if not table.board.has(at):
        raise Impossible(Reason("map.no-such-space", "D-DOWN-03", (at,)))
    if not table.board.is_free(at) or at in table.board.markers:
        raise Impossible(Reason("event.not-eligible", "R-20", (at,), {"q": at.q, "r": at.r}))


@_apply.register
def _no_marker(action: NoMarker, play: Play) -> Play:
    if SCENARIOS[play.table.scenario].marker is None:
        raise Impossible(Reason("event.no-marker", "D-SCEN-01", params={"scenario": play.table.scenario}))
    return play


@_apply.register
def _fish(action: DiscardForFish, play: Play) -> Play:
    """A card away, a Fish for each village, as far as they last (D-LAKE-08, R-38)."""
    table = play.table
    if not SCENARIOS[table.scenario].hands_out_fish:
        raise Impossible(Reason("event.none", "D-SCEN-01", params={"scenario": table.scenario}))
    if action.discard:
        player = without_card(table.player(action.player), action.card)
        share = min(table.fish_tokens, villages(table, player.name))
        table = table.with_player(replace(player, fish=player.fish + share))
        table = replace(table, fish_tokens=table.fish_tokens - share, piles=table.piles.discarded(1))
    steps = play.steps
    if not table.fish_tokens and play.rules >= 2:  # nothing is left to ask for (D-EVENT-07)
        steps = tuple(step for step in steps if step.kind is not StepKind.FISH)
    return replace(play, table=table, steps=steps)


# --- End of turn, round and game --------------------------------------------------------------------------------


@_apply.register
def _pass(action: Pass, play: Play) -> Play:
    return play.then(Step(StepKind.END_OF_TURN, action.player))


@_apply.register
def _slide_up(action: SlideUp, play: Play) -> Play:
    if not 0 <= action.story < len(play.table.player(action.player).stories):
        raise Impossible(Reason("story.no-such-tile", "D-EOT-01", params={"player": action.player}))
    return _complete(play, action.player, (action.story,))


@_apply.register
def _tell(action: TellCards, play: Play) -> Play:
    """The owner tells unseen cards; they stay unseen for the others."""
    player = play.table.player(action.player)
    player = replace(player, secret=action.cards, hidden_cards=max(player.hidden_cards, len(action.cards)))
    return replace(play, table=play.table.with_player(player))


def _end_of_turn(play: Play, step: Step) -> Play:
    """Gaps and Story check, then whose turn follows (D-EOT-01, D-TURN-01, D-END-01)."""
    if to_fill := filling(play, step.player):
        return replace(play, gaps=0).then(*to_fill, step)
    if not play.last_round and play.camps_placed(step.player) >= CAMPS_TO_PLACE:
        play = replace(play, last_round=True).telling(NewsKind.FINAL_CAMP, step.player)
    play = _story_check(play, step)
    if play.steps and play.rules >= 2:  # somebody else's turn is still due: this one was taken before its time
        return replace(play, ahead=(*play.ahead, step.player))
    following = play.turn_after(step.player)
    play = replace(play, ahead=following.ahead)
    for _ in range(following.rounds):
        play = replace(play, round=play.round + 1).telling(NewsKind.END_OF_ROUND, None, play.round)
    if following.player is None:
        return play.then(Step(StepKind.OVER, play.opener)).telling(NewsKind.END_OF_GAME)
    table = replace(play.table, active_player=following.player)
    return replace(play, table=table).then(Step(StepKind.TURN, following.player))


def _story_check(play: Play, step: Step) -> Play:
    return _complete(play, step.player, newly_complete(play.table, step.player))


def _complete(play: Play, player: str, positions: Sequence[int]) -> Play:
    """Slide the tiles up and draw a card for each, unseen (D-EOT-02, R-59)."""
    owner = play.table.player(player)
    positions = [i for i in positions if not owner.stories[i].done]
    if not positions:
        return play
    stories = tuple(replace(story, done=True) if i in positions else story for i, story in enumerate(owner.stories))
    drawn = take_reward(play.table.piles, len(positions), event_tile=SCENARIOS[play.table.scenario].event_tile)
    kept = 0 if play.camps_only else drawn.cards
    owner = replace(owner, stories=stories, hidden_cards=owner.hidden_cards + kept)
    play = replace(play, table=replace(play.table.with_player(owner), piles=drawn.piles))
    for i in positions:
        play = play.telling(NewsKind.STORY_DONE, player, i)
    if drawn.reshuffled:
        play = play.telling(NewsKind.RESHUFFLED)
    return play.telling(NewsKind.REWARD, player, drawn.cards)


# --- Running on -------------------------------------------------------------------------------------------------

_AUTOMATIC = {
    StepKind.LAY_OUT: lay_out,
    StepKind.EVENT: _event,
    StepKind.NEW_PILE: new_pile,
    StepKind.STORY_CHECK: _story_check,
    StepKind.END_OF_TURN: _end_of_turn,
}


def run(play: Play) -> Play:
    """Carry out what happens by itself, up to the next decision."""
    while play.steps and play.next.kind in _AUTOMATIC:
        step = play.next
        play = _AUTOMATIC[step.kind](replace(play, steps=play.steps[1:]), step)
    return play
