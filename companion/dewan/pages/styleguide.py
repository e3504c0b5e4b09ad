"""Every drawing on one page, to look at while drawing. Not there in production."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from flask import Blueprint, current_app, render_template

from companion.dewan.drawing.map_svg import Gift, MapView, RouteDrawing
from companion.dewan.drawing.pieces import StoryView, story_view
from companion.dewan.pages import styleguide_sample as sample
from companion.dewan.rules.board import Board
from companion.dewan.rules.cards import Card
from companion.dewan.rules.tiles import lay
from companion.dewan.rules.words import Need, Symbol, Terrain
from companion.rules.hexes import Hex
from companion.web.access.policy import open_to_everyone
from companion.web.drawing.players import player_style

bp = Blueprint("styleguide", __name__)

_COLORS = {"Inês": "marigold", "Jonas": "indigo", "Mara": "raspberry", "Piet": "pearl"}


@dataclass(frozen=True)
class StyleguidePage:
    """Every kind of map and piece once."""

    table: MapView
    event: MapView
    referee: MapView
    mini: MapView
    costs: MapView
    slots: MapView
    row: Sequence[Card]
    hand: Sequence[Card]
    stories: Sequence[StoryView]
    icons: Sequence[str]


@bp.get("/styleguide")
@open_to_everyone
def show() -> str:
    looks = {name: player_style(color) for name, color in _COLORS.items()}
    board = sample.board()
    tiles = [laid.spaces() for laid in sample.laid_tiles()]
    route = RouteDrawing(
        (Hex(1, 4), Hex(2, 3), Hex(2, 2), Hex(3, 1), Hex(3, 0), Hex(3, -1), Hex(2, -1), Hex(2, -2)),
        cards=(Hex(1, 4), Hex(2, 3), Hex(3, 1), Hex(3, 0), Hex(3, -1), Hex(2, -1), Hex(2, -2)),
        gifts=(Gift(Hex(2, -1), "to Jonas", looks["Jonas"]),),
    )
    have: dict[Need, int] = {Terrain.BADLANDS: 1, Terrain.FOREST: 1, Terrain.WATER: 2, Symbol.ARTIFACT: 1}
    sprite = (Path(str(current_app.static_folder)) / "img" / "icons.svg").read_text("utf-8")
    page = StyleguidePage(
        table=MapView(
            board,
            looks,
            tiles=tiles,
            routes=[route],
            chosen={Hex(2, -2)},
            planned_camps={Hex(2, -2): "Mara"},
            link=lambda at: f"?at={at.q},{at.r}",
        ),
        event=MapView(
            board,
            looks,
            eligible={Hex(0, 1), Hex(2, 2), Hex(3, 1), Hex(3, 0)},
            fade_others=True,
            pressable=True,
            only_listed=True,
        ),
        referee=MapView(
            board,
            looks,
            faults={Hex(2, 1): 1, Hex(3, -1): 2},
            routes=[
                RouteDrawing((Hex(2, 4), Hex(2, 3), Hex(2, 2), Hex(2, 1), Hex(3, 0), Hex(3, -1)), "traced"),
                RouteDrawing(
                    (Hex(2, 4), Hex(3, 3), Hex(3, 2), Hex(4, 1), Hex(4, 0), Hex(3, 0), Hex(3, -1)), "cheapest"
                ),
            ],
        ),
        mini=MapView(board, looks, zones=[{Hex(0, 5), Hex(1, 4), Hex(2, 4)}], fade_others=True, letters=False),
        costs=MapView(
            board,
            looks,
            numbers={Hex(0, 4): 2, Hex(2, 3): 3, Hex(0, 6): 2, Hex(3, 4): 4},
            fade_others=True,
            letters=False,
        ),
        slots=MapView(
            Board.of(lay(sample.laid_tiles()[:3])),
            tiles=tiles[:3],
            slots=[laid.spaces() for laid in sample.laid_tiles()[3:5]],
        ),
        row=sample.row(),
        hand=sample.hand(),
        stories=[story_view(story, have) for story in sample.stories()],
        icons=re.findall(r'<symbol id="([\w-]+)"', sprite),
    )
    return render_template("styleguide/page.html", page=page)
