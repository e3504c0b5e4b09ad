"""The people who play here: what each has to show, who is who, and how to be forgotten. For the house alone."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from flask import Blueprint, Response, abort, current_app, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.games.contract import Game
from companion.games.people import MERGE, RENAME
from companion.games.registry import all_games
from companion.log.access import AccessStore
from companion.log.entries import UNDO
from companion.service.answers import TableView
from companion.service.deleting_people import CannotForget, Forgotten, forget_person
from companion.service.people import PEOPLE, Person, everybody
from companion.web.access.policy import open_to_owner
from companion.web.entry import EntryRequest
from companion.web.htmx import page_or_fragment, see_other
from companion.web.language import t
from companion.web.pages.past_game import called_now, label_text
from companion.web.submit import Refused, backend, entry_id, submit

bp = Blueprint("people", __name__, url_prefix="/people")


@dataclass(frozen=True)
class PeoplePage:
    """``seen``, ``entry_id``: what a change of the book carries. ``undo``: what the last one was, in words."""

    people: tuple[Person, ...]
    seen: int
    undo: str | None
    notice: str | None = None
    forgotten: Forgotten | None = None
    backups_gone: bool = False
    entry_id: str = field(default_factory=entry_id)


@dataclass(frozen=True)
class PersonPage:
    person: Person
    others: tuple[Person, ...]
    seen: int
    faults: Sequence[str]
    entry_id: str = field(default_factory=entry_id)

    def row_text(self, game: str, row: str) -> str:
        rules: Game = all_games()[game]
        return t("score.row.total") if row == "total" else label_text(rules.row(row).label, str)


@dataclass(frozen=True)
class ForgetPage:
    person: Person
    notice: str | None
    has_backups: bool


MOST_NAME = 80


@bp.get("")
@open_to_owner
def index() -> Response:
    return _index()


@bp.get("/one")
@open_to_owner
def show() -> Response:
    return _person(_wanted(request.args.get("who", "")))


@bp.post("/merge")
@open_to_owner
def merge() -> AnyResponse:
    one, into = _wanted(request.form.get("who", "")), _wanted(request.form.get("into", ""))
    people, results = backend().people, backend().results()
    return _changed(one, into.key, lambda _: EntryRequest(MERGE, people.merge(one.names[0], into.names[0], results)))


@bp.post("/rename")
@open_to_owner
def rename() -> AnyResponse:
    one, to = _wanted(request.form.get("who", "")), " ".join(request.form.get("to", "").split())[:MOST_NAME]
    people, results = backend().people, backend().results()
    return _changed(one, one.key, lambda _: EntryRequest(RENAME, people.rename(one.names[0], to, results)))


@bp.post("/undo")
@open_to_owner
def undo() -> AnyResponse:
    """The last merge or renaming is taken back."""
    book = backend().people.opened()
    done = submit(PEOPLE, EntryRequest(UNDO, {}))
    if isinstance(done, Refused) and done.status == 422:
        return _index(notice=t("log.nothing-to-undo"), status=422)
    return see_other(url_for("people.index", undone=book.seq))


@bp.get("/forget")
@open_to_owner
def ask_forget() -> Response:
    return _forget_page(_wanted(request.args.get("who", "")))


@bp.post("/forget")
@open_to_owner
def forget() -> AnyResponse:
    """For good; asked for twice, since nothing brings it back."""
    person = _wanted(request.form.get("who", ""))
    if "sure" not in request.form:
        return _forget_page(person, t("web.people.not-sure"), 422)
    try:
        forgotten = forget_person(backend().people.tables, person.key)
    except CannotForget:
        return _forget_page(person, t("web.people.cannot-forget"), 422)
    backend().forget_past()
    current_app.extensions["access"] = AccessStore(backend().service.store)  # seats are called otherwise now
    if "backups" in request.form:
        backend().renew_backups()
    return _index(forgotten=forgotten, backups_gone="backups" in request.form)


# --- Inside


def _changed(one: Person, then: str, entry: Callable[[TableView], EntryRequest]) -> AnyResponse:
    backend().people.opened()
    done = submit(PEOPLE, entry)
    if isinstance(done, Refused):
        return _person(one, [text for _, text in done.said], done.status)
    return see_other(url_for("people.show", who=then))


def _people() -> tuple[Person, ...]:
    return everybody(backend().results(), backend().people.state())


def _wanted(key: str) -> Person:
    return next((person for person in _people() if person.key == key), None) or abort(404)


def _index(
    notice: str | None = None,
    status: int = 200,
    forgotten: Forgotten | None = None,
    backups_gone: bool = False,
) -> Response:
    book = backend().people.look()
    undo = label_text(book.undo, called_now()) if book and book.undo else None
    page = PeoplePage(_people(), book.seq if book else 0, undo, notice, forgotten, backups_gone)
    return page_or_fragment("people/page.html", "people/_people.html", page, status)


def _person(person: Person, faults: Sequence[str] = (), status: int = 200) -> Response:
    book = backend().people.look()
    others = tuple(one for one in _people() if one.key != person.key)
    page = PersonPage(person, others, book.seq if book else 0, faults)
    return page_or_fragment("people/person.html", "people/_person.html", page, status)


def _forget_page(person: Person, notice: str | None = None, status: int = 200) -> Response:
    page = ForgetPage(person, notice, backend().has_backups)
    return page_or_fragment("people/forget.html", "people/_forget.html", page, status)
