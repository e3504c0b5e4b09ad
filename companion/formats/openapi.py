"""Schemas as components of an OpenAPI document. It must stand alone: a reference to a file becomes one inside."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

from companion.formats.fields import Json
from companion.formats.objects import Document

PLACE = "#/components/schemas/"


def object_schema(required: Mapping[str, Json], optional: Mapping[str, Json] | None = None) -> Json:
    """Of an answer: these keys and no others."""
    properties = {**required, **(optional or {})}
    return {"type": "object", "required": list(required), "properties": properties, "additionalProperties": False}


def ref(name: str) -> Json:
    return {"$ref": PLACE + name}


def answer_schema(made: Any) -> Json:
    """Of an answer that a TypedDict declares. One inside it is a component of its own, ``LookJson`` as ``Look``."""
    hints = get_type_hints(made, include_extras=True)
    must = {name: _hinted(hint) for name, hint in hints.items() if name in made.__required_keys__}
    return object_schema(must, {name: _hinted(hint) for name, hint in hints.items() if name not in must})


_PLAIN: Mapping[Any, Json] = {
    str: {"type": "string"},
    int: {"type": "integer"},
    bool: {"type": "boolean"},
    object: {},
    NoneType: {"type": "null"},
}


def _hinted(hint: Any) -> Json:
    if is_typeddict(hint):
        return ref(hint.__name__.removesuffix("Json"))
    origin, parts = get_origin(hint), get_args(hint)
    if origin is NotRequired:
        return _hinted(parts[0])
    if origin is Annotated:
        return {**_hinted(parts[0]), **parts[1]}
    if origin is Literal:
        return {"const": parts[0]}
    if origin is dict:
        return {"type": "object"}
    if origin is list:
        return {"type": "array", "items": _hinted(parts[0])}
    return {"oneOf": [_hinted(part) for part in parts]} if origin in (Union, UnionType) else dict(_PLAIN[hint])


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
