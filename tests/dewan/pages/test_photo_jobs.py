"""Whatever the process that reads a photo does, the server goes on and says what happened."""

import json
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Event

import pytest

from companion.web.access.limits import Client
from companion.web.photo import jobs as photo_jobs
from companion.web.photo.jobs import PhotoJob, PhotoJobs
from companion.web.photo.process import PhotoFailed, PhotoRead
from tests.web.conftest import WORKER
from tests.web.photos import outcome

HEAD: dict[str, object] = {"box": {}}
HEARD = "import sys, json; head = json.loads(sys.stdin.buffer.readline()); sys.stdin.buffer.read(head['bytes']); "
READS = (
    HEARD + "print(json.dumps({'stage': 'camps'})); print(json.dumps({'reading': {'found': True}, 'picture': 'QQ=='}))"
)
HANGS = "import time; time.sleep(600)"
HANGS_AFTERWARDS = HEARD + "import time; time.sleep(600)"
CRASHES = HEARD + "import os; os.abort()"
EATS = (
    HEARD + "from companion.vision.limits import keep_within; keep_within(memory=600_000_000); import json\n"
    "try: bytearray(4_000_000_000)\nexcept MemoryError: print(json.dumps({'failed': 'too-large'}))"
)
TALKS_NONSENSE = HEARD + "print('no JSON')"


@pytest.fixture
def started() -> Iterator[list[PhotoJobs]]:
    kept: list[PhotoJobs] = []
    yield kept
    for jobs in kept:
        jobs.stop()


def jobs_with(started: list[PhotoJobs], script: str, **more: float) -> PhotoJobs:
    jobs = PhotoJobs([sys.executable, "-c", script], **more)  # type: ignore[arg-type]
    started.append(jobs)
    return jobs


def job_of(jobs: PhotoJobs, key: str) -> PhotoJob:
    job = jobs.get("table", key)
    assert job is not None
    return job


def failure(jobs: PhotoJobs, photo: bytes = b"photo") -> str:
    with pytest.raises(PhotoFailed) as failed:
        read(jobs, jobs.start("table", photo, HEAD))
    return failed.value.code


def read(jobs: PhotoJobs, key: str) -> PhotoRead:
    return outcome(jobs, "table", key).result()


def test_a_photo_is_read(started: list[PhotoJobs]) -> None:
    jobs = jobs_with(started, READS)
    job = outcome(jobs, "table", jobs.start("table", b"photo" * 100_000, HEAD))
    assert (job.result(), job.stage) == (PhotoRead({"found": True}, b"A"), "camps")


@pytest.mark.parametrize("script", [HANGS, HANGS_AFTERWARDS], ids=["before it listens", "afterwards"])
def test_one_that_hangs_is_ended(started: list[PhotoJobs], script: str) -> None:
    # More than a pipe holds: the one that does not listen must not keep us from ending it.
    assert failure(jobs_with(started, script, seconds=0.5), b"x" * 1_000_000) == "too-slow"


def test_one_that_crashes_is_told(started: list[PhotoJobs]) -> None:
    assert failure(jobs_with(started, CRASHES)) == "crashed"
    assert failure(jobs_with(started, TALKS_NONSENSE)) == "crashed"
    assert failure(PhotoJobs(["/no/such/program"])) == "crashed"


@pytest.mark.skipif(sys.platform == "win32", reason="no limits there")
def test_one_that_eats_memory_is_held_to_its_limit(started: list[PhotoJobs]) -> None:
    assert failure(jobs_with(started, EATS)) == "too-large"


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no limits there")
@pytest.mark.parametrize("opening", ["while True: pass", "bytes(600_000_000)"], ids=["time", "memory"])
def test_what_opens_a_picture_gets_no_more_than_its_share(started: list[PhotoJobs], opening: str) -> None:
    """Whatever the head of the file says, and whichever library it is for."""
    code = f"""
from companion.vision.limits import decoding
try:
    with decoding(seconds=0.05):
        {opening}
except MemoryError:
    print('{{"failed": "too-large"}}')
"""
    assert failure(jobs_with(started, code)) == "too-large"


def test_the_next_photo_is_read_after_a_failure(started: list[PhotoJobs], tmp_path: Path) -> None:
    marker = tmp_path / "once"
    script = f"import os; os.path.exists({str(marker)!r}) or (open({str(marker)!r}, 'w').close(), os.abort())\n{READS}"
    jobs = jobs_with(started, script, at_once=1)
    assert failure(jobs) == "crashed"
    assert read(jobs, jobs.start("table", b"photo", HEAD)).picture == b"A"


def test_a_few_at_a_time_and_the_others_wait_their_turn(started: list[PhotoJobs]) -> None:
    jobs = jobs_with(started, HANGS_AFTERWARDS, at_once=1)
    keys = [jobs.start("table", b"photo", HEAD)]
    while not job_of(jobs, keys[0]).stage:  # until a thread has taken it up
        Event().wait(0.01)
    keys += [jobs.start("table", b"photo", HEAD) for _ in range(photo_jobs.MOST_WAITING)]
    assert [jobs.before(key) for key in keys[:3]] == [0, 1, 2]
    assert job_of(jobs, keys[1]).stage == ""
    with pytest.raises(PhotoFailed, match="busy"):
        jobs.start("table", b"photo", HEAD)
    jobs.forget(keys[0])
    while not job_of(jobs, keys[1]).stage:  # its turn has come
        Event().wait(0.01)


def test_one_that_is_no_longer_wanted_is_ended(started: list[PhotoJobs]) -> None:
    jobs = jobs_with(started, HANGS_AFTERWARDS)
    key = jobs.start("table", b"photo", HEAD)
    while not job_of(jobs, key).stage:
        Event().wait(0.01)
    jobs.forget(key)
    assert jobs.get("table", key) is None
    while jobs._running:  # it would be for ten minutes
        Event().wait(0.01)


def test_results_are_forgotten_after_a_while_and_when_there_are_many(started: list[PhotoJobs]) -> None:
    clock = [0.0]
    jobs = PhotoJobs([sys.executable, "-c", READS], now=lambda: clock[0])
    started.append(jobs)
    keys = []
    for _ in range(photo_jobs.MOST_JOBS + 1):
        keys.append(jobs.start("table", b"photo", HEAD))
        read(jobs, keys[-1])
    assert jobs.get("table", keys[0]) is None, "there are too many"
    assert jobs.get("table", keys[-1]) is not None
    assert jobs.get("elsewhere", keys[-1]) is None, "another table's"
    clock[0] = photo_jobs.KEPT_SECONDS - 1
    assert jobs.get("table", keys[-1]) is not None
    clock[0] = 2 * photo_jobs.KEPT_SECONDS
    assert jobs.get("table", keys[-1]) is None, "its time is over"


def test_the_worker_of_the_reader_speaks_this_language() -> None:
    """What it answers to a file that is no picture."""
    import subprocess

    said = subprocess.run(WORKER, input=json.dumps({"bytes": 3, "box": {}}).encode() + b"\nGIF", capture_output=True)
    assert [json.loads(line) for line in said.stdout.splitlines()][-1]["failed"] == "wrong-kind"


def test_nobody_fills_the_line_for_others(started: list[PhotoJobs], monkeypatch: pytest.MonkeyPatch) -> None:
    jobs = jobs_with(started, HANGS_AFTERWARDS)
    stranger = (Client("a"),)
    for _ in range(photo_jobs.MOST_OF_ONE):
        jobs.start("theirs", b"photo", HEAD, clients=stranger)
    with pytest.raises(PhotoFailed, match="busy"):
        jobs.start("theirs", b"photo", HEAD, clients=stranger)
    monkeypatch.setattr(photo_jobs, "MOST_BYTES", 2000)
    with pytest.raises(PhotoFailed, match="busy"):
        jobs.start("ours", b"photo" * 500, HEAD, clients=(Client("b"),))
    jobs.start("ours", b"photo", HEAD, clients=(Client("b"),))
