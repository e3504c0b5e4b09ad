"""Recorded games of every scenario and every way to end, replayed. Old logs must keep opening, and keep their scores.

The expected scores were not taken over from what Companion said: ``tests/plain_score.py`` counts every one of them a
second time from the final table alone.
"""

import json
from pathlib import Path

import pytest

from companion.dewan.formats.table import write_table
from companion.dewan.game import DewanState
from companion.dewan.rules.play import Play
from companion.log.entries import REDO, UNDO, Entry, timeline
from companion.log.entry_json import parse_log
from companion.service.files import import_log
from companion.service.tables import Tables
from tests.empty_database import open_empty_store
from tests.golden_files import DEWAN, golden_logs, name_of, read, score_json, states_of
from tests.plain_score import Pad
from tests.wooden import Json

every_log = pytest.mark.parametrize("path", golden_logs(), ids=name_of)


def expected(path: Path) -> Json:
    return read(path.with_suffix(".expected.json"))


def final(log: Json) -> Play:
    return states_of(log)[-1].play


@every_log
def test_a_recorded_game_opens_and_ends_with_its_scores(path: Path, tmp_path: Path) -> None:
    with open_empty_store(tmp_path / "companion.sqlite3") as store:
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


BY_HAND: dict[str, dict[str, dict[str, int]]] = {
    # All nine camps of either player hang together: one group each. Alix: 3 tokens and 2 symbols; Billy: 2 tokens.
    # Fire: Alix 1 tile and the final camp; Billy 1 tile, 1 tucked and the final camp. 20 to 20, and three cards each.
    "base/shared-victory": {
        "Alix": {"groups": 4, "berries": 10, "fire": 2, "fire_majority": 0},
        "Billy": {"groups": 4, "berries": 4, "fire": 3, "fire_majority": 4},
    },
    # Alix's big group takes in three camps of Charlie's, whose other groups are his alone; of Moon only Billy's camp at
    # the far end touches Dana's. Berries: Alix 1, Charlie 2 + 2; Billy 3 + 1, Dana 1: one pair each.
    "team/middle-player-ends": {
        "Sun": {"groups": 4, "berry_pairs": 4, "fire": 5, "fire_majority": 0},
        "Moon": {"groups": 4, "berry_pairs": 4, "fire": 6, "fire_majority": 4},
    },
    # Alix: two Mountains and two Forests, one Forest shared with Billy, who has six zones. Alix: 2 berries, 3 Fire;
    # Billy: 3 + 2 berries, 5 + 1 + 1 Fire.
    "downpour/markers-run-out": {
        "Alix": {"forest_mountain_zones": 12, "pairs": 8, "fire": 3},
        "Billy": {"forest_mountain_zones": 18, "pairs": 20, "fire": 7},
    },
    # Five Waters: two touch camps of Alix's, three of Billy's; nobody stands beside the other's centre or the volcano,
    # which lava surrounds. Fire is tied at 2. Alix has 1 + 3 berries, Billy one symbol.
    "volcano/markers-run-out": {
        "Alix": {"water_zones": 4, "starting_tiles": 0, "pairs": 6, "fire": 2, "fire_majority": 4},
        "Billy": {"water_zones": 6, "starting_tiles": 0, "pairs": 3, "fire": 2, "fire_majority": 4},
    },
    # Six Waters, from the north: Billy 2 alone (6); Charlie 4 to Billy's 1 (6); Charlie and Alix 2 each (3 and 3);
    # Charlie 1 (6); Charlie 2 (6); Alix 3 (6). Pairs: Alix 2 berries and 1 Fire, Billy 1 berry, Charlie none.
    "lake-villages/middle-player-ends": {
        "Alix": {"water_majorities": 9, "pairs": 3, "fish": 12},
        "Billy": {"water_majorities": 6, "pairs": 3, "fish": 0},
        "Charlie": {"water_majorities": 21, "pairs": 0, "fish": 18},
    },
}
"""Counted by eye on a drawing of the final map, from the rules: place, berry and pair rows of a game a scenario."""


@pytest.mark.parametrize("name", BY_HAND)
def test_rows_counted_by_hand(name: str) -> None:
    (path,) = [path for path in golden_logs() if name_of(path) == name]
    wanted = expected(path)
    columns = wanted.get("teams", wanted["players"])
    assert isinstance(columns, dict)
    for column, rows in BY_HAND[name].items():
        assert {row: columns[column]["rows"][row] for row in rows} == rows
