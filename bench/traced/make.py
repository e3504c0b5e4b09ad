"""``python -m bench.traced.make FOLDER [--seed N] [--each N] [--none N]``: traced pictures with truth and box files."""

import argparse
import json
from pathlib import Path

import numpy as np

from bench.traced.lens import develop, save
from bench.traced.scene import HARDNESS, TracedScene

SAMPLES = 24


def make(folder: Path, name: str, seed: int, difficulty: str, map_present: bool, width: int) -> None:
    scene = TracedScene(seed, difficulty, map_present, width)
    light = scene.trace(SAMPLES)
    rng = np.random.default_rng([seed, 7])
    hardness = HARDNESS[difficulty]
    picture = develop(rng, light, hardness)
    turned = int(rng.integers(0, 4)) if rng.random() < 0.4 else 0
    (folder / f"{name}.jpg").write_bytes(save(rng, picture, hardness, turned))
    (folder / f"{name}.box.json").write_text(json.dumps(scene.box) + "\n", encoding="utf-8")
    truth = scene.truth(f"{name}.jpg", f"{name}.box.json")
    (folder / f"{name}.json").write_text(json.dumps(truth) + "\n", encoding="utf-8")
    print(name, scene.edition.hand, scene.edition.seam, scene.table, scene.shape, flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--each", type=int, default=4, help="pictures of each difficulty")
    parser.add_argument("--none", type=int, default=3, help="pictures without a map")
    parser.add_argument("--width", type=int, default=1400)
    args = parser.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    for k in range(max(args.each, args.none)):
        for j, difficulty in enumerate(HARDNESS):
            if k < args.each:
                make(args.folder, f"{difficulty}_{k}", args.seed * 1000 + 10 * k + j, difficulty, True, args.width)
        if k < args.none:
            difficulty = list(HARDNESS)[k % 3]
            make(args.folder, f"none_{k}", args.seed * 1000 + 10 * k + 5, difficulty, False, args.width)


if __name__ == "__main__":
    main()
