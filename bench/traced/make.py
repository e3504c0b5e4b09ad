"""``python -m bench.traced.make FOLDER [--seed N] [--each N] [--none N]``: traced pictures with truth and box files.

With ``--prints N`` each copy of the game gets ``--references`` photos of its bare map, which together show all its
tiles, and ``--each`` pictures of each difficulty.
"""

import argparse
import json
from pathlib import Path

import numpy as np

from bench.traced.lens import develop, save
from bench.traced.scene import HARDNESS, Copy, TracedScene

SAMPLES = 24
REFERENCE = "reference"


def make(folder: Path, name: str, scene: TracedScene, box: str = "", role: str = "") -> None:
    """NAME.jpg and its truth NAME.json; also its box, unless it is a copy's. ``role``: REFERENCE or nothing."""
    light = scene.trace(SAMPLES)
    rng = np.random.default_rng([scene.seed, 7])
    hardness = HARDNESS[scene.difficulty]
    picture = develop(rng, light, hardness)
    turned = int(rng.integers(0, 4)) if rng.random() < 0.4 else 0
    (folder / f"{name}.jpg").write_bytes(save(rng, picture, hardness, turned))
    truth = scene.truth(f"{name}.jpg", box or write_box(folder, name, scene.copy)) | ({"role": role} if role else {})
    (folder / f"{name}.json").write_text(json.dumps(truth) + "\n", encoding="utf-8")
    print(name, scene.edition.hand, scene.edition.seam, scene.table, scene.copy.shape, flush=True)


def write_box(folder: Path, name: str, copy: Copy) -> str:
    (folder / f"{name}.box.json").write_text(json.dumps(copy.box) + "\n", encoding="utf-8")
    return f"{name}.box.json"


def make_print(folder: Path, seed: int, each: int, references: int, width: int) -> None:
    copy, name = Copy(seed), f"print{seed}"
    box, ids = write_box(folder, name, copy), [tile["id"] for tile in copy.box["tiles"]]
    for k in range(references):
        own = ids[k::references]
        make(
            folder, f"{name}_ref{k}", TracedScene(seed * 31 + k, "normal", True, width, copy, True, own), box, REFERENCE
        )
    for k in range(each):
        for j, difficulty in enumerate(HARDNESS):
            scene = TracedScene(seed * 1009 + 10 * k + j, difficulty, True, width, copy)
            make(folder, f"{name}_{difficulty}{k}", scene, box)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--each", type=int, default=4, help="pictures of each difficulty")
    parser.add_argument("--none", type=int, default=3, help="pictures without a map")
    parser.add_argument("--prints", type=int, default=0, help="copies with reference photos")
    parser.add_argument("--references", type=int, default=2)
    parser.add_argument("--width", type=int, default=1400)
    args = parser.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    for k in range(args.prints):
        make_print(args.folder, args.seed * 100 + k, args.each, args.references, args.width)
    for k in range(max(args.each, args.none)):
        for j, difficulty in enumerate(HARDNESS):
            if k < args.each and not args.prints:
                scene = TracedScene(args.seed * 1000 + 10 * k + j, difficulty, True, args.width)
                make(args.folder, f"{difficulty}_{k}", scene)
        if k < args.none:
            scene = TracedScene(args.seed * 1000 + 10 * k + 5, list(HARDNESS)[k % 3], False, args.width)
            make(args.folder, f"none_{k}", scene)


if __name__ == "__main__":
    main()
