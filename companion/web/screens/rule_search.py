"""Finding rules by what somebody types: in their language, without regard to accents and capitals, or by number.

Every word that was typed has to be found, itself or one that means the same here: as the beginning of a word, or, from
four letters on, anywhere in one (German says Terrainkarte where others say two words).
"""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache

from companion.i18n.catalog import speaker
from companion.web.screens.rulebook import Book, Rule, book

MOST_LETTERS = 80
INSIDE = 4
"""So many letters are also looked for inside of words."""
_TITLE, _TEXT, _ELSEWHERE = 3, 2, 1

Marked = tuple[tuple[str, bool], ...]
"""A text in pieces, each with whether it is what was looked for."""


@dataclass(frozen=True)
class Hit:
    rule: Rule
    title: Marked
    text: Marked


@dataclass(frozen=True)
class Found:
    hits: tuple[Hit, ...]
    instead: tuple[str, ...] = ()
    """Words of the book that look like what was typed, where nothing was found."""


@dataclass(frozen=True)
class Folded:
    """A text without accents and capitals, and for each of its letters the place it came from."""

    text: str
    places: tuple[int, ...]


def fold(text: str) -> Folded:
    letters: list[str] = []
    places: list[int] = []
    for place, letter in enumerate(text):
        plain = {"œ": "oe", "æ": "ae"}.get(letter.lower()) or "".join(
            part for part in unicodedata.normalize("NFKD", letter).casefold() if not unicodedata.combining(part)
        )
        letters += plain
        places += [place] * len(plain)
    return Folded("".join(letters), tuple(places))


def search(the_book: Book, typed: str) -> Found:
    asked = [_alternatives(word, the_book.language) for word in _words(fold(typed[:MOST_LETTERS]).text)]
    if not asked:
        return Found(())
    weighed = []
    for page in _pages(the_book.game, the_book.language):
        weights = [page.weight(words) for words in asked]
        if all(weights):
            weighed.append((-sum(weights), page))
    ranked = [page for _, page in sorted(weighed, key=lambda one: one[0])]  # equals stay in the order of the book
    if not ranked:
        return Found((), _instead(the_book, asked))
    flat = [word for words in asked for word in words]
    return Found(tuple(Hit(page.rule, mark(page.rule.title, flat), mark(page.rule.text, flat)) for page in ranked))


def mark(text: str, words: Iterable[str]) -> Marked:
    """The text cut up so that every one of ``words`` stands by itself."""
    folded = fold(text)
    hit = [False] * len(text)
    for word in words:
        for match in re.finditer(_pattern(word), folded.text):
            for place in folded.places[match.start() : match.end()]:
                hit[place] = True
    pieces: list[tuple[str, bool]] = []
    for letter, inside in zip(text, hit, strict=True):
        if pieces and pieces[-1][1] is inside:
            pieces[-1] = (pieces[-1][0] + letter, inside)
        else:
            pieces.append((letter, inside))
    return tuple(pieces)


def _pattern(word: str) -> str:
    return re.escape(word) if len(word) >= INSIDE else rf"\b{re.escape(word)}"


@dataclass(frozen=True)
class _Page:
    """Where the words of one rule are looked up: its number and title, its text, everything around it."""

    rule: Rule
    title: str
    text: str
    around: str

    def weight(self, words: Sequence[str]) -> int:
        for place, weight in ((self.title, _TITLE), (self.text, _TEXT), (self.around, _ELSEWHERE)):
            if any(re.search(_pattern(word), place) for word in words):
                return weight
        return 0


@cache
def _pages(game: str, language: str) -> tuple[_Page, ...]:
    say = speaker(language)
    return tuple(
        _Page(
            rule,
            fold(f"{rule.title} {rule.id} {_spoken_id(rule.id)}").text,
            fold(rule.text).text,
            fold(f"{say('rulebook.topic.' + rule.topic.key)} {rule.editions}").text,
        )
        for rule in book(game, language).rules
    )


def _spoken_id(rule: str) -> str:
    """``D-ROUTE-04`` is also found as route 4 and droute04."""
    return f"{rule.replace('-', '')} {' '.join(part.lstrip('0') for part in rule.split('-'))}"


def _words(folded: str) -> list[str]:
    return re.findall(r"[^\W_]+", folded)


@cache
def _synonyms(language: str) -> tuple[frozenset[str], ...]:
    """Groups of words that mean the same at a table: ``way, route, path; tent, camp``."""
    groups = fold(speaker(language)("rulebook.synonyms")).text.split(";")
    return tuple(frozenset(word.strip() for word in group.split(",") if word.strip()) for group in groups)


def _alternatives(word: str, language: str) -> tuple[str, ...]:
    """The word itself, and what means the same; a word somebody is still typing stands for none yet."""
    same = {other for group in _synonyms(language) if word in group for other in group}
    return (word, *sorted(same - {word}))


def _instead(the_book: Book, asked: Iterable[Sequence[str]]) -> tuple[str, ...]:
    known = sorted({word for rule in the_book.rules for word in _words(fold(rule.title).text) if len(word) > 3})
    return tuple(dict.fromkeys(near for words in asked for near in get_close_matches(words[0], known, 3, 0.7)))
