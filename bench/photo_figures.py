"""Measure the reader on photos with truth files: ``python -m bench.photo_figures FOLDER [--write TABLE]``.

A truth file lies beside its photo: ``hexes`` with ``q``, ``r``, ``terrain``, ``centre_px``; ``tiles``; ``camps``; and
``box``, the name of its box file. Any origin and turn of the reading's coordinates is right, a mirrored one is not.

``LABELS.json --lattice`` measures the lattice alone on photos of other games, read without a box: the file has for each
photo its ``hexes`` with ``at`` and ``centre_px``.
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from companion.dewan.vision.look import Look
from companion.dewan.vision.pipeline import learn_photo, read_photo
from companion.dewan.vision.reading import PhotoError, Reading, Remark
from companion.dewan.vision.tiles import TileSet, box_from_json
from companion.rules.hexes import Hex

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
    within_tenth: int  # spaces whose centre is found within a tenth of the spacing
    within_fifth: int
    tiles: int
    tiles_right: int
    camps: int
    camps_read: int
    camps_right: int
    berries: int  # spaces with tokens; right when their number is
    berries_read: int
    berries_right: int
    markers: int
    markers_read: int
    markers_right: int
    seconds: float
    confidences: tuple[tuple[float, bool], ...] = ()  # of the spaces: what was said, and whether it was right
    tile_confidences: tuple[tuple[float, bool], ...] = ()
    camp_confidences: tuple[tuple[float, bool], ...] = ()  # those likelier absent included
    berry_confidences: tuple[tuple[float, bool], ...] = ()
    marker_confidences: tuple[tuple[float, bool], ...] = ()
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
    tiles: tuple[tuple[float, bool], ...] = tuple((tile.confidence, False) for tile in reading.tiles)
    seen = (*reading.camps, *reading.maybe_camps)
    camps: tuple[tuple[float, bool], ...] = tuple((camp.confidence, False) for camp in seen)
    lying = Counter(Hex(*b["at"]) for b in truth.get("berries", []))
    markers = {(m["kind"], Hex(*m["at"])) for m in truth.get("markers", [])}
    berries: tuple[tuple[float, bool], ...] = tuple((b.confidence, False) for b in reading.berries)
    lain: tuple[tuple[float, bool], ...] = tuple((m.confidence, False) for m in reading.markers)
    if frame is not None:
        turn, shift = frame
        berries = tuple((b.confidence, lying[b.at.turned(turn).moved(shift)] == b.count) for b in reading.berries)
        lain = tuple((m.confidence, (m.kind, m.at.turned(turn).moved(shift)) in markers) for m in reading.markers)
        laid = {(t["id"], Hex(*t["centre"]), t["rotation"] % 6) for t in truth.get("tiles", [])}
        tiles = tuple(
            (t.confidence, (t.id, t.centre.turned(turn).moved(shift), (t.rotation + turn) % 6) in laid)
            for t in reading.tiles
        )
        standing = {(c["color"], Hex(*c["at"])) for c in truth.get("camps", [])}
        camps = tuple((c.confidence, (c.color, c.at.turned(turn).moved(shift)) in standing) for c in seen)
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
        within_tenth=sum(gap <= 0.1 for _, _, gap in partner),
        within_fifth=sum(gap <= 0.2 for _, _, gap in partner),
        tiles=len(truth.get("tiles", [])),
        tiles_right=sum(right for _, right in tiles),
        camps=len(truth.get("camps", [])),
        camps_read=len(reading.camps),
        camps_right=sum(right for _, right in camps[: len(reading.camps)]),
        berries=len(lying),
        berries_read=len(reading.berries),
        berries_right=sum(right for _, right in berries),
        markers=len(markers),
        markers_read=len(reading.markers),
        markers_right=sum(right for _, right in lain),
        seconds=reading.seconds,
        confidences=tuple(
            (s.confidence, id(s) in by_space and hexes[by_space[id(s)]]["terrain"] == s.terrain) for s in reading.spaces
        ),
        tile_confidences=tiles,
        camp_confidences=camps,
        berry_confidences=berries,
        marker_confidences=lain,
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


def evaluate(folder: Path, box: TileSet | None = None, with_box: bool = True, learn: bool = False) -> list[Result]:
    """Judge every photo of a folder that has a truth file; ``learn``: after its print's reference photos taught it."""
    truths = [
        truth
        for path in sorted(folder.glob("*.json"))
        if "hexes" in (truth := json.loads(path.read_text(encoding="utf-8")))
    ]
    boxes: dict[str, TileSet] = {}
    looks: dict[str, Look] = {}
    for truth in truths:
        name = truth.get("box", "")
        if with_box and name not in boxes and (box or name):
            boxes[name] = box or box_from_json(json.loads((folder / name).read_text(encoding="utf-8")))
        if learn and truth.get("role") == "reference":
            looks[name] = learn_photo(folder / truth["photo"], boxes[name], looks.get(name, Look())).look
    results = []
    for truth in truths:
        name = truth.get("box", "")
        if truth.get("role") == "reference":
            continue
        try:
            reading = read_photo(folder / truth["photo"], boxes.get(name), look=looks.get(name))
        except PhotoError as error:
            reading = Reading(found=False, warnings=(Remark(error.code),))
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
        **{
            f"{what}_{figure}_%": _share(
                sum(getattr(r, f"{what}_right") for r in results),
                sum(getattr(r, what if figure == "recall" else f"{what}_read") for r in results),
            )
            for what in ("berries", "markers")
            for figure in ("precision", "recall")
        },
        "within_tenth_%": _share(sum(r.within_tenth for r in maps), sum(r.spaces for r in maps)),
        "worst_centre": f"{max((r.centre_error for r in results), default=0):.3f}",
        "median_s": f"{seconds[len(seconds) // 2]:.2f}" if seconds else "-",
        "worst_s": f"{seconds[-1]:.2f}" if seconds else "-",
    }


def calibration(pairs: Iterable[tuple[float, bool]]) -> list[tuple[str, int, float, float]]:
    """By confidence band: its name, how many, mean confidence, share that was right."""
    given = list(pairs)
    bands = ((0.0, 0.5), (0.5, 0.8), (0.8, 0.95), (0.95, 0.99), (0.99, 1.001))
    rows = []
    for low, high in bands:
        own = [(c, ok) for c, ok in given if low <= c < high]
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
    stages = list(dict.fromkeys(stage for r in results for stage, _ in r.stages))
    print(
        f"{'photo':22s} {'':5s} spaces  spur terrain  tiles   camps r/read/true  centre  seconds = {' + '.join(stages)}"
    )
    for r in results:
        print(
            f"{r.photo:22s} {'ok' if r.right else 'WRONG':5s} {r.spaces_found:3d}/{r.spaces:<3d} {r.spurious:4d} "
            f"{r.terrain_right:4d}/{r.spaces:<3d} {r.tiles_right:2d}/{r.tiles:<2d} "
            f"{r.camps_right:6d}/{r.camps_read}/{r.camps:<6d} "
            f"{r.centre_error:8.3f} {r.seconds:8.2f} = {' + '.join(f'{s:.2f}' for _, s in r.stages)}"
        )
    groups = sorted({r.group for r in results})
    rows = [total_row(g, [r for r in results if r.group == g]) for g in groups] + [total_row("all", results)]
    print()
    print(" | ".join(rows[0]))
    for row in rows:
        print(" | ".join(str(v) for v in row.values()))
    given = {
        "spaces": [pair for r in results for pair in r.confidences],
        "tiles": [pair for r in results for pair in r.tile_confidences],
        "camps": [pair for r in results for pair in r.camp_confidences],
        "berries": [pair for r in results for pair in r.berry_confidences],
        "markers": [pair for r in results for pair in r.marker_confidences],
    }
    for what, pairs in given.items():
        print(f"\nconfidence of {what}: band, how many, mean confidence, right")
        for band, count, mean, right in calibration(pairs):
            print(f"{band}  {count:5d}  {mean:.3f}  {right:.3f}")
        sure = [ok for confidence, ok in pairs if confidence > 0.9]
        print(f"above 0.9: {sure.count(False)} of {len(sure)} wrong")
    means = {stage: sum(dict(r.stages).get(stage, 0.0) for r in results) / len(results) for stage in stages}
    print("\nmean seconds a stage: " + ", ".join(f"{stage} {seconds:.2f}" for stage, seconds in means.items()))


def lattice_of_others(labels: Path) -> list[Result]:
    """Photos of other hex games, read without a box; only where their spaces lie is judged."""
    results = []
    for photo, about in sorted(json.loads(labels.read_text(encoding="utf-8")).items()):
        hexes = [
            {"q": h["at"][0], "r": h["at"][1], "terrain": h["terrain"], "centre_px": h["centre_px"]}
            for h in about["hexes"]
        ]
        reading = read_photo(labels.parent / photo)
        results.append(judge(reading, {"photo": photo, "difficulty": photo.split("_")[0], "hexes": hexes}))
    return results


def print_lattices(results: Sequence[Result]) -> None:
    """By source and in total: how many of the spaces were found, how near, and what was invented."""
    print("source | photos | found | spaces | within a tenth | within a fifth | all of a photo | spurious")
    for name in (*sorted({r.group for r in results}), "all"):
        own = [r for r in results if name in (r.group, "all")]
        spaces = sum(r.spaces for r in own)
        print(
            f"{name} | {len(own)} | {sum(r.found for r in own)} | {spaces} | "
            f"{_share(sum(r.within_tenth for r in own), spaces)} % | "
            f"{_share(sum(r.within_fifth for r in own), spaces)} % | "
            f"{sum(r.within_fifth == r.spaces for r in own)} | {sum(r.spurious for r in own)}"
        )


def checked_rows(results: Sequence[Result]) -> list[dict[str, Any]]:
    """What the checked-in table keeps of each photo: all but times and single confidences."""
    left_out = {"stages", "seconds"}
    return [
        {
            k: round(v, 3) if isinstance(v, float) else v
            for k, v in asdict(r).items()
            if k not in left_out and not k.endswith("confidences")
        }
        for r in results
    ]


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.photo_figures", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--box", type=Path, help="one box for all photos")
    parser.add_argument("--no-box", action="store_true", help="read without any box")
    parser.add_argument("--learn", action="store_true", help="after the reference photos of each print taught it")
    parser.add_argument("--write", type=Path, help="write the per-photo table here as JSON")
    parser.add_argument("--lattice", action="store_true", help="FOLDER is a file of labels of other games' spaces")
    args = parser.parse_args(argv)
    if args.lattice:
        print_lattices(lattice_of_others(args.folder))
        return 0
    box = box_from_json(json.loads(args.box.read_text(encoding="utf-8"))) if args.box else None
    results = evaluate(args.folder, box, with_box=not args.no_box, learn=args.learn)
    print_table(results)
    if args.write:
        lines = ",\n".join(json.dumps(row) for row in checked_rows(results))
        args.write.write_text(f"[\n{lines}\n]\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
