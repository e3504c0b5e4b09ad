"""The catalogues as they lie in the package, for the tests."""

import string
from functools import cache
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

import companion

LOCALES = Path(companion.__file__).parent / "i18n" / "locales"


@cache
def catalog(language: str) -> Catalog:
    return _read(language, LOCALES)


def _read(language: str, folder: Path) -> Catalog:
    with (folder / f"{language}.po").open("rb") as file:
        return read_po(file, abort_invalid=True)


@cache
def messages(language: str) -> dict[str, tuple[str, ...]]:
    """The forms of each text by its code."""
    return messages_in(LOCALES, language)


def messages_in(folder: Path, language: str) -> dict[str, tuple[str, ...]]:
    return {
        str(message.id if isinstance(message.id, str) else message.id[0]): (
            (message.string,) if isinstance(message.string, str) else tuple(message.string)
        )
        for message in _read(language, folder)
        if message.id
    }


def parameters(text: str) -> set[str]:
    """The names in braces. A brace that is left open is a ValueError."""
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}
