"""The shape of every answer, as the contract spells it."""

from typing import Any

import pytest
from hypothesis import given

from companion.ask.questions import answer
from companion.dewan.formats.table import write_table
from companion.dewan.rules import game
from companion.dewan.rules.table import Table
from companion.i18n.catalog import LANGUAGES
from tests.boards import ask, strip_path, table
from tests.strategies import tables

ROWS = {
    "base": ["stories", "fire", "fire_majority", "groups", "berries"],
    "downpour": ["stories", "fire", "fire_majority", "forest_mountain_zones", "pairs"],
    "volcano": ["stories", "fire", "fire_majority", "water_zones", "starting_tiles", "pairs"],
    "lake-villages": ["stories", "fire", "fire_majority", "water_majorities", "pairs", "fish"],
}


@given(tables())
def test_zones_are_sorted_and_so_are_their_spaces(on: Table) -> None:
    zones = ask("zones", on)["zones"]
    assert [zone["spaces"][0] for zone in zones] == sorted(zone["spaces"][0] for zone in zones)
    for zone in zones:
        assert set(zone) == {"terrain", "spaces", "berries"}
        assert zone["spaces"] == sorted(zone["spaces"])


@given(tables())
def test_every_score_has_its_rows_and_adds_up(on: Table) -> None:
    reply = ask("score", on)
    sheets = dict(reply["players"])
    if on.scenario == "team":
        assert all(list(sheet["rows"]) == ["stories", "fire"] for sheet in sheets.values())
        assert all(
            list(sheet["rows"]) == ["stories", "fire", "fire_majority", "groups", "berry_pairs"]
            for sheet in reply["teams"].values()
        )
        sheets |= reply["teams"]
        ranked = set(reply["teams"])
    else:
        assert "teams" not in reply
        assert all(list(sheet["rows"]) == ROWS[on.scenario] for sheet in sheets.values())
        ranked = set(sheets)
    for sheet in sheets.values():
        assert set(sheet) == {"rows", "total", "fire", "berries"}
        assert sheet["total"] == sum(sheet["rows"].values())
        assert sheet["rows"]["fire"] == sheet["fire"]
    assert sorted(name for place in reply["ranking"] for name in place) == sorted(ranked)


@given(tables())
def test_stories_are_told_in_the_order_of_the_record_whether_done_or_not(on: Table) -> None:
    reply = ask("stories", on)["players"]
    for player in on.players:
        assert len(reply[player.name]) == len(player.stories)
        for told, tile in zip(reply[player.name], player.stories, strict=True):
            assert {need: count["want"] for need, count in told["needs"].items()} == dict(tile.needs)
            assert told["complete"] is all(count["have"] >= count["want"] for count in told["needs"].values())


@given(tables(most_spaces=9))
def test_routes_are_those_of_the_rules(on: Table) -> None:
    player = on.players[0].name
    assert ask("routes", on, player=player)["routes"] == [
        {"to": list(route.to), "path": [list(at) for at in route.path], "cards": route.cards, "given": route.given}
        for route in game.find_routes(on, player)
    ]


def test_a_route_answer_has_what_the_contract_says() -> None:
    on = table("D:P1  M  F", hands={"P1": "D"})
    reply = ask("route", on, player="P1", path=strip_path(0, 2))
    assert {"ok", "legal", "reasons", "cost", "payment", "missing"} <= set(reply)
    assert reply["payment"] is None
    assert reply["missing"] == ["mountain", "forest"]
    assert all({"rule", "text", "source"} <= set(reason) for reason in reply["reasons"])
    paid = ask("route", on, player="P1", path=strip_path(0, 1), cards=["forest/mountain:fire", "desert"])
    assert paid["payment"] == [
        {"card": "desert", "as": "desert", "at": [0, 0], "to": "discard"},
        {"card": "forest/mountain:fire", "as": "mountain", "at": [1, 0], "to": "discard"},
    ]


def test_given_cards_replace_the_hand_of_the_record() -> None:
    on = table("D:P1  M", hands={"P1": "D M"}, hidden={"P1": 3})
    assert ask("route", on, player="P1", path=strip_path(0, 1))["legal"] is True
    instead = ask("route", on, player="P1", path=strip_path(0, 1), cards=["desert"])
    assert (instead["legal"], instead["missing"], instead["hidden"]) == (False, ["mountain"], None)
    assert ask("routes", on, player="P1", cards=[])["routes"] == []


def test_faults_of_the_record_have_paths_inside_it() -> None:
    record: Any = write_table(table("D:P1  M"))
    record["map"]["camps"][0]["at"] = [9, 9]
    reply: Any = answer({"ask": "score", "table": record})
    assert [error["path"] for error in reply["errors"]] == ["map.camps[0].at"]


def test_faults_of_question_and_record_are_told_together() -> None:
    reply: Any = answer({"ask": "score", "table": {"format": "x"}, "speed": 9})
    assert {error["path"] for error in reply["errors"]} >= {"speed", "format", "scenario", "players"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_any_question_may_name_its_language(language: str) -> None:
    on = table("D:P1  W")
    reply = ask("route", on, player="P1", path=strip_path(0, 1), language=language)
    assert reply["ok"] is True
    assert reply["reasons"][0]["text"]
    refused = ask("route", on, player="Zoe", path=[], language=language)
    assert refused["errors"][0]["text"]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("de", "Ein Weg darf nicht auf Wasser enden."),
        ("fr", "Un itinéraire ne peut pas finir sur l’Eau."),
        ("pt", "Uma rota não pode terminar na Água."),
    ],
)
def test_verdicts_are_told_in_the_language_of_the_question(language: str, text: str) -> None:
    reply = ask("route", table("D:P1  W"), player="P1", path=strip_path(0, 1), language=language)
    assert text in [reason["text"] for reason in reply["reasons"]]
