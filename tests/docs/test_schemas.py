"""The published schemas and the parser draw the same line.

One way: what the parser accepts, the schemas accept. The other: what the schemas accept, the parser refuses only for
the reasons ``docs/record-format.md`` lists as beyond a schema's reach.
"""

import copy
import json
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

from companion.dewan.demo import demo_box_json, demo_table
from companion.dewan.formats.box import read_box
from companion.dewan.formats.table import read_table, write_table
from companion.dewan.rules.rulings import OPTIONS
from companion.dewan.rules.words import ScenarioName
from companion.formats.faults import BadInput
from companion.i18n import catalog
from tests.published_schemas import documents

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "record-format.md").read_text(encoding="utf-8")
BEYOND = set(re.findall(r"`([a-z]+\.[a-z0-9-]+)`", PAGE.partition("## What a schema cannot say")[2]))
NAMES = ("dewan-table-1.schema.json", "dewan-box-1.schema.json")
SCHEMAS = {name: json.loads((DOCS / name).read_text(encoding="utf-8")) for name in NAMES}
REGISTRY: Registry[Any] = Registry().with_resources(
    [(name, Resource.from_contents(schema)) for name, schema in SCHEMAS.items()]
)
TABLE, BOX = (Draft202012Validator(SCHEMAS[name], registry=REGISTRY) for name in NAMES)

SMALL_BOX: dict[str, Any] = {
    "format": "dewan-box/1",
    "name": "small",
    "colors": [{"name": "red", "rgb": "#aa0000"}],
    "tiles": [
        {
            "id": "S1",
            "kind": "starting",
            "spaces": [{"at": [0, 0], "terrain": "start"}, {"at": [1, 0], "terrain": "forest", "berry": True}],
            "icons": [{"kind": "crystal", "at": [1, 0], "side": 2}],
        },
        {"id": "N1", "kind": "neutral", "spaces": [{"at": [0, 0], "terrain": "water"}]},
    ],
    "cards": [{"card": "forest/water:fire", "count": 2}],
    "stories": [{"id": "T1", "needs": {"forest": 2}, "points": 5, "fire": 1}],
    "layouts": [{"scenario": "base", "players": 2, "slots": [{"kind": "starting", "at": [0, 0]}]}],
}
SMALL_TABLE: dict[str, Any] = {
    "format": "dewan-table/1",
    "scenario": "base",
    "rulings": {"R-04": "starting-camp-apart"},
    "players": [
        {
            "name": "Ada",
            "color": "red",
            "team": None,
            "hand": ["forest"],
            "hidden_cards": 1,
            "berries": 3,
            "fish": 0,
            "tucked": ["forest:crystal"],
            "stories": [{"needs": {"forest": 2, "crystal": 1}, "points": 5, "fire": 1, "done": None}],
        },
        {"name": "Ben"},
    ],
    "map": {
        "spaces": [{"at": [0, 0], "terrain": "forest", "berries": 2}, {"at": [1, 0], "terrain": "start"}],
        "icons": [{"kind": "crystal", "between": [[0, 0], [1, 0]]}],
        "camps": [{"player": "Ada", "at": [1, 0], "starting": True}],
        "markers": [],
    },
    "first_player": "Ada",
    "active_player": None,
    "row": ["desert/water:fire"],
    "draw_pile": 8,
    "supply": 30,
    "discard": 0,
    "water_markers": 8,
    "lava_markers": 8,
    "fish_tokens": 20,
}
BY_TILES: dict[str, Any] = {
    "format": "dewan-table/1",
    "scenario": "downpour",
    "players": [{"name": "Ada"}, {"name": "Ben"}],
    "map": {
        "box": {
            "format": "dewan-box/1",
            "name": "one tile",
            "tiles": [{"id": "N", "kind": "neutral", "spaces": [{"at": [0, 0], "terrain": "forest"}]}],
        },
        "tiles": [{"tile": "N", "at": [1, 2], "rotation": 1}],
        "berries": [{"at": [1, 2], "count": 1}],
        "markers": [],
        "camps": [],
    },
}
TEAM: dict[str, Any] = {
    "format": "dewan-table/1",
    "scenario": "team",
    "players": [{"name": name, "team": team} for name, team in zip("abcd", "xyxy", strict=True)],
}
DOCUMENTS = {"table": SMALL_TABLE, "by-tiles": BY_TILES, "team": TEAM, "box": SMALL_BOX}

Path_ = tuple[str | int, ...]
Parser = Callable[[object], object]


def judges(document: Any) -> tuple[Draft202012Validator, Parser]:
    is_box = isinstance(document, dict) and str(document.get("format")).startswith("dewan-box")
    return (BOX, read_box) if is_box else (TABLE, read_table)


def disagreement(document: Any, validator: Draft202012Validator, parse: Parser) -> str | None:
    try:
        parse(document)
        faults = set()
    except BadInput as bad:
        faults = {fault.code for fault in bad.faults}
    if "map.space-twice" in faults:
        faults.discard("box.starting-tile-centre")  # the second space has taken the centre's place
    valid = validator.is_valid(document)
    if valid and faults - BEYOND:
        return f"the schema accepts what the parser calls {faults - BEYOND}"
    if not valid and not faults:
        return f"the parser accepts, the schema says {next(validator.iter_errors(document)).message}"
    return None


def paths(value: Any, here: Path_ = ()) -> Iterator[Path_]:
    yield here
    if isinstance(value, dict):
        for key, member in value.items():
            yield from paths(member, (*here, key))
    elif isinstance(value, list):
        for i, member in enumerate(value):
            yield from paths(member, (*here, i))


def changed(document: Any, path: Path_, change: Callable[[Any], Any]) -> Any:
    if not path:
        return change(document)
    document = copy.copy(document)
    document[path[0]] = changed(document[path[0]], path[1:], change)
    return document


LIMITS = (0, 1, 2, 4, 5, 6, 8, 9, 20, 21, 55, 56, 99, 100, 999, 1000, 10**6, 10**6 + 1)
VALUES: tuple[Any, ...] = (
    *(None, True, False, 1.5, "", " ", "Ada", "x" * 80, "x" * 81, [], {}, [0, 0], [0], [0, 0, 0], [[0, 0]], [None]),
    *LIMITS,
    *(-1, -(10**6), -(10**6) - 1),
    *("forest", "forest/forest", "forest:berry/water", "a/b", "forest/water/desert", "forest:gold", "Forest", "start"),
    *("volcano", "water", "lava", "team", "base", "starting", "neutral", "crystal", "fire", "#12345g", "#abcdef"),
)


LENGTHS = (2, 3, 4, 5, 6, 7, 12, 13, 20, 21, 33, 34, 55, 56, 60, 61, 65, 66, 99, 100, 200, 201, 500, 501)
COORDINATES = (None, True, 1.5, "1", 10**6, 10**6 + 1, -(10**6) - 1)
"""Enough for a number in a list: it can only be one of two coordinates."""


def at(document: Any, path: Path_) -> Any:
    for step in path:
        document = document[step]
    return document


def instead_of(old: Any, values: Sequence[Any]) -> list[Any]:
    """Whatever could stand there, and of what is of another type a few: they are wrong for the same reason."""
    by_type: dict[type, list[Any]] = {}
    for value in values:
        by_type.setdefault(type(value), []).append(value)
    return [
        value for kind, all_ in by_type.items() for value in (all_ if old is None or kind is type(old) else all_[:3])
    ]


def single_changes(document: Any, values: Sequence[Any] = VALUES) -> Iterator[tuple[str, Any]]:
    """Every value replaced by all sorts of others, every key removed, unknown keys added, lists made long and short."""
    for path in paths(document):
        spot, old = ".".join(map(str, path)), at(document, path)
        coordinate = isinstance(old, int) and isinstance(path[-1], int)
        for value in COORDINATES if coordinate and values is VALUES else instead_of(old, values):
            yield f"{spot} = {str(value)[:20]!r}", changed(document, path, lambda _, value=value: value)
        if isinstance(old, dict):
            yield f"{spot} + colour", changed(document, path, lambda old: {**old, "colour": 1})
            for key in old:
                shrunk = {other: old[other] for other in old if other != key}
                yield f"{spot} - {key}", changed(document, path, lambda _, shrunk=shrunk: shrunk)
        if isinstance(old, list) and old:
            for length in LENGTHS if len(str(old)) < 200 else (3, 5):
                longer = (old * length)[:length]
                yield f"{spot} x {length}", changed(document, path, lambda _, longer=longer: longer)


@pytest.mark.parametrize("name", sorted(documents()))
def test_the_published_schemas_are_what_the_formats_say(name: str) -> None:
    """After a change to a format: python -m tests.published_schemas"""
    published = json.loads((DOCS / name).read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(published)
    assert published == documents()[name].whole_schema()


@pytest.mark.parametrize("name", DOCUMENTS)
def test_the_examples_of_this_file_are_accepted_by_both(name: str) -> None:
    validator, parse = judges(DOCUMENTS[name])
    validator.validate(DOCUMENTS[name])
    parse(DOCUMENTS[name])


@pytest.mark.parametrize("scenario", ScenarioName)
def test_the_demo_tables_are_valid(scenario: ScenarioName) -> None:
    TABLE.validate(write_table(demo_table(scenario)))


def test_the_demo_box_is_valid() -> None:
    BOX.validate(demo_box_json())


@pytest.mark.parametrize("name", DOCUMENTS)
def test_parser_and_schema_agree_on_every_single_change(name: str) -> None:
    document = DOCUMENTS[name]
    validator, parse = judges(document)
    found = [
        f"{what}: {trouble}"
        for what, bad in single_changes(document)
        if (trouble := disagreement(bad, validator, parse))
    ]
    assert found == []


@settings(max_examples=150, deadline=None, derandomize=True)
@given(st.data())
def test_parser_and_schema_agree_on_several_changes_at_once(data: st.DataObject) -> None:
    document = copy.deepcopy(DOCUMENTS[data.draw(st.sampled_from(sorted(DOCUMENTS)))])
    validator, parse = judges(document)
    for _ in range(data.draw(st.integers(2, 4))):
        if isinstance(document, (dict, list)):
            path = data.draw(st.sampled_from(list(paths(document))))
            value = data.draw(st.sampled_from(VALUES))
            document = changed(document, path, lambda _, value=value: value)
    assert disagreement(document, validator, parse) is None


def test_what_the_page_lists_as_beyond_a_schema_are_faults_there_are() -> None:
    known = re.findall(r'^msgid "(.+)"$', (Path(catalog.__file__).parent / "locales/en.po").read_text("utf-8"), re.M)
    assert set(known) >= BEYOND
    assert len(BEYOND) > 20


def test_every_ruling_option_is_documented_default_first() -> None:
    rows = dict(re.findall(r"^\| `(R-\d\d)` \|[^|]*\| (.*) \|$", PAGE, re.MULTILINE))
    assert {ruling: tuple(re.findall(r"`([^`]+)`", row)) for ruling, row in rows.items()} == dict(OPTIONS)


def test_the_schema_offers_exactly_the_rulings_there_are() -> None:
    offered = SCHEMAS[NAMES[0]]["properties"]["rulings"]["properties"]
    assert {ruling: tuple(schema["enum"]) for ruling, schema in offered.items()} == dict(OPTIONS)
