from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.log.store import Store
from companion.service import table_cache as opened
from companion.service.tables import Tables
from tests.empty_database import open_empty_store
from tests.service.tools import NOW, first_lot


@pytest.fixture(autouse=True, scope="package")
def short_stretches() -> Iterator[None]:
    """Snapshots after five entries and few states in memory, so that short games meet them, too."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(opened, "SNAPSHOT_EVERY", 5)
        patch.setattr(opened, "STATES_KEPT", 3)
        yield


@pytest.fixture
def store(database: Path | str) -> Iterator[Store]:
    with open_empty_store(database) as store:
        yield store


@pytest.fixture
def tables(store: Store) -> Tables:
    return Tables(store, lot=first_lot, now=lambda: NOW)
