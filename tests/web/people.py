"""People around a table: devices on the local network, each with its own cookies, and the codes they scan.

The application trusts nobody for sitting at the machine itself, so that every client is a device of its own.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.log.access import Place
from companion.log.datadir import DataDir
from companion.log.roles import Role
from companion.web.access.codes import access_store, renewed_code, shown_code
from companion.web.app import create_app
from companion.web.backend import Backend, open_backend
from companion.web.config import WebConfig
from tests.web.tables import COLORS, NAMES


def network_app(backend: Backend, data_dir: Path | None = None, **settings: object) -> Flask:
    """An application as the network sees it: nobody is its owner for asking from this machine."""
    config = WebConfig(data_dir=data_dir, companion=backend, testing=True, trust_loopback=False, **settings)  # type: ignore[arg-type]
    return create_app(config)


@dataclass
class Device:
    """A tablet or phone. ``csrf`` is taken from the first page it opens."""

    client: FlaskClient
    csrf: str = field(default="", repr=False)

    def get(self, path: str, **more: object) -> TestResponse:
        return self.client.get(path, **more)  # type: ignore[arg-type]

    def post(self, path: str, data: dict[str, object] | None = None, **more: object) -> TestResponse:
        if not self.csrf:
            found = re.search(r'name="csrf-token" content="([^"]+)"', self.client.get("/offline").text)
            assert found
            self.csrf = found[1]
        return self.client.post(path, data={**(data or {}), "csrf_token": self.csrf}, **more)  # type: ignore[arg-type]

    def scan(self, code: str) -> TestResponse:
        return self.client.get(f"/join/{code}", follow_redirects=True)


@dataclass
class House:
    """An application with a table in it, made by the tablet."""

    app: Flask
    backend: Backend
    tablet: Device
    table_id: str

    def device(self) -> Device:
        return Device(self.app.test_client())

    def code(self, role: Role, player: str | None = None) -> str:
        with self.app.app_context():
            store = access_store()
            assert store is not None
            return shown_code(store, Place(self.table_id, role, player)) or "withdrawn"

    def new_code(self, role: Role, player: str | None = None) -> str:
        with self.app.app_context():
            store = access_store()
            assert store is not None
            return renewed_code(store, Place(self.table_id, role, player))

    def joined(self, role: Role, player: str | None = None) -> Device:
        """At the table, whose page is not opened."""
        device = self.device()
        arrived = device.get(device.get(f"/join/{self.code(role, player)}").headers["Location"])
        assert arrived.status_code == 303, arrived.text
        return device


def new_house(app: Flask, backend: Backend, scenario: str = "base") -> House:
    tablet = Device(app.test_client())
    table_id = made_table(tablet, scenario=scenario)
    return House(app, backend, tablet, table_id)


def made_table(device: Device, players: int = 2, scenario: str = "base") -> str:
    """A table made by a device, as the set-up page makes it."""
    form: dict[str, object] = {
        "scenario": scenario,
        "way": "everything",
        "players": str(players),
        "name": list(NAMES[:players]),
        "color": list(COLORS[:players]),
        "do": "create:later",
    }
    answer = device.post("/tables/new", form)
    assert answer.status_code == 303, answer.text
    return answer.headers["Location"].rpartition("/")[2]


@contextmanager
def open_desk_for(folder: Path) -> Iterator[Backend]:
    """A desk where every evening begins at the same minute and the same player is drawn to begin."""
    with open_backend(DataDir(folder)) as backend:
        backend.service.lot = lambda below, number: range(number)
        backend.service._now = lambda: "2026-11-16T19:30:00Z"
        yield backend


@contextmanager
def open_house(folder: Path, scenario: str = "base", **settings: object) -> Iterator[House]:
    with open_backend(DataDir(folder)) as backend:
        yield new_house(network_app(backend, folder, **settings), backend, scenario)
