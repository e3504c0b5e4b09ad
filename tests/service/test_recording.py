"""Asking twice records once, asking too late records nothing, and whoever asks together loses nothing."""

import threading
from pathlib import Path

import pytest

from companion.log.errors import DiskFull, UnknownTable
from companion.log.store import Store, open_store
from companion.service.answers import IdTaken, Missed, Recorded
from companion.service.tables import Tables
from tests.looks import every_look
from tests.service.tools import NOW, begun, first_lot, recorded, take, turns, without_stories
from tests.wooden import Json


def test_a_repeated_request_is_recorded_once(tables: Tables) -> None:
    look = without_stories(tables)
    for _ in range(3):
        outcome = tables.record(look.info.id, 0, "once", "action", take("Alix", 1, 2), "Alix")
        assert isinstance(outcome, Recorded)
        assert outcome.entry.seq == 1
    assert outcome.repeated
    assert outcome.look.seq == 1


@pytest.mark.parametrize("seen", [0, 1, 7])
def test_a_repeated_request_is_known_however_much_its_author_has_seen(tables: Tables, seen: int) -> None:
    """A camp that stands already could not be placed once more: the request must be known before it is judged."""
    look = without_stories(tables)
    camp: Json = {"do": "place-camp", "player": "Alix", "to": [1, 0]}
    recorded(tables, look, "camp", "action", camp)
    outcome = tables.record(look.info.id, seen, "camp", "action", camp)
    assert isinstance(outcome, Recorded)
    assert outcome.repeated
    assert outcome.look.seq == 1


@pytest.mark.parametrize(
    "again",
    [
        {"places": [1, 2], "refill": []},
        {"places": [1, 2], "refill": None},
        {"places": [1, 2]},
    ],
)
def test_a_repeated_request_may_be_spelled_otherwise(tables: Tables, again: Json) -> None:
    look = without_stories(tables)
    recorded(tables, look, "once", "action", take("Alix", 1, 2))
    outcome = tables.record(look.info.id, 0, "once", "action", {**take("Alix"), **again})
    assert isinstance(outcome, Recorded)
    assert outcome.repeated


def test_a_lot_is_drawn_once(store: Store) -> None:
    """An odd berry falls to one of two equal halves (R-24); asking again must not draw again."""
    drawn: list[int] = []

    def lot(below: int, number: int) -> list[int]:
        drawn.append(below)
        return [below - 1]

    tables = Tables(store, lot=lot, now=lambda: NOW)
    # Three forests in a row with three berries, and Water beside the middle one.
    spaces = [
        {"at": [0, 0], "terrain": "forest"},
        {"at": [1, 0], "terrain": "forest", "berries": 3},
        {"at": [2, 0], "terrain": "forest"},
        {"at": [1, 1], "terrain": "water"},
    ]
    table: Json = {
        "format": "dewan-table/1",
        "scenario": "downpour",
        "players": [{"name": "Alix"}, {"name": "Billy"}],
        "first_player": "Alix",
        "map": {"spaces": spaces},
    }
    look = tables.create("dewan", {"table": table, "stories": False})
    marker: Json = {"do": "place-marker", "player": "Alix", "at": [1, 0]}
    for _ in range(2):
        outcome = tables.record(look.info.id, 0, "rain", "action", marker)
        assert isinstance(outcome, Recorded)
        assert outcome.entry.body["lot"] == [[2, 0]]
    assert drawn == [2]
    # Two parts of one space each: one berry stays with each, the odd one fell to the second.
    assert outcome.look.state.play.table.board.berries == {(0, 0): 1, (2, 0): 2}
    assert Tables(store).look(look.info.id).state == outcome.look.state


def test_the_first_player_is_drawn_and_recorded(store: Store) -> None:
    tables = Tables(store, lot=lambda below, number: [below - 1], now=lambda: NOW)
    table: Json = {"format": "dewan-table/1", "scenario": "base", "players": [{"name": "Alix"}, {"name": "Billy"}]}
    look = tables.create("dewan", {"table": table, "stories": False})
    assert look.summary.turn == "Billy"
    assert Tables(store).look(look.info.id).summary.turn == "Billy"


def test_a_stale_request_is_told_what_it_missed(tables: Tables) -> None:
    look = turns(tables, without_stories(tables), 3)
    outcome = tables.record(look.info.id, 1, "late", "action", take("Alix", 3, 4))
    assert isinstance(outcome, Missed)
    assert [(line.seq, line.label.code) for line in outcome.since] == [(2, "label.take-cards"), (3, "label.take-cards")]
    assert outcome.look.seq == 3
    assert tables.look(look.info.id).seq == 3


def test_a_number_nobody_has_seen_yet_is_stale_too(tables: Tables) -> None:
    look = without_stories(tables)
    outcome = tables.record(look.info.id, 5, "early", "action", {"do": "nonsense"})
    assert isinstance(outcome, Missed)
    assert outcome.since == ()


@pytest.mark.parametrize(
    ("kind", "body", "by"),
    [
        ("action", take("Alix", 3, 4), None),
        ("action", take("Alix", 1, 2), "Billy"),
        ("score", {"column": "Alix", "row": "fire", "points": 3}, None),
        ("undo", {}, None),
        ("action", {"do": "nonsense"}, None),
    ],
)
def test_an_id_stands_for_one_request(tables: Tables, kind: str, body: Json, by: str | None) -> None:
    look = recorded(tables, without_stories(tables), "mine", "action", take("Alix", 1, 2))
    for seen in (0, 1):
        outcome = tables.record(look.info.id, seen, "mine", kind, body, by)
        assert isinstance(outcome, IdTaken)
    assert tables.look(look.info.id) == look


def test_the_same_id_at_two_tables_are_two_entries(tables: Tables) -> None:
    one, other = without_stories(tables), without_stories(tables)
    assert recorded(tables, one, "e", "action", take("Alix", 1, 2)).seq == 1
    assert recorded(tables, other, "e", "action", take("Alix", 2, 3)).seq == 1


@pytest.mark.parametrize("services", [1, 2])
def test_recording_at_once_loses_and_doubles_nothing(database: Path, services: int) -> None:
    """Four clients, each of which asks again until its entry is in; with one service, and with two on one file."""
    each = 6
    with open_store(database) as first, open_store(database) as second:
        shared = [Tables(store, lot=first_lot, now=lambda: NOW) for store in (first, second)][:services]
        table = without_stories(shared[0]).info.id
        troubles: list[BaseException] = []

        def client(number: int) -> None:
            tables = shared[number % services]
            try:
                seen = 0
                for i in range(each):
                    body = {"column": "Alix", "row": "fire", "points": 100 * number + i}
                    while not isinstance(
                        outcome := tables.record(table, seen, f"c{number}-{i}", "score", body), Recorded
                    ):
                        seen = outcome.look.seq
                    seen = outcome.look.seq
                    again = tables.record(table, seen, f"c{number}-{i}", "score", body)
                    assert isinstance(again, Recorded)
                    assert again.repeated
            except BaseException as trouble:
                troubles.append(trouble)
                raise

        threads = [threading.Thread(target=client, args=(number,)) for number in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)
        assert not troubles
        entries = first.entries(table)
        assert sorted(entry.id for entry in entries) == sorted(f"c{n}-{i}" for n in range(4) for i in range(each))
        assert [entry.seq for entry in entries] == list(range(1, 4 * each + 1))
        final = Tables(first).look(table)
        assert final.state.typed == {"Alix": {"fire": entries[-1].body["points"]}}
        assert all(tables.look(table).state == final.state for tables in shared)


def test_two_clients_with_the_same_request_record_it_once(tables: Tables) -> None:
    look = without_stories(tables)
    outcomes: list[object] = []
    start = threading.Barrier(4)

    def client() -> None:
        start.wait(10)
        outcomes.append(tables.record(look.info.id, 0, "same", "action", take("Alix", 1, 2)))

    threads = [threading.Thread(target=client) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert sum(isinstance(outcome, Recorded) and not outcome.repeated for outcome in outcomes) == 1
    assert sum(isinstance(outcome, Recorded) for outcome in outcomes) == 4
    assert tables.look(look.info.id).seq == 1


def test_what_breaks_a_rule_is_recorded_with_its_verdict(tables: Tables) -> None:
    look = without_stories(tables)
    outcome = tables.record(look.info.id, 0, "e", "action", take("Billy", 1, 3))
    assert isinstance(outcome, Recorded)
    assert outcome.entry.verdict == [
        {"code": "turn.not-your-turn", "rule": "D-TURN-01", "spaces": [], "params": {"player": "Alix"}},
        {"code": "take.not-side-by-side", "rule": "D-TAKE-01", "spaces": [], "params": {}},
    ]
    assert outcome.entry.rules == "dewan/1"
    (line,) = tables.history(look.info.id)
    assert line.reasons == ("D-TURN-01", "D-TAKE-01")


def test_history_tells_what_was_undone(tables: Tables) -> None:
    look = turns(tables, without_stories(tables), 2)
    assert look.undo is not None
    assert look.undo.params == {"player": "Billy"}
    outcome = tables.undo(look.info.id, look.seq, "u", "Alix")
    assert isinstance(outcome, Recorded)
    assert outcome.look.redo == look.undo
    lines = tables.history(look.info.id)
    assert [(line.seq, line.kind, line.counts) for line in lines] == [
        (1, "action", True),
        (2, "action", False),
        (3, "undo", True),
    ]
    assert tables.history(look.info.id, since=2) == lines[2:]


def test_an_entry_after_an_undo_makes_redo_impossible(tables: Tables) -> None:
    look = turns(tables, without_stories(tables), 2)
    tables.undo(look.info.id, 2, "u")
    look = recorded(tables, tables.look(look.info.id), "other", "action", take("Billy", 5, 6))
    assert look.redo is None


def test_a_snapshot_that_cannot_be_stored_troubles_nobody(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise DiskFull()

    tables = Tables(store, lot=first_lot, now=lambda: NOW)
    monkeypatch.setattr(store, "save_snapshot", full)
    look = turns(tables, without_stories(tables), 12)
    assert Tables(store).look(look.info.id).state == look.state


def test_waiting_ends_when_something_is_recorded(tables: Tables) -> None:
    look = without_stories(tables)
    heard: list[int] = []
    listener = threading.Thread(target=lambda: heard.append(tables.wait(look.info.id, 0, 30)))
    listener.start()
    turns(tables, look, 1)
    listener.join(30)
    assert heard == [1]
    assert tables.wait(look.info.id, 0, 30) == 1
    assert tables.wait(look.info.id, 1, 0) == 1


def test_whoever_waits_at_a_deleted_table_is_told(tables: Tables) -> None:
    look = turns(tables, without_stories(tables), 1)
    told: list[BaseException] = []

    def listen() -> None:
        try:
            tables.wait(look.info.id, 1, 30)
        except UnknownTable as gone:
            told.append(gone)

    listener = threading.Thread(target=listen)
    listener.start()
    tables.delete(look.info.id)
    listener.join(30)
    assert len(told) == 1
    with pytest.raises(UnknownTable):
        tables.look(look.info.id)


def test_tables_are_listed_the_last_touched_first(store: Store) -> None:
    clock = iter(f"2026-11-16T19:30:{second:02}Z" for second in range(60))
    tables = Tables(store, lot=first_lot, now=lambda: next(clock))
    one, other = begun(tables), begun(tables, "team", 4)
    listed = every_look(tables)
    assert [look.info.id for look in listed] == [other.info.id, one.info.id]
    tables.record(one.info.id, 0, "e", "score", {"column": "Alix", "row": "fire", "points": 1})
    assert [look.info.id for look in every_look(tables)] == [one.info.id, other.info.id]
    assert [look.summary.scenario for look in every_look(tables)] == ["base", "team"]  # type: ignore[union-attr]
