"""Short codes to type where nothing can be scanned. Each leads to the code it stands for only for minutes after a
screen has shown it: so few letters are safe, since guesses are counted (``limits.Kind.GUESS``).
"""

import hashlib
import time
from collections.abc import Callable
from itertools import count

from companion.log.notes import Notebook
from companion.web.access.devices import hash_of

LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""Without 0 and O, 1 and I, which nobody tells apart."""
LENGTH = 6
LASTS_SECONDS = 1800.0


class ShortCodes:
    """In ``app.extensions["short_codes"]``, for all threads, and for all processes that share the notes. The clock is
    handed in, so that tests can move it."""

    def __init__(self, notes: Notebook, clock: Callable[[], float] = time.time) -> None:
        self._notes = notes
        self._clock = clock

    def shown_for(self, code: str) -> str:
        """The short code of a code that is being shown: always the same, unless another one has it just then."""
        hash_ = hash_of(code)
        for attempt in count():
            short = _made_from(f"short {attempt} {code}")
            with self._notes.changing(_place(short)) as note:
                if note.get("until", 0) <= self._clock() or note["hash"] == hash_:
                    note.update(hash=hash_, until=self._clock() + LASTS_SECONDS)
                    return short
        raise AssertionError

    def found(self, typed: str) -> str | None:
        """The hash of the code somebody typed the short one of, in capitals or not, with whatever between."""
        note = self._notes.read(_place("".join(letter for letter in typed.upper() if letter in LETTERS)))
        return note["hash"] if note.get("until", 0) > self._clock() else None


def _made_from(text: str) -> str:
    """Nobody who does not know the code can tell it."""
    letters = hashlib.sha256(text.encode()).digest()[:LENGTH]
    return "".join(LETTERS[letter % len(LETTERS)] for letter in letters)


def _place(short: str) -> str:
    return f"short code {short}"
