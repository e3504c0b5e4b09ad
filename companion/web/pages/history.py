"""Past games: which of them are listed, what can be chosen to find one, and games that come as a file."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from flask import Blueprint, Response, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.formats.faults import BadInput, Fault
from companion.formats.strict_json import parse_json
from companion.games.people import PeopleState, key_of
from companion.log.summaries import Facet, Find
from companion.service.files import LOG_FORMAT, import_log, import_record
from companion.service.lists import Lists
from companion.service.results import Result, result_of
from companion.web.access.limits import REPLAYS
from companion.web.access.policy import (
    host_new_table,
    open_to_everyone,
    open_to_makers,
)
from companion.web.access.sending import most_entries
from companion.web.drawing.players import PlayerStyle
from companion.web.friends import known_people
from companion.web.game_screens import GameScreens, all_screens
from companion.web.htmx import page_or_fragment, see_other
from companion.web.language import t
from companion.web.pages.past_game import CalledNow
from companion.web.paging import A_PAGE, page_asked, pages_of
from companion.web.submit import backend, lists

bp = Blueprint("history", __name__, url_prefix="/games")

MOST_FILE = 2_000_000
CODES = {"game": "game", "scenario": "word"}
"""Choices that are codes of the catalogue."""
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
        given = {"q": self.search, **{name: getattr(self, name) for name in FILTERS}}
        return {key: value for key, value in given.items() if value}


@dataclass(frozen=True)
class Listing:
    """One page of what was found, and what there is to choose from: values, and how they are called."""

    results: tuple[Result, ...]
    found: int
    all: int
    page: int
    pages: int
    choices: Mapping[str, Mapping[str, str]]


@dataclass(frozen=True)
class GamesPage:
    """``looks``: how players are drawn, by table. ``faults``: of a file that was sent."""

    wanted: Wanted
    listing: Listing
    called: CalledNow
    looks: Mapping[str, Mapping[str, PlayerStyle]]
    faults: Sequence[str]
    filters = FILTERS

    def choice_text(self, name: str, value: str, called: str) -> str:
        return t(f"{CODES[name]}.{value}") if name in CODES else called


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


@bp.get("")
@open_to_everyone
def index() -> Response:
    """Everything for the house; others find the games they were at."""
    return _index()


@bp.post("/import")
@open_to_makers
def take_file() -> AnyResponse:
    """A game that was exported here or elsewhere: a log, or a table record."""
    try:
        with REPLAYS.turn():
            look = _imported()
    except BadInput as bad:
        return _index(faults=[t(fault.code, **fault.params) for fault in bad.faults[:5]], status=422)
    return see_other(url_for("past_game.show", table_id=look))


def _index(faults: Sequence[str] = (), status: int = 200) -> Response:
    people = known_people()
    wanted = read_wanted(request.args)
    found = listing(lists(), people, wanted, request.args)
    looks = {result.table_id: _looks(result) for result in found.results}
    page = GamesPage(wanted, found, CalledNow(people), looks, faults)
    return page_or_fragment("games/page.html", "games/_list.html", page, status)


def _looks(result: Result) -> Mapping[str, PlayerStyle]:
    screens = all_screens().get(result.game) or GameScreens()
    return screens.listed_looks(result.players, result.colors, result.box)


def _imported() -> str:
    file = request.files.get("file")
    raw = file.read(MOST_FILE + 1) if file else b""
    if not raw or len(raw) > MOST_FILE:
        raise BadInput([Fault("file", "web.games.no-file")])
    try:
        document = parse_json(raw.decode("utf-8"))
    except UnicodeDecodeError:
        raise BadInput([Fault("file", "web.games.no-file")]) from None
    service = backend().service
    if isinstance(document, dict) and document.get("format") == LOG_FORMAT:
        # Boxes and people have a log, too, but there is no game to show.
        if str(document.get("game")) in service.games.keys() - all_screens().keys():
            raise BadInput([Fault("game", "web.games.no-file")])
        return host_new_table(import_log(service, document, most_entries())).info.id
    return host_new_table(import_record(service, document)).info.id
