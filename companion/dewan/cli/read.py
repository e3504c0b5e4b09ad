"""``companion read PHOTO… [--box BOX.json] [--json] [--look LOOK] [--learn TILE,TILE]``.

``--look`` is what ``companion learn`` found of the owner's print; ``--learn`` does the same from here.
"""

import json
from pathlib import Path

from companion.cli.terminal import complain, put
from companion.dewan.cli.learn import learn
from companion.dewan.cli.photo_files import box_in, look_in
from companion.dewan.vision.reading import PhotoError, Reading, Remark
from companion.i18n.arguments import Parser
from companion.i18n.catalog import Speaker
from companion.i18n.environment import terminal_speaker


def main(argv: list[str]) -> int:
    """Read photos; 0 when all could be opened, 1 otherwise, 2 when the box or the look can't be used."""
    args = _parser().parse_args(argv)
    if args.learn and not (args.look and args.box):
        complain("cli.read.learn-needs")
        return 2
    box = box_in(args.box) if args.box is not None else None
    if args.box is not None and box is None:
        return 2
    if args.learn and box is not None:
        only = [] if args.learn == "all" else [name.strip() for name in args.learn.split(",")]
        return learn(args.photos, box, args.look, only, as_json=args.json)
    # OpenCV takes a while to import; --help does not need it
    from companion.dewan.vision.pipeline import read_photo
    from companion.dewan.vision.tiles import seen_box

    look = look_in(args.look, box) if args.look is not None else None
    if args.look is not None and look is None:
        return 2
    say = terminal_speaker()
    failed = False
    for path in args.photos:
        try:
            reading = read_photo(path, seen_box(box) if box else None, look=look)
        except PhotoError as error:
            failed = True
            reading = Reading(found=False, warnings=(Remark(f"web.photo.failed-{error.code}"),))
            if not args.json:
                put(f"{path}: {say(reading.warnings[0].code)}")
                continue
        put(
            json.dumps(reading.as_json(str(path), say), ensure_ascii=False)
            if args.json
            else describe(str(path), reading, say)
        )
    return 1 if failed else 0


def _parser() -> Parser:
    say = terminal_speaker()
    parser = Parser("companion read", say("cli.help.read"))
    parser.add_argument("photos", nargs="+", metavar="PHOTO", type=Path, help=say("cli.read.help-photos"))
    parser.add_argument("--box", type=Path, metavar="BOX.json", help=say("cli.read.help-box"))
    parser.add_argument("--json", action="store_true", help=say("cli.read.help-json"))
    parser.add_argument("--look", type=Path, metavar="LOOK.json", help=say("cli.read.help-look"))
    parser.add_argument("--learn", metavar="TILES", help=say("cli.read.help-learn"))
    return parser


def describe(photo: str, reading: Reading, say: Speaker) -> str:
    """A reading for people: one line a tile or space, doubtful ones counted at the end."""
    if not reading.found:
        return say("cli.read.no-map", {"photo": photo})
    lines = [say("cli.read.found", {"photo": photo, "n": len(reading.spaces)})]
    for tile in reading.tiles:
        given = {"tile": tile.id, "times": tile.rotation, "at": tile.centre, "sure": tile.confidence}
        lines.append(say("cli.read.tile", given))
    terrains = {space.terrain: say(f"word.{space.terrain}") for space in reading.spaces}
    width = max(map(len, terrains.values()))
    for space in reading.spaces:
        x, y = space.centre_px
        sure = say("cli.read.sure", {"sure": space.confidence})
        lines.append(f"{space.at.q:3d},{space.at.r:3d}  {terrains[space.terrain]:{width}} {sure}  {x:.0f},{y:.0f} px")
    for camp in reading.camps:
        lines.append(say("cli.read.camp", {"color": camp.color, "at": camp.at, "sure": camp.confidence}))
    for berries in reading.berries:
        lines.append(say("cli.read.berries", {"n": berries.count, "at": berries.at, "sure": berries.confidence}))
    for marker in reading.markers:
        lines.append(say(f"cli.read.marker-{marker.kind}", {"at": marker.at, "sure": marker.confidence}))
    return "\n  ".join([*lines, *(say(one.code, one.params) for one in reading.warnings)])
