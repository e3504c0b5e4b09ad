"""Make pictures: ``python -m bench.pictures.make OUT --count 12 --seed 1 [--style painted] [--prints 2]``.

Without ``--prints`` every picture has a print of its own. With it, each print gets ``--references`` photos of its bare
map, which together show all tiles, and ``--count`` pictures of each difficulty.
"""

import argparse
import json
from pathlib import Path

import cv2

from bench.pictures.art import HELD_OUT, PATTERNS, STYLES
from bench.pictures.scene import Edition, Scene, edition

REFERENCE = "reference"


def write(out: Path, name: str, scene: Scene, box: str, role: str = "") -> None:
    """NAME.jpg and its truth NAME.json. ``role``: REFERENCE for photos that teach the print."""
    picture = scene.render()
    quality = int(scene.rng.integers(*scene.recipe.jpeg))
    cv2.imwrite(str(out / f"{name}.jpg"), picture[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, quality])
    truth = {**scene.truth(f"{name}.jpg"), "box": box, **({"role": role} if role else {})}
    (out / f"{name}.json").write_text(json.dumps(truth) + "\n")


def write_box(out: Path, name: str, printed: Edition) -> str:
    (out / f"{name}.box.json").write_text(json.dumps(printed.box) + "\n")
    return f"{name}.box.json"


def make_print(out: Path, seed: int, style: str, count: int, references: int, side: int) -> None:
    """One print: photos that teach it, and pictures of games with it."""
    printed = edition(seed, style)
    name = f"{style}{seed}"
    box = write_box(out, name, printed)
    ids = [t["id"] for t in printed.box["tiles"]]
    for k in range(references):
        own = ids[k::references]
        scene = Scene(seed * 31 + k, "normal", side, printed=printed, bare=True, tiles=own)
        write(out, f"{name}_ref{k}", scene, box, REFERENCE)
    for difficulty in ("easy", "normal", "hard"):
        for k in range(count):
            scene = Scene(seed * 131 + ord(difficulty[0]) * 7 + k, difficulty, side, printed=printed)
            write(out, f"{name}_{difficulty}{k}", scene, box)


def make_cases(out: Path, seed: int, style: str, count: int, side: int) -> None:
    """What is easily refused or misread: one tile, two, and a row of four on patterned ground."""
    for k in range(count):
        printed = edition(seed * 50021 + k, style)
        box = write_box(out, f"case{k:02d}", printed)
        ids = [t["id"] for t in printed.box["tiles"]]
        start = k % len(ids)
        for tiles, table in ((1, ""), (2, ""), (4, PATTERNS[k % len(PATTERNS)])):
            own = [ids[(start + n) % len(ids)] for n in range(tiles)]
            difficulty = "normal" if k % 3 else "easy"
            scene = Scene(seed * 811 + 7 * k + tiles, difficulty, side, True, printed, tiles < 4, own, table, row=True)
            write(out, f"case{k:02d}_{'row' if table else 'tiles'}{tiles}", scene, box)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--count", type=int, default=12, help="pictures of each difficulty")
    parser.add_argument("--empty", type=int, default=4, help="pictures without a map")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--long-side", type=int, default=1600)
    parser.add_argument("--style", choices=(*STYLES, *HELD_OUT), default="plain")
    parser.add_argument("--prints", type=int, default=0)
    parser.add_argument("--references", type=int, default=2)
    parser.add_argument("--cases", type=int, default=0, help="of one tile, of two, of a row on patterned ground")
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    make_cases(args.out, args.seed, args.style, args.cases, args.long_side)
    for k in range(args.prints):
        make_print(args.out, args.seed * 100 + k, args.style, args.count, args.references, args.long_side)
    for difficulty in () if args.prints else ("easy", "normal", "hard"):
        for k in range(args.count):
            seed, name = args.seed * 10007 + 101 * ord(difficulty[0]) + k, f"{difficulty}_{k:02d}"
            printed = edition(seed, args.style)
            write(
                args.out,
                name,
                Scene(seed, difficulty, args.long_side, printed=printed),
                write_box(args.out, name, printed),
            )
    for k in range(args.empty):
        seed, name = args.seed * 20011 + k, f"none_{k:02d}"
        printed = edition(seed, args.style)
        box = write_box(args.out, name, printed)
        write(args.out, name, Scene(seed, "hard", args.long_side, False, printed), box)


if __name__ == "__main__":
    main()
