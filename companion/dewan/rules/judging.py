"""Is an action within the rules? Says why not; never stops it: what was played is played."""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import singledispatch

from companion.dewan.rules import routes
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
from companion.dewan.rules.cards import JOKER, Card
from companion.dewan.rules.events import villages
from companion.dewan.rules.finder import find
from companion.dewan.rules.payment import assign
from companion.dewan.rules.play import Play, Step, StepKind
from companion.dewan.rules.scenarios import SCENARIOS
from companion.dewan.rules.stories import check_stories
from companion.dewan.rules.table import Blank, Player
from companion.dewan.rules.words import ROW_LENGTH
from companion.rules.hexes import Hex
from companion.rules.verdict import Reason

EXPECTED: dict[type, tuple[StepKind, ...]] = {
    TakeCards: (StepKind.TURN,),
    PlaceCamp: (StepKind.TURN,),
    Pass: (StepKind.TURN,),
    TakeStory: (StepKind.FIRST_STORY, StepKind.STORY),
    TuckCard: (StepKind.TUCK,),
    PlaceMarker: (StepKind.MARKER,),
    NoMarker: (StepKind.MARKER,),
    DiscardForFish: (StepKind.FISH,),
}
"""At which step an action is due. Those not named may come at any time."""
_PAIRS = tuple((place, place + 1) for place in range(1, ROW_LENGTH))


def first_due(step: Step) -> Reason:
    """This must be done before anything else."""
    rule = "R-33" if step.kind is StepKind.STORY else "D-TURN-04"
    return Reason(f"turn.first-{step.kind}", rule, params={"player": step.player})


def judge(play: Play, action: Action) -> tuple[Reason, ...]:
    """Every rule the action breaks; empty when it is within the rules."""
    return (*_order(play, action), *_judge(action, play))


def _order(play: Play, action: Action) -> Iterable[Reason]:
    """One turn each, clockwise, one action a turn, in the order of the rules (D-TURN-01, D-TURN-03, D-TURN-04)."""
    expected = EXPECTED.get(type(action))
    if expected is None:
        return
    if play.over:
        yield Reason("turn.game-over", "D-END-01")
    elif play.next.kind is StepKind.TUCK and StepKind.TURN in expected:
        # Going on is declining; then it is the next player's turn, or the end.
        following = play.turn_after(play.next.player).player
        if following is None:
            yield Reason("turn.game-over", "D-END-01")
        elif following != action.player:
            yield Reason("turn.not-your-turn", "D-TURN-01", params={"player": following})
    elif play.next.kind not in expected:
        yield first_due(play.next)
    elif play.next.player != action.player:
        yield Reason("turn.not-your-turn", "D-TURN-01", params={"player": play.next.player})


@singledispatch
def _judge(action: Action, play: Play) -> Iterable[Reason]:
    return ()


@_judge.register
def _take(action: TakeCards, play: Play) -> Iterable[Reason]:
    if action.places is None:
        return
    if 0 in action.places:
        yield Reason("take.from-the-pile", "D-TAKE-02")
    elif tuple(sorted(action.places)) not in _PAIRS:
        yield Reason("take.not-side-by-side", "D-TAKE-01")
    row = play.table.row
    if row and any(1 <= place <= len(row) and row[place - 1] is Blank.GAP for place in action.places):
        yield Reason("take.gap", "R-16")


@_judge.register
def _place(action: PlaceCamp, play: Play) -> Iterable[Reason]:
    table, scenario = play.table, SCENARIOS[play.table.scenario]
    told_by_path = action.path is not None and not table.camps_left(action.player)
    if not play.camps_left(action.player) and not told_by_path:
        yield Reason("route.no-camp-left", "D-ROUTE-15", params={"player": action.player})
    passage = routes.Passage(table, action.player, scenario)
    if action.path is None:
        if action.to is not None and table.board.has(action.to):
            refusal = passage.crossing_refusal(action.to) or passage.destination_refusal(action.to)
            yield from [refusal] if refusal else _reach(play, action.player, action.to)
        return
    yield from routes.path_faults(passage, action.path)
    if not play.camps_only and not any(passage.crossing_refusal(at) for at in action.path):
        yield from _payment(action, table.player(action.player), routes.tolls_of(passage, action.path))


def _reach(play: Play, name: str, to: Hex) -> Iterable[Reason]:
    """No way was told: is there any that the hand, unseen cards standing for whatever is needed, could pay for?"""
    table, hand = play.table, play.payable(name)
    if table.camps_left(name) and not find(table, name, SCENARIOS[table.scenario], hand, to):
        yield Reason("route.out-of-reach", "D-ROUTE-04", (to,), {"number": len(hand)})


def _payment(action: PlaceCamp, owner: Player, tolls: Sequence[routes.Toll]) -> Iterable[Reason]:
    """One matching card for every toll, all of them from hand, and no more (D-ROUTE-04, D-ROUTE-05, R-13)."""
    if action.cards is None:
        number = action.paid if action.paid is not None else len(tolls)
        if number < len(tolls) or owner.cards_in_hand < len(tolls):
            yield Reason("route.too-few-cards", "D-ROUTE-04", params={"number": len(tolls)})
        if number > len(tolls):
            yield Reason("route.surplus-cards", "R-13", params={"number": len(tolls)})
        return
    unpaid = assign([toll.needs for toll in tolls], [card or JOKER for card in action.cards]).unpaid
    too_few = len(action.cards) < len(tolls)
    for toll in unpaid:
        yield routes.unpaid_reason(tolls[toll], tolls[0].at, too_few=too_few)
    if len(action.cards) > len(tolls):
        yield Reason("route.surplus-cards", "R-13", params={"number": len(tolls)})
    given = [card for card in action.cards if card]
    if strange := not_in_hand(owner, given):
        yield Reason("hand.not-in-hand", "D-ROUTE-04", params={"player": owner.name, "card": str(strange[0])})
    elif len(action.cards) > owner.cards_in_hand:
        yield Reason("route.too-few-cards", "D-ROUTE-04", params={"number": len(tolls)})


def not_in_hand(owner: Player, cards: Sequence[Card]) -> tuple[Card, ...]:
    """The cards the player cannot have: neither known in hand nor possibly among the unseen ones."""
    unknown = Counter(cards) - Counter(owner.hand)
    strange = tuple(unknown.elements())
    return strange[owner.hidden_cards :]


@_judge.register
def _story(action: TakeStory, play: Play) -> Iterable[Reason]:
    if action.place is None:
        if play.story_stack == 0:
            yield Reason("story.stack-empty", "R-32")
    elif play.story_row is not None and not 1 <= action.place <= len(play.story_row):
        yield Reason("story.no-such-place", "D-EFF-03")


@_judge.register
def _tuck(action: TuckCard, play: Play) -> Iterable[Reason]:
    owner = play.table.player(action.player)
    if action.card is None:
        if action.shows is not None and not owner.hidden_cards:
            yield Reason("hand.none-unseen", "D-EFF-05", params={"player": owner.name})
        return
    if not_in_hand(owner, [action.card]):
        params = {"player": owner.name, "card": str(action.card)}
        yield Reason("hand.not-in-hand", "D-EFF-05", params=params)
    if action.shows not in action.card.halves:
        yield Reason("tuck.not-on-card", "D-EFF-04", params={"card": str(action.card)})


@_judge.register
def _marker(action: PlaceMarker, play: Play) -> Iterable[Reason]:
    scenario = SCENARIOS[play.table.scenario]
    if scenario.marker is None:
        yield Reason("event.no-marker", "D-SCEN-01", params={"scenario": play.table.scenario})
        return
    if action.at is None:
        return
    if action.at not in scenario.eligible(play.table):
        rule = "D-DOWN-03" if scenario.name == "downpour" else "D-VOLC-02"
        yield Reason("event.not-eligible", rule, (action.at,), {"q": action.at.q, "r": action.at.r})
    elif play.table.board.has(action.at):
        covered = scenario.place_marker(play.table, action.at)
        zones = [zone for at in action.lot for zone in covered.tied if at in zone]
        if len(action.lot) != covered.odd or len(set(zones)) != covered.odd:
            yield Reason("event.wrong-lot", "D-DOWN-06", params={"n": covered.odd})


@_judge.register
def _no_marker(action: NoMarker, play: Play) -> Iterable[Reason]:
    """Compulsory wherever there is a space for it (R-19)."""
    scenario = SCENARIOS[play.table.scenario]
    if scenario.eligible(play.table):
        rule = "D-DOWN-03" if scenario.name == "downpour" else "D-VOLC-02"
        yield Reason("event.marker-compulsory", rule, scenario.eligible(play.table))


@_judge.register
def _pile_empty(action: PileEmpty, play: Play) -> Iterable[Reason]:
    if play.table.piles.draw:
        yield Reason("event.pile-not-empty", "D-EVENT-03", params={"n": play.table.piles.draw})


@_judge.register
def _fish(action: DiscardForFish, play: Play) -> Iterable[Reason]:
    owner = play.table.player(action.player)
    if not action.discard:
        return
    if play.table.board.printed and not villages(play.table, owner.name):
        yield Reason("fish.no-village", "D-LAKE-08", params={"player": owner.name})
    if play.camps_only:
        return
    if not owner.cards_in_hand or (action.card and not_in_hand(owner, [action.card])):
        yield Reason("fish.no-card", "R-37", params={"player": owner.name})


@_judge.register
def _pass(action: Pass, play: Play) -> Iterable[Reason]:
    """Only when neither two neighbouring cards lie in the row nor a camp can be placed (R-44)."""
    table = play.table
    row = table.row
    pair = row is None or any(Blank.GAP not in row[i : i + 2] for i in range(len(row) - 1))
    if pair or find(table, action.player, SCENARIOS[table.scenario]):
        yield Reason("turn.no-passing", "D-TURN-03")


@_judge.register
def _slide(action: SlideUp, play: Play) -> Iterable[Reason]:
    """At the end of the own turn, which may just have gone by; complete, as far as the map tells (D-STORY-01)."""
    table, name = play.table, action.player
    if not 0 <= action.story < len(table.player(name).stories):
        yield Reason("story.no-such-tile", "D-EOT-01", params={"player": name})
        return
    own = {play.next.player} if play.next.kind not in (StepKind.TURN, StepKind.OVER) else set()
    before = table.clockwise_from(play.next.player)[-1].name
    if name not in (own or {before}):
        yield Reason("story.not-your-turn", "D-EOT-01", params={"player": name})
    seen = bool(table.board.printed) and not play.off_map.get(name)
    check = check_stories(table, name)[action.story]
    if seen and not check.complete and not check.story.done:
        yield Reason("story.not-complete", "D-STORY-01", params={"player": name})


@_judge.register
def _tell(action: TellCards, play: Play) -> Iterable[Reason]:
    if len(action.cards) > play.table.player(action.player).hidden_cards:
        yield Reason("hand.none-unseen", "D-CARD-01", params={"player": action.player})
