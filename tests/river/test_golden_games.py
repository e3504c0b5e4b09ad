"""Recorded games of The River, replayed. Old logs must keep opening, and keep their scores."""

from pathlib import Path

import pytest

from companion.log.entries import REDO, UNDO, timeline
from companion.log.entry_json import parse_log
from companion.river.game import RiverState
from companion.river.rules.words import SPACES, MeadowKind
from companion.service.files import import_log
from companion.service.tables import Tables
from tests.empty_database import open_empty_store
from tests.river.golden_files import FOLDER, RIVER, golden_logs, read, score_json, states_of
from tests.river.make_golden import wanted_games

every_log = pytest.mark.parametrize("path", golden_logs(), ids=lambda path: path.stem)


def log_of(name: str) -> list[RiverState]:
    return states_of(read(FOLDER / f"{name}.json"))


@every_log
def test_a_recorded_game_opens_and_ends_with_its_scores(path: Path, tmp_path: Path) -> None:
    with open_empty_store(tmp_path / "companion.sqlite3") as store:
        look = import_log(Tables(store), read(path))
    assert look.broken is None
    assert look.summary.over
    assert score_json(look.state) == read(path.with_suffix(".expected.json"))


@every_log
def test_the_rules_say_of_every_entry_what_they_said_when_it_was_recorded(path: Path) -> None:
    log = read(path)
    entries, header = parse_log(log["entries"]), log["header"]
    assert isinstance(header, dict)
    said, say = [], []
    for entry in entries:
        if entry.kind in (UNDO, REDO):
            continue
        state = RIVER.begin(header)
        for other in timeline(entries[: entry.seq - 1]).effective:
            state = RIVER.play(state, other.kind, dict(other.body)).state
        say.append([reason.code for reason in RIVER.play(state, entry.kind, dict(entry.body)).reasons])
        said.append([reason["code"] for reason in entry.verdict] if isinstance(entry.verdict, list) else [])
    assert say == said


def test_there_is_a_game_for_everything_that_is_wanted() -> None:
    assert {path.stem for path in golden_logs()} == {wanted.name for wanted in wanted_games()}
    written = {path for log in golden_logs() for path in (log, log.with_suffix(".expected.json"))}
    assert set(FOLDER.iterdir()) == written
    games = [states_of(read(path)) for path in golden_logs()]
    assert {len(states[-1].table.players) for states in games} == {2, 3, 4}


def test_every_kind_of_meadow_and_mixed_tiles_were_laid() -> None:
    tiles = [tile for player in log_of("twelve-tiles")[-1].table.players for tile in player.tiles]
    kinds = {tile.meadow.kind for tile in tiles if tile.meadow}
    assert kinds == set(MeadowKind)
    assert any(len(tile.kinds) > 1 for tile in tiles)


@pytest.mark.parametrize(
    ("name", "players", "bonus"),
    [
        ("twelve-tiles", 2, None),
        ("twelve-tiles-three", 3, None),
        ("twelve-tiles-four", 4, None),
        ("four-bonus-tiles", 2, 4),
        ("five-bonus-tiles", 3, 5),
        ("four-players", 4, 5),
    ],
)
def test_every_number_of_players_has_a_game_for_each_way_to_end(name: str, players: int, bonus: int | None) -> None:
    table = log_of(name)[-1].table
    assert len(table.players) == players
    if bonus is None:
        assert max(len(player.tiles) for player in table.players) == SPACES
    else:
        assert max(len(player.bonus) for player in table.players) == bonus


def test_a_fifth_scout_an_exchange_a_discount_and_a_settled_row() -> None:
    assert any(player.scouts_owned == 5 for player in log_of("four-bonus-tiles")[-1].table.players)
    bodies = [entry.body for entry in parse_log(read(FOLDER / "exchange-and-discount.json")["entries"])]
    assert any(body.get("do") == "exchange" for body in bodies)
    assert any(body.get("do") == "build" and body.get("reserved") for body in bodies)
    assert max(player.settled for player in log_of("settled-row")[-1].table.players) == 4


SCORES_BY_HAND = {
    # Bonus tiles of the box for two players, from the top: 6, 5, 4, 4. Buildings 3, 4, 5, 6. No resources, no columns.
    "four-bonus-tiles": {"Alix": 18 + 19, "Billy": 0},
    # For three and four: 6, 5, 5, 4, 4. Buildings 3, 4, 5, 6, 7.
    "five-bonus-tiles": {"Alix": 25 + 24, "Billy": 0, "Charlie": 0},
}


@pytest.mark.parametrize("name", SCORES_BY_HAND)
def test_totals_counted_by_hand(name: str) -> None:
    board = RIVER.scoreboard(log_of(name)[-1])
    assert board.totals == SCORES_BY_HAND[name]
