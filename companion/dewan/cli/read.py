"""``companion read PHOTO… [--box BOX.json] [--json] [--look LOOK.json] [--learn TILE,TILE]``.

``--learn`` teaches a look file the colours of one's own tiles, from photos of those tiles; ``--look`` alone uses it.
"""

import json
from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli.terminal import complain, put
from companion.i18n.arguments import Parser
from companion.i18n.catalog import Speaker
from companion.i18n.environment import tongue
from companion.vision.reading import PhotoError, Reading
from companion.vision.settings import Settings
from companion.vision.tiles import Box, box_from_json

if TYPE_CHECKING:
    from companion.vision.look import Look


def main(argv: list[str]) -> int:
    """Read photos; 0 when all could be opened, 1 otherwise, 2 when the box can't be used."""
    args = _parser().parse_args(argv)
    if args.learn and not (args.look and args.box):
        complain("cli.read.learn-needs")
        return 2
    box: Box | None = None
    if args.box is not None:
        try:
            box = box_from_json(json.loads(args.box.read_text(encoding="utf-8")))
        except (OSError, ValueError) as error:
            complain("cli.read.bad-box", file=args.box, why=error)
            return 2
    # OpenCV takes a while to import; --help does not need it
    from companion.vision.look import look_from_json
    from companion.vision.pipeline import read_photo

    try:
        known = args.look is not None and (args.look.exists() or not args.learn)
        look = look_from_json(json.loads(args.look.read_text(encoding="utf-8"))) if known else None
    except (OSError, ValueError) as error:
        complain("cli.read.bad-look", file=args.look, why=error)
        return 2
    if args.learn and box is not None:
        return _learn(args.photos, args.learn, box, args.look, look or {})
    failed = False
    for path in args.photos:
        try:
            reading = read_photo(path, box, look=look)
        except PhotoError as error:
            failed = True
            if args.json:
                put(json.dumps(Reading(found=False, warnings=(error.sentence,)).as_json(str(path)), ensure_ascii=False))
            else:
                put(_failed(path, error))
            continue
        if args.json:
            put(json.dumps(reading.as_json(str(path)), ensure_ascii=False))
        else:
            put(describe(str(path), reading, tongue(), with_box=box is not None))
    return 1 if failed else 0


def _parser() -> Parser:
    say = tongue()
    parser = Parser("companion read", say("cli.help.read"))
    parser.add_argument("photos", nargs="+", metavar="PHOTO", type=Path, help=say("cli.read.help-photos"))
    parser.add_argument("--box", type=Path, metavar="BOX.json", help=say("cli.read.help-box"))
    parser.add_argument("--json", action="store_true", help=say("cli.read.help-json"))
    parser.add_argument("--look", type=Path, metavar="LOOK.json", help=say("cli.read.help-look"))
    parser.add_argument("--learn", metavar="TILES", help=say("cli.read.help-learn"))
    return parser


def _failed(path: Path, error: PhotoError) -> str:
    return f"{path}: {tongue()(f'web.photo.failed-{error.code}')}"


def _learn(photos: list[Path], tiles: str, box: Box, file: Path, look: "Look") -> int:
    from companion.vision.look import joined_looks, learn_look, look_to_json

    say = tongue()
    ids = [tile.id for tile in box.tiles] if tiles == "all" else [name.strip() for name in tiles.split(",")]
    unknown = sorted(set(ids) - {tile.id for tile in box.tiles})
    if unknown:
        complain("cli.read.no-such-tile", tiles=", ".join(unknown))
        return 2
    failed = False
    for path in photos:
        try:
            learned = learn_look([(path, ids)], box)
            told = ", ".join(f"{say(f'word.{name}')} ({entry.seen})" for name, entry in sorted(learned.items()))
            put(f"{path}: {told or say('cli.read.not-made-out')}")
            failed = failed or not learned
            look = joined_looks(look, learned)
        except PhotoError as error:
            failed = True
            put(_failed(path, error))
    file.write_text(json.dumps(look_to_json(look), indent=1) + "\n", encoding="utf-8")
    return 1 if failed else 0


def describe(photo: str, reading: Reading, say: Speaker, *, with_box: bool) -> str:
    """A reading for people: one line a tile or space, doubtful ones counted at the end."""
    if not reading.found:
        return say("cli.read.no-map", {"photo": photo})
    lines = [say("cli.read.found", {"photo": photo, "n": len(reading.spaces)})]
    for tile in reading.tiles:
        told = {"tile": tile.id, "times": tile.rotation, "at": tile.centre, "sure": tile.confidence}
        lines.append(say("cli.read.tile", told))
    terrains = {space.terrain: say(f"word.{space.terrain}") for space in reading.spaces}
    width = max(map(len, terrains.values()))
    for space in reading.spaces:
        x, y = space.centre_px
        sure = say("cli.read.sure", {"sure": space.confidence})
        lines.append(f"{space.at.q:3d},{space.at.r:3d}  {terrains[space.terrain]:{width}} {sure}  {x:.0f},{y:.0f} px")
    for camp in reading.camps:
        lines.append(say("cli.read.camp", {"color": camp.color, "at": camp.at, "sure": camp.confidence}))
    return "\n  ".join([*lines, *_remarks(reading, say, with_box)])


def _remarks(reading: Reading, say: Speaker, with_box: bool) -> list[str]:
    doubt = Settings().doubt
    said = []
    if doubtful := sum(space.confidence < doubt for space in reading.spaces):
        said.append(say("cli.read.doubtful", {"n": doubtful, "of": len(reading.spaces)}))
    if unsure := [tile.id for tile in reading.tiles if tile.confidence < doubt]:
        said.append(say("cli.read.doubtful-tiles", {"tiles": ", ".join(unsure)}))
    if not with_box:
        said.append(say("cli.read.no-box"))
    elif not reading.tiles:
        said.append(say("cli.read.other-box"))
    return said
