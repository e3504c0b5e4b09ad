import pytest

from companion.dewan.rules import game
from companion.dewan.rules.scenarios import SCENARIOS
from companion.dewan.rules.words import ScenarioName
from tests.boards import ask, points, story, table

rule = pytest.mark.rule
TEAMS = {"P1": "sun", "P2": "moon", "P3": "sun", "P4": "moon"}


@rule("D-TEAM-01")
def test_two_teams_of_two_and_nothing_else() -> None:
    assert SCENARIOS[ScenarioName.TEAM].players == (4,)
    assert ask("score", table("D  D", "team", teams=TEAMS))["ok"] is True
    for teams in ({"P1": "sun", "P2": "sun", "P3": "sun", "P4": "moon"}, {"P1": "sun", "P2": "moon"}):
        refused = ask("score", table("D  D", "team", teams=teams))
        assert "players" in [error["path"] for error in refused["errors"]]
    opposite = [TEAMS[name] for name in ("P1", "P2", "P3", "P4")]
    assert opposite == ["sun", "moon", "sun", "moon"], "seats alternate, so turns do"


@rule("D-TEAM-03", "D-TEAM-04", "D-TEAM-08")
def test_story_and_fire_are_added_up() -> None:
    on = table(
        "F:P1  D:P3",
        "team",
        teams=TEAMS,
        stories={
            "P1": [story("1F", 5, fire=1), story("1F 1D", 9, fire=3)],  # the Desert is the partner's: not met
            "P3": [story("1D", 4, fire=2)],
            "P2": [story("9M", 6, fire=1, done=True)],
        },
    )
    asked = ask("score", on)
    assert asked["players"]["P1"]["rows"] == {"stories": 5, "fire": 1}
    assert asked["players"]["P3"]["rows"] == {"stories": 4, "fire": 2}
    sun, moon = asked["teams"]["sun"]["rows"], asked["teams"]["moon"]["rows"]
    assert (sun["stories"], sun["fire"], sun["fire_majority"]) == (9, 3, 4)
    assert (moon["stories"], moon["fire"], moon["fire_majority"]) == (6, 1, 0)


@rule("D-TEAM-04", "R-53")
def test_a_fire_tie_gives_four_once_a_team() -> None:
    fire = [story("9M", 0, fire=1, done=True)]
    on = table("D  D", "team", teams=TEAMS, stories={"P1": fire, "P3": fire, "P2": [*fire, *fire]})
    rows = [ask("score", on)["teams"][team]["rows"] for team in ("sun", "moon")]
    assert [(row["fire"], row["fire_majority"]) for row in rows] == [(2, 4), (2, 4)]


@rule("D-TEAM-05", "R-04")
def test_only_groups_with_a_camp_of_each_partner_score() -> None:
    on = table("*P1  D:P3  D  D:P1  D:P1  D  D:P3  D:P2", "team", teams=TEAMS)
    assert ask("score", on)["teams"]["sun"]["rows"]["groups"] == 4
    groups = next(line for line in game.score(on).teams[0].lines if line.row == "groups")
    assert [(item.count, item.camps) for item in groups.evidence] == [(1, ((0, 0), (1, 0)))]
    apart = table("*P1  D:P3", "team", teams=TEAMS, rulings={"R-04": "starting-camp-apart"})
    assert ask("score", apart)["teams"]["sun"]["rows"]["groups"] == 0


@rule("D-TEAM-06", "R-49")
def test_berries_pair_up_between_partners() -> None:
    on = table("D  D", "team", teams=TEAMS, berries={"P1": 5, "P3": 1, "P2": 3}, tucked={"P3": "F:berry"})
    teams = ask("score", on)["teams"]
    assert teams["sun"]["rows"]["berry_pairs"] == 8
    assert teams["moon"]["rows"]["berry_pairs"] == 0
    assert teams["sun"]["berries"] == 7


@rule("D-TEAM-07")
def test_teams_are_ranked_by_points_then_both_hands() -> None:
    level = table("D  D", "team", teams=TEAMS, hands={"P1": "D D", "P2": "D"}, hidden={"P4": 2})
    assert ask("score", level)["ranking"] == [["moon"], ["sun"]]
    shared = table("D  D", "team", teams=TEAMS, hands={"P1": "D D D", "P2": "D"}, hidden={"P4": 2})
    assert ask("score", shared)["ranking"] == [["sun", "moon"]]
    ahead = table("D  D", "team", teams=TEAMS, berries={"P1": 1, "P3": 1}, hidden={"P4": 9})
    assert ask("score", ahead)["ranking"] == [["sun"], ["moon"]]


@rule("D-TEAM-08")
def test_a_player_has_only_stories_and_fire_of_their_own() -> None:
    on = table("D  D", "team", teams=TEAMS, berries={"P1": 2})
    assert set(points(on, "P1")) == {"stories", "fire"}
    assert set(ask("score", on)["teams"]["sun"]["rows"]) == {
        "stories",
        "fire",
        "fire_majority",
        "groups",
        "berry_pairs",
    }


@rule("R-54")
def test_teams_are_not_offered_with_another_scenario() -> None:
    refused = ask("score", table("D  D", "downpour", teams=TEAMS))
    assert [error["path"] for error in refused["errors"]] == [f"players[{i}].team" for i in range(4)]
