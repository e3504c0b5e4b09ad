"""The table service over HTTP. Bodies must call themselves JSON: no form of another site can send that unasked."""

import re
from collections.abc import Callable, Mapping
from typing import Any

from flask import Blueprint, Response, abort, current_app, jsonify, request, url_for

from companion.formats.faults import BadInput, Fault, Node
from companion.formats.fields import TEXT, Spelled
from companion.formats.objects import Object, optional
from companion.formats.openapi import ref
from companion.formats.strict_json import parse_json
from companion.games.contract import CannotPlay, Json
from companion.games.registry import PLUGINS
from companion.log.entry_json import MOST_ENTRIES
from companion.log.errors import TableError
from companion.service import api_json, files
from companion.service.api_format import HistoryJson, NumberJson, TablesJson
from companion.service.api_json import Reply
from companion.service.tables import Tables
from companion.web.access.limits import REPLAYS
from companion.web.access.policy import (
    Role,
    clients,
    current_viewer,
    host_new_table,
    open_to,
    open_to_everyone,
    open_to_makers,
)
from companion.web.access.security import csrf
from companion.web.access.sending import most_entries
from companion.web.api.describing import Operation, Query, described
from companion.web.language import current_speaker
from companion.web.live import Streams
from companion.web.submit import backend, lists, view_table

bp = Blueprint("tables", __name__, url_prefix="/tables")
csrf.exempt(bp)

MOST_SECONDS = 25.0
LISTED, MOST_LISTED = 20, 1000
"""Tables on a page of the list, and how many can be asked for."""
_WHOLE = re.compile(r"-?[0-9]{1,12}")

_READ = (400, 401, 404, 429, 503)
_AT_TABLE = (*_READ, 403)
_WRITTEN = (*_AT_TABLE, 413, 415, 422, 507)
_MEMBERS = ("code", "device")
_FIRST_GAME = next(iter(PLUGINS))
_MADE_FROM: Mapping[str, Json] = {"header": {"type": "object"}, "record": ref("Table"), "log": ref("Log")}
NEW_TABLE = Object(
    dict[str, Any],
    {
        "game": optional(
            Spelled(Node.text, {"enum": list(PLUGINS)}, description=f"With header; {_FIRST_GAME} by default.")
        ),
        "title": optional(TEXT),
        **{key: optional(Spelled(lambda node: node.value, schema)) for key, schema in _MADE_FROM.items()},
    },
    extra={"oneOf": [{"required": [key]} for key in _MADE_FROM]},
)
"""What it is made from is read by whoever makes it."""
_ENTRY_NUMBER: Json = {"type": "integer", "minimum": 0, "maximum": MOST_ENTRIES}


@bp.get("")
@described(
    Operation(
        "tables",
        "Tables, the one touched last first, by pages",
        {200: ("A page of the tables.", ref("Tables"))},
        query={
            "page": Query(
                "Which page, from 1; `next` of an answer is the address of the one after it.",
                {"type": "integer", "minimum": 1, "maximum": MOST_ENTRIES},
            ),
            "limit": Query(
                f"Tables on a page; {LISTED} where it is left out.",
                {"type": "integer", "minimum": 1, "maximum": MOST_LISTED},
            ),
        },
        refused=(*_READ, 422),
        security=(*_MEMBERS, ""),
    )
)
@open_to_everyone
def every() -> Response:
    """A page of them, with the address of the next."""

    def listed(service: Tables) -> Reply:
        limit, page = _whole("limit", 1, MOST_LISTED) or LISTED, _whole("page", 1) or 1
        found = lists().everything((page - 1) * limit, limit + 1)
        following = url_for(".every", page=page + 1, limit=request.args.get("limit"))
        tables: TablesJson = {
            "ok": True,
            "tables": [api_json.summary_json(table) for table in found[:limit]],
            "next": following if len(found) > limit else None,
        }
        return Reply(200, tables)

    return _reply(listed)


@bp.post("")
@described(
    Operation(
        "createTable",
        "Make a table",
        {201: ("The table.", ref("Look"))},
        "From a set-up (header), from a table record in mid-game, or from an exported log; exactly one of them.",
        body="NewTable",
        refused=_WRITTEN,
        security=(*_MEMBERS, ""),
    )
)
@open_to_makers
def create() -> Response:
    """A new table: from a set-up, from a table record, or from an exported log."""
    return _reply(_created)


@bp.get("/<table_id>")
@described(
    Operation(
        "table",
        "A table as it stands, or as it once stood",
        {200: ("The table.", ref("Look"))},
        query={"at": Query("The number of an entry: the table as it stood after it.", _ENTRY_NUMBER)},
        refused=(*_AT_TABLE, 422),
        security=_MEMBERS,
    )
)
@open_to(Role.SPECTATOR)
def look(table_id: str) -> Response:
    """As it stands, or with ``?at=N`` as it stood after entry N."""

    def looked(service: Tables) -> Reply:
        at = _whole("at")
        return api_json.look_reply(view_table(table_id, at), current_speaker(), current_viewer(table_id))

    return _reply(looked)


@bp.post("/<table_id>/entries")
@described(
    Operation(
        "record",
        "Record an entry",
        {
            200: ("It was recorded before.", ref("Outcome")),
            201: ("Recorded.", ref("Outcome")),
            409: ("Someone else recorded in between, or the id is taken; nothing was written.", ref("NotRecorded")),
        },
        "Undo, redo and corrections are kinds of entries. What breaks a rule is recorded with its verdict. The same id "
        "records once.",
        body="EntryRequest",
        refused=_WRITTEN,
        security=_MEMBERS,
    )
)
@open_to(Role.SEAT)
def record(table_id: str) -> Response:
    def recorded(service: Tables) -> Reply:
        asked = api_json.read_record_request(_body())
        viewer = current_viewer(table_id)
        outcome = service.record(table_id, asked.seen, asked.id, asked.kind, asked.body, asked.by, viewer)
        return api_json.outcome_reply(outcome, current_speaker(), viewer)

    return _reply(recorded)


@bp.get("/<table_id>/entries")
@described(
    Operation(
        "history",
        "What happened",
        {200: ("The entries.", ref("History"))},
        query={"since": Query("Only those after this number.", _ENTRY_NUMBER)},
        refused=(*_AT_TABLE, 422),
        security=_MEMBERS,
    )
)
@open_to(Role.SPECTATOR)
def history(table_id: str) -> Response:
    """What happened, from after ``?since=N`` on."""

    def happened(service: Tables) -> Reply:
        lines = service.history(table_id, _whole("since") or 0, current_viewer(table_id))
        given: HistoryJson = {"ok": True, "entries": [api_json.history_json(line, current_speaker()) for line in lines]}
        return Reply(200, given)

    return _reply(happened)


@bp.get("/<table_id>/number")
@described(
    Operation(
        "number",
        "The number of the last entry, now or as soon as it grows",
        {200: ("The number.", ref("Number"))},
        query={
            "after": Query(
                "Answer once the number is larger than this, within 25 seconds; at once where too many wait already.",
                _ENTRY_NUMBER,
            ),
            "seconds": Query("Wait no longer than this.", {"type": "number", "minimum": 0}),
        },
        refused=(*_AT_TABLE, 422),
        security=_MEMBERS,
    )
)
@open_to(Role.SPECTATOR)
def number(table_id: str) -> Response:
    """The number of the last entry: at once, or with ``?after=N`` once it is larger, within half a minute.

    Where too many wait already it is told at once as well, so that waiting never keeps pages from being answered.
    """
    streams: Streams = current_app.extensions["streams"]

    def counted(service: Tables) -> Reply:
        after, seconds = _whole("after"), _seconds()
        given: NumberJson = {"ok": True, "seq": service.store.last_seq(table_id)}
        if after is not None:
            with streams.waiting(clients()) as placed:
                given["seq"] = service.wait(table_id, after, seconds if placed else 0.0)
        return Reply(200, given)

    return _reply(counted)


@bp.get("/<table_id>/score")
@described(
    Operation(
        "score",
        "The scoreboard, with what was typed over what is counted",
        {200: ("The scoreboard.", ref("Scoreboard"))},
        refused=_AT_TABLE,
        security=_MEMBERS,
    )
)
@open_to(Role.SPECTATOR)
def score(table_id: str) -> Response:
    def counted(service: Tables) -> Reply:
        view = view_table(table_id)
        board = view.game.scoreboard(view.state)
        return api_json.scoreboard_reply(board, current_speaker()) if board else abort(404)

    return _reply(counted)


@bp.get("/<table_id>/record")
@described(
    Operation(
        "tableRecord",
        "The table record",
        {200: ("The record.", ref("Table"))},
        refused=_AT_TABLE,
        security=_MEMBERS,
    )
)
@open_to(Role.SPECTATOR)
def table_record(table_id: str) -> Response:
    return _reply(lambda service: Reply(200, files.export_record(service, table_id, current_viewer(table_id))))


@bp.get("/<table_id>/log")
@described(
    Operation(
        "log",
        "The whole log",
        {200: ("The log, to be imported elsewhere.", ref("Log"))},
        refused=_AT_TABLE,
        security=_MEMBERS,
    )
)
@open_to(Role.SPECTATOR)
def log(table_id: str) -> Response:
    return _reply(lambda service: Reply(200, files.export_log(service, table_id, current_viewer(table_id))))


def _created(service: Tables) -> Reply:
    node = Node(_body())
    asked = NEW_TABLE.read(node) or {}
    given = [key for key in _MADE_FROM if key in node.parts]
    if len(given) != 1:
        node.fault("ask.one-of", words=", ".join(_MADE_FROM))
    if node.faults:
        raise BadInput(node.faults)
    value = node.parts[given[0]].value
    if given == ["log"]:
        with REPLAYS.turn():
            made = files.import_log(service, value, most_entries())
    elif given == ["record"]:
        made = files.import_record(service, value, asked.get("title"))
    else:
        files.check_brought(service, asked.get("game", _FIRST_GAME))
        made = service.create(asked.get("game", _FIRST_GAME), value)
    return Reply(201, api_json.look_json(host_new_table(made), current_speaker()))


def _whole(name: str, least: int = 0, most: int = MOST_ENTRIES) -> int | None:
    """A number in the address. One that is none is refused: leaving it out would answer something else."""
    text = request.args.get(name)
    if text is None:
        return None
    node = Node(int(text) if _WHOLE.fullmatch(text) else text, name)
    number = node.number(least, most)
    if number is None:
        raise BadInput(node.faults)
    return number


def _seconds() -> float:
    text = request.args.get("seconds")
    if text is None:
        return MOST_SECONDS
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not seconds >= 0:  # nor "nan"
        raise BadInput([Fault("seconds", "json.out-of-range", {"least": 0, "most": int(MOST_SECONDS)})])
    return min(seconds, MOST_SECONDS)


def _body() -> object:
    if request.mimetype != "application/json":
        abort(415)
    return parse_json(request.get_data(cache=False))


def _reply(answer: Callable[[Tables], Reply]) -> Response:
    service: Tables | None = getattr(backend(), "service", None)
    if service is None:
        abort(404)
    try:
        reply = answer(service)
    except (BadInput, CannotPlay, TableError) as error:
        reply = api_json.error_reply(error, current_speaker())
    return _json(reply.status, reply.body)


def _json(status: int, body: Mapping[str, object]) -> Response:
    response = jsonify(body)
    response.status_code = status
    return response
