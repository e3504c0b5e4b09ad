from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.log.store import Store
from tests.empty_database import open_empty_store
from tests.log.logs import NOON


@pytest.fixture
def store(database: Path | str) -> Iterator[Store]:
    """A store with one empty table, ``t``."""
    with open_empty_store(database) as opened:
        opened.create_table("t", "dewan", {"players": ["Ana", "Bo"]}, NOON)
        yield opened
