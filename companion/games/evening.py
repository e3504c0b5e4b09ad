"""An evening of several tables (a club night, a round of a tournament), kept like a table: a log of small changes.

It knows who has come, which tables take part, who plays whom, and who waits for a ruling. What happens at the tables
stands in their own logs; results are read from there.
"""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Annotated, Any

from companion.formats.actions import actions
from companion.formats.faults import BadInput, Fault, shortened
from companion.formats.fields import FLAG, TEXT, Number, Word
from companion.formats.objects import ListOf, MapOf, Object, optional, required
from companion.games.contract import Json, Label, Lot, Played, Summary
from companion.games.not_played import NotPlayed
from companion.games.people import key_of
from companion.games.viewer import PUBLIC, Viewer
from companion.rules.limits import Range, Size

EVENING = "evening"
"""The key of its log, and the kind of its entries."""
MOST_PEOPLE, MOST_TABLES, MOST_ROUNDS, MOST_CALLS = 200, 200, 50, 200
MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")
FOUR = Size(4, 1)
NAMES: tuple[str, ...] = ("name", "one", "other")
"""Keys of an entry that name somebody."""


class RankBy(StrEnum):
    """What a table of standings is ordered by first."""

    WINS = "wins"
    POINTS = "points"
    SHARE = "share"
    STRENGTH = "strength"


@dataclass(frozen=True)
class Come:
    """Somebody is here and wants to play."""

    name: str


@dataclass(frozen=True)
class Leave:
    """They go home: they are not paired any more, and what they played still counts."""

    name: str


@dataclass(frozen=True)
class Join:
    """A table takes part."""

    table: str


@dataclass(frozen=True)
class PutOut:
    """A table does not take part after all."""

    table: str


Pairing = tuple[str, ...]
"""Who plays at one table, in the order they sit."""


@dataclass(frozen=True)
class Pair:
    """Who plays whom in the next round."""

    pairings: Annotated[tuple[Annotated[Pairing, FOUR], ...], Size(MOST_TABLES, 1)]


@dataclass(frozen=True)
class Swap:
    """Two people change places in the last round that was paired."""

    one: str
    other: str


@dataclass(frozen=True)
class Call:
    """A table asks for a ruling; ``seq`` is the position in question."""

    table: str
    seq: Annotated[int, Range(0, 1_000_000)]
    text: str | None = None


@dataclass(frozen=True)
class Answer:
    """The ruling was given."""

    call: Annotated[int, Range(1, 1_000_000)]


@dataclass(frozen=True)
class SetClock:
    """When time is called; none where nobody is waiting for it."""

    until: str | None = None


@dataclass(frozen=True)
class Order:
    by: RankBy


@dataclass(frozen=True)
class Close:
    """The evening is over."""


Action = Come | Leave | Join | PutOut | Pair | Swap | Call | Answer | SetClock | Order | Close
ACTION = actions((Come, Leave, Join, PutOut, Pair, Swap, Call, Answer, SetClock, Order, Close), {})


@dataclass(frozen=True)
class OpenCall:
    """A call nobody has answered yet, by its number."""

    number: int
    table: str
    seq: int
    text: str | None = None


@dataclass(frozen=True)
class EveningState:
    """``tables``: those that take part, with the number of the round they came in. ``rounds``: who was to play whom.

    ``of_house``: the owner opened it, so people are called what the book of people says.
    """

    name: str
    of_house: bool = False
    people: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    tables: Mapping[str, int] = field(default_factory=dict)
    rounds: tuple[tuple[Pairing, ...], ...] = ()
    calls: tuple[OpenCall, ...] = ()
    called: int = 0
    until: str | None = None
    by: RankBy = RankBy.WINS
    closed: bool = False

    @property
    def present(self) -> tuple[str, ...]:
        return tuple(name for name in self.people if name not in self.left)

    def found(self, name: str) -> str | None:
        """Somebody who has come, however the name was typed now."""
        return next((one for one in self.people if key_of(one) == key_of(name)), None)


PEOPLE_FIELD = ListOf(TEXT, MOST_PEOPLE)
ROUNDS_FIELD = ListOf(ListOf(ListOf(TEXT, 4, 1), MOST_TABLES), MOST_ROUNDS)
COUNT = Number(0, 1_000_000)
CALL_FIELD: Object[OpenCall] = Object(
    OpenCall,
    {"number": required(COUNT), "table": required(TEXT), "seq": required(COUNT), "text": optional(TEXT)},
)
HEADER: Object[EveningState] = Object(EveningState, {"name": required(TEXT), "of_house": optional(FLAG)})
STATE: Object[EveningState] = Object(
    EveningState,
    {
        **HEADER.members,
        "people": optional(PEOPLE_FIELD),
        "left": optional(PEOPLE_FIELD),
        "tables": optional(MapOf(Number(0, MOST_ROUNDS), most=MOST_TABLES)),
        "rounds": optional(ROUNDS_FIELD),
        "calls": optional(ListOf(CALL_FIELD, MOST_CALLS)),
        "called": optional(COUNT),
        "until": optional(TEXT),
        "by": optional(Word(RankBy)),
        "closed": optional(FLAG),
    },
)


class EveningBook(NotPlayed):
    key = EVENING
    rules_version = "evening/1"
    rules_known: Collection[str] = (rules_version,)

    def open_header(self, header: object, lot: Lot) -> Json:
        return HEADER.write(HEADER.parse(header))

    def begin(self, header: Json) -> EveningState:
        return HEADER.parse(header)

    def play(self, state: EveningState, kind: str, body: Json, lot: Lot | None = None) -> Played:
        if kind != EVENING:
            raise BadInput([Fault("kind", "table.unknown-entry", {"kind": shortened(kind)})])
        return Played(_after(state, ACTION.parse(body)))

    def record(self, state: EveningState, viewer: Viewer = PUBLIC) -> Json:
        return self.snapshot(state)

    def snapshot(self, state: EveningState) -> Json:
        return STATE.write(state)

    def restore(self, snapshot: object) -> EveningState:
        return STATE.parse(snapshot)

    def summary(self, state: EveningState) -> Summary:
        return Summary(state.name, "", (), len(state.rounds), None, state.closed, tables=tuple(state.tables))

    def label(self, kind: str, body: Json) -> Label:
        do = str(body.get("do"))
        if kind != EVENING or do not in ACTION.kinds:
            return Label("label.unknown", {"kind": shortened(kind)})
        return Label(f"label.evening.{do}", {key: shortened(body[key]) for key in NAMES if key in body})

    def with_names(self, document: Json, names: Mapping[str, str]) -> Json:
        """People are named in entries; the header has the name of the evening."""
        called = {key_of(name): to for name, to in names.items()}
        changed = {**document}
        for key in NAMES if "do" in document else ():
            if isinstance(name := document.get(key), str):
                changed[key] = called.get(key_of(name), name)
        if isinstance(pairings := document.get("pairings"), list):
            changed["pairings"] = [[called.get(key_of(name), name) for name in pairing] for pairing in pairings]
        return changed


def _after(state: EveningState, action: Any) -> EveningState:
    match action:
        case Come(name):
            known = state.found(name)
            if known is None:
                state = state if len(state.people) < MOST_PEOPLE else _without_passers_by(state)
                _check(len(state.people) < MOST_PEOPLE, "name", "evening.too-many-people", most=MOST_PEOPLE)
                return replace(state, people=(*state.people, name))
            _check(known in state.left, "name", "evening.here-already", name=known)
            return replace(state, left=_without(state.left, known))
        case Leave(name):
            known = _known(state, name, "name")
            _check(known not in state.left, "name", "evening.left-already", name=known)
            return replace(state, left=(*state.left, known))
        case Join(table):
            _check(table not in state.tables, "table", "evening.takes-part")
            _check(len(state.tables) < MOST_TABLES, "table", "evening.too-many-tables", most=MOST_TABLES)
            return replace(state, tables={**state.tables, table: len(state.rounds)})
        case PutOut(table):
            _check(table in state.tables, "table", "evening.no-such-table")
            tables = {one: number for one, number in state.tables.items() if one != table}
            return replace(state, tables=tables, calls=tuple(call for call in state.calls if call.table != table))
        case Pair(pairings):
            return replace(state, rounds=(*state.rounds, _known_pairings(state, pairings)))
        case Swap(one, other):
            return _swapped(state, _known(state, one, "one"), _known(state, other, "other"))
        case Call(table, seq, text):
            _check(table in state.tables, "table", "evening.no-such-table")
            _check(len(state.calls) < MOST_CALLS, "table", "evening.too-many-calls")
            number = state.called + 1
            return replace(state, calls=(*state.calls, OpenCall(number, table, seq, text)), called=number)
        case Answer(number):
            left = tuple(call for call in state.calls if call.number != number)
            _check(len(left) < len(state.calls), "call", "evening.no-such-call")
            return replace(state, calls=left)
        case SetClock(until):
            _check(until is None or MOMENT.fullmatch(until) is not None, "until", "evening.no-moment")
            return replace(state, until=until)
        case Order(by):
            return replace(state, by=by)
    _check(not state.closed, "", "evening.closed-already")
    return replace(state, closed=True, until=None, calls=())


def _check(holds: bool, path: str, code: str, **params: object) -> None:
    if not holds:
        raise BadInput([Fault(path, code, params)])


def _known(state: EveningState, name: str, path: str) -> str:
    known = state.found(name)
    if known is None:
        raise BadInput([Fault(path, "evening.nobody", {"name": shortened(name)})])
    return known


def _without_passers_by(state: EveningState) -> EveningState:
    """Those who left before they were paired make room."""
    paired = {name for pairings in state.rounds for pairing in pairings for name in pairing}
    gone = [name for name in state.left if name not in paired]
    return replace(
        state,
        people=tuple(name for name in state.people if name not in gone),
        left=tuple(name for name in state.left if name in paired),
    )


def _without(names: tuple[str, ...], name: str) -> tuple[str, ...]:
    return tuple(one for one in names if one != name)


def _known_pairings(state: EveningState, pairings: tuple[Pairing, ...]) -> tuple[Pairing, ...]:
    """Everybody has come, and nobody sits in two places."""
    faults, seated = [], set[str]()
    for number, pairing in enumerate(pairings):
        for seat, name in enumerate(pairing):
            path, known = f"pairings[{number}][{seat}]", state.found(name)
            if known is None or known in state.left:
                faults.append(Fault(path, "evening.nobody", {"name": shortened(name)}))
            elif known in seated:
                faults.append(Fault(path, "evening.paired-twice", {"name": known}))
            seated.add(known or "")
    if len(state.rounds) >= MOST_ROUNDS:
        faults.append(Fault("pairings", "evening.too-many-rounds", {"most": MOST_ROUNDS}))
    if faults:
        raise BadInput(faults)
    return tuple(tuple(state.found(name) or name for name in pairing) for pairing in pairings)


def _swapped(state: EveningState, one: str, other: str) -> EveningState:
    """Also with somebody who has no place in this round."""
    last = state.rounds[-1] if state.rounds else ()
    seated = {name for pairing in last for name in pairing}
    _check(one != other and bool({one, other} & seated), "other", "evening.no-swap")
    places = {one: other, other: one}
    changed = tuple(tuple(places.get(name, name) for name in pairing) for pairing in last)
    return replace(state, rounds=(*state.rounds[:-1], changed))
