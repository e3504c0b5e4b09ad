"""Tables as the device that asks may see them, and ``submit``: the one way a form is recorded.

Every way that can fail becomes something to show; nothing is half-written.
"""

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from flask import current_app, g, request, session, url_for

from companion.formats.faults import BadInput, Fault, Node
from companion.formats.strict_json import parse_json
from companion.games.contract import CORRECTION, CannotPlay, Json
from companion.games.evening import EVENING
from companion.games.viewer import SERVER, Viewer
from companion.log.entries import UNDO
from companion.service.answers import IdTaken, Missed, TableView
from companion.service.lists import Lists
from companion.service.permissions import NotAllowed
from companion.web.access.policy import host_new_table, viewer_at, visible_tables
from companion.web.backend import Backend
from companion.web.entry import EntryRequest
from companion.web.language import t

MOST_TOLD = 6
OPENING = "opening"
"""In the session: the evening the next table made on this device takes part in, and until when that holds."""
TRIES = 5


def backend() -> Backend:
    """What belongs to nobody. Tables are looked at with ``view_table``, which redacts."""
    kept: Backend = current_app.extensions["companion"]
    return kept


def view_table(table_id: str, at: int | None = None, viewer: Viewer | None = None) -> TableView:
    """The table as the device that asks may see it, today or after entry ``at``. Raises UnknownTable."""
    service, viewer = backend().service, viewer or viewer_at(table_id)
    return service.look(table_id, viewer) if at is None else service.look_back(table_id, at, viewer)


def create_table(game: str, header: object) -> TableView:
    """A new table, whose host is the device that asks; where it was opened for an evening, it takes part in that.
    Raises BadInput."""
    made = host_new_table(backend().service.create(game, header))
    evening, until = session.pop(OPENING, ("", ""))
    if evening and datetime.fromisoformat(until) > datetime.now(UTC) and viewer_at(evening).role is not None:
        take_part(evening, made.info.id)
    return made


def take_part(evening_id: str, table_id: str) -> "TableView | Refused":
    entry = EntryRequest(EVENING, {"do": "join", "table": table_id})
    return submit(evening_id, entry, retry=True, viewer=SERVER)


def lists() -> Lists:
    return Lists(backend().service, visible_tables())


def entry_id() -> str:
    """A fresh id for what a page may record, so that asking twice records once. A page has one."""
    if "entry_id" not in g:
        g.entry_id = secrets.token_urlsafe(9)
    fresh: str = g.entry_id
    return fresh


def recorder(table_id: str) -> str:
    """Where the buttons of a screen record: from a player's own screen one comes back to it; where an entry is changed,
    they say what is to stand in its place."""
    if request.blueprint == "happened":
        return url_for("happened.write_change", **(request.view_args or {}))
    at_seat = request.blueprint in ("seat", "dewan_seat")
    return url_for("seat.record" if at_seat else "tables.record", table_id=table_id)


@dataclass(frozen=True)
class Refused:
    """Nothing was recorded. ``look`` is the table as it stands; ``faults`` says why."""

    look: TableView
    status: int
    faults: tuple[Fault, ...]
    missed: Missed | None = None
    """Set when somebody recorded in between."""

    @property
    def said(self) -> tuple[tuple[str, str], ...]:
        """Each fault in words, with the path it is about."""
        return tuple((fault.path, t(fault.code, **fault.params)) for fault in self.faults[:MOST_TOLD])

    @property
    def text(self) -> str:
        return " ".join(dict.fromkeys(text for _, text in self.said))


Entries = EntryRequest | Sequence[EntryRequest] | None


def submit(
    table_id: str,
    entries: Entries | Callable[[TableView], Entries],
    *,
    retry: bool = False,
    viewer: Viewer | None = None,
) -> TableView | Refused:
    """Record what a form asks for, as its ``seen`` and ``id`` say: the table as it then stands.

    ``entries`` may be made from the table as who asks has seen it, and raise BadInput for what was typed. ``retry``: it
    holds whatever others have recorded meanwhile; it is then made from the newest table, again if need be.
    ``viewer``: as whom it is recorded, where the page has decided that.
    """
    service, viewer = backend().service, viewer or viewer_at(table_id)
    given = request.form.get("id") or (entry_id() if retry else "")
    look = view_table(table_id, viewer=viewer) if retry or callable(entries) else None
    try:
        for _ in range(TRIES if retry else 1):
            seen = look.seq if look and retry else _seen()
            if callable(entries):
                asked = entries(look if look and seen == look.seq else view_table(table_id, seen, viewer))
            else:
                asked = entries
            for number, entry in enumerate((asked,) if isinstance(asked, EntryRequest) else asked or ()):
                new_id = f"{given[:60]}-{number}" if number else given
                outcome = service.record(table_id, seen, new_id, entry.kind, entry.body, viewer=viewer)
                look, seen = outcome.look, outcome.look.seq
                if isinstance(outcome, Missed):
                    missed = outcome
                    break
                if isinstance(outcome, IdTaken) and not retry:
                    return Refused(look, 409, (Fault("id", "web.table.recorded-before"),))
            else:
                return look or view_table(table_id, viewer=viewer)
    except BadInput as bad:
        return Refused(view_table(table_id, viewer=viewer), 422, tuple(bad.faults))
    except CannotPlay as cannot:
        return Refused(
            view_table(table_id, viewer=viewer), 422, (Fault("body", cannot.reason.code, cannot.reason.params),)
        )
    return Refused(missed.look, 409, (Fault("seen", "web.table.missed-again"),), missed)


def submit_undo(table_id: str, to: int | None = None) -> TableView | Refused:
    """Take back the last entry, or all after ``to``. Who may not is shown the table as it stands, with word of it."""
    try:
        return submit(table_id, EntryRequest(UNDO, {} if to is None else {"to": to}))
    except NotAllowed:
        return Refused(view_table(table_id), 409, (Fault("", "access.not-your-undo"),))


def _seen() -> int:
    """The last number of the log that the page with the form has seen. Raises BadInput."""
    seen = request.form.get("seen", type=int)
    if seen is None:
        raise BadInput([Fault("seen", "json.not-a-number", {"value": request.form.get("seen", "")[:40]})])
    return seen


def button_entry(look: TableView) -> EntryRequest:
    """The entry a button carries. Raises BadInput."""
    return EntryRequest(request.form.get("kind", ""), body_in(request.form.get("body", "")))


def correction_entry(changes: Sequence[Json]) -> EntryRequest:
    """A correction with the reason the form gives, if it gives one. Raises BadInput where nothing is to be changed."""
    if not changes:
        raise BadInput([Fault("", "correction.nothing")])
    reason = request.form.get("reason", "").strip()[:80]
    return EntryRequest(CORRECTION, {**({"reason": reason} if reason else {}), "changes": list(changes)})


def body_in(text: str) -> Json:
    """Raises BadInput."""
    body = parse_json(text)
    if not isinstance(body, dict):
        node = Node(body, "body")
        node.fields([])
        raise BadInput(node.faults)
    return body
