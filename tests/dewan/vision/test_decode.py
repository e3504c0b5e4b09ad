"""Tiles from likelihoods: single mistakes are corrected, strangers doubted, nothing made of nothing."""

import itertools

import numpy as np
import pytest

from companion.dewan.vision.assign import cheapest_assignment
from companion.dewan.vision.colours import TERRAINS
from companion.dewan.vision.decode import FLOWER, OTHER, TileEvidence, decode, patterns_of
from companion.dewan.vision.lattice import disc
from companion.dewan.vision.settings import DEFAULTS
from companion.dewan.vision.tiles import TilePattern, TileSet, box_from_json
from companion.formats.faults import BadInput
from companion.rules.hexes import SIDES, Hex

RINGS = {
    "S1": ("start", "water", "water", "desert", "desert", "desert", "forest"),
    "S2": ("start", "desert", "mountain", "mountain", "forest", "water", "desert"),
    "N1": ("mountain", "mountain", "desert", "desert", "badlands", "badlands", "mountain"),
    "N2": ("desert", "desert", "desert", "forest", "forest", "mountain", "desert"),
    "N3": ("forest", "badlands", "mountain", "forest", "forest", "water", "water"),
}
BOX = TileSet(tuple(TilePattern(k, "neutral", dict(zip(FLOWER, ring, strict=True))) for k, ring in RINGS.items()), ())
LAID = {"S1": (Hex(0, 0), 1), "N1": (Hex(2, 1), 4), "N3": (Hex(3, -2), 0)}


def laid_terrain() -> dict[Hex, str]:
    spaces = {}
    for tile in BOX.tiles:
        if tile.id in LAID:
            centre, turn = LAID[tile.id]
            spaces.update({at.turned(turn).moved(centre): terrain for at, terrain in tile.terrains.items()})
    return spaces


def evidence(terrain: dict[Hex, str], seams: float = 0.5) -> TileEvidence:
    """What a clear photo would say of a map: terrain spaces sure, the rest table without edges."""
    around = disc(Hex(2, 0), 7)
    logs = np.full((len(around), OTHER + 1), -60.0)
    table = np.full(len(around), -20.0)
    edges = np.zeros(len(around))
    for k, space in enumerate(around):
        if space in terrain:
            logs[k, TERRAINS.index(terrain[space])] = -20.0
            table[k], edges[k] = -50.0, seams
    return TileEvidence(tuple(around), logs, table, edges)


def read(found: dict[Hex, str]) -> dict[str, tuple[Hex, int]]:
    patterns = patterns_of(BOX)
    decoded = decode(evidence(found), patterns, DEFAULTS)
    assert decoded is not None
    return {
        patterns.ids[int(patterns.tile[f.pattern])]: (f.centre, int(patterns.rotation[f.pattern]))
        for f in decoded.flowers
    }


def test_the_laid_tiles_interlock() -> None:
    assert len(laid_terrain()) == 21


def test_a_clear_map_is_named() -> None:
    assert read(laid_terrain()) == LAID


@pytest.mark.parametrize("at", [Hex(0, 0), Hex(1, 0), Hex(2, 1), Hex(3, -2), Hex(3, -1)])
def test_one_misread_space_is_corrected(at: Hex) -> None:
    terrain = laid_terrain()
    terrain[at] = "water" if terrain[at] != "water" else "desert"
    patterns = patterns_of(BOX)
    decoded = decode(evidence(terrain), patterns, DEFAULTS)
    assert decoded is not None
    truth = laid_terrain()
    for flower in decoded.flowers:
        for step, column in zip(FLOWER, flower.terrains, strict=True):
            assert TERRAINS[column] == truth[flower.centre.moved(step)]


def test_a_misread_space_lowers_the_tile_confidence() -> None:
    terrain = laid_terrain()
    clear = decode(evidence(terrain), patterns_of(BOX), DEFAULTS)
    for step in (Hex(1, 0), Hex(0, 1), Hex(-1, 0)):
        terrain[step] = "badlands"
    doubtful = decode(evidence(terrain), patterns_of(BOX), DEFAULTS)
    assert clear is not None
    assert doubtful is not None
    assert min(f.tile_share for f in clear.flowers) > 0.99
    assert min(f.tile_share for f in doubtful.flowers) < 0.8


def test_plain_table_makes_no_map() -> None:
    assert decode(evidence({}), patterns_of(BOX), DEFAULTS) is None


def test_colours_without_seams_make_no_map() -> None:
    assert decode(evidence(laid_terrain(), seams=0.05), patterns_of(BOX), DEFAULTS) is None


def test_without_a_box_the_spaces_are_read_one_by_one() -> None:
    decoded = decode(evidence(laid_terrain()), None, DEFAULTS)
    assert decoded is not None
    got = {f.centre.moved(s): TERRAINS[c] for f in decoded.flowers for s, c in zip(FLOWER, f.terrains, strict=True)}
    assert got == laid_terrain()


def test_glare_at_the_rim_of_a_tile_is_no_start() -> None:
    terrain = laid_terrain()
    glaring = next(at for at in terrain if at not in {centre for centre, _ in LAID.values()})
    seen = evidence(terrain)
    k = seen.spaces.index(glaring)
    seen.terrain[k, TERRAINS.index("start")] = -15.0
    decoded = decode(seen, None, DEFAULTS)
    assert decoded is not None
    told = {
        seen.spaces[member]: TERRAINS[column]
        for flower in decoded.flowers
        for member, column in zip(flower.members, flower.terrains, strict=True)
    }
    assert told == terrain


def test_no_tile_is_named_twice() -> None:
    terrain = laid_terrain()
    twice = next(t for t in BOX.tiles if t.id == "S1")
    centre = LAID["N1"][0]
    terrain.update({at.moved(centre): name for at, name in twice.terrains.items()})
    patterns = patterns_of(BOX)
    decoded = decode(evidence(terrain), patterns, DEFAULTS)
    assert decoded is not None
    ids = [patterns.ids[int(patterns.tile[f.pattern])] for f in decoded.flowers]
    assert len(ids) == len(set(ids))


def test_rotation_sends_side_to_next_side() -> None:
    patterns = patterns_of(BOX)
    for tile in BOX.tiles:
        for turn in range(6):
            k = next(
                k
                for k in range(len(patterns.tile))
                if patterns.ids[int(patterns.tile[k])] == tile.id and patterns.rotation[k] == turn
            )
            for side, step in enumerate(SIDES):
                column = int(patterns.columns[k, 1 + (side + turn) % 6])
                assert TERRAINS[column] == tile.terrains[step]


def test_assignment_is_the_cheapest_of_all() -> None:
    rng = np.random.default_rng(3)
    for _ in range(20):
        cost = rng.normal(size=(4, 6))
        got = cheapest_assignment(cost)
        best = min(sum(cost[k, c] for k, c in enumerate(p)) for p in itertools.permutations(range(6), 4))
        assert len(set(got)) == 4
        assert sum(cost[k, c] for k, c in enumerate(got)) == pytest.approx(best)


def test_a_box_file_of_another_kind_is_refused_in_words() -> None:
    with pytest.raises(BadInput, match=r"format: json\.wrong-format"):
        box_from_json({"format": "river-box/1"})
    with pytest.raises(BadInput, match=r"tiles\[0\]\.spaces: json\.missing-key"):
        box_from_json({"format": "dewan-box/1", "tiles": [{"id": "S1"}]})
