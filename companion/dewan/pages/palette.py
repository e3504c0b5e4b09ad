"""The tiles of the box to choose from, and how few of them what one sees on a tile leaves."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.dewan.drawing.map_svg import MapView
from companion.dewan.pages.laying import Laying, LayingContext, target
from companion.dewan.pages.picker_taps import MOST_SPACES, PickerTaps
from companion.dewan.rules.board import Board
from companion.dewan.rules.tiles import LaidTile, Tile, TileKind, lay
from companion.dewan.rules.words import Terrain
from companion.rules.hexes import Hex


@dataclass(frozen=True)
class PaletteTile:
    tile: Tile
    drawing: MapView
    used: bool
    move: str
    next: PickerTaps
    """For a tile that lies on the map: it is selected there."""


@dataclass(frozen=True)
class Filter:
    """A terrain one sees on the tile one looks for, on how many spaces; ``next``: what a tap on it leads to."""

    terrain: Terrain
    number: int
    next: PickerTaps


def filters(ground: LayingContext, tapped: PickerTaps) -> tuple[Filter, ...]:
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


def palette(ground: LayingContext, laying: Laying, tapped: PickerTaps, chosen: Hex | None) -> tuple[PaletteTile, ...]:
    """On a place of the layout lie tiles of its kind alone."""
    kinds = {slot.kind for slot in ground.slots() if slot.at == chosen} or set(TileKind)
    shown = (tile for tile in _shown(ground, tapped) if tile.kind in kinds)
    return tuple(_palette_tile(tile, ground, laying, tapped, chosen) for tile in shown)


def _palette_tile(
    tile: Tile, ground: LayingContext, laying: Laying, tapped: PickerTaps, chosen: Hex | None
) -> PaletteTile:
    drawing = MapView(Board.of(lay([LaidTile(tile, Hex(0, 0), 0)])))
    at = target(ground, laying, tile, chosen)
    used = laying.piece(tile.id) is not None
    return PaletteTile(tile, drawing, used, f"lay,{at.q},{at.r},{tile.id}", tapped.pointing(tile=tile.id))


def _shown(ground: LayingContext, tapped: PickerTaps) -> Sequence[Tile]:
    order = list(TileKind)
    tiles = [tile for tile in ground.tiles.values() if all(_number(tile, one) >= n for one, n in tapped.counts())]
    return sorted(tiles, key=lambda tile: order.index(tile.kind))


def _number(tile: Tile, terrain: Terrain) -> int:
    return sum(space.ground == terrain for space in tile.spaces.values())
