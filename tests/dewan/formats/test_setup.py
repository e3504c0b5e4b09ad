"""What a table says before the first turn, and maps laid later."""

import json

import pytest

from companion.dewan.formats.setup import read_map, read_setup
from companion.dewan.rules.board import Camp
from companion.dewan.rules.scenarios import SCENARIOS
from companion.dewan.rules.table import Table
from companion.formats.faults import BadInput
from companion.rules.hexes import Hex
from tests.wooden import Json, header, map_json

SEATS = {"base": 2, "team": 4, "downpour": 3, "volcano": 2, "lake-villages": 4}


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_header_is_written_and_read(scenario: str) -> None:
    form = read_setup({**header(scenario, SEATS[scenario]), "title": "Friday", "row": False, "cards": 60})
    assert read_setup(json.loads(json.dumps(form.to_json()))) == form
    assert (form.title, form.row, form.stories, form.cards) == ("Friday", False, True, 60)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_player_has_a_starting_camp_on_a_centre(scenario: str) -> None:
    """D-SETUP-04."""
    setup = read_setup(header(scenario, SEATS[scenario])).set_up()
    camps = setup.board.camps
    assert sorted(camp.player for camp in camps.values()) == sorted(player.name for player in setup.players)
    assert all(camp.starting and setup.board.printed[at] == "start" for at, camp in camps.items())


def test_null_is_not_told() -> None:
    told = {**header("base", 2), "title": None, "row": None, "begun": None, "cards": None}
    assert read_setup(told) == read_setup(header("base", 2))


def three(**more: object) -> Json:
    spaces = [{"at": [q, 0], "terrain": "forest"} for q in range(3)]
    return {"spaces": spaces, **more}


def table_with(camp: Hex) -> Table:
    told = header("base", 2)["table"]
    assert isinstance(told, dict)
    return read_setup({"table": {**told, "map": three(camps=[{"player": "Alix", "at": list(camp)}])}}).table


def test_a_map_that_tells_its_camps_replaces_those_known() -> None:
    table = read_setup(header("base", 2, with_map=False)).table
    once = read_map({"map": three(camps=[{"player": "Alix", "at": [0, 0]}])}, table)
    assert once.camps == {Hex(0, 0): Camp("Alix")}
    known = table_with(Hex(0, 0))
    assert read_map({"map": three()}, known).camps == {Hex(0, 0): Camp("Alix")}
    moved = read_map({"map": three(camps=[{"player": "Alix", "at": [1, 0]}])}, known)
    assert moved.camps == {Hex(1, 0): Camp("Alix")}
    assert read_map({"map": three(camps=[])}, known).camps == {}


def test_pieces_leave_with_their_space() -> None:
    known = table_with(Hex(2, 0))
    smaller = {"spaces": [{"at": [0, 0], "terrain": "forest"}]}
    assert read_map({"map": smaller}, known).camps == {}


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ([], "json.not-a-object"),
        ({"map": 3}, "json.not-a-object"),
        ({"map": three(), "starts": []}, "json.not-a-object"),
        ({"map": three(), "starts": {"Zoe": [0, 0]}}, "table.unknown-player"),
        ({"map": three(), "starts": {"Alix": [0, 0]}}, "map.starting-camp-on-start"),
        ({"map": three(), "starts": {"Alix": [0]}}, "json.not-a-coordinates"),
        ({"map": three(camps=[{"player": "Alix", "at": [0, 0]}] * 2)}, "map.two-camps"),
        ({"map": three(camps=[{"player": "Alix", "at": [0, 0], "starting": True}])}, "map.starting-camp-on-start"),
        ({"map": map_json("base", 2, 0) | {"spaces": []}}, "map.spaces-and-tiles"),
    ],
)
def test_a_bad_map_is_named(body: object, code: str) -> None:
    table = read_setup(header("base", 2)).table
    with pytest.raises(BadInput) as bad:
        read_map(body, table)
    assert code in [fault.code for fault in bad.value.faults]
