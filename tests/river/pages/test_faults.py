"""What a try at the table found wrong, each as it was found."""

import re
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.river.formats.tiles import building_json
from companion.river.game import River
from companion.river.rules.tiles import Building
from companion.river.rules.words import Resource
from companion.web.app import create_app
from companion.web.backend import Backend
from companion.web.config import WebConfig
from tests.web.river import BUILDINGS, RiverHand, begun_river, new_river


@pytest.fixture
def client(backend: Backend, tmp_path: Path) -> FlaskClient:
    app = create_app(WebConfig(data_dir=tmp_path, companion=backend, testing=True))
    app.config["WTF_CSRF_ENABLED"] = False
    return app.test_client()


@pytest.fixture
def hand(backend: Backend) -> RiverHand:
    return begun_river(backend)


def test_looking_at_another_player_records_for_whose_turn_it_is(client: FlaskClient, hand: RiverHand) -> None:
    page = client.get(f"{hand.address}?who=Jonas").text
    assert "You are looking at Jonas." in page
    assert "who=" not in page.split('class="board-space')[1].split(">")[0]
    doing = client.get(f"{hand.address}?who=Jonas&do=clay").text
    assert 'name="player" value="Mara"' in doing
    assert 'name="player" value="Jonas"' not in doing


def test_a_card_described_later_does_not_lie_there_twice(client: FlaskClient, hand: RiverHand) -> None:
    hand.record({"do": "lay-out", "buildings": [BUILDINGS["G01"], {}, {}]})
    form = {"seen": str(hand.look.seq), "id": "card", "do": "lay-out", "building": "G13"}
    assert client.post(f"{hand.address}/river/act", data=form).status_code == 303
    displayed = hand.table.displayed or ()
    assert [building_json(card).get("id") for card in displayed] == ["G01", "G13", None]


def test_two_swaps_may_share_a_tile_in_any_order(client: FlaskClient, backend: Backend) -> None:
    hand = RiverHand(backend, new_river(backend, 2, begun=True, round=2, active_player="Mara"))
    tiles = ["forest", "desert", "mountain", {"kind": "meadow", "meadow": "swap"}]
    players = [{"name": "Mara", "tiles": tiles[:3]}, {"name": "Jonas"}]
    told = {"format": "river-table/1", "players": players, "round": 2, "active_player": "Mara", "revealed": [tiles[3]]}
    hand = RiverHand(backend, backend.service.create("river", {"table": told, "begun": True}))
    page = client.get(f"{hand.address}?do=terrain&place=1&picked=1,2").text
    assert "picked=1,2,2" in page.replace("%2C", ","), "the second tile may be swapped on"
    full = client.get(f"{hand.address}?do=terrain&place=1&picked=1,2,2,3").text
    assert ">2·3<" in full
    assert ">4<" in full


def test_only_what_one_has_can_be_exchanged(client: FlaskClient, backend: Backend) -> None:
    players = [{"name": "Mara", "resources": {"clay": 3}}, {"name": "Jonas"}]
    told = {"format": "river-table/1", "players": players, "round": 2, "active_player": "Mara"}
    hand = RiverHand(backend, backend.service.create("river", {"table": told, "begun": True}))
    page = client.get(f"{hand.address}?do=exchange").text
    assert "given=clay" in page
    assert "given=wood" not in page


def test_rules_stand_in_the_menu_once(client: FlaskClient, hand: RiverHand) -> None:
    menu = client.get(hand.address).text.split("menu-list")[1].split("</nav>")[0]
    assert len(re.findall(r">\s*Rules\s*</a>", menu)) == 1


def test_a_start_space_that_is_taken_is_not_called_open(client: FlaskClient, hand: RiverHand) -> None:
    hand.record({"do": "take-figure", "player": "Mara"})
    page = client.get(f"{hand.address}?do=start").text
    assert "small-verdict" not in page.split('class="doing-head"')[1].split("</section>")[0]
    assert "VR-02" in page


def test_another_resource_is_offered_only_where_no_food_is_left(client: FlaskClient, hand: RiverHand) -> None:
    page = client.get(f"{hand.address}?do=food").text
    before, _, hidden = page.partition("The food island is empty")
    assert 'name="instead"' not in before
    assert 'name="instead"' in hidden
    label = River().label("action", {"do": "take-food", "player": "Mara", "instead": "stone"})
    assert label.code == "river.label.take-food-instead"
    assert label.params["resource"] is Resource.STONE


def test_an_exchange_that_would_pay_is_said(client: FlaskClient, backend: Backend) -> None:
    players = [{"name": "Mara", "resources": {"clay": 5}}, {"name": "Jonas"}]
    told = {"format": "river-table/1", "players": players, "round": 2, "active_player": "Mara"}
    cards = [building_json(Building({Resource.CLAY: 2, Resource.WOOD: 1}, 5))]
    header = {"table": {**told, "displayed": cards}, "begun": True}
    hand = RiverHand(backend, backend.service.create("river", header))
    page = client.get(f"{hand.address}?do=build").text
    assert "Exchanging three for one food first would pay for it." in page


def test_the_end_says_which_points_are_missing(client: FlaskClient, backend: Backend) -> None:
    hand = RiverHand(backend, new_river(backend, 2))
    for name in ("Jonas", "Mara"):
        hand.record({"do": "take-tile", "player": name, "tile": {"meadow": "scouts"}})
    for _ in range(4):
        hand.record({"do": "build", "player": "Mara", "building": {"cost": {}}})
    hand.record({"do": "clean-up"})
    assert hand.table.over
    page = client.get(hand.address).text
    assert "were not entered and count as 0" in page
    board = River().scoreboard(hand.look.state)
    assert board.note is not None
    assert board.note.code == "river.not-all-told"
    assert "meadow_1" in [row.key for row in board.rows]
