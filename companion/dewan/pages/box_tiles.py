"""A Territory tile as one types it: a letter a space, row by row from the top.

``fd+ m*f wa9w``: M B D F W are terrains, ``*`` the centre of a starting tile, ``V`` the volcano, ``.`` a space still to
be told. ``+`` after a space is its berry; A, P or C with a digit a resource on one of its sides, which lie as the
digits on a keypad: 7 and 9 above, 4 and 6 beside, 1 and 3 below. A tile that is no flower of seven says where each
space lies: ``@2,-1f``.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from companion.dewan.drawing.map_svg import LETTERS, MapView
from companion.dewan.formats.box import MOST_TILE_SPACES
from companion.dewan.rules.board import Board
from companion.dewan.rules.tiles import Icon, Tile, TileKind
from companion.dewan.rules.words import LAND, Ground, Landmark, Symbol
from companion.formats.faults import Fault, shortened
from companion.games.contract import Json
from companion.rules.hexes import Hex
from companion.web.drawing.hex_shapes import centre, hex_path, side_middle

LINE = "line"
"""The field whose text is at fault."""
FLOWER = (Hex(0, -1), Hex(1, -1), Hex(-1, 0), Hex(0, 0), Hex(1, 0), Hex(-1, 1), Hex(0, 1))
"""Seven spaces in reading order."""
GROUND_KEYS: Mapping[str, Ground] = {
    **{letter.lower(): ground for ground, letter in LETTERS.items() if ground is not Landmark.LAVA},
    "*": Landmark.START,
}
ICON_KEYS: Mapping[str, Symbol] = {"a": Symbol.ARTIFACT, "p": Symbol.PIGMENT, "c": Symbol.CRYSTAL}
SIDE_KEYS = "697413"
"""Side 0 points to the right, and so on against the clock."""
NO_GROUND = "."
KIND_SIGNS = {TileKind.STARTING: "S", TileKind.NEUTRAL: "N", TileKind.VOLCANO: "V", TileKind.DOWNPOUR: "D"}
MOST_LINE = 2000
MOST_REACH = 30

_PART = re.compile(
    r"\s|/|@(?P<q>-?\d{1,3}),(?P<r>-?\d{1,3})|(?P<ground>[mbdfwv*.])|(?P<berry>\+)|(?P<icon>[apc])(?P<side>.?)"
)


@dataclass(frozen=True)
class TileDraft:
    """A tile on its way: spaces in the order they were told, a ground of None where it is still open."""

    spaces: Mapping[Hex, Ground | None] = field(default_factory=dict)
    berries: frozenset[Hex] = frozenset()
    icons: tuple[Icon, ...] = ()
    faults: tuple[Fault, ...] = ()

    @property
    def kind(self) -> TileKind:
        """What a tile with these spaces most likely is."""
        grounds = set(self.spaces.values())
        if Landmark.START in grounds:
            return TileKind.STARTING
        return TileKind.VOLCANO if Landmark.VOLCANO in grounds else TileKind.NEUTRAL

    @property
    def order(self) -> tuple[Hex, ...]:
        return tuple(self.spaces)

    def board(self) -> Board:
        """As printed: one berry symbol, not yet the tokens that will lie on it."""
        printed = {at: ground for at, ground in self.spaces.items() if ground is not None}
        icons = tuple(icon for icon in self.icons if any(at in printed for at in icon.between))
        return Board(printed, icons, {at: 1 for at in self.berries if at in printed})


EMPTY = TileDraft(dict.fromkeys(FLOWER))


def read_tile(text: str) -> TileDraft:
    """As far as it can be understood; ``faults`` say what cannot."""
    spaces: dict[Hex, Ground | None] = {}
    berries: set[Hex] = set()
    icons: list[Icon] = []
    faults: list[Fault] = []
    here: Hex | None = None
    given: Hex | None = None
    text, place = text[:MOST_LINE].lower(), 0
    free = "@" in text
    while place < len(text):
        part = _PART.match(text, place)
        if part is None:
            faults.append(Fault(LINE, "boxline.unknown-sign", {"sign": shortened(text[place]), "place": place + 1}))
            place += 1
            continue
        place = part.end()
        if part["q"]:
            given = Hex(int(part["q"]), int(part["r"]))
        elif part["ground"]:
            here = given or next((at for at in FLOWER if at not in spaces), None)
            given = None
            if here is None or (free and len(spaces) >= MOST_TILE_SPACES):
                faults.append(Fault(LINE, "boxline.too-many-spaces", {"place": place}))
            elif here in spaces:
                faults.append(Fault(LINE, "map.space-twice"))
            else:
                spaces[here] = GROUND_KEYS.get(part["ground"])
        elif part["berry"]:
            if here is None or spaces.get(here) not in LAND:
                faults.append(Fault(LINE, "boxline.berry-off-land", {"place": place}))
            else:
                berries ^= {here}
        elif part["icon"]:
            side = SIDE_KEYS.find(part["side"]) if part["side"] else -1
            if here is None or side < 0:
                faults.append(Fault(LINE, "boxline.icon-side", {"sign": part["icon"].upper(), "keys": "7 9 4 6 1 3"}))
                place = part.start() + 1
            else:
                icons.append(Icon(ICON_KEYS[part["icon"]], (here, here.neighbour(side))))
    if not free:
        spaces |= {at: None for at in FLOWER if at not in spaces}
    return TileDraft(spaces, frozenset(berries), tuple(icons), tuple(faults))


def open_spaces(draft: TileDraft) -> list[Fault]:
    """Spaces that must be told before the tile is a tile."""
    left = sum(ground is None for ground in draft.spaces.values())
    return [Fault(LINE, "boxline.spaces-open", {"n": left})] if left else []


def write_tile(draft: TileDraft) -> str:
    flower = set(draft.spaces) <= set(FLOWER) and all(at in draft.spaces for at in FLOWER)
    order = FLOWER if flower else tuple(sorted(draft.spaces, key=lambda at: (at.r, at.q)))
    letters = {ground: key for key, ground in GROUND_KEYS.items()}
    words, row = "", None
    written: set[Icon] = set()
    for at in order:
        ground = draft.spaces[at]
        if row is not None and at.r != row:
            words += " "
        row = at.r
        words += "" if flower else f"@{at.q},{at.r}"
        words += NO_GROUND if ground is None else letters[ground]
        words += "+" if at in draft.berries else ""
        for icon in draft.icons:
            if icon.touches(at) and icon not in written:
                other = icon.between[1] if icon.between[0] == at else icon.between[0]
                words += f"{icon.kind[0]}{SIDE_KEYS[at.neighbours().index(other)]}"
                written.add(icon)
    return "" if set(words) <= set(". ") else words.rstrip(". ") if flower else words


def draft_of(tile: Tile) -> TileDraft:
    order = [at for at in FLOWER if at in tile.spaces] + [at for at in tile.spaces if at not in FLOWER]
    return TileDraft(
        {at: tile.spaces[at].ground for at in order},
        frozenset(at for at, space in tile.spaces.items() if space.berry),
        tile.icons,
    )


def tile_json(draft: TileDraft, name: str, kind: TileKind) -> Json:
    """The tile for the box file, whatever is still wrong with it: the reader of boxes says so."""
    spaces = []
    for at, ground in draft.spaces.items():
        entry: Json = {"at": list(at), "terrain": ground}
        spaces.append(entry | {"berry": True} if at in draft.berries else entry)
    icons = []
    for icon in draft.icons:
        inner, outer = icon.between if icon.between[0] in draft.spaces else icon.between[::-1]
        icons.append({"kind": icon.kind, "at": list(inner), "side": inner.neighbours().index(outer)})
    return {"id": name, "kind": kind, "spaces": spaces, "icons": icons}


def next_name(kind: TileKind, taken: set[str]) -> str:
    return free_name(KIND_SIGNS[kind], taken)


def free_name(sign: str, taken: set[str]) -> str:
    """The first of N1, N2… that no tile has."""
    return next(name for number in range(1, len(taken) + 2) if (name := f"{sign}{number}") not in taken)


# Taps


@dataclass(frozen=True)
class TileTaps:
    """A draft with the space that is being told, and what a tap on the drawing means."""

    draft: TileDraft
    at: int = 0
    tool: str = "ground"

    def here(self) -> Hex | None:
        order = self.draft.order
        return order[self.at] if 0 <= self.at < len(order) else None


TOOLS = ("ground", "berry", "artifact", "pigment", "crystal", "shape")


def tap(state: TileTaps, press: str) -> TileTaps:
    """One tap: a ground for the space being told, or what the tool does where the drawing was tapped.

    ``at:3`` a space, ``side:3:9`` a side of it, ``grow:2,-1`` a place beside the tile, ``tool:berry``, ``clear``.
    """
    what, _, rest = press.partition(":")
    draft = state.draft
    if press in GROUND_KEYS or press == NO_GROUND:
        here = state.here()
        if here is None:
            return state
        return replace(state, draft=_with_ground(draft, here, GROUND_KEYS.get(press)), at=state.at + 1)
    if what == "tool" and rest in TOOLS:
        return replace(state, tool=rest)
    if what == "clear":
        return TileTaps(EMPTY)
    if what == "at" and rest.isdecimal() and len(rest) < 4 and int(rest) < len(draft.spaces):
        return _tap_space(state, int(rest))
    if what == "side":
        return _tap_side(state, rest)
    if what == "grow":
        return _tap_beside(state, rest)
    return state


def _with_ground(draft: TileDraft, at: Hex, ground: Ground | None) -> TileDraft:
    berries = draft.berries if ground in LAND else draft.berries - {at}
    return replace(draft, spaces={**draft.spaces, at: ground}, berries=berries)


def _tap_space(state: TileTaps, at: int) -> TileTaps:
    draft, here = state.draft, state.draft.order[at]
    if state.tool == "berry":
        berries = draft.berries ^ {here} if draft.spaces[here] in LAND else draft.berries
        return replace(state, draft=replace(draft, berries=berries), at=at)
    if state.tool == "shape" and len(draft.spaces) > 1:
        kept = {one: ground for one, ground in draft.spaces.items() if one != here}
        icons = tuple(icon for icon in draft.icons if any(one in kept for one in icon.between))
        return replace(state, draft=TileDraft(kept, draft.berries - {here}, icons), at=0)
    return replace(state, at=at)


def _tap_side(state: TileTaps, rest: str) -> TileTaps:
    number, _, key = rest.partition(":")
    if (
        state.tool not in ICON_KEYS.values()
        or not number.isdecimal()
        or len(number) > 3
        or len(key) != 1
        or key not in SIDE_KEYS
    ):
        return state
    if len(number) > 3 or int(number) >= len(state.draft.spaces):
        return state
    here = state.draft.order[int(number)]
    icon = Icon(Symbol(state.tool), (here, here.neighbour(SIDE_KEYS.index(key))))
    others = tuple(one for one in state.draft.icons if one.between != icon.between)
    icons = others if icon in state.draft.icons else (*others, icon)
    return replace(state, draft=replace(state.draft, icons=icons))


def _tap_beside(state: TileTaps, rest: str) -> TileTaps:
    place = re.fullmatch(r"(-?\d{1,3}),(-?\d{1,3})", rest)
    if not place or len(state.draft.spaces) >= MOST_TILE_SPACES:
        return state
    at = Hex(int(place[1]), int(place[2]))
    if max(map(abs, at)) > MOST_REACH:
        return state
    spaces: dict[Hex, Ground | None] = {**state.draft.spaces, at: state.draft.spaces.get(at)}
    return replace(state, draft=replace(state.draft, spaces=spaces), at=list(spaces).index(at))


# Drawings


@dataclass(frozen=True)
class Handle:
    """Something to tap on a drawing: ``press`` says what, ``number`` which space is meant where it is one."""

    press: str
    at: Hex
    path: str
    x: float
    y: float
    number: int = 0
    side: str = ""
    taken: bool = False


@dataclass(frozen=True)
class TileDrawing:
    map: MapView
    spaces: tuple[Handle, ...]
    sides: tuple[Handle, ...]
    beside: tuple[Handle, ...]


def tile_drawing(state: TileTaps) -> TileDrawing:
    """The tile as far as it is entered, and what can be tapped on it with the tool in hand."""
    draft = state.draft
    growing = state.tool == "shape"
    beside = sorted({near for at in draft.spaces for near in at.neighbours()} - set(draft.spaces)) if growing else []
    open_ones = [at for at, ground in draft.spaces.items() if ground is None]
    # What is open or could be added is drawn as a slot, so that the frame has room for it.
    slots = [[at] for at in (*open_ones, *beside)] or [[at] for at in list(draft.spaces)[:1]]
    drawing = MapView(draft.board(), slots=slots)
    sides = []
    if state.tool in ICON_KEYS.values():
        seen, printed = set(), {frozenset(icon.between) for icon in draft.icons}
        for number, at in enumerate(draft.order):
            for side, key in enumerate(SIDE_KEYS):
                pair = frozenset((at, at.neighbour(side)))
                if pair not in seen:
                    seen.add(pair)
                    one = handle(f"side:{number}:{key}", at, side_middle(at, side), number, key)
                    sides.append(replace(one, taken=pair in printed))
    return TileDrawing(
        drawing,
        tuple(handle(f"at:{i}", at, centre(at), i) for i, at in enumerate(draft.order)),
        tuple(sides),
        tuple(handle(f"grow:{at.q},{at.r}", at, centre(at)) for at in beside),
    )


def handle(press: str, at: Hex, point: tuple[float, float], number: int = 0, side: str = "") -> Handle:
    return Handle(press, at, hex_path(at), round(point[0], 1), round(point[1], 1), number, side)


def small_tile(tile: Tile) -> MapView:
    draft: TileDraft = draft_of(tile)
    return MapView(draft.board())
