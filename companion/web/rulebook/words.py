"""The words of the rulebook as the search compares them: without accents and endings, with those that mean the same.

What people ask in everyday words is written down by language in ``companion/i18n/asked``: words that say nothing,
groups of words that mean the same at a table, and for each rule some ways of asking for it.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import import_module
from importlib.resources import files
from typing import Protocol

_SNOWBALL = {"en": "english", "de": "german", "fr": "french", "pt": "portuguese"}
_LEAST_PART = 4
"""Letters a part of a German compound has at least."""
_LINKS = ("", "s", "n", "en", "e", "er", "es")
"""What German puts between the parts."""
_SAME, _BEGUN, _CLOSE = 0.7, 0.8, 0.6
"""How sure it is that a word with the same meaning is meant, or one that was begun; and how close a slip has to be."""


class Stemmer(Protocol):
    def stemWord(self, word: str) -> str: ...


@dataclass(frozen=True)
class Folded:
    """A text without accents and capitals, and for each of its letters the place it came from."""

    text: str
    places: tuple[int, ...]

    def words(self) -> Iterator[tuple[int, str]]:
        """Each word and where it begins."""
        return ((found.start(), found[0]) for found in re.finditer(r"[^\W_]+", self.text))


@lru_cache(maxsize=4096)
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


def words(text: str) -> list[str]:
    return [word for _, word in fold(text).words()]


@dataclass(frozen=True)
class Phrasing:
    """How people ask in one language: words that say nothing; stems that say little, and groups that mean the same; and
    for each rule the ways of asking for it."""

    unasked: frozenset[str]
    faint: frozenset[str]
    same: tuple[frozenset[str], ...]
    rules: Mapping[str, tuple[str, ...]]


@cache
def asked(language: str) -> Phrasing:
    lines: dict[str, list[str]] = {}
    here: list[str] = []
    for line in (
        files("companion.i18n").joinpath("asked", f"{_plain(language)}.txt").read_text(encoding="utf-8").splitlines()
    ):
        if line.startswith("["):
            here = lines.setdefault(line.strip("[]"), [])
        elif line and not line.startswith("#"):
            here.append(line)
    rules = [line.split(":", 1) for game in ("dewan", "river") for line in lines[game]]
    return Phrasing(
        frozenset(word for line in lines["unasked"] for word in words(line)),
        frozenset(stem(word, language) for line in lines["faint"] for word in words(line)),
        tuple(frozenset(stem(word, language) for word in words(line)) for line in lines["same"]),
        {rule: tuple(way.strip() for way in ways.split(" / ")) for rule, ways in rules},
    )


@lru_cache(maxsize=20_000)
def stem(word: str, language: str) -> str:
    return _stemmer(language).stemWord(word)


@cache
def _stemmer(language: str) -> Stemmer:
    name = _SNOWBALL[_plain(language)]
    made: Stemmer = getattr(import_module(f"snowballstemmer.{name}_stemmer"), f"{name.capitalize()}Stemmer")()
    return made


def _plain(language: str) -> str:
    """The language of the tests is English with other letters."""
    return language.partition("-")[0]


class Vocabulary:
    """All the words of a book, and which of them a word that was typed may mean."""

    def __init__(self, texts: Iterable[str], language: str) -> None:
        self.language = language
        self._asked = asked(language)
        self._stems_by_word = {word: stem(word, language) for text in texts for word in words(text)}
        self._stems = frozenset(self._stems_by_word.values())
        self._pairs = {word: _pairs(word) for word in self._stems_by_word if len(word) >= _LEAST_PART}

    def terms(self, text: str) -> list[str]:
        """The stems of a text without what says nothing; of a German compound also those of its parts."""
        return [one for word in words(text) if word not in self._asked.unasked for one in self._parts(word)]

    def _parts(self, word: str) -> tuple[str, ...]:
        whole = stem(word, self.language)
        if _plain(self.language) == "de":
            for at in range(len(word) - _LEAST_PART, _LEAST_PART - 1, -1):
                heads = (word[:at].removesuffix(link) for link in _LINKS)
                head = next((head for head in heads if head in self._pairs), None)
                tail = stem(word[at:], self.language)
                if head and tail in self._stems:
                    return whole, stem(head, self.language), tail
        return (whole,)

    def alike(self, term: str, unfinished: bool) -> dict[str, float]:
        """The stems a stem that was typed may mean, and how sure that is: itself, those that mean the same, else those
        it begins or nearly is."""
        found = {other: _SAME for group in self._asked.same if term in group for other in group} | {term: 1.0}
        if term in self._stems:
            return found
        if unfinished or len(term) >= _LEAST_PART:
            begun = {one: _BEGUN for word, one in self._stems_by_word.items() if word.startswith(term)}
            if begun:
                return begun | found
        pairs = _pairs(term)
        close = ((word, 2 * len(pairs & others) / (len(pairs) + len(others))) for word, others in self._pairs.items())
        return {self._stems_by_word[word]: alike for word, alike in close if alike > _CLOSE} | found


def _pairs(word: str) -> frozenset[str]:
    """The pairs of letters that follow each other: two words are alike if they share most of theirs."""
    ends = f"^{word}$"
    return frozenset(ends[at : at + 2] for at in range(len(word) + 1))
