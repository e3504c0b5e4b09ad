"""The first-game guide: this table's own numbers, ticked off on one device."""

import re
from html import unescape
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.i18n.catalog import LANGUAGES
from companion.web.app import create_app
from companion.web.backend import Backend
from companion.web.config import WebConfig
from tests.web.tables import Hand, new_table


@pytest.fixture
def at_desk(tmp_path: Path, backend: Backend) -> FlaskClient:
    return create_app(WebConfig(data_dir=tmp_path, companion=backend, testing=True)).test_client()


def guide(client: FlaskClient, table_id: str, language: str = "en") -> str:
    answer = client.get(f"/tables/{table_id}/guide", headers={"Accept-Language": language})
    assert answer.status_code == 200
    return unescape(answer.text)


def test_the_numbers_are_those_of_the_table(at_desk: FlaskClient, backend: Backend) -> None:
    """Three players in the Volcano: 8 cards on the Event tile, 35 in the supply (section 1.2 of the catalogue)."""
    page = guide(at_desk, new_table(backend, "volcano").info.id)
    assert "8 cards on the Event tile, 35 beside it" in page
    assert "3 Starting tiles" in page
    assert "8 Lava markers ready" in page
    page = guide(at_desk, new_table(backend, "downpour", 4).info.id)
    assert "10 cards on the Event tile, 31 beside it" in page
    assert "5 Story tiles with Water back into the box" in page


def test_first_stories_go_round_against_the_clock(at_desk: FlaskClient, backend: Backend) -> None:
    """Jonas begins; Mara sits to his right and chooses first, he last (D-SETUP-08)."""
    page = guide(at_desk, new_table(backend).info.id)
    assert "in this order: Mara, Inês, Jonas" in page
    assert "Jonas begins" in page


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("scenario", ["base", "team", "downpour", "volcano", "lake-villages"])
def test_every_step_is_told_and_drawn(at_desk: FlaskClient, backend: Backend, scenario: str, language: str) -> None:
    page = guide(at_desk, new_table(backend, scenario, 4).info.id, language)
    steps = re.split(r'<li id="', page.partition('class="guide-steps"')[2])[1:]
    assert len(steps) >= 11
    for step in steps:
        assert 'class="example' in step, step[:60]
        assert "/rules/D-" in step


def test_it_goes_on_through_the_first_round_beside_the_table(at_desk: FlaskClient, backend: Backend) -> None:
    """Whoever has had a turn by the record is ticked off; the next one is marked."""
    look = new_table(backend, stories=False, row=False)
    hand = Hand(backend, look)

    def current() -> list[str]:
        return re.findall(r'<li id="([\w-]+)" class="panel guide-step next"', guide(at_desk, look.info.id))

    page = guide(at_desk, look.info.id)
    assert [
        name for name in ("Inês is next", "Mara is next", "Jonas begins the second round") if name not in page
    ] == []
    tick_set_up(at_desk, look.info.id)
    assert current() == ["first-turn"]
    hand.record("action", {"do": "take-cards", "player": "Jonas"})
    assert current() == ["turn-2"]
    hand.record("action", {"do": "take-cards", "player": "Inês"})
    assert current() == ["turn-3"]
    hand.record("action", {"do": "take-cards", "player": "Mara"})
    assert current() == ["end"]  # Jonas is at his second turn


def tick_set_up(client: FlaskClient, table_id: str) -> None:
    page = guide(client, table_id)
    token = re.search(r'name="csrf_token" value="([^"]+)"', page)
    assert token
    for key in re.findall(r'<li id="([\w-]+)" class="panel guide-step', page):
        if key == "first-turn":
            return
        assert client.post(f"/tables/{table_id}/guide", data={"step": key, "csrf_token": token[1]}).status_code == 303


def test_ticks_stay_with_the_device_and_the_table(at_desk: FlaskClient, backend: Backend) -> None:
    one, other = new_table(backend).info, new_table(backend).info
    seq = backend.service.look(one.id).seq

    def tick(step: str) -> int:
        token = re.search(r'name="csrf_token" value="([^"]+)"', guide(at_desk, one.id))
        assert token
        data = {"step": step, "csrf_token": token[1]}
        return at_desk.post(f"/tables/{one.id}/guide", data=data).status_code

    assert tick("berries") == 303
    assert tick("camps") == 303
    assert "2 of 18 steps done" in guide(at_desk, one.id)
    assert tick("berries") == 303
    assert "1 of" in guide(at_desk, one.id)
    assert "0 of" in guide(at_desk, other.id)
    assert tick("no-such-step") == 422
    assert backend.service.look(one.id).seq == seq, "nothing of the table changes"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_river_has_a_guide_of_its_own(at_desk: FlaskClient, backend: Backend, language: str) -> None:
    """Three players: four tiles for the first choice (V-SETUP-03); Ana opens, so Cleo chooses first (V-SETUP-08)."""
    players = [{"name": name} for name in ("Ana", "Ben", "Cleo")]
    record = {"format": "river-table/1", "players": players, "start_player": "Ana"}
    page = guide(at_desk, backend.service.create("river", {"table": record}).info.id, language)
    steps = re.split(r'<li id="', page.partition('class="guide-steps"')[2])[1:]
    assert len(steps) == 9
    assert all('class="example' in step for step in steps)
    assert "Cleo, Ben, Ana" in page
    if language == "en":
        assert "reveal 4" in page
