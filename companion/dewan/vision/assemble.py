"""Put a reading together: names, pixels, confidences and what to warn of."""

from dataclasses import replace

import numpy as np

from companion.dewan.vision.choose import FoundCamps
from companion.dewan.vision.decode import Patterns
from companion.dewan.vision.flat import FoundFlat
from companion.dewan.vision.reading import ReadCamp, Reading, ReadSpace, ReadTile, Remark
from companion.dewan.vision.settings import Settings
from companion.dewan.vision.snap import Snapped
from companion.dewan.vision.terrain import MapReading, names_of
from companion.rules.hexes import Hex
from companion.vision.load import Photo


def no_map(photo: Photo, seconds: dict[str, float]) -> Reading:
    """The reading of a picture without a map."""
    return Reading(
        found=False,
        size_px=photo.size_px,
        stage_seconds=seconds,
        warnings=(Remark("cli.read.nothing"),),
    )


def assemble(
    photo: Photo,
    read: MapReading,
    snapped: Snapped,
    camps: FoundCamps,
    flat: FoundFlat,
    patterns: Patterns | None,
    seconds: dict[str, float],
    settings: Settings,
) -> Reading:
    """The reading of a map, in photo pixels, its origin at the flower nearest the middle."""
    origin = read.decoded.flowers[0].centre

    def shifted(space: Hex) -> Hex:
        return Hex(space.q - origin.q, space.r - origin.r)

    def out(px: np.ndarray) -> tuple[float, float]:
        return float((px[0] + 0.5) / photo.shrink - 0.5), float((px[1] + 0.5) / photo.shrink - 0.5)

    spaces, tiles, corners = [], [], {}
    for index, flower in enumerate(read.decoded.flowers):
        if flower.pattern >= 0 and patterns is not None:
            tiles.append(
                ReadTile(
                    patterns.ids[int(patterns.tile[flower.pattern])],
                    int(patterns.rotation[flower.pattern]),
                    shifted(flower.centre),
                    flower.tile_share,
                    tuple(
                        (patterns.ids[int(patterns.tile[k])], int(patterns.rotation[k]), share)
                        for k, share in flower.rivals
                    ),
                )
            )
        names = names_of(flower.terrains)
        for place, (member, column) in enumerate(zip(flower.members, flower.terrains, strict=True)):
            if member < 0:
                continue
            space = read.samples.spaces[member]
            order = np.argsort(-flower.shares[place])
            others = tuple((names_of((int(k),))[0], float(flower.shares[place, k])) for k in order if k != column)[:3]
            spaces.append(
                ReadSpace(
                    shifted(space),
                    names[place],
                    out(snapped.centre_px(index, space)),
                    float(flower.shares[place, column]),
                    others,
                )
            )
            corners[shifted(space)] = tuple(out(c) for c in snapped.corners_px(index, space))

    def placed(camps: tuple[ReadCamp, ...]) -> tuple[ReadCamp, ...]:
        moved = [replace(c, at=shifted(c.at), foot_px=out(np.array(c.foot_px))) for c in camps]
        return tuple(sorted(moved, key=lambda c: c.at))

    spaces.sort(key=lambda s: s.at)
    return Reading(
        True,
        photo.size_px,
        tuple(spaces),
        tuple(sorted(tiles, key=lambda t: t.centre)),
        placed(camps.camps),
        placed(camps.maybe),
        tuple(sorted((replace(b, at=shifted(b.at)) for b in flat.berries), key=lambda b: b.at)),
        tuple(sorted((replace(m, at=shifted(m.at)) for m in flat.markers), key=lambda m: m.at)),
        _warnings(tuple(spaces), tuple(tiles), patterns, settings),
        corners,
        seconds,
    )


def _warnings(
    spaces: tuple[ReadSpace, ...], tiles: tuple[ReadTile, ...], patterns: Patterns | None, settings: Settings
) -> tuple[Remark, ...]:
    said = []
    if doubtful := sum(s.confidence < settings.doubt for s in spaces):
        said.append(Remark("cli.read.doubtful", {"n": doubtful, "of": len(spaces)}))
    if unsure := [t.id for t in tiles if t.confidence < settings.doubt]:
        said.append(Remark("cli.read.doubtful-tiles", {"tiles": ", ".join(unsure)}))
    if patterns is None:
        said.append(Remark("cli.read.no-box"))
    elif not tiles:
        said.append(Remark("cli.read.other-box"))
    return tuple(said)
