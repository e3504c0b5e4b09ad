"""Random play from small numbers: the same numbers mean the same move at the same table, so that failures shrink.

Legal moves are read off the step the game waits for; the others are whatever somebody might tap or type.
"""

from collections.abc import Sequence
from typing import cast

from hypothesis import strategies as st

from companion.dewan.formats.actions import write_action
from companion.dewan.formats.stories import story_json
from companion.dewan.game import DewanState
from companion.dewan.rules import game
from companion.dewan.rules.actions import (
    Action,
    DiscardForFish,
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
from companion.dewan.rules.cards import parse_card
from companion.dewan.rules.play import Play, StepKind
from companion.dewan.rules.rulings import OPTIONS
from tests.wooden import BOX, Json, map_json

Move = tuple[int, int, int]
Request = tuple[str, Json]
moves = st.lists(st.tuples(st.integers(0, 31), st.integers(0, 200), st.integers(0, 200)), max_size=25)

SECRET = parse_card("badlands:fire/water:crystal")
"""Told by owners and by nobody else, and no card of the box: wherever it turns up, it was leaked."""
CARDS = sorted(BOX.cards, key=str)
assert SECRET not in CARDS


def request_of(state: DewanState, move: Move) -> Request:
    which, a, b = move
    if which < 16:
        return "action", write_action(_legal(state.play, a, b))
    if which < 23:
        return "action", write_action(_any_action(state.play, a, b))
    others = (_map, _ruling, _score, _correction, _tell, _tell_row, _track, _undo, _redo)
    return others[which - 23](state, a, b)


def _pick(options: Sequence[object], n: int) -> object:
    return options[n % len(options)]


def _name(play: Play, n: int) -> str:
    return play.table.players[n % len(play.table.players)].name


def _legal(play: Play, a: int, b: int) -> Action:
    step, table = play.next, play.table
    if step.kind in (StepKind.FIRST_STORY, StepKind.STORY):
        row = play.story_row or ()
        tile, refill = BOX.stories[a % len(BOX.stories)], BOX.stories[b % len(BOX.stories)]
        return (
            TakeStory(step.player, 1 + a % len(row), tile, refill)
            if row and b % 3
            else TakeStory(step.player, None, tile)
        )
    hand = table.player(step.player).hand
    if step.kind is StepKind.TUCK:
        if not hand or b % 3 == 0:
            return TuckCard(step.player)
        card = hand[a % len(hand)]
        return TuckCard(step.player, card, card.halves[b % len(card.halves)])
    if step.kind is StepKind.MARKER:
        spaces = game.eligible_spaces(table)
        return PlaceMarker(step.player, spaces[a % len(spaces)] if spaces else None)
    if step.kind is StepKind.FISH:
        return DiscardForFish(step.player, bool(b % 2), hand[a % len(hand)] if hand and b % 2 else None)
    if a % 2:
        routes = game.find_routes(table, step.player)
        if routes:
            route = routes[b % len(routes)]
            paid = game.check_route(table, step.player, route.path).payment or ()
            return PlaceCamp(step.player, route.to, route.path, tuple(one.card for one in paid))
        if not table.board.printed:
            return PlaceCamp(step.player, paid=2, berry=bool(b % 2))
    if table.row is None:
        return TakeCards(step.player)
    place = 1 + a % 5
    return TakeCards(step.player, (place, place + 1), (CARDS[b % len(CARDS)], CARDS[a % len(CARDS)]))


def _any_action(play: Play, a: int, b: int) -> Action:
    """Out of turn, out of place, unpaid, with cards nobody has."""
    name, card = _name(play, a // 11), CARDS[b % len(CARDS)]
    spaces = sorted(play.table.board.printed)
    at = spaces[b % len(spaces)] if spaces else None
    options: tuple[Action, ...] = (
        TakeCards(name, (a % 7, b % 7), (card,)),
        PlaceCamp(name, at, None, (card,) * (a % 4)),
        PlaceCamp(name, path=tuple(spaces[b % 9 :: 7][:4]) or None, paid=b % 5),
        TakeStory(name, 1 + b % 5, BOX.stories[b % len(BOX.stories)]),
        TuckCard(name, card, CARDS[a % len(CARDS)].halves[0]),
        PlaceMarker(name, at),
        DiscardForFish(name, bool(b % 2), card),
        PileEmpty(name),
        SlideUp(name, b % 4),
        Pass(name),
        TellCards(name, (SECRET,) * (b % 3)),
    )
    return cast(Action, _pick(options, a))


def _map(state: DewanState, a: int, b: int) -> Request:
    table = state.play.table
    body: Json = {"map": map_json(table.scenario, len(table.players), a % 5)}
    if not b % 4:
        body["starts"] = {_name(state.play, b): [0, 0]}
    return "map", body


def _ruling(state: DewanState, a: int, b: int) -> Request:
    ruling = sorted(OPTIONS)[a % len(OPTIONS)]
    return "ruling", {ruling: OPTIONS[ruling][b % len(OPTIONS[ruling])]}


def _score(state: DewanState, a: int, b: int) -> Request:
    return "score", {
        "column": _name(state.play, a),
        "row": "stories" if b % 2 else "fire",
        "points": b if b % 5 else None,
    }


def _correction(state: DewanState, a: int, b: int) -> Request:
    seat, name = a % len(state.play.table.players), _name(state.play, a)
    options = (
        [{"op": "replace", "path": f"/table/players/{seat}/berries", "value": b % 9}],
        [{"op": "replace", "path": f"/table/players/{seat}/hand", "value": [str(CARDS[b % len(CARDS)])]}],
        [{"op": "replace", "path": "/round", "value": 1 + b}],
        [
            {"op": "replace", "path": f"/table/players/{seat}/hidden_cards", "value": 3},
            {"op": "replace", "path": f"/secret/{name}", "value": [str(SECRET)]},
        ],
        [{"op": "remove", "path": "/table/map/camps/0"}],
        [{"op": "replace", "path": "/steps", "value": [{"kind": "turn", "player": name}]}],
        [{"op": "replace", "path": "/round", "value": "soon"}],
    )
    return "correction", {"reason": "as it lies here", "changes": _pick(options, b)}


def _tell(state: DewanState, a: int, b: int) -> Request:
    return "action", write_action(TellCards(_name(state.play, a), (SECRET,) * (b % 3)))


def _tell_row(state: DewanState, a: int, b: int) -> Request:
    story = BOX.stories[b % len(BOX.stories)]
    options = ({"row": [None, str(CARDS[a % len(CARDS)])]}, {"story_row": [story_json(story)]}, {"row": ["sand"]})
    return "tell", cast(Json, _pick(options, a))


def _track(state: DewanState, a: int, b: int) -> Request:
    if b % 3 == 0:
        return "track", {"way": ("camps", "everything")[a % 2]}
    return "track", {"row": bool(a % 2)} if b % 3 == 1 else {"stories": bool(a % 2)}


def _undo(state: DewanState, a: int, b: int) -> Request:
    return "undo", {} if b % 3 else {"to": a % 12}


def _redo(state: DewanState, a: int, b: int) -> Request:
    return "redo", {}
