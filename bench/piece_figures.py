"""How well pieces are read: ``python -m bench.piece_figures FOLDER…`` over pictures of ``bench.pieces.make``.

The photos of a box are read together, as its owner would; groups get the names the truth has, each one question.
Printed a print: pieces found, kind, cards, needs, points and Fire of story tiles, terrains, icons and Berries of
tiles, questions, and processor seconds a photo; then the boards, read with what the box's photos taught.

Then what a whole box costs its owner: taps (choose, each photo, each question, save, put in, and three for each piece
that was missed or read wrong) and characters typed to put those right; beside it keys to type the whole box, which is
each piece's line and Return. And what the score of three players costs, of boards like those in the folder: by camera
15 taps where all is read right (two for each picture, and what a finished game is asked in any case), and three more
for each piece put right; by hand three taps for a Story tile (add, which one, met), three for a tucked card (add,
terrain, symbol), one for Berries, and the map by photo; typed, each tile's id, each half and each number, with Return.
And whether doubt means what it says: wrong readings without a mark, right ones with one.
"""

import argparse
import json
import time
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from companion.dewan.formats.box import read_box
from companion.dewan.pages.box_cards import write_card
from companion.dewan.pages.box_stories import draft_of as story_draft
from companion.dewan.pages.box_stories import write_story
from companion.dewan.pages.box_tiles import draft_of as tile_draft
from companion.dewan.pages.box_tiles import write_tile
from companion.dewan.pages.pieces.page import DOUBT
from companion.dewan.rules.cards import CardError, parse_card
from companion.dewan.rules.tiles import Box
from companion.dewan.vision.boards import read_board
from companion.dewan.vision.confidence import doubts, sure_of
from companion.dewan.vision.found_pieces import NOTHING, PhotoPieces, Piece, PiecesReading
from companion.dewan.vision.look import Look
from companion.dewan.vision.make_box import make_box
from companion.dewan.vision.named_groups import name_groups
from companion.dewan.vision.pieces import read_pieces
from companion.dewan.vision.pieces_json import board_review
from companion.vision.cut import overlap

Truth = dict[str, Any]
Floats = NDArray[np.float64]
_PUT_RIGHT = {"found", "kind", "card", "needs", "points", "fire", "terrains", "icons", "berries"}
_RIGHT_TAPS, _MAP_TAPS = 15, 6  # of a score of three: all by camera and read right; its map alone
_SAME = 0.85  # overlap from which on a piece is found


class Figures:
    """Right ones of all, by name, and what went wrong."""

    def __init__(self) -> None:
        self.right: Counter[str] = Counter()
        self.all: Counter[str] = Counter()
        self.wrong: list[str] = []
        self.pieces_wrong: set[str] = set()
        self.doubts: list[
            tuple[str, Floats, float, bool]
        ] = []  # of each piece: kind, what is in doubt, how sure, right

    def count(self, name: str, right: bool, said: str = "") -> None:
        self.all[name] += 1
        self.right[name] += right
        if not right and name in _PUT_RIGHT:
            self.pieces_wrong.add(" ".join(said.split(" ", 2)[:2]))
        if not right and said:
            self.wrong.append(f"{name}: {said}")

    def marked(self) -> str:
        """Whom the marks send to look: wrong readings without one cost most."""
        wrong = [sure < DOUBT for _, _, sure, right in self.doubts if not right]
        right = [sure < DOUBT for _, _, sure, right in self.doubts if right]
        silent, noise = len(wrong) - sum(wrong), sum(right)
        return f"wrong and not marked {silent} of {len(wrong)}, right but marked {noise} of {len(right)}"

    def calibration(self) -> str:
        steps = (0.0, 0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 1.01)
        parts = []
        for low, high in pairwise(steps):
            own = [right for _, _, sure, right in self.doubts if low <= sure < high]
            if own:
                parts.append(f"{low:.2f} to {min(high, 1.0):.2f}: {100 * sum(own) / len(own):.0f} % of {len(own)}")
        return "said and right: " + ", ".join(parts)

    def line(self) -> str:
        return ", ".join(f"{name} {self.right[name]}/{self.all[name]}" for name in self.all)


def true_names(reading: PiecesReading, truths: list[Truth]) -> dict[int, str]:
    """What each group without a name is: what most of its signs are in truth."""
    votes: dict[int, Counter[str]] = {}
    for photo, truth in zip(reading.photos, truths, strict=True):
        signs = [(s["kind"], s["px"]) for piece in truth["pieces"] for s in piece["signs"]]
        for sign in (s for piece in photo.pieces for s in piece.signs):
            gap, kind = min((np.hypot(sign.px[0] - px[0], sign.px[1] - px[1]), kind) for kind, px in signs)
            near = gap < max(10.0, sign.size_px / 2)
            votes.setdefault(sign.group, Counter())[kind if near else NOTHING] += 1
    return {group.number: votes[group.number].most_common(1)[0][0] for group in reading.groups if group.kind is None}


def judge(photo: PhotoPieces, truth: Truth, figures: Figures) -> None:
    for one in truth["pieces"]:
        if not one["whole"] or one["tucked"]:
            continue
        ring = np.array(one["outline_px"])
        found = [(overlap(piece.outline.corners_px, ring), piece) for piece in photo.pieces]
        share, piece = max(found, key=lambda pair: pair[0], default=(0.0, None))
        name = f"{truth['photo']} {one.get('card') or one['id']}"
        figures.count("found", piece is not None and share > _SAME, name)
        if piece is None or share <= _SAME:
            continue
        figures.count("kind", piece.kind == one["kind"], f"{name} is a {one['kind']}")
        if piece.kind == one["kind"]:
            {"card": _card, "story": _story, "tile": _tile}[piece.kind](piece, one, name, figures)
        right = " ".join(name.split(" ", 2)[:2]) not in figures.pieces_wrong
        figures.doubts.append((piece.kind, doubts(piece), sure_of(piece), right))


def _card(piece: Piece, truth: Truth, name: str, figures: Figures) -> None:
    try:
        right = piece.card is not None and parse_card(piece.card) == parse_card(truth["card"])
    except CardError:
        right = False
    figures.count("card", right, f"{name} read as {piece.card}")


def _story(piece: Piece, truth: Truth, name: str, figures: Figures) -> None:
    figures.count("needs", piece.needs == truth["needs"], f"{name} {truth['needs']} read as {piece.needs}")
    figures.count("points", piece.points == truth["points"], f"{name} {truth['points']} read as {piece.points}")
    figures.count("fire", piece.fire == truth["fire"], f"{name} {truth['fire']} read as {piece.fire}")


def _tile(piece: Piece, truth: Truth, name: str, figures: Figures) -> None:
    want, got = [s["terrain"] for s in truth["spaces"]], [s.terrain for s in piece.spaces]
    turns = [[want[0], *want[1 + k :], *want[1 : 1 + k]] for k in range(6)]
    figures.count("terrains", got in turns, f"{name} {want} read as {got}")
    icons = Counter(i["kind"] for i in truth["icons"])
    read = Counter(s.kind for s, edge in zip(piece.signs, piece.edges, strict=True) if edge is not None)
    figures.count("icons", icons == read, f"{name} {dict(icons)} read as {dict(read)}")
    berries = sum(bool(s.get("berry")) for s in truth["spaces"])
    figures.count("berries", berries == sum(s.berry for s in piece.spaces), f"{name} {berries}")


def judge_map(photo: PhotoPieces, truth: Truth, figures: Figures) -> None:
    """The tiles laid together: found, and read as tiles alone are."""
    alone = Figures()
    judge(photo, truth, alone)
    for name in alone.all:
        figures.all[f"map {name}"] += alone.all[name]
        figures.right[f"map {name}"] += alone.right[name]
    figures.wrong += [f"map {line}" for line in alone.wrong]


SURE = 0.9


def judge_board(photo: dict[str, Any], truth: Truth, figures: Figures) -> None:
    """A board: what lies on, under and beside it; and how often what is said with more than 0.9 is wrong."""
    there: dict[str, Counter[str]] = {"board stories": Counter(), "tucked halves": Counter(), "board cards": Counter()}
    covered: Counter[str] = Counter()
    for one in truth["pieces"]:
        kind = "tucked halves" if one["tucked"] else "board stories" if one["kind"] == "story" else "board cards"
        name = one["tucked"] or one.get("id") or one["card"]
        (there[kind] if one["whole"] or one["tucked"] else covered)[name] += 1
    read: dict[str, Counter[str]] = {kind: Counter() for kind in there}
    for one in photo["pieces"]:
        kind = {"story": "board stories", "tucked": "tucked halves", "card": "board cards"}[one["kind"]]
        name = one["id"] if one["kind"] == "story" else one["half"] if one["kind"] == "tucked" else one["card"]
        if name is None or (covered[name] and not there[kind][name]):
            continue
        read[kind][name] += 1
        if one["confidence"] > SURE:
            figures.count(f"{kind} said surely", read[kind][name] <= there[kind][name], f"{truth['photo']} {name}")
    for kind, own in there.items():
        for name in own.elements():
            figures.count(kind, read[kind][name] > 0, f"{truth['photo']} {name} of {dict(read[kind])}")
            read[kind][name] -= 1
    for name, own_truth in (
        ("camps left", truth["camps_left"]),
        ("color", truth["color"] if truth["camps_left"] else None),
    ):
        key = name.replace(" ", "_")
        figures.count(name, photo[key] == own_truth, f"{truth['photo']} {own_truth} read as {photo[key]}")
    berries, seen = len(truth["berries"]), photo["berries"]
    figures.count("berries beside", seen is not None and len(seen) == berries, f"{truth['photo']} {berries}")


def fitted(pieces: list[tuple[str, Floats, float, bool]]) -> dict[str, list[float]]:
    """Weights for ``confidence.sure_of`` by logistic regression, held a little towards 0, a kind of piece."""
    weights = {}
    for kind in ("card", "story", "tile"):
        seen = np.array([own for k, own, _, _ in pieces if k == kind])
        right = np.array([float(was) for k, _, _, was in pieces if k == kind])
        held = np.diag([0.0, *[1.0] * (seen.shape[1] - 1)])
        found = np.zeros(seen.shape[1])
        for _ in range(40):
            said = 1 / (1 + np.exp(-seen @ found))
            slope = seen.T @ (said - right) + held @ found
            bend = (seen * (said * (1 - said))[:, None]).T @ seen + held + 1e-6 * np.eye(len(found))
            found -= np.linalg.solve(bend, slope)
        weights[kind] = [round(float(one), 2) for one in found]
    return weights


def effort(figures: Figures, box: Box, photos: int, questions: int) -> str:
    tiles = [write_tile(tile_draft(tile)) for tile in box.tiles]
    stories = [write_story(story_draft(story)) for story in box.stories]
    cards = [write_card(card) for card, count in box.cards.items() for _ in range(count)]
    lines = [*tiles, *stories, *cards]
    wrong = len(figures.pieces_wrong)
    usual = sum(map(len, lines)) / len(lines)
    taps, typed = 3 + photos + questions + 3 * wrong, round(wrong * usual)
    return (
        f"{taps} taps, {typed} characters ({wrong} pieces put right); typed: {sum(map(len, lines)) + len(lines)} keys"
    )


def score_effort(figures: Figures, truths: list[Truth]) -> str:
    """Taps and keys for the boards of three players."""
    share = 3 / max(1, len(truths))
    stories = sum(one["kind"] == "story" for truth in truths for one in truth["pieces"])
    halves = [one["tucked"] for truth in truths for one in truth["pieces"] if one["tucked"]]
    parts = ("board stories", "tucked halves", "berries beside")
    wrong = sum(figures.all[part] - figures.right[part] for part in parts)
    by_hand = _MAP_TAPS + share * (3 * stories + 3 * len(halves) + len(truths))
    typed = share * (4 * stories + sum(len(half) + 1 for half in halves) + 2 * len(truths))
    return f"{_RIGHT_TAPS + share * 3 * wrong:.0f} taps; by hand {by_hand:.0f} taps, or {typed:.0f} keys typed"


def photos_of_box(folder: Path, print_name: str) -> list[Path]:
    """Without those of boards, and of all tiles laid together."""
    photos = sorted(folder.glob(f"{print_name}_*.jpg"))
    return [one for one in photos if "board" not in one.name and not one.name.endswith("map.jpg")]


def figures_of(folder: Path, print_name: str, figures: Figures) -> tuple[Box, int, float]:
    """Reads one print's photos; the box made of them, the questions asked, the seconds a photo."""
    photos = photos_of_box(folder, print_name)
    truths = [json.loads(p.with_suffix(".json").read_text()) for p in photos]
    start = time.process_time()
    reading = read_pieces(photos)
    seconds = time.process_time() - start
    names = true_names(reading, truths)
    reading = name_groups(reading.photos, None, names)
    for photo, truth in zip(reading.photos, truths, strict=True):
        judge(photo, truth, figures)
    made = make_box(reading, Box(print_name), Look())
    whole = read_box(json.loads((folder / f"{print_name}.box.json").read_text()))
    for path in folder.glob(f"{print_name}_*map.jpg"):
        judge_map(read_pieces([path], made.look).photos[0], json.loads(path.with_suffix(".json").read_text()), figures)
    for path in sorted(folder.glob(f"{print_name}_*board*.jpg")):
        found = board_review(read_board(path, whole, made.look))
        judge_board(found, json.loads(path.with_suffix(".json").read_text()), figures)
    return made.box, len(names), seconds / max(1, len(photos))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--verbose", action="store_true", help="say what was read wrong")
    parser.add_argument("--fit", action="store_true", help="print what weights of doubt fit these pieces")
    args = parser.parse_args()
    everything = Figures()
    for folder in args.folders:
        for file in sorted(folder.glob("*.box.json")):
            figures = Figures()
            box, questions, seconds = figures_of(folder, file.name.removesuffix(".box.json"), figures)
            made = f"{len(box.tiles)} tiles, {len(box.stories)} stories, {sum(box.cards.values())} cards"
            print(f"{file.name.removesuffix('.box.json')}: {figures.line()}; {questions} questions; {seconds:.1f} s")
            print(f"  made: {made}; {figures.marked()}")
            everything.doubts += figures.doubts
            whole = read_box(json.loads(file.read_text()))
            count = len(photos_of_box(folder, file.name.removesuffix(".box.json")))
            print(f"  a box: {effort(figures, whole, count, questions)}")
            boards = sorted(folder.glob(f"{file.name.removesuffix('.box.json')}_*board*.json"))
            print(f"  a score: {score_effort(figures, [json.loads(one.read_text()) for one in boards])}")
            if args.verbose:
                print("\n".join(f"  {line}" for line in figures.wrong))
    print(f"all: {everything.marked()}\n  {everything.calibration()}")
    if args.fit:
        print(fitted(everything.doubts))


if __name__ == "__main__":
    main()
