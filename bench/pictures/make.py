"""Make pictures: ``python -m bench.pictures.make OUT --count 12 --seed 1``."""

import argparse
import json
from pathlib import Path

import cv2

from bench.pictures.scene import Scene


def make(out: Path, name: str, seed: int, difficulty: str, long_side_px: int, map_present: bool) -> None:
    """Write NAME.jpg, its truth NAME.json and its box NAME.box.json."""
    scene = Scene(seed, difficulty, long_side_px, map_present)
    picture = scene.render()
    quality = int(scene.rng.integers(*scene.recipe.jpeg))
    cv2.imwrite(str(out / f"{name}.jpg"), picture[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, quality])
    (out / f"{name}.json").write_text(json.dumps({**scene.truth(f"{name}.jpg"), "box": f"{name}.box.json"}) + "\n")
    (out / f"{name}.box.json").write_text(json.dumps(scene.box) + "\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--count", type=int, default=12, help="pictures of each difficulty")
    parser.add_argument("--empty", type=int, default=4, help="pictures without a map")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--long-side", type=int, default=1600)
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    for difficulty in ("easy", "normal", "hard"):
        for k in range(args.count):
            make(
                args.out,
                f"{difficulty}_{k:02d}",
                args.seed * 10007 + 101 * ord(difficulty[0]) + k,
                difficulty,
                args.long_side,
                True,
            )
    for k in range(args.empty):
        make(args.out, f"none_{k:02d}", args.seed * 20011 + k, "hard", args.long_side, False)


if __name__ == "__main__":
    main()
