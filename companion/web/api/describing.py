"""What the API's description says of a route, beside its path and method: said where the route is.

``answers`` has the schemas of what the API itself answers and is sent; records and boxes come from their formats.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from companion.formats.fields import Json
from companion.formats.openapi import PLACE, object_schema

View = TypeVar("View", bound=Callable[..., Any])


def ref(name: str) -> Json:
    return {"$ref": PLACE + name}


@dataclass(frozen=True)
class Query:
    """A value in the address."""

    description: str
    schema: Json


@dataclass(frozen=True)
class Operation:
    """``answers``: the schema by status, with a sentence. ``refused``: statuses beside those every such route has."""

    id: str
    summary: str
    answers: Mapping[int, tuple[str, Json]]
    description: str = ""
    query: Mapping[str, Query] = field(default_factory=dict)
    body: str = ""
    """The name of its schema."""
    media: str = "application/json"
    refused: tuple[int, ...] = ()
    security: tuple[str, ...] | None = None
    """How one may show who one is; an empty word: not at all."""


def described(operation: Operation) -> Callable[[View], View]:
    def mark(view: View) -> View:
        view.operation = operation  # type: ignore[attr-defined]
        return view

    return mark


_TEXT: Json = {"type": "string"}
_TEXTS: Json = {"type": "array", "items": _TEXT}
_SEQ: Json = {"type": "integer", "minimum": 0}
_FLAG: Json = {"type": "boolean"}
_OBJECT: Json = {"type": "object"}
NAME: Json = {"type": "string", "minLength": 1, "maxLength": 80, "pattern": r"\S"}
TABLE_ID: Json = {"type": "string", "pattern": "^[A-Za-z0-9_-]{1,64}$"}


def _or_null(schema: Json, **more: object) -> Json:
    return {"oneOf": [schema, {"type": "null"}], **more}


_LABEL = _or_null(object_schema({"code": _TEXT, "text": _TEXT}))
_LOOK: dict[str, Json] = {
    "table": ref("Summary"),
    "rules": _TEXT,
    "record": _OBJECT,
    "under_way": _OBJECT,
    "undo": _LABEL,
    "redo": _LABEL,
    "broken": _or_null(object_schema({"seq": _SEQ, "text": _TEXT, "cause": _TEXT})),
}
_OK: dict[str, Json] = {"ok": {"const": True}}
_SOURCE: Json = {
    "type": "string",
    "description": "The heading of the printed rulebook it stands under, in the reader's edition; of a ruling also "
    "that the book is silent or the editions differ.",
}
_REASON: dict[str, Json] = {"rule": _TEXT, "text": _TEXT, "source": _SOURCE}
_SPACES: Json = {"type": "array", "description": "The spaces that is about."}
_FAULT = object_schema(
    {"path": {"type": "string", "examples": ["map.camps[3].at"]}, "text": {"type": "string", "minLength": 1}},
    {
        "rule": {
            "type": "string",
            "description": "The rule that stands against it, where the action cannot be carried out at all.",
        },
        "source": {"type": "string", "description": "The heading of the printed rulebook that rule stands under."},
        "spaces": _SPACES,
    },
)
_ENTRY = object_schema(
    {
        "seq": _SEQ,
        "id": _TEXT,
        "kind": _TEXT,
        "verdict": {"type": "array", "items": object_schema({**_REASON, "spaces": {"type": "array"}})},
    }
)

ANSWERS: Mapping[str, Json] = {
    "Reason": object_schema(_REASON, {"spaces": _SPACES}),
    "Refusal": object_schema({"ok": {"const": False}, "errors": {"type": "array", "minItems": 1, "items": _FAULT}}),
    "Summary": object_schema(
        {
            "id": _TEXT,
            "game": _TEXT,
            "created_at": _TEXT,
            "touched_at": _TEXT,
            "seq": _SEQ,
            "readable": _FLAG,
        },
        {
            "title": _or_null(_TEXT),
            "scenario": _TEXT,
            "players": _TEXTS,
            "round": _SEQ,
            "turn": _or_null(_TEXT),
            "over": _FLAG,
        },
    ),
    "Tables": object_schema(
        {
            **_OK,
            "tables": {"type": "array", "items": ref("Summary")},
            "next": _or_null(_TEXT, description="The address of the next page; null on the last."),
        }
    ),
    "Look": object_schema({**_OK, **_LOOK}),
    "HistoryLine": object_schema(
        {
            "seq": _SEQ,
            "kind": _TEXT,
            "text": _TEXT,
            "by": _or_null(_TEXT),
            "at": _or_null(_TEXT),
            "counts": _FLAG,
            "rules": _TEXTS,
        }
    ),
    "History": object_schema({**_OK, "entries": {"type": "array", "items": ref("HistoryLine")}}),
    "Outcome": object_schema({**_OK, "entry": _ENTRY, "repeated": _FLAG, **_LOOK}),
    "NotRecorded": object_schema(
        {"ok": {"const": False}, "errors": {"type": "array", "minItems": 1}, **_LOOK},
        {"since": {"type": "array", "items": ref("HistoryLine")}},
    ),
    "Number": object_schema({**_OK, "seq": _SEQ}),
    "Log": object_schema(
        {
            "format": {"const": "companion-log/1"},
            "game": _TEXT,
            "header": _OBJECT,
            "entries": {"type": "array", "items": _OBJECT},
        },
        {"created_at": _TEXT},
    ),
}
