"""What the terminal can show: colours, marks, and tables with straight columns."""

import os
import sys
import unicodedata
from collections.abc import Sequence
from typing import TextIO

from companion.i18n.environment import terminal_speaker

MARKS = "●■▲◆"
"""By seat: disc, square, triangle and diamond, as on the screen."""
_REASONS = {
    FileNotFoundError: "cli.why.missing",
    PermissionError: "cli.why.forbidden",
    IsADirectoryError: "cli.why.folder",
    NotADirectoryError: "cli.why.no-folder",
}


def complain(code: str, **params: object) -> None:
    print(f"companion: {terminal_speaker()(code, params)}", file=sys.stderr)


def reason(error: OSError) -> str:
    """Why a file cannot be used. The system tells the rest, in whatever language it does."""
    for kind, code in _REASONS.items():
        if isinstance(error, kind):
            return terminal_speaker()(code)
    return error.strerror or type(error).__name__


def colours(stream: TextIO) -> bool:
    """On a terminal only, and never against the user's wish (no-color.org)."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def marks(stream: TextIO) -> str:
    """The players' marks, or letters where the stream cannot carry them."""
    try:
        MARKS.encode(stream.encoding or "ascii")
    except UnicodeEncodeError:
        return "1234"
    return MARKS


def put(text: str) -> None:
    """Print, with a question mark for what the terminal's encoding has not."""
    encoding = sys.stdout.encoding or "utf-8"
    print(text.encode(encoding, "replace").decode(encoding))


def columns(rows: Sequence[Sequence[str]], left: int = 1) -> str:
    """Rows of cells under each other: the first ``left`` columns to the left, the others to the right."""
    widths = [max(_width(cell) for cell in column) for column in zip(*rows, strict=True)]
    lines = []
    for row in rows:
        cells = []
        for i, (cell, width) in enumerate(zip(row, widths, strict=True)):
            gap = " " * (width - _width(cell))
            cells.append(cell + gap if i < left else gap + cell)
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)


def _width(text: str) -> int:
    """Columns a text takes: accents that combine take none, East Asian letters two."""
    return sum(
        0 if unicodedata.combining(letter) else 2 if unicodedata.east_asian_width(letter) in "WF" else 1
        for letter in text
    )
