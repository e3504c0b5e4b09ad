"""A third game needs its rules behind ``Game`` and nothing else: log, undo, corrections and files are there for it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.formats.faults import BadInput
from companion.games.contract import CannotPlay, Game
from companion.games.registry import all_games
from companion.log.store import open_store
from companion.service.answers import Missed, Recorded, TableView
from companion.service.files import export_log, export_record, import_log
from companion.service.tables import Tables
from tests.games.countdown import Count, Countdown

GAME: Game = Countdown()


@pytest.fixture
def tables(tmp_path: Path) -> Iterator[Tables]:
    with open_store(tmp_path / "companion.sqlite3") as store:
        games = {**all_games(), GAME.key: GAME}
        yield Tables(store, games=games, lot=lambda below, number: range(number), now=lambda: "2026-11-16T19:30:00Z")


def step(tables: Tables, look: TableView, player: str, by: int) -> TableView:
    outcome = tables.record(look.info.id, look.seq, f"e{look.seq}", "step", {"player": player, "by": by})
    assert isinstance(outcome, Recorded)
    return outcome.look


@pytest.fixture
def ten(tables: Tables) -> TableView:
    return tables.create("countdown", {"players": ["Ana", "Ben"], "number": 10})


def test_it_is_played_to_its_end(tables: Tables, ten: TableView) -> None:
    look = ten
    for player, by in (("Ana", 3), ("Ben", 3), ("Ana", 3), ("Ben", 1)):
        look = step(tables, look, player, by)
    assert look.summary.over
    assert look.state == Count(("Ana", "Ben"), 0, 4)
    with pytest.raises(CannotPlay):
        step(tables, look, "Ana", 1)


def test_broken_rules_are_recorded_and_told(tables: Tables, ten: TableView) -> None:
    look = step(tables, ten, "Ben", 5)
    assert look.state.number == 5
    assert tables.history(look.info.id)[0].reasons == ("C-1", "C-3")


def test_undo_redo_and_looking_back(tables: Tables, ten: TableView) -> None:
    look = step(tables, step(tables, ten, "Ana", 1), "Ben", 2)
    undone = tables.undo(look.info.id, look.seq, "u")
    assert isinstance(undone, Recorded)
    assert undone.look.state.number == 9
    redone = tables.redo(look.info.id, undone.look.seq, "r")
    assert isinstance(redone, Recorded)
    assert redone.look.state == look.state
    assert tables.look_back(look.info.id, 1).state.number == 9


def test_corrections_conflicts_and_bad_input(tables: Tables, ten: TableView) -> None:
    look = step(tables, ten, "Ana", 1)
    missed = tables.record(ten.info.id, ten.seq, "late", "step", {"player": "Ben", "by": 1})
    assert isinstance(missed, Missed)
    changed = tables.correct(
        ten.info.id, look.seq, "c", "miscounted", [{"op": "replace", "path": "/number", "value": 4}]
    )
    assert isinstance(changed, Recorded)
    assert changed.look.state.number == 4
    with pytest.raises(BadInput):
        tables.create("countdown", {"players": [], "number": "ten"})


def test_it_travels_as_a_file(tables: Tables, ten: TableView) -> None:
    look = step(tables, ten, "Ana", 2)
    assert import_log(tables, export_log(tables, look.info.id)).state == look.state
    assert export_record(tables, look.info.id) == {"players": ["Ana", "Ben"], "number": 8, "turn": 1}


def test_it_is_known_to_these_tests_only() -> None:
    assert GAME.key not in all_games()
