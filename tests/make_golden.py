"""Make the recorded games below ``tests/golden`` anew: ``python -m tests.make_golden [--force]``.

Never run by the tests. Each game is played by seeded hands on the demo box through the real service, until one is found
that ends as wanted. Existing files are kept unless forced: old logs must keep opening.
"""

import argparse
import json
import random
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from companion.dewan.game import Dewan, DewanState
from companion.dewan.rules.play import Play
from companion.games.viewer import SERVER
from companion.log.store import open_store
from companion.service.answers import Recorded, TableView
from companion.service.files import export_log
from companion.service.tables import Tables
from tests import endings
from tests.golden_files import FOLDER, score_json, written
from tests.wooden import NAMES, Json, Style, Wooden, play_out

MOST_SEEDS = 3000


@dataclass(frozen=True)
class Wanted:
    scenario: str
    name: str
    title: str
    players: int
    style: Style
    endings: frozenset[str]
    troubles: bool = False
    """With taking back, playing again, a slip against the rules and a correction on the way."""


def wanted_games() -> Iterator[Wanted]:
    for scenario, ways in endings.WANTED.items():
        for way in ways:
            yield _wanted(scenario, way)
    yield Wanted(
        "base",
        "undo-redo-and-corrections",
        "Undo, redo, a slip against the rules, a correction and told cards on the way",
        2,
        Style(tell=True),
        frozenset(),
        troubles=True,
    )


def _wanted(scenario: str, way: str) -> Wanted:
    players = 4 if scenario == "team" else 3
    style = Style()
    titles = {
        "first-player-ends": "The first player's final camp; all others have a turn left",
        "middle-player-ends": "A middle player's final camp; only those behind have a turn left",
        "last-player-ends": "The last player's final camp ends the game at once",
        endings.SEVERAL: "Several players place their final camp in the last round",
        endings.STACK_DRY: "With four players the story stack of the Downpour runs dry",
        endings.MARKERS_OUT: "All eight markers are used up; later events place nothing",
        endings.FISH_OUT: "The twenty Fish run out; the last event hands out what is left",
        endings.HAND_DECIDES: "Equal points: the cards in hand decide",
        endings.SHARED: "Equal points and equal hands: the victory is shared",
    }
    if way in endings.SEATS and way != "last-player-ends":
        seat = 0 if way == "first-player-ends" else 1
        style = Style(finishers=(NAMES[seat],))
    elif way == "last-player-ends":
        style = Style(finishers=(NAMES[players - 1],), tell=True)
    elif way == endings.SEVERAL:
        style = Style(patience=6, camps_first=7)
    elif way == endings.STACK_DRY:
        players, style = 4, Style(camps_first=6)
    elif way == endings.MARKERS_OUT:
        players, style = 2, Style(patience=12, camps_first=6)
    elif way == endings.FISH_OUT:
        players, style = 3, Style(patience=5, camps_first=6, likes_water=True)
    else:
        players = 2
    return Wanted(scenario, way, titles[way], players, style, frozenset({way}))


def found(wanted: Wanted) -> Wooden:
    """A table whose game ends as wanted, found by playing in memory."""
    for seed in range(MOST_SEEDS):
        dewan = Dewan()
        wooden = _wooden(wanted, seed)
        state: DewanState = dewan.begin(dewan.open_header(wooden.header, _lot(seed)))
        states: list[Play] = [state.play]
        lot = _lot(seed)

        def record(body: Json) -> Play:
            nonlocal state
            state = dewan.play(state, "action", body, lot).state  # noqa: B023
            states.append(state.play)  # noqa: B023
            return state.play

        try:
            play_out(wooden, state.play, record)
        except AssertionError:
            continue
        if wanted.endings <= endings.endings_of(states):
            return _wooden(wanted, seed)
    raise SystemExit(f"no such game: {wanted.scenario} {wanted.name}")


def _wooden(wanted: Wanted, seed: int) -> Wooden:
    wooden = Wooden(wanted.scenario, wanted.players, seed, wanted.style)
    wooden.header["title"] = wanted.title
    return wooden


def _lot(seed: int) -> Callable[[int, int], list[int]]:
    chance = random.Random(seed)
    return lambda below, number: chance.sample(range(below), number)


def _clock() -> Iterator[str]:
    moment = datetime(2026, 11, 16, 19, 30, tzinfo=UTC)
    while True:
        yield moment.strftime("%Y-%m-%dT%H:%M:%SZ")
        moment += timedelta(seconds=40)


def recorded_game(wanted: Wanted, wooden: Wooden) -> tuple[Json, Json]:
    """The log of the game played through the service, and its scores."""
    clock = _clock()
    with (
        tempfile.TemporaryDirectory() as folder,
        open_store(Path(folder) / "golden.sqlite3") as store,
    ):
        tables = Tables(store, lot=_lot(wooden.seed), now=lambda: next(clock))
        look = tables.create("dewan", wooden.header)

        def record(body: Json) -> Play:
            nonlocal look
            if wanted.troubles:
                look = _trouble(tables, look)
            look = _recorded(tables, look, "action", body)
            return look.state.play

        play_out(wooden, look.state.play, record)
        log = export_log(tables, look.info.id, SERVER)
        return log, score_json(look.state.play)


def _recorded(tables: Tables, look: TableView, kind: str, body: Json) -> TableView:
    by = body.get("player")
    outcome = tables.record(look.info.id, look.seq, f"e{look.seq + 1}", kind, body, by if isinstance(by, str) else None)
    assert isinstance(outcome, Recorded)
    return outcome.look


def _trouble(tables: Tables, look: TableView) -> TableView:
    """Every now and then something goes wrong and is put right; the game then stands where it stood."""
    if look.seq % 11 == 5:
        look = _recorded(tables, look, "undo", {})
        return _recorded(tables, look, "redo", {})
    if look.seq % 13 == 7:
        look = _recorded(tables, look, "action", {"do": "take-cards", "player": "Billy", "places": [1, 6]})
        look = _recorded(tables, look, "action", {"do": "pass", "player": "Alix"})
        return _recorded(tables, look, "undo", {"to": look.seq - 2})
    if look.seq % 17 == 9:
        berries = look.state.play.table.players[0].berries
        for count in (berries + 3, berries):
            change = {"op": "replace", "path": "/table/players/0/berries", "value": count}
            look = _recorded(tables, look, "correction", {"reason": "counted again", "changes": [change]})
    return look


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--force", action="store_true", help="also replace games that are there")
    force = parser.parse_args().force
    for wanted in wanted_games():
        path = FOLDER / wanted.scenario / f"{wanted.name}.json"
        if path.exists() and not force:
            continue
        wooden = found(wanted)
        log, expected = recorded_game(wanted, wooden)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(written(log), encoding="utf-8")
        path.with_suffix(".expected.json").write_text(json.dumps(expected, indent=1) + "\n", encoding="utf-8")
        print(f"{path.relative_to(FOLDER)}: seed {wooden.seed}, {len(log['entries'])} entries")  # type: ignore[arg-type]


if __name__ == "__main__":
    main()
