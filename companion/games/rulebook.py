"""What a game brings to the shared pages of rules: topics, choices, examples and printed references."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Illustrate = Callable[[str, Mapping[str, str], Any], Any]
"""The drawn example of a rule where these rulings hold, in the words of a speaker; None where there is none."""


@dataclass(frozen=True)
class Topic:
    key: str
    icon: str
    rules: tuple[str, ...]


@dataclass(frozen=True)
class Section:
    """Rules under the name of their topic, with examples drawn beside them."""

    topic: str
    rules: tuple[str, ...]
    examples: tuple[str, ...] = ()


@dataclass(frozen=True)
class ReferenceRow:
    """One line of the table of numbers: a code of the catalogue, and a number for each number of players."""

    code: str
    numbers: tuple[int, ...]


@dataclass(frozen=True)
class Reference:
    game: str
    name: str
    players: tuple[int, ...]
    rows: tuple[ReferenceRow, ...]
    sections: tuple[Section, ...]
    scored: tuple[tuple[str, str], ...]
    """Rows of the score pad, each with its rule."""
    rulings: tuple[str, ...]
    """What the table may decide, as far as it matters here."""


@dataclass(frozen=True)
class Rulebook:
    """A ruling says what holds where editions differ or are silent; it stands with the rules it is about."""

    game: str
    topics: tuple[Topic, ...]
    options: Mapping[str, tuple[str, ...]]
    """What a table may decide for itself, by ruling, the default first."""
    ruling_prefix: str
    illustrate: Illustrate
    references: Sequence[str]
    """The printed references there are."""
    reference: Callable[[str], Reference]

    @property
    def rules(self) -> tuple[str, ...]:
        return tuple(rule for topic in self.topics for rule in topic.rules)

    def is_ruling(self, rule: str) -> bool:
        return rule.startswith(self.ruling_prefix)


def numbered(family: str, *numbers: int) -> tuple[str, ...]:
    return tuple(f"{family}-{number:02}" for number in numbers)


def run(family: str, last: int) -> tuple[str, ...]:
    """``D-GEO-01`` to the last of the family."""
    return numbered(family, *range(1, last + 1))
