"""What a game brings: one value, named in ``companion/games/registry.py``.

The parts are named as ``module:name`` and imported when they are needed, so that a question at the command line never
waits for pages, nor a page for another game's commands.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from companion.ask.given import Questions
    from companion.formats.openapi import Published
    from companion.games.contract import Game
    from companion.games.rulebook import Rulebook
    from companion.rules.headings import Headings
    from companion.web.game_screens import GameScreens


@dataclass(frozen=True)
class GamePlugin:
    key: str
    game: str
    """Its face to the log: a ``Game``."""
    screens: str | None = None
    """Its pages: a ``GameScreens``."""
    box: str | None = None
    """Its boxes, recorded like tables: a ``Game``, too."""
    formats: tuple[str, ...] = ()
    """The formats of table records that can be imported and asked about."""
    published: str | None = None
    """Its documents as programs read them, and its answers: a ``Published``."""
    questions: str | None = None
    """What ``companion ask`` answers about its records: a ``Questions``."""
    rules: str | None = None
    """Its rules to read, by topic: a ``Rulebook``."""
    headings: str | None = None
    """Where its rules stand in the printed rulebook: a ``Headings``."""
    commands: Mapping[str, str] = field(default_factory=dict)
    """Commands of its own, each the module whose ``main`` runs it."""
    reader: str | None = None
    """The module that reads its photos, in a process of its own."""
    score: str | None = None
    """Its score in the terminal: given a ``ScoreRequest``, the pads to print (``companion/cli/score.py``)."""

    @cached_property
    def games(self) -> "list[Game]":
        """What of it has a log."""
        return [_load(name)() for name in (self.game, self.box) if name]

    @cached_property
    def rulebook(self) -> "Rulebook | None":
        return _load(self.rules) if self.rules else None

    @cached_property
    def printed(self) -> "Headings | None":
        return _load(self.headings) if self.headings else None

    def load_published(self) -> "Published | None":
        return _load(self.published) if self.published else None

    def load_questions(self) -> "Questions | None":
        return _load(self.questions) if self.questions else None

    def load_screens(self) -> "GameScreens | None":
        return _load(self.screens)() if self.screens else None

    def load_score(self) -> Any:
        return _load(self.score) if self.score else None


def _load(name: str) -> Any:
    module, _, attribute = name.partition(":")
    return getattr(import_module(module), attribute)
