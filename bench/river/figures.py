"""How well The River is read: ``python -m bench.river.figures FOLDER`` for pictures of ``bench.river.make``.

Each print's tiles are learned from its photos, named by their truth group by group; then its boards are read. Where the
reader does not know from where a river runs, the truth answers.
"""

import argparse
import json
import time
from base64 import b64decode
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np

from companion.river.formats.look import MOST_LOOKS, RiverLook, TileLook, write_look
from companion.river.vision.worker import read

Json = dict[str, Any]


def _read(head: Json, photo: Path) -> tuple[Json, float]:
    begun = time.process_time()
    reading: Json = read(head, photo.read_bytes(), lambda *_: None)["reading"]
    return reading, time.process_time() - begun


def learned(photos: list[Path], totals: Counter[str]) -> Json:
    looks: dict[str, list[TileLook]] = {}
    for photo in photos:
        truth = json.loads(photo.with_suffix(".json").read_text())
        found, seconds = _read({"tiles": True}, photo)
        middles = np.array([one["middle_px"] for one in truth["seen"]])
        names = [
            truth["seen"][int(np.linalg.norm(middles - np.mean(tile["corners"], axis=0), axis=1).argmin())]["id"]
            for tile in found["tiles"]
        ]
        groups: dict[int, list[int]] = {}
        for number, tile in enumerate(found["tiles"]):
            groups.setdefault(tile["group"], []).append(number)
        totals.update(tiles=len(truth["tiles"]), tiles_found=len(names), questions=len(groups), photos=1)
        totals["tile_seconds"] += round(seconds * 1000)
        for group, own in groups.items():
            name, count = Counter(names[k] for k in own).most_common(1)[0]
            totals["wrongly_joined"] += len(own) - count
            look = b64decode(found["tiles"][found["groups"][group]["typical"]]["look"])
            looks.setdefault(name, []).append(TileLook(look, len(own)))
    return write_look(RiverLook({name: tuple(own[-MOST_LOOKS:]) for name, own in looks.items()}))


def board(photo: Path, look: Json, totals: Counter[str]) -> str:
    truth = json.loads(photo.with_suffix(".json").read_text())
    found, seconds = _read({"look": look}, photo)
    want = truth["tiles"]
    size = "few" if len(want) < 6 else "many"
    totals.update({"boards": 1, f"boards_{size}": 1, "board_tiles": len(want), f"tiles_{size}": len(want)})
    totals["board_seconds"] += round(seconds * 1000)
    if not found["found"]:
        totals[f"refused_{size}"] += 1
        return f"{photo.name}: {len(want)} tiles, not found, {seconds:.1f} s"
    cells = np.array(truth["cells"]).mean(axis=1)
    side = float(np.linalg.norm(cells[1] - cells[0]))
    spaces = found["spaces"]
    if found["turned"] > 0.1:
        totals["asked"] += 1
        last = found["count"] if found["count"] in (4, 8) else 12
        other = [*spaces[:last][::-1], *spaces[last:]]
        off = [np.linalg.norm(np.mean(order[0]["corners"], axis=0) - cells[0]) for order in (spaces, other)]
        spaces = other if off[1] < off[0] else spaces
    middles = np.array([np.mean(space["corners"], axis=0) for space in spaces])
    placed = np.linalg.norm(middles - cells, axis=1)
    laid = bool((placed[: len(want)] < 0.4 * side).all())
    got = [space["tiles"][0] for space in spaces[: found["count"]]]
    right = sum(name == own for (name, _), own in zip(got, want, strict=False)) if laid else 0
    exact = laid and [name for name, _ in got] == want
    totals.update({f"placed_{size}": laid, f"right_{size}": right, f"exact_{size}": exact})
    for (name, sure), own in zip(got, want, strict=False):
        said = "sure" if sure >= 0.95 else "likely" if sure >= 0.8 else "doubtful"
        totals.update({f"said_{said}": 1, f"said_{said}_right": laid and name == own})
    asks = ", asked" if found["turned"] > 0.1 else ""
    return f"{photo.name}: {right} of {len(want)} tiles, {found['count']} counted{asks}, {seconds:.1f} s"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    totals: Counter[str] = Counter()
    folder = parser.parse_args().folder
    for first in sorted(folder.glob("*_tiles0.jpg")):
        name = first.name.removesuffix("_tiles0.jpg")
        look = learned(sorted(folder.glob(f"{name}_tiles*.jpg")), totals)
        for photo in sorted(folder.glob(f"{name}_board*.jpg")):
            print(board(photo, look, totals), flush=True)
    for key in sorted(totals):
        print(f"{key:20} {totals[key]}")


if __name__ == "__main__":
    main()
