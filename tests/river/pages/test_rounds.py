"""A table of The River that tells whole rounds, from set-up to the score."""

from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.river.game import ROUNDS, RiverState
from companion.web.app import create_app
from companion.web.config import WebConfig
from companion.web.desk import Desk
from tests.web.river import NAMES, RiverHand


@pytest.fixture
def client(desk: Desk, tmp_path: Path) -> FlaskClient:
    app = create_app(WebConfig(data_dir=tmp_path, companion=desk, testing=True))
    app.config["WTF_CSRF_ENABLED"] = False
    return app.test_client()


def rounds_table(desk: Desk) -> RiverHand:
    players = [{"name": name, "color": color} for name, color in zip(NAMES, ("black", "blue", "green"), strict=False)]
    told = {"format": "river-table/1", "players": players, "start_player": NAMES[0]}
    return RiverHand(desk, desk.service.create("river", {"table": told, "way": "rounds"}))


def test_rounds_are_what_a_new_table_tells(client: FlaskClient, desk: Desk) -> None:
    form = {"game": "river", "players": "3", "name": list(NAMES[:3]), "do": "create"}
    made = client.post("/tables/new", data=form)
    state = desk.service.look(made.location.rpartition("/")[2]).state
    assert isinstance(state, RiverState)
    assert (state.way, state.table.round) == (ROUNDS, 1)
    assert "rounds-form" in client.get(made.location).text


def test_a_round_told_at_once(client: FlaskClient, desk: Desk) -> None:
    """Mara's second and third tile cover framed space 3 of her board: a scout settles; two buildings free the fifth."""
    hand = rounds_table(desk)
    sent = {"seen": "0", "id": "r1", "tiles-0": "2", "built-0": "2", "tiles-1": "1", "figure": "1"}
    assert client.post(f"{hand.address}/river/round", data=sent).status_code == 303
    page = client.get(hand.address).text
    mara = hand.player("Mara")
    assert (len(mara.tiles), len(mara.bonus), mara.settled, mara.scouts) == (3, 2, 1, 4)
    assert (hand.table.round, hand.table.start_player) == (2, "Jonas")
    for said in ("fifth pioneer", "framed space 3", "bonus space 2"):
        assert said in page


def test_three_tiles_a_round_are_marked_and_a_thirteenth_is_refused(client: FlaskClient, desk: Desk) -> None:
    hand = rounds_table(desk)
    hand.record({"do": "round", "tiles": {"Mara": 3}})
    assert {rule for line in desk.service.history(hand.look.info.id) for rule in line.reasons} == {"V-TILE-03"}
    refused = client.post(f"{hand.address}/river/round", data={"seen": "1", "id": "r2", "tiles-0": "12"})
    assert refused.status_code == 422


def test_the_end_leads_to_the_score(client: FlaskClient, desk: Desk) -> None:
    hand = rounds_table(desk)
    hand.record({"do": "round", "built": {"Mara": 3}})
    hand.record({"do": "round", "built": {"Mara": 2}})
    assert hand.table.over
    assert "/quick" in client.get(hand.address).text or "score" in client.get(hand.address).text
    hand.record({"player": "Mara", "quick": {"columns": [6, 0, 2, 2], "buildings": 23, "bonus": 7}}, kind="quick")
    assert hand.player("Mara").quick is not None


def test_only_the_score_goes_to_the_pad(client: FlaskClient, desk: Desk) -> None:
    form = {"game": "river", "players": "3", "name": list(NAMES[:3]), "way": "score", "do": "create"}
    made = client.post("/tables/new", data=form)
    assert desk.service.look(made.location.rpartition("/")[2]).summary.quick_score
