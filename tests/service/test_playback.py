"""A course goes through every state of a table, and its race ends on the pad."""

from pathlib import Path

import pytest

from companion.games.facts import FactKind
from companion.log.entries import effective
from companion.service.files import import_log
from companion.service.playback import PlaybackCache
from companion.service.replay import replay
from companion.service.tables import Tables
from tests.golden_files import golden_logs, name_of, read, states_of
from tests.service.tools import begun, turns


@pytest.mark.parametrize("path", golden_logs(), ids=name_of)
def test_the_race_ends_on_the_final_pad_and_the_replay_at_the_table(tables: Tables, path: Path) -> None:
    log = read(path)
    look = import_log(tables, log)
    course = PlaybackCache(tables).course(look.info.id)
    assert [step.state for step in course.steps] == states_of(log)
    assert course.last.state == look.state
    assert course.scoreboard is not None
    assert course.laps[-1].totals == course.scoreboard.totals
    expected = read(path.with_suffix("").with_suffix(".expected.json"))
    ranked = expected.get("teams") or expected["players"]
    assert course.laps[-1].totals == {name: sheet["total"] for name, sheet in ranked.items()}  # type: ignore[attr-defined]


@pytest.mark.parametrize("path", golden_logs()[::5], ids=name_of)
def test_every_turn_is_a_lap_and_rounds_never_go_back(tables: Tables, path: Path) -> None:
    look = import_log(tables, read(path))
    laps = PlaybackCache(tables).course(look.info.id).laps
    rounds = [lap.round for lap in laps]
    assert rounds == sorted(rounds)
    assert (laps[0].round, laps[0].player) == (0, None)
    players = look.summary.players
    # Each player has as many turns as the game had rounds (D-END-02).
    turns = [lap.player for lap in laps if lap.player]
    assert {name: turns.count(name) for name in players} == dict.fromkeys(players, look.summary.round)


def test_routes_are_those_that_were_told(tables: Tables) -> None:
    log = read(golden_logs()[0])
    look = import_log(tables, log)
    course = PlaybackCache(tables).course(look.info.id)
    facts = [fact for step in course.steps for fact in step.facts if fact.kind is FactKind.ROUTE]
    told = [entry["body"] for entry in log["entries"] if entry["body"].get("do") == "place-camp"]  # type: ignore[attr-defined, union-attr]
    assert [(fact.player, len(fact.spaces)) for fact in facts] == [(body["player"], len(body["path"])) for body in told]


def test_what_was_undone_is_left_out_unless_asked_for(tables: Tables) -> None:
    path = next(path for path in golden_logs() if path.stem == "undo-redo-and-corrections")
    look = import_log(tables, read(path))
    playbacks = PlaybackCache(tables)
    entries = tables.entries(look.info.id, look.seq)
    counting, everything = playbacks.course(look.info.id), playbacks.course(look.info.id, undone=True)
    assert [step.seq for step in counting.steps[1:]] == [entry.seq for entry in effective(entries)]
    assert [step.seq for step in everything.steps[1:]] == [entry.seq for entry in entries]
    assert everything.last.state == counting.last.state
    assert not all(step.counts for step in everything.steps)


def test_a_course_is_kept_until_the_table_moves_on(tables: Tables) -> None:
    look = import_log(tables, read(golden_logs()[0]))
    playbacks = PlaybackCache(tables)
    first = playbacks.course(look.info.id)
    assert playbacks.course(look.info.id) is first
    tables.undo(look.info.id, look.seq, "one-back")
    assert len(playbacks.course(look.info.id).steps) == len(first.steps) - 1


def test_memory_is_not_filled_by_long_logs(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.service.playback.MOST_STEPS", 4)
    monkeypatch.setattr("companion.service.playback.STEPS_KEPT", 9)
    looks = [turns(tables, begun(tables, stories=False), 6) for _ in range(3)]
    playbacks = PlaybackCache(tables)
    for look in looks:
        for undone in (False, True):
            course = playbacks.course(look.info.id, undone=undone)
            assert len(course.steps) == 1 + 4
            assert course.broken is not None
            assert (course.broken.seq, course.broken.code) == (5, "log.too-long")
    assert len(playbacks._kept) == 1


def test_opening_a_table_keeps_only_the_last_states_on_the_way(tables: Tables) -> None:
    look = turns(tables, begun(tables, stories=False), 6)
    entries = tables.entries(look.info.id, look.seq)
    replayed = replay(look.game, look.game.begin(dict(look.info.header or {})), entries, 2)
    assert (replayed.played, len(replayed.states)) == (6, 2)
    assert replayed.states[-1][1] == look.state
