"""Made-up boxes and maps: tiles of seven spaces, laid so that they interlock."""

from typing import Any

import numpy as np

from bench.pictures.geometry import SIDES

TERRAINS = ("mountain", "badlands", "desert", "forest", "water")
PIECES = {
    "white": "#ebe7de",
    "orange": "#e8701a",
    "purple": "#68348a",
    "turquoise": "#28b0a8",
    "pink": "#e876a0",
    "brown": "#684026",
    "cyan": "#46bcde",
    "black": "#2a2a2c",
    "red": "#c03028",
    "blue": "#2c58b4",
    "yellow": "#ecc82c",
    "green": "#3c8c3c",
}
PIECE_SETS = (
    ("white", "orange", "purple", "turquoise"),
    ("pink", "white", "brown", "cyan"),
    ("white", "black", "pink", "orange"),
    ("red", "blue", "yellow", "white"),
    ("orange", "purple", "cyan", "black"),
    ("white", "pink", "turquoise", "yellow"),
)
KINDS = ("artifact", "pigment", "crystal")
NORM7 = {"R": (2, 1), "L": (3, -1)}


def turned(at: tuple[int, int], steps: int) -> tuple[int, int]:
    q, r = at
    for _ in range(steps % 6):
        q, r = q + r, -q
    return q, r


def make_box(rng: np.random.Generator, name: str) -> dict[str, Any]:
    """A random box file: 4 starting tiles and 6 to 8 neutral ones, no two alike in any rotation."""
    tiles: list[dict[str, Any]] = []
    seen: set[tuple[str, ...]] = set()
    wanted = ["starting"] * 4 + ["neutral"] * int(rng.integers(6, 9))
    while len(tiles) < len(wanted):
        kind = wanted[len(tiles)]
        pool = list(rng.choice(TERRAINS, size=int(rng.integers(3, 5)), replace=False))
        ring = list(rng.choice(pool, size=6))
        for i in range(5):  # neighbours are often alike, as on printed tiles
            if rng.random() < 0.35:
                ring[i + 1] = ring[i]
        centre = "start" if kind == "starting" else str(rng.choice(pool))
        looks = {(centre, *ring[k:], *ring[:k]) for k in range(6)}
        if looks & seen or len(set(ring)) < 3:
            continue
        seen |= looks
        spaces: list[dict[str, Any]] = [{"at": [0, 0], "terrain": centre}]
        for side, terrain in zip(SIDES, ring, strict=True):
            space: dict[str, Any] = {"at": list(side), "terrain": str(terrain)}
            if terrain != "water" and rng.random() < 0.2:
                space["berry"] = True
            spaces.append(space)
        icons = [
            {
                "kind": str(rng.choice(KINDS)),
                "at": list(SIDES[int(rng.integers(6))]),
                "side": int(rng.integers(6)),
            }
            for _ in range(int(rng.integers(1, 4)))
        ]
        number = sum(t["kind"] == kind for t in tiles) + 1
        tiles.append({"id": f"{kind[0].upper()}{number}", "kind": kind, "spaces": spaces, "icons": icons})
    for kind in ("volcano", "downpour"):
        ring = list(rng.choice(TERRAINS, size=6))
        centre = "volcano" if kind == "volcano" else str(rng.choice(TERRAINS))
        spaces = [{"at": [0, 0], "terrain": centre}]
        spaces += [{"at": list(side), "terrain": str(t)} for side, t in zip(SIDES, ring, strict=True)]
        tiles.append({"id": kind[0].upper() + "1", "kind": kind, "spaces": spaces, "icons": []})
    colours = PIECE_SETS[int(rng.integers(len(PIECE_SETS)))]
    return {
        "format": "dewan-box/1",
        "name": name,
        "colors": [{"name": c, "rgb": PIECES[c]} for c in colours],
        "tiles": tiles,
        "cards": [],
        "stories": [],
        "layouts": [],
    }


def lay_map(
    rng: np.random.Generator, box: dict[str, Any], players: int, ids: list[str] | None = None, row: bool = False
) -> tuple[list[dict[str, Any]], str]:
    """Tiles laid around the first: [{id, rotation, centre}], and the chirality used.

    ``ids``: these, and no others. ``row``: one behind the other.
    """
    chirality = str(rng.choice(["R", "L"]))
    steps = [turned(NORM7[chirality], k) for k in range(6)]
    count = len(ids) if ids else 2 * players + int(rng.random() < 0.15)
    spots = [(0, 0)]
    while len(spots) < count:
        options = []
        for q, r in spots[-1:] if row else spots:
            options += [(q + dq, r + dr) for dq, dr in steps[: 2 if row else 6] if (q + dq, r + dr) not in spots]
        near = [sum((a - q + dq, b - r + dr) in [(0, 0)] for dq, dr in steps for a, b in spots) for q, r in options]
        weights = np.array([1.0 + 2.0 * (n > 1) for n in near])
        spots.append(options[int(rng.choice(len(options), p=weights / weights.sum()))])
    starting = [t for t in box["tiles"] if t["kind"] == "starting"]
    neutral = [t for t in box["tiles"] if t["kind"] == "neutral"]
    rng.shuffle(starting)
    rng.shuffle(neutral)
    scenario = str(rng.choice(["volcano", "downpour"]))
    if count % 2:  # the ninth tile of a scenario
        neutral.insert(0, next(t for t in box["tiles"] if t["kind"] == scenario))
    chosen = neutral[: count - players] + starting[:players]
    if ids:
        chosen = [t for t in box["tiles"] if t["id"] in ids]
    order = sorted(range(count), key=lambda i: np.hypot(spots[i][0] + spots[i][1] / 2, spots[i][1]))
    return [
        {"id": tile["id"], "rotation": int(rng.integers(6)), "centre": list(spots[i])}
        for i, tile in zip(order, chosen, strict=True)
    ], chirality


def spaces_of(box: dict[str, Any], laid: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Every space of the laid tiles: at, terrain, berry, tile index."""
    tiles = {t["id"]: t for t in box["tiles"]}
    out = []
    for index, place in enumerate(laid):
        for space in tiles[place["id"]]["spaces"]:
            q, r = turned(tuple(space["at"]), place["rotation"])
            at = (q + place["centre"][0], r + place["centre"][1])
            out.append({"at": at, "terrain": space["terrain"], "berry": space.get("berry", False), "tile": index})
    return out
