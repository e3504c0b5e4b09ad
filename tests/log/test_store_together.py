"""Several record at the same time: nothing is lost, nothing doubled, and everybody is told what happened."""

import subprocess
import sys
import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from companion.log.store import Answer, Appended, Repeated, Stale, Store
from tests.log.logs import draft
from tests.log.writer import record

ENTRIES = 100
ROOT = Path(__file__).parents[2]


def test_processes_recording_at_the_same_time(store: Store, database: Path) -> None:
    names = ["ana", "bo", "cy"]
    processes = [
        subprocess.Popen(
            [sys.executable, "-m", "tests.log.writer", "together", str(database), name, str(ENTRIES)],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        for name in names
    ]
    for process in processes:
        assert process.stdout
        assert process.stdout.readline() == b"ready\n"
    for process in processes:
        assert process.stdin
        process.stdin.write(b"go\n")
        process.stdin.flush()
    for process in processes:
        process.communicate(timeout=60)
        assert process.returncode == 0

    recorded = [entry.id for entry in store.entries("t")]
    assert Counter(recorded) == Counter(f"{name}-{i}" for name in names for i in range(ENTRIES))
    # Each one's own entries are in the order in which they were asked for.
    for name in names:
        assert [each for each in recorded if each.startswith(name)] == [f"{name}-{i}" for i in range(ENTRIES)]
    store.check()


def test_threads_recording_at_the_same_time(store: Store) -> None:
    start = threading.Barrier(8)

    def play(name: str) -> list[int]:
        start.wait()
        numbers = [0]
        for i in range(25):
            numbers.append(record(store, f"{name}-{i}", numbers[-1]))
        return numbers[1:]

    with ThreadPoolExecutor(8) as threads:
        numbers = list(threads.map(play, "abcdefgh"))
    assert sorted(seq for each in numbers for seq in each) == list(range(1, 201))
    entries = store.entries("t")
    assert [entry.seq for entry in entries] == list(range(1, 201))
    for name, own in zip("abcdefgh", numbers, strict=True):
        assert [entries[seq - 1].id for seq in own] == [f"{name}-{i}" for i in range(25)]


def test_one_request_sent_by_many_at_once_is_recorded_once(store: Store) -> None:
    start = threading.Barrier(8)

    def ask(_: int) -> Answer:
        start.wait()
        return store.append("t", 0, draft("the-one", x=1))

    with ThreadPoolExecutor(8) as threads:
        answers = list(threads.map(ask, range(8)))
    assert Counter(type(answer) for answer in answers) == {Appended: 1, Repeated: 7}
    assert store.entries("t") == (draft("the-one", x=1).numbered(1),)


def test_of_two_at_the_same_moment_one_records_and_the_other_is_told(store: Store) -> None:
    start = threading.Barrier(2)

    def ask(name: str) -> Answer:
        start.wait()
        return store.append("t", 0, draft(name))

    with ThreadPoolExecutor(2) as threads:
        first, second = sorted(threads.map(ask, ["ana", "bo"]), key=lambda answer: isinstance(answer, Stale))
    assert isinstance(first, Appended)
    assert second == Stale(1, (first.entry,))


def test_a_reader_sees_one_moment_while_others_record(store: Store) -> None:
    done = threading.Event()

    def read() -> int:
        looks = 0
        while not done.is_set():
            seqs = [entry.seq for entry in store.entries("t")]
            assert seqs == list(range(1, len(seqs) + 1))
            looks += 1
        return looks

    with ThreadPoolExecutor(2) as threads:
        reader = threads.submit(read)
        for seq in range(100):
            store.append("t", seq, draft(f"e{seq}"))
        done.set()
        assert reader.result(timeout=30) > 0
