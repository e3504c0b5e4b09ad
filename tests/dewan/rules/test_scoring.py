"""The rows of the base game, and what no row may depend on."""

import random
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.ask.questions import answer
from companion.dewan.formats.table import write_table
from companion.dewan.rules import game
from companion.dewan.rules.scenarios import SCENARIOS
from companion.dewan.rules.scoring import COMMON_ROWS
from companion.dewan.rules.table import Table
from companion.dewan.rules.words import ScenarioName
from companion.rules.hexes import Hex
from tests.boards import ask, board, points, story, table
from tests.strategies import tables

rule = pytest.mark.rule


@pytest.mark.parametrize("name", ScenarioName)
def test_a_scenario_lists_the_rows_it_counts(name: ScenarioName) -> None:
    teams = {"P1": "A", "P2": "B", "P3": "A", "P4": "B"} if name is ScenarioName.TEAM else {}
    score = game.score(table("F:P1  D:P2", name, teams=teams))
    declared = [row.key for row in (*COMMON_ROWS, *SCENARIOS[name].rows)]
    assert all([line.row for line in sheet.lines] == declared for sheet in score.teams or score.players)


@rule("D-SCORE-STORY-01", "D-END-03")
def test_story_points_are_those_of_completed_tiles() -> None:
    on = table("F:P1  D", stories={"P1": [story("9M", 5, done=True), story("1F", 7), story("1M", 4, done=False)]})
    assert points(on, "P1")["stories"] == 12


@rule("R-30", "D-END-03")
def test_met_but_not_slid_up_is_the_tables_choice() -> None:
    tiles = {"P1": [story("1F", 7, fire=2, done=False), story("1M", 5, done=False)]}
    checked = points(table("F:P1  D", stories=tiles), "P1")
    assert (checked["stories"], checked["fire"]) == (7, 2)
    discarded = points(table("F:P1  D", stories=tiles, rulings={"R-30": "discarded"}), "P1")
    assert (discarded["stories"], discarded["fire"]) == (0, 0)


@rule("D-SCORE-FIRE-01")
def test_fire_comes_from_tiles_tucked_cards_and_the_final_camp() -> None:
    eight = "  ".join(["B:P1"] * 8)
    tiles = {"P1": [story("9M", 0, fire=2, done=True)]}
    assert points(table(eight, stories=tiles, tucked={"P1": "F:fire W:berry"}), "P1")["fire"] == 2 + 1 + 1
    seven = "  ".join(["*P1", *["B:P1"] * 7])
    assert points(table(seven, stories=tiles), "P1")["fire"] == 2, "the starting camp is not the eighth"


@rule("D-SCORE-FIRE-02", "R-35")
def test_the_most_fire_bonus() -> None:
    def majority(one: int, other: int, **rulings: str) -> list[int]:
        tiles = {
            "P1": [story("9M", 0, fire=one, done=True)],
            "P2": [story("9M", 0, fire=other, done=True)],
        }
        on = table("D  D", stories=tiles, rulings={key.replace("_", "-"): value for key, value in rulings.items()})
        return [points(on, name)["fire_majority"] for name in ("P1", "P2")]

    assert majority(2, 1) == [4, 0]
    assert majority(3, 3) == [4, 4]
    assert majority(0, 0) == [0, 0]
    assert majority(0, 0, R_35="all-tie") == [4, 4]


@rule("D-SCORE-GROUP-01", "D-SCORE-GROUP-02")
def test_a_group_of_two_is_worth_as_much_as_one_of_five() -> None:
    assert points(table("D:P1  D:P1  D  D:P1  D:P1  D:P1  D:P1  D:P1"), "P1")["groups"] == 8
    assert points(table("D:P1  D:P2  D:P1  D:P2"), "P1")["groups"] == 0
    bent = table(
        board(
            """
    D:P1    D       D:P1
        D       D:P1
    """
        )
    )
    assert points(bent, "P1")["groups"] == 4


@rule("R-04")
def test_the_starting_camp_in_groups_is_the_tables_choice() -> None:
    assert points(table("*P1  D:P1"), "P1")["groups"] == 4
    assert points(table("*P1  D:P1", rulings={"R-04": "starting-camp-apart"}), "P1")["groups"] == 0
    joined = table("D:P1  *P1  D:P1  D:P1", rulings={"R-04": "starting-camp-apart"})
    assert points(joined, "P1")["groups"] == 4


@rule("D-SCORE-BERRY-01", "R-49")
def test_two_points_for_each_token_and_visible_symbol() -> None:
    on = table("D  D", berries={"P1": 3}, tucked={"P1": "F:berry W:berry D:fire"})
    assert points(on, "P1")["berries"] == 10
    assert ask("score", on)["players"]["P1"]["berries"] == 5


@rule("D-SCORE-WIN-01")
def test_ties_are_broken_by_cards_in_hand_known_or_not() -> None:
    on = table("D  D", players=("P1", "P2", "P3", "P4"), hands={"P1": "D", "P2": "D D"}, hidden={"P1": 1, "P3": 5})
    assert ask("score", on)["ranking"] == [["P3"], ["P1", "P2"], ["P4"]]
    ahead = replace(on, players=(*on.players[:3], replace(on.players[3], berries=1)))
    assert ask("score", ahead)["ranking"][0] == ["P4"]


def test_every_row_adds_up_from_its_evidence() -> None:
    on = table(
        "*P1  D:P1  D  D:P1  D:P1",
        berries={"P1": 2},
        tucked={"P1": "F:fire"},
        stories={"P1": [story("1D", 3, fire=1)]},
    )
    (mine, _) = game.score(on).players
    counted = {line.row: sum(item.count for item in line.evidence if item.player == "P1") for line in mine.lines}
    assert counted == {"stories": 3, "fire": 2, "fire_majority": 2, "groups": 2, "berries": 2}
    assert [line.points for line in mine.lines] == [3, 2, 4, 8, 4]


@rule("R-60")
def test_names_have_no_effect() -> None:
    drawing = "*{0}  D:{0}  F:{1}  *{1}"
    charlie = ask(
        "score", table(drawing.format("Charlie", "Billy"), players=("Charlie", "Billy"), berries={"Billy": 2})
    )
    sophia = ask(
        "score", table(drawing.format("Sophia", "Steffen"), players=("Sophia", "Steffen"), berries={"Steffen": 2})
    )
    assert list(charlie["players"].values()) == list(sophia["players"].values())


# What a score may not depend on.


def moved(at: list[int], by: Hex, turns: int) -> list[int]:
    return list(Hex(*at).turned(turns).moved(by))


def moved_record(record: Any, by: Hex, turns: int) -> Any:
    """The same table on a map that was turned and pushed across the cloth."""
    board = record["map"]
    for part in ("spaces", "camps", "markers"):
        for entry in board[part]:
            entry["at"] = moved(entry["at"], by, turns)
    for icon in board["icons"]:
        icon["between"] = [moved(at, by, turns) for at in icon["between"]]
    return record


@given(tables(), st.builds(Hex, st.integers(-99, 99), st.integers(-99, 99)), st.integers(0, 5))
def test_origin_and_rotation_of_the_coordinates_do_not_matter(on: Table, by: Hex, turns: int) -> None:
    here: Any = write_table(on)
    there = moved_record(write_table(on), by, turns)
    for question in ("score", "stories"):
        told = answer({"ask": question, "table": here})
        assert told["ok"] is True
        assert answer({"ask": question, "table": there}) == told
    if on.scenario in ("downpour", "volcano"):
        before: Any = answer({"ask": "event", "table": here})["eligible"]
        after: Any = answer({"ask": "event", "table": there})["eligible"]
        assert sorted(moved(at, by, turns) for at in before) == after
    player = on.players[0].name
    routes: Any = answer({"ask": "routes", "table": here, "player": player})["routes"]
    moved_routes: Any = answer({"ask": "routes", "table": there, "player": player})["routes"]
    assert sorted((moved(one["to"], by, turns), one["cards"], one["given"]) for one in routes) == [
        (one["to"], one["cards"], one["given"]) for one in moved_routes
    ]


@given(tables(), st.integers(0, 10**6))
def test_the_order_of_lists_in_the_record_does_not_matter(on: Table, seed: int) -> None:
    told = {ask: answer({"ask": ask, "table": write_table(on)}) for ask in ("score", "zones")}
    mixed: Any = write_table(on)
    shuffle = random.Random(seed).shuffle
    for part in mixed["map"].values():
        shuffle(part)
    for player in mixed["players"]:
        for part in ("hand", "tucked", "stories"):
            shuffle(player[part])
    for question, before in told.items():
        assert before["ok"] is True
        assert answer({"ask": question, "table": mixed}) == before
