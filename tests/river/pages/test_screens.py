"""The screens of The River without scripts: set-up, the table and its checks, clean-up, pad, corrections, box."""

import html
import re
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.i18n.catalog import LANGUAGES
from companion.log.roles import Role
from companion.river.box import RiverBoxState
from companion.river.demo import river_demo_box
from companion.river.pages.box_lines import building_text, buildings_json, tile_text, tiles_json
from companion.river.rules.tiles import Tile
from companion.river.rules.words import Resource, Terrain
from companion.river.scoreboard import scoreboard as pad
from companion.web.app import create_app
from companion.web.backend import Backend
from companion.web.config import WebConfig
from tests.looks import every_look
from tests.web.people import Device, House, network_app
from tests.web.river import TILES, RiverHand, begun_river, new_river


@pytest.fixture
def client(backend: Backend, tmp_path: Path) -> FlaskClient:
    app = create_app(WebConfig(data_dir=tmp_path, companion=backend, testing=True))
    app.config["WTF_CSRF_ENABLED"] = False
    return app.test_client()


def act(client: FlaskClient, hand: RiverHand, path: str = "act", **form: str) -> None:
    """Send a form of the table as it stands; it must be recorded."""
    hand.number += 1
    sent = {"seen": str(desk_seq(hand)), "id": f"form-{hand.number}", **form}
    answer = client.post(f"{hand.address}/river/{path}", data=sent)
    assert answer.status_code == 303, answer.text


def desk_seq(hand: RiverHand) -> int:
    return hand.backend.service.look(hand.look.info.id).seq


def broken(client: FlaskClient, hand: RiverHand) -> set[str]:
    """The rules that entries of the log broke."""
    return {rule for line in hand.backend.service.history(hand.look.info.id) for rule in line.reasons}


# --- Set-up


def test_a_table_is_made_with_seats_rulings_and_title(client: FlaskClient, backend: Backend) -> None:
    page = client.get("/tables/new?game=river").text
    assert "On the islands: 10 wood, 10 clay, 10 stone, 4 food." in page
    assert 'name="VR-16"' in page
    form = {"game": "river", "players": "2", "name": ["Mara", ""], "color": ["blue", "black"], "first": "2"}
    form |= {"title": "By the fire", "way": "everything", "VR-16": "others-only", "VR-01": "winding", "do": "create"}
    made = client.post("/tables/new", data=form)
    assert made.status_code == 303
    hand = RiverHand(backend, backend.service.look(made.location.rpartition("/")[2]))
    table = hand.table
    assert [(one.name, one.color) for one in table.players] == [("Mara", "blue"), ("Black", "black")]
    assert (table.start_player, table.rulings, table.round) == ("Black", {"VR-16": "others-only"}, 0)
    assert table.active_player == "Mara"  # the start player chooses last (V-SETUP-08)
    assert "By the fire" in client.get("/").text


def test_a_name_twice_is_said_at_its_seat_and_nothing_is_made(client: FlaskClient, backend: Backend) -> None:
    form = {"game": "river", "players": "2", "name": ["Mara", "Mara"], "do": "create"}
    answer = client.post("/tables/new", data=form)
    assert answer.status_code == 422
    assert 'class="fault"' in answer.text
    assert not every_look(backend.service)


# --- The table


def test_a_tile_is_told_by_tapping_kind_and_tile(client: FlaskClient, backend: Backend) -> None:
    hand = RiverHand(backend, new_river(backend, 2))
    page = client.get(f"{hand.address}?kind=forest").text
    assert 'name="tile" value="F2"' in page
    act(client, hand, do="take-tile", player="Jonas", tile="F2")
    assert hand.player("Jonas").tiles == (Tile((Terrain.FOREST,), {Resource.WOOD: 1}, 1, None, "F2"),)
    act(client, hand, do="take-tile", player="Mara", kind="desert", kind2="forest", told="1", storages="2")
    assert hand.player("Mara").tiles == (Tile((Terrain.DESERT, Terrain.FOREST), {}, 2),)
    assert hand.table.round == 1


def test_producing_says_what_it_brings_before_it_is_recorded(client: FlaskClient, backend: Backend) -> None:
    hand = begun_river(backend)
    page = client.get(f"{hand.address}?do=wood").text
    # Two bare symbols of the invented board, and one more for the first scout (V-PROD-01, V-PROD-02).
    assert "2 symbols" in page
    assert "1 for the first pioneer here" in page
    assert "Take 3 wood" in page
    act(client, hand, do="produce", player="Mara", resource="wood")
    assert hand.player("Mara").resources == {Resource.WOOD: 3}
    assert hand.table.active_player == "Jonas"


def test_giving_back_makes_room(client: FlaskClient, backend: Backend) -> None:
    hand = begun_river(backend)
    act(client, hand, do="produce", player="Mara", resource="wood")
    act(client, hand, do="produce", player="Jonas", resource="clay", taken="1", **{"returned-wood": "2"})
    jonas = hand.player("Jonas")
    assert (jonas.resources[Resource.CLAY], jonas.resources[Resource.WOOD]) == (1, 2)  # of four the gift meadow gave


def test_what_can_be_built_is_told_with_how_it_is_paid(client: FlaskClient, backend: Backend) -> None:
    hand = begun_river(backend)
    act(client, hand, do="produce", player="Mara", resource="wood")
    page = client.get(f"{hand.address}?do=build&who=Mara").text
    assert page.count("missing:") == 4  # wood alone pays for one of the five buildings
    assert "Build" in page
    act(client, hand, do="build", player="Jonas", place="1")
    assert (hand.player("Jonas").buildings, hand.player("Jonas").bonus) == ((3,), (6,))


def test_played_against_the_rules_is_recorded_and_marked(client: FlaskClient, backend: Backend) -> None:
    hand = begun_river(backend)
    page = client.get(f"{hand.address}?do=swap").text
    assert "Closed" in page
    assert "VR-10" in page
    act(client, hand, do="build", player="Inês", place="2")
    assert {"V-TURN-01", "V-BUILD-01"} <= broken(client, hand)
    assert "V-BUILD-01" in client.get(f"{hand.address}/history").text


def test_swapping_is_picked_on_the_tableau(client: FlaskClient, backend: Backend) -> None:
    hand = begun_river(backend)
    act(client, hand, do="take-tile", player="Mara", place="2")
    for name in ("Jonas", "Inês"):
        act(client, hand, do="place-scout", player=name, space="build")
    before = hand.player("Mara").tiles
    page = client.get(f"{hand.address}?do=swap&picked=1").text
    assert "picked=1,2" in page.replace("%2C", ",")
    assert "Swap 1 and 2" in client.get(f"{hand.address}?do=swap&picked=1,2").text
    act(client, hand, do="swap", player="Mara", one="1", other="2")
    assert hand.player("Mara").tiles == before[::-1]


def test_a_swap_meadow_asks_for_its_swaps(client: FlaskClient, backend: Backend) -> None:
    hand = begun_river(backend)
    page = client.get(f"{hand.address}?do=terrain").text
    assert "place=6" in page
    assert "swap two tiles, twice" in client.get(f"{hand.address}?do=terrain&place=6").text
    act(client, hand, do="take-tile", player="Mara", place="6", swaps="1,2,1,2")
    assert [tile.id for tile in hand.player("Mara").tiles] == ["F3", "WS"]
    assert "V-MEAD-05" not in broken(client, hand)


def test_exchange_scout_alone_figure_and_food(client: FlaskClient, backend: Backend) -> None:
    hand = begun_river(backend)
    act(client, hand, do="take-figure", player="Mara")
    act(client, hand, do="exchange", player="Jonas", **{"given-wood": "3"})
    assert hand.player("Jonas").resources == {Resource.WOOD: 1, Resource.FOOD: 1}
    act(client, hand, do="place-scout", player="Jonas", space="stone")
    act(client, hand, do="take-food", player="Inês")
    assert hand.player("Inês").resources == {Resource.FOOD: 1}
    assert hand.table.scouts["stone"] == ("Jonas",)


def _href_of(name: str, page: str) -> str:
    """Where the link of that name leads."""
    (link,) = (one for one in re.findall(r"<a [^>]*>.*?</a>", page, re.DOTALL) if f">{name}<" in one)
    href = re.search(r'href="([^"]+)"', link)
    assert href
    return html.unescape(href[1])


@pytest.mark.rule("V-TURN-03")
def test_an_exchange_is_judged_tap_by_tap_before_it_is_recorded(client: FlaskClient, backend: Backend) -> None:
    hand = begun_river(backend)
    act(client, hand, do="take-figure", player="Mara")
    stored = hand.player("Jonas").resources
    assert stored == {Resource.WOOD: 4}
    page = client.get(f"{hand.address}?do=exchange").text
    assert 'value="exchange"' not in page  # nothing is given yet
    for taps, verdict in ((1, "1 is not a multiple of three"), (2, "2 is not a multiple of three"), (3, "Legal")):
        page = client.get(_href_of("wood +1", page)).text
        assert f'name="given-wood" value="{taps}"' in page
        assert verdict in page
        assert ("V-TURN-03" in page) is (taps < 3)
        assert "Not legal" not in page  # one or two are on their way to three
    assert "2 is not a multiple of three" in client.get(_href_of("wood −1", page)).text
    without = client.get(f"{hand.address}?do=exchange&given=clay,clay,clay").text
    assert "Not legal" in without
    assert "does not have" in without
    assert hand.player("Jonas").resources == stored  # nothing of it is recorded


def test_what_lies_open_is_told_piece_by_piece(client: FlaskClient, backend: Backend) -> None:
    hand = RiverHand(backend, new_river(backend))
    hand.choose_first_tiles()
    act(client, hand, do="lay-out", tile="M2")
    act(client, hand, do="lay-out", tile="D2")
    act(client, hand, do="lay-out", building="G07")
    act(client, hand, **{"do": "lay-out", "drop-tile": "1"})
    table = hand.table
    assert [tile.id for tile in table.revealed or ()] == ["D2"]
    assert [card.id for card in table.displayed or ()] == ["G07"]


def test_bad_forms_are_told_and_change_nothing(client: FlaskClient, backend: Backend) -> None:
    hand = begun_river(backend)
    for form in ({"do": "nonsense"}, {"do": "produce", "player": "Mara", "resource": "gold"}, {"do": "swap"}):
        sent = {"seen": str(hand.look.seq), "id": "bad", **form}
        answer = client.post(f"{hand.address}/river/act", data=sent)
        assert answer.status_code == 422
        assert 'role="alert"' in answer.text
    assert backend.service.look(hand.look.info.id).seq == 4


# --- Clean-up, end and pad


def play_round(hand: RiverHand) -> None:
    """Everybody's scouts go somewhere without telling more."""
    while (name := hand.table.active_player) is not None:
        hand.record({"do": "place-scout", "player": name, "space": "build"})


def test_the_clean_up_is_a_checklist_and_can_be_told_otherwise(client: FlaskClient, backend: Backend) -> None:
    hand = begun_river(backend, 2)
    hand.record({"do": "take-tile", "player": "Mara", "tile": TILES["WC1"]})
    hand.record({"do": "take-figure", "player": "Jonas"})
    hand.record({"do": "take-tile", "player": "Mara", "tile": TILES["D2"]})
    play_round(hand)
    page = client.get(hand.address).text
    assert "1 settles, on space 3." in page  # of the invented box's framed spaces (V-SETTLE-01)
    assert "1 wood from the meadow on space 2" in page
    assert "Jonas has the first player pawn and starts the next round." in page
    assert "Last round? No" in page
    act(client, hand, path="cleanup", **{"settled-0": "0"})
    assert (hand.table.round, hand.table.active_player) == (2, "Jonas")
    assert (hand.player("Mara").scouts, hand.player("Mara").settled) == (4, 0)
    assert hand.player("Mara").resources == {Resource.WOOD: 5}  # four of the gift meadow, one of the clean-up meadow


def test_the_last_round_ends_in_words(client: FlaskClient, backend: Backend) -> None:
    hand = begun_river(backend, 2)
    for _ in range(4):
        hand.record({"do": "build", "player": "Mara", "building": {"cost": {}, "points": 5}})
        if hand.table.active_player == "Jonas":
            hand.record({"do": "place-scout", "player": "Jonas", "space": "food"})
    play_round(hand)
    page = client.get(hand.address).text
    assert "This was the last round" in page
    assert "Mara has 4 bonus tokens" in page
    act(client, hand, path="cleanup")
    over = client.get(hand.address).text
    assert "Mara" in over
    # Four buildings of 5, bonus tiles 6 + 5 + 4 + 4 of the invented box, and a point for the gift meadow's four wood.
    final = client.get(f"{hand.address}/score").text
    assert "Mara wins with 40 points" in final


def test_every_cell_says_why(client: FlaskClient, backend: Backend) -> None:
    hand = begun_river(backend)
    hand.record({"do": "take-tile", "player": "Mara", "place": 3})
    state = hand.backend.service.look(hand.look.info.id).state
    cells = [cell for column in pad(state).columns for cell in column.cells if not cell.blank]
    assert len(cells) == 3 * 7 + 1
    for cell in cells:
        page = client.get(f"{hand.address}/score", query_string={"column": cell.column, "row": cell.row}).text
        assert 'class="panel why"' in page
        assert "rule-link" in page
    meadow = client.get(f"{hand.address}/score?column=Mara&row=meadow_2").text
    assert "1 tile: forest" in meadow
    assert meadow.count("space-marked") == 2  # the forest it counts, and the meadow itself


def test_a_typed_cell_stands_beside_the_count(client: FlaskClient, backend: Backend) -> None:
    hand = begun_river(backend)
    form = {"seen": str(hand.look.seq), "id": "cell", "column": "Mara", "row": "column_2", "points": "6"}
    assert client.post(f"{hand.address}/score/cell", data=form).status_code == 303
    state = backend.service.look(hand.look.info.id).state
    assert pad(state).columns[0].total == 6
    assert "counted 0" in client.get(f"{hand.address}/score").text


def test_equal_points_share_the_victory(backend: Backend) -> None:
    hand = RiverHand(backend, new_river(backend, 2, over=True))
    shared = pad(hand.backend.service.look(hand.look.info.id).state)
    assert shared.winners == ("Mara", "Jonas")
    assert shared.tie is not None
    assert shared.tie.code == "river.tie"


# --- Corrections


def test_corrections_say_what_is_on_wood(client: FlaskClient, backend: Backend) -> None:
    hand = begun_river(backend)
    page = client.get(f"{hand.address}/correct?who=0&space=1&kind=desert").text
    assert 'name="tile" value="D1"' in page
    form = {
        "who": "0",
        "has-wood": "1",
        "has-food": "2",
        "scouts": "3",
        "settled": "1",
        "buildings": "5 ?",
        "bonus": "6, 4",
    }
    act(client, hand, path="correct/player", **form)
    mara = hand.player("Mara")
    assert (mara.resources, mara.buildings, mara.bonus) == ({Resource.WOOD: 1, Resource.FOOD: 2}, (5, None), (6, 4))
    assert (mara.scouts, mara.settled) == (3, 1)
    act(client, hand, path="correct/tile", who="0", space="1", tile="D1")
    assert hand.player("Mara").tiles[0].id == "D1"
    act(client, hand, path="correct/tile", who="0", drop="1")
    assert hand.player("Mara").tiles == ()
    act(client, hand, path="correct/turn", active="Inês", start="Jonas", round="3")
    assert (hand.table.active_player, hand.table.start_player, hand.table.round) == ("Inês", "Jonas", 3)


def test_a_correction_that_cannot_be_is_refused_with_its_place(client: FlaskClient, backend: Backend) -> None:
    hand = begun_river(backend)
    sent = {"seen": str(hand.look.seq), "id": "bad", "who": "0", "has-wood": "many", "bonus": "x"}
    answer = client.post(f"{hand.address}/river/correct/player", data=sent)
    assert answer.status_code == 422
    assert "has-wood" in answer.text
    assert "bonus" in answer.text
    assert client.get(f"{hand.address}/correct?text=1").status_code == 200


# --- The box


def test_a_box_is_corrected_once_and_used_from_then_on(client: FlaskClient, backend: Backend) -> None:
    made = client.post("/river-box/new", data={"name": "Our copy"})
    box_id = made.location.rpartition("/")[2]
    page = client.get(f"/river-box/{box_id}?players=2").text
    assert 'name="symbols-2-wood"' in page
    form = {"seen": "0", "id": "s", "players": "2", "framed": ["1", "4", "8", "12"], "capacity-start": "one"}
    form |= {"symbols-2-wood": "2", "storages-5": "3", "building_spaces": "4", "bonus": "6 5 4 0"}
    assert client.post(f"/river-box/{box_id}/side", data=form).status_code == 303
    supplies = {"seen": "1", "id": "p", "supply-2-wood": "9", "supply-2-clay": "8", "supply-2-stone": "7"}
    supplies |= {"supply-2-food": "2", "tiles-2": "5"}
    assert client.post(f"/river-box/{box_id}/supplies", data=supplies).status_code == 303
    assert (
        client.post(
            f"/river-box/{box_id}/name", data={"seen": "2", "id": "n", "name": "Ours", "checked": "1"}
        ).status_code
        == 303
    )
    state = backend.service.look(box_id).state
    assert isinstance(state, RiverBoxState)
    side, supply = state.box.side(2), state.box.supply(2)
    assert (side.framed, side.bonus, side.building_spaces) == ((1, 4, 8, 12), (6, 5, 4, 0), 4)
    assert side.printed is not None
    assert side.printed[2].symbols == {Resource.WOOD: 2}
    assert (supply.terrain_tiles, supply.resources) == (
        5,
        {Resource.WOOD: 9, Resource.CLAY: 8, Resource.STONE: 7, Resource.FOOD: 2},
    )
    assert (state.box.name, state.box.invented) == ("Ours", False)
    assert state.box.side(3) == river_demo_box().side(3)  # the other side stays as it was
    assert "Ours" in client.get("/tables/new?game=river").text
    assert client.post(f"/river-box/{box_id}/undo", data={"seen": "3", "id": "u"}).status_code == 303
    assert backend.service.look(box_id).state.box.name == "Our copy"


def test_lists_of_the_box_are_typed_a_line_a_piece() -> None:
    box = river_demo_box()
    assert [one["id"] for one in tiles_json(tile_text(box), box)] == [tile.id for tile, _ in box.tiles]
    assert [one["id"] for one in buildings_json(building_text(box), box)] == [card.id for card, _ in box.buildings]
    (tile,) = tiles_json("3 desert/forest wood storage storage", box)
    assert (tile["count"], tile["kind"], tile["symbols"], tile["storages"]) == (3, "desert/forest", {"wood": 1}, 2)
    (card,) = buildings_json("2 wood 1 food = 8", box)
    assert (card["cost"], card["points"]) == ({"wood": 2, "food": 1}, 8)


def test_a_line_that_cannot_be_read_is_named(client: FlaskClient) -> None:
    box_id = client.post("/river-box/new", data={"name": "Ours"}).location.rpartition("/")[2]
    for part, line in (("tiles", "2 forest timber"), ("buildings", "2 wood 5"), ("tiles", "1 swamp")):
        sent = {"seen": "0", "id": "x", "lines": f"\n{line}"}
        answer = client.post(f"/river-box/{box_id}/{part}", data=sent)
        assert answer.status_code == 422
        assert line in answer.text
    assert client.get(f"/river-box/{box_id}/box.json").json["name"] == "Ours"  # type: ignore[index]


# --- Quick score


def test_fast_mode_counts_the_example_of_45_points(client: FlaskClient, backend: Backend) -> None:
    form = {"game": "river", "players": "2", "name": ["Mara", "Jonas"], "do": "create"}
    here = client.post("/score", data=form).location
    told = [("column-1", "6"), ("column-3", "2"), ("column-4", "2"), ("bonus", "7"), ("tens", "20"), ("units", "3")]
    told += [("meadow", "terrain:2"), ("meadow", "production:3"), ("meadow", "scouts:5"), ("drop-meadow", "2")]
    for number, (what, value) in enumerate(told):
        sent = {"seen": str(number), "id": f"q{number}", "who": "0", "what": what, "value": value}
        assert client.post(here, data=sent).status_code == 303
    table_id = here.rpartition("/")[2]
    assert pad(backend.service.look(table_id).state).columns[0].total == 45
    assert "Mara wins with 45 points" in client.get(here).text
    assert client.get(f"/tables/{table_id}").location == here
    assert client.post(f"{here}/undo", data={"seen": "10", "id": "u", "who": "0"}).status_code == 303
    assert len(pad(backend.service.look(table_id).state).rows) == 10
    refused = client.post(here, data={"seen": "11", "id": "z", "who": "0", "what": "column-1", "value": "5"})
    assert refused.status_code == 422


def test_a_past_game_is_replayed_on_its_tableaus(client: FlaskClient, backend: Backend) -> None:
    hand = begun_river(backend, 2)
    hand.record({"do": "take-tile", "player": "Mara", "place": 1})
    for _ in range(4):
        hand.record({"do": "build", "player": "Jonas", "building": {"cost": {}, "points": 5}})
    play_round(hand)
    hand.record({"do": "clean-up"})
    assert hand.table.over
    page = client.get(f"/games/{hand.look.info.id}/replay?step=4").text
    assert page.count('’s river board"') == 2
    assert page.count("space-marked") == 1  # the tile Mara has just laid


def test_our_own_box_is_called_in_the_readers_language(client: FlaskClient, backend: Backend) -> None:
    hand = begun_river(backend)
    german = {"Accept-Language": "de"}
    for page in (f"{hand.address}?do=cleanup", f"{hand.address}/correct"):
        text = client.get(page, headers=german).text
        assert "Demoschachtel (erfunden)" in text
        assert river_demo_box().name not in text


# --- A player's own phone


def test_a_seat_sees_its_own_tableau_and_records_for_itself_only(backend: Backend, tmp_path: Path) -> None:
    app = network_app(backend, tmp_path)
    tablet = Device(app.test_client())
    form: dict[str, object] = {"game": "river", "players": "2", "name": ["Mara", "Jonas"], "first": "1", "do": "create"}
    form["way"] = "everything"
    table_id = tablet.post("/tables/new", form).headers["Location"].rpartition("/")[2]
    house = House(app, backend, tablet, table_id)
    phone = house.joined(Role.SEAT, "Jonas")
    page = phone.get(f"/tables/{table_id}/seat").text
    assert "Jonas’s river board" in page
    assert "What I can build" in page
    own = {"seen": "0", "id": "own", "do": "take-tile", "player": "Jonas", "tile": "F2"}
    assert house.device().post(f"/tables/{table_id}/river/act", {**own}).status_code == 404
    for_her = phone.post(f"/tables/{table_id}/river/act", {**own, "player": "Mara"})
    assert for_her.status_code in (403, 422)
    assert backend.service.look(table_id).seq == 0


def test_a_seat_leads_to_recording_in_its_own_turn_where_phones_may(backend: Backend, tmp_path: Path) -> None:
    app = network_app(backend, tmp_path)
    tablet = Device(app.test_client())
    form: dict[str, object] = {
        "game": "river",
        "players": "2",
        "name": ["Mara", "Jonas"],
        "first": "1",
        "way": "everything",
        "do": "create",
    }
    table_id = tablet.post("/tables/new", form).headers["Location"].rpartition("/")[2]
    house = House(app, backend, tablet, table_id)
    phones = {name: house.joined(Role.SEAT, name) for name in ("Mara", "Jonas")}
    seat, link = f"/tables/{table_id}/seat", f'class="button primary" href="/tables/{table_id}"'
    chooses = backend.service.look(table_id).summary.turn
    for name, phone in phones.items():
        assert (link in phone.get(seat).text) is (name == chooses)
    assert "/river/act" in phones[chooses].get(f"/tables/{table_id}?kind=forest").text  # type: ignore[index]
    tablet.post(f"/tables/{table_id}/phones/record", {"record": "no"})
    assert link not in phones[chooses].get(seat).text  # type: ignore[index]


def test_a_box_is_its_makers_and_everybody_may_play_with_it(backend: Backend, tmp_path: Path) -> None:
    app = network_app(backend, tmp_path)
    maker, other = Device(app.test_client()), Device(app.test_client())
    box = maker.post("/river-box/new", {"name": "Ours"}).headers["Location"]
    assert maker.get(box).status_code == 200
    assert other.get(box).status_code == 404
    assert other.post(f"{box}/name", {"seen": "0", "id": "n", "name": "Mine"}).status_code == 404
    assert "Ours" in other.get("/tables/new?game=river").text


# --- Everywhere


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_screen_speaks_every_language(client: FlaskClient, backend: Backend, language: str) -> None:
    hand = begun_river(backend)
    doings = [
        "terrain&kind=meadow",
        "wood",
        "food",
        "reserve",
        "build",
        "start",
        "swap",
        "exchange",
        "lay-out&kind=mixed",
        "cleanup",
    ]
    paths = [hand.address, f"{hand.address}/correct", f"{hand.address}/score", "/tables/new?game=river"]
    paths += ["/score?game=river", "/river-box", f"{hand.address}/at/2"]
    paths += [f"{hand.address}?do={do}" for do in doings]
    for path in paths:
        page = client.get(path, headers={"Accept-Language": language})
        assert page.status_code == 200, path
        assert f'lang="{language}"' in page.text
        assert not re.search(r">\s*(river|web)\.[a-z-]+", page.text)


def test_forms_of_the_river_are_for_its_tables_only(client: FlaskClient, backend: Backend) -> None:
    dewan = backend.service.create(
        "dewan", {"table": {"format": "dewan-table/1", "scenario": "base", "players": [{"name": "A"}, {"name": "B"}]}}
    )
    for path in ("act", "cleanup", "correct/player", "correct/turn", "correct/box"):
        assert client.post(f"/tables/{dewan.info.id}/river/{path}", data={"seen": "0"}).status_code == 404


def test_a_spectator_of_a_quick_score_is_led_to_the_pad(backend: Backend, tmp_path: Path) -> None:
    """Nobody plays at such a table: its screen was empty for who may only look."""
    app = network_app(backend, tmp_path)
    tablet = Device(app.test_client())
    form: dict[str, object] = {"game": "river", "players": "2", "name": ["Ana", "Ben"], "do": "create"}
    made = tablet.post("/score", form)
    assert made.status_code == 303, made.text
    house = House(app, backend, tablet, made.headers["Location"].rpartition("/")[2])
    seen = house.joined(Role.SPECTATOR).get(f"/tables/{house.table_id}")
    assert seen.status_code == 303


def test_french_pages_say_the_round_as_the_game_does(client: FlaskClient, backend: Backend) -> None:
    """Shared pages call a round what the edition of the game calls it: "manche" here, "tour de jeu" in Dewan."""
    hand = begun_river(backend)
    hand.record({"do": "clean-up"})
    paths = ("/", hand.address, f"{hand.address}/correct", f"{hand.address}/score", f"/games/{hand.look.info.id}")
    for path in (*paths, f"/games/{hand.look.info.id}/replay"):
        page = client.get(path, headers={"Accept-Language": "fr"}, follow_redirects=True).text.lower()
        assert not re.search("tours? de jeu", page), path
    assert "Manche 2" in client.get("/", headers={"Accept-Language": "fr"}).text


def test_who_was_drawn_by_lot_is_said_to_be(client: FlaskClient, backend: Backend) -> None:
    table = {"format": "river-table/1", "players": [{"name": "Ada"}, {"name": "Bo"}]}
    look = backend.service.create("river", {"table": table})
    first = look.state.table.start_player
    assert f"Chosen at random: {first} begins!" in client.get(f"/tables/{look.info.id}").text
    again = {**look.info.header, "title": "Once more"}
    assert backend.service.create("river", again).info.header["lot"] is True  # as a file brings it along
    chosen = backend.service.create("river", {"table": {**table, "start_player": "Bo"}})
    page = client.get(f"/tables/{chosen.info.id}").text
    assert "Bo begins!" in page
    assert "The lot falls" not in page
