"""Turns codes with parameters into sentences of one language, from the gettext catalogues beside this file."""

from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from functools import cache

from companion.rules.hexes import Hex

LANGUAGES = ("en", "de", "fr", "pt")
_LOCALES = {"pt": "pt_BR"}
"""Where a language alone would not say how dates are written: our Portuguese is the Brazilian one."""


class Speaker:
    """Says codes in one language. The catalogue is read when the first word is needed, not before."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.locale = _LOCALES.get(language, language)

    def __call__(self, code: str, params: Mapping[str, object] | None = None) -> str:
        words = {name: self._word(value) for name, value in (params or {}).items()}
        messages, plural = _messages(self.language)
        forms = messages[code]
        # A text with plural forms counts the parameter "n".
        return forms[plural(int(str(words["n"]))) if len(forms) > 1 else 0].format_map(words)

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
def _messages(language: str) -> tuple[Mapping[str, tuple[str, ...]], Callable[[int], int]]:
    """The texts by code, each with its plural forms, and which form a number takes."""
    # Imported here: a question answered with numbers alone should not wait for them.
    from gettext import c2py
    from pathlib import Path

    from babel.messages.pofile import read_po

    with (Path(__file__).parent / "locales" / f"{language}.po").open("rb") as file:
        catalog = read_po(file)
    messages = {
        _code(message.id): (message.string,) if isinstance(message.string, str) else tuple(message.string or ())
        for message in catalog
        if message.id
    }
    return messages, c2py(catalog.plural_expr)


def _code(message_id: str | Iterable[str]) -> str:
    return message_id if isinstance(message_id, str) else next(iter(message_id))
