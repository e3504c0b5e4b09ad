"""The application as the worker holds it, here without a browser: who is who, and a table that moves by one file."""

import io
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from werkzeug.datastructures import FileStorage
from werkzeug.test import encode_multipart

from companion.alone.host import OWNER, Host
from companion.log.datadir import DataDir
from companion.web.app import create_app
from companion.web.backend import open_backend
from companion.web.config import WebConfig
from tests.alone.packed import TABLE

BASE = "/games/companion/app"
ORIGIN = "https://tablet.example"
JSON = ("Content-Type", "application/json")


class Tablet:
    def __init__(self, folder: Path) -> None:
        self.host = Host(str(folder), ORIGIN, BASE)

    def ask(self, method: str, path: str, body: bytes = b"", *headers: tuple[str, str], visitor: str = OWNER) -> str:
        status, answered, content = self.host.answer(
            method, f"{BASE}{path}", [("Origin", ORIGIN), *headers], body, visitor
        )
        assert status in (200, 201, 303), content
        return dict(answered).get("Location") or content.decode()

    def token(self, visitor: str = OWNER) -> str:
        found = re.search(r'name="csrf-token" content="([^"]+)"', self.ask("GET", "/", visitor=visitor))
        assert found
        return found[1]

    def record(self, table: str, turns: int) -> None:
        for number in range(turns):
            body = {"do": "take-cards", "player": ("Ada", "Bo")[number % 2]}
            entry = {"seen": number, "id": f"take-{number}", "kind": "action", "body": body}
            self.ask("POST", f"/api/tables/{table}/entries", json.dumps(entry).encode(), JSON)


@pytest.fixture
def tablet(tmp_path: Path) -> Iterator[Tablet]:
    made = Tablet(tmp_path / "tablet")
    yield made
    made.host.close()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[FlaskClient]:
    with open_backend(DataDir(tmp_path / "server")) as backend:
        app = create_app(WebConfig(data_dir=tmp_path / "server", companion=backend))
        app.config["WTF_CSRF_ENABLED"] = False
        yield app.test_client()


def test_a_table_moves_to_a_server_and_back_by_one_file_with_its_history(tablet: Tablet, server: FlaskClient) -> None:
    table = json.loads(tablet.ask("POST", "/api/tables", json.dumps(TABLE).encode(), JSON))["table"]["id"]
    tablet.record(table, 3)
    log = tablet.ask("GET", f"/tables/{table}/log.json")
    moved = server.post("/games/import", data={"file": (io.BytesIO(log.encode()), "table.json")})
    assert moved.status_code == 303, moved.text
    there = next(part for part in moved.location.split("/") if len(part) > 10)
    body = {"do": "take-cards", "player": "Bo"}
    entry = {"seen": 3, "id": "in-the-house", "kind": "action", "body": body}
    assert server.post(f"/api/tables/{there}/entries", json=entry).status_code == 201
    back = server.get(f"/tables/{there}/log.json").text
    boundary, sent = encode_multipart(
        {"csrf_token": tablet.token(), "file": FileStorage(io.BytesIO(back.encode()), "table.json")}
    )
    location = tablet.ask("POST", "/games/import", sent, ("Content-Type", f"multipart/form-data; boundary={boundary}"))
    home = next(part for part in location.split("/") if len(part) > 10 and part != "companion")
    last = json.loads(tablet.ask("GET", f"/tables/{home}/log.json"))
    assert [one["id"] for one in last["entries"]] == ["take-0", "take-1", "take-2", "in-the-house"]


def test_a_phone_is_a_stranger_until_a_code_lets_it_in(tablet: Tablet) -> None:
    table = json.loads(tablet.ask("POST", "/api/tables", json.dumps(TABLE).encode(), JSON))["table"]["id"]
    phone = "phone-1"
    assert tablet.host.answer("GET", f"{BASE}/tables/{table}", [], b"", phone)[0] == 404
    assert tablet.host.answer("GET", f"{BASE}/keeping", [], b"", phone)[0] == 404
    link = re.search(r'data-connect href="([^"]+)"', tablet.ask("GET", f"/tables/{table}/phones"))
    assert link
    path = link[1].removeprefix(ORIGIN).removeprefix(BASE)
    for _ in range(3):  # by way of the page that keeps the cookie, to the seat
        status, answered, _ = tablet.host.answer("GET", f"{BASE}{path}", [], b"", phone)
        if status == 200:
            break
        path = dict(answered)["Location"].removeprefix(ORIGIN).removeprefix(BASE)
    assert path.endswith("/seat")
    assert tablet.host.answer("GET", f"{BASE}/keeping", [], b"", phone)[0] == 404
    assert tablet.host.answer("GET", f"{BASE}/tables/{table}/seat", [], b"", "phone-2")[0] == 404


def test_whoever_has_the_device_owns_it_whatever_the_web_host_is_called(tablet: Tablet) -> None:
    for page in ("/keeping", "/keeping/everything.zip", "/people"):
        status, _, _ = tablet.host.answer("GET", f"{BASE}{page}", [("Host", "tablet.example")], b"")
        assert status == 200, page
        assert tablet.host.answer("GET", f"{BASE}{page}", [("Host", "tablet.example")], b"", "phone-1")[0] == 404, page


def test_no_page_promises_a_folder_that_a_browser_has_not(tablet: Tablet, server: FlaskClient) -> None:
    here, there = tablet.ask("GET", "/keeping"), server.get("/keeping").text
    assert "Daily backups" in there
    assert "Daily backups" not in here
    assert "set aside, not deleted" in there
    assert "set aside, not deleted" not in here
    assert "for good" in here
