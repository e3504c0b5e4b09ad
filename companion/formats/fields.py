"""Fields of single values. A field reads a value and notes every fault, writes it, and says its JSON Schema.

Objects and lists of them are in ``objects.py``.
"""

from base64 import b64decode, b64encode
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Generic, TypeVar

from companion.formats.faults import MOST_COORDINATE, MOST_TEXT, BadInput, Node, shortened
from companion.rules.hexes import Hex

Json = dict[str, object]
Value = TypeVar("Value")
Words = TypeVar("Words", bound=str)


class Field(Generic[Value]):
    """``name``: its place in the ``$defs`` of a schema; without one its schema stands where it is used."""

    name = ""
    description = ""

    def read(self, node: Node) -> Value | None:
        """The value as far as it could be read; faults are noted on the node."""
        raise NotImplementedError

    def write(self, value: Any) -> object:
        return value

    def schema(self, defs: Json) -> Json:
        """The schema of its values; named fields inside it are put into ``defs``."""
        raise NotImplementedError

    def reference(self, defs: Json) -> Json:
        """The schema to stand where the field is used."""
        if self.name and self.name in defs:
            return {"$ref": f"#/$defs/{self.name}"}
        schema = {"description": self.description, **self.schema(defs)} if self.description else self.schema(defs)
        if not self.name:
            return schema
        defs[self.name] = schema
        return {"$ref": f"#/$defs/{self.name}"}

    def parse(self, value: object) -> Value:
        """What a value without a fault says. Raises BadInput with every fault."""
        node = Node(value)
        found = self.read(node)
        if node.faults or found is None:
            raise BadInput(node.faults)
        return found


class Text(Field[str]):
    name = "text"
    description = f"A name or label: not blank, at most {MOST_TEXT} characters."

    def read(self, node: Node) -> str | None:
        return node.text()

    def schema(self, defs: Json) -> Json:
        return {"type": "string", "maxLength": MOST_TEXT, "pattern": r"\S"}


class Flag(Field[bool]):
    def __init__(self, description: str = "") -> None:
        self.description = description

    def read(self, node: Node) -> bool | None:
        return node.flag()

    def schema(self, defs: Json) -> Json:
        return {"type": "boolean"}


class Coordinates(Field[Hex]):
    name = "coordinates"
    description = "Axial coordinates [q, r]."

    def read(self, node: Node) -> Hex | None:
        return node.hex()

    def write(self, value: Hex) -> object:
        return list(value)

    def schema(self, defs: Json) -> Json:
        number = {"type": "integer", "minimum": -MOST_COORDINATE, "maximum": MOST_COORDINATE}
        return {"type": "array", "minItems": 2, "maxItems": 2, "items": number}


class AnyObject(Field[Json]):
    """An object that somebody else reads."""

    def read(self, node: Node) -> Json | None:
        if isinstance(node.value, dict):
            return node.value
        node.not_a("object")
        return None

    def schema(self, defs: Json) -> Json:
        return {"type": "object"}


class Number(Field[int]):
    def __init__(self, least: int, most: int, description: str = "", name: str = "") -> None:
        self.least, self.most, self.description, self.name = least, most, description, name

    def read(self, node: Node) -> int | None:
        return node.number(self.least, self.most)

    def schema(self, defs: Json) -> Json:
        return {"type": "integer", "minimum": self.least, "maximum": self.most}


class Word(Field[Words]):
    """One of several words: those of an enumeration, as a rule."""

    def __init__(self, words: Iterable[Words], description: str = "", name: str = "") -> None:
        self.words = {str(word): word for word in words}
        self.description, self.name = description, name

    def read(self, node: Node) -> Words | None:
        if isinstance(node.value, str) and node.value in self.words:
            return self.words[node.value]
        node.fault("json.unknown-word", word=shortened(node.value), words=", ".join(self.words))
        return None

    def schema(self, defs: Json) -> Json:
        return {"enum": list(self.words)}


class Constant(Field[str]):
    """The word by which a document or an action is known. A document with another one is read as far as it goes."""

    def __init__(self, value: str) -> None:
        self.value = value

    def read(self, node: Node) -> str:
        if node.value != self.value:
            node.fault("json.wrong-format", wanted=self.value)
        return self.value

    def write(self, value: object) -> str:
        return self.value

    def schema(self, defs: Json) -> Json:
        return {"const": self.value}


class Spelled(Field[Value]):
    """A value with a spelling of its own, like ``"forest/water:fire"``."""

    def __init__(
        self,
        read: Callable[[Node], Value | None],
        schema: Mapping[str, object],
        write: Callable[[Value], object] = str,
        description: str = "",
        name: str = "",
    ) -> None:
        self._read, self._write, self._schema = read, write, schema
        self.description, self.name = description, name

    def read(self, node: Node) -> Value | None:
        return self._read(node)

    def write(self, value: Value) -> object:
        return self._write(value)

    def schema(self, defs: Json) -> Json:
        return dict(self._schema)


class Packed(Field[bytes]):
    """So many bytes in base64; anything else is the fault ``code``."""

    def __init__(self, length: int, code: str) -> None:
        self.length, self.code = length, code

    def read(self, node: Node) -> bytes | None:
        if not isinstance(node.value, str):
            node.not_a("text")
            return None
        try:
            value = b64decode(node.value, validate=True) if len(node.value) < 2 * self.length else b""
        except ValueError:
            value = b""
        if len(value) != self.length:
            node.fault(self.code)
            return None
        return value

    def write(self, value: bytes) -> object:
        return b64encode(value).decode()

    def schema(self, defs: Json) -> Json:
        return {"type": "string"}


TEXT, FLAG, HEX = Text(), Flag(), Coordinates()
