"""Turns codes with parameters into sentences of one language, from the gettext catalogues beside this file."""

from collections.abc import Mapping
from enum import StrEnum
from functools import cache
from pathlib import Path

from companion.rules.hexes import Hex

LANGUAGES = ("en",)
_LOCALES = Path(__file__).parent / "locales"


class Speaker:
    """Says codes in one language. The catalogue is read when the first word is needed, not before."""

    def __init__(self, language: str) -> None:
        self.language = language

    def __call__(self, code: str, params: Mapping[str, object] | None = None) -> str:
        words = {name: self._word(value) for name, value in (params or {}).items()}
        return _messages(self.language)[code].format_map(words)

    def _word(self, value: object) -> object:
        if isinstance(value, StrEnum):
            return self(getattr(value, "code", f"word.{value}"))
        if isinstance(value, Hex):
            return f"({value.q}, {value.r})"
        return value


@cache
def speaker(language: str) -> Speaker:
    return Speaker(language)


@cache
def _messages(language: str) -> Mapping[str, str]:
    # Imported here: a question answered with numbers alone should not wait for it.
    from babel.messages.pofile import read_po

    with (_LOCALES / f"{language}.po").open("rb") as file:
        catalog = read_po(file, locale=language)
    return {str(message.id): str(message.string) for message in catalog if message.id}
