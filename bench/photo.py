"""Our reader beside a plain template matcher on the same pictures: ``python -m bench.photo sample_photos``.

The other reader does what is commonly tried first: it knows a clean picture of every tile (drawn from the box in the
terrains' everyday colours), finds SIFT or ORB features, matches each tile's to the photo's by Lowe's ratio test, and
accepts a tile when RANSAC finds a homography with enough inliers. It is given every advantage that costs nothing: each
tile's own print, taken straight from the picture's maker when the seed is known (``--own-print``).
"""

import argparse
import json
import time
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from bench.photo_figures import Result, judge, total_row
from bench.pictures import art
from bench.pictures.geometry import plane_of
from bench.pictures.scene import Scene
from companion.dewan.vision.pipeline import read_photo
from companion.dewan.vision.reading import Reading, ReadSpace, ReadTile
from companion.dewan.vision.tiles import box_from_json
from companion.rules.hexes import Hex

PPU = 110
LEAST_INLIERS = 10


def template_of(tile: dict[str, Any], look: art.Look) -> NDArray[np.uint8]:
    """A clean picture of a tile from above, 8-bit grey."""
    picture, _ = art.paint_tile(look, tile, PPU)
    return np.asarray(cv2.cvtColor((picture * 255).astype(np.uint8), cv2.COLOR_RGB2GRAY))


def everyday_look() -> art.Look:
    """The terrains' families at their middle: what someone would draw who has not seen the print."""
    colours = {t: art.rgb_of(sum(h) / 2, sum(s) / 2, sum(v) / 2) for t, (h, s, v) in art.FAMILIES.items()}
    textures = dict.fromkeys(colours, "blobs")
    return art.Look(colours, textures, 0.7, np.array([0.9, 0.87, 0.8], np.float32), 0.02, False, 0.085)


def read_by_templates(photo: Path, box: dict[str, Any], look: art.Look, features: str) -> Reading:
    """The template matcher's reading, in the same form as ours."""
    start = time.perf_counter()
    grey = cv2.imread(str(photo), cv2.IMREAD_GRAYSCALE)
    finder: Any = cv2.SIFT_create(4000) if features == "sift" else cv2.ORB_create(4000)  # type: ignore[attr-defined]
    norm = cv2.NORM_L2 if features == "sift" else cv2.NORM_HAMMING
    keys, words = finder.detectAndCompute(grey, None)
    found: list[tuple[int, dict[str, Any], NDArray[np.float64]]] = []
    for tile in box["tiles"]:
        own_keys, own_words = finder.detectAndCompute(template_of(tile, look), None)
        if words is None or own_words is None or len(own_keys) < 4:
            continue
        pairs = cv2.BFMatcher(norm).knnMatch(own_words, words, k=2)
        good = [p[0] for p in pairs if len(p) == 2 and p[0].distance < 0.75 * p[1].distance]
        if len(good) < LEAST_INLIERS:
            continue
        here = np.array([own_keys[m.queryIdx].pt for m in good], np.float32)
        there = np.array([keys[m.trainIdx].pt for m in good], np.float32)
        matrix, mask = cv2.findHomography(here, there, cv2.RANSAC, 5.0)
        if matrix is not None and int(mask.sum()) >= LEAST_INLIERS:
            found.append((int(mask.sum()), tile, np.asarray(matrix)))
    return _as_reading(found, time.perf_counter() - start)


def _as_reading(found: list[tuple[int, dict[str, Any], NDArray[np.float64]]], seconds: float) -> Reading:
    """Tiles put on one grid by the best one's homography; those that do not fall on it are dropped."""
    if not found:
        return Reading(found=False, stage_seconds={"all": seconds})
    found.sort(key=lambda f: -f[0])
    middle = 3.6 * PPU / 2
    base = np.linalg.inv(found[0][2])
    spaces: dict[Hex, ReadSpace] = {}
    tiles = []
    for _, tile, matrix in found:
        centre = _through(base @ matrix, np.array([[middle, middle]]))[0]
        plane = (centre - middle) / PPU
        r = round(plane[1] * 2 / np.sqrt(3))
        at = Hex(round(plane[0] - r / 2), r)
        if np.linalg.norm(plane_of(*at) - plane) > 0.3 or any(t.centre == at for t in tiles):
            continue
        east = _through(base @ matrix, np.array([[middle + PPU, middle]]))[0] - centre
        turn = round(np.degrees(np.arctan2(-east[1], east[0])) / 60) % 6
        tiles.append(ReadTile(tile["id"], turn, at, 1.0))
        for space in tile["spaces"]:
            place = Hex(*space["at"]).turned(turn).moved(at)
            spot = plane_of(*space["at"]) * PPU + middle
            px = _through(matrix, spot[None])[0]
            spaces.setdefault(place, ReadSpace(place, space["terrain"], (float(px[0]), float(px[1])), 1.0))
    return Reading(True, spaces=tuple(spaces.values()), tiles=tuple(tiles), stage_seconds={"all": seconds})


def _through(matrix: NDArray[np.float64], points: NDArray[np.float64]) -> NDArray[np.float64]:
    h = np.concatenate([points, np.ones((len(points), 1))], axis=1) @ matrix.T
    return np.asarray(h[:, :2] / h[:, 2:])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--own-print", action="store_true", help="give the template matcher the very print")
    args = parser.parse_args()
    results: dict[str, list[Result]] = {"ours": [], "sift templates": [], "orb templates": []}
    for path in sorted(args.folder.glob("*.json")):
        truth = json.loads(path.read_text(encoding="utf-8"))
        if not isinstance(truth, dict) or "hexes" not in truth:
            continue
        box = json.loads((args.folder / truth["box"]).read_text(encoding="utf-8"))
        photo = args.folder / truth["photo"]
        look = everyday_look()
        if args.own_print:
            look = Scene(truth["seed"], truth["difficulty"], 1600, truth["map_present"]).look
        results["ours"].append(judge(read_photo(photo, box_from_json(box)), truth))
        for features in ("sift", "orb"):
            results[f"{features} templates"].append(judge(read_by_templates(photo, box, look, features), truth))
    rows = [total_row(name, own) for name, own in results.items()]
    print(" | ".join(rows[0]))
    for row in rows:
        print(" | ".join(str(value) for value in row.values()))


if __name__ == "__main__":
    main()
