"""Pictures for the tests: the sample photos, and tiny files made on the spot."""

import json
from pathlib import Path
from typing import Any

import pytest

from companion.dewan.vision.tiles import TileSet, box_from_json

SAMPLES = Path(__file__).parents[3] / "sample_photos"


def truth_of(name: str) -> dict[str, Any]:
    document: dict[str, Any] = json.loads((SAMPLES / f"{name}.json").read_text(encoding="utf-8"))
    return document


def box_of(name: str) -> TileSet:
    return box_from_json(json.loads((SAMPLES / f"{name}.box.json").read_text(encoding="utf-8")))


@pytest.fixture(scope="session")
def sample_dir() -> Path:
    return SAMPLES
