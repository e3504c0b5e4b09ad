"""``companion read PHOTO… [--box BOX.json] [--json]``."""

import argparse
import json
import sys
from pathlib import Path

from companion.vision.reading import PhotoError, Reading
from companion.vision.tiles import Box, box_from_json


def main(argv: list[str]) -> int:
    """Read photos; 0 when all could be opened, 1 otherwise, 2 when the box can't be used."""
    parser = argparse.ArgumentParser(prog="companion read", description="Read the map from photos of the table.")
    parser.add_argument("photos", nargs="+", metavar="PHOTO", type=Path)
    parser.add_argument("--box", type=Path, help="the box file: names tiles and finds camps")
    parser.add_argument("--json", action="store_true", help="one JSON object per photo and line")
    args = parser.parse_args(argv)
    box: Box | None = None
    if args.box is not None:
        try:
            box = box_from_json(json.loads(args.box.read_text(encoding="utf-8")))
        except (OSError, ValueError) as error:
            print(f"The box file {args.box} can't be used: {error}", file=sys.stderr)
            return 2
    from companion.vision.pipeline import (
        read_photo,
    )  # OpenCV takes a while to import; --help does not need it

    failed = False
    for path in args.photos:
        try:
            reading = read_photo(path, box)
        except PhotoError as error:
            failed = True
            reading = Reading(found=False, warnings=(error.sentence,))
        text = json.dumps(reading.as_json(str(path)), ensure_ascii=False) if args.json else describe(str(path), reading)
        print(text, flush=True)
    return 1 if failed else 0


def describe(photo: str, reading: Reading) -> str:
    """A reading for people: one line a tile or space, doubtful ones marked."""
    lines = [f"{photo}: {len(reading.spaces)} spaces" if reading.found else f"{photo}: no map"]
    for tile in reading.tiles:
        lines.append(
            f"  tile {tile.id} turned {tile.rotation} at {tile.centre.q},{tile.centre.r} ({tile.confidence:.0%})"
        )
    for space in reading.spaces:
        x, y = space.centre_px
        lines.append(
            f"  {space.at.q:3d},{space.at.r:3d}  {space.terrain:9s} ({space.confidence:.0%})  {x:.0f},{y:.0f} px"
        )
    for camp in reading.camps:
        lines.append(f"  camp {camp.color} at {camp.at.q},{camp.at.r} ({camp.confidence:.0%})")
    lines += [f"  {warning}" for warning in reading.warnings]
    return "\n".join(lines)
