"""Tables and boxes the house no longer wants, also those of strangers: chosen, asked about once more, and gone for
good. For the owner alone."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from flask import Blueprint, Response, current_app, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.games.registry import all_games
from companion.log.access import AccessStore
from companion.log.errors import UnknownTable
from companion.log.rows import TableInfo
from companion.service.summaries import Listed
from companion.web.access.policy import open_to_owner
from companion.web.htmx import page_or_fragment, see_other
from companion.web.language import t
from companion.web.paging import page_asked, pages_of
from companion.web.submit import backend, lists


@dataclass(frozen=True)
class DeletingPage:
    """``number``: which of the ``pages``. ``deleted``, ``kept``: how many, by what was just done."""

    tables: Sequence[tuple[Listed, bool]]
    """Each with whether it is a box."""
    number: int
    pages: int
    fault: str | None
    deleted: int | None
    kept: int | None


@dataclass(frozen=True)
class QuestionPage:
    tables: Sequence[tuple[Listed, bool]]
    """Each with whether it is a box."""
    has_backups: bool
    fault: str | None


bp = Blueprint("deleting", __name__, url_prefix="/keeping/tables")

A_PAGE = 50
"""After the visit of a stranger there are many to choose."""


@bp.get("")
@open_to_owner
def show() -> Response:
    return _list()


@bp.get("/delete")
@open_to_owner
def ask() -> Response:
    """The question: which tables it would be."""
    if not (chosen := _chosen(request.args.getlist("table"))):
        return _list(fault=t("web.deleting.none-chosen"), status=422)
    return _question(chosen)


@bp.post("/delete")
@open_to_owner
def delete() -> AnyResponse:
    """With their entries, photos, codes and results; asked for twice, since nothing brings them back."""
    if not (chosen := _chosen(request.form.getlist("table"))):
        return _list(fault=t("web.deleting.none-chosen"), status=422)
    if "sure" not in request.form:
        return _question(chosen, fault=t("web.people.not-sure"), status=422)
    deleted = kept = 0
    for one in sorted(chosen, key=lambda one: is_box(one.info)):
        if is_box(one.info) and lists().using_box([one.info.id]):
            kept += 1
            continue
        with suppress(UnknownTable):  # somebody else was faster
            backend().service.delete(one.info.id)
            deleted += 1
    backend().service.store.compact()
    backend().forget_past()
    current_app.extensions["access"] = AccessStore(backend().service.store)  # their devices and codes are gone
    if "backups" in request.form:
        backend().renew_backups()
    return see_other(url_for("deleting.show", deleted=deleted, kept=kept))


def is_box(info: TableInfo) -> bool:
    """Of whatever game."""
    game = all_games().get(info.game)
    return game is not None and game.is_box


def _chosen(ids: Sequence[str]) -> tuple[Listed, ...]:
    return lists().these(ids[:A_PAGE])


def _list(*, fault: str | None = None, status: int = 200) -> Response:
    pages = pages_of(lists().number_made(), A_PAGE)
    number = page_asked(request.args, pages)
    page = DeletingPage(
        [(one, is_box(one.info)) for one in lists().made((number - 1) * A_PAGE, A_PAGE)],
        number,
        pages,
        fault,
        request.args.get("deleted", type=int),
        request.args.get("kept", type=int),
    )
    return page_or_fragment("keeping/tables.html", "keeping/_tables.html", page, status)


def _question(chosen: Sequence[Listed], *, fault: str | None = None, status: int = 200) -> Response:
    page = QuestionPage([(one, is_box(one.info)) for one in chosen], backend().has_backups, fault)
    return page_or_fragment("keeping/delete.html", "keeping/_delete.html", page, status)
