"""Which game a rule belongs to, and where it stands in that game's rulebook."""

from collections.abc import Mapping

from companion.games.registry import PLUGINS
from companion.games.rulebook import Rulebook, Topic


def rulebooks() -> Mapping[str, Rulebook]:
    """By game; the one that is offered first in front."""
    return {key: plugin.rulebook for key, plugin in PLUGINS.items() if plugin.rulebook}


def rulebook_of(rule: str) -> Rulebook:
    """By the letter its id begins with; whether there is such a rule is another question."""
    books = rulebooks()
    first = next(iter(books.values()))
    return next((book for book in books.values() if any(one[0] == rule[:1] for one in book.rules)), first)


def topic_of(rule: str) -> Topic | None:
    return next((topic for topic in rulebook_of(rule).topics if rule in topic.rules), None)
