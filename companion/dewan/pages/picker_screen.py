"""What the map picker shows of a map that is being laid: its pieces, the empty places, and what a tap leads to."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from companion.dewan.drawing.map_svg import MapView
from companion.dewan.pages.laying import (
    FLOWER,
    LaidPiece,
    Laying,
    LayingContext,
    board_of,
    missing_tiles,
    offered_slots,
    replayed,
    spots,
    wanted_tiles,
)
from companion.dewan.pages.palette import PaletteTile, palette
from companion.dewan.pages.picker_taps import PickerTaps
from companion.dewan.rules.board import Camp
from companion.dewan.rules.table import Table
from companion.dewan.rules.tiles import Slot, TileKind
from companion.web.drawing.hex_shapes import centre, outline
from companion.web.drawing.players import PlayerStyle


@dataclass(frozen=True)
class PickerPiece:
    piece: LaidPiece
    path: str
    x: float
    y: float
    selected: bool
    next: PickerTaps
    """What a tap on it leads to: it is selected, or turned if it was."""


@dataclass(frozen=True)
class SlotView:
    slot: Slot
    path: str
    x: float
    y: float
    selected: bool
    seat: int | None
    next: PickerTaps


@dataclass(frozen=True)
class PickerPlace:
    """A place the selected tile may be moved to."""

    x: float
    y: float
    next: PickerTaps


@dataclass(frozen=True)
class PickerScreen:
    table: Table
    laying: Laying
    map: MapView
    pieces: tuple[PickerPiece, ...]
    slots: tuple[SlotView, ...]
    places: tuple[PickerPlace, ...]
    selected: LaidPiece | None
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
    def missing(self) -> dict[TileKind, int]:
        return missing_tiles((piece.tile for piece in self.laying.pieces), self.wanted)

    @property
    def without_start(self) -> tuple[str, ...]:
        """Who would have no starting camp."""
        seats = {piece.seat for piece in self.laying.pieces}
        return tuple(player.name for seat, player in enumerate(self.table.players) if seat not in seats)

    @property
    def kinds(self) -> tuple[TileKind, ...]:
        return tuple(kind for kind, wanted in self.wanted.items() if wanted)


def picker_screen(
    table: Table, ground: LayingContext, before: Laying, tapped: PickerTaps, looks: Mapping[str, PlayerStyle]
) -> PickerScreen:
    laying = replayed(ground, tapped.moves, before)
    selected = _selected(laying, tapped)
    open_slots = offered_slots(table, ground, laying)
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
        palette(ground, laying, tapped, chosen),
        sum(laying.piece(tile.id) is None for tile in ground.tiles.values()),
        wanted_tiles(table.scenario, len(table.players)),
    )


def _selected(laying: Laying, tapped: PickerTaps) -> LaidPiece | None:
    """What was tapped; else the tile that was laid last, as it probably has to be turned."""
    if tapped.slot is not None or tapped.painting:
        return None
    return laying.piece(tapped.tile or laying.last)


def _piece_view(piece: LaidPiece, selected: bool, tapped: PickerTaps) -> PickerPiece:
    x, y = centre(piece.laid.at)
    tile_id = piece.tile.id
    after = tapped.moved(f"turn,-1,{tile_id}") if selected else tapped.pointing(tile=tile_id)
    return PickerPiece(piece, outline(piece.spaces), round(x, 1), round(y, 1), selected, after)


def _slot_view(slot: Slot, selected: bool, ground: LayingContext, tapped: PickerTaps) -> SlotView:
    x, y = centre(slot.at)
    places = [one.at for one in ground.slots(TileKind.STARTING)]
    seat = places.index(slot.at) if slot.kind is TileKind.STARTING and slot.at in places else None
    path = outline([slot.at.moved(step) for step in FLOWER])
    return SlotView(slot, path, round(x, 1), round(y, 1), selected, seat, tapped.pointing(slot=slot.at))


def _places(
    ground: LayingContext, laying: Laying, selected: LaidPiece | None, tapped: PickerTaps
) -> tuple[PickerPlace, ...]:
    if not tapped.moving or selected is None:
        return ()
    found = []
    for at in spots(ground, laying, selected.laid):
        if at != selected.laid.at:
            x, y = centre(at)
            found.append(PickerPlace(round(x, 1), round(y, 1), tapped.moved(f"move,{at.q},{at.r},{selected.tile.id}")))
    return tuple(found)


def _map(
    table: Table,
    laying: Laying,
    open_slots: Sequence[Slot],
    selected: LaidPiece | None,
    looks: Mapping[str, PlayerStyle],
    tapped: PickerTaps,
    ground: LayingContext,
) -> MapView:
    """The board with the starting camps already on it (D-SETUP-04)."""
    camps = {
        at: Camp(table.players[piece.seat].name, starting=True)
        for piece in laying.pieces
        if piece.seat is not None and (at := piece.centre()) is not None
    }
    board = replace(board_of(laying), camps=camps)
    flowers = [[slot.at.moved(step) for step in FLOWER] for slot in open_slots]
    # The frame does not jump from tap to tap: it holds the whole layout from the start.
    room = {slot.at.moved(step) for slot in ground.slots() for step in FLOWER}
    if tapped.moving and selected:
        room.update(spots(ground, laying, selected.laid))
    return MapView(
        board,
        looks=looks,
        tiles=[piece.spaces for piece in laying.pieces],
        slots=flowers,
        room=room or FLOWER,
        zones=[selected.spaces] if selected else (),
    )
