"""What a device prefers: light, language, sound, motion, clocks."""

import pytest
from flask.testing import FlaskClient

from companion.web.backend import Backend
from tests.dewan.pages.test_table_screen import hidden
from tests.web.events import take_untracked
from tests.web.past_games import golden
from tests.web.tables import Hand, new_table


@pytest.mark.parametrize(
    ("name", "usual", "other"), [("sound", "on", "off"), ("motion", "on", "off"), ("clocks", "off", "on")]
)
def test_each_switch_holds_on_the_device(client: FlaskClient, name: str, usual: str, other: str) -> None:
    page = client.get("/preferences?back=/games").text
    assert 'href="/games" aria-label="Back"' in page
    assert f'data-{name}="{usual}"' in page
    fields = hidden(page, f'name="{name}"')
    answer = client.post("/preferences", data={**fields, name: other})
    assert (answer.status_code, answer.headers["Location"]) == (303, "/preferences?back=/games")
    assert f'data-{name}="{other}"' in client.get("/").text
    assert client.post("/preferences", data={**fields, name: "loud"}).status_code == 422


def test_nobody_is_sent_elsewhere(client: FlaskClient) -> None:
    assert 'href="/" aria-label="Back"' in client.get("/preferences?back=//evil.example").text


def test_the_table_leads_there_and_back(client: FlaskClient, backend: Backend) -> None:
    here = f"/tables/{new_table(backend).info.id}"
    assert f'href="/preferences?back={here}"' in client.get(here).text


def test_times_are_shown_where_they_are_wanted(client: FlaskClient, backend: Backend) -> None:
    here = f"/games/{golden(backend).info.id}"
    pages = (here, f"{here}/share", f"{here}/share/summary.txt")
    assert ["Time taken" in client.get(page).text for page in pages] == [False] * 3
    client.set_cookie("clocks", "on")
    assert ["Time taken" in client.get(page).text for page in pages] == [True] * 3
    assert "Time taken: Alix " in client.get(pages[2]).text


def test_a_table_says_whose_clock_runs(client: FlaskClient, backend: Backend) -> None:
    hand = take_untracked(Hand(backend, new_table(backend, row=False, stories=False)))
    said = client.get(f"/tables/{hand.look.info.id}/clocks").get_json()
    assert (set(said["used"]), said["turn"]) == ({"Jonas", "Inês", "Mara"}, "Inês")
