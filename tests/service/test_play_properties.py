"""Random play, legal and not, through the real store: what was recorded can be replayed, undone and looked back at."""

import json
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from companion.dewan.formats.course import COURSE
from companion.dewan.formats.play import read_play, write_play
from companion.dewan.formats.table import PLAYED_TABLE, read_table, write_table
from companion.dewan.game import DewanState
from companion.dewan.rules.play import Course
from companion.dewan.rules.scenarios import SCENARIOS
from companion.formats.faults import BadInput
from companion.formats.objects import Object
from companion.games.contract import CannotPlay
from companion.games.viewer import SERVER, Viewer
from companion.log.roles import Role
from companion.service.answers import Recorded, TableView
from companion.service.files import export_log, export_record, import_log
from companion.service.tables import Tables
from tests.empty_database import open_empty_store
from tests.service.moves import SECRET, Move, moves, request_of
from tests.service.tools import NOW, first_lot
from tests.wooden import header

TRACKED = {
    "everything": {},
    "no-map": {"with_map": False},
    "no-row": {"row": False},
    "no-stories": {"stories": False},
    "only-scores": {"with_map": False, "row": False, "stories": False},
}
SEATS = {"base": 3, "team": 4, "downpour": 2, "volcano": 4, "lake-villages": 3}
assert set(SEATS) == set(SCENARIOS)

every_table = pytest.mark.parametrize(("scenario", "tracked"), [(s, t) for s in SEATS for t in TRACKED])
few = settings(
    max_examples=max(3, settings().max_examples // 20), deadline=None, suppress_health_check=list(HealthCheck)
)


@contextmanager
def fresh() -> Iterator[Tables]:
    with tempfile.TemporaryDirectory() as folder, open_empty_store(Path(folder) / "companion.sqlite3") as store:
        yield Tables(store, lot=first_lot, now=lambda: NOW)


def played(tables: Tables, scenario: str, tracked: str, script: list[Move]) -> tuple[TableView, list[DewanState]]:
    """The table after the script, and its state after every entry; what cannot be carried out is left out. Two take
    turns, three moves each, as two processes on one database do."""
    both = (tables, Tables(tables.store, lot=first_lot, now=lambda: NOW))
    look = tables.create("dewan", header(scenario, SEATS[scenario], **TRACKED[tracked]))
    states = [look.state]
    for i, move in enumerate(script):
        kind, body = request_of(look.state, move)
        try:
            outcome = both[i // 3 % 2].record(look.info.id, look.seq, f"e{i}", kind, body)
        except (BadInput, CannotPlay):
            assert tables.look(look.info.id).seq == look.seq
            continue
        assert isinstance(outcome, Recorded)
        look = outcome.look
        assert look.seq == len(states)
        states.append(look.state)
    assert look.broken is None
    return look, states


@every_table
@few
@given(script=moves)
def test_whatever_was_recorded_can_be_replayed_undone_and_exported(
    scenario: str, tracked: str, script: list[Move]
) -> None:
    with fresh() as tables:
        look, states = played(tables, scenario, tracked, script)
        table = look.info.id

        # Another service on the same file sees the same, at every moment, with snapshots and without.
        other = Tables(tables.store, lot=first_lot, now=lambda: NOW)
        assert other.look(table).state == states[-1]
        assert [other.look_back(table, seq).state for seq in range(len(states))] == states
        tables.store.drop_snapshots(table)
        bare = Tables(tables.store, lot=first_lot, now=lambda: NOW)
        assert [bare.look_back(table, seq).state for seq in range(len(states))] == states
        assert bare.look(table).state == states[-1]

        # An exported log makes an equal table; a game under way survives being written and read.
        again = import_log(tables, json.loads(json.dumps(export_log(tables, table, SERVER))))
        assert again.state == states[-1]
        assert (again.undo, again.redo) == (look.undo, look.redo)
        for state in states:
            assert read_play(json.loads(json.dumps(write_play(state.play)))) == state.play
            assert look.game.restore(json.loads(json.dumps(look.game.snapshot(state)))) == state
        record = export_record(tables, table)
        course = {key: record.pop(key) for key in COURSE if key in record}
        assert write_table(PLAYED_TABLE.parse(record)) == record
        read, play = Object(Course, COURSE).parse(course), states[-1].play
        assert (read.round, read.last_round, read.steps) == (play.round, play.last_round, play.steps)
        assert (read.story_row, read.story_stack, read.off_map) == (play.story_row, play.story_stack, play.off_map)

        # Everything back to the start, and back again.
        if look.undo is not None:
            undone = tables.undo(table, look.seq, "all-back", to=0)
            assert isinstance(undone, Recorded)
            assert undone.look.state == states[0]
            assert undone.look.undo is None
            redone = tables.redo(table, undone.look.seq, "all-again")
            assert isinstance(redone, Recorded)
            assert redone.look.state == states[-1]


@few
@given(script=moves)
def test_undone_step_by_step_every_state_comes_back(script: list[Move]) -> None:
    with fresh() as tables:
        look, _ = played(tables, "base", "everything", [move for move in script if move[0] < 30])
        line = [look.state]
        while look.undo is not None:
            outcome = tables.undo(look.info.id, look.seq, f"u{look.seq}")
            assert isinstance(outcome, Recorded)
            look = outcome.look
            line.append(look.state)
        assert look.state == tables.look_back(look.info.id, 0).state
        for state in line[-2::-1]:
            outcome = tables.redo(look.info.id, look.seq, f"r{look.seq}")
            assert isinstance(outcome, Recorded)
            look = outcome.look
            assert look.state == state
        assert look.redo is None


@pytest.mark.parametrize("scenario", SEATS)
@few
@given(script=moves)
def test_what_an_owner_told_is_shown_to_nobody_else(scenario: str, script: list[Move]) -> None:
    with fresh() as tables:
        tell = [(27, i, 1) for i in range(SEATS[scenario])]
        look, states = played(tables, scenario, "everything", [*script, *tell])
        assert any(player.secret for state in states for player in state.play.table.players)
        for state in states:
            assert str(SECRET) not in json.dumps(look.game.record(state))
            for player in state.play.table.players:
                shown = json.dumps(look.game.record(state, Viewer(Role.SEAT, player.name)))
                assert shown.count(str(SECRET)) == player.secret.count(SECRET)
        assert str(SECRET) not in json.dumps(export_log(tables, look.info.id))
        assert str(SECRET) not in repr(tables.history(look.info.id))
        for name in (player.name for player in look.state.play.table.players):
            log = export_log(tables, look.info.id, Viewer(Role.SEAT, name))
            for entry in log["entries"]:
                told = json.dumps(entry)
                owner = entry["body"].get("player") == name or f"/secret/{name}" in told
                assert owner or str(SECRET) not in told


def test_read_table_takes_what_a_lawful_game_exports() -> None:
    with fresh() as tables:
        look = tables.create("dewan", header("base", 2))
        record = export_record(tables, look.info.id)
        assert write_table(read_table(record)) == {key: value for key, value in record.items() if key not in COURSE}
