"""A table of The River that records whole rounds, from setup to the score."""

from contextlib import ExitStack
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.formats.faults import BadInput
from companion.log.access import Role
from companion.river.game import River, RiverState
from companion.river.tracking import ROUNDS
from companion.web.app import create_app
from companion.web.backend import Backend
from companion.web.config import WebConfig
from tests.web.people import Device, House, network_app, open_desk_for
from tests.web.river import NAMES, RiverHand, begun_river, new_river

pytestmark = pytest.mark.both_databases


@pytest.fixture
def client(backend: Backend, tmp_path: Path) -> FlaskClient:
    app = create_app(WebConfig(data_dir=tmp_path, companion=backend, testing=True))
    app.config["WTF_CSRF_ENABLED"] = False
    return app.test_client()


def rounds_table(backend: Backend) -> RiverHand:
    players = [{"name": name, "color": color} for name, color in zip(NAMES, ("black", "blue", "green"), strict=False)]
    told = {"format": "river-table/1", "players": players, "start_player": NAMES[0]}
    return RiverHand(backend, backend.service.create("river", {"table": told, "way": "rounds"}))


def test_rounds_are_what_a_new_table_tells(client: FlaskClient, backend: Backend) -> None:
    form = {"game": "river", "players": "3", "name": list(NAMES[:3]), "do": "create"}
    made = client.post("/tables/new", data=form)
    state = backend.service.look(made.location.rpartition("/")[2]).state
    assert isinstance(state, RiverState)
    assert (state.way, state.table.round) == (ROUNDS, 1)
    assert "rounds-form" in client.get(made.location).text


def test_a_round_told_at_once(client: FlaskClient, backend: Backend) -> None:
    """Mara's second and third tile cover framed space 3 of her board: a scout settles; two buildings free the fifth."""
    hand = rounds_table(backend)
    sent = {"seen": "0", "id": "r1", "tiles-0": "2", "built-0": "2", "tiles-1": "1", "figure": "1"}
    assert client.post(f"{hand.address}/river/round", data=sent).status_code == 303
    page = client.get(hand.address).text
    mara = hand.player("Mara")
    assert (len(mara.tiles), len(mara.bonus), mara.settled, mara.scouts) == (3, 2, 1, 4)
    assert (hand.table.round, hand.table.start_player) == (2, "Jonas")
    for said in ("fifth pioneer", "framed space 3", "bonus space 2"):
        assert said in page


@pytest.mark.parametrize("figure", ["²", "0199", "3", "0" * 5000 + "1", "-1"])
def test_a_figure_nobody_has_is_refused_in_words(client: FlaskClient, backend: Backend, figure: str) -> None:
    hand = rounds_table(backend)
    refused = client.post(f"{hand.address}/river/round", data={"seen": "0", "id": "r1", "figure": figure})
    assert refused.status_code == 422
    assert hand.table.round == 1


def test_three_tiles_a_round_are_marked_and_a_thirteenth_is_refused(client: FlaskClient, backend: Backend) -> None:
    hand = rounds_table(backend)
    hand.record({"do": "round", "tiles": {"Mara": 3}})
    assert {rule for line in backend.service.history(hand.look.info.id) for rule in line.reasons} == {"V-TILE-03"}
    refused = client.post(f"{hand.address}/river/round", data={"seen": "1", "id": "r2", "tiles-0": "12"})
    assert refused.status_code == 422


def test_the_end_leads_to_the_score(client: FlaskClient, backend: Backend) -> None:
    hand = rounds_table(backend)
    hand.record({"do": "round", "built": {"Mara": 3}})
    hand.record({"do": "round", "built": {"Mara": 2}})
    assert hand.table.over
    assert "/quick" in client.get(hand.address).text or "score" in client.get(hand.address).text
    hand.record({"player": "Mara", "quick": {"columns": [6, 0, 2, 2], "buildings": 23, "bonus": 7}}, kind="quick")
    assert hand.player("Mara").quick is not None


def test_only_the_score_goes_to_the_pad(client: FlaskClient, backend: Backend) -> None:
    form = {"game": "river", "players": "3", "name": list(NAMES[:3]), "way": "score", "do": "create"}
    made = client.post("/tables/new", data=form)
    assert backend.service.look(made.location.rpartition("/")[2]).summary.quick_score


# --- How much is recorded changes while the game goes on


HOLDS = {"Mara": {"resources": {"wood": 2, "food": 1}, "reserved": 1}}


def test_rounds_become_everything_and_what_is_missing_is_asked_for(client: FlaskClient, backend: Backend) -> None:
    hand = rounds_table(backend)
    hand.record({"do": "round", "tiles": {"Mara": 2}, "built": {"Jonas": 1}})
    page = client.get(f"{hand.address}/correct").text
    assert "To record everything from here, enter what each player has now." in page
    form = {"seen": "1", "id": "t1", "way": "everything", "has-0-wood": "2", "has-0-food": "1", "reserved-0": "1"}
    assert client.post(f"{hand.address}/river/correct/track", data=form).status_code == 303
    mara = hand.player("Mara")
    assert (mara.resources, len(mara.reserved), mara.scouts) == ({"wood": 2, "food": 1}, 1, 3)  # one has settled
    assert backend.service.history(hand.look.info.id)[-1].label.code == "river.label.track-everything"
    page = client.get(hand.address).text
    assert "rounds-form" not in page
    assert "Mara: 3 tiles not entered yet" in page
    assert f"{hand.address}/correct?who=0" in page
    hand.record({"do": "produce", "player": "Mara", "resource": "wood", "taken": 1})
    tiles = [{"op": "replace", "path": f"/players/{seat}/tiles/0", "value": {"kind": "forest"}} for seat in range(3)]
    hand.record({"reason": "entered", "changes": tiles}, kind="correction")
    assert "Mara: 2 tiles not entered yet" in client.get(hand.address).text


def test_everything_becomes_rounds_in_mid_round_and_ends_with_the_results(
    client: FlaskClient, backend: Backend
) -> None:
    hand = begun_river(backend)
    hand.record({"do": "build", "player": "Mara", "building": {"cost": {}, "points": 5}})
    client.post(f"{hand.address}/river/correct/track", data={"seen": str(hand.look.seq), "id": "t1", "way": "rounds"})
    assert "rounds-form" in client.get(hand.address).text
    assert hand.table.round == 1
    hand.record({"do": "round", "built": {"Mara": 2}})
    hand.record({"do": "round", "built": {"Mara": 2}})
    assert hand.table.over
    hand.record({"player": "Mara", "quick": {"columns": [6, 0, 2, 2], "resources": 3}}, kind="quick")
    assert hand.player("Mara").quick is not None
    assert hand.player("Mara").tiles == ()


def test_before_the_first_tiles_rounds_begin_with_the_first_round(backend: Backend) -> None:
    hand = RiverHand(backend, new_river(backend))
    hand.record({"way": "rounds"}, kind="track")
    assert (hand.table.round, [len(player.tiles) for player in hand.table.players]) == (1, [1, 1, 1])


def test_only_the_score_ends_the_recording(client: FlaskClient, backend: Backend) -> None:
    hand = rounds_table(backend)
    sent = client.post(f"{hand.address}/river/correct/track", data={"seen": "0", "id": "t1", "way": "score"})
    assert sent.status_code == 303
    assert hand.table.over
    assert "results are entered player by player" in client.get(hand.address).text


@pytest.mark.parametrize(
    ("body", "path"),
    [
        ({"way": "none"}, "way"),
        ({"holds": {}}, "way"),
        ({"way": "everything", "holds": {"Nobody": {}}}, "holds.Nobody"),
        ({"way": "everything", "holds": {"Mara": {"resources": {"gold": 1}}}}, "holds.Mara.resources.gold"),
        ({"way": "everything", "holds": {"Mara": {"reserved": -1}}}, "holds.Mara.reserved"),
    ],
)
def test_a_wrong_change_names_its_fault_and_changes_nothing(
    backend: Backend, body: dict[str, object], path: str
) -> None:
    hand = rounds_table(backend)
    with pytest.raises(BadInput) as bad:
        hand.record(body, kind="track")
    assert [fault.path for fault in bad.value.faults] == [path]
    assert hand.table.round == 1


def test_a_snapshot_keeps_how_much_is_recorded(backend: Backend) -> None:
    game = River()
    state = rounds_table(backend).look.state
    after = game.play(state, "track", {"way": "everything", "holds": HOLDS}).state
    assert game.restore(game.snapshot(after)).way == "everything"


@pytest.mark.parametrize(
    "body",
    [
        {"do": "round", "tiles": {"Mara": 2}, "built": {"Mara": 1}, "figure": "Mara"},
        {"way": "everything", "holds": HOLDS},
    ],
)
def test_a_name_is_replaced_wherever_it_stands(body: dict[str, object]) -> None:
    assert "Mara" not in str(River().with_names(body, {"Mara": "Zoe"}))


# --- Phones


def phone_table(folder: Path, stack: ExitStack, way: str) -> House:
    backend = stack.enter_context(open_desk_for(folder))
    app = network_app(backend, folder)
    tablet = Device(app.test_client())
    players = [{"name": name} for name in NAMES[:3]]
    table = {"format": "river-table/1", "players": players, "start_player": NAMES[0]}
    made = tablet.client.post("/api/tables", json={"game": "river", "header": {"table": table, "way": way}})
    return House(app, backend, tablet, made.get_json()["table"]["id"])


def post(device: Device, house: House, seen: int, body: dict[str, object]) -> int:
    sent = {"id": f"entry-{seen}", "seen": seen, "kind": "action", "body": body}
    return device.client.post(f"/api/tables/{house.table_id}/entries", json=sent).status_code


def test_every_phone_records_a_round_if_phones_record(tmp_path: Path) -> None:
    with ExitStack() as stack:
        house = phone_table(tmp_path, stack, "rounds")
        phone, access = house.joined(Role.SEAT, NAMES[1]), house.app.extensions["access"]
        access.let_phones_record(house.table_id, False)
        assert post(phone, house, 0, {"do": "round", "tiles": {NAMES[1]: 1}}) == 403
        assert "Record the round" not in phone.client.get(f"/tables/{house.table_id}/seat").text
        access.let_phones_record(house.table_id, True)
        seat = phone.client.get(f"/tables/{house.table_id}/seat").text
        assert "Record the round" in seat
        assert "Easily forgotten" in seat
        assert "rounds-figure" in phone.client.get(f"/tables/{house.table_id}").text
        assert post(phone, house, 0, {"do": "round", "tiles": {NAMES[1]: 1}}) == 201
        assert "seat-undo" in phone.client.get(f"/tables/{house.table_id}/seat").text
        other = house.joined(Role.SEAT, NAMES[2])
        assert "seat-undo" not in other.client.get(f"/tables/{house.table_id}/seat").text


def test_a_phone_records_the_clean_up_but_no_turn_of_another(tmp_path: Path) -> None:
    with ExitStack() as stack:
        house = phone_table(tmp_path, stack, "everything")
        house.app.extensions["access"].let_phones_record(house.table_id, True)
        phone = house.joined(Role.SEAT, NAMES[1])
        bodies: list[dict[str, object]] = [{"do": "take-tile", "player": NAMES[n], "tile": "forest"} for n in (2, 1, 0)]
        for seen, body in enumerate(bodies):
            assert post(house.tablet, house, seen, body) == 201
        assert post(phone, house, 3, {"do": "take-figure", "player": NAMES[0]}) == 403
        assert post(phone, house, 3, {"do": "clean-up"}) == 403
        done = {"reason": "r", "changes": [{"op": "remove", "path": "/active_player"}]}
        sent = {"id": "c", "seen": 3, "kind": "correction", "body": done}
        assert house.tablet.client.post(f"/api/tables/{house.table_id}/entries", json=sent).status_code == 201
        assert "Record the clean-up" in phone.client.get(f"/tables/{house.table_id}/seat").text
        assert post(phone, house, 4, {"do": "clean-up"}) == 201
