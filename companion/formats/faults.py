"""Reading untrusted JSON: a cursor that knows its path and gathers every fault instead of stopping at the first."""

from collections.abc import Callable, Collection, Iterator
from enum import StrEnum
from typing import TypeVar

from companion.faults import BadInput, Fault, join_path, shortened
from companion.rules.hexes import Hex

__all__ = ["MOST_COORDINATE", "MOST_TEXT", "BadInput", "Fault", "Node", "read_whole", "shortened"]

MOST_COORDINATE = 1_000_000
MOST_TEXT = 80
MOST_FAULTS = 200
"""A record that is wrong from end to end need not be told so ten thousand times."""

Word = TypeVar("Word", bound=StrEnum)
Found = TypeVar("Found")


class Node:
    """One JSON value at its path. A method that finds a fault notes it and returns None (or nothing)."""

    def __init__(self, value: object, path: str = "", faults: list[Fault] | None = None) -> None:
        self.value = value
        self.path = path
        self.faults: list[Fault] = [] if faults is None else faults
        self.result: object = None
        """What a field read from it."""
        self.parts: dict[str, Node] = {}
        self.entries: list[Node] = []
        """Its members as a field found them, each with its ``result``: for checks of the whole."""

    def fault(self, code: str, **params: object) -> None:
        if len(self.faults) < MOST_FAULTS:
            self.faults.append(Fault(self.path, code, params))

    def child(self, key: str, value: object) -> "Node":
        return Node(value, join_path(self.path, key), self.faults)

    def fields(self, required: Collection[str], optional: Collection[str] = ()) -> "dict[str, Node] | None":
        """The members of an object; a missing required key and an unknown key are faults."""
        if not isinstance(self.value, dict):
            self.not_a("object")
            return None
        for key in self.value:
            if key not in required and key not in optional:
                self.child(shortened(key), None).fault("json.unknown-key", key=shortened(key))
        for key in required:
            if key not in self.value:
                self.child(key, None).fault("json.missing-key", key=key)
        return {key: self.child(key, value) for key, value in self.value.items() if key in required or key in optional}

    def one_kind(self, key: str, kinds: Collection[str]) -> str | None:
        """Which of several shapes an object has: the word under ``key`` says so."""
        if not isinstance(self.value, dict):
            self.not_a("object")
            return None
        kind = self.value.get(key)
        if isinstance(kind, str) and kind in kinds:
            return kind
        code = "json.unknown-word" if key in self.value else "json.missing-key"
        self.child(key, kind).fault(code, key=key, word=shortened(kind), words=", ".join(kinds))
        return None

    def items(self, at_most: int) -> "list[Node]":
        if not isinstance(self.value, list):
            self.not_a("list")
            return []
        if len(self.value) > at_most:
            self.fault("json.too-many", most=at_most)
        return [Node(value, f"{self.path}[{i}]", self.faults) for i, value in enumerate(self.value[:at_most])]

    def members(self, at_most: int) -> "Iterator[tuple[str, Node]]":
        """The members of an object whose keys are free."""
        if not isinstance(self.value, dict):
            self.not_a("object")
            return
        if len(self.value) > at_most:
            self.fault("json.too-many", most=at_most)
        for key in list(self.value)[:at_most]:
            yield key, self.child(shortened(key), self.value[key])

    def text(self) -> str | None:
        if not isinstance(self.value, str):
            self.not_a("text")
            return None
        if not self.value.strip():
            self.fault("json.empty-text")
            return None
        if len(self.value) > MOST_TEXT:
            self.fault("json.long-text", most=MOST_TEXT)
            return None
        if any(0xD800 <= ord(letter) < 0xE000 for letter in self.value):
            self.fault("json.broken-text")
            return None
        return self.value

    def number(self, least: int, most: int) -> int | None:
        if not isinstance(self.value, int) or isinstance(self.value, bool):
            self.not_a("number")
            return None
        if not least <= self.value <= most:
            self.fault("json.out-of-range", least=least, most=most)
            return None
        return self.value

    def flag(self) -> bool | None:
        if not isinstance(self.value, bool):
            self.not_a("flag")
            return None
        return self.value

    def word(self, words: type[Word]) -> Word | None:
        if isinstance(self.value, str) and self.value in tuple(words):
            return words(self.value)
        self.fault("json.unknown-word", word=shortened(self.value), words=", ".join(words))
        return None

    def hex(self) -> Hex | None:
        if not isinstance(self.value, list) or len(self.value) != 2:
            self.not_a("coordinates")
            return None
        q, r = (Node(n, self.path, self.faults).number(-MOST_COORDINATE, MOST_COORDINATE) for n in self.value)
        return None if q is None or r is None else Hex(q, r)

    def not_a(self, wanted: str) -> None:
        self.fault(f"json.not-a-{wanted}", value=shortened(self.value))


def read_whole(value: object, read: Callable[[Node], Found | None]) -> Found:
    """What ``read`` makes of a value in which nothing is wrong. Raises BadInput with every fault."""
    node = Node(value)
    found = read(node)
    if node.faults or found is None:
        raise BadInput(node.faults)
    return found
