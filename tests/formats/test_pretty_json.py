import json

from companion.dewan.demo import demo_table
from companion.dewan.formats.table import write_table
from companion.dewan.rules.words import ScenarioName
from companion.formats.pretty_json import WIDTH, pretty_json


def test_it_means_the_same() -> None:
    record = write_table(demo_table(ScenarioName.TEAM))
    assert json.loads(pretty_json(record)) == record


def test_a_space_is_a_line_and_no_line_is_long() -> None:
    lines = pretty_json(write_table(demo_table(ScenarioName.VOLCANO))).splitlines()
    assert '      {"at": [-3, -1], "terrain": "desert"},' in lines
    assert max(map(len, lines)) <= WIDTH + 1  # and a comma


def test_letters_stay_letters() -> None:
    assert pretty_json({"name": "Zoë"}) == '{\n  "name": "Zoë"\n}\n'
    assert pretty_json([]) == "[]\n"
