"""kill -9 in the middle of writing, two hundred times: what was acknowledged is there."""

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.log.store import Store, open_store

KILLS = int(os.environ.get("COMPANION_TEST_KILLS", "200"))


@pytest.fixture
def forks(store: Store, database: Path | str) -> Iterator["subprocess.Popen[str]"]:
    store.close()  # the killed ones have the database to themselves
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.log.writer", "forks", str(database)],
        cwd=Path(__file__).parents[2],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        bufsize=1,
    )
    with process:
        yield process


def kill_after(forks: "subprocess.Popen[str]", name: str, entries: int, more_seconds: float) -> dict[int, str]:
    """What a writer had acknowledged when it was killed, some time after so many entries."""
    assert forks.stdin
    assert forks.stdout
    forks.stdin.write(f"{name}\n")
    acknowledged: dict[int, str] = {}
    process = None
    killed = False
    for line in forks.stdout:
        match line.split():
            case ["recorded", seq, entry_id]:
                acknowledged[int(seq)] = entry_id
            case ["process", pid]:
                process = int(pid)
            case ["dead"]:
                break
        if process and not killed and len(acknowledged) >= entries:
            moment = time.perf_counter() + more_seconds
            while time.perf_counter() < moment:  # a sleep would always end at the scheduler's own moments
                pass
            os.kill(process, signal.SIGKILL)
            killed = True
    assert killed
    return acknowledged


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork and kill -9")
def test_what_was_acknowledged_survives_being_killed(forks: "subprocess.Popen[str]", database: Path | str) -> None:
    chance = random.Random(2026)
    acknowledged: dict[int, str] = {}
    # A server has the entry before it is acknowledged, and is not killed: there is less that could happen.
    kills = KILLS if isinstance(database, Path) else max(1, KILLS // 10)
    for kill in range(kills):
        # Now while it opens and recovers the database, now while it writes.
        entries = 0 if kill % 10 == 0 else chance.randint(1, 12)
        new = kill_after(forks, f"k{kill}", entries, chance.uniform(0, 0.002))
        assert not acknowledged.keys() & new.keys()
        acknowledged |= new

    assert len(acknowledged) > kills
    with open_store(database) as store:
        store.check()
        recorded = {entry.seq: entry.id for entry in store.entries("t")}
        assert store.damaged() == ()
    assert acknowledged.items() <= recorded.items()
    # Beyond that, at most the one each was writing when it died.
    assert len(recorded) - len(acknowledged) <= kills
    assert len(set(recorded.values())) == len(recorded)
