"""Short codes to type where nothing can be scanned. They live in memory, beside the code they stand for, and only for
minutes after a screen has shown them: so few letters are safe, since guesses are counted (``limits.Kind.GUESS``).
"""

import secrets
import threading
import time
from collections.abc import Callable

LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""Without 0 and O, 1 and I, which nobody tells apart."""
LENGTH = 6
LASTS_SECONDS = 1800.0
MOST = 5_000


class ShortCodes:
    """In ``app.extensions["short_codes"]``, for all threads. The clock is handed in, so that tests can move it."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._long: dict[str, tuple[str, float]] = {}

    def shown_for(self, code: str) -> str:
        """The short code of a code that is being shown: the same one as long as it is."""
        with self._lock:
            self._forget_old()
            short = next((one for one, (long, _) in self._long.items() if long == code), None) or self._fresh()
            self._long[short] = (code, self._clock() + LASTS_SECONDS)
            return short

    def found(self, typed: str) -> str | None:
        """The code somebody typed the short one of, in capitals or not, with whatever between."""
        short = "".join(letter for letter in typed.upper() if letter in LETTERS)
        with self._lock:
            self._forget_old()
            long, _ = self._long.get(short, (None, 0.0))
        return long

    def _fresh(self) -> str:
        while (short := "".join(secrets.choice(LETTERS) for _ in range(LENGTH))) in self._long:
            pass
        return short

    def _forget_old(self) -> None:
        now = self._clock()
        kept = {short: told for short, told in self._long.items() if told[1] > now}
        self._long = dict(list(kept.items())[-MOST:])
