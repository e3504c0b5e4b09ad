"""A board as a drawing: numbers and names for the template ``dewan/map/_map.html``, which knows how it looks.

Pure: the same board and options always give the same drawing. Words come from outside, ready to be shown.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from companion.dewan.rules.board import Board
from companion.dewan.rules.words import Ground, Landmark, Marker, Symbol, Terrain
from companion.rules.hexes import Hex, side_between
from companion.web.drawing.hex_shapes import (
    RADIUS,
    Point,
    centre,
    corners,
    curve,
    hex_path,
    n,
    outline,
    seams,
    side_middle,
)
from companion.web.drawing.players import PlayerStyle, player_style

LETTERS: Mapping[Ground, str] = {
    Terrain.MOUNTAIN: "M",
    Terrain.BADLANDS: "B",
    Terrain.DESERT: "D",
    Terrain.FOREST: "F",
    Terrain.WATER: "W",
    Landmark.LAVA: "L",
    Landmark.VOLCANO: "V",
}
_MARGIN = RADIUS * 0.3
_GIFT_LETTERS = 14


@dataclass(frozen=True)
class Gift:
    """A card that goes to another player because a camp of theirs stands at ``at``."""

    at: Hex
    text: str
    look: PlayerStyle


@dataclass(frozen=True)
class RouteDrawing:
    """``cards``: where each card is paid, in order; three spaces of one Water zone are one card. ``unseen``: where
    nobody has seen the card that pays."""

    path: Sequence[Hex]
    kind: str = "chosen"  # or "doubtful", "traced", "cheapest"
    cards: Sequence[Hex] = ()
    gifts: Sequence[Gift] = ()
    unseen: Collection[Hex] = ()


@dataclass(frozen=True)
class CampView:
    player: str
    look: PlayerStyle
    starting: bool
    planned: bool = False


@dataclass(frozen=True)
class SpaceView:
    at: Hex
    row: int
    place: int
    ground: Ground
    printed: Ground
    marker: Marker | None
    x: float
    y: float
    path: str
    marker_path: str
    letter: str
    berries: int
    icons: tuple[Symbol, ...]
    camp: CampView | None
    number: int | None
    doubtful: bool
    fault: int | None
    eligible: bool
    chosen: bool
    faded: bool
    href: str | None
    pressable: bool


@dataclass(frozen=True)
class IconView:
    kind: Symbol
    x: float
    y: float
    lit: bool = False
    faded: bool = False


@dataclass(frozen=True)
class BadgeView:
    text: str
    x: float
    y: float


@dataclass(frozen=True)
class FlagView:
    text: str
    look: PlayerStyle
    path: str
    x: float
    y: float


@dataclass(frozen=True)
class RouteView:
    kind: str
    path: str
    badges: tuple[BadgeView, ...]
    flags: tuple[FlagView, ...]


@dataclass(frozen=True)
class MapView:
    """A board, and what to show beside it; the template ``dewan/map/_map.html`` draws what follows from that."""

    board: Board
    looks: Mapping[str, PlayerStyle] = field(default_factory=dict)
    tiles: Sequence[Collection[Hex]] = ()
    """Which spaces came on one piece of cardboard; their seams are drawn."""
    slots: Sequence[Collection[Hex]] = ()
    """Places where no tile lies yet."""
    room: Collection[Hex] = ()
    """Spaces the frame holds, whatever lies there, so that it does not jump."""
    zones: Sequence[Collection[Hex]] = ()
    """Groups of spaces to outline: zones, or groups of camps that score."""
    eligible: Collection[Hex] = ()
    chosen: Collection[Hex] = ()
    faults: Mapping[Hex, int] = field(default_factory=dict)
    """Spaces something is wrong with, by the number of the reason."""
    routes: Sequence[RouteDrawing] = ()
    planned_camps: Mapping[Hex, str] = field(default_factory=dict)
    """Camps that would stand there, by player."""
    numbers: Mapping[Hex, int] = field(default_factory=dict)
    """E.g. how many cards it costs to get there."""
    doubtful: Collection[Hex] = ()
    """Spaces whose number is not sure."""
    fade_others: bool = False
    """Only what is eligible, chosen, at fault, outlined or numbered is drawn at full strength."""
    lit_icons: Collection[int] | None = None
    """Icons that are spoken of, by their position on the board; the others step back. None: no icon is."""
    letters: bool = True
    link: Callable[[Hex], str] | None = None
    """Makes every space a link that works without scripts."""
    pressable: bool = False
    """Makes every space a button for scripts."""
    only_listed: bool = False
    """Links and buttons for the eligible spaces alone."""

    @cached_property
    def frame(self) -> tuple[float, float, float, float]:
        """Left, top, width and height."""
        return _frame({*self.board.printed, *self.room, *(at for slot in self.slots for at in slot)})

    @property
    def view_box(self) -> str:
        return " ".join(map(n, self.frame))

    @property
    def width(self) -> float:
        return round(self.frame[2], 1)

    @property
    def height(self) -> float:
        return round(self.frame[3], 1)

    @property
    def rim(self) -> str:
        return outline(self.board.printed)

    @property
    def seams(self) -> str:
        return seams(self.tiles)

    @property
    def slot_paths(self) -> tuple[str, ...]:
        return tuple(map(outline, self.slots))

    @property
    def zone_paths(self) -> tuple[str, ...]:
        return tuple(map(outline, self.zones))

    @cached_property
    def spaces(self) -> tuple[SpaceView, ...]:
        return tuple(_space(self, at, row, place) for at, row, place in _in_reading_order(self.board.printed))

    @property
    def icons(self) -> tuple[IconView, ...]:
        return tuple(icon for i in range(len(self.board.icons)) if (icon := _icon(self, i)))

    @property
    def route_lines(self) -> tuple[RouteView, ...]:
        return tuple(_route(self, route) for route in self.routes)

    @property
    def interactive(self) -> bool:
        return any(space.href or space.pressable for space in self.spaces)


def _frame(spaces: Collection[Hex]) -> tuple[float, float, float, float]:
    if not spaces:
        return -RADIUS, -RADIUS, 2 * RADIUS, 2 * RADIUS
    points = [point for at in spaces for point in corners(at)]
    left, top = min(x for x, _ in points) - _MARGIN, min(y for _, y in points) - _MARGIN
    right, bottom = max(x for x, _ in points) + _MARGIN, max(y for _, y in points) + _MARGIN
    return left, top, right - left, bottom - top


def _in_reading_order(spaces: Collection[Hex]) -> list[tuple[Hex, int, int]]:
    """Row by row from the top, each from the left, with the number of the row and the place in it from 1."""
    first = min((at.r for at in spaces), default=0)
    ordered, places = [], dict[int, int]()
    for at in sorted(spaces, key=lambda at: (at.r, at.q)):
        places[at.r] = places.get(at.r, 0) + 1
        ordered.append((at, at.r - first + 1, places[at.r]))
    return ordered


def _space(map: MapView, at: Hex, row: int, place: int) -> SpaceView:
    x, y = centre(at)
    ground, marker = map.board.ground[at], map.board.markers.get(at)
    listed = at in map.eligible or not map.only_listed
    spoken_of = (
        at in map.eligible
        or at in map.chosen
        or at in map.faults
        or at in map.numbers
        or any(at in zone for zone in map.zones)
        or any(at in route.path for route in map.routes)
    )
    return SpaceView(
        at=at,
        row=row,
        place=place,
        ground=ground,
        printed=map.board.printed[at],
        marker=marker,
        x=round(x, 1),
        y=round(y, 1),
        path=hex_path(at),
        marker_path=hex_path(at, 0.87) if marker else "",
        letter=LETTERS.get(ground, "") if map.letters else "",
        berries=map.board.berries.get(at, 0),
        icons=tuple(icon.kind for icon in map.board.icons if icon.touches(at)),
        camp=_camp(map, at),
        number=map.numbers.get(at),
        doubtful=at in map.doubtful,
        fault=map.faults.get(at),
        eligible=at in map.eligible,
        chosen=at in map.chosen,
        faded=map.fade_others and not spoken_of,
        href=map.link(at) if map.link and listed else None,
        pressable=map.pressable and listed,
    )


def _camp(map: MapView, at: Hex) -> CampView | None:
    if camp := map.board.camps.get(at):
        return CampView(camp.player, _look(map, camp.player), camp.starting)
    if player := map.planned_camps.get(at):
        return CampView(player, _look(map, player), starting=False, planned=True)
    return None


def _look(map: MapView, player: str) -> PlayerStyle:
    return map.looks.get(player) or player_style("")


def _icon(map: MapView, i: int) -> IconView | None:
    """On the side of a space that is on the map; the other one may not be (D-GEO-05)."""
    kind, between = map.board.icons[i].kind, map.board.icons[i].between
    side = side_between(*between)
    if side is None:
        return None
    x, y = side_middle(between[0], side)
    if not all(at in map.board.printed for at in between):
        # At the rim it would hang over the edge of the cardboard.
        here = between[0] if between[0] in map.board.printed else between[1]
        cx, cy = centre(here)
        x, y = x + (cx - x) * 0.16, y + (cy - y) * 0.16
    lit = map.lit_icons is not None and i in map.lit_icons
    return IconView(kind, round(x, 1), round(y, 1), lit, map.lit_icons is not None and not lit)


def _route(map: MapView, route: RouteDrawing) -> RouteView:
    left, _, width, _ = map.frame
    points = [centre(at) for at in route.path]
    badges = tuple(
        BadgeView(f"{number}?" if at in route.unseen else f"{number}", round(x, 1), round(y, 1))
        for number, at in enumerate(route.cards, 1)
        for x, y in [_badge_place(map, route, at)]
    )
    flags = tuple(_flag(gift, route.path, (left, left + width)) for gift in route.gifts)
    return RouteView(route.kind, curve(_trimmed(points)), badges, flags)


def _trimmed(points: list[Point]) -> list[Point]:
    """The line ends at the edge of the tents, not under them."""
    if len(points) < 2:
        return points
    return [_towards(points[0], points[1], 0.2), *points[1:-1], _towards(points[-1], points[-2], 0.2)]


def _towards(here: Point, there: Point, share: float) -> Point:
    return here[0] + (there[0] - here[0]) * share, here[1] + (there[1] - here[1]) * share


def _badge_place(map: MapView, route: RouteDrawing, at: Hex) -> Point:
    """On the line; beside the tent where one stands: left of it at the start, right of it at the end."""
    x, y = centre(at)
    if at == route.path[0]:
        return x - RADIUS * 0.5, y - RADIUS * 0.38
    if at in map.board.camps or at in map.planned_camps or at == route.path[-1]:
        return x + RADIUS * 0.5, y - RADIUS * 0.42
    return x, y


def _flag(gift: Gift, path: Sequence[Hex], frame: tuple[float, float]) -> FlagView:
    """A pennant beside the tent, on the side where the route does not go on, unless it would leave the drawing."""
    text = gift.text if len(gift.text) <= _GIFT_LETTERS else gift.text[: _GIFT_LETTERS - 1] + "…"
    length, half, tip = 12.0 * len(text) + 22, 20.0, 14.0
    x, y = centre(gift.at)
    goes_on = [centre(at)[0] - x for at in path if at in gift.at.neighbours()]
    way = -1 if sum(goes_on) > 0 else 1
    reach = RADIUS * 0.4 + tip + length + 6
    if not frame[0] < x + way * reach < frame[1]:
        way = -way
    x += way * RADIUS * 0.4
    pennant = (
        f"M{n(x)} {n(y)}l{n(way * tip)} {n(-half)}h{n(way * length)}q{n(way * 6)} 0 {n(way * 6)} 6v{n(2 * half - 12)}"
        f"q0 6 {n(-way * 6)} 6h{n(-way * length)}z"
    )
    return FlagView(text, gift.look, pennant, round(x + way * (tip + length / 2 + 2), 1), round(y + 1, 1))
