"""A league: several evenings, counted together. Kept like a table, so that every change can be undone."""

from collections.abc import Collection
from dataclasses import dataclass, replace

from companion.formats.actions import actions
from companion.formats.faults import BadInput, Fault, shortened
from companion.formats.fields import FLAG, TEXT, Word
from companion.formats.objects import ListOf, Object, optional, required
from companion.games.contract import Json, Label, Lot, Played, Summary
from companion.games.evening import Order, RankBy
from companion.games.not_played import NotPlayed
from companion.games.viewer import PUBLIC, Viewer

LEAGUE = "league"
"""The key of its log, and the kind of its entries."""
MOST_EVENINGS = 200


@dataclass(frozen=True)
class AddEvening:
    evening: str


@dataclass(frozen=True)
class DropEvening:
    evening: str


@dataclass(frozen=True)
class Publish:
    """Everybody who has the address may see the standings, or nobody any more."""

    public: bool


ACTION = actions((AddEvening, DropEvening, Order, Publish), {})


@dataclass(frozen=True)
class LeagueState:
    """``of_house``: the owner made it, so people are called what the book of people says."""

    name: str
    of_house: bool = False
    evenings: tuple[str, ...] = ()
    by: RankBy = RankBy.WINS
    public: bool = False


HEADER: Object[LeagueState] = Object(LeagueState, {"name": required(TEXT), "of_house": optional(FLAG)})
STATE: Object[LeagueState] = Object(
    LeagueState,
    {
        **HEADER.members,
        "evenings": optional(ListOf(TEXT, MOST_EVENINGS)),
        "by": optional(Word(RankBy)),
        "public": optional(FLAG),
    },
)


class LeagueBook(NotPlayed):
    key = LEAGUE
    rules_version = "league/1"
    rules_known: Collection[str] = (rules_version,)

    def open_header(self, header: object, lot: Lot) -> Json:
        return HEADER.write(HEADER.parse(header))

    def begin(self, header: Json) -> LeagueState:
        return HEADER.parse(header)

    def play(self, state: LeagueState, kind: str, body: Json, lot: Lot | None = None) -> Played:
        if kind != LEAGUE:
            raise BadInput([Fault("kind", "table.unknown-entry", {"kind": shortened(kind)})])
        match ACTION.parse(body):
            case AddEvening(evening):
                if evening in state.evenings or len(state.evenings) >= MOST_EVENINGS:
                    raise BadInput([Fault("evening", "league.counted-already")])
                return Played(replace(state, evenings=(*state.evenings, evening)))
            case DropEvening(evening):
                if evening not in state.evenings:
                    raise BadInput([Fault("evening", "league.not-counted")])
                return Played(replace(state, evenings=tuple(one for one in state.evenings if one != evening)))
            case Order(by):
                return Played(replace(state, by=by))
            case Publish(public):
                return Played(replace(state, public=public))
        raise AssertionError(body)

    def record(self, state: LeagueState, viewer: Viewer = PUBLIC) -> Json:
        return self.snapshot(state)

    def snapshot(self, state: LeagueState) -> Json:
        return STATE.write(state)

    def restore(self, snapshot: object) -> LeagueState:
        return STATE.parse(snapshot)

    def summary(self, state: LeagueState) -> Summary:
        return Summary(state.name, "", (), 1, None, False, tables=state.evenings)

    def label(self, kind: str, body: Json) -> Label:
        do = str(body.get("do"))
        known = kind == LEAGUE and do in ACTION.kinds
        return Label(f"label.league.{do}" if known else "label.unknown", {} if known else {"kind": shortened(kind)})
