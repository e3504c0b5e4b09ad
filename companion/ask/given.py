"""What a game brings to be asked about, and what its answers are given to work with."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from companion.ask.source import source
from companion.formats.faults import BadInput, Node
from companion.formats.fields import Field
from companion.i18n.catalog import Speaker
from companion.rules.verdict import Reason

Answer = dict[str, object]


class Named(Protocol):
    @property
    def name(self) -> str: ...


class Seated(Protocol):
    """A table of any game: people sit at it."""

    @property
    def players(self) -> Sequence[Named]: ...


Table = TypeVar("Table", bound=Seated)


class Given(Generic[Table]):
    """The table of a question and the keys beside it, each read when the question asks for it."""

    def __init__(self, table: Table, fields: Mapping[str, Node], say: Speaker) -> None:
        self.table = table
        self.fields = fields
        self.say = say

    def has(self, key: str) -> bool:
        return key in self.fields and self.fields[key].value is not None

    def fault(self, key: str, code: str, **params: object) -> BadInput:
        self.fields[key].fault(code, **params)
        return BadInput(self.fields[key].faults)

    def player(self) -> str:
        name = self.fields["player"].text()
        if name is not None and name in [player.name for player in self.table.players]:
            return name
        if name is not None:
            raise self.fault("player", "table.unknown-player", name=name)
        raise BadInput(self.fields["player"].faults)

    def told(self, reasons: Sequence[Reason]) -> list[Answer]:
        return [
            {
                "rule": reason.rule,
                "text": self.say(reason.code, reason.params),
                "source": str(source(reason.rule, self.say) or ""),
            }
            for reason in reasons
        ]


@dataclass(frozen=True)
class Question:
    """The keys it must have, the keys it may have (null means the same as no key), and who answers."""

    required: Mapping[str, Field[Any]]
    optional: Mapping[str, Field[Any]]
    reply: Callable[[Any], Answer]


@dataclass(frozen=True)
class Questions:
    """How a game reads its record (faults are noted on the node), and its questions by the word of ``ask``."""

    read: Callable[[Node], Any]
    given: Callable[[Any, Mapping[str, Node], Speaker], Any]
    by_word: Mapping[str, Question]
