"""The catalogues as they lie in the package, for the tests."""

import string
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

import companion

LOCALES = Path(companion.__file__).parent / "i18n" / "locales"


def catalog(language: str, folder: Path = LOCALES) -> Catalog:
    with (folder / f"{language}.po").open("rb") as file:
        return read_po(file, abort_invalid=True)


def messages(language: str, folder: Path = LOCALES) -> dict[str, tuple[str, ...]]:
    """The forms of each text by its code."""
    return {
        str(message.id if isinstance(message.id, str) else message.id[0]): (
            (message.string,) if isinstance(message.string, str) else tuple(message.string)
        )
        for message in catalog(language, folder)
        if message.id
    }


def parameters(text: str) -> set[str]:
    """The names in braces. A brace that is left open is a ValueError."""
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}
