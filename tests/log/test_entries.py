"""The undo/redo filter: worked by hand first, then its laws."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.log.entries import (
    AMEND,
    REDO,
    UNDO,
    Entry,
    Timeline,
    effective,
    redoable,
    same_request,
    timeline,
    undoable,
)
from tests.log.logs import draft, entry, log, seqs


@pytest.mark.parametrize(
    ("kinds", "kept"),
    [
        ((), []),
        (("a", "b"), [1, 2]),
        (("a", "b", "undo"), [1]),
        (("a", "b", "undo", "undo"), []),
        (("a", "b", "undo", "redo"), [1, 2]),
        (("a", "b", "undo", "undo", "redo"), [1]),
        (("a", "b", "undo", "c"), [1, 4]),
        # What was undone before c cannot come back after it.
        (("a", "b", "undo", "c", "redo"), [1, 4]),
        # But c, undone in its turn, can; and b, undone before it, still cannot.
        (("a", "b", "undo", "c", "undo", "redo", "redo"), [1, 4]),
        (("a", "b", "c", ("undo", 1)), [1]),
        (("a", "b", "c", ("undo", 1), "redo"), [1, 2, 3]),
        (("a", "b", "c", ("undo", 0)), []),
        # b at 2 is out already: going back to 2 takes away what came after it, and does not bring b back.
        (("a", "b", "undo", "c", ("undo", 2)), [1]),
        # One undo at a time, then several at once: redo returns them in the same portions.
        (("a", "b", "c", "undo", ("undo", 0), "redo"), [1, 2]),
        (("a", "b", "c", "undo", ("undo", 0), "redo", "redo"), [1, 2, 3]),
        # Nothing to undo or redo: nothing happens, and it costs no redo.
        (("undo", "redo", "a"), [3]),
        (("a", "undo", "undo", "redo"), [1]),
        (("a", "undo", ("undo", 7), "redo"), [1]),
    ],
)
def test_effective_worked_by_hand(kinds: tuple[str | tuple[str, int], ...], kept: list[int]) -> None:
    assert seqs(effective(log(*kinds))) == kept


def test_undoable_and_redoable_name_what_the_next_one_hits() -> None:
    entries = log("a", "b", "c", ("undo", 1))
    assert undoable(entries) == entries[0]
    assert redoable(entries) == entries[1:3]
    assert undoable(()) is None
    assert redoable(log("a", "undo", "b")) == ()


def test_same_request_looks_at_what_the_client_said_alone() -> None:
    first = draft("x", n=1, m=2)
    assert same_request(first, draft("x", at="2027-01-01T00:00:00Z", m=2, n=1).numbered(4))
    assert not same_request(first, draft("x", n=1))
    assert not same_request(first, draft("x", by="Bo", n=1, m=2))
    assert not same_request(first, draft("x", kind="correction", n=1, m=2))


def amendment(seq: int, number: int, instead: dict[str, object] | None = None) -> Entry:
    body = {"entry": number} | ({} if instead is None else {"kind": "action", "body": instead})
    return replace(entry(seq, AMEND), body=body)


@st.composite
def logs(draw: st.DrawFn) -> tuple[Entry, ...]:
    kinds = draw(st.lists(st.sampled_from(["action", "correction", UNDO, "undo-to", REDO, AMEND]), max_size=30))
    entries = []
    for seq, kind in enumerate(kinds, start=1):
        if kind == "undo-to":
            entries.append(entry(seq, UNDO, to=draw(st.integers(0, seq))))
        elif kind == AMEND:
            standing = [each.seq for each in timeline(entries).kept if each.kind != AMEND]
            instead = {"instead": seq} if draw(st.booleans()) else None
            entries.append(amendment(seq, draw(st.sampled_from(standing)), instead) if standing else entry(seq))
        else:
            entries.append(entry(seq, kind))
    return tuple(entries)


def about(one: Entry) -> int:
    number = one.body["entry"] if one.kind == AMEND else one.seq
    assert isinstance(number, int)
    return number


def by_whole_states(entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
    """The same filter told another way: undo puts the whole state on a pile, redo takes the top one back."""
    state: tuple[Entry, ...] = ()
    pile: list[tuple[Entry, ...]] = []
    for each in entries:
        if each.kind == UNDO:
            to = each.body.get("to")
            stays = [kept for kept in state if isinstance(to, int) and (kept.seq <= to or about(kept) <= to)]
            earlier = state[:-1] if to is None else tuple(stays)
            if earlier != state:
                pile.append(state)
                state = earlier
        elif each.kind == REDO:
            state = pile.pop() if pile else state
        else:
            state, pile = (*state, each), []
    return state


@given(logs())
def test_what_stands_agrees_with_whole_states(entries: tuple[Entry, ...]) -> None:
    assert timeline(entries).kept == by_whole_states(entries)


@given(logs())
def test_effective_keeps_order_and_drops_undo_redo_and_amendments(entries: tuple[Entry, ...]) -> None:
    kept = effective(entries)
    assert seqs(kept) == sorted({each.seq for each in kept})
    assert all(each.kind not in (UNDO, REDO, AMEND) for each in kept)


@given(logs())
def test_of_several_amendments_of_an_entry_the_last_one_holds(entries: tuple[Entry, ...]) -> None:
    wanted: dict[int, object] = {}
    for each in by_whole_states(entries):
        if each.kind == AMEND:
            wanted[about(each)] = each.body.get("body")
        else:
            wanted[each.seq] = each.body
    given = {each.seq: each.body for each in effective(entries)}
    assert given == {seq: body for seq, body in wanted.items() if body is not None}


def test_a_changed_entry_keeps_its_number_and_who_recorded_it_when() -> None:
    first, second = entry(1, name="a"), entry(2, name="b")
    changed = effective((first, second, amendment(3, 1, {"name": "c"})))
    assert [(one.seq, one.id, one.kind, one.body) for one in changed] == [
        (1, "e1", "action", {"name": "c"}),
        (2, "e2", "action", {"name": "b"}),
    ]
    assert (changed[0].by, changed[0].at) == (first.by, first.at)


def test_an_entry_taken_out_is_back_when_that_is_undone() -> None:
    entries = (*log("a", "b"), amendment(3, 1))
    assert seqs(effective(entries)) == [2]
    assert seqs(effective((*entries, entry(4, UNDO)))) == [1, 2]


def test_going_back_to_an_entry_keeps_it_as_it_was_changed() -> None:
    entries = (*log("a", "b", "c"), amendment(4, 1), amendment(5, 3), entry(6, UNDO, to=2))
    assert seqs(effective(entries)) == [2]
    assert seqs(effective((*entries, entry(7, REDO)))) == [2]
    assert seqs(timeline((*entries, entry(7, REDO))).kept) == [1, 2, 3, 4, 5]


@given(logs())
def test_one_entry_at_a_time_gives_the_same_timeline(entries: tuple[Entry, ...]) -> None:
    step_by_step = Timeline()
    for each in entries:
        step_by_step = step_by_step.then(each)
    assert step_by_step == timeline(entries)


@given(logs(), st.booleans(), st.integers(0, 30))
def test_undo_then_redo_changes_nothing(entries: tuple[Entry, ...], far: bool, to: int) -> None:
    # Back to a moment at which something is left to take away: an undo of nothing would let redo reach further back.
    before = timeline(entries)
    if before.undoable is None:
        return
    seq = len(entries) + 1
    undo = entry(seq, UNDO, to=min(to, before.undoable.seq - 1)) if far else entry(seq, UNDO)
    undone = before.then(undo)
    assert len(undone.kept) < len(before.kept)
    assert undone.then(entry(seq + 1, REDO)) == before


@given(logs())
def test_undoing_and_redoing_everything(entries: tuple[Entry, ...]) -> None:
    start = now = timeline(entries)
    for seq in range(len(start.kept)):
        now = now.then(entry(len(entries) + 1 + seq, UNDO))
    assert now.effective == ()
    for seq in range(len(start.kept)):
        now = now.then(entry(2 * len(entries) + 1 + seq, REDO))
    assert now == start


@given(logs())
def test_a_new_entry_makes_redo_impossible(entries: tuple[Entry, ...]) -> None:
    after = timeline(entries).then(entry(len(entries) + 1))
    assert after.redoable == ()
    assert after.then(entry(len(entries) + 2, REDO)) == after


@given(logs())
def test_undoable_is_what_undo_takes_and_redoable_what_redo_brings(entries: tuple[Entry, ...]) -> None:
    now = timeline(entries)
    undone = now.then(entry(len(entries) + 1, UNDO))
    assert undone.kept == now.kept[:-1]
    assert now.undoable is None or undone.redoable == (now.undoable,)
    redone = now.then(entry(len(entries) + 1, REDO))
    assert set(redone.kept) == {*now.kept, *now.redoable}
