"""``companion learn PHOTO… --box BOX.json --look LOOK [--tiles N1,N2] [--json]``: teach a look the owner's print."""

import json
from collections.abc import Sequence
from pathlib import Path

from companion.cli.terminal import complain, put
from companion.dewan.cli.photo_files import box_in, can_be_written, keep_look, look_in
from companion.dewan.rules.tiles import Box
from companion.dewan.vision.reading import PhotoError
from companion.i18n.arguments import Parser
from companion.i18n.environment import terminal_speaker


def main(argv: list[str]) -> int:
    """0 when every photo taught something, 1 when one did not, 2 when box or look can't be used."""
    say = terminal_speaker()
    parser = Parser("companion learn", say("cli.help.learn"))
    parser.add_argument("photos", nargs="+", metavar="PHOTO", type=Path, help=say("cli.learn.help-photos"))
    parser.add_argument("--box", type=Path, metavar="BOX.json", required=True, help=say("cli.read.help-box"))
    parser.add_argument("--look", type=Path, metavar="LOOK", required=True, help=say("cli.learn.help-look"))
    parser.add_argument("--tiles", metavar="TILES", help=say("cli.learn.help-tiles"))
    parser.add_argument("--json", action="store_true", help=say("cli.read.help-json"))
    args = parser.parse_args(argv)
    box = box_in(args.box)
    if box is None:
        return 2
    only = [name.strip() for name in args.tiles.split(",")] if args.tiles and args.tiles != "all" else []
    return learn(args.photos, box, args.look, only, as_json=args.json)


def learn(photos: Sequence[Path], box: Box, file: Path, only: Sequence[str], *, as_json: bool) -> int:
    """Improves the look from the photos, and says of each what it taught."""
    from companion.dewan.vision.learn_pieces import learn_pieces
    from companion.dewan.vision.pipeline import learn_photo  # OpenCV takes a while to import; --help does not need it
    from companion.dewan.vision.settings import DEFAULTS
    from companion.dewan.vision.tiles import seen_box
    from companion.vision.load import load_photo

    say = terminal_speaker()
    if unknown := sorted(set(only) - {tile.id for tile in box.tiles}):
        complain("cli.read.no-such-tile", tiles=", ".join(unknown))
        return 2
    look = look_in(file, box, may_be_new=True) if can_be_written(file) else None
    if look is None:
        return 2
    failed = improved = False
    for path in photos:
        taught: dict[str, float] = {}
        pieces: list[tuple[str, str, float]] = []
        warnings = []
        before = look
        try:
            photo = load_photo(path, DEFAULTS)
            lesson = learn_photo(photo, seen_box(box), look, only=only)
            look, taught = lesson.look, lesson.tiles
            improved = improved or lesson.look is not before
            if lesson.otherwise:
                warnings.append(say("cli.learn.otherwise", {"tiles": ", ".join(lesson.otherwise)}))
            if not only:  # beside the map, or without one: tiles, cards and story tiles
                look, pieces = learn_pieces(photo, box, look, lesson.areas_px if taught else ())
                improved = improved or bool(pieces)
            if not taught and not pieces:
                warnings.append(say("cli.learn.nothing"))
        except PhotoError as error:
            warnings.append(say(f"web.photo.failed-{error.code}"))
        pieces += [("tile", name, sure) for name, sure in sorted(taught.items())]
        failed = failed or not pieces
        if as_json:
            learned = [{"kind": kind, "id": name, "confidence": round(sure, 3)} for kind, name, sure in pieces]
            put(json.dumps({"photo": str(path), "learned": learned, "warnings": warnings}, ensure_ascii=False))
        else:
            named = ", ".join(name for _, name, _ in pieces)
            given = [say("cli.learn.learned", {"n": len(pieces), "pieces": named})] if pieces else []
            put(f"{path}: {' '.join([*given, *warnings])}")
    # Writing packs the pictures anew: what taught nothing must not cost them a little each time.
    if improved and not keep_look(file, look, box):
        return 2
    return 1 if failed else 0
