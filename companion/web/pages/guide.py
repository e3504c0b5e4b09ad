"""The first-game guide of a table: what to lay out and how the first round goes, step by step. What the table has
recorded is ticked off by itself, the rest on this device."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from flask import Blueprint, Response, abort, current_app, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.service.answers import TableView
from companion.web.access.policy import Role, open_to
from companion.web.drawing.illustration import GuideStep, Illustration
from companion.web.game_screens import screens_of
from companion.web.htmx import page_or_fragment, see_other
from companion.web.pages.rulebook import example_of
from companion.web.submit import view_table


@dataclass(frozen=True)
class GuidePage:
    """``next``: the step that is not done yet."""

    look: TableView
    steps: tuple[tuple[GuideStep, Illustration | None], ...]
    done: Collection[str]
    next: str | None


def guide_page(look: TableView, steps: Sequence[GuideStep], done: Collection[str]) -> GuidePage:
    done = {*done, *(step.key for step in steps if step.done)}
    coming = next((step.key for step in steps if step.key not in done), None)
    return GuidePage(look, tuple((step, _picture(step)) for step in steps), done, coming)


def _picture(step: GuideStep) -> Illustration | None:
    if step.example:
        return example_of(step.example)
    return Illustration(pieces=step.pieces) if step.pieces else None


bp = Blueprint("guide", __name__, url_prefix="/tables/<table_id>/guide")

COOKIE = "guide"
"""Kept under the guide's own address, so that every table has its own."""
_A_MONTH = 30 * 24 * 3600


@bp.get("")
@open_to(Role.SPECTATOR)
def show(table_id: str) -> Response:
    look = view_table(table_id)
    steps = _steps(look)
    return page_or_fragment("guide/page.html", "guide/_guide.html", guide_page(look, steps, _done(steps)))


@bp.post("")
@open_to(Role.SPECTATOR)
def tick(table_id: str) -> AnyResponse:
    """A step is done, or it is not after all. Nothing of the table changes."""
    steps = _steps(view_table(table_id))
    done = _done(steps)
    key = request.form.get("step", "")
    if key not in [step.key for step in steps]:
        abort(422)
    changed = done - {key} if key in done else done | {key}
    here = url_for("guide.show", table_id=table_id)
    response = see_other(f"{here}#{key}")
    response.set_cookie(
        COOKIE,
        ".".join(step.key for step in steps if step.key in changed),
        max_age=_A_MONTH,
        path=here,
        httponly=True,
        samesite="Lax",
        secure=current_app.config["SESSION_COOKIE_SECURE"],
    )
    return response


def _done(steps: tuple[GuideStep, ...]) -> frozenset[str]:
    return frozenset(request.cookies.get(COOKIE, "").split(".")) & {step.key for step in steps}


def _steps(look: TableView) -> tuple[GuideStep, ...]:
    return screens_of(look).guide(look) or abort(404)
