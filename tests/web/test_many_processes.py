"""Several Companions on one database: whatever one records, the others show; one that dies takes nothing with it.

Two that run in one process share no more than two processes do: each has its own feed, caches and connections.
"""

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from companion.dewan.pages.pieces.session import Sorted
from companion.dewan.pages.pieces.sessions import Sessions
from companion.dewan.pages.questions import HandAnswer
from companion.games.viewer import SERVER
from companion.log import photo_queue
from companion.log.access import AccessStore, Place
from companion.log.photo_queue import PhotoQueue
from companion.log.roles import Role
from companion.log.store import Store, open_store
from companion.service.answers import Missed, Recorded
from companion.service.deleting_people import forget_person
from companion.service.tables import Tables
from companion.web.access.devices import hash_of
from companion.web.access.limits import Client, Kind
from companion.web.photo.jobs import PhotoJobs
from companion.web.photo.process import PhotoRead
from tests.dewan.pages.test_photo_jobs import READS
from tests.postgres import Postgres
from tests.service.tools import scored, take, without_stories
from tests.web.house import House, open_house
from tests.web.photos import outcome
from tests.web.tables import new_table

ROOT = Path(__file__).parents[2]
SECONDS = 60.0
"""More than anything here takes; what comes late fails at the assertion about it, not by luck."""


def soon(true: Callable[[], bool]) -> bool:
    """News of the database arrive when they do; nobody says that there are none."""
    end = time.monotonic() + SECONDS
    while not true():
        if time.monotonic() > end:
            return False
        time.sleep(0.01)
    return True


@pytest.fixture
def url(postgres: Postgres) -> str:
    return postgres.emptied()


@pytest.fixture
def pair(tmp_path: Path, url: str) -> Iterator[tuple[House, House]]:
    with open_house(tmp_path, url) as one, open_house(tmp_path, url) as other:
        for house in (one, other):
            assert soon(lambda house=house: not house.backend.service.feed.blind)  # type: ignore[misc]
        yield one, other


def test_a_screen_of_one_hears_what_the_other_records(pair: tuple[House, House]) -> None:
    here, there = (house.backend.service for house in pair)
    look = without_stories(there)
    assert here.number(look.info.id) == 0
    with ThreadPoolExecutor(1) as threads:
        waiting = threads.submit(here.wait, look.info.id, 0, SECONDS)
        assert soon(lambda: here.feed.listeners == 1)
        assert isinstance(there.record(look.info.id, 0, "a", "action", take("Alix", 1, 2)), Recorded)
        began = time.monotonic()
        assert waiting.result() == 1
    assert time.monotonic() - began < SECONDS / 2
    assert here.look(look.info.id).seq == 1


def test_whose_line_was_cut_comes_back_and_has_missed_nothing(pair: tuple[House, House], postgres: Postgres) -> None:
    here, there = (house.backend.service for house in pair)
    look = without_stories(there)
    with ThreadPoolExecutor(1) as threads:
        waiting = threads.submit(here.wait, look.info.id, 0, SECONDS)
        assert soon(lambda: here.feed.listeners == 1)
        cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%' OR query = 'SELECT 1'"
        assert postgres.run(f"{cut} AND datname = 'again'")
        assert isinstance(there.record(look.info.id, 0, "a", "action", take("Alix", 1, 2)), Recorded)
        while (number := waiting.result()) == 0:  # a wait may end early; a screen then waits again
            waiting = threads.submit(here.wait, look.info.id, 0, SECONDS)
        assert number == 1
    assert soon(lambda: not here.feed.blind)


def test_of_two_who_record_at_once_one_is_told_what_it_missed(pair: tuple[House, House]) -> None:
    here, there = (house.backend.service for house in pair)
    look = without_stories(there)
    here.look(look.info.id)
    bodies = [take("Alix", 1, 2), take("Alix", 2, 3)]
    with ThreadPoolExecutor(2) as threads:
        both = [
            threads.submit(service.record, look.info.id, 0, f"id-{i}", "action", bodies[i])
            for i, service in enumerate((here, there))
        ]
        answers = sorted(type(one.result()).__name__ for one in both)
    assert answers == [Missed.__name__, Recorded.__name__]
    assert here.store.last_seq(look.info.id) == 1


def test_a_request_sent_to_both_is_recorded_once(pair: tuple[House, House]) -> None:
    here, there = (house.backend.service for house in pair)
    look = without_stories(there)
    first = here.record(look.info.id, 0, "same", "action", take("Alix", 1, 2))
    again = there.record(look.info.id, 0, "same", "action", take("Alix", 1, 2))
    assert isinstance(first, Recorded)
    assert isinstance(again, Recorded)
    assert (again.repeated, again.entry.seq) == (True, 1)


def test_whoever_dies_before_saying_so_is_asked_again_and_says_it(pair: tuple[House, House], url: str) -> None:
    here, there = (house.backend.service for house in pair)
    look = without_stories(there)
    with open_store(url) as dead, pytest.MonkeyPatch.context() as patch:
        patch.setattr(Store, "call", lambda *_: None)
        assert isinstance(Tables(dead).record(look.info.id, 0, "a", "action", take("Alix", 1, 2)), Recorded)
    assert (here.feed.latest(look.info.id) or 0) == 0
    again = there.record(look.info.id, 0, "a", "action", take("Alix", 1, 2))
    assert isinstance(again, Recorded)
    assert again.repeated
    assert soon(lambda: here.feed.latest(look.info.id) == 1)


def test_a_phone_that_is_put_out_is_out_everywhere(pair: tuple[House, House]) -> None:
    table = new_table(pair[1].backend).info.id
    place = Place(table, Role.SPECTATOR)
    stores: list[AccessStore] = [house.app.extensions["access"] for house in pair]
    stores[1].issue(place, lambda number: f"hash-{number}", "2026-11-18T12:00:00Z")
    stores[1].join("phone", place, "2026-11-18T12:00:00Z", "hash-1")
    assert soon(lambda: [member.gone for member in stores[0].places_of("phone")] == [False])
    stores[1].revoke(place, "2026-11-18T12:01:00Z")
    assert soon(lambda: [member.gone for member in stores[0].places_of("phone")] == [True])


def test_a_question_asked_here_is_answered_there(pair: tuple[House, House]) -> None:
    table = new_table(pair[1].backend).info.id
    here, there = (house.app.extensions["questions"] for house in pair)
    asked = here.ask(table, "Mara", "Jonas", "tablet", {"to": "0,0"})
    put = there.waiting_for(table, "Mara")
    assert put == asked
    assert there.answer(put.id, table, "Mara", HandAnswer.YES)
    assert here.of(table, "tablet").word is HandAnswer.YES
    assert not here.answer(put.id, table, "Mara", HandAnswer.NO)


def test_a_short_code_shown_here_is_known_there(pair: tuple[House, House]) -> None:
    here, there = (house.app.extensions["short_codes"] for house in pair)
    short = here.shown_for("a code")
    assert there.found(short) == hash_of("a code")
    assert there.shown_for("a code") == short


def test_a_photo_sent_to_one_is_read_by_another(pair: tuple[House, House]) -> None:
    here, there = (photo_jobs_at(house) for house in pair)
    here._stopped = True  # it takes photos, and reads none
    key = here.start("table", b"photo", {"box": {}}, {"tapped": True})
    with closing_jobs(here, there):
        job = outcome(here, "table", key)
        assert job.result() == PhotoRead({"found": True}, b"A")
        job.notes["left"] = ["2,1"]
        assert there.get("table", key).notes == {"tapped": True, "left": ["2,1"]}  # type: ignore[union-attr]
        there.forget(key)
        assert here.get("table", key) is None


def test_what_a_dead_process_was_reading_is_taken_up_again(
    pair: tuple[House, House], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(photo_queue, "HELD_SECONDS", 0.0)
    here, there = (photo_jobs_at(house) for house in pair)
    here._stopped = there._stopped = True
    key = here.start("table", b"photo", {"box": {}})
    dead = PhotoQueue(60, pair[0].backend.service.store)
    assert dead.take("somebody who dies")
    assert here.get("table", key).stage == "load"  # type: ignore[union-attr]
    there._stopped = False
    with closing_jobs(here, there):
        monkeypatch.undo()
        assert outcome(there, "table", key).result().picture == b"A"
        assert not dead.hold(key, "somebody who dies", "camps")


def test_a_photo_that_kills_who_reads_it_is_given_up(
    pair: tuple[House, House], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(photo_queue, "HELD_SECONDS", 0.0)
    for house in pair:
        nothing_is_read_at(house)
    queue = PhotoQueue(60, pair[0].backend.service.store)
    assert queue.add("key", "table", {}, b"photo", (), {}, None, lambda unread: True, 16)
    taken = [queue.take(f"worker {number}") for number in range(photo_queue.MOST_TRIES + 1)]
    assert [bool(one) for one in taken] == [True] * photo_queue.MOST_TRIES + [False]
    looked = queue.look("table", "key")
    assert looked
    assert looked.answer == {"failed": "crashed"}


def test_photos_of_a_box_sent_to_one_are_gone_through_at_another(pair: tuple[House, House]) -> None:
    here, there = (house.app.extensions["piece_sessions"] for house in pair)
    with here.begun("box") as begun:
        begun.sorted = Sorted(("photo",), [[{"kind": "card"}]], [], {})

    def send(sessions: Sessions, first: int) -> None:
        for number in range(first, first + 5):
            with sessions.begun("box") as session:
                session.add(b"photo %d" % number)
                session.said["photo", 0, number] = "fire"

    with ThreadPoolExecutor(2) as threads:
        for sent in [threads.submit(send, here, 0), threads.submit(send, there, 5)]:
            sent.result(SECONDS)
    for sessions in (here, there):
        found = sessions.of("box")
        assert (len(found.photos), len(found.said)) == (10, 10), "nothing of either is lost"
        assert found.sorted.shown == [[{"kind": "card"}]]
        assert {found.kept.get(photo.key)[1] for photo in found.photos} == {b"photo %d" % n for n in range(10)}
    queue = PhotoQueue(60, pair[0].backend.service.store)
    assert queue.take("somebody") is None, "they are not read as other photos are"
    there.forget("box")
    assert here.of("box") is None


def photo_jobs_at(house: House) -> PhotoJobs:
    nothing_is_read_at(house)
    return PhotoJobs([sys.executable, "-c", READS], shared=house.backend.service)


def nothing_is_read_at(house: House) -> None:
    """By the pages' own reader."""
    house.app.extensions["photo_jobs"]._stopped = True


@contextmanager
def closing_jobs(*jobs: PhotoJobs) -> Iterator[None]:
    try:
        yield
    finally:
        for one in jobs:
            one.stop()


def test_what_is_rarely_allowed_is_counted_together(pair: tuple[House, House]) -> None:
    here, there = (house.app.extensions["limits"] for house in pair)
    stranger = Client("192.0.2.7")
    for i in range(Kind.GUESS.value.at_once):
        assert here.seconds_to_wait(Kind.GUESS, stranger) == 0
        (here, there)[i % 2].take(Kind.GUESS, stranger)
    assert here.seconds_to_wait(Kind.GUESS, stranger) > 0
    assert there.seconds_to_wait(Kind.GUESS, stranger) > 0


def test_a_name_that_was_deleted_is_in_nobodys_memory(pair: tuple[House, House]) -> None:
    here, there = (house.backend.service for house in pair)
    look = scored(there, Zyprian=3, Mara=4)
    assert "Zyprian" in str(here.look(look.info.id, SERVER).state)
    forget_person(there, "zyprian")
    assert soon(lambda: "Zyprian" not in str(here.look(look.info.id, SERVER).state))


# --- Processes of their own


class Process:
    def __init__(self, folder: Path, url: str, port: int = 0) -> None:
        self._folder, self._url = folder, url
        self.port = port or _free_port()
        self.start()

    def start(self) -> None:
        given = ["--no-browser", "--host", "127.0.0.1", "--port", str(self.port), "--data", str(self._folder)]
        environ = {**os.environ, "COMPANION_DATABASE": self._url}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "companion", *given], cwd=ROOT, env=environ, stdout=subprocess.DEVNULL
        )

    def ready(self) -> bool:
        try:
            return self.ask("GET", "/readyz")[0] == 200
        except OSError:
            return False

    def ask(self, method: str, path: str, body: object = None) -> tuple[int, dict[str, object]]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=SECONDS)
        try:
            headers = {"Content-Type": "application/json"} if body is not None else {}
            connection.request(method, path, None if body is None else json.dumps(body), headers)
            answer = connection.getresponse()
            return answer.status, json.loads(answer.read() or b"{}")
        finally:
            connection.close()

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        if self.process.poll() is None:
            self.process.send_signal(how)
        self.process.wait(timeout=30)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def test_one_is_killed_and_the_other_goes_on(tmp_path: Path, url: str) -> None:
    with ExitStack() as undo:
        first, second = (Process(tmp_path, url) for _ in range(2))
        for process in (first, second):
            undo.callback(process.stop)
        assert soon(first.ready)
        assert soon(second.ready)
        players = [{"name": name} for name in ("Alix", "Billy")]
        record = {"format": "dewan-table/1", "scenario": "base", "players": players, "first_player": "Alix"}
        made = {"game": "dewan", "header": {"table": record, "stories": False, "row": False}}
        status, answer = first.ask("POST", "/api/tables", made)
        assert status == 201, answer
        table = answer["table"]["id"]  # type: ignore[index]
        path = f"/api/tables/{table}/entries"

        def entry(number: int) -> dict[str, object]:
            player = ("Alix", "Billy")[number % 2]
            return {
                "seen": number,
                "id": f"e{number}",
                "kind": "action",
                "body": {"do": "take-cards", "player": player},
            }

        with ThreadPoolExecutor(1) as threads:
            heard = threads.submit(first.ask, "GET", f"/api/tables/{table}/number?after=0&seconds=25")
            status, answer = second.ask("POST", path, entry(0))
            assert status == 201, answer
            assert heard.result()[1]["seq"] == 1
        first.stop(signal.SIGKILL)
        assert second.ask("POST", path, entry(1))[0] == 201
        first.start()
        assert soon(first.ready)
        assert first.ask("POST", path, entry(1))[0] == 200  # sent again, and recorded once
        assert first.ask("GET", f"/api/tables/{table}/number")[1]["seq"] == 2
        assert first.ask("POST", path, entry(2))[0] == 201
        assert second.ask("GET", f"/api/tables/{table}/number")[1]["seq"] == 3
