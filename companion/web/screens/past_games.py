"""Past games: which of them are listed, and what can be chosen to find one."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from companion.games.people import PeopleState, key_of
from companion.log.summaries import Facet, Find
from companion.service.lists import Lists
from companion.service.results import Result, result_of
from companion.web.screens.paging import A_PAGE, page_asked, pages_of

MOST_SEARCHED = 80
MOST_PLAYERS = 100
"""To choose from; the others are found by typing."""
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

    @property
    def address(self) -> dict[str, str]:
        """What stands in the address of a page of the same search."""
        told = {"q": self.search, **{name: getattr(self, name) for name in FILTERS}}
        return {key: value for key, value in told.items() if value}


@dataclass(frozen=True)
class Listing:
    """One page of what was found, and what there is to choose from: values, and how they are called."""

    results: tuple[Result, ...]
    found: int
    all: int
    page: int
    pages: int
    choices: Mapping[str, Mapping[str, str]]


def read_wanted(args: Mapping[str, str]) -> Wanted:
    chosen = {name: args.get(name, "")[:MOST_SEARCHED] for name in FILTERS}
    return Wanted(args.get("q", "").strip()[:MOST_SEARCHED], **chosen)


def listing(lists: Lists, people: PeopleState, wanted: Wanted, args: Mapping[str, str]) -> Listing:
    """``args``: those of the address, for the number of the page."""
    facets = lists.facets()
    everything = sum(games for one, games in facets if one.facet == "game")
    find = _find(people, wanted)
    found = lists.number_finished(find) if wanted.address else everything
    pages = pages_of(found)
    page = page_asked(args, pages)
    shown = lists.finished(find, (page - 1) * A_PAGE, A_PAGE)
    results = tuple(result for one in shown if (result := result_of(one)))
    return Listing(results, found, everything, page, pages, _choices(facets, people))


def _find(people: PeopleState, wanted: Wanted) -> Find:
    facets: dict[str, Collection[str]] = {
        name: {value} for name in FILTERS if name != "player" and (value := getattr(wanted, name))
    }
    if wanted.player:
        facets["player"] = _keys(people, wanted.player)
    return Find(facets, tuple((word, _called(people, word)) for word in key_of(wanted.search).split()))


def _keys(people: PeopleState, person: str) -> set[str]:
    """All keys of names that stand for one person."""
    return {person, *(key for key in people.into if people.person(key) == person)}


def _called(people: PeopleState, word: str) -> set[str]:
    """The keys of those who are called like that now, whatever name they typed then."""
    persons = [person for person, shown in people.shown.items() if word in key_of(shown)]
    return {key for person in persons for key in _keys(people, person)}


def _choices(facets: Sequence[tuple[Facet, int]], people: PeopleState) -> dict[str, dict[str, str]]:
    """Only what would find something; people by how often they played."""
    played: Counter[str] = Counter()
    names: dict[str, str] = {}
    others: dict[str, list[str]] = {name: [] for name in FILTERS if name != "player"}
    for one, games in facets:
        if one.facet == "player":
            person = people.person(one.value)
            played[person] += games
            names.setdefault(person, people.name(one.name))
        else:
            others[one.facet].append(one.value)
    ordered = {name: sorted(values, reverse=name == "year") for name, values in others.items()}
    chosen = {name: {value: value for value in values} for name, values in ordered.items()}
    return {**chosen, "player": {person: names[person] for person, _ in played.most_common(MOST_PLAYERS)}}
