"""Time belongs to whoever's turn it is; breaks and what was undone belong to nobody."""

from collections.abc import Iterator

from companion.log.store import Store
from companion.service.answers import TableView
from companion.service.clocks import Clock, clock_text, clocks
from companion.service.playback import PlaybackCache
from companion.service.tables import Tables
from tests.service.tools import first_lot, recorded, take, without_stories


def played(store: Store, *moments: str) -> tuple[Tables, TableView]:
    """A table whose turns are recorded at these moments, after one where it is made."""
    clock: Iterator[str] = iter(f"2026-11-16T{moment}Z" for moment in moments)
    tables = Tables(store, lot=first_lot, now=lambda: next(clock))
    look = without_stories(tables, row=False)
    for number in range(len(moments) - 1):
        look = recorded(tables, look, f"turn-{number}", "action", take(("Alix", "Billy")[number % 2]))
    return tables, look


def test_what_passes_until_the_next_entry_belongs_to_who_is_on_turn(store: Store) -> None:
    tables, look = played(store, "19:00:00", "19:10:00", "19:10:40", "19:12:40", "19:13:00")
    found = clocks(PlaybackCache(tables).course(look.info.id))
    # Until the first entry the table was set up; what comes after the last is not over.
    assert found.by_player == {"Alix": Clock(120, 1, 120), "Billy": Clock(60, 2, 40)}
    assert found.turn is None
    now = clocks(PlaybackCache(tables).course(look.info.id), "2026-11-16T19:13:25Z")
    assert (now.by_player["Alix"], now.turn) == (Clock(145, 2, 120), "Alix")


def test_a_long_break_and_a_clock_set_back_count_for_nobody(store: Store) -> None:
    tables, look = played(store, "19:00:00", "19:00:00", "19:30:01", "19:20:00", "19:50:00")
    assert {name: one.used for name, one in clocks(PlaybackCache(tables).course(look.info.id)).by_player.items()} == {
        "Alix": 0,
        "Billy": 1800,
    }


def test_a_turn_taken_back_goes_on_for_the_same_player(store: Store) -> None:
    tables, look = played(store, "19:00:00", "19:00:00", "19:00:10", "19:00:30", "19:00:50")
    tables._now = lambda: "2026-11-16T19:01:00Z"
    tables.undo(look.info.id, look.seq, "back")
    found = clocks(PlaybackCache(tables).course(look.info.id), "2026-11-16T19:01:00Z")
    # Billy's second turn, begun at 30 seconds, is not over after all.
    assert {name: one.used for name, one in found.by_player.items()} == {"Alix": 20, "Billy": 40}
    assert found.turn == "Billy"


def test_times_are_written_as_on_a_clock() -> None:
    assert [clock_text(seconds) for seconds in (0, 65, 600, 3605)] == ["0:00", "1:05", "10:00", "1:00:05"]
