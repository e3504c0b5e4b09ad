"""A JSON format, declared once. A field reads a value and notes every fault, writes it, and says its JSON Schema.

``Object(Slot, {"kind": required(Word(TileKind)), "at": required(HEX)})`` reads ``{"kind": "neutral", "at": [0, 0]}`` as
a ``Slot`` and writes it back. What a declaration cannot say stands in a ``check`` of the value read.
"""

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from companion.formats.faults import Node, shortened
from companion.formats.fields import Constant, Field, Json, Spelled, Value

NULL: Json = {"type": "null"}


class ListOf(Field[tuple[Value, ...]]):
    """``null``: an entry may be null, read as None. ``unique``: keys that no two entries share, with the fault."""

    def __init__(
        self,
        item: Field[Value],
        most: int,
        least: int = 0,
        description: str = "",
        *,
        null: bool = False,
        unique: Mapping[str, str] | None = None,
    ) -> None:
        self.item, self.most, self.least, self.description = item, most, least, description
        self.null, self.unique = null, unique or {}

    def read(self, node: Node) -> tuple[Value, ...] | None:
        if not isinstance(node.value, list):
            node.not_a("list")
            return None
        node.entries = node.items(self.most)
        if len(node.value) < self.least:
            node.fault("json.too-few", n=self.least)
        found: list[Any] = []
        for entry in node.entries:
            value = entry.result = None if entry.value is None and self.null else self.item.read(entry)
            if value is not None or self.null:
                found.append(value)
        for key, code in self.unique.items():
            note_twins(node.entries, key, code)
        return tuple(found)

    def write(self, value: Iterable[Value]) -> object:
        return [None if item is None else self.item.write(item) for item in value]

    def schema(self, defs: Json) -> Json:
        item = self.item.reference(defs)
        least = {"minItems": self.least} if self.least else {}
        items = {"anyOf": [item, NULL]} if self.null else item
        return {"type": "array", **least, "maxItems": self.most, "items": items}


class MapOf(Field[dict[Any, Value]]):
    """An object whose keys are certain words (``keys``), of an enumeration as a rule, or free: names, ``most`` of them.

    ``zero``: whether an entry of 0 is kept.
    """

    def __init__(
        self,
        item: Field[Value],
        keys: Iterable[str] | None = None,
        most: int = 0,
        description: str = "",
        name: str = "",
        *,
        zero: bool = True,
    ) -> None:
        self.item, self.description, self.name, self.zero = item, description, name, zero
        self.keys = None if keys is None else {str(key): key for key in keys}
        self.most = most or len(self.keys or ())

    def read(self, node: Node) -> dict[Any, Value] | None:
        if not isinstance(node.value, dict):
            node.not_a("object")
            return None
        found: dict[Any, Value] = {}
        for key, entry in node.members(self.most):
            if self.keys is not None and key not in self.keys:
                entry.fault("json.unknown-word", word=shortened(key), words=", ".join(self.keys))
            elif (value := self.item.read(entry)) is not None:
                node.parts[key], entry.result = entry, value
                if self.zero or value:
                    found[key if self.keys is None else self.keys[key]] = value
        return found

    def write(self, value: Mapping[Any, Value]) -> object:
        return {key: self.item.write(item) for key, item in value.items()}

    def schema(self, defs: Json) -> Json:
        item = self.item.reference(defs)
        if self.keys is None:
            return {"type": "object", "maxProperties": self.most, "additionalProperties": item}
        return {"type": "object", "additionalProperties": False, "properties": dict.fromkeys(self.keys, item)}


@dataclass(frozen=True)
class ObjectMember:
    """A key of an object. ``attr``: the attribute it is written from and the argument it is read into."""

    field: Field[Any]
    is_required: bool
    null: bool = False
    attr: str | None = None
    omit: Callable[[object], bool] = lambda value: value is None


def required(field: Field[Any], attr: str | None = None, *, null: bool = False) -> ObjectMember:
    """The key must be there; ``null``: null will do, and means what no key means elsewhere."""
    return ObjectMember(field, True, null, attr, _OMIT["always" if null else "unless-none"])


def optional(
    field: Field[Any], attr: str | None = None, *, null: bool = False, written: str = "unless-none"
) -> ObjectMember:
    """``null``: means the same as no key. ``written``: ``unless-none``, ``unless-empty`` or ``always``."""
    return ObjectMember(field, False, null, attr, _OMIT[written])


_OMIT: Mapping[str, Callable[[object], bool]] = {
    "unless-none": lambda value: value is None,
    "unless-empty": lambda value: not value,
    "always": lambda value: False,
}


class Object(Field[Value]):
    """An object with these keys and no others. ``make`` gets what was read by name, and nothing for what was not given.

    ``parts`` takes a value apart again, where it does not have an attribute a member. ``check`` notes on the node what
    is wrong with the whole. ``extra`` is what the schema says besides.
    """

    def __init__(
        self,
        make: Callable[..., Value],
        members: Mapping[str, ObjectMember],
        *,
        parts: Callable[[Any], Mapping[str, object]] | None = None,
        check: Callable[[Node, Value], None] | None = None,
        extra: Mapping[str, object] | None = None,
        description: str = "",
        name: str = "",
    ) -> None:
        self.make, self.members, self.parts, self.check, self.extra = make, members, parts, check, extra or {}
        self.description, self.name = description, name
        self.required = tuple(key for key, member in members.items() if member.is_required)
        self._optional = tuple(key for key, member in members.items() if not member.is_required)
        self._plan = tuple(
            (key, member, "" if isinstance(member.field, Constant) else member.attr or key)
            for key, member in members.items()
        )

    def read(self, node: Node) -> Value | None:
        fields = node.fields(self.required, self._optional)
        if fields is None:
            return None
        node.parts = fields
        values, whole = {}, True
        for key, member, attr in self._plan:
            part = fields.get(key)
            if part is None:
                whole = whole and not member.is_required
            elif part.value is None and member.null:
                continue
            elif (value := member.field.read(part)) is None:
                whole = whole and not member.is_required
            elif attr:
                values[attr] = part.result = value
        if not whole:
            return None
        found = self.make(**values)
        if self.check:
            self.check(node, found)
        return found

    def write(self, value: Any) -> dict[str, Any]:
        parts = value if isinstance(value, dict) else self.parts(value) if self.parts else None
        record: dict[str, Any] = {}
        for key, member, attr in self._plan:
            if not attr:
                record[key] = member.field.write(None)
                continue
            part = getattr(value, attr, None) if parts is None else parts.get(attr)
            if not member.omit(part):
                record[key] = None if part is None else member.field.write(part)
        return record

    def schema(self, defs: Json) -> Json:
        properties = {}
        for key, member in self.members.items():
            schema = member.field.reference(defs)
            properties[key] = {"anyOf": [schema, NULL]} if member.null else schema
        must = {"required": list(self.required)} if self.required else {}
        return {"type": "object", **must, "additionalProperties": False, "properties": properties, **self.extra}


class Document(Object[Value]):
    """A published format. Its schema stands in a file; in the schema of another document it is a reference."""

    def __init__(self, make: Callable[..., Value], members: Mapping[str, ObjectMember], **more: Any) -> None:
        self.title, self.file = more.pop("title"), more.pop("file")
        super().__init__(make, members, **more)

    def reference(self, defs: Json) -> Json:
        return {"$ref": self.file}

    def whole_schema(self) -> Json:
        defs: Json = {}
        schema = {"title": self.title, "description": self.description, **self.schema(defs)}
        return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema, "$defs": defs}


class Converted(Field[Value]):
    """A value made of what another field reads. ``into`` may note faults on the node; ``back`` undoes it.

    ``extra`` is what the schema says besides, or instead.
    """

    def __init__(
        self,
        field: Field[Any],
        into: Callable[[Node, Any], Value | None],
        back: Callable[[Value], Any] = lambda value: value,
        extra: Mapping[str, object] | None = None,
    ) -> None:
        self.field, self.into, self.back, self.extra = field, into, back, extra or {}

    def read(self, node: Node) -> Value | None:
        found = self.field.read(node)
        return None if found is None else self.into(node, found)

    def write(self, value: Value) -> object:
        return self.field.write(self.back(value))

    def schema(self, defs: Json) -> Json:
        return {**self.field.reference(defs), **self.extra}


class Tagged(Field[Value]):
    """One of several objects; the word under ``key`` says which."""

    def __init__(self, key: str, kinds: Mapping[str, tuple[type, Object[Any]]]) -> None:
        self.key = key
        self.kinds = {word: kind for word, (_, kind) in kinds.items()}
        self._by_class = dict(kinds.values())

    def read(self, node: Node) -> Value | None:
        kind = node.one_kind(self.key, self.kinds)
        return None if kind is None else self.kinds[kind].read(node)

    def write(self, value: Value) -> dict[str, Any]:
        return self._by_class[type(value)].write(value)

    def schema(self, defs: Json) -> Json:
        return {"oneOf": [kind.reference(defs) for kind in self.kinds.values()]}


class Either(Field[Value]):
    """A short spelling (a text), or an object."""

    def __init__(self, short: Spelled[Value], long: Object[Value], description: str = "", name: str = "") -> None:
        self.short, self.long, self.description, self.name = short, long, description, name

    def read(self, node: Node) -> Value | None:
        return self.short.read(node) if isinstance(node.value, str) else self.long.read(node)

    def write(self, value: Value) -> object:
        return self.long.write(value)

    def schema(self, defs: Json) -> Json:
        return {"anyOf": [self.short.reference(defs), self.long.reference(defs)]}


def repeated(node: Node, key: Callable[[Any], Hashable]) -> Iterator[tuple[Node, Any]]:
    """The entries of a list whose ``key`` an earlier one has, with that."""
    seen: set[Hashable] = set()
    for entry in node.entries:
        if entry.result is not None:
            found = key(entry.result)
            if found in seen:
                yield entry, found
            seen.add(found)


def first(pair: Any) -> Any:
    return pair[0]


def note_twins(entries: Collection[Node], key: str, code: str) -> None:
    """A fault at every entry whose ``key`` repeats an earlier one's."""
    seen: set[str] = set()
    for entry in entries:
        name = entry.value.get(key) if isinstance(entry.value, dict) else None
        if isinstance(name, str):
            if name in seen:
                entry.child(key, name).fault(code, name=shortened(name))
            seen.add(name)
