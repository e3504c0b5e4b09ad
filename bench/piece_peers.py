"""Our reader of boards beside plain feature matching on the same pictures: ``python -m bench.piece_peers FOLDER``.

The other reader does what is commonly tried first: it has one clean picture of every Story tile and of every card, the
very print, straight from the pictures' maker; finds SIFT or ORB features, matches each picture's to the photo's by
Lowe's ratio test, and says that a piece lies there where RANSAC finds a homography with enough inliers. A card of which
only one half's features agree counts as tucked. It is not asked for camps and berries.

Folders are those of ``bench.pieces.make``, with boards; ours learns from the photos of the box first.
"""

import argparse
import json
import time
from collections import Counter
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from bench.piece_figures import Figures, judge_board, photos_of_box, true_names
from bench.pieces.prints import Edition, Piece, card, edition, story
from companion.dewan.formats.box import read_box
from companion.dewan.rules.tiles import Box
from companion.dewan.vision.boards import read_board
from companion.dewan.vision.look import Look
from companion.dewan.vision.make_box import make_box
from companion.dewan.vision.named_groups import name_groups
from companion.dewan.vision.pieces import read_pieces
from companion.dewan.vision.pieces_json import board_review

LEAST_INLIERS = 10
WHOLE = 0.25  # of a card's inliers in its lesser half, from which on both halves are seen
Bytes = NDArray[np.uint8]


class Matcher:
    """Features of the clean pictures of one edition, found once."""

    def __init__(self, printed: Edition, features: str) -> None:
        self.finder: Any = cv2.SIFT_create(4000) if features == "sift" else cv2.ORB_create(4000)  # type: ignore[attr-defined]
        self.norm = cv2.NORM_L2 if features == "sift" else cv2.NORM_HAMMING
        pieces = [story(printed, one) for one in printed.box["stories"]]
        pieces += [card(printed, one["card"]) for one in printed.box["cards"]]
        self.known = [(piece, *self.finder.detectAndCompute(_grey(piece), None)) for piece in pieces]

    def read(self, photo: Path) -> dict[str, Any]:
        """In the form of our own reading."""
        keys, words = self.finder.detectAndCompute(cv2.imread(str(photo), cv2.IMREAD_GRAYSCALE), None)
        found = []
        for piece, own_keys, own_words in self.known:
            if words is None or own_words is None or len(own_keys) < 4:
                continue
            pairs = cv2.BFMatcher(self.norm).knnMatch(own_words, words, k=2)
            good = [p[0] for p in pairs if len(p) == 2 and p[0].distance < 0.75 * p[1].distance]
            if len(good) >= LEAST_INLIERS:
                found += _placed(piece, own_keys, keys, good)
        return {"pieces": found, "camps_left": None, "color": None, "berries": None}


def _grey(piece: Piece) -> Bytes:
    return np.asarray(cv2.cvtColor((np.clip(piece.rgb, 0, 1) * 255).astype(np.uint8), cv2.COLOR_RGB2GRAY))


def _placed(piece: Piece, own_keys: Any, keys: Any, good: list[Any]) -> list[dict[str, Any]]:
    here = np.array([own_keys[m.queryIdx].pt for m in good], np.float32)
    there = np.array([keys[m.trainIdx].pt for m in good], np.float32)
    matrix, mask = cv2.findHomography(here, there, cv2.RANSAC, 5.0)
    if matrix is None or int(mask.sum()) < LEAST_INLIERS:
        return []
    if piece.kind == "story":
        return [{"kind": "story", "id": piece.what["id"], "confidence": 1.0}]
    text = str(piece.what["card"])
    lower = float((here[mask[:, 0] > 0, 1] > piece.rgb.shape[0] / 2).mean())
    if WHOLE < lower < 1 - WHOLE:
        return [{"kind": "card", "card": text, "confidence": 1.0}]
    return [{"kind": "tucked", "half": text.split("/")[-1 if lower > 0.5 else 0], "confidence": 1.0}]


def learned(folder: Path, name: str) -> Look:
    """What the photos of the box teach ours, each question answered."""
    photos = photos_of_box(folder, name)
    reading = read_pieces(photos)
    truths = [json.loads(photo.with_suffix(".json").read_text()) for photo in photos]
    return make_box(name_groups(reading.photos, None, true_names(reading, truths)), Box(name), Look()).look


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    args = parser.parse_args()
    figures = {name: Figures() for name in ("ours", "sift", "orb")}
    said: dict[str, Counter[str]] = {name: Counter() for name in figures}
    seconds = dict.fromkeys(figures, 0.0)
    for file in sorted(args.folder.glob("*.box.json")):
        name = file.name.removesuffix(".box.json")
        style = name.rstrip("0123456789")
        box, look = read_box(json.loads(file.read_text())), learned(args.folder, name)
        printed = edition(int(name[len(style) :]), style)
        readers = {"ours": lambda photo: board_review(read_board(photo, box, look))}  # noqa: B023
        readers |= {kind: Matcher(printed, kind).read for kind in ("sift", "orb")}
        for photo in sorted(args.folder.glob(f"{name}_*board*.jpg")):
            truth = json.loads(photo.with_suffix(".json").read_text())
            for kind, read in readers.items():
                start = time.process_time()
                got = read(photo)
                seconds[kind] += time.process_time() - start
                said[kind].update(one["kind"] for one in got["pieces"])
                judge_board(got, truth, figures[kind])
    for kind, own in figures.items():
        parts = ("board stories", "tucked halves", "board cards")
        line = ", ".join(
            f"{part} {own.right[part]} of {own.all[part]} ({said[kind][what]} said)"
            for part, what in zip(parts, ("story", "tucked", "card"), strict=True)
        )
        print(f"{kind}: {line}; {seconds[kind]:.0f} s of processor")


if __name__ == "__main__":
    main()
