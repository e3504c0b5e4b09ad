"""The service as JSON: what it is asked and what it answers, with the words of one language. The web adds only HTTP.

Every answer says ``ok``. Secrets are left out unless they are the viewer's own.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.ask.source import source
from companion.formats.faults import BadInput, Node
from companion.formats.fields import TEXT, AnyObject, Number, Spelled
from companion.formats.objects import Object, optional, required
from companion.games.contract import CannotPlay, Json, Label
from companion.games.scoreboard import Scoreboard
from companion.games.viewer import PUBLIC, Viewer
from companion.i18n.catalog import Speaker
from companion.log.entry_json import MOST_ENTRIES
from companion.log.errors import (
    DiskFull,
    Locked,
    NewerVersion,
    NoRights,
    ReadOnly,
    TableError,
    TableExists,
    TableFull,
    UnknownTable,
    Unreachable,
)
from companion.service.answers import HistoryLine, IdTaken, Missed, Outcome, TableView
from companion.service.api_format import (
    BreakJson,
    EntryJson,
    FaultJson,
    HistoryLineJson,
    LabelJson,
    LookJson,
    NotRecordedJson,
    OutcomeJson,
    ReasonJson,
    RefusalJson,
    ScoreboardJson,
    SummaryJson,
)
from companion.service.permissions import NotAllowed
from companion.service.replay import Break
from companion.service.summaries import Listed

_STATUS: dict[type[TableError], int] = {
    UnknownTable: 404,
    NotAllowed: 403,
    TableExists: 409,
    TableFull: 409,
    Locked: 503,
    NewerVersion: 503,
    NoRights: 503,
    ReadOnly: 503,
    Unreachable: 503,
    DiskFull: 507,
}


@dataclass(frozen=True)
class Reply:
    """A JSON body, and the HTTP status that goes with it."""

    status: int
    body: Mapping[str, object]


@dataclass(frozen=True)
class RecordRequest:
    """What a client wants recorded, and the last number it has seen."""

    seen: int
    id: str
    kind: str
    body: Json
    by: str | None = None


RECORD_REQUEST = Object(
    RecordRequest,
    {
        "seen": required(Number(0, MOST_ENTRIES)),
        "id": required(Spelled(Node.text, {"type": "string", "pattern": "^[A-Za-z0-9_-]{1,64}$"})),
        "kind": required(TEXT),
        "body": required(AnyObject()),
        "by": optional(TEXT, null=True),
    },
)
"""``{"seen": 4, "id": "k3J…", "kind": "action", "body": {…}, "by": "Alix"}``: undo, redo and corrections are kinds like
any other (``docs/log-format.md``). What the id, the kind and the body may be is the service's to say."""
read_record_request = RECORD_REQUEST.parse


# --- Tables


def summary_json(table: TableView | Listed) -> SummaryJson:
    """A table as a list shows it; ``readable`` is false for one that cannot be opened at all."""
    info, summary = table.info, table.summary
    given: SummaryJson = {
        "id": info.id,
        "game": info.game,
        "created_at": info.created_at,
        "touched_at": info.touched_at,
        "seq": table.seq if isinstance(table, TableView) else info.last_seq,
        "readable": summary is not None,
    }
    if summary is None:
        return given
    return {
        **given,
        "title": summary.title,
        "scenario": summary.scenario,
        "players": list(summary.players),
        "round": summary.round,
        "turn": summary.turn,
        "over": summary.over,
    }


def look_json(look: TableView, say: Speaker, viewer: Viewer = PUBLIC) -> LookJson:
    """A table at one moment: its record as ``viewer`` may see it, and what the record has no place for."""
    return {
        "ok": True,
        "table": summary_json(look),
        "rules": look.game.rules_version,
        "record": look.game.record(look.state, viewer),
        "under_way": look.game.under_way(look.state),
        "undo": _label_json(look.undo, say),
        "redo": _label_json(look.redo, say),
        "broken": _break_json(look.broken, say),
    }


def _label_json(label: Label | None, say: Speaker) -> LabelJson | None:
    return None if label is None else {"code": label.code, "text": _said(say, label.code, dict(label.params))}


def _break_json(broken: Break | None, say: Speaker) -> BreakJson | None:
    if broken is None:
        return None
    cause = _said(say, broken.code, dict(broken.params))
    return {"seq": broken.seq, "text": say("log.broken", {"seq": broken.seq}), "cause": cause}


def history_json(line: HistoryLine, say: Speaker) -> HistoryLineJson:
    return {
        "seq": line.seq,
        "kind": line.kind,
        "text": _said(say, line.label.code, dict(line.label.params)),
        "by": line.by,
        "at": line.at or None,
        "counts": line.counts,
        "rules": list(line.reasons),
    }


# --- Replies


def look_reply(look: TableView, say: Speaker, viewer: Viewer = PUBLIC) -> Reply:
    return Reply(200, look_json(look, say, viewer))


def outcome_reply(outcome: Outcome, say: Speaker, viewer: Viewer = PUBLIC) -> Reply:
    """What became of a request. Nothing was written unless ``ok``; the table is told as it now stands either way."""
    given = look_json(outcome.look, say, viewer)
    if isinstance(outcome, Missed):
        since = [history_json(line, say) for line in outcome.since]
        return Reply(409, _not_recorded(given, "seen", say("log.missed")) | {"since": since})
    if isinstance(outcome, IdTaken):
        return Reply(409, _not_recorded(given, "id", say("log.id-taken")))
    entry: EntryJson = {
        "seq": outcome.entry.seq,
        "id": outcome.entry.id,
        "kind": outcome.entry.kind,
        "verdict": verdict_json(outcome.entry.verdict, say),
    }
    recorded: OutcomeJson = {**given, "entry": entry, "repeated": outcome.repeated}
    return Reply(200 if outcome.repeated else 201, recorded)


def _not_recorded(look: LookJson, path: str, text: str) -> NotRecordedJson:
    return {**look, "ok": False, "errors": _errors(path, text)}  # type: ignore[typeddict-item]  # ``since`` may follow


def scoreboard_reply(board: Scoreboard, say: Speaker) -> Reply:
    given: ScoreboardJson = {
        "ok": True,
        "final": board.final,
        "columns": [
            {
                "name": column.name,
                "members": list(column.members),
                "total": column.total,
                "place": board.place_of(column.name),
            }
            for column in board.columns
        ],
        "rows": [
            {
                "key": row.key,
                "text": say(row.label.code, row.label.params),
                "cells": [
                    {"column": cell.column, "points": cell.points, "counted": cell.line.points}
                    for cell in cells
                    if not cell.blank
                ],
            }
            for row, cells in board.lines()
        ],
        "ranking": [list(names) for names in board.ranking],
        "note": say(board.note.code, board.note.params) if board.note else None,
    }
    return Reply(200, given)


def verdict_json(verdict: object, say: Speaker) -> list[ReasonJson]:
    """The rules an entry broke, in words. What an imported log claims is not trusted to be sayable."""
    given: list[ReasonJson] = []
    for reason in verdict if isinstance(verdict, list) else ():
        if not isinstance(reason, dict):
            continue
        params, spaces = reason.get("params"), reason.get("spaces")
        words = {name: _word(value, say) for name, value in params.items()} if isinstance(params, dict) else {}
        text = _said(say, str(reason.get("code")), words)
        shown = spaces if isinstance(spaces, list) else []
        rule = str(reason.get("rule"))[:20]
        given.append({"rule": rule, "text": text, "source": str(source(rule, say) or ""), "spaces": shown})
    return given


def error_reply(error: BadInput | CannotPlay | TableError, say: Speaker) -> Reply:
    if isinstance(error, BadInput):
        return _refused(422, [{"path": fault.path, "text": say(fault.code, fault.params)} for fault in error.faults])
    if isinstance(error, CannotPlay):
        reason = error.reason
        fault: FaultJson = {
            "path": "body",
            "text": say(reason.code, reason.params),
            "rule": reason.rule,
            "source": str(source(reason.rule, say) or ""),
            "spaces": [list(at) for at in reason.spaces],
        }
        return _refused(422, [fault])
    status = next((number for kind, number in _STATUS.items() if isinstance(error, kind)), 500)
    return _refused(status, _errors("", _said(say, error.code, error.params)))


def _refused(status: int, errors: list[FaultJson]) -> Reply:
    refusal: RefusalJson = {"ok": False, "errors": errors}
    return Reply(status, refusal)


def _errors(path: str, text: str) -> list[FaultJson]:
    return [{"path": path, "text": text}]


def _word(value: object, say: Speaker) -> object:
    """A parameter as the log keeps it: ``{"word": CODE}`` is a word of the rules."""
    if isinstance(value, dict):
        return _said(say, str(value.get("word")), {})
    return [_word(one, say) for one in value] if isinstance(value, list) else value


def _said(say: Speaker, code: str, params: dict[str, object]) -> str:
    """Codes from files may be those of another Companion: better the bare code than no answer."""
    try:
        return say(code, params)
    except (KeyError, IndexError, ValueError, AttributeError):
        return code[:80]
