"""A language nobody speaks, for tests of the layout: English with every vowel doubled and accented, two fifths longer.

What stays plain English on a screen in this language did not come from the catalogue.
"""

import math
import string
from collections.abc import Iterable

LONGER = 0.4
_DOUBLED = str.maketrans(
    {
        "a": "áa",
        "e": "ée",
        "i": "íi",
        "o": "öo",
        "u": "üu",
        "y": "ýy",
        "A": "ÁA",
        "E": "ÉE",
        "I": "ÍI",
        "O": "ÖO",
        "U": "ÜU",
    }
)


def pseudo(text: str) -> str:
    """The text as the language would have it; its parameters stay as they are."""
    pieces = list(string.Formatter().parse(text))
    letters = sum(len(literal) for literal, *_ in pieces)
    said = "".join(_piece(*piece) for piece in pieces)
    gained = sum(len(literal.translate(_DOUBLED)) - len(literal) for literal, *_ in pieces)
    missing = math.ceil(letters * LONGER) - gained
    return said + "ñ" * max(0, missing)


def pseudo_forms(forms: Iterable[str]) -> tuple[str, ...]:
    return tuple(map(pseudo, forms))


def _piece(literal: str, name: str | None, spec: str | None, conversion: str | None) -> str:
    plain = literal.replace("{", "{{").replace("}", "}}").translate(_DOUBLED)
    return plain if name is None else plain + "{" + name + (f":{spec}" if spec else "") + "}"
