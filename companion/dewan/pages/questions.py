"""Questions about a hidden hand that wait for whoever holds it. They live in memory and for minutes only: neither a
question nor its answer is ever written down, and after a restart of the companion nobody remembers them.
"""

import secrets
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from time import monotonic

WAITS_SECONDS = 120.0
"""A question that got no answer by then is over."""
KEPT_SECONDS = 300.0
MOST = 200


class HandAnswer(StrEnum):
    """What became of a question. ``OPEN``: it depends on cards not even the owner has told."""

    WAITING = "waiting"
    YES = "yes"
    NO = "no"
    OPEN = "open"
    DECLINED = "declined"
    EXPIRED = "expired"


@dataclass(frozen=True)
class PhoneQuestion:
    """Can ``player`` do that? ``device``: who asked, and alone learns the answer. ``about`` is the game's own."""

    id: str
    table_id: str
    player: str
    asker: str | None
    device: str
    about: Mapping[str, str]
    asked_at: float
    word: HandAnswer = HandAnswer.WAITING


class PhoneQuestions:
    """All threads may share one. The clock is handed in, so that tests can move it."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._asked: dict[str, PhoneQuestion] = {}

    def ask(
        self, table_id: str, player: str, asker: str | None, device: str, about: Mapping[str, str]
    ) -> PhoneQuestion | None:
        """A device asks one question at a time: a new one takes the place of its last. None when too many wait."""
        with self._lock:
            self._tidy()
            self._drop(table_id, device)
            if len(self._asked) >= MOST:
                return None
            question = PhoneQuestion(secrets.token_urlsafe(9), table_id, player, asker, device, about, self._clock())
            self._asked[question.id] = question
            return question

    def waiting_for(self, table_id: str, player: str) -> PhoneQuestion | None:
        """The question a player should answer next."""
        with self._lock:
            self._tidy()
            waiting = (
                one
                for one in self._asked.values()
                if (one.table_id, one.player, one.word) == (table_id, player, HandAnswer.WAITING)
            )
            return min(waiting, key=lambda one: one.asked_at, default=None)

    def of(self, table_id: str, device: str) -> PhoneQuestion | None:
        """What this device has asked, with what became of it."""
        with self._lock:
            self._tidy()
            return next((one for one in self._asked.values() if (one.table_id, one.device) == (table_id, device)), None)

    def answer(self, id_: str, table_id: str, player: str, word: HandAnswer) -> bool:
        """False when there is no such question to this player any more."""
        with self._lock:
            self._tidy()
            question = self._asked.get(id_)
            if question is None or (question.table_id, question.player) != (table_id, player):
                return False
            if question.word is not HandAnswer.WAITING:
                return False
            self._asked[id_] = replace(question, word=word)
            return True

    def forget(self, table_id: str, device: str) -> None:
        with self._lock:
            self._drop(table_id, device)

    def _drop(self, table_id: str, device: str) -> None:
        for id_ in [one.id for one in self._asked.values() if (one.table_id, one.device) == (table_id, device)]:
            del self._asked[id_]

    def _tidy(self) -> None:
        now = self._clock()
        for id_, question in tuple(self._asked.items()):
            age = now - question.asked_at
            if age > KEPT_SECONDS:
                del self._asked[id_]
            elif age > WAITS_SECONDS and question.word is HandAnswer.WAITING:
                self._asked[id_] = replace(question, word=HandAnswer.EXPIRED)
