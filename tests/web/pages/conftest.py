"""Pages are tested with tables to show."""

from tests.web.conftest import app_with_tables as app

__all__ = ["app"]
