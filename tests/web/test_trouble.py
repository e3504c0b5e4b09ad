"""Full and read-only disks, a clock that jumps, a second server, clients that never finish: said, and survived."""

import gc
import socket
import subprocess
import sys
import warnings
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from http.client import HTTPConnection
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.log.datadir import DataDir, held
from companion.log.store import Store
from companion.service.answers import Recorded
from companion.service.tables import Tables
from companion.web.app import create_app
from companion.web.backend import Backend, open_backend
from companion.web.config import WebConfig
from tests.service.tools import begun, take, turns
from tests.web.access.test_security import token
from tests.web.conftest import LiveServer, start_server


@pytest.fixture
def crowded(small_disk: Path) -> Iterator[tuple[Backend, FlaskClient, str]]:
    """A table on a disk with no room left."""
    with open_backend(DataDir(small_disk)) as backend:
        client = create_app(WebConfig(companion=backend, testing=True)).test_client()
        table = turns(backend.service, begun(backend.service, stories=False), 2)
        with suppress(OSError), (small_disk / "holiday-photos").open("wb", buffering=0) as photos:
            while True:
                photos.write(b"x" * 4096)
        yield backend, client, table.info.id


def press_take(client: FlaskClient, table_id: str, seen: int, entry_id: str) -> tuple[int, str]:
    """By the form of the table screen."""
    body = '{"do": "take-cards", "player": "Alix"}'
    form = {"csrf_token": token(client), "seen": str(seen), "id": entry_id, "kind": "action", "body": body}
    answer = client.post(f"/tables/{table_id}/record", data=form)
    return answer.status_code, answer.text


def test_a_full_disk_is_said_and_nothing_is_lost(crowded: tuple[Backend, FlaskClient, str], small_disk: Path) -> None:
    backend, client, table_id = crowded
    seen = 2
    for number in range(200):  # what is left of the last page of the log may still take a few
        status, text = press_take(client, table_id, seen, f"more-{number}")
        if status != 303:
            break
        seen += 1
    assert status == 503
    assert "The disk is full: nothing was recorded." in text
    assert client.get(f"/tables/{table_id}").status_code == 200
    assert backend.service.look(table_id).seq == seen
    (small_disk / "holiday-photos").unlink()
    assert press_take(client, table_id, seen, "after")[0] == 303
    assert backend.service.look(table_id).seq == seen + 1


def test_a_read_only_disk_is_said_and_nothing_is_lost(small_disk: Path) -> None:
    with open_backend(DataDir(small_disk)) as backend:
        table_id = turns(backend.service, begun(backend.service, stories=False), 2).info.id
    subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)
    command = [sys.executable, "-m", "companion", "--local-only", "--no-browser", "--data", str(small_disk)]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert ended.returncode == 1
    assert str(small_disk) in ended.stderr
    assert "Traceback" not in ended.stderr
    subprocess.run(["mount", "-o", "remount,rw", str(small_disk)], check=True)
    with open_backend(DataDir(small_disk)) as backend:
        assert backend.service.look(table_id).seq == 2


def test_a_clock_that_jumps_back_changes_no_order(store: Store) -> None:
    times = iter(["2026-11-17T20:00:00Z", "2026-11-17T20:05:00Z", "2001-01-01T00:00:00Z", "2001-01-01T00:00:07Z"])
    tables = Tables(store, now=lambda: next(times))
    look = begun(tables, stories=False)
    for seq, player in enumerate(("Alix", "Billy", "Alix")):
        outcome = tables.record(look.info.id, seq, f"e{seq}", "action", take(player))
        assert isinstance(outcome, Recorded)
    lines = tables.history(look.info.id)
    assert [line.seq for line in lines] == [1, 2, 3]
    assert [line.at[:4] for line in lines] == ["2026", "2001", "2001"]
    assert tables.look(look.info.id).undo is not None
    assert Tables(store).look(look.info.id).state == tables.look(look.info.id).state


@pytest.fixture
def store(backend: Backend) -> Store:
    return backend.service.store


def test_a_second_server_on_the_same_folder_refuses_clearly(tmp_path: Path) -> None:
    with held(DataDir(tmp_path)):
        command = [sys.executable, "-m", "companion", "--local-only", "--no-browser", "--data", str(tmp_path)]
        ended = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert ended.returncode == 1
    assert "Another Companion" in ended.stderr
    assert str(tmp_path) in ended.stderr


@pytest.fixture
def house(backend: Backend, tmp_path: Path) -> Iterator[tuple[LiveServer, str]]:
    app: Flask = create_app(WebConfig(data_dir=tmp_path, companion=backend, testing=True))
    running = start_server(app)
    yield running, begun(backend.service, stories=False).info.id
    running.stop()


@pytest.mark.parametrize(
    "half",
    [
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ",
        b"POST /theme HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000\r\n\r\ntheme=",
        b"",
    ],
)
def test_clients_that_never_finish_keep_nobody_waiting(house: tuple[LiveServer, str], half: bytes) -> None:
    """Every page and the stream are answered while 300 others have sent half a request."""
    server, table_id = house
    with ExitStack() as slow:
        for _ in range(300):
            one = slow.enter_context(socket.create_connection(("127.0.0.1", server.port), timeout=10))
            one.sendall(half)
        for path in (
            "/",
            f"/tables/{table_id}",
            f"/tables/{table_id}/score",
            f"/tables/{table_id}/live",
            "/api/tables",
        ):
            connection = HTTPConnection("127.0.0.1", server.port, timeout=20)
            connection.request("GET", path)
            assert connection.getresponse().status == 200
            connection.close()


def test_one_address_cannot_take_all_connections(house: tuple[LiveServer, str]) -> None:
    server, _ = house
    server.server.connections.most_of_one = 20
    with ExitStack() as greedy:
        ended = 0
        for _ in range(40):
            one = greedy.enter_context(
                socket.create_connection(("127.0.0.1", server.port), timeout=10, source_address=("127.0.0.2", 0))
            )
            one.sendall(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            with suppress(ConnectionResetError):
                ended += one.recv(12) == b"HTTP/1.1 200"
        assert ended == 20
        for source in ("127.0.0.1", "127.0.0.3"):
            connection = HTTPConnection("127.0.0.1", server.port, timeout=20, source_address=(source, 0))
            connection.request("GET", "/healthz")
            assert connection.getresponse().status == 200
            connection.close()


def test_a_broken_upload_leaves_no_file_open(client: FlaskClient) -> None:
    """What was received of it is spooled to the disk; the form never gets it."""
    head = b'--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n'
    with warnings.catch_warnings(record=True) as heard:
        warnings.simplefilter("always", ResourceWarning)
        answer = client.post(
            "/games/import", data=head + b"a" * 700_000, content_type="multipart/form-data; boundary=x"
        )
        assert answer.status_code == 400
        del answer
        gc.collect()
    assert not [one for one in heard if "SpooledTemporaryFile" in str(one.message)]
