"""The questions of The River, asked as records."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.ask.questions import answer
from companion.river.demo import river_demo_box
from companion.river.formats.box import write_river_box

rule = pytest.mark.rule
REAL_BOX = {**write_river_box(river_demo_box()), "invented": False, "name": "ours"}


def table(*players: dict[str, Any], **told: Any) -> dict[str, Any]:
    names = ("Ana", "Ben", "Cleo", "Dora")
    seated = [{"name": name, **one} for name, one in zip(names, players or ({}, {}), strict=False)]
    return {"format": "river-table/1", "players": seated, **told}


def ask(word: str, on: dict[str, Any], **more: Any) -> dict[str, Any]:
    reply = answer({"ask": word, "table": on, **more})
    assert reply["ok"], reply
    return reply


def errors(question: dict[str, Any]) -> list[str]:
    reply = answer(question)
    assert not reply["ok"]
    assert all(error["text"] for error in reply["errors"])
    return [error["path"] for error in reply["errors"]]


@rule("V-SCORE-04", "V-SCORE-05", "V-SCORE-07", "V-SCORE-08")
def test_g35_and_g36_as_records() -> None:
    grid = [
        ["forest", "forest", "desert", "mountain"],
        ["forest", "desert", "desert", "mountain"],
        ["forest", "desert", "forest", None],
    ]
    quick = {
        "columns": [6, 0, 2, 2],
        "resources": 2,
        "buildings": 23,
        "bonus": 7,
        "meadows": [{"meadow": "terrain", "count": 2}, {"meadow": "bonus", "count": 3}],
    }
    reply = ask("score", table({"grid": grid}, {"quick": quick}))
    columns = ["column_1", "column_2", "column_3", "column_4"]
    assert [reply["players"]["Ana"]["rows"][row] for row in columns] == [6, 0, 2, 2]
    assert reply["players"]["Ben"]["total"] == 45
    assert reply["ranking"] == [["Ben"], ["Ana"]]


def test_a_score_says_what_it_could_not_count() -> None:
    reply = ask("score", table({"tiles": [{}], "buildings": [None]}, {}))
    assert [one["rule"] for one in reply["players"]["Ana"]["remarks"]] == ["V-SCORE-01", "V-SCORE-04"]
    assert [one["rule"] for one in reply["remarks"]] == ["V-END-01"]


@rule("V-PROD-01", "V-PROD-02", "V-PROD-04", "V-PROD-05")
def test_g37_what_would_i_get_here() -> None:
    four = table({"resources": {"stone": 1}}, {}, {}, {})
    reply = ask("produce", four, player="Ana", resource="clay", symbols=3, free_storages=3)
    assert (reply["offered"], reply["keep"], reply["most"], reply["returns"]) == (4, 3, 4, 1)
    assert reply["allowed"]
    assert reply["sure"]
    scarce = {**four, "islands": {"clay": 2}}
    assert ask("produce", scarce, player="Ana", resource="clay", symbols=3, free_storages=3)["keep"] == 2
    second = ask("produce", four, player="Ana", resource="clay", symbols=3, free_storages=3, first=False)
    assert second["offered"] == 3


@rule("V-PROD-06")
def test_nothing_to_gain_is_told_with_its_reason() -> None:
    reply = ask("produce", table({"bare_symbols": {}, "bare_storages": 2}, {}), player="Ana", resource="wood")
    assert not reply["allowed"]
    assert [reason["rule"] for reason in reply["reasons"]] == ["V-PROD-06"]
    assert [reason["source"] for reason in reply["reasons"]] == ["Rohstoffe produzieren"]


@rule("V-FOOD-02")
def test_an_empty_food_island_gives_something_else() -> None:
    on = table({"bare_storages": 1}, {}, islands={"food": 0, "wood": 1})
    reply = ask("produce", on, player="Ana", resource="food")
    assert (reply["allowed"], reply["resource"], reply["keep"]) == (True, "wood", 1)


def test_an_invented_box_is_not_sure_and_a_real_one_is() -> None:
    assert ask("produce", table(), player="Ana", resource="wood")["sure"] is False
    assert ask("produce", table(box=REAL_BOX), player="Ana", resource="wood")["sure"] is True
    assert ask("place", table(), player="Ana", space="wood")["sure"] is False
    assert ask("cleanup", table())["remarks"]
    assert ask("cleanup", table(box=REAL_BOX))["remarks"] == []


@rule("V-BUILD-01", "V-BUILD-02", "V-FOOD-01")
def test_can_i_pay_and_with_what() -> None:
    hut = {"cost": {"wood": 2, "stone": 1}, "points": 5}
    on = table({"resources": {"wood": 1, "food": 1}, "reserved": [hut]}, {}, displayed=[hut, {}])
    reply = ask("build", on, player="Ana")
    assert [(one["reserved"], one["payable"]) for one in reply["buildings"]] == [
        (False, False),
        (False, None),
        (True, True),
    ]
    assert reply["buildings"][0]["missing"] == {"stone": 1}, "the food stands for the second wood"
    assert reply["buildings"][2] | {"place": 0} == {
        "place": 0,
        "reserved": True,
        "points": 5,
        "cost": {"wood": 2, "stone": 1},
        "payable": True,
        "pays": {"wood": 1, "food": 1},
        "food_for": {"stone": 1},
        "spared": "wood",
        "missing": {},
    }
    told = ask("build", on, player="Ben", building=hut, resources={"food": 3})
    assert (told["payable"], told["buildings"][0]["pays"]) == (True, {"food": 3})
    assert ask("build", on, player="Ana", place=1, reserved=True)["payable"] is True
    assert errors({"ask": "build", "table": on, "player": "Ana", "place": 9}) == ["place"]
    untold = table({"untold_resources": 3}, {}, displayed=[hut])
    assert ask("build", untold, player="Ana")["payable"] is None


@rule("V-TURN-05", "V-TURN-06", "VR-02", "VR-10")
def test_may_a_scout_go_there() -> None:
    on = table({"tiles": ["forest"]}, {}, scouts={"start": ["Ben"]})
    assert ask("place", on, player="Ana", space="swap")["reasons"][0]["rule"] == "VR-10"
    start = ask("place", on, player="Ana", space="start")
    assert start["allowed"]
    assert [remark["rule"] for remark in start["remarks"]] == ["VR-02"]
    strict = {**on, "rulings": {"VR-02": "as-in-the-box"}}
    assert ask("place", strict, player="Ana", space="start")["reasons"][0]["rule"] == "V-TURN-05"
    assert set(ask("place", on, player="Ana")["spaces"]) == {
        "terrain", "wood", "clay", "stone", "food", "reserve", "build", "start", "swap",
    }  # fmt: skip


@rule("V-SETTLE-01", "V-CLEAN-04", "V-CLEAN-05", "V-END-01")
def test_the_clean_up() -> None:
    tiles = ["forest", "desert", {"meadow": "cleanup:stone", "storages": 1}]
    reply = ask("cleanup", table({"tiles": tiles, "laid_this_round": 2}, {}, start_player="Ben", box=REAL_BOX))
    assert reply["settles"] == {"Ana": [3], "Ben": []}
    assert reply["ships"] == {"Ana": 3, "Ben": 4}
    assert reply["income"] == {"Ana": [{"space": 3, "resource": "stone", "taken": True, "reasons": []}]}
    assert (reply["starts"], reply["last_round"], reply["tiles_in"]) == ("Ben", False, 4)
    last = ask("cleanup", table({"bonus": [6, 5, 4, 3]}, {}))
    assert last["last_round"]
    assert last["why"][0]["rule"] == "V-END-01"


def test_questions_of_the_other_game_are_not_known() -> None:
    assert errors({"ask": "zones", "table": table()}) == ["ask"]
    assert errors({"ask": "produce", "table": {"format": "dewan-table/1"}}) == ["ask"]
    assert errors({"ask": "produce", "table": table(), "player": "Zoe", "resource": "wood"}) == ["player"]
    assert errors({"ask": "produce", "table": table(), "player": "Ana", "resource": "gold"}) == ["resource"]
    assert errors({"ask": "place", "table": table(), "player": "Ana", "space": []}) == ["space"]
    assert errors({"ask": "produce", "table": table()}) == ["player", "resource"]


def test_texts_name_resources_in_words_of_this_game() -> None:
    reply = ask("produce", table({"bare_symbols": {}, "bare_storages": 1}, {}), player="Ana", resource="clay")
    assert "clay" in reply["reasons"][0]["text"]


values = (
    st.none() | st.booleans() | st.integers(-2, 40) | st.sampled_from(["Ana", "wood", "food", "build", "x", "swap"])
)


@given(
    st.sampled_from(["score", "produce", "build", "place", "cleanup"]),
    st.dictionaries(
        st.sampled_from(["player", "resource", "symbols", "free_storages", "first", "building", "place", "space"]),
        values | st.lists(values, max_size=2) | st.dictionaries(st.sampled_from(["wood", "cost", "x"]), values),
    ),
)
def test_no_question_ever_raises(word: str, keys: dict[str, Any]) -> None:
    reply = answer({"ask": word, "table": table({"tiles": ["forest"] * 3}, {}), **keys})
    assert reply["ok"] or reply["errors"]
