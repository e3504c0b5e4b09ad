"""Names of players that can be told apart by whoever reads them. Asked of new tables: old ones keep theirs."""

import unicodedata
from collections.abc import Sequence

from companion.formats.faults import BadInput, Fault
from companion.games.people import GONE, key_of
from companion.i18n.catalog import in_every_language

_JOINERS = "\u200c\u200d\ufe0f"
"""Part of how some languages and small pictures are written."""
_ALIKE = str.maketrans(
    "\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0456\u0458\u0455\u043a\u043c\u0442\u04bb\u03bf\u03b1\u03c1\u03bd\u03b9\u03ba\u0131"
    "\u0432\u043d\u0261\u03c5\u03c4\u03b7\u03c7",
    "aeopcyxijskmthoapvikibhgutnx",
)
"""Small letters of the Cyrillic and Greek alphabets, and what they look like."""


def check_names(names: Sequence[str]) -> None:
    """Raises BadInput for names with marks nobody sees, and for two that look the same."""
    faults: list[Fault] = []
    seen: set[str] = set()
    for number, name in enumerate(names):
        if any(_is_unseen(letter) for letter in name):
            faults.append(Fault(f"players[{number}].name", "table.name-unseen"))
        look = looks_like(name)
        if look in seen:
            faults.append(Fault(f"players[{number}].name", "table.name-alike", {"name": name[:40]}))
        seen.add(look)
    if faults:
        raise BadInput(faults)


def looks_like(name: str) -> str:
    """The same for names that look the same."""
    plain = unicodedata.normalize("NFKC", name).casefold()
    return " ".join("".join(letter for letter in plain if letter not in _JOINERS).split()).translate(_ALIKE)


def is_somebody(game: str, name: str, color: str) -> bool:
    """Whether a name is a person's: not that of somebody deleted, and not the colour's, which stands where nobody typed
    a name, in whatever language the table was set up in."""
    if GONE.fullmatch(name):
        return False
    words = [color, *in_every_language(f"web.color.{color}"), *in_every_language(f"{game}.color.{color}")]
    return not color or key_of(name) not in map(key_of, words)


def _is_unseen(letter: str) -> bool:
    return letter not in _JOINERS and unicodedata.category(letter) in ("Cc", "Cf", "Zl", "Zp", "Co", "Cn")
