"""``bench.caches`` finds every cache where it is, and what it measures is answered without it as well."""

from pathlib import Path

import pytest

import bench.caches
from bench.caches import Scene, caches
from companion.log.datadir import DataDir
from companion.web.backend import open_backend


def test_every_cache_can_be_turned_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench.caches, "SCREENS", 4)
    measured = set()
    with open_backend(DataDir(tmp_path)) as backend:
        for turn_off, requests in caches(Scene(backend, tmp_path)).values():
            with turn_off():
                for do in requests:
                    do()  # each holds its answer against 200
                    measured.add(do.__name__)
    assert measured == {"record", "page", "cold", "news", "step"}
