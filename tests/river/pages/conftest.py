"""Pages are tested with the application, client and server of tests/web."""

from tests.web.conftest import app, browser, client, desk, live_server, tables

__all__ = ["app", "browser", "client", "desk", "live_server", "tables"]
