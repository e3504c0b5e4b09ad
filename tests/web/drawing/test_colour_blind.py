"""Nothing on the map is told by colour alone: terrains by texture and letter, players by the mark on their tents."""

import re
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.dewan.rules.words import Terrain
from companion.web.app import create_app
from companion.web.backend import Backend
from companion.web.config import WebConfig
from tests import screenshots as shown

SPACE = re.compile(
    r'<g class="space (\w+) *">\s*<path class="ground"[^>]*/>\s*(?:<path fill="url\(#texture-(\w+)\)"[^>]*/>)?'
)
PATTERN = re.compile(r'<pattern id="texture-(\w+)"[^>]*>(.*?)</pattern>', re.DOTALL)
LETTER = re.compile(r'<text class="letter on-(\w+) *"[^>]*>([^<]+)</text>')
TENT = re.compile(r'#(tent-[\w-]+)" fill="([^"]+)"')


@pytest.fixture
def client(backend: Backend, tmp_path: Path) -> FlaskClient:
    return create_app(WebConfig(data_dir=tmp_path, companion=backend, testing=True)).test_client()


def test_every_terrain_has_a_texture_and_a_letter_of_its_own(client: FlaskClient, backend: Backend) -> None:
    page = client.get(f"/tables/{shown.tables_to_show(backend)[0]}").text
    terrains = {str(terrain) for terrain in Terrain} & {name for name, _ in SPACE.findall(page)}
    assert len(terrains) >= 5
    assert {texture for name, texture in SPACE.findall(page) if name in terrains} == terrains
    assert all(name == texture for name, texture in SPACE.findall(page) if name in terrains)
    strokes = {name: re.sub(r'class="[^"]*"', "", drawn) for name, drawn in PATTERN.findall(page)}
    assert len(set(strokes.values())) == len(strokes)
    assert terrains <= strokes.keys()
    letters = dict(LETTER.findall(page))
    assert terrains <= letters.keys()
    assert len(set(letters.values())) == len(letters)


def test_every_player_has_a_mark_of_their_own(client: FlaskClient, backend: Backend) -> None:
    page = client.get(f"/tables/{shown.tables_to_show(backend)[0]}").text
    tents = set(TENT.findall(page))
    assert len(tents) == 3
    assert len({mark for mark, _ in tents}) == len({fill for _, fill in tents}) == 3
