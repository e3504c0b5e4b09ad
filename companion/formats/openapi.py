"""Schemas as components of an OpenAPI document. It must stand alone: a reference to a file becomes one inside."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.formats.fields import Json
from companion.formats.objects import Document

PLACE = "#/components/schemas/"


def object_schema(required: Mapping[str, Json], optional: Mapping[str, Json] | None = None) -> Json:
    """Of an answer: these keys and no others."""
    properties = {**required, **(optional or {})}
    return {"type": "object", "required": list(required), "properties": properties, "additionalProperties": False}


@dataclass(frozen=True)
class Published:
    """What a game shows to programs: its documents by component name, the table record first, and its answers."""

    documents: Mapping[str, Document[Any]]
    answer: Json

    @property
    def table(self) -> Document[Any]:
        return next(iter(self.documents.values()))


def components(schemas: Mapping[str, Json], documents: Mapping[str, Document[Any]]) -> dict[str, Any]:
    """Components by name: a schema as a whole, and each of its definitions (``DewanTable.player``)."""
    files = {document.file: name for name, document in documents.items()}
    found: dict[str, Any] = {}
    for name, schema in {**schemas, **{name: one.whole_schema() for name, one in documents.items()}}.items():
        definitions: Any = schema.get("$defs", {})
        whole = {key: part for key, part in schema.items() if key not in ("$defs", "$schema")}
        found[name] = _moved(whole, name, files)
        found.update({f"{name}.{key}": _moved(part, name, files) for key, part in definitions.items()})
    return found


def _moved(part: Any, name: str, files: Mapping[str, str]) -> Any:
    if isinstance(part, list):
        return [_moved(one, name, files) for one in part]
    if not isinstance(part, dict):
        return part
    return {
        key: _pointer(value, name, files) if key == "$ref" else _moved(value, name, files)
        for key, value in part.items()
    }


def _pointer(reference: str, name: str, files: Mapping[str, str]) -> str:
    inside = reference.removeprefix("#/$defs/")
    if inside != reference:
        return f"{PLACE}{name}.{inside}"
    return PLACE + files[reference] if reference in files else reference
