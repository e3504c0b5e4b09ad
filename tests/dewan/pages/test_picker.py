"""The map picker over HTTP: what is tapped lives in the address, and only an accepted map is recorded."""

import html
import re
from urllib.parse import quote

import pytest
from flask.testing import FlaskClient

from companion.dewan.boxes import box_in
from companion.dewan.demo import demo_box
from companion.dewan.rules.board import Board
from companion.dewan.rules.words import Landmark, Marker
from companion.rules.hexes import Hex
from companion.service.answers import TableView
from companion.web.backend import Backend
from tests.dewan.boxes import all_boxes
from tests.dewan.pages.test_table_screen import hidden
from tests.web.tables import COLORS, NAMES, Hand, demo_tiles, new_table

THREE = ["lay,0,0,S1", "lay,4,2,S2", "lay,-2,6,S3", "lay,2,1,N1", "lay,1,4,N2", "lay,-1,3,N3"]
"""The layout of the base game for three in the demo box."""


@pytest.fixture
def bare(backend: Backend) -> TableView:
    """A table whose map is not laid."""
    seats = [{"name": name, "color": color} for name, color in zip(NAMES[:3], COLORS, strict=False)]
    record = {"format": "dewan-table/1", "scenario": "base", "players": seats, "first_player": "Jonas"}
    return backend.service.create("dewan", {"table": record, "stories": False})


def address(look: TableView, moves: list[str], **more: str) -> str:
    told = [f"m={quote(move)}" for move in moves] + [f"{key}={quote(value)}" for key, value in more.items()]
    return f"/tables/{look.info.id}/map?{'&'.join(told)}"


def links(page: str, name: str) -> list[str]:
    """The addresses of the links that are called so."""
    return [
        html.unescape(href)
        for href, rest in re.findall(r'<a [^>]*?href="([^"]*)"(.*?)</a>', page, re.S)
        if name in html.unescape(rest)
    ]


def laid(page: str) -> dict[str, str]:
    """The tiles on the map and where they lie."""
    return dict(re.findall(r'data-tile="([^"]+)" data-at="([^"]+)"', page))


def board_after(client: FlaskClient, backend: Backend, look: TableView, moves: list[str], **more: str) -> Board:
    page = client.get(address(look, moves, **more)).text
    fields: dict[str, object] = {"m": moves, **hidden(page, 'name="seen"'), **more}
    fields["m"] = moves
    answer = client.post(f"/tables/{look.info.id}/map", data=fields)
    assert (answer.status_code, answer.headers.get("Location")) == (303, f"/tables/{look.info.id}")
    board: Board = backend.service.look(look.info.id).state.play.table.board
    return board


@pytest.mark.rule("D-SETUP-02", "D-SETUP-03", "D-SETUP-04")
def test_a_whole_map_is_laid_and_recorded(client: FlaskClient, backend: Backend, bare: TableView) -> None:
    board = board_after(client, backend, bare, THREE)
    assert len(board.printed) == 42
    # One seat a starting place of the layout, in seat order.
    assert {at: camp.player for at, camp in board.camps.items()} == {
        Hex(0, 0): "Jonas",
        Hex(4, 2): "Inês",
        Hex(-2, 6): "Mara",
    }
    assert all(camp.starting for camp in board.camps.values())
    assert set(board.berries.values()) == {2}


def test_nothing_is_recorded_while_tapping(client: FlaskClient, backend: Backend, bare: TableView) -> None:
    for number in range(len(THREE)):
        assert client.get(address(bare, THREE[:number])).status_code == 200
    assert backend.service.look(bare.info.id).seq == 0


def test_a_tile_goes_to_the_next_place_of_its_kind_or_where_one_pointed(client: FlaskClient, bare: TableView) -> None:
    fresh = offered(_get(client, bare, []))
    assert (fresh["S1"], fresh["N1"]) == ("0,0", "2,1")
    second = offered(_get(client, bare, THREE[:1]))
    assert (second["S2"], second["N1"]) == ("4,2", "2,1")
    assert set(offered(_get(client, bare, [], slot="-1,3")).values()) == {"-1,3"}


def offered(page: str) -> dict[str, str]:
    """The tiles of the palette and where a tap would lay them."""
    return {tile: at for at, tile in re.findall(r'name="add" value="lay,(-?\d+,-?\d+),(\w+)"', page)}


def _get(client: FlaskClient, look: TableView, moves: list[str], **more: str) -> str:
    return client.get(address(look, moves, **more)).text


def test_tapping_the_tile_laid_last_turns_it(client: FlaskClient, backend: Backend, bare: TableView) -> None:
    page = _get(client, bare, THREE[:1])
    turn = links(page, "Rotate tile S1")
    assert len(turn) == 1
    client.get(turn[0])
    plain = board_after(client, backend, bare, THREE)
    look = backend.service.look(bare.info.id)
    turned = board_after(client, backend, look, ["turn,1,S1"])
    # Turned by a sixth, what was on side 0 is on side 1.
    assert turned.printed[Hex(1, -1)] == plain.printed[Hex(1, 0)]
    assert turned.printed[Hex(0, 0)] is Landmark.START


def test_undo_and_redo_go_step_by_step(client: FlaskClient, bare: TableView) -> None:
    page = _get(client, bare, [*THREE[:2], "turn,1,S2"])
    back = links(page, "Undo")[0]
    page = client.get(back).text
    page = client.get(links(page, "Undo")[0]).text
    assert set(laid(page)) == {"S1"}
    again = client.get(links(page, "Redo")[0]).text
    assert set(laid(again)) == {"S1", "S2"}
    # A new move forgets what was taken back.
    assert links(client.get(links(page, "Turned by 5 sixths")[0]).text, "Redo") == []


def test_every_rotation_of_a_tile_is_one_tap(client: FlaskClient, backend: Backend, bare: TableView) -> None:
    page = _get(client, bare, THREE[:1])
    plain = board_after(client, backend, bare, THREE[:1])
    turned = client.get(links(page, "Turned by 2 sixths")[0])
    assert "turn,2,S1" in html.unescape(turned.text)
    look = backend.service.look(bare.info.id)
    board = board_after(client, backend, look, ["turn,2,S1"])
    assert board.printed[Hex(0, -1)] == plain.printed[Hex(1, 0)]


def test_only_starting_tiles_are_offered_for_a_starting_place(client: FlaskClient, bare: TableView) -> None:
    """TABLE_EVENING 15: a neutral tile there left a player without a camp."""
    assert set(offered(_get(client, bare, [], slot="4,2"))) == {"S1", "S2", "S3", "S4"}
    assert not set(offered(_get(client, bare, [], slot="-1,3"))) & {"S1", "S2", "S3", "S4"}


def test_a_map_without_somebodys_starting_tile_says_so(client: FlaskClient, bare: TableView) -> None:
    page = _get(client, bare, [*THREE[:-1], "off,S2", "lay,4,2,N5", "lay,1,4,N6"])
    assert "1 Starting tile is missing." in page
    assert f"No starting Camp yet: {NAMES[1]}." in page
    assert "Use it as it is" in page


def test_the_cross_asks_before_a_half_laid_map_is_lost(client: FlaskClient, bare: TableView) -> None:
    """TABLE_EVENING bug 6."""
    table = f'href="/tables/{bare.info.id}"'
    assert table in _get(client, bare, [])
    page = _get(client, bare, THREE[:2])
    assert table not in page
    asked = client.get(links(page, "Back to the table")[0]).text
    assert "This map is not recorded yet." in asked
    assert table in asked
    assert "Use it as it is" in asked
    kept = client.get(links(asked, "Keep laying")[0]).text
    assert set(laid(kept)) == {"S1", "S2"}
    assert "not recorded yet" not in kept


def test_a_tile_taken_off_is_free_again(client: FlaskClient, bare: TableView) -> None:
    page = _get(client, bare, [*THREE[:2], "off,S1"])
    assert set(laid(page)) == {"S2"}
    assert 'value="lay,0,0,S1"' in page


@pytest.mark.parametrize(
    ("wish", "lies"),
    [
        ("2,1", "2,1"),  # interlocking the one way
        ("1,2", "1,2"),  # and the other
        ("1,0", "2,1"),  # on top of the other tile: away to the nearest place beside it
        ("30,30", "4,2"),  # far out: back to the nearest place of the layout
    ],
)
def test_a_tile_is_moved_to_where_it_can_lie(client: FlaskClient, bare: TableView, wish: str, lies: str) -> None:
    page = _get(client, bare, ["lay,0,0,S1", "lay,-1,3,N1", f"move,{wish},N1"])
    assert laid(page) == {"S1": "0,0", "N1": lies}


def test_places_to_move_to_are_links(client: FlaskClient, bare: TableView) -> None:
    page = _get(client, bare, ["lay,0,0,S1", "lay,2,1,N1"], tile="N1", moving="1")
    moved = {re.findall(r"move%2C(-?\d+)%2C(-?\d+)%2CN1", link)[0] for link in links(page, "Move it here")}
    # Twelve ways to interlock with S1, less the one it has, and the five other places of the layout (two of them
    # beside S1 already: 2,1 is its own, -1,3 is one of the twelve).
    assert ("1", "2") in moved
    assert ("2", "1") not in moved
    assert {("4", "2"), ("-2", "6"), ("1", "4"), ("-1", "3")} <= moved
    assert len(moved) == 11 + 3


def test_starting_tiles_change_hands(client: FlaskClient, backend: Backend, bare: TableView) -> None:
    board = board_after(client, backend, bare, [*THREE, "own,2,S1"])
    assert {at: camp.player for at, camp in board.camps.items()} == {
        Hex(0, 0): "Mara",
        Hex(4, 2): "Inês",
        Hex(-2, 6): "Jonas",
    }


def test_the_palette_shows_tiles_with_the_terrains_one_sees(client: FlaskClient, bare: TableView) -> None:
    page = _get(client, bare, [])
    usable = {tile.id: tile for tile in demo_box().tiles if tile.kind in ("starting", "neutral")}
    assert set(offered(page)) == set(usable)
    # Every tile of the demo box shows every terrain, so a tap asks for two spaces of it.
    page = client.get(links(page, ">Water<")[0]).text
    two = {name for name, tile in usable.items() if [space.ground for space in tile.spaces.values()].count("water") > 1}
    assert set() < two < set(usable)
    assert set(offered(page)) == two
    assert set(offered(client.get(links(page, "Water on 2 spaces")[0]).text)) == set(usable)


@pytest.mark.parametrize(
    "move",
    [
        "",
        "lay",
        "lay,0,0,nothing",
        "lay,x,0,S1",
        "lay,99999999999,0,S1",
        "turn,1,S1",
        "off,S1",
        "own,7,S1",
        "dance,S1",
        "lay,0,0,S1",
    ],
)
def test_moves_that_make_no_sense_are_passed_over(client: FlaskClient, bare: TableView, move: str) -> None:
    answer = client.get(address(bare, [move, move], slot="1,x", f="lava", box="gone", tile="?"))
    assert answer.status_code == 200
    assert set(laid(answer.text)) <= {"S1"}


def test_an_empty_map_is_not_recorded(client: FlaskClient, backend: Backend, bare: TableView) -> None:
    fields = hidden(_get(client, bare, []), 'name="seen"')
    answer = client.post(f"/tables/{bare.info.id}/map", data=fields)
    assert answer.status_code == 422
    assert "No tiles placed yet." in answer.text
    assert backend.service.look(bare.info.id).seq == 0


def test_somebody_was_quicker_and_the_draft_is_kept(client: FlaskClient, backend: Backend, bare: TableView) -> None:
    fields: dict[str, object] = dict(hidden(_get(client, bare, THREE), 'name="seen"'))
    Hand(backend, bare).take()
    answer = client.post(f"/tables/{bare.info.id}/map", data=fields | {"m": THREE})
    assert answer.status_code == 422
    assert "Someone made an entry in the meantime" in answer.text
    assert set(laid(answer.text)) == {"S1", "S2", "S3", "N1", "N2", "N3"}


def test_laid_anew_in_mid_game_camps_and_berries_go_with_their_tile(
    client: FlaskClient, backend: Backend, bare: TableView
) -> None:
    board = board_after(client, backend, bare, THREE)
    on_n1 = next(at for at in sorted(board.printed) if at in {Hex(2, 1).moved(step) for step in Hex(0, 0).neighbours()})
    berry = next(at for at in board.berries if at in board.printed)
    hand = Hand(backend, backend.service.look(bare.info.id))
    changes = [
        {"op": "add", "path": "/table/map/camps/-", "value": {"player": "Inês", "at": list(on_n1), "starting": False}},
        {"op": "add", "path": "/table/map/markers/-", "value": {"kind": Marker.WATER, "at": [4, 3]}},
    ]
    hand.record("correction", {"reason": "mid-game", "changes": changes})
    look = backend.service.look(bare.info.id)
    # The next page starts from the map as it lies.
    assert set(laid(_get(client, look, []))) == {"S1", "S2", "S3", "N1", "N2", "N3"}
    after = board_after(client, backend, look, ["turn,1,N1"])
    step = Hex(on_n1.q - 2, on_n1.r - 1).turned(1)
    assert after.camps[Hex(2, 1).moved(step)].player == "Inês"
    assert sum(not camp.starting for camp in after.camps.values()) == 1
    assert after.markers == {Hex(4, 3): Marker.WATER}
    assert sum(after.berries.values()) == sum(board.berries.values())
    assert berry in after.berries or Hex(2, 1) in berry.neighbours()
    # And it can be undone like everything.
    fields = hidden(client.get(f"/tables/{look.info.id}").text, "/undo")
    client.post(f"/tables/{look.info.id}/undo", data=fields)
    assert backend.service.look(look.info.id).state.play.table.board.camps[on_n1].player == "Inês"


def test_a_painted_tile_goes_into_a_copy_of_the_demo_box_and_onto_the_map(
    client: FlaskClient, backend: Backend, bare: TableView
) -> None:
    page = _get(client, bare, THREE[:1])
    page = client.get(links(page, "Paint a tile")[0]).text
    for letter in "MBDFWMB":
        fields: dict[str, object] = dict(hidden(page, 'name="letter"'))
        page = client.get(f"/tables/{bare.info.id}/map", query_string={**fields, "letter": letter}).text
    fields = dict(hidden(page, 'name="name"'))
    assert fields["faces"] == "MBDFWMB"
    answer = client.post(
        f"/tables/{bare.info.id}/map/tile", data={**fields, "name": "Ours", "berries": "0", "icon": "crystal,3,0"}
    )
    assert answer.status_code == 303
    page = client.get(answer.headers["Location"]).text
    assert set(laid(page)) == {"S1", "Ours"}
    (box_id,) = [box_id for box_id in all_boxes(backend) if box_id != "demo"]
    tile = box_in(backend, box_id).tile("Ours")
    assert tile
    assert (
        "".join(str(tile.spaces[at].ground)[0] for at in sorted(tile.spaces, key=lambda at: (at.r, at.q))) == "mbdfwmb"
    )
    assert [at for at, space in tile.spaces.items() if space.berry] == [Hex(0, -1)]
    assert [icon.between for icon in tile.icons] == [(Hex(0, 0), Hex(1, 0))]
    assert len(box_in(backend, box_id).layouts) == len(box_in(backend, "demo").layouts)
    # A second one goes into the same box, and the same name is refused where it was typed.
    again = {**fields, "box": box_id}
    twice = client.post(f"/tables/{bare.info.id}/map/tile", data={**again, "name": "Ours"})
    assert twice.status_code == 422
    assert "The name “Ours” is used twice." in twice.text
    assert 'value="Ours"' in twice.text
    client.post(f"/tables/{bare.info.id}/map/tile", data={**again, "name": "Ours too"})
    assert box_in(backend, box_id).tile("Ours too")
    assert len(all_boxes(backend)) == 2


def test_a_half_painted_tile_is_not_kept(client: FlaskClient, backend: Backend, bare: TableView) -> None:
    page = client.get(address(bare, [], paint="neutral", faces="MB.....")).text
    answer = client.post(f"/tables/{bare.info.id}/map/tile", data={**hidden(page, 'name="name"'), "name": "Ours"})
    assert answer.status_code == 422
    assert "Some spaces are still without a terrain." in answer.text
    assert 'name="faces" value="MB....."' in answer.text
    assert set(all_boxes(backend)) == {"demo"}


@pytest.mark.parametrize("name", ["", "  ", "x" * 81])
def test_a_painted_tile_needs_a_name(client: FlaskClient, backend: Backend, bare: TableView, name: str) -> None:
    page = client.get(address(bare, [], paint="starting", faces="MBDXFWM")).text
    answer = client.post(f"/tables/{bare.info.id}/map/tile", data={**hidden(page, 'name="name"'), "name": name})
    assert answer.status_code == 422
    assert set(all_boxes(backend)) == {"demo"}


@pytest.mark.parametrize("paint", ["moon", "neutral", "volcano"])
def test_a_painting_of_anything_can_be_looked_at(client: FlaskClient, bare: TableView, paint: str) -> None:
    odd = {"faces": "ZZ" * 50, "space": "-1", "berries": "99x", "icon": "gold,1,1", "brush": "crystal", "letter": "Q"}
    assert client.get(address(bare, [], paint=paint, **odd)).status_code == 200


def test_without_a_layout_tiles_are_laid_beside_each_other(client: FlaskClient, backend: Backend) -> None:
    box = backend.service.create("dewan-box", {"box": {"format": "dewan-box/1", "name": "Bare", "tiles": _tiles()}})
    seats = [{"name": "Ann"}, {"name": "Bo"}]
    record = {"format": "dewan-table/1", "scenario": "base", "players": seats}
    look = backend.service.create("dewan", {"table": record, "box": box.info.id})
    moves: list[str] = []
    for tile in ("A", "B", "C"):
        page = _get(client, look, moves)
        moves.append(
            next(move for move in re.findall(r'name="add" value="([^"]+)"', page) if move.endswith(f",{tile}"))
        )
    places = laid(_get(client, look, moves))
    assert len(set(places.values())) == 3
    assert len(board_after(client, backend, look, moves).printed) == 21


def _tiles() -> list[dict[str, object]]:
    ring = [{"at": list(at), "terrain": "forest"} for at in Hex(0, 0).neighbours()]
    return [{"id": name, "kind": "neutral", "spaces": [{"at": [0, 0], "terrain": "desert"}, *ring]} for name in "ABC"]


def test_the_menu_of_the_table_leads_here(client: FlaskClient, bare: TableView) -> None:
    page = client.get(f"/tables/{bare.info.id}").text
    assert page.count(f'href="/tables/{bare.info.id}/map"') == 2


@pytest.mark.parametrize(("scenario", "players"), [("base", 3), ("volcano", 4), ("downpour", 2)])
def test_tiles_are_known_again_on_a_map_recorded_space_by_space(
    client: FlaskClient, backend: Backend, scenario: str, players: int
) -> None:
    look = new_table(backend, scenario, players)
    assert look.state.play.table.board.camps
    page = _get(client, look, [])
    wanted = {str(one["tile"]): one["at"] for one in demo_tiles(scenario, players)}
    assert laid(page) == {tile: f"{at[0]},{at[1]}" for tile, at in wanted.items()}
    before = look.state.play.table.board
    # Used as it is, nothing changes.
    assert board_after(client, backend, look, []) == before
