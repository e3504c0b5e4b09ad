"""What Dewan shows to programs: its documents, and the answers to questions about them."""

from companion.dewan.formats.box import BOX
from companion.dewan.formats.table import RECORD
from companion.dewan.rules.words import Terrain
from companion.formats.fields import Json
from companion.formats.openapi import PLACE, Published, object_schema

_HEX: Json = {"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2}
_HEXES: Json = {"type": "array", "items": _HEX}
_COUNT: Json = {"type": "integer", "minimum": 0}
_REASONS: Json = {"type": "array", "items": {"$ref": f"{PLACE}Reason"}}


def _list_of(**properties: Json) -> Json:
    return {"type": "array", "items": object_schema(properties)}


_ZONES = _list_of(terrain={"enum": list(Terrain)}, spaces=_HEXES, berries=_COUNT)

PUBLISHED = Published(
    {"DewanTable": RECORD, "DewanBox": BOX},
    {
        "type": "object",
        "description": "Further keys by question: zones; legal, reasons, cost, payment, missing; routes; players, "
        "teams, ranking; eligible, berries, odd_berry, fish.",
        "required": ["ok"],
        "properties": {
            "ok": {"const": True},
            "zones": _ZONES,
            "legal": {"type": "boolean"},
            "reasons": _REASONS,
            "cost": _list_of(at=_HEX, needs={"type": "string"}, to={"type": "string"}),
            "payment": {"type": ["array", "null"]},
            "missing": {"type": "array", "items": {"type": "string"}},
            "hidden": {"type": ["array", "null"]},
            "remarks": _REASONS,
            "routes": _list_of(to=_HEX, path=_HEXES, cards=_COUNT, given=_COUNT),
            "players": {"type": "object"},
            "teams": {"type": "object"},
            "ranking": {"type": "array", "items": {"type": "array", "items": {"type": "string"}}},
            "eligible": _HEXES,
            "berries": _ZONES,
            "odd_berry": {"type": ["array", "null"]},
            "fish": {"type": "object"},
        },
        "additionalProperties": False,
    },
)
