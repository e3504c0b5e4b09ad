"""A few painted spaces to check a route on, without tiles, photo or table. All of it stands in the address."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from flask import Blueprint, Response, request, url_for

from companion.dewan.drawing.map_svg import LETTERS, MapView
from companion.dewan.pages.box_tiles import Handle, handle
from companion.dewan.rules.board import Board, Camp
from companion.dewan.rules.table import Player, Table
from companion.dewan.rules.words import Ground, Landmark, ScenarioName, Terrain
from companion.rules.hexes import Hex, distance
from companion.web.access.policy import open_to_everyone
from companion.web.drawing.hex_shapes import centre
from companion.web.drawing.players import PALETTE, PlayerStyle, player_style
from companion.web.htmx import page_or_fragment
from companion.web.language import t

RADIUS = 3
MIDDLE = Hex(0, 0)
_NEAR = (Hex(q, r) for r in range(-RADIUS, RADIUS + 1) for q in range(-RADIUS, RADIUS + 1))
SPACES = tuple(at for at in _NEAR if distance(at, MIDDLE) <= RADIUS)
"""In the order they are spelled."""
BLANK = "."
TERRAINS = {LETTERS[terrain]: terrain for terrain in Terrain}
CAMPS = dict(zip("12", PALETTE, strict=False))
"""Whose camp a brush puts there: players are called by their colours."""


@dataclass(frozen=True)
class Sketch:
    """By space, what somebody has painted there. ``brush``: a terrain's letter, a camp's number, or to wipe it off."""

    ground: Mapping[Hex, str] = field(default_factory=dict)
    camps: Mapping[Hex, str] = field(default_factory=dict)
    brush: str = next(iter(TERRAINS))

    def tapped(self, at: Hex) -> "Sketch":
        """A second tap with the same brush takes it off again."""
        if self.brush in CAMPS:
            return replace(self, camps=_put(self.camps, at, self.brush))
        if self.brush in TERRAINS:
            return replace(self, ground=_put(self.ground, at, self.brush))
        return replace(self, ground=_put(self.ground, at, BLANK), camps=_put(self.camps, at, BLANK))

    @property
    def args(self) -> dict[str, Any]:
        return {key: "".join(given.get(at, BLANK) for at in SPACES) for key, given in self._drawn.items()}

    @property
    def _drawn(self) -> Mapping[str, Mapping[Hex, str]]:
        return {"ground": self.ground, "camps": self.camps}

    @cached_property
    def table(self) -> Table:
        """A camp on a space without terrain is a starting camp: that is where those stand."""
        printed: dict[Hex, Ground] = {at: TERRAINS[letter] for at, letter in self.ground.items()}
        printed |= {at: Landmark.START for at in self.camps if at not in printed}
        names = {brush: t(f"web.color.{color}") for brush, color in CAMPS.items()}
        camps = {at: Camp(names[brush], at not in self.ground) for at, brush in self.camps.items()}
        players = tuple(Player(names[brush], color=color) for brush, color in CAMPS.items())
        return Table(ScenarioName.BASE, players, Board(printed, camps=camps))

    @property
    def looks(self) -> dict[str, PlayerStyle]:
        return {player.name: player_style(player.color or "", i) for i, player in enumerate(self.table.players)}


def _put(given: Mapping[Hex, str], at: Hex, brush: str) -> dict[Hex, str]:
    others = {space: one for space, one in given.items() if space != at}
    return others if brush in (BLANK, given.get(at)) else {**others, at: brush}


def read_sketch(args: Mapping[str, str]) -> Sketch:
    """As the address spells it; what makes no sense is left blank."""

    def drawn(key: str, brushes: Mapping[str, object]) -> dict[Hex, str]:
        return {at: one for at, one in zip(SPACES, args.get(key, ""), strict=False) if one in brushes}

    brush = args.get("brush", "")
    known = brush in (*TERRAINS, *CAMPS, BLANK)
    return Sketch(drawn("ground", TERRAINS), drawn("camps", CAMPS), brush if known else Sketch.brush)


@dataclass(frozen=True)
class SketchPage:
    sketch: Sketch
    spots: tuple[Handle, ...]

    @property
    def map(self) -> MapView:
        table = self.sketch.table
        blank = [[at] for at in SPACES if not table.board.has(at)]
        return MapView(table.board, self.sketch.looks, slots=blank, room=SPACES)

    @property
    def brushes(self) -> Mapping[str, Terrain]:
        return TERRAINS

    @property
    def camp_brushes(self) -> Mapping[str, Player]:
        return dict(zip(CAMPS, self.sketch.table.players, strict=True))

    wipes = BLANK

    def tapped(self, at: Hex) -> str:
        return self.url(self.sketch.tapped(at))

    def with_brush(self, brush: str) -> str:
        return self.url(replace(self.sketch, brush=brush))

    @staticmethod
    def url(sketch: Sketch) -> str:
        return url_for("sketch.show", **sketch.args, brush=sketch.brush)

    @property
    def empty(self) -> str:
        return url_for("sketch.show")

    @property
    def ask(self) -> str | None:
        """The referee on these spaces; None while no camp stands on them."""
        return url_for("referee.show", **self.sketch.args) if self.sketch.camps else None


bp = Blueprint("sketch", __name__, url_prefix="/referee/sketch")


@bp.get("")
@open_to_everyone
def show() -> Response:
    spots = tuple(handle(f"at:{i}", at, centre(at), i) for i, at in enumerate(SPACES))
    page = SketchPage(read_sketch(request.args), spots)
    return page_or_fragment("dewan/referee/sketch.html", "dewan/referee/_sketch.html", page)
