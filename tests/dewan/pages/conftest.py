"""Pages are tested with the application, client and server of tests/web."""

from tests.web.conftest import app_with_tables as app
from tests.web.conftest import backend, browser, client, live_server

__all__ = ["app", "backend", "browser", "client", "live_server"]
