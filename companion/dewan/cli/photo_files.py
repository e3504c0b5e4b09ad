"""What ``companion read`` and ``companion learn`` share: the box and the look they are given."""

import os
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli.terminal import complain, reason
from companion.dewan.formats.box import read_box
from companion.dewan.formats.look import look_for_box, read_look, write_look
from companion.dewan.rules.tiles import Box
from companion.formats.faults import BadInput
from companion.formats.pretty_json import pretty_json
from companion.formats.strict_json import parse_json
from companion.i18n.environment import terminal_speaker

if TYPE_CHECKING:
    from companion.dewan.vision.look import Look

LOOK_FILE = "look.json"
MOST_BYTES = 4_000_000
"""Of a box or a look; a look of sixty tiles has 400 kB."""
_SHOWN = 5


def box_in(file: Path) -> Box | None:
    """None when it can't be used, and said so."""
    try:
        return read_box(_document(file))
    except (BadInput, OSError) as error:
        complain("cli.read.bad-box", file=file, why=_why(error))
        return None


def look_in(path: Path, box: Box | None, *, may_be_new: bool = False) -> "Look | None":
    """How the box's own copy looks; None when it can't be used, and said so."""
    from companion.dewan.vision.look import Look, look_of_document

    file = look_file(path)
    if may_be_new and not file.exists():
        return Look()
    try:
        document = _document(file)
        return look_of_document(read_look(document) if box is None else look_for_box(document, box))
    except (BadInput, OSError) as error:
        complain("cli.read.bad-look", file=file, why=_why(error))
        return None


def keep_look(path: Path, look: "Look", box: Box) -> bool:
    """Writes it whole or not at all; False when it can't be written, and said so."""
    from companion.dewan.vision.look import document_of_look
    from companion.dewan.vision.tiles import seen_box

    return keep_document(look_file(path), write_look(document_of_look(look, seen_box(box))))


def keep_document(file: Path, document: object) -> bool:
    """Writes it whole or not at all; False when it can't be written, and said so."""
    beside = file.with_name(f"{file.name}.new")
    try:
        beside.write_text(pretty_json(document) + "\n", encoding="utf-8")
        os.replace(beside, file)
    except OSError as error:
        with suppress(OSError):
            beside.unlink(missing_ok=True)
        complain("cli.learn.not-written", file=file, why=reason(error))
        return False
    return True


def can_be_written(*files: Path) -> bool:
    """Asked before photos are read; False where a file's folder is not there, and said so."""
    missing = [file for file in files if not file.parent.is_dir()]
    for file in missing[:1]:
        complain("cli.no-folder", file=file, folder=file.parent)
    return not missing


def look_file(path: Path) -> Path:
    """A look is a file, or a folder with one in it."""
    return path / LOOK_FILE if path.is_dir() else path


def _document(file: Path) -> object:
    with file.open("rb") as opened:
        data = opened.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise OSError(None, terminal_speaker()("cli.read.file-too-long", {"most": MOST_BYTES // 1_000_000}))
    return parse_json(data)


def _why(error: BadInput | OSError) -> str:
    if isinstance(error, OSError):
        return reason(error)
    say = terminal_speaker()
    given = [f"{f.path}: {say(f.code, f.params)}" if f.path else say(f.code, f.params) for f in error.faults]
    more = len(given) - _SHOWN
    return " ".join(given[:_SHOWN]) + (f" (+{more})" if more > 0 else "")
