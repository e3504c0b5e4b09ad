"""What is worked out of something that never changes, for the next who asks for the same.

When something is recorded, every role and language is drawn from the same state of the table. Things are told apart by
which one they are, not by what they say: a whole table would take as long to compare as to draw.
"""

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

Made = TypeVar("Made")


class MadeOnce(Generic[Made]):
    """All threads may share one. Two who ask in the same moment may both make it; either is as good."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._lock = threading.Lock()
        # The things themselves are held as well: as long as they are, no other has their identity.
        self._kept: OrderedDict[Hashable, tuple[tuple[object, ...], Made]] = OrderedDict()

    def get(self, things: tuple[object, ...], rest: Hashable, make: Callable[[], Made]) -> Made:
        """``make`` must come to the same whenever it is given these very ``things`` and an equal ``rest``."""
        key = (*map(id, things), rest)
        with self._lock:
            if (known := self._kept.get(key)) is not None:
                self._kept.move_to_end(key)
                return known[1]
        made = make()
        with self._lock:
            self._kept[key] = things, made
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)
        return made
