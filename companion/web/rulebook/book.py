"""The catalogue of rules in one language: every rule with its words, by topic."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property

from companion.games.registry import PLUGINS
from companion.games.rulebook import Rulebook, Topic
from companion.i18n.catalog import speaker


def rulebooks() -> Mapping[str, Rulebook]:
    """By game; the one that is offered first in front."""
    return {key: plugin.rulebook for key, plugin in PLUGINS.items() if plugin.rulebook}


def rulebook_of(rule: str) -> Rulebook:
    """By the letter its id begins with; whether there is such a rule is another question."""
    books = rulebooks()
    first = next(iter(books.values()))
    return next((book for book in books.values() if any(one[0] == rule[:1] for one in book.rules)), first)


@dataclass(frozen=True)
class Rule:
    """``editions``: what the editions say or leave open, of a ruling. ``options``: what a table may decide, default
    first."""

    id: str
    topic: Topic
    title: str
    text: str
    editions: str = ""
    options: tuple[str, ...] = ()


@dataclass(frozen=True)
class Book:
    game: str
    language: str
    rules: tuple[Rule, ...]

    @cached_property
    def by_id(self) -> Mapping[str, Rule]:
        return {rule.id: rule for rule in self.rules}

    @cached_property
    def topics(self) -> tuple[tuple[Topic, tuple[Rule, ...]], ...]:
        return tuple(
            (topic, rules)
            for topic in rulebooks()[self.game].topics
            if (rules := tuple(rule for rule in self.rules if rule.topic is topic))
        )

    @property
    def to_decide(self) -> tuple[Rule, ...]:
        """The rulings a table may change."""
        return tuple(rule for rule in self.rules if rule.options)

    def topic(self, key: str) -> tuple[Topic, tuple[Rule, ...]] | None:
        return next(((topic, rules) for topic, rules in self.topics if topic.key == key), None)

    def beside(self, rule: Rule) -> tuple[Rule | None, Rule | None]:
        """The rules before and after it."""
        at = self.rules.index(rule)
        return self.rules[at - 1] if at else None, self.rules[at + 1] if at + 1 < len(self.rules) else None


@cache
def book(game: str, language: str) -> Book:
    say, known = speaker(language), rulebooks()[game]
    rules = tuple(
        Rule(
            rule,
            topic,
            say(f"rule.{rule}.title"),
            say(f"rule.{rule}"),
            say(f"rule.{rule}.editions") if known.is_ruling(rule) else "",
            known.options.get(rule, ()),
        )
        for topic in known.topics
        for rule in topic.rules
    )
    return Book(game, language, rules)
