"""Turns codes with parameters into sentences of one language, from the gettext catalogues beside this file."""

from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from functools import cache

from companion.rules.hexes import Hex

LANGUAGE_NAMES = {"en": "English", "de": "Deutsch", "fr": "Français", "pt": "Português"}
"""What each language calls itself, whatever language it is said in."""
LANGUAGES = tuple(LANGUAGE_NAMES)
PSEUDO = "en-XA"
"""A language of the tests, made from English (``pseudo.py``)."""
_LOCALES = {"pt": "pt_BR", PSEUDO: "en"}
"""Where a language alone would not say how dates are written: our Portuguese is the Brazilian one."""


class Speaker:
    """Says codes in one language. The catalogue is read when the first word is needed, not before."""

    def __init__(self, language: str, locale: str | None = None) -> None:
        self.language = language
        self.locale = locale or _LOCALES.get(language, language)

    def __call__(self, code: str, params: Mapping[str, object] | None = None) -> str:
        words = {name: self._word(value) for name, value in (params or {}).items()}
        messages, plural = _messages(self.language)
        forms = messages[code]
        # A text with plural forms counts the parameter "n".
        return forms[plural(int(str((params or {})["n"]))) if len(forms) > 1 else 0].format_map(words)

    def _word(self, value: object) -> object:
        if isinstance(value, StrEnum):
            return self(code_of(value))
        if isinstance(value, Hex):
            return f"({value.q}, {value.r})"
        if isinstance(value, int | float) and not isinstance(value, bool):
            return _Number(value, self.locale)
        if isinstance(value, tuple | list):
            from babel.lists import format_list

            return format_list([str(self._word(one)) for one in value], locale=self.locale)
        return value


def in_every_language(code: str) -> tuple[str, ...]:
    """The text of a code in each of our languages; nothing where there is no such code."""
    return tuple(messages[code][0] for messages, _ in map(_messages, LANGUAGES) if code in messages)


def code_of(word: StrEnum) -> str:
    """The code a word of the rules is said by."""
    return str(getattr(word, "code", f"word.{word}"))


class _Number:
    """A number in a text: bare in ``{port}``, as the language writes it in ``{bytes:n}`` and ``{share:%}``."""

    def __init__(self, value: float, locale: str) -> None:
        self.value = value
        self.locale = locale

    def __str__(self) -> str:
        return str(self.value)

    def __format__(self, how: str) -> str:
        if how not in ("n", "%"):
            return format(self.value, how)
        from babel.numbers import format_decimal, format_percent

        return (format_percent if how == "%" else format_decimal)(self.value, locale=self.locale)


@cache
def speaker(language: str, locale: str | None = None) -> Speaker:
    """``locale``: how dates and numbers are written, where the reader's country is known (``en_GB``)."""
    return Speaker(language, locale)


def patterns(language: str, prefix: str) -> dict[str, str]:
    """The texts of all codes that begin so, for somebody else to fill in; by what comes after ``prefix``."""
    messages, _ = _messages(language)
    return {code.removeprefix(prefix): forms[0] for code, forms in messages.items() if code.startswith(prefix)}


@cache
def _messages(language: str) -> tuple[Mapping[str, tuple[str, ...]], Callable[[int], int]]:
    """The texts by code, each with its plural forms, and which form a number takes."""
    if language == PSEUDO:
        from companion.i18n.pseudo import pseudo_forms

        english, plural = _messages("en")
        return {code: pseudo_forms(forms) for code, forms in english.items()}, plural
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
