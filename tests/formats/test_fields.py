"""One declaration reads with every fault, writes, and says its schema."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated, Any

import pytest
from jsonschema import Draft202012Validator

from companion.formats.actions import actions
from companion.formats.faults import BadInput, Node
from companion.formats.fields import FLAG, HEX, TEXT, Constant, Field, Number, Word
from companion.formats.objects import Converted, Document, ListOf, MapOf, Object, optional, required
from companion.rules.hexes import Hex
from companion.rules.limits import ALWAYS_WRITTEN, OneOf, Range, Size


class Color(StrEnum):
    RED = "red"
    BLUE = "blue"


@dataclass(frozen=True)
class Piece:
    name: str
    at: Hex
    color: Color = Color.RED
    height: int | None = None
    marks: tuple[int | None, ...] = ()
    known: bool | None = None
    counts: Mapping[Color, int] = field(default_factory=dict)


def _not_at_the_edge(node: Node, piece: Piece) -> None:
    if piece.at.q > 9:
        node.parts["at"].fault("map.no-such-space", q=piece.at.q, r=piece.at.r)


PIECE = Object(
    Piece,
    {
        "name": required(TEXT),
        "at": required(HEX),
        "colour": optional(Word(Color), "color"),
        "height": optional(Number(1, 9), null=True),
        "marks": optional(ListOf(Number(0, 3), 2, null=True), written="unless-empty"),
        "known": optional(FLAG, null=True, written="always"),
        "counts": optional(MapOf(Number(0, 5), Color, zero=False)),
    },
    check=_not_at_the_edge,
    name="piece",
)
SET = Document(
    lambda pieces: pieces,
    {"format": required(Constant("set/1")), "pieces": required(ListOf(PIECE, 3, 1, unique={"name": "box.name-twice"}))},
    parts=lambda pieces: {"pieces": pieces},
    title="A set",
    file="set-1.schema.json",
)
WHOLE: dict[str, Any] = {
    "name": "a",
    "at": [1, 2],
    "colour": "blue",
    "height": 3,
    "marks": [1, None],
    "known": None,
    "counts": {"red": 2},
}


def faults(of: Field[Any], value: object) -> list[tuple[str, str]]:
    with pytest.raises(BadInput) as caught:
        of.parse(value)
    return [(fault.path, fault.code) for fault in caught.value.faults]


def test_what_is_read_is_written_back() -> None:
    piece = PIECE.parse(WHOLE)
    assert piece == Piece("a", Hex(1, 2), Color.BLUE, 3, (1, None), None, {Color.RED: 2})
    assert PIECE.write(piece) == WHOLE
    assert list(PIECE.write(piece)) == list(WHOLE), "keys stand in the order of the declaration"


def test_what_was_not_given_has_the_default_of_the_class_and_is_left_out() -> None:
    assert PIECE.parse({"name": "a", "at": [0, 0], "height": None}) == Piece("a", Hex(0, 0))
    written = PIECE.write(Piece("a", Hex(0, 0)))
    assert written == {"name": "a", "at": [0, 0], "colour": "red", "known": None, "counts": {}}


def test_every_fault_is_found_at_its_path() -> None:
    pieces = [
        {"at": [0], "colour": "green", "height": 10, "marks": [4, None, 1], "shape": 1},
        {**WHOLE, "counts": {"green": 1, "red": "2"}},
        {**WHOLE, "known": None, "marks": None},
        7,
    ]
    assert sorted(faults(SET, {"format": "set/2", "pieces": pieces})) == [
        ("format", "json.wrong-format"),
        ("pieces", "json.too-many"),
        ("pieces[0].at", "json.not-a-coordinates"),
        ("pieces[0].colour", "json.unknown-word"),
        ("pieces[0].height", "json.out-of-range"),
        ("pieces[0].marks", "json.too-many"),
        ("pieces[0].marks[0]", "json.out-of-range"),
        ("pieces[0].name", "json.missing-key"),
        ("pieces[0].shape", "json.unknown-key"),
        ("pieces[1].counts.green", "json.unknown-word"),
        ("pieces[1].counts.red", "json.not-a-number"),
        ("pieces[2].marks", "json.not-a-list"),
        ("pieces[2].name", "box.name-twice"),
    ]


def test_a_check_sees_a_value_that_has_faults_elsewhere() -> None:
    assert faults(PIECE, {**WHOLE, "at": [10, 0], "height": 0}) == [
        ("height", "json.out-of-range"),
        ("at", "map.no-such-space"),
    ]
    assert faults(PIECE, {"at": [10, 0]}) == [("name", "json.missing-key")], "but not one without what it must have"


def test_a_conversion_may_find_faults() -> None:
    def sorted_once(node: Node, numbers: tuple[int, ...]) -> tuple[int, ...] | None:
        if len(set(numbers)) < len(numbers):
            node.fault("map.space-twice")
            return None
        return tuple(sorted(numbers))

    numbers = Converted(ListOf(Number(0, 9), 5), sorted_once, lambda found: found[::-1])
    assert numbers.parse([2, 1]) == (1, 2)
    assert numbers.write((1, 2)) == [2, 1]
    assert faults(numbers, [1, 1]) == [("", "map.space-twice")]


@pytest.mark.parametrize("value", [None, True, 1, "x", [], {}, [[]], {"red": 1}, "x" * 81, " ", -1, 4, 10, "red"])
@pytest.mark.parametrize("key", [*WHOLE, "other"])
def test_schema_and_reader_agree(key: str, value: object) -> None:
    document = {"format": "set/1", "pieces": [{**WHOLE, key: value}]}
    try:
        SET.parse(document)
        read = True
    except BadInput:
        read = False
    assert Draft202012Validator(SET.whole_schema()).is_valid(document) == read


def test_a_schema_has_its_named_parts_once_and_other_documents_by_their_file() -> None:
    schema: Any = SET.whole_schema()
    assert schema["properties"]["pieces"]["items"] == {"$ref": "#/$defs/piece"}
    assert set(schema["$defs"]) == {"piece", "text", "coordinates"}
    assert Object(dict, {"set": required(SET)}).schema({})["properties"] == {"set": {"$ref": "set-1.schema.json"}}


@dataclass(frozen=True)
class PaintPiece:
    player: str
    color: Annotated[Color, OneOf((Color.RED,))]
    at: Hex | None = None
    coats: Annotated[int, Range(1, 3)] | None = None
    places: Annotated[tuple[Annotated[int, Range(0, 9)], ...], Size(2, least=2)] = ()
    pairs: Annotated[tuple[tuple[Hex, Hex], ...], Size(2)] = ()
    by_player: Annotated[Mapping[str, Color], Size(2)] = field(default_factory=dict)
    wet: bool = False
    sure: Annotated[bool, ALWAYS_WRITTEN] = False


@dataclass(frozen=True)
class Wait:
    word = "sit-still"
    player: str


ACTION = actions((PaintPiece, Wait), {})


def test_an_action_is_declared_by_its_class() -> None:
    body = {
        "do": "paint-piece",
        "player": "Ada",
        "color": "red",
        "at": [0, 1],
        "places": [3, 4],
        "pairs": [[[0, 0], [1, 0]]],
        "by_player": {"Bo": "blue"},
        "wet": True,
        "sure": False,
    }
    action = ACTION.parse(body)
    pairs = ((Hex(0, 0), Hex(1, 0)),)
    assert action == PaintPiece("Ada", Color.RED, Hex(0, 1), None, (3, 4), pairs, {"Bo": Color.BLUE}, True)
    assert ACTION.write(action) == body
    assert ACTION.write(Wait("Ada")) == {"do": "sit-still", "player": "Ada"}
    least = {"do": "paint-piece", "player": "Ada", "color": "red", "sure": False}
    assert ACTION.write(ACTION.parse({**least, "at": None, "sure": None})) == least


def test_faults_of_an_action_are_all_named() -> None:
    assert faults(ACTION, {"do": "paint"}) == [("do", "json.unknown-word")]
    assert faults(ACTION, {"player": "Ada"}) == [("do", "json.missing-key")]
    assert faults(ACTION, {"do": "sit-still", "player": None, "coats": 1}) == [
        ("coats", "json.unknown-key"),
        ("player", "json.not-a-text"),
    ]
    wrong = {"do": "paint-piece", "color": "blue", "coats": 4, "places": [1], "pairs": [[[0, 0]]], "by_player": {"": 1}}
    assert sorted(faults(ACTION, wrong)) == [
        ("by_player.", "json.unknown-word"),
        ("coats", "json.out-of-range"),
        ("color", "json.unknown-word"),
        ("pairs[0]", "json.too-few"),
        ("places", "json.too-few"),
        ("player", "json.missing-key"),
    ]
