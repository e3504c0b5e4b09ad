"""Recorded games of every scenario and every way to end, replayed. Old logs must keep opening, and keep their scores.

The expected scores were not taken over from what Companion said: ``tests/plain_score.py`` counts every one of them a
second time from the final table alone.
"""

import json
from pathlib import Path

import pytest

from companion.games.dewan import Dewan, DewanState
from companion.record.table import write_table
from companion.rules.dewan.play import Play
from companion.service.files import import_log
from companion.service.tables import Tables
from companion.table.entries import REDO, UNDO, Entry, timeline
from companion.table.entry_json import parse_log
from companion.table.store import open_store
from tests.golden_files import golden_logs, name_of, score_json
from tests.plain_score import Pad
from tests.wooden import Json

DEWAN = Dewan()
every_log = pytest.mark.parametrize("path", golden_logs(), ids=name_of)


def read(path: Path) -> Json:
    log = json.loads(path.read_text(encoding="utf-8"))
    assert isinstance(log, dict)
    return log


def expected(path: Path) -> Json:
    return read(path.with_suffix(".expected.json"))


def states_of(log: Json) -> list[DewanState]:
    """The states of the entries that count."""
    header = log["header"]
    assert isinstance(header, dict)
    states = [DEWAN.begin(header)]
    for entry in timeline(parse_log(log["entries"])).effective:
        states.append(DEWAN.play(states[-1], entry.kind, dict(entry.body)).state)
    return states


def final(log: Json) -> Play:
    return states_of(log)[-1].play


@every_log
def test_a_recorded_game_opens_and_ends_with_its_scores(path: Path, tmp_path: Path) -> None:
    with open_store(tmp_path / "companion.sqlite3") as store:
        look = import_log(Tables(store), read(path))
    assert look.broken is None
    assert look.summary.over
    assert score_json(look.state.play) == expected(path)


@every_log
def test_counting_by_another_hand_gives_the_same(path: Path) -> None:
    wanted = expected(path)
    pad = Pad(json.loads(json.dumps(write_table(final(read(path)).table))))
    ranked = wanted.get("teams", wanted["players"])
    assert isinstance(ranked, dict)
    assert pad.scores() == {name: column["rows"] for name, column in ranked.items()}
    assert pad.ranking() == wanted["ranking"]
    players = wanted["players"]
    assert isinstance(players, dict)
    for name, column in players.items():
        assert (pad.fire(name), pad.berries(name)) == (column["fire"], column["berries"])


@every_log
def test_the_rules_say_of_every_entry_what_they_said_when_it_was_recorded(path: Path) -> None:
    log = read(path)
    header = log["header"]
    assert isinstance(header, dict)
    said, say = [], []
    played: list[tuple[Entry, DewanState]] = []
    entries = parse_log(log["entries"])
    first = DEWAN.begin(header)
    for entry in entries:
        if entry.kind in (UNDO, REDO):
            continue
        # An entry was judged by the state of those that counted then: replay the log up to it.
        counting = timeline(entries[: entry.seq - 1]).effective
        while played and (len(played) > len(counting) or played[-1][0] != counting[len(played) - 1]):
            played.pop()
        for other in counting[len(played) :]:
            before = played[-1][1] if played else first
            played.append((other, DEWAN.play(before, other.kind, dict(other.body)).state))
        state = played[-1][1] if played else first
        reasons = DEWAN.play(state, entry.kind, dict(entry.body)).reasons
        say.append([reason.code for reason in reasons])
        verdict = entry.verdict if isinstance(entry.verdict, list) else []
        said.append([reason["code"] for reason in verdict])
    assert say == said


def test_the_log_with_troubles_has_them_all() -> None:
    """Undo, redo, a slip that was recorded with its verdict, corrections with a reason, cards told in secret."""
    (path,) = [path for path in golden_logs() if path.stem == "undo-redo-and-corrections"]
    entries = parse_log(read(path)["entries"])
    kinds = {entry.kind for entry in entries}
    assert kinds == {"action", "undo", "redo", "correction"}
    assert any(entry.verdict for entry in entries)
    assert any(entry.body.get("do") == "tell-cards" for entry in entries)
