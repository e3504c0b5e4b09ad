"""A box by photos: ``companion box PHOTO… [--box BOX] [--look LOOK] --out BOX2 --look-out LOOK2 [--name g3=fire]``."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli.terminal import complain, put
from companion.dewan.cli.photo_files import box_in, can_be_written, keep_document, keep_look, look_in
from companion.dewan.formats.box import write_box
from companion.dewan.rules.tiles import Box
from companion.dewan.rules.words import Symbol, Terrain
from companion.i18n.arguments import Parser
from companion.i18n.environment import terminal_speaker

if TYPE_CHECKING:
    from companion.dewan.vision.look import Look

ART = "art"
"""The name of a group that is no sign."""
_NAMES = (*Symbol, *Terrain, ART)
_MOST_POINTS = 99
EXAMPLE = "g3=crystal"


def main(argv: list[str]) -> int:
    """0 when pieces were found in every photo, 1 when one shows none, 2 when what was given can't be used."""
    say = terminal_speaker()
    parser = Parser("companion box", say("cli.help.box"))
    parser.add_argument("photos", nargs="+", metavar="PHOTO", type=Path, help=say("cli.box.help-photos"))
    parser.add_argument("--box", type=Path, metavar="BOX.json", help=say("cli.box.help-box"))
    parser.add_argument("--look", type=Path, metavar="LOOK", help=say("cli.box.help-look"))
    parser.add_argument("--out", type=Path, metavar="BOX2.json", required=True, help=say("cli.box.help-out"))
    parser.add_argument("--look-out", type=Path, metavar="LOOK2", required=True, help=say("cli.box.help-look-out"))
    parser.add_argument(
        "--name", action="append", default=[], metavar=EXAMPLE, help=say("cli.box.help-name", {"example": EXAMPLE})
    )
    parser.add_argument("--json", action="store_true", help=say("cli.read.help-json"))
    args = parser.parse_args(argv)
    names = _names(args.name)
    box = Box(args.out.stem) if args.box is None else box_in(args.box)
    if box is None or names is None:
        return 2
    from companion.dewan.vision.look import Look

    look = Look() if args.look is None else look_in(args.look, box, may_be_new=True)
    if look is None or not can_be_written(args.out, args.look_out):
        return 2
    return _box(args.photos, box, look, names, args.out, args.look_out, as_json=args.json)


def _names(given: Sequence[str]) -> dict[int, str] | None:
    """``g3=crystal`` as {3: "crystal"}; None where one can't be read, and said so."""
    names = {}
    for text in given:
        group, _, kind = text.partition("=")
        number = group.removeprefix("g")
        known = kind in _NAMES or (kind.isascii() and kind.isdecimal() and int(kind[:3]) <= _MOST_POINTS)
        if not (number.isascii() and number.isdecimal()) or not known:
            complain("cli.box.bad-name", given=text, example=EXAMPLE, words=", ".join(_NAMES))
            return None
        names[int(number)] = kind
    return names


def _box(
    photos: Sequence[Path], box: Box, look: "Look", names: dict[int, str], out: Path, look_out: Path, *, as_json: bool
) -> int:
    from companion.dewan.vision.make_box import make_box
    from companion.dewan.vision.pieces import read_pieces
    from companion.dewan.vision.pieces_json import box_photo

    say = terminal_speaker()
    opened, failed = openable(photos)
    reading = read_pieces([path for path in photos if path in opened], look, names)
    made = make_box(reading, box, look)
    index = 0
    for path in photos:
        if path not in opened:
            found: dict[str, object] = {"pieces": [], "groups": []}
            warnings = [failed[path]]
        else:
            found = box_photo(reading, index)
            warnings = [say(one.code, one.params) for one in made.remarks[index]]
            index += 1
        if as_json:
            put(json.dumps({"photo": str(path), **found, "warnings": warnings}, ensure_ascii=False))
        else:
            ids = made.ids[index - 1] if path in opened else ()
            counted = say("cli.box.found", {"n": len(ids), "pieces": ", ".join(one or "?" for one in ids)})
            put(f"{path}: {' '.join([*([counted] if ids else []), *warnings])}")
    if not as_json:
        for group in reading.groups:
            if group.kind is None:
                where = photos[[k for k, p in enumerate(photos) if p in opened][group.photo]]
                place = f"{group.px[0]:.0f},{group.px[1]:.0f}"
                put(say("cli.box.what-is", {"group": f"g{group.number}", "n": group.seen, "photo": where, "at": place}))
    read = any(photo.pieces for photo in reading.photos)
    if read and not (keep_document(out, write_box(made.box)) and keep_look(look_out, made.look, made.box)):
        return 2
    return 1 if failed or not all(photo.pieces for photo in reading.photos) else 0


def openable(photos: Sequence[Path]) -> tuple[set[Path], dict[Path, str]]:
    """Which photos can be opened, and why the others can't."""
    from companion.dewan.vision.reading import PhotoError
    from companion.dewan.vision.settings import DEFAULTS
    from companion.vision.load import load_photo

    opened, failed = set(), {}
    for path in photos:
        try:
            load_photo(path, DEFAULTS)
            opened.add(path)
        except PhotoError as error:
            failed[path] = terminal_speaker()(f"web.photo.failed-{error.code}")
    return opened, failed
