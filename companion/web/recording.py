"""Recording what a form carries. Every way that can fail becomes something to show; nothing is half-written."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass, replace

from flask import current_app, g, request, url_for

from companion.formats.faults import BadInput, Fault, Node
from companion.formats.strict_json import parse_json
from companion.games.contract import CannotPlay, Json
from companion.service.answers import IdTaken, Look, Missed
from companion.web.access.viewer import DeviceEyes
from companion.web.desk import Desk
from companion.web.language import t

MOST_TOLD = 6


def desk() -> Desk:
    """The desk as the device that asks may see it: other tables and other people's hidden cards are not on it."""
    if "desk" not in g:
        kept: Desk = current_app.extensions["companion"]
        # Where no store is attached, there is nothing to hide either.
        g.desk = replace(kept, service=kept.service.seen_by(DeviceEyes())) if isinstance(kept, Desk) else kept
    seen: Desk = g.desk
    return seen


def entry_id() -> str:
    """A fresh id for what a page may record, so that asking twice records once. A page has one."""
    if "entry_id" not in g:
        g.entry_id = secrets.token_urlsafe(9)
    fresh: str = g.entry_id
    return fresh


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


_FROM_A_SEAT = {"tables.record": "seat.record", "dewan.type_story": "dewan_seat.type_story"}


def recorder(endpoint: str, table_id: str) -> str:
    """Where the buttons of a screen record: from a player's own screen one comes back to it."""
    at_seat = request.blueprint in ("seat", "dewan_seat")
    return url_for(_FROM_A_SEAT[endpoint] if at_seat else endpoint, table_id=table_id)


def record(
    table_id: str, kind: str, body: Json | Callable[[], Json], by: str | None = None, seen: int | None = None
) -> Refused | None:
    """Record an entry as the form's ``seen`` and ``id`` ask for; None when it is on the disk.

    ``body`` may be made on the spot and raise BadInput for what was typed. ``seen``: for what holds whatever others
    have recorded meanwhile.
    """
    service = desk().service
    try:
        seen = request.form.get("seen", type=int) if seen is None else seen
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


def body_in(text: str) -> Json:
    """The entry a button carries. Raises BadInput."""
    body = parse_json(text)
    if not isinstance(body, dict):
        node = Node(body, "body")
        node.fields([])
        raise BadInput(node.faults)
    return body
