"""The pages and schemas of The River say what its parser does."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

from companion.formats.faults import BadInput
from companion.river.demo import river_demo_box
from companion.river.formats.box import read_river_box, write_river_box
from companion.river.formats.table import read_river_table, write_river_table
from companion.river.rules.rulings import OPTIONS
from tests.docs.test_schemas import single_changes

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "river-record-format.md").read_text(encoding="utf-8")
BEYOND = set(re.findall(r"`([a-z]+\.[a-z0-9-]+)`", PAGE.partition("## What a schema cannot say")[2]))
NAMES = ("river-table-1.schema.json", "river-box-1.schema.json", "river-box-2.schema.json")
SCHEMAS = {name: json.loads((ROOT / "docs" / name).read_text(encoding="utf-8")) for name in NAMES}
REGISTRY: Registry[Any] = Registry().with_resources(
    [(name, Resource.from_contents(schema)) for name, schema in SCHEMAS.items()]
)
TABLE, OLD_BOX, BOX = (Draft202012Validator(SCHEMAS[name], registry=REGISTRY) for name in NAMES)
EXAMPLES = [json.loads(text) for text in re.findall(r"```json\n(.+?)```", PAGE, re.DOTALL)]
FULL: dict[str, Any] = {
    "format": "river-table/1",
    "rulings": {"VR-16": "others-only"},
    "players": [
        {
            "name": "Ana",
            "color": "coral",
            "tiles": [{"kind": "forest/desert", "symbols": {"wood": 1}, "storages": 1, "id": "x"}, {"meadow": "swap"}],
            "laid_this_round": 1,
            "resources": {"wood": 2},
            "untold_resources": 1,
            "bare_symbols": {"clay": 1},
            "bare_storages": 2,
            "buildings": [5, None],
            "bonus": [6],
            "reserved": [{"cost": {"wood": 2}, "points": 3, "id": "b"}],
            "scouts": 2,
            "settled": 1,
            "aside": 0,
        },
        {"name": "Ben", "grid": [["forest", None, None, None], [None] * 4, [None] * 4]},
    ],
    "start_player": "Ben",
    "active_player": None,
    "round": 3,
    "over": False,
    "scouts": {"clay": ["Ana"]},
    "islands": {"clay": 2},
    "revealed": ["mountain"],
    "displayed": [{"cost": {"stone": 1}}],
    "bonus_left": [5, 4, 0],
    "tile_stack": 30,
    "thrown_tiles": 2,
    "building_stack": 20,
}
VALUES: tuple[Any, ...] = (
    *(None, True, 1.5, "", " ", "Ana", "x" * 80, "x" * 81, [], {}, [0], [None], [[]], {"x": 1}, {"wood": 1}),
    *(-1, 0, 1, 2, 3, 4, 5, 6, 9, 10, 12, 13, 14, 20, 21, 33, 34, 65, 66, 99, 100, 108, 109, 300, 301, 999, 1000),
    *("forest", "forest/forest", "desert/forest", "a/b", "meadow", "gift:food", "production:food", "swap:wood"),
    *("clay", "any", "scouts", "others-only", "#12345g", "#abcdef"),
)


def disagreement(document: Any) -> str | None:
    is_box = isinstance(document, dict) and str(document.get("format")).startswith("river-box")
    try:
        read_river_box(document) if is_box else read_river_table(document, river_demo_box())
        faults = set()
    except BadInput as bad:
        faults = {fault.code for fault in bad.faults}
    old = is_box and document["format"] == "river-box/1"
    valid = (OLD_BOX if old else BOX if is_box else TABLE).is_valid(document)
    if valid and faults - BEYOND:
        return f"the schema accepts what the parser calls {faults - BEYOND}"
    return "the parser accepts, the schema does not" if not valid and not faults else None


def test_the_examples_of_the_page_are_accepted_by_both() -> None:
    assert [example["format"] for example in EXAMPLES] == ["river-table/1", "river-box/2"]
    assert [disagreement(example) for example in EXAMPLES] == [None, None]
    TABLE.validate(EXAMPLES[0])
    BOX.validate(EXAMPLES[1])


def test_what_is_written_is_valid() -> None:
    BOX.validate(json.loads(json.dumps(write_river_box(river_demo_box()))))
    table = read_river_table(FULL, river_demo_box())
    TABLE.validate(json.loads(json.dumps(write_river_table(table))))


@pytest.mark.parametrize("document", [FULL, *EXAMPLES], ids=["full", "example", "box"])
def test_parser_and_schema_agree_on_every_single_change(document: Any) -> None:
    found = [f"{what}: {trouble}" for what, bad in single_changes(document, VALUES) if (trouble := disagreement(bad))]
    assert found == []


def test_rulings_stand_in_the_page_and_the_schema_default_first() -> None:
    rows = re.findall(r"^\| (VR-\d\d) \| ((?:`[^`]+` ?)+)\|$", PAGE, re.MULTILINE)
    assert {ruling: tuple(re.findall(r"`([^`]+)`", row)) for ruling, row in rows} == dict(OPTIONS)
    listed = SCHEMAS[NAMES[0]]["properties"]["rulings"]["anyOf"][0]["properties"]
    assert {ruling: tuple(entry["enum"]) for ruling, entry in listed.items()} == dict(OPTIONS)


def test_every_rule_is_explained_once() -> None:
    page = (ROOT / "docs" / "river-rules.md").read_text(encoding="utf-8")
    explained = re.findall(r"^\| (VR?-[A-Z0-9-]+) \| .+ \|$", page, re.MULTILINE)
    known = (ROOT / "tests" / "river_rule_ids.txt").read_text(encoding="utf-8").split()
    assert sorted(explained) == known


def test_every_rule_the_code_cites_exists() -> None:
    known = set((ROOT / "tests" / "river_rule_ids.txt").read_text(encoding="utf-8").split())
    rule_id = re.compile(r"\b(?:V-[A-Z]+-\d\d|VR-\d\d)\b")
    sources = [path for path in (ROOT / "companion").rglob("*.py") if "river" in str(path)]
    cited = {rule for path in sources for rule in rule_id.findall(path.read_text(encoding="utf-8"))}
    assert len(cited) > 60
    assert cited - known == set()
