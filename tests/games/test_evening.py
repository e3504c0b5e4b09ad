"""An evening and a league as logs: what each entry changes, and what is refused."""

import pytest

from companion.formats.faults import BadInput
from companion.games.evening import EVENING, MOST_PEOPLE, EveningBook, EveningState, OpenCall, RankBy
from companion.games.league import LEAGUE, LeagueBook, LeagueState

BOOK = EveningBook()
START = EveningState("Friday")


def after(*bodies: dict[str, object], state: EveningState = START) -> EveningState:
    for body in bodies:
        state = BOOK.play(state, EVENING, body).state
    return state


def faults(body: dict[str, object], state: EveningState = START) -> list[tuple[str, str]]:
    with pytest.raises(BadInput) as bad:
        BOOK.play(state, EVENING, body)
    return [(fault.path, fault.code) for fault in bad.value.faults]


def come(*names: str) -> EveningState:
    return after(*({"do": "come", "name": name} for name in names))


def test_people_come_leave_and_come_back_under_one_name() -> None:
    state = come("Ada", "Ben")
    assert faults({"do": "come", "name": " ada"}, state) == [("name", "evening.here-already")]
    state = after({"do": "leave", "name": "ADA"}, state=state)
    assert state.present == ("Ben",)
    assert faults({"do": "leave", "name": "Ada"}, state) == [("name", "evening.left-already")]
    state = after({"do": "come", "name": "ada"}, state=state)
    assert state.present == ("Ada", "Ben")


def test_who_left_before_a_round_was_paired_makes_room_where_there_is_none() -> None:
    state = come(*(f"Guest {number}" for number in range(MOST_PEOPLE)))
    assert faults({"do": "come", "name": "Ada"}, state) == [("name", "evening.too-many-people")]
    first, second, third = ({"do": "leave", "name": f"Guest {number}"} for number in (0, 1, 2))
    round_one = {"do": "pair", "pairings": [["Guest 0", "Guest 5"]]}
    state = after(round_one, first, second, third, {"do": "come", "name": "Ada"}, state=state)
    assert state.left == ("Guest 0",), "who has played is still known"
    assert state.people[:2] == ("Guest 0", "Guest 3")
    assert (len(state.people), state.people[-1]) == (MOST_PEOPLE - 1, "Ada")


def test_tables_take_part_once_and_their_calls_go_with_them() -> None:
    state = after({"do": "join", "table": "t1"}, {"do": "call", "table": "t1", "seq": 4, "text": "Water?"})
    assert state.calls == (OpenCall(1, "t1", 4, "Water?"),)
    assert faults({"do": "join", "table": "t1"}, state) == [("table", "evening.takes-part")]
    assert faults({"do": "call", "table": "t2", "seq": 0}, state) == [("table", "evening.no-such-table")]
    assert after({"do": "put-out", "table": "t1"}, state=state).calls == ()


def test_calls_are_answered_by_number_and_numbers_are_not_used_again() -> None:
    call = {"do": "call", "table": "t1", "seq": 4}
    state = after({"do": "join", "table": "t1"}, call, {"do": "answer", "call": 1}, call)
    assert [one.number for one in state.calls] == [2]
    assert faults({"do": "answer", "call": 1}, state) == [("call", "evening.no-such-call")]


def test_a_round_names_everybody_once_and_nobody_who_is_not_there() -> None:
    state = come("Ada", "Ben", "Cleo")
    pairings = [["Ada", "Ada"], ["Dora", "Ben"]]
    assert faults({"do": "pair", "pairings": pairings}, state) == [
        ("pairings[0][1]", "evening.paired-twice"),
        ("pairings[1][0]", "evening.nobody"),
    ]
    state = after(
        {"do": "pair", "pairings": [["ada", "Ben"]]}, {"do": "swap", "one": "Ben", "other": "Cleo"}, state=state
    )
    assert state.rounds == ((("Ada", "Cleo"),),)
    assert faults({"do": "swap", "one": "Ben", "other": "Ben"}, state) == [("other", "evening.no-swap")]


def test_time_is_a_moment_or_none() -> None:
    assert after({"do": "set-clock", "until": "2026-11-18T21:00:00Z"}).until == "2026-11-18T21:00:00Z"
    assert faults({"do": "set-clock", "until": "nine"}) == [("until", "evening.no-moment")]
    assert after({"do": "set-clock", "until": "2026-11-18T21:00:00Z"}, {"do": "close"}).until is None
    assert faults({"do": "close"}, after({"do": "close"})) == [("", "evening.closed-already")]


def test_an_evening_comes_back_from_its_snapshot_as_it_was() -> None:
    state = after(
        {"do": "come", "name": "Ada"},
        {"do": "come", "name": "Ben"},
        {"do": "join", "table": "t1"},
        {"do": "pair", "pairings": [["Ben", "Ada"]]},
        {"do": "call", "table": "t1", "seq": 2},
        {"do": "leave", "name": "Ada"},
        {"do": "order", "by": "share"},
        {"do": "set-clock", "until": "2026-11-18T21:00:00Z"},
    )
    assert state.by is RankBy.SHARE
    assert BOOK.restore(BOOK.snapshot(state)) == state


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"do": "dance"},
        {"do": "come"},
        {"do": "come", "name": ""},
        {"do": "answer", "call": 0},
        {"do": "pair", "pairings": []},
    ],
)
def test_what_is_no_entry_of_an_evening_is_refused(body: dict[str, object]) -> None:
    assert faults(body)


def test_a_deleted_person_has_no_name_in_entries() -> None:
    names = {"Ada": "#1"}
    assert BOOK.with_names({"do": "come", "name": "Ada"}, names) == {"do": "come", "name": "#1"}
    paired = {"do": "pair", "pairings": [["Ben", "Ada"]]}
    assert BOOK.with_names(paired, names) == {"do": "pair", "pairings": [["Ben", "#1"]]}
    assert BOOK.with_names({"name": "Ada"}, names) == {"name": "Ada"}, "the evening's own name is nobody's"


def test_a_league_counts_an_evening_once() -> None:
    book, state = LeagueBook(), LeagueState("Winter")
    state = book.play(state, LEAGUE, {"do": "add-evening", "evening": "e1"}).state
    with pytest.raises(BadInput):
        book.play(state, LEAGUE, {"do": "add-evening", "evening": "e1"})
    state = book.play(state, LEAGUE, {"do": "publish", "public": True}).state
    assert (state.evenings, state.public) == (("e1",), True)
    assert book.restore(book.snapshot(state)) == state
    assert book.play(state, LEAGUE, {"do": "drop-evening", "evening": "e1"}).state.evenings == ()
