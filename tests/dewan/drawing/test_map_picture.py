"""What the eye sees of a board is drawn once, and never mistaken for another board."""

from dataclasses import replace

import pytest
from flask import Flask, render_template

from companion.dewan.drawing.map_picture import MOST_KEPT
from companion.dewan.drawing.map_svg import Gift, MapOptions, MapView, Route, map_view
from companion.dewan.rules.board import Camp
from companion.rules.hexes import Hex
from companion.web.drawing.players import camp_look
from tests.dewan.drawing.test_map_svg import BOARD

RED, BLUE = camp_look("raspberry"), camp_look("indigo", 1)
SPACE = Hex(2, 0)


def drawn(app: Flask, view: MapView, label: str = "Map") -> str:
    with app.test_request_context():
        return render_template("dewan/map/_map.html", map=view, map_label=label)


def times_drawn(app: Flask) -> int:
    return int(app.extensions["map_pictures"].cache_info().misses)


def test_one_picture_for_every_language_and_role(app: Flask) -> None:
    looked_at = drawn(app, map_view(BOARD), "Map")
    tapped = drawn(app, map_view(BOARD, MapOptions(link=lambda at: f"/there?{at.q}")), "Karte")
    assert times_drawn(app) == 1
    assert 'aria-label="Map"' in looked_at
    assert "/there" not in looked_at
    assert 'aria-label="Karte"' in tapped
    assert "/there?2" in tapped


@pytest.mark.parametrize(
    "options",
    [
        MapOptions(looks={"Mara": RED}),
        MapOptions(looks={"Mara": BLUE}),
        MapOptions(numbers={SPACE: 3}),
        MapOptions(eligible=[SPACE]),
        MapOptions(chosen=[SPACE]),
        MapOptions(faults={SPACE: 1}),
        MapOptions(planned_camps={SPACE: "Mara"}),
        MapOptions(zones=[[SPACE]]),
        MapOptions(slots=[[Hex(5, 5)]]),
        MapOptions(tiles=[[SPACE], [Hex(1, 0)]]),
        MapOptions(lit_icons=[0]),
        MapOptions(numbers={SPACE: 3}, fade_others=True),
        MapOptions(letters=False),
        MapOptions(routes=[Route([Hex(1, 0), SPACE], "traced", [SPACE])]),
        MapOptions(routes=[Route([Hex(1, 0), SPACE], "traced", [SPACE], [Gift(SPACE, "to Jonas", RED)])]),
    ],
)
def test_what_is_shown_otherwise_is_another_picture(app: Flask, options: MapOptions) -> None:
    """Kept pictures look exactly as if they had been drawn for this map."""
    plain = drawn(app, map_view(BOARD))
    beside = drawn(app, map_view(BOARD, options))
    assert beside != plain
    app.extensions["map_pictures"].cache_clear()
    assert drawn(app, map_view(BOARD, options)) == beside


@pytest.mark.parametrize(
    "board",
    [
        BOARD.with_camp(SPACE, Camp("Mara")),
        BOARD.with_berries({SPACE: 1}),
        replace(BOARD, markers={}),
        replace(BOARD, icons=()),
    ],
)
def test_a_board_that_changed_is_drawn_anew(app: Flask, board: object) -> None:
    before = drawn(app, map_view(BOARD))
    assert drawn(app, map_view(board)) != before  # type: ignore[arg-type]
    assert drawn(app, map_view(BOARD)) == before
    assert times_drawn(app) == 2


def test_only_so_many_pictures_are_kept(app: Flask) -> None:
    for berries in range(MOST_KEPT + 5):
        drawn(app, map_view(BOARD.with_berries({SPACE: berries})))
    assert app.extensions["map_pictures"].cache_info().currsize == MOST_KEPT
