"""The fonts of pictures and PDF files, and what to do with letters they do not have."""

import unicodedata
from collections.abc import Callable
from pathlib import Path

FOLDER = Path(__file__).parent / "ttf"
SANS, BOLD, SERIF, DIGITS = (
    FOLDER / f"companion-{name}.ttf" for name in ("sans-400", "sans-700", "serif-700", "digits-400")
)
UNKNOWN = "·"


def printable(text: str, has: Callable[[str], bool]) -> str:
    """The text in letters the font ``has``: without an accent where that is not there, a dot where nothing is."""
    return "".join(letter if letter.isspace() or has(letter) else _plain(letter, has) for letter in text)


def _plain(letter: str, has: Callable[[str], bool]) -> str:
    bare = "".join(one for one in unicodedata.normalize("NFKD", letter) if not unicodedata.combining(one))
    return bare if bare and all(map(has, bare)) else "" if unicodedata.combining(letter) else UNKNOWN
