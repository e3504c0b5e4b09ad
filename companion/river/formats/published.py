"""What The River shows to programs: its documents, and the answers to questions about them."""

from companion.formats.fields import Json
from companion.formats.openapi import PLACE, Published, object_schema
from companion.river.formats.box import BOX, FIRST_BOX
from companion.river.formats.table import TABLE

_REASONS: Json = {"type": "array", "items": {"$ref": f"{PLACE}Reason"}}
_NUMBER: Json = {"type": ["integer", "null"]}
_FLAG: Json = {"type": "boolean"}
_OBJECT: Json = {"type": "object"}


def _answer(**properties: Json) -> Json:
    return object_schema({"ok": {"const": True}, **properties})


_PLACING: dict[str, Json] = {"allowed": _FLAG, "sure": _FLAG, "reasons": _REASONS, "remarks": _REASONS}

PUBLISHED = Published(
    {"RiverTable": TABLE, "RiverBox": FIRST_BOX, "RiverBox2": BOX},
    {
        "description": "By question: score; produce; build; place, one space or all; cleanup.",
        "oneOf": [
            _answer(
                players=_OBJECT,
                ranking={"type": "array", "items": {"type": "array", "items": {"type": "string"}}},
                remarks=_REASONS,
            ),
            _answer(
                allowed=_FLAG,
                sure=_FLAG,
                reasons=_REASONS,
                resource={"type": "string"},
                symbols=_NUMBER,
                first=_NUMBER,
                island={},
                offered=_NUMBER,
                free_storages=_NUMBER,
                keep=_NUMBER,
                most=_NUMBER,
                returns=_NUMBER,
            ),
            _answer(payable={"type": ["boolean", "null"]}, buildings={"type": "array", "items": _OBJECT}),
            _answer(**_PLACING),
            _answer(spaces={"type": "object", "additionalProperties": object_schema(_PLACING)}),
            _answer(
                settles={"type": ["object", "null"]},
                ships={"type": ["object", "null"]},
                income=_OBJECT,
                tiles_out={},
                tiles_in={},
                reshuffle={},
                buildings_in={},
                starts={},
                last_round=_FLAG,
                why=_REASONS,
                remarks=_REASONS,
            ),
        ],
    },
)
