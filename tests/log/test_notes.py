"""Notes for minutes, in the memory of one process or shared by several."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.log.notes import KEPT_SECONDS, MOST_PLACES, MemoryNotebook, Notebook, SharedNotebook, notebook
from companion.log.store import Store, open_store
from tests.postgres import Postgres


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture(params=["memory", "shared"])
def notes(request: pytest.FixtureRequest, clock: Clock, postgres: Postgres) -> Iterator[Notebook]:
    if request.param == "memory":
        yield MemoryNotebook(clock)
        return
    with open_store(postgres.emptied()) as store:
        yield SharedNotebook(store, clock)


def test_what_is_changed_is_kept_by_its_place(notes: Notebook) -> None:
    assert notes.read("here") == {}
    with notes.changing("here") as found:
        found["a"] = {"said": "it was “there” 🐊", "n": [1, None]}
        found["b"] = 2
    with notes.changing("there") as found:
        assert found == {}
        found["a"] = "other"
    with notes.changing("here") as found:
        del found["b"]
        found["c"] = 3
    assert notes.read("here") == {"a": {"said": "it was “there” 🐊", "n": [1, None]}, "c": 3}
    assert notes.read("there") == {"a": "other"}


def test_what_fails_changes_nothing(notes: Notebook) -> None:
    with pytest.raises(ZeroDivisionError), notes.changing("here") as found:  # noqa: PT012
        found["a"] = 1
        raise ZeroDivisionError
    assert notes.read("here") == {}


def test_notes_nobody_comes_back_for_are_dropped(postgres: Postgres, clock: Clock) -> None:
    with open_store(postgres.emptied()) as store:
        notes = SharedNotebook(store, clock)
        with notes.changing("here") as found:
            found["a"] = 1
        clock.now += KEPT_SECONDS + 1
        assert notes.read("here") == {}
        with notes.changing("there"):
            pass
        clock.now -= KEPT_SECONDS + 1
        assert notes.read("here") == {}


def test_memory_is_not_filled_by_notes(clock: Clock) -> None:
    notes = MemoryNotebook(clock)
    for number in range(MOST_PLACES + 10):
        with notes.changing(str(number)) as found:
            found["a"] = 1
    kept = sum(bool(notes.read(str(number))) for number in range(MOST_PLACES + 10))
    assert kept <= MOST_PLACES


def test_one_process_writes_nothing_down(store: Store, database: Path | str) -> None:
    kind: Callable[..., object] = MemoryNotebook if isinstance(database, Path) else SharedNotebook
    assert type(notebook(store)) is kind
