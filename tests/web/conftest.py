"""An application, a client that carries its token, a live server on a free port."""

import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from playwright.sync_api import Browser

from companion.log.datadir import DataDir
from companion.web.app import create_app
from companion.web.backend import Backend, open_backend
from companion.web.config import TableCard, WebConfig
from companion.web.photo import sending
from companion.web.serve import Server, listen
from tests.empty_database import put_empty_database
from tests.web import quick_apps, read_once
from tests.web.browser import open_browser

quick_apps.install()
WORKER = sending.READERS["dewan"]
"""The photo reader as a server starts it."""
sending.READERS["dewan"] = read_once.command()


class SomeTables:
    def __init__(self) -> None:
        self.listed: list[TableCard] = []

    def tables(self, scope: object, skip: int, most: int) -> list[TableCard]:
        return self.listed[skip : skip + most]

    def number_of_tables(self, scope: object) -> int:
        return len(self.listed)


@pytest.fixture
def backend(tmp_path: Path, database: Path | str) -> Iterator[Backend]:
    """With a new database, which is made once, and without a backup at the start."""
    data = DataDir(tmp_path, database if isinstance(database, str) else None)
    put_empty_database(database if data.shared else data.database)
    with open_backend(data, daily_backups=False) as opened:
        yield opened


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with open_browser() as browser:
        yield browser


@pytest.fixture
def tables() -> SomeTables:
    return SomeTables()


@pytest.fixture
def app(tmp_path: Path, tables: SomeTables) -> Flask:
    return create_app(WebConfig(data_dir=tmp_path, companion=tables, testing=True, styleguide=True))


@pytest.fixture
def app_with_tables(backend: Backend, tmp_path: Path) -> Flask:
    """What ``app`` is where pages are tested."""
    return create_app(WebConfig(data_dir=tmp_path, companion=backend, testing=True))


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@dataclass
class LiveServer:
    port: int
    server: Server
    thread: threading.Thread

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def stop(self) -> None:
        self.server.stop()
        self.thread.join(timeout=10)
        assert not self.thread.is_alive()


def start_server(app: Flask, port: int = 0) -> LiveServer:
    server = Server(app, listen("127.0.0.1", port))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    return LiveServer(server.port, server, thread)


@pytest.fixture
def live_server(app: Flask) -> Iterator[LiveServer]:
    running = start_server(app)
    yield running
    running.stop()
