"""A process that records entries, for the tests that run several of them or kill them.

``python -m tests.log.writer together DATABASE NAME COUNT``: record COUNT entries, whoever else does so too.
``python -m tests.log.writer forks DATABASE``: for every line on standard input, fork a process that records entries
until it is killed and says each acknowledged one. Forking spares the tests two hundred starts of Python.
"""

import os
import sys
from itertools import count
from pathlib import Path

from companion.log.store import Appended, Stale, Store, open_store
from tests.log.logs import draft


def record(store: Store, entry_id: str, expected: int) -> int:
    """Record it as a client does: told of what it has not seen, it looks and asks again. The number it got."""
    while True:
        answer = store.append("t", expected, draft(entry_id, said=entry_id))
        if isinstance(answer, Appended):
            return answer.entry.seq
        assert isinstance(answer, Stale), answer
        assert [entry.seq for entry in answer.entries] == list(range(expected + 1, answer.last_seq + 1))
        expected = answer.last_seq


def say(line: str) -> None:
    os.write(1, f"{line}\n".encode())  # at once and in one piece


def together(database: Path | str, name: str, entries: int) -> None:
    with open_store(database) as store:
        say("ready")
        sys.stdin.readline()
        seq = 0
        for i in range(entries):
            seq = record(store, f"{name}-{i}", seq)


def until_killed(database: Path | str, name: str) -> None:
    with open_store(database) as store:
        seq = store.last_seq("t")
        for i in count():
            seq = record(store, f"{name}-{i}", seq)
            say(f"recorded {seq} {name}-{i}")


def forks(database: Path | str) -> None:
    for line in iter(sys.stdin.readline, ""):
        child = os.fork()
        if child == 0:
            until_killed(database, line.strip())
        say(f"process {child}")
        os.waitpid(child, 0)
        say("dead")


if __name__ == "__main__":
    where = sys.argv[2] if "://" in sys.argv[2] else Path(sys.argv[2])
    if sys.argv[1] == "together":
        together(where, sys.argv[3], int(sys.argv[4]))
    else:
        forks(where)
