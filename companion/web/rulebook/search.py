"""Finding rules by what somebody asks: a question in everyday words, some words of a rule, or its number.

A rule is weighed by the words of its title, its text and the ways people ask for it: once by all of them together
(rare words weigh more, as in BM25), and once by the one passage that is most like the question.
"""

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache

from companion.i18n.catalog import speaker
from companion.web.rulebook.book import Book, Rule, book, rulebooks
from companion.web.rulebook.words import Vocabulary, asked, fold, stem, words

MOST_LETTERS = 200
MOST_HITS = 30
_WEAKEST = 0.4
"""A hit weighs at least this share of the best one."""
_TITLE, _TEXT, _AROUND, _ASKED = 1.5, 1.0, 0.3, 1.0
_FAINT = 0.4
_TOGETHER = 2.0
"""What all the words of a rule weigh beside its best passage."""

Marked = tuple[tuple[str, bool], ...]
"""A text in pieces, each with whether it is what was looked for."""


@dataclass(frozen=True)
class Hit:
    rule: Rule
    title: Marked
    text: Marked


@dataclass(frozen=True)
class RuleHit:
    hits: tuple[Hit, ...]
    instead: tuple[str, ...] = ()
    """Words of the book that look like what was typed, where nothing was found."""


def search(the_book: Book, typed: str) -> RuleHit | None:
    """None as long as nothing but "can I" has been typed."""
    typed = typed[:MOST_LETTERS]
    index = _index(the_book.game, the_book.language)
    meant = index.meant(typed)
    found = index.weigh(meant)
    numbered = _numbers(the_book.game).get("".join(words(typed)))
    if numbered is not None:
        found = {numbered: math.inf}
    if not found:
        return RuleHit((), _instead(the_book, typed)) if meant else None
    best = max(found.values())
    ranked = sorted((at for at, weight in found.items() if weight >= best * _WEAKEST), key=lambda at: -found[at])
    shown = {one for word, alike in meant.items() if word not in index.faint for one in alike}
    return RuleHit(
        tuple(
            Hit(rule, mark(rule.title, shown, the_book.language), mark(rule.text, shown, the_book.language))
            for rule in (the_book.rules[at] for at in ranked[:MOST_HITS])
        )
    )


def mark(text: str, stems: Iterable[str], language: str) -> Marked:
    """The text cut up so that every word with one of the stems stands by itself."""
    wanted, folded = frozenset(stems), fold(text)
    hit = [False] * len(text)
    for start, word in folded.words():
        if stem(word, language) in wanted:
            for place in folded.places[start : start + len(word)]:
                hit[place] = True
    pieces: list[tuple[str, bool]] = []
    for letter, inside in zip(text, hit, strict=True):
        if pieces and pieces[-1][1] is inside:
            pieces[-1] = (pieces[-1][0] + letter, inside)
        else:
            pieces.append((letter, inside))
    return tuple(pieces)


@dataclass(frozen=True)
class _Passage:
    """A title, a text, or one way of asking: the stems of one passage of a rule, and how much it says."""

    rule: int
    stems: frozenset[str]
    weight: float


class _Index:
    """Where each stem of a book stands."""

    def __init__(self, the_book: Book) -> None:
        texts = [list(_texts(rule, the_book.language)) for rule in the_book.rules]
        self.vocabulary = Vocabulary((text for rule in texts for text, _ in rule), the_book.language)
        self.faint = asked(the_book.language).faint
        self._passages = [
            _Passage(at, frozenset(self.vocabulary.terms(text)), weight)
            for at, rule in enumerate(texts)
            for text, weight in rule
        ]
        self._where: dict[str, list[int]] = defaultdict(list)
        for number, passage in enumerate(self._passages):
            for one in passage.stems:
                self._where[one].append(number)
        self._rarity = {one: self._rare(numbers, len(texts)) for one, numbers in self._where.items()}
        self._lengths = [math.sqrt(sum(self._rarity[one] for one in passage.stems)) for passage in self._passages]

    def _rare(self, numbers: Iterable[int], rules: int) -> float:
        """The fewer rules have it, the more a word says."""
        known = len({self._passages[number].rule for number in numbers})
        return math.sqrt(math.log(1 + (rules - known + 0.5) / (known + 0.5)))

    def meant(self, typed: str) -> Mapping[str, Mapping[str, float]]:
        """For each word of the question the stems of the book it may mean. The last may not be typed to its end."""
        terms = list(dict.fromkeys(self.vocabulary.terms(typed)))
        return {term: self.vocabulary.alike(term, unfinished=term == terms[-1]) for term in terms}

    def weigh(self, meant: Mapping[str, Mapping[str, float]]) -> dict[int, float]:
        together: dict[int, float] = defaultdict(float)
        passages: dict[int, float] = defaultdict(float)
        asked_for = 0.0
        for word, alike in meant.items():
            here = {one: sure for one, sure in alike.items() if one in self._where}
            if not here:
                continue
            own = self._rarity.get(word) or max(self._rarity[one] for one in here)
            own *= _FAINT if word in self.faint else 1
            asked_for += own
            best: dict[int, float] = {}
            for one, sure in here.items():
                for number in self._where[one]:
                    best[number] = max(best.get(number, 0), sure * min(own, self._rarity[one]))
            often: dict[int, float] = defaultdict(float)
            most: dict[int, float] = defaultdict(float)
            for number, weight in best.items():
                passage = self._passages[number]
                passages[number] += weight
                often[passage.rule] += passage.weight
                most[passage.rule] = max(most[passage.rule], weight)
            for rule, times in often.items():
                together[rule] += most[rule] * 2 * times / (times + 1)
        weights = {rule: _TOGETHER * weight / asked_for for rule, weight in together.items()}
        closest: dict[int, float] = defaultdict(float)
        for number, weight in passages.items():
            passage = self._passages[number]
            if passage.weight != _AROUND:
                alike_all = weight / self._lengths[number] / math.sqrt(asked_for)
                closest[passage.rule] = max(closest[passage.rule], alike_all)
        return {rule: weight + closest[rule] for rule, weight in weights.items()}


def _texts(rule: Rule, language: str) -> Iterator[tuple[str, float]]:
    yield rule.title, _TITLE
    yield rule.text, _TEXT
    yield f"{speaker(language)('rulebook.topic.' + rule.topic.key)} {rule.editions}", _AROUND
    for way in asked(language).rules.get(rule.id, ()):
        yield way, _ASKED


@cache
def _index(game: str, language: str) -> _Index:
    return _Index(book(game, language))


@cache
def _numbers(game: str) -> Mapping[str, int]:
    """``D-ROUTE-04`` is also found as route 4 and droute04."""
    numbers: dict[str, int] = {}
    for at, rule in enumerate(rulebooks()[game].rules):
        for parts in (rule.lower().split("-"), [part.lstrip("0") for part in rule.lower().split("-")]):
            numbers |= {"".join(parts): at, "".join(parts[1:]): at} if len(parts) > 2 else {"".join(parts): at}
    return numbers


def _instead(the_book: Book, typed: str) -> tuple[str, ...]:
    known = sorted({word for rule in the_book.rules for word in words(rule.title) if len(word) > 3})
    return tuple(dict.fromkeys(near for word in words(typed) for near in get_close_matches(word, known, 3, 0.6)))
