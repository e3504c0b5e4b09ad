"""``companion pieces PHOTO… --box BOX --look LOOK [--json]``: which known pieces lie in a picture."""

import json
from pathlib import Path
from typing import Any

from companion.cli.terminal import put
from companion.dewan.cli.box import openable
from companion.dewan.cli.photo_files import box_in, look_in
from companion.i18n.arguments import Parser
from companion.i18n.environment import terminal_speaker

NOTHING_FOUND = {"found": False, "stories": [], "tucked": [], "cards": [], "camps_left": None, "color": None}


def main(argv: list[str]) -> int:
    """0 when all photos could be opened, 1 otherwise, 2 when the box or the look can't be used."""
    say = terminal_speaker()
    parser = Parser("companion pieces", say("cli.help.pieces"))
    parser.add_argument("photos", nargs="+", metavar="PHOTO", type=Path, help=say("cli.pieces.help-photos"))
    parser.add_argument("--box", type=Path, metavar="BOX.json", required=True, help=say("cli.read.help-box"))
    parser.add_argument("--look", type=Path, metavar="LOOK", required=True, help=say("cli.read.help-look"))
    parser.add_argument("--json", action="store_true", help=say("cli.read.help-json"))
    args = parser.parse_args(argv)
    box = box_in(args.box)
    look = look_in(args.look, box) if box is not None else None
    if box is None or look is None:
        return 2
    from companion.dewan.vision.boards import read_board
    from companion.dewan.vision.pieces_json import board_json

    opened, failed = openable(args.photos)
    for path in args.photos:
        warnings = [failed[path]] if path in failed else []
        found: dict[str, Any] = dict(NOTHING_FOUND)
        if path in opened:
            reading = read_board(path, box, look)
            found = board_json(reading)
            left_out = sum(one.text is None for one in reading.pieces)
            if not found["found"]:
                warnings = [say("box.strange" if reading.photo.strange else "box.no-pieces")]
            elif left_out:
                warnings = [say("cli.pieces.left-out", {"n": left_out})]
        if args.json:
            put(json.dumps({"photo": str(path), **found, "warnings": warnings}, ensure_ascii=False))
            continue
        lines = [*(str(s["id"]) for s in found["stories"]), *(t["half"] for t in found["tucked"])]
        lines += [str(c["card"]) for c in found["cards"]]
        put(f"{path}: {', '.join(lines)}{' '.join(warnings)}")
    return 1 if failed else 0
