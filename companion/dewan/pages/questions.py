"""Questions about a hidden hand that wait for whoever holds it. They are notes for minutes: in the memory of the one
process there is, or where several processes share them; never part of a log or of a backup.
"""

import secrets
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from time import time

from companion.log.notes import Notebook, Notes

WAITS_SECONDS = 120.0
"""A question that got no answer by then is over."""
KEPT_SECONDS = 300.0
MOST = 20
"""At one table."""


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
    """All threads may share one, and so may processes that share a notebook. The clock is handed in, so that tests can
    move it."""

    def __init__(self, notebook: Notebook, clock: Callable[[], float] = time) -> None:
        self._notebook = notebook
        self._clock = clock

    def ask(
        self, table_id: str, player: str, asker: str | None, device: str, about: Mapping[str, str]
    ) -> PhoneQuestion | None:
        """A device asks one question at a time: a new one takes the place of its last. None when too many wait."""
        with self._changing(table_id) as asked:
            _drop(asked, device)
            if len(asked) >= MOST:
                return None
            question = PhoneQuestion(secrets.token_urlsafe(9), table_id, player, asker, device, about, self._clock())
            asked[question.id] = question
            return question

    def waiting_for(self, table_id: str, player: str) -> PhoneQuestion | None:
        """The question a player should answer next."""
        waiting = (one for one in self._asked(table_id) if (one.player, one.word) == (player, HandAnswer.WAITING))
        return min(waiting, key=lambda one: one.asked_at, default=None)

    def of(self, table_id: str, device: str) -> PhoneQuestion | None:
        """What this device has asked, with what became of it."""
        return next((one for one in self._asked(table_id) if one.device == device), None)

    def answer(self, id_: str, table_id: str, player: str, word: HandAnswer) -> bool:
        """False when there is no such question to this player any more."""
        with self._changing(table_id) as asked:
            question = asked.get(id_)
            if question is None or (question.player, question.word) != (player, HandAnswer.WAITING):
                return False
            asked[id_] = replace(question, word=word)
            return True

    def forget(self, table_id: str, device: str) -> None:
        with self._changing(table_id) as asked:
            _drop(asked, device)

    def _asked(self, table_id: str) -> list[PhoneQuestion]:
        return list(self._known(self._notebook.read(_place(table_id))).values())

    @contextmanager
    def _changing(self, table_id: str) -> Iterator[dict[str, PhoneQuestion]]:
        with self._notebook.changing(_place(table_id)) as notes:
            asked = self._known(notes)
            yield asked
            notes.clear()
            notes.update({id_: asdict(question) for id_, question in asked.items()})

    def _known(self, notes: Notes) -> dict[str, PhoneQuestion]:
        """Without those that are too old; one that waited for too long is over."""
        now, known = self._clock(), {}
        for id_, note in notes.items():
            question = PhoneQuestion(**{**note, "word": HandAnswer(note["word"])})
            age = now - question.asked_at
            if age > WAITS_SECONDS and question.word is HandAnswer.WAITING:
                question = replace(question, word=HandAnswer.EXPIRED)
            if age <= KEPT_SECONDS:
                known[id_] = question
        return known


def _place(table_id: str) -> str:
    return f"questions {table_id}"


def _drop(asked: dict[str, PhoneQuestion], device: str) -> None:
    for id_ in [one.id for one in asked.values() if one.device == device]:
        del asked[id_]
