"""Measure the reader on photos with truth files: ``python -m companion.vision.evaluate FOLDER [--write TABLE]``.

A truth file lies beside its photo: ``hexes`` with ``q``, ``r``, ``terrain``, ``centre_px``; ``tiles``; ``camps``; and
``box``, the name of its box file. Any origin and turn of the reading's coordinates is right, a mirrored one is not.
"""

import argparse
import json
import sys
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from companion.rules.hexes import Hex
from companion.vision.pipeline import read_photo
from companion.vision.reading import PhotoError, Reading
from companion.vision.tiles import Box, box_from_json

NEAR = 0.35  # of the spacing: a space found here is that space


@dataclass(frozen=True)
class Result:
    """One photo judged. Counts are of spaces, tiles or camps."""

    photo: str
    group: str
    map_present: bool
    found: bool
    spaces: int
    spaces_found: int
    spurious: int
    terrain_right: int
    exact: bool
    centre_error: float  # the worst, in units of the spacing
    tiles: int
    tiles_right: int
    camps: int
    camps_read: int
    camps_right: int
    seconds: float
    confidences: tuple[tuple[float, bool], ...] = ()
    stages: tuple[tuple[str, float], ...] = ()

    @property
    def right(self) -> bool:
        """Refused without a map, or the whole map without a mistake."""
        return self.exact if self.map_present else not self.found


def judge(reading: Reading, truth: dict[str, Any]) -> Result:
    """Compare a reading with the truth."""
    hexes = truth["hexes"]
    present = bool(truth.get("map_present", bool(hexes)))
    partner = _partners(reading, hexes)
    right = sum(space.terrain == hexes[k]["terrain"] for space, k, _ in partner)
    frame = _frame([(space.at, Hex(hexes[k]["q"], hexes[k]["r"])) for space, k, _ in partner])
    spurious = len(reading.spaces) - len(partner)
    exact = present and reading.found and frame is not None and right == len(hexes) and spurious == 0
    tiles_right = camps_right = 0
    if frame is not None:
        turn, shift = frame
        laid = {(t["id"], Hex(*t["centre"])): t["rotation"] for t in truth.get("tiles", [])}
        for tile in reading.tiles:
            key = (tile.id, tile.centre.turned(turn).moved(shift))
            tiles_right += key in laid and (tile.rotation + turn) % 6 == laid[key] % 6
        standing = {(c["color"], Hex(*c["at"])) for c in truth.get("camps", [])}
        camps_right = sum((c.color, c.at.turned(turn).moved(shift)) in standing for c in reading.camps)
    by_space = {id(space): k for space, k, _ in partner}
    return Result(
        photo=str(truth.get("photo", "")),
        group=str(truth.get("difficulty", "photo")) if present else "no map",
        map_present=present,
        found=reading.found,
        spaces=len(hexes),
        spaces_found=len(partner),
        spurious=spurious,
        terrain_right=right,
        exact=exact,
        centre_error=max((gap for _, _, gap in partner), default=0.0),
        tiles=len(truth.get("tiles", [])),
        tiles_right=tiles_right,
        camps=len(truth.get("camps", [])),
        camps_read=len(reading.camps),
        camps_right=camps_right,
        seconds=reading.seconds,
        confidences=tuple(
            (s.confidence, id(s) in by_space and hexes[by_space[id(s)]]["terrain"] == s.terrain) for s in reading.spaces
        ),
        stages=tuple(reading.stage_seconds.items()),
    )


def _partners(reading: Reading, hexes: Sequence[dict[str, Any]]) -> list[tuple[Any, int, float]]:
    """Each read space with the index of the true one it lies on and the gap between them, in spacings."""
    spacing = _spacings(hexes)
    free = set(range(len(hexes)))
    pairs = []
    for space in reading.spaces:
        x, y = space.centre_px
        best, gap = -1, NEAR
        for k in free:
            hx, hy = hexes[k]["centre_px"]
            distance = ((hx - x) ** 2 + (hy - y) ** 2) ** 0.5 / spacing[k]
            if distance < gap:
                best, gap = k, distance
        if best >= 0:
            free.remove(best)
            pairs.append((space, best, gap))
    return pairs


def _spacings(hexes: Sequence[dict[str, Any]]) -> list[float]:
    """Mean distance in pixels from each space to its neighbours."""
    places = {(h["q"], h["r"]): h["centre_px"] for h in hexes}
    spacings = []
    for h in hexes:
        x, y = h["centre_px"]
        near = [places[n] for n in Hex(h["q"], h["r"]).neighbours() if n in places]
        gaps = [((nx - x) ** 2 + (ny - y) ** 2) ** 0.5 for nx, ny in near]
        spacings.append(sum(gaps) / len(gaps) if gaps else 1.0)
    return spacings


def _frame(pairs: Sequence[tuple[Hex, Hex]]) -> tuple[int, Hex] | None:
    """The turn and shift that take the reading's coordinates to the truth's, if one does for nearly all spaces."""
    best: tuple[int, int, Hex] | None = None
    for turn in range(6):
        votes: dict[Hex, int] = {}
        for read, true in pairs:
            moved = read.turned(turn)
            shift = Hex(true.q - moved.q, true.r - moved.r)
            votes[shift] = votes.get(shift, 0) + 1
        for shift, count in votes.items():
            if best is None or count > best[0]:
                best = (count, turn, shift)
    if best is None or best[0] < 0.9 * len(pairs):
        return None
    return best[1], best[2]


def evaluate(folder: Path, box: Box | None = None, with_box: bool = True) -> list[Result]:
    """Judge every photo of a folder that has a truth file."""
    results = []
    for truth_path in sorted(folder.glob("*.json")):
        truth = json.loads(truth_path.read_text(encoding="utf-8"))
        if "hexes" not in truth:
            continue
        own = box
        if own is None and "box" in truth and with_box:
            own = box_from_json(json.loads((folder / truth["box"]).read_text(encoding="utf-8")))
        try:
            reading = read_photo(folder / truth["photo"], own if with_box else None)
        except PhotoError as error:
            reading = Reading(found=False, warnings=(error.sentence,))
        results.append(judge(reading, truth))
    return results


def _share(part: float, whole: float) -> str:
    return f"{100 * part / whole:.1f}" if whole else "-"


def total_row(name: str, results: Sequence[Result]) -> dict[str, Any]:
    """The figures of several photos together."""
    maps = [r for r in results if r.map_present]
    seconds = sorted(r.seconds for r in results)
    return {
        "photos": name,
        "count": len(results),
        "right": sum(r.right for r in results),
        "spaces_%": _share(sum(r.spaces_found for r in maps), sum(r.spaces for r in maps)),
        "spurious": sum(r.spurious for r in results),
        "terrain_%": _share(sum(r.terrain_right for r in maps), sum(r.spaces for r in maps)),
        "exact_%": _share(sum(r.exact for r in maps), len(maps)),
        "tiles_%": _share(sum(r.tiles_right for r in maps), sum(r.tiles for r in maps)),
        "camp_precision_%": _share(sum(r.camps_right for r in results), sum(r.camps_read for r in results)),
        "camp_recall_%": _share(sum(r.camps_right for r in results), sum(r.camps for r in results)),
        "worst_centre": f"{max((r.centre_error for r in results), default=0):.3f}",
        "median_s": f"{seconds[len(seconds) // 2]:.2f}" if seconds else "-",
        "worst_s": f"{seconds[-1]:.2f}" if seconds else "-",
    }


def calibration(results: Iterable[Result]) -> list[tuple[str, int, float, float]]:
    """By confidence band: its name, how many spaces, mean confidence, share that was right."""
    pairs = [pair for r in results for pair in r.confidences]
    bands = ((0.0, 0.5), (0.5, 0.8), (0.8, 0.95), (0.95, 0.99), (0.99, 1.001))
    rows = []
    for low, high in bands:
        own = [(c, ok) for c, ok in pairs if low <= c < high]
        if own:
            rows.append(
                (
                    f"{low:.2f}-{min(high, 1):.2f}",
                    len(own),
                    sum(c for c, _ in own) / len(own),
                    sum(ok for _, ok in own) / len(own),
                )
            )
    return rows


def print_table(results: Sequence[Result]) -> None:
    """Per photo, then in total, then calibration and stage times."""
    print(f"{'photo':22s} {'':5s} spaces  spur terrain  tiles   camps r/read/true  centre  seconds")
    for r in results:
        print(
            f"{r.photo:22s} {'ok' if r.right else 'WRONG':5s} {r.spaces_found:3d}/{r.spaces:<3d} {r.spurious:4d} "
            f"{r.terrain_right:4d}/{r.spaces:<3d} {r.tiles_right:2d}/{r.tiles:<2d} "
            f"{r.camps_right:6d}/{r.camps_read}/{r.camps:<6d} "
            f"{r.centre_error:8.3f} {r.seconds:8.2f}"
        )
    groups = sorted({r.group for r in results})
    rows = [total_row(g, [r for r in results if r.group == g]) for g in groups] + [total_row("all", results)]
    print()
    print(" | ".join(rows[0]))
    for row in rows:
        print(" | ".join(str(v) for v in row.values()))
    print("\nconfidence: band, spaces, mean confidence, right")
    for band, count, mean, right in calibration(results):
        print(f"{band}  {count:5d}  {mean:.3f}  {right:.3f}")
    stages: dict[str, float] = {}
    for r in results:
        for stage, seconds in r.stages:
            stages[stage] = stages.get(stage, 0.0) + seconds / max(1, len(results))
    print("\nmean seconds a stage: " + ", ".join(f"{k} {v:.2f}" for k, v in stages.items()))


def checked_rows(results: Sequence[Result]) -> list[dict[str, Any]]:
    """What the checked-in table keeps of each photo: all but times and single confidences."""
    left_out = {"confidences", "stages", "seconds"}
    return [
        {k: round(v, 3) if isinstance(v, float) else v for k, v in asdict(r).items() if k not in left_out}
        for r in results
    ]


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m companion.vision.evaluate", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--box", type=Path, help="one box for all photos")
    parser.add_argument("--no-box", action="store_true", help="read without any box")
    parser.add_argument("--write", type=Path, help="write the per-photo table here as JSON")
    args = parser.parse_args(argv)
    box = box_from_json(json.loads(args.box.read_text(encoding="utf-8"))) if args.box else None
    results = evaluate(args.folder, box, with_box=not args.no_box)
    print_table(results)
    if args.write:
        lines = ",\n".join(json.dumps(row) for row in checked_rows(results))
        args.write.write_text(f"[\n{lines}\n]\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
