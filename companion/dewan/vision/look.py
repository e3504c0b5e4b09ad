"""The look of one's own copy, kept beside the box: colours of terrains, and the print of each tile.

``companion.dewan.formats.look`` is its form as a document; here it becomes what the reader works with, and it grows.
A photo never makes it worse: a space that agrees with its print refines it, one that does not becomes its rival, and
takes its place only when more photos agree with the rival than with the print.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from companion.dewan.formats.look import BoxLook, Print, TerrainLook, TileLook
from companion.dewan.vision.colours import TERRAINS, lab_to_linear, linear_to_lab
from companion.dewan.vision.decode import FLOWER
from companion.dewan.vision.lattice import Floats
from companion.dewan.vision.printed import (
    MEMBERS,
    SIDE,
    Prints,
    SeenTile,
    SpaceLight,
    TilePrint,
    agreement,
    light_between,
)
from companion.dewan.vision.settings import Settings
from companion.dewan.vision.signs import opened_sign, packed_sign
from companion.dewan.vision.tiles import TileSet
from companion.formats.faults import BadInput, Fault
from companion.rules.hexes import Hex

_QUALITY = 82
_PAPER = 0.7  # what linear light of daylight's white is stored as white, so that nothing bright is cut off


@dataclass(frozen=True)
class Look:
    """What is known of one's own copy."""

    terrains: Mapping[str, TerrainLook] = field(default_factory=dict)
    prints: Prints = field(default_factory=dict)
    signs: Mapping[str, tuple[Floats, ...]] = field(default_factory=dict)
    card: float | None = None  # the width of a card to its height


def look_of_document(document: BoxLook) -> Look:
    """Raises BadInput where a picture is none."""
    return Look(
        document.terrains,
        {name: tuple(_opened(name, one) for one in tile.prints) for name, tile in document.tiles.items()},
        {kind: tuple(opened_sign(one) for one in signs) for kind, signs in document.signs.items()},
        document.card,
    )


def document_of_look(look: Look, box: TileSet) -> BoxLook:
    grounds = {tile.id: tile.terrains for tile in box.tiles}
    return BoxLook(
        look.terrains,
        {
            name: TileLook(tuple(grounds[name][at] for at in FLOWER), tuple(Print(p.seen, _packed(p)) for p in prints))
            for name, prints in look.prints.items()
        },
        {kind: tuple(packed_sign(one) for one in signs) for kind, signs in look.signs.items()},
        look.card,
    )


def _packed(one: TilePrint) -> bytes:
    linear = np.clip(one.picture * _PAPER, 0, 1)
    srgb = np.where(linear <= 0.0031308, 12.92 * linear, 1.055 * linear ** (1 / 2.4) - 0.055)
    picture = np.where((MEMBERS >= 0)[..., None], srgb, 0.5)
    pixels = np.ascontiguousarray((picture[..., ::-1] * 255 + 0.5).astype(np.uint8))
    return bytes(cv2.imencode(".webp", pixels, [cv2.IMWRITE_WEBP_QUALITY, _QUALITY])[1])


def _opened(name: str, one: Print) -> TilePrint:
    pixels = cv2.imdecode(np.frombuffer(one.picture, np.uint8), cv2.IMREAD_COLOR) if _is_ours(one.picture) else None
    if pixels is None or pixels.shape != (SIDE, SIDE, 3):
        raise BadInput([Fault(f"tiles.{name}.prints", "look.no-picture")])
    srgb = np.asarray(pixels, np.float64)[..., ::-1] / 255
    linear = np.where(srgb <= 0.04045, srgb / 12.92, ((srgb + 0.055) / 1.055) ** 2.4)
    return TilePrint(linear / _PAPER, one.seen)


def _is_ours(picture: bytes) -> bool:
    """Asked before it is decoded: a WebP of 40 bytes may unpack to 800 MB."""
    return picture[12:16] == b"VP8 " and picture[26:30] == SIDE.to_bytes(2, "little") * 2


def with_look(settings: Settings, look: Look | None) -> Settings:
    """Settings whose terrain families are one's own tiles', as far as they are known."""
    if not look or not look.terrains:
        return settings
    own = {name: (_triple(t.lab), _triple(t.spread)) for name, t in look.terrains.items()}
    return replace(settings, families={**settings.families, **own})


def summary(colours: Floats, terrain: str, settings: Settings) -> TerrainLook:
    """Mean and spread of colours (n, 3), never narrower than lamps differ, never wider than the family."""
    floor, family = np.array(settings.look_spread), np.array(settings.families[terrain][1])
    spread = np.clip(colours.std(axis=0) * 1.5, floor, np.maximum(family, floor))
    return TerrainLook(_triple(np.median(colours, axis=0)), _triple(spread), len(colours))


def _triple(values: Sequence[float] | Floats) -> tuple[float, float, float]:
    return round(float(values[0]), 1), round(float(values[1]), 1), round(float(values[2]), 1)


def joined_terrains(one: Mapping[str, TerrainLook], other: Mapping[str, TerrainLook]) -> dict[str, TerrainLook]:
    """What two photos teach together: each terrain's means by how many spaces taught them, the wider spread."""
    joined = {**one, **other}
    for name in set(one) & set(other):
        a, b = one[name], other[name]
        share = a.seen / (a.seen + b.seen)
        lab = np.array(a.lab) * share + np.array(b.lab) * (1 - share)
        joined[name] = TerrainLook(_triple(lab), _triple(np.maximum(a.spread, b.spread)), a.seen + b.seen)
    return joined


@dataclass(frozen=True)
class Taught:
    """The prints after a photo, which tiles it taught with how much agreement, and which it showed otherwise."""

    prints: Prints
    tiles: Mapping[str, float]
    otherwise: tuple[str, ...]


def joined_prints(
    prints: Prints, tiles: Sequence[SeenTile], covered: frozenset[Hex], gain: Floats, settings: Settings
) -> Taught:
    """The prints and what the tiles of a photo add to them; ``covered`` spaces teach nothing.

    ``gain`` (3,) turns the photo's light into daylight's, where no print is known that tells it better.
    """
    lights = light_between(list(tiles), prints, settings)
    fresh = SpaceLight(1 / gain, np.zeros(3))
    if lights:
        fresh = SpaceLight(np.median([light.gain for light in lights.values()], axis=0), np.zeros(3))
    after, taught, otherwise = dict(prints), {}, []
    for tile in tiles:
        if tile.share < settings.print_sure:
            continue
        known = prints.get(tile.id, ())
        main = known[0] if known else TilePrint(np.zeros((SIDE, SIDE, 3)), (0,) * 7)
        rival = known[1] if len(known) > 1 else TilePrint(np.zeros((SIDE, SIDE, 3)), (0,) * 7)
        agreed = agreement(tile, main, lights, settings)
        if len(agreed) >= 3 and np.median(list(agreed.values())) < settings.print_same_tile:
            # Another tile, another print, or a photo that shows nothing well; or the first photo was that.
            otherwise.append(tile.id)
            main, rival = _opposed(main, rival, tile, covered, SpaceLight(1 / gain, np.zeros(3)), settings)
            after[tile.id] = (main, rival) if any(rival.seen) else (main,)
            continue
        rivals = agreement(tile, rival, lights, settings)
        learned = 0
        for k, step in enumerate(FLOWER):
            space = tile.centre.moved(step.turned(tile.turn))
            if space in covered or not tile.inside[k]:
                continue
            light = lights.get(space, fresh)
            area = k == MEMBERS
            patch = np.maximum(tile.linear[area] - light.veil, 0) / light.gain
            if not main.seen[k] or agreed.get(k, 0.0) >= settings.print_agreeing_share:
                main = _with(main, k, patch, settings)
                learned += 1
            elif rival.seen[k] and rivals.get(k, 0.0) >= settings.print_agreeing_share:
                rival = _with(rival, k, patch, settings)
                if rival.seen[k] > main.seen[k]:
                    main, rival = _swapped(main, rival, k)
            else:
                rival = _with(replace(rival, seen=_put(rival.seen, k, 0)), k, patch, settings)
        if learned:
            taught[tile.id] = float(np.mean(list(agreed.values()))) if agreed else tile.share
        after[tile.id] = (main, rival) if any(rival.seen) else (main,)
    after = {name: own for name, own in after.items() if any(own[0].seen)}
    return Taught(after, taught, tuple(otherwise))


def _opposed(
    main: TilePrint, rival: TilePrint, tile: SeenTile, covered: frozenset[Hex], fresh: SpaceLight, settings: Settings
) -> tuple[TilePrint, TilePrint]:
    """A print and its rival after a photo that shows the whole tile otherwise than the print does.

    What agrees with the rival strengthens it, and the one that more photos agree with is the print.
    """
    lights = light_between([tile], {tile.id: (rival,)}, settings)
    agreed = agreement(tile, rival, lights, settings)
    agrees = len(agreed) >= 3 and np.median(list(agreed.values())) >= settings.print_same_tile
    if not agrees:
        rival = TilePrint(np.zeros((SIDE, SIDE, 3)), (0,) * 7)
    for k, step in enumerate(FLOWER):
        space = tile.centre.moved(step.turned(tile.turn))
        if space not in covered and tile.inside[k]:
            light = lights.get(space, fresh) if agrees else fresh
            rival = _with(rival, k, np.maximum(tile.linear[k == MEMBERS] - light.veil, 0) / light.gain, settings)
    return (rival, main) if sum(rival.seen) > sum(main.seen) else (main, rival)


def _with(one: TilePrint, k: int, patch: Floats, settings: Settings) -> TilePrint:
    """The print whose space has been seen once more."""
    picture, area = one.picture.copy(), k == MEMBERS
    weight = min(one.seen[k], settings.print_most_seen)
    picture[area] = (picture[area] * weight + patch) / (weight + 1)
    return TilePrint(picture, _put(one.seen, k, one.seen[k] + 1))


def _swapped(one: TilePrint, other: TilePrint, k: int) -> tuple[TilePrint, TilePrint]:
    first, second, area = one.picture.copy(), other.picture.copy(), k == MEMBERS
    first[area], second[area] = other.picture[area], one.picture[area]
    return TilePrint(first, _put(one.seen, k, other.seen[k])), TilePrint(second, _put(other.seen, k, one.seen[k]))


def _put(seen: tuple[int, ...], k: int, count: int) -> tuple[int, ...]:
    return (*seen[:k], count, *seen[k + 1 :])


def terrain_colours(tiles: Sequence[tuple[int, Floats]], gain: Floats, settings: Settings) -> dict[str, TerrainLook]:
    """The look of each terrain from spaces' columns and typical colours (3,), by the lamp's ``gain`` (3,)."""
    seen: dict[str, list[Floats]] = {}
    for column, lab in tiles:
        if column < len(TERRAINS):
            seen.setdefault(TERRAINS[column], []).append(linear_to_lab(lab_to_linear(lab) * gain))
    return {terrain: summary(np.array(colours), terrain, settings) for terrain, colours in seen.items()}
