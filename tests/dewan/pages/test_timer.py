"""The event timer over HTTP: one request a turn, nothing lost, every mistake mended."""

import re
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.dewan.rules.play import Play
from companion.log.datadir import DataDir
from companion.log.roles import Role
from companion.web.app import create_app
from companion.web.backend import Backend, open_backend
from companion.web.config import WebConfig
from tests.dewan.pages.test_table_screen import hidden
from tests.looks import every_look
from tests.web.people import Device, House, network_app
from tests.web.tables import new_table


def start(client: FlaskClient, scenario: str = "volcano", players: int = 3) -> str:
    fields = hidden(client.get("/timer").text, 'action="/timer"')
    answer = client.post("/timer", data={**fields, "scenario": scenario, "players": players})
    assert answer.status_code == 303
    return str(answer.headers["Location"])


def tap(client: FlaskClient, timer: str, form: str, **more: str) -> int:
    fields = hidden(client.get(timer).text, f"{timer}/{form}")
    return client.post(f"{timer}/{form}", data={**fields, **more}).status_code


def play(backend: Backend, timer: str) -> Play:
    state: Play = backend.service.look(timer.rpartition("/")[2]).state.play
    return state


@pytest.mark.rule("D-EVENT-01", "D-EVENT-03", "D-EVENT-04", "D-EVENT-08")
@pytest.mark.parametrize(("players", "takes", "pile"), [(2, 3, 6), (3, 4, 8), (4, 5, 10)])
def test_the_event_comes_with_the_take_the_rules_name(
    client: FlaskClient, backend: Backend, players: int, takes: int, pile: int
) -> None:
    timer = start(client, players=players)
    for _ in range(takes - 1):
        tap(client, timer, "took")
        assert "event-screen" not in client.get(timer).text
    tap(client, timer, "took")
    page = client.get(timer).text
    assert "The volcano wakes" in page
    assert f"New draw pile: {pile} cards" in page
    tap(client, timer, "resolved")
    page = client.get(timer).text
    assert "event-screen" not in page
    assert f"New draw pile: {pile} cards" in page
    assert (play(backend, timer).table.piles.draw, play(backend, timer).table.lava_markers) == (pile, 7)


@pytest.mark.rule("R-15")
def test_the_pile_is_full_again_however_often_it_ran_out(client: FlaskClient, backend: Backend) -> None:
    """Nobody counts the supply here: the fifth pile of four players is as full as the first."""
    timer = start(client, players=4)
    for _ in range(5):
        for _ in range(5):
            tap(client, timer, "took")
        tap(client, timer, "resolved")
    assert (play(backend, timer).table.piles.draw, play(backend, timer).table.lava_markers) == (10, 3)


def test_it_is_there_again_after_the_battery_died(tmp_path: Path) -> None:
    with open_backend(DataDir(tmp_path / "kept")) as backend:
        client = create_app(WebConfig(data_dir=tmp_path, companion=backend, testing=True)).test_client()
        timer = start(client)
        tap(client, timer, "took")
    with open_backend(DataDir(tmp_path / "kept")) as backend:
        client = create_app(WebConfig(data_dir=tmp_path, companion=backend, testing=True)).test_client()
        table = timer.replace("/timer/", "/tables/")
        assert client.get(table).location == timer
        assert f'href="{timer}"' in client.get("/timer").text
        assert "6 of 8 cards left" in client.get(timer).text


def test_undo_takes_back_a_tap_and_the_event_it_brought(client: FlaskClient, backend: Backend) -> None:
    timer = start(client, players=2)
    for _ in range(3):
        tap(client, timer, "took")
    assert "event-screen" in client.get(timer).text
    tap(client, timer, "undo")
    assert "event-screen" not in client.get(timer).text
    assert play(backend, timer).table.piles.draw == 2


def test_the_same_tap_sent_twice_counts_once(client: FlaskClient, backend: Backend) -> None:
    timer = start(client)
    fields = hidden(client.get(timer).text, f"{timer}/took")
    for _ in range(2):
        assert client.post(f"{timer}/took", data=fields).status_code == 303
    assert play(backend, timer).table.piles.draw == 6


def test_two_devices_tapping_for_the_same_take_count_it_once(client: FlaskClient, backend: Backend) -> None:
    timer = start(client)
    pages = [client.get(timer).text for _ in range(2)]
    assert client.post(f"{timer}/took", data=hidden(pages[0], f"{timer}/took")).status_code == 303
    answer = client.post(f"{timer}/took", data=hidden(pages[1], f"{timer}/took"))
    assert answer.status_code == 409
    assert "In the meantime someone recorded" in answer.text
    assert play(backend, timer).table.piles.draw == 6


def test_two_devices_resolving_the_same_event_use_one_marker(client: FlaskClient, backend: Backend) -> None:
    timer = start(client, players=2)
    for _ in range(3):
        tap(client, timer, "took")
    pages = [client.get(timer).text for _ in range(2)]
    codes = [client.post(f"{timer}/resolved", data=hidden(page, f"{timer}/resolved")).status_code for page in pages]
    assert codes == [303, 409]
    assert play(backend, timer).table.lava_markers == 7


def test_the_pile_is_set_by_hand(client: FlaskClient, backend: Backend) -> None:
    timer = start(client)
    assert tap(client, timer, "pile", cards="3") == 303
    assert play(backend, timer).table.piles.draw == 3
    assert tap(client, timer, "pile", cards="0") == 303
    assert "event-screen" in client.get(timer).text


@pytest.mark.parametrize("cards", ["", "-1", "9", "1e9", "x", "٣"])
def test_a_pile_that_cannot_be_is_refused(client: FlaskClient, backend: Backend, cards: str) -> None:
    timer = start(client)
    assert tap(client, timer, "pile", cards=cards) == 422
    assert play(backend, timer).table.piles.draw == 8


@pytest.mark.rule("R-19")
def test_no_space_that_qualifies_uses_no_marker(client: FlaskClient, backend: Backend) -> None:
    timer = start(client, "downpour", 2)
    for _ in range(3):
        tap(client, timer, "took")
    page = client.get(timer).text
    fields = hidden(page, f"{timer}/resolved")
    fields.pop("placed")
    assert client.post(f"{timer}/resolved", data=fields).status_code == 303
    assert (play(backend, timer).table.piles.draw, play(backend, timer).table.water_markers) == (6, 8)
    assert play(backend, timer).next.kind == "turn"


def test_fish_are_one_tap_for_everybody_and_one_undo(client: FlaskClient, backend: Backend) -> None:
    timer = start(client, "lake-villages", 3)
    for _ in range(4):
        tap(client, timer, "took")
    assert "The Fish have been taken" in client.get(timer).text
    tap(client, timer, "resolved")
    assert (play(backend, timer).table.piles.draw, play(backend, timer).next.kind) == (8, "turn")
    tap(client, timer, "undo")
    assert "event-screen" in client.get(timer).text


@pytest.mark.rule("D-EVENT-07")
def test_when_the_markers_are_used_up_the_event_still_brings_a_new_pile(client: FlaskClient, backend: Backend) -> None:
    timer = start(client, players=2)
    for _ in range(8):
        for _ in range(3):
            tap(client, timer, "took")
        tap(client, timer, "resolved")
    for _ in range(3):
        tap(client, timer, "took")
    page = client.get(timer).text
    assert "no marker is left" in page
    assert "event-screen" not in page
    assert play(backend, timer).table.piles.draw == 6


def test_resolving_an_event_that_is_not_there_changes_nothing(client: FlaskClient, backend: Backend) -> None:
    timer = start(client)
    fields = hidden(client.get(timer).text, f"{timer}/took")
    answer = client.post(f"{timer}/resolved", data=fields)
    assert answer.status_code == 422
    assert "There is no event to resolve" in answer.text
    assert play(backend, timer).table.piles.draw == 8


@pytest.mark.parametrize(
    "form",
    [{}, {"scenario": "base", "players": "3"}, {"scenario": "volcano", "players": "9"}, {"scenario": "volcano"}],
)
def test_a_timer_for_nothing_is_not_started(client: FlaskClient, backend: Backend, form: dict[str, str]) -> None:
    fields = hidden(client.get("/timer").text, 'action="/timer"')
    answer = client.post("/timer", data={**fields, **form})
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text
    assert every_look(backend.service) == ()


def test_a_table_without_an_event_has_no_timer(client: FlaskClient, backend: Backend) -> None:
    table = new_table(backend, "base")
    assert client.get(f"/timer/{table.info.id}").status_code == 404
    assert client.get("/timer/nowhere").status_code == 404


def test_a_recorded_table_is_not_listed_among_the_timers(client: FlaskClient, backend: Backend) -> None:
    table = new_table(backend, "volcano")
    assert not re.search(f"/timer/{table.info.id}", client.get("/timer").text + client.get("/").text)


def test_who_looks_on_sees_the_count_and_no_button_the_server_would_refuse(backend: Backend, tmp_path: Path) -> None:
    app = network_app(backend, tmp_path)
    tablet = Device(app.test_client())
    made = tablet.post("/timer", {"scenario": "volcano", "players": "3"})
    timer = made.headers["Location"]
    guest = House(app, backend, tablet, timer.rpartition("/")[2]).joined(Role.SPECTATOR)
    for taps in range(5):  # the fourth take calls the event, and the page is another one
        shared, looked_at = tablet.get(timer).text, guest.get(timer).text
        assert f'action="{timer}/' in shared
        assert f'action="{timer}/' not in looked_at
        assert "You are watching." in looked_at
        assert ("event-screen" in looked_at) is ("event-screen" in shared) is (taps == 4)
        if taps < 4:
            tablet.post(f"{timer}/took", dict(hidden(shared, f"{timer}/took")))
