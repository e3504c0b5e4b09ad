"""What the drawing of a board says about it."""

from math import sqrt
from xml.dom import minidom

import pytest
from flask import Flask, render_template

from companion.dewan.drawing.map_svg import Gift, MapView, RouteDrawing, SpaceView
from companion.dewan.drawing.map_words import space_name
from companion.dewan.pages import styleguide_sample as sample
from companion.dewan.rules.board import Board, Camp
from companion.dewan.rules.tiles import Icon
from companion.dewan.rules.words import Landmark, Marker, Symbol, Terrain
from companion.i18n.catalog import speaker
from companion.rules.hexes import Hex
from companion.web.drawing.hex_shapes import RADIUS, centre
from companion.web.drawing.players import player_style

BOARD = Board(
    printed={
        Hex(0, 0): Landmark.START,
        Hex(1, 0): Terrain.FOREST,
        Hex(2, 0): Terrain.DESERT,
        Hex(0, 1): Terrain.WATER,
        Hex(1, 1): Landmark.VOLCANO,
        Hex(-1, 1): Terrain.MOUNTAIN,
    },
    icons=(Icon(Symbol.CRYSTAL, (Hex(1, 0), Hex(2, 0))), Icon(Symbol.PIGMENT, (Hex(2, 0), Hex(3, 0)))),
    berries={Hex(1, 0): 2, Hex(-1, 1): 1},
    camps={Hex(0, 0): Camp("Mara", starting=True), Hex(1, 0): Camp("Jonas")},
    markers={Hex(2, 0): Marker.LAVA},
)


def at(view: MapView, where: Hex) -> SpaceView:
    return next(space for space in view.spaces if space.at == where)


def name(where: Hex, view: MapView | None = None) -> str:
    return space_name(at(view or MapView(BOARD), where), speaker("en"))


def test_spaces_come_row_by_row() -> None:
    view = MapView(BOARD)
    assert [space.at for space in view.spaces] == [Hex(0, 0), Hex(1, 0), Hex(2, 0), Hex(-1, 1), Hex(0, 1), Hex(1, 1)]
    assert [(space.row, space.place) for space in view.spaces] == [(1, 1), (1, 2), (1, 3), (2, 1), (2, 2), (2, 3)]


@pytest.mark.parametrize(
    ("where", "spoken"),
    [
        (Hex(0, 0), "Center of a Starting tile, starting Camp of Mara, row 1, place 1"),
        (Hex(1, 0), "Forest, 2 Berries, Crystal, Camp of Jonas, row 1, place 2"),
        (Hex(2, 0), "Lava, Crystal, Pigment, row 1, place 3"),
        (Hex(-1, 1), "Mountain, 1 Berry, row 2, place 1"),
        (Hex(1, 1), "Volcano, row 2, place 3"),
    ],
)
def test_space_says_what_is_there(where: Hex, spoken: str) -> None:
    assert name(where) == spoken


def test_space_says_what_is_asked_about_it() -> None:
    view = MapView(
        BOARD,
        eligible={Hex(-1, 1)},
        chosen={Hex(-1, 1)},
        numbers={Hex(-1, 1): 3},
        faults={Hex(0, 1): 2},
        planned_camps={Hex(0, 1): "Mara", Hex(1, 0): "Mara"},
    )
    assert name(Hex(-1, 1), view) == "Mountain, 1 Berry, 3 cards, can be chosen, chosen, row 2, place 1"
    assert name(Hex(0, 1), view) == "Water, new Camp of Mara, problem 2, row 2, place 2"
    # Where a camp stands, no other is planned.
    assert "Camp of Jonas" in name(Hex(1, 0), view)


def test_marker_covers_what_is_printed() -> None:
    lava = at(MapView(BOARD), Hex(2, 0))
    assert (lava.printed, lava.ground, lava.letter, lava.marker) == (Terrain.DESERT, Landmark.LAVA, "L", Marker.LAVA)
    flooded = at(MapView(BOARD.with_marker(Hex(1, 0), Marker.WATER)), Hex(1, 0))
    assert (flooded.ground, flooded.letter) == (Terrain.WATER, "W")
    assert lava.marker_path
    assert not at(MapView(BOARD), Hex(0, 1)).marker_path


def test_icon_lies_on_the_side_and_is_kept_from_falling_off_the_rim() -> None:
    crystal, pigment = MapView(BOARD).icons
    between = (centre(Hex(1, 0))[0] + centre(Hex(2, 0))[0]) / 2
    assert crystal.x == pytest.approx(between, abs=RADIUS * 0.03)
    rim = centre(Hex(2, 0))[0] + RADIUS * sqrt(3) / 2
    assert pigment.x < rim - RADIUS * 0.05


def test_only_what_is_spoken_of_is_strong() -> None:
    way = RouteDrawing((Hex(0, 0), Hex(1, 0)))
    view = MapView(BOARD, fade_others=True, eligible={Hex(1, 0)}, zones=[{Hex(0, 1)}], routes=[way])
    assert {space.at for space in view.spaces if not space.faded} == {Hex(0, 0), Hex(1, 0), Hex(0, 1)}
    assert not any(space.faded for space in MapView(BOARD).spaces)


def test_links_and_buttons_for_all_or_for_the_listed() -> None:
    def link(where: Hex) -> str:
        return f"/to/{where.q}/{where.r}"

    everywhere = MapView(BOARD, link=link)
    assert at(everywhere, Hex(-1, 1)).href == "/to/-1/1"
    assert everywhere.interactive
    listed = MapView(BOARD, pressable=True, only_listed=True, eligible={Hex(0, 1)})
    assert [space.at for space in listed.spaces if space.pressable] == [Hex(0, 1)]
    assert not MapView(BOARD).interactive


def test_route_is_numbered_by_card() -> None:
    # Three Water spaces of one zone are one card; numbers stand where cards are paid.
    path = tuple(Hex(q, 0) for q in range(3))
    (route,) = MapView(BOARD, routes=[RouteDrawing(path, cards=(path[0], path[2]))]).route_lines
    assert [badge.text for badge in route.badges] == ["1", "2"]
    assert route.path.count("C") == 2


def test_flag_keeps_out_of_the_way_and_on_the_drawing() -> None:
    look = player_style("indigo")
    path = (Hex(0, 0), Hex(1, 0), Hex(2, 0))
    (at_start,) = MapView(BOARD, routes=[RouteDrawing(path, gifts=[Gift(Hex(0, 0), "to J", look)])]).route_lines
    (at_end,) = MapView(BOARD, routes=[RouteDrawing(path, gifts=[Gift(Hex(2, 0), "to J", look)])]).route_lines
    # The route leaves to the right; at its end the drawing has no room on the right.
    assert at_start.flags[0].x < centre(Hex(0, 0))[0]
    assert at_end.flags[0].x < centre(Hex(2, 0))[0]
    (long,) = MapView(BOARD, routes=[RouteDrawing(path, gifts=[Gift(Hex(0, 0), "to " + "x" * 80, look)])]).route_lines
    assert len(long.flags[0].text) <= 14


def test_empty_board_is_an_empty_drawing() -> None:
    view = MapView(Board())
    assert view.spaces == ()
    assert view.width > 0


def test_same_board_gives_the_same_drawing() -> None:
    assert MapView(sample.board()) == MapView(sample.board())


def test_largest_map_has_finger_wide_spaces_on_a_small_tablet() -> None:
    view = MapView(sample.board())
    assert len(view.spaces) == 63
    # What the table screen leaves for the map at 1024 x 768.
    scale = min(600 / view.width, 500 / view.height)
    assert RADIUS * sqrt(3) * scale >= 44


def test_template_draws_well_formed_and_escapes_names(app: Flask) -> None:
    board = BOARD.with_camp(Hex(-1, 1), Camp('<b>"&'))
    gift = Gift(Hex(1, 0), "<i>", player_style('"><script>'))
    view = MapView(
        board.with_berries({Hex(1, 0): 5}),
        link=lambda where: f"?q={where.q}&r={where.r}",
        routes=[RouteDrawing((Hex(0, 0), Hex(1, 0)), cards=(Hex(0, 0),), gifts=[gift])],
        zones=[{Hex(1, 0)}],
        slots=[{Hex(5, 5)}],
        faults={Hex(0, 1): 1},
        numbers={Hex(1, 1): 2},
        eligible={Hex(0, 1)},
        chosen={Hex(2, 0)},
    )
    with app.test_request_context():
        drawn = render_template("dewan/map/_map.html", map=view, map_label="Map")
    document = minidom.parseString(drawn.strip())
    links = document.getElementsByTagName("a")
    assert [link.getAttribute("data-space") for link in links] == ["0,0", "1,0", "2,0", "-1,1", "0,1", "1,1"]
    assert all(link.getAttribute("aria-label") for link in links)
    assert 'Camp of <b>"&' in links[3].getAttribute("aria-label")
    assert "<b>" not in drawn
    assert "<i>" not in drawn
    assert "<script>" not in drawn
    assert len(document.getElementsByTagName("use")) > 0


def test_pictures_of_every_icon_exist(app: Flask) -> None:
    sprite = minidom.parse(f"{app.static_folder}/img/icons.svg")
    drawn = {symbol.getAttribute("id") for symbol in sprite.getElementsByTagName("symbol")}
    assert {*(str(symbol) for symbol in Symbol), "lava", "volcano", "water-marker", "card-back"} <= drawn
    assert {f"tent-{mark}" for mark in ("disc", "square", "triangle", "diamond")} <= drawn
