"""Recording what a form carries. Every way that can fail becomes something to show; nothing is half-written."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass

from flask import current_app, request

from companion.games.contract import CannotPlay, Json
from companion.record.faults import BadInput, Fault
from companion.service.answers import IdTaken, Look, Missed
from companion.web.desk import Desk
from companion.web.language import t

MOST_TOLD = 6


def desk() -> Desk:
    kept: Desk = current_app.extensions["companion"]
    return kept


def entry_id() -> str:
    """A fresh id for what a page may record, so that asking twice records once."""
    return secrets.token_urlsafe(9)


@dataclass(frozen=True)
class Refused:
    """Nothing was recorded. ``look`` is the table as it stands; ``faults`` says why, each with the path it is about."""

    look: Look
    status: int
    faults: tuple[tuple[str, str], ...]
    missed: Missed | None = None
    """Set when somebody recorded in between."""

    @property
    def text(self) -> str:
        return " ".join(text for _, text in self.faults)


def record(table_id: str, kind: str, body: Json | Callable[[], Json], by: str | None = None) -> Refused | None:
    """Record an entry as the form's ``seen`` and ``id`` ask for; None when it is on the disk.

    ``body`` may be made on the spot and raise BadInput for what was typed.
    """
    service = desk().service
    try:
        seen = request.form.get("seen", type=int)
        if seen is None:
            raise BadInput([Fault("seen", "json.not-a-number", {"value": request.form.get("seen", "")[:40]})])
        made = body() if callable(body) else body
        outcome = service.record(table_id, seen, request.form.get("id", ""), kind, made, by)
    except BadInput as bad:
        told = tuple((fault.path, t(fault.code, **fault.params)) for fault in bad.faults[:MOST_TOLD])
        return Refused(service.look(table_id), 422, told)
    except CannotPlay as cannot:
        told = (("body", t(cannot.reason.code, **cannot.reason.params)),)
        return Refused(service.look(table_id), 422, told)
    if isinstance(outcome, Missed):
        return Refused(outcome.look, 409, (("seen", t("web.table.missed-again")),), outcome)
    if isinstance(outcome, IdTaken):
        return Refused(outcome.look, 409, (("id", t("web.table.recorded-before")),))
    return None
