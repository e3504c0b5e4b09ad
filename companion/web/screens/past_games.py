"""Past games: which of them are listed, and what can be chosen to find one."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from companion.games.people import GONE, PeopleState, key_of
from companion.service.results import Result

A_PAGE = 20
MOST_SEARCHED = 80
FILTERS = ("game", "scenario", "count", "player", "year")


@dataclass(frozen=True)
class Wanted:
    """What somebody looks for; empty texts leave it open."""

    search: str = ""
    game: str = ""
    scenario: str = ""
    count: str = ""
    player: str = ""
    year: str = ""
    page: int = 1

    @property
    def anything(self) -> bool:
        return bool(self.search or any(getattr(self, name) for name in FILTERS))

    def address(self, page: int) -> dict[str, str | int]:
        """What stands in the address of a page of the same search."""
        told = {"q": self.search, **{name: getattr(self, name) for name in FILTERS}}
        return {**{key: value for key, value in told.items() if value}, "page": page}


@dataclass(frozen=True)
class Listing:
    """One page of what was found, and what there is to choose from."""

    results: tuple[Result, ...]
    found: int
    all: int
    page: int
    pages: int
    choices: Mapping[str, tuple[str, ...]]


def read_wanted(args: Mapping[str, str]) -> Wanted:
    page = args.get("page", "")
    number = int(page) if page.isascii() and page.isdigit() and len(page) < 7 else 1
    chosen = {name: args.get(name, "")[:MOST_SEARCHED] for name in FILTERS}
    return Wanted(args.get("q", "").strip()[:MOST_SEARCHED], page=max(1, number), **chosen)


def listing(results: Sequence[Result], people: PeopleState, wanted: Wanted) -> Listing:
    found = [result for result in results if _fits(result, people, wanted)]
    pages = max(1, -(-len(found) // A_PAGE))
    page = min(wanted.page, pages)
    shown = tuple(found[(page - 1) * A_PAGE : page * A_PAGE])
    return Listing(shown, len(found), len(results), page, pages, _choices(results, people))


def local_year(moment: str) -> str:
    return str(datetime.fromisoformat(moment).astimezone().year)


def _fits(result: Result, people: PeopleState, wanted: Wanted) -> bool:
    if wanted.search and not _holds(result, people, key_of(wanted.search)):
        return False
    return (
        wanted.game in ("", result.game)
        and wanted.scenario in ("", result.scenario)
        and wanted.count in ("", str(len(result.players)))
        and wanted.year in ("", local_year(result.ended_at))
        and (not wanted.player or wanted.player in map(people.person, result.players))
    )


def _holds(result: Result, people: PeopleState, words: str) -> bool:
    """Every word in the title or in a name, as it was typed or as the person is called now."""
    texts = [key_of(result.title or ""), *map(key_of, result.players)]
    texts += [key_of(people.name(name)) for name in result.players]
    return all(any(word in text for text in texts) for word in words.split())


def _choices(results: Sequence[Result], people: PeopleState) -> dict[str, tuple[str, ...]]:
    """Only what would find something; people by how often they played."""
    played = Counter(people.person(name) for result in results for name in result.players if not GONE.fullmatch(name))
    return {
        "game": tuple(sorted({result.game for result in results})),
        "scenario": tuple(sorted({result.scenario for result in results})),
        "count": tuple(sorted({str(len(result.players)) for result in results})),
        "player": tuple(key for key, _ in played.most_common()),
        "year": tuple(sorted({local_year(result.ended_at) for result in results}, reverse=True)),
    }
