"""Past games: the list, one game in all its numbers, and its replay on the map."""

from collections.abc import Sequence
from functools import partial

from flask import Blueprint, Response, abort, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.formats.faults import BadInput, Fault
from companion.formats.strict_json import parse_json
from companion.games.contract import Label
from companion.games.facts import FactKind
from companion.games.people import GONE, PeopleState
from companion.service.answers import Look
from companion.service.files import LOG_FORMAT, import_log, import_record
from companion.service.results import Result, result_of
from companion.share.pad import Called, headline, said
from companion.web.access.limits import REPLAYS
from companion.web.access.policy import (
    Role,
    host_new_table,
    is_owner,
    open_to,
    open_to_everyone,
    open_to_makers,
)
from companion.web.access.sending import most_entries
from companion.web.drawing.looks import column_looks, listed_looks
from companion.web.game_screens import GameScreens, all_screens
from companion.web.htmx import page_or_fragment, see_other
from companion.web.language import current_speaker, t
from companion.web.recording import desk, lists, view_table
from companion.web.screens.one_game import minutes, one_game
from companion.web.screens.past_games import FILTERS, listing, read_wanted

bp = Blueprint("history", __name__, url_prefix="/games")

MOST_FILE = 2_000_000
CODES = {"game": "game", "scenario": "word"}
"""Choices that are codes of the catalogue."""


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
    return see_other(url_for("history.show", table_id=look))


@bp.get("/<table_id>")
@open_to(Role.SPECTATOR)
def show(table_id: str) -> Response:
    look, result = look_and_result(table_id)
    with REPLAYS.turn():
        course = desk().courses.course(table_id)
    screens = own_screens(look)
    looks = screens.looks(look)
    columns = column_looks(result.scoreboard, looks)
    called = called_now()
    return page_or_fragment(
        "games/game.html",
        "games/_game.html",
        result=result,
        headline=headline(result, current_speaker(), called),
        game=one_game(course, looks, columns),
        laps=course.laps,
        looks=looks,
        minutes=minutes(result),
        label=partial(label_text, called=called),
        rematch=screens.rematch(look),
        called=called,
        steps=len(course.steps) - 1,
        photos=desk().albums.of(table_id),
        broken=course.broken,
    )


@bp.get("/<table_id>/replay")
@open_to(Role.SPECTATOR)
def replay(table_id: str) -> Response:
    """A step of the game; nobody's hidden cards are in it, whoever looks."""
    look, result = look_and_result(table_id)
    everything = "all" in request.args
    with REPLAYS.turn():
        course = desk().courses.course(table_id, undone=everything)
    step = course.at(request.args.get("step", default=0, type=int))
    before = course.steps[step.number - 1] if step.number else None
    board = course.game.scoreboard(step.state)
    assert board is not None
    screens = own_screens(look)
    picture = screens.replay_picture(look, before, step)
    called = called_now()
    return page_or_fragment(
        "games/replay.html",
        "games/_replay_view.html",
        200,
        result=result,
        step=step,
        last=len(course.steps) - 1,
        everything=everything,
        summary=course.game.summary(step.state),
        board=board,
        player_looks=screens.looks(look),
        looks=column_looks(board, screens.looks(look)),
        picture=picture.template if picture else None,
        sheets=screens.sheets,
        label=partial(label_text, called=called),
        told=[fact for fact in step.facts if fact.kind is not FactKind.ROUTE and fact.label != step.label],
        called=called,
        broken=course.broken,
        **(picture.context if picture else {}),
    )


# --- What the pages about past games share


class CalledNow:
    """What players are called on a page: by the book of people, and whoever was deleted by the number of the seat."""

    def __init__(self, people: PeopleState) -> None:
        self.people = people

    def __call__(self, name: str) -> str:
        if gone := GONE.fullmatch(name):
            return t("web.people.gone", number=gone[1])
        return self.people.name(name)

    def all(self, names: Sequence[str], between: str = ", ") -> str:
        return between.join(map(self, names))


def called_now() -> CalledNow:
    return CalledNow(_people())


def _people() -> PeopleState:
    """The book of people is the house's: others would learn from it who somebody of a name they type in is."""
    return desk().people.state() if is_owner() else PeopleState()


def label_text(label: Label, called: Called) -> str:
    return said(label, current_speaker(), called)


def look_and_result(table_id: str) -> tuple[Look, Result]:
    """A table that is played for points; others have no page here."""
    look = view_table(table_id)
    result = result_of(look)
    if result is None:
        abort(404)
    return look, result


def own_screens(look: Look) -> GameScreens:
    """A game need not have any screens of its own to be looked back at."""
    return all_screens().get(look.info.game) or GameScreens()


def _index(faults: Sequence[str] = (), status: int = 200) -> Response:
    people = _people()
    wanted = read_wanted(request.args)
    found = listing(lists(), people, wanted, request.args)
    return page_or_fragment(
        "games/page.html",
        "games/_list.html",
        status,
        wanted=wanted,
        listing=found,
        filters=FILTERS,
        called=CalledNow(people),
        looks={result.table_id: listed_looks(result, _shape(result)) for result in found.results},
        choice_text=_choice_text,
        faults=faults,
    )


def _shape(result: Result) -> str:
    """Of a player's sign in this game."""
    return (all_screens().get(result.game) or GameScreens()).sign


def _choice_text(name: str, value: str, called: str) -> str:
    return t(f"{CODES[name]}.{value}") if name in CODES else called


def _imported() -> str:
    file = request.files.get("file")
    raw = file.read(MOST_FILE + 1) if file else b""
    if not raw or len(raw) > MOST_FILE:
        raise BadInput([Fault("file", "web.games.no-file")])
    try:
        document = parse_json(raw.decode("utf-8"))
    except UnicodeDecodeError:
        raise BadInput([Fault("file", "web.games.no-file")]) from None
    service = desk().service
    if isinstance(document, dict) and document.get("format") == LOG_FORMAT:
        # Boxes and people have a log, too, but there is no game to show.
        if str(document.get("game")) in service.games.keys() - all_screens().keys():
            raise BadInput([Fault("game", "web.games.no-file")])
        return host_new_table(import_log(service, document, most_entries())).info.id
    return host_new_table(import_record(service, document)).info.id
