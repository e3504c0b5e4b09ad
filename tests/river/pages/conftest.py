"""Pages are tested with the application, client and server of tests/web."""

from tests.web.conftest import app, backend, browser, client, live_server, tables

__all__ = ["app", "backend", "browser", "client", "live_server", "tables"]
