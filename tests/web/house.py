"""A Companion that can be stopped and started again on the same port, with everything it keeps: for tests of what
screens make of that."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from flask import Flask

from companion.log.access import Place
from companion.log.datadir import DataDir
from companion.log.roles import Role
from companion.web.access.codes import access_store, shown_code
from companion.web.app import create_app
from companion.web.backend import Backend, open_backend
from companion.web.config import WebConfig
from tests.web.conftest import LiveServer, start_server


class House:
    """``settings``: those of the application, beside where its things are. ``database``: a server's, if it is one."""

    def __init__(self, folder: Path, database: Path | str | None = None, **settings: Any) -> None:
        self._folder = folder
        self._url = database if isinstance(database, str) else None
        self._settings = settings
        self._running: ExitStack | None = None
        self.server: LiveServer | None = None
        self.app: Flask
        self.backend: Backend
        self.port = 0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        with ExitStack() as opening:
            self.backend = opening.enter_context(open_backend(DataDir(self._folder, self._url)))
            config = WebConfig(data_dir=self._folder, companion=self.backend, testing=True, **self._settings)
            self.app = create_app(config)
            self.server = start_server(self.app, self.port)
            opening.callback(self.server.stop)
            self.port = self.server.port
            self._running = opening.pop_all()

    def code(self, table_id: str, role: Role, player: str | None = None) -> str:
        """What is scanned to come to a table."""
        with self.app.app_context():
            store = access_store()
            assert store is not None
            return shown_code(store, Place(table_id, role, player))

    def stop(self) -> None:
        """As by Ctrl+C."""
        if self._running:
            self._running.close()
            self._running = None


@contextmanager
def open_house(folder: Path, database: Path | str | None = None, **settings: Any) -> Iterator[House]:
    house = House(folder, database, **settings)
    house.start()
    try:
        yield house
    finally:
        house.stop()
