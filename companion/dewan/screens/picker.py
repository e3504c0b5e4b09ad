"""The map picker: the map as far as it is laid, the places still empty, and the tiles of the box.

What has been tapped lives in the address: the moves (``m``), those taken back (``z``), and what is pointed at.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from companion.dewan.drawing.map_svg import MapView
from companion.dewan.pages.laying import (
    FLOWER,
    FURTHEST,
    Ground,
    Laying,
    Piece,
    board_of,
    replayed,
    spots,
    target,
)
from companion.dewan.rules.board import Board, Camp
from companion.dewan.rules.setup import figures
from companion.dewan.rules.table import Table
from companion.dewan.rules.tiles import LaidTile, Slot, Tile, TileKind, TileSpace, lay
from companion.dewan.rules.words import Terrain
from companion.dewan.screens.painting import Painting
from companion.rules.hexes import Hex
from companion.web.drawing.hex_shapes import RADIUS, centre, corners, n, outline
from companion.web.drawing.players import CampLook

SPECIAL = {TileKind.VOLCANO: "volcano", TileKind.DOWNPOUR: "downpour"}
"""Tiles of one scenario only."""
MOST_SPACES = 8


@dataclass(frozen=True)
class Tapped:
    moves: tuple[str, ...] = ()
    undone: tuple[str, ...] = ()
    tile: str | None = None
    """A tile on the map somebody tapped."""
    slot: Hex | None = None
    """An empty place somebody tapped."""
    seen: tuple[Terrain, ...] = ()
    """Terrains a tile must show to be in the palette; one that stands here twice must be on two of its spaces."""
    box: str | None = None
    """The box the tiles come from, where it is not the table's."""
    moving: bool = False
    painting: Painting | None = None

    def args(self) -> dict[str, object]:
        """As it stands in the address."""
        args: dict[str, object] = {"m": list(self.moves), "z": list(self.undone), "f": list(self.seen)}
        args |= {"tile": self.tile, "slot": f"{self.slot.q},{self.slot.r}" if self.slot else None, "box": self.box}
        args |= {"moving": "1" if self.moving else None}
        args |= self.painting.args() if self.painting else {}
        return {key: value for key, value in args.items() if value not in (None, [], "")}

    def counts(self) -> tuple[tuple[Terrain, int], ...]:
        return tuple(Counter(self.seen).items())

    def moved(self, *moves: str) -> "Tapped":
        """After further moves; what was taken back is gone."""
        return Tapped((*self.moves, *moves), seen=self.seen, box=self.box)

    def pointing(self, *, tile: str | None = None, slot: Hex | None = None, moving: bool = False) -> "Tapped":
        return replace(self, tile=tile, slot=slot, moving=moving, painting=None)

    def back(self) -> "Tapped | None":
        if not self.moves:
            return None
        return Tapped(self.moves[:-1], (self.moves[-1], *self.undone), seen=self.seen, box=self.box)

    def again(self) -> "Tapped | None":
        if not self.undone:
            return None
        return Tapped((*self.moves, self.undone[0]), self.undone[1:], seen=self.seen, box=self.box)


@dataclass(frozen=True)
class PieceView:
    piece: Piece
    path: str
    x: float
    y: float
    selected: bool
    next: Tapped
    """What a tap on it leads to: it is selected, or turned if it was."""


@dataclass(frozen=True)
class SlotView:
    slot: Slot
    path: str
    x: float
    y: float
    selected: bool
    seat: int | None
    next: Tapped


@dataclass(frozen=True)
class Place:
    """A place the selected tile may be moved to."""

    x: float
    y: float
    next: Tapped


@dataclass(frozen=True)
class PaletteTile:
    tile: Tile
    drawing: MapView
    used: bool
    move: str
    next: Tapped
    """For a tile that lies on the map: it is selected there."""


@dataclass(frozen=True)
class PickerScreen:
    table: Table
    laying: Laying
    map: MapView
    pieces: tuple[PieceView, ...]
    slots: tuple[SlotView, ...]
    places: tuple[Place, ...]
    selected: Piece | None
    palette: tuple[PaletteTile, ...]
    free: int
    wanted: Mapping[TileKind, int] = field(default_factory=dict)

    @property
    def number(self) -> int:
        return sum(self.wanted.values())

    @property
    def complete(self) -> bool:
        """As many tiles of each kind as the rules ask for (D-SETUP-02)."""
        have = [piece.tile.kind for piece in self.laying.pieces]
        return all(have.count(kind) == wanted for kind, wanted in self.wanted.items())

    @property
    def kinds(self) -> tuple[TileKind, ...]:
        return tuple(kind for kind, wanted in self.wanted.items() if wanted)


def picker_screen(
    table: Table, ground: Ground, before: Laying, tapped: Tapped, looks: Mapping[str, CampLook]
) -> PickerScreen:
    laying = replayed(ground, tapped.moves, before)
    selected = _selected(laying, tapped)
    open_slots = _offered(table, ground, laying)
    chosen = tapped.slot or laying.taken_off
    chosen = chosen if any(slot.at == chosen for slot in open_slots) else None
    return PickerScreen(
        table,
        laying,
        _map(table, laying, open_slots, selected, looks, tapped, ground),
        tuple(_piece_view(piece, piece is selected, tapped) for piece in laying.pieces),
        tuple(_slot_view(slot, slot.at == chosen, ground, tapped) for slot in open_slots),
        _places(ground, laying, selected, tapped),
        selected,
        tuple(_palette_tile(tile, ground, laying, tapped, chosen) for tile in _shown(ground, tapped)),
        sum(laying.piece(tile.id) is None for tile in ground.tiles.values()),
        wanted_tiles(table),
    )


def wanted_tiles(table: Table) -> dict[TileKind, int]:
    numbers = figures(table.scenario, len(table.players))
    wanted = {TileKind.STARTING: numbers.starting_tiles, TileKind.NEUTRAL: numbers.neutral_tiles}
    for kind, scenario in SPECIAL.items():
        if table.scenario == scenario:
            wanted[kind] = numbers.special_tiles
    return wanted


def usable(tile: Tile, table: Table) -> bool:
    return tile.kind not in SPECIAL or SPECIAL[tile.kind] == table.scenario


def _selected(laying: Laying, tapped: Tapped) -> Piece | None:
    """What was tapped; else the tile that was laid last, as it probably has to be turned."""
    if tapped.slot is not None or tapped.painting:
        return None
    return laying.piece(tapped.tile or laying.last)


def _offered(table: Table, ground: Ground, laying: Laying) -> tuple[Slot, ...]:
    """The empty places of the layout; where there are none though tiles are missing, those next to the map."""
    slots = ground.open_slots(laying)
    have = [piece.tile.kind for piece in laying.pieces]
    missing = [kind for kind, wanted in wanted_tiles(table).items() if have.count(kind) < wanted]
    if slots or not missing:
        return slots if missing else ()
    flower = Tile("", missing[0], dict.fromkeys(FLOWER, TileSpace(Terrain.FOREST)))
    places = spots(ground, laying, LaidTile(flower, Hex(0, 0), 0))
    chosen: list[Slot] = []
    covered: set[Hex] = set()
    for at in places:
        flower_at = {at.moved(step) for step in FLOWER}
        if covered.isdisjoint(flower_at):
            covered |= flower_at
            chosen.append(Slot(missing[0], at))
    return tuple(chosen)


def _piece_view(piece: Piece, selected: bool, tapped: Tapped) -> PieceView:
    x, y = centre(piece.laid.at)
    tile_id = piece.tile.id
    after = tapped.moved(f"turn,-1,{tile_id}") if selected else tapped.pointing(tile=tile_id)
    return PieceView(piece, outline(piece.spaces), round(x, 1), round(y, 1), selected, after)


def _slot_view(slot: Slot, selected: bool, ground: Ground, tapped: Tapped) -> SlotView:
    x, y = centre(slot.at)
    places = [one.at for one in ground.slots(TileKind.STARTING)]
    seat = places.index(slot.at) if slot.kind is TileKind.STARTING and slot.at in places else None
    path = outline([slot.at.moved(step) for step in FLOWER])
    return SlotView(slot, path, round(x, 1), round(y, 1), selected, seat, tapped.pointing(slot=slot.at))


def _places(ground: Ground, laying: Laying, selected: Piece | None, tapped: Tapped) -> tuple[Place, ...]:
    if not tapped.moving or selected is None:
        return ()
    found = []
    for at in spots(ground, laying, selected.laid):
        if at != selected.laid.at:
            x, y = centre(at)
            found.append(Place(round(x, 1), round(y, 1), tapped.moved(f"move,{at.q},{at.r},{selected.tile.id}")))
    return tuple(found)


def _shown(ground: Ground, tapped: Tapped) -> Sequence[Tile]:
    order = list(TileKind)
    tiles = [tile for tile in ground.tiles.values() if all(_number(tile, one) >= n for one, n in tapped.counts())]
    return sorted(tiles, key=lambda tile: order.index(tile.kind))


def _number(tile: Tile, terrain: Terrain) -> int:
    return sum(space.ground == terrain for space in tile.spaces.values())


@dataclass(frozen=True)
class Filter:
    """A terrain one sees on the tile one looks for, on how many spaces; ``next``: what a tap on it leads to."""

    terrain: Terrain
    number: int
    next: Tapped


def filters(ground: Ground, tapped: Tapped) -> tuple[Filter, ...]:
    """A tap asks for so many spaces of the terrain that some tile drops out, and the last one for none again."""
    found = []
    for terrain in Terrain:
        others = tuple(one for one in tapped.seen if one != terrain)
        now = tapped.seen.count(terrain)
        numbers = [_number(tile, terrain) for tile in _shown(ground, replace(tapped, seen=others))]
        shown = sum(number >= now for number in numbers)
        narrower = [n for n in range(now + 1, MOST_SPACES) if 0 < sum(number >= n for number in numbers) < shown]
        wanted = narrower[0] if narrower else 0
        found.append(Filter(terrain, now, replace(tapped, seen=(*others, *(terrain,) * wanted))))
    return tuple(found)


def _palette_tile(tile: Tile, ground: Ground, laying: Laying, tapped: Tapped, chosen: Hex | None) -> PaletteTile:
    drawing = MapView(Board.of(lay([LaidTile(tile, Hex(0, 0), 0)])))
    at = target(ground, laying, tile, chosen)
    used = laying.piece(tile.id) is not None
    return PaletteTile(tile, drawing, used, f"lay,{at.q},{at.r},{tile.id}", tapped.pointing(tile=tile.id))


def _map(
    table: Table,
    laying: Laying,
    open_slots: Sequence[Slot],
    selected: Piece | None,
    looks: Mapping[str, CampLook],
    tapped: Tapped,
    ground: Ground,
) -> MapView:
    """The board with the starting camps already on it (D-SETUP-04)."""
    camps = {
        at: Camp(table.players[piece.seat].name, starting=True)
        for piece in laying.pieces
        if piece.seat is not None and (at := piece.centre()) is not None
    }
    board = replace(board_of(laying), camps=camps)
    flowers = [[slot.at.moved(step) for step in FLOWER] for slot in open_slots]
    view = MapView(
        board,
        looks=looks,
        tiles=[piece.spaces for piece in laying.pieces],
        slots=flowers,
        zones=[selected.spaces] if selected else (),
    )
    # The frame does not jump from tap to tap: it holds the whole layout from the start.
    drawn = {*board.printed, *(at for flower in flowers for at in flower)}
    drawn |= {slot.at.moved(step) for slot in ground.slots() for step in FLOWER}
    if tapped.moving and selected:
        drawn.update(spots(ground, laying, selected.laid))
    return replace(view, view_box=_view_box(drawn or set(FLOWER)))


def _view_box(spaces: set[Hex]) -> str:
    points = [point for at in spaces for point in corners(at)]
    margin = RADIUS * 0.4
    left, top = min(x for x, _ in points) - margin, min(y for _, y in points) - margin
    right, bottom = max(x for x, _ in points) + margin, max(y for _, y in points) + margin
    return f"{n(left)} {n(top)} {n(right - left)} {n(bottom - top)}"


def read_tapped(args: Callable[[str], list[str]], painting: Painting | None) -> Tapped:
    """From the address; anything that makes no sense in it is left out. ``add``: the move of the button pressed."""

    def one(key: str) -> str | None:
        return next(iter(args(key)), None) or None

    return Tapped(
        (*args("m"), *args("add")),
        tuple(args("z")),
        one("tile"),
        _hex(one("slot")),
        tuple(Terrain(word) for word in args("f") if word in tuple(Terrain))[: MOST_SPACES * len(Terrain)],
        one("box"),
        one("moving") == "1",
        painting,
    )


def _hex(text: str | None) -> Hex | None:
    try:
        q, r = (int(part) for part in (text or "").split(","))
    except ValueError:
        return None
    return Hex(q, r) if max(abs(q), abs(r)) <= FURTHEST else None
