"""The hand-over to BG Stats: every key, every type, ties and teams."""

import json
from dataclasses import replace
from urllib.parse import parse_qs, urlsplit

import pytest

from companion.share import bgstats
from tests.share.pads import pad, result

PLAY = {"sourceName", "sourcePlayId", "playDate", "durationMin", "board", "comments", "location", "game", "players"}
PLAYER = {"name", "sourcePlayerId", "startPlayer", "winner", "rank", "role", "score"}


def play(told, minutes=75, bgg_id=None):  # type: ignore[no-untyped-def]
    return bgstats.play(told, pad(told), str, minutes, bgg_id)


def test_every_key_is_there_in_its_type() -> None:
    told = play(result(("Ana", 41), ("Bo", 38)))
    assert told.keys() == PLAY
    assert told["game"] == {"name": "Dewan", "sourceGameId": "dewan", "highestWins": True, "noPoints": False}
    assert (told["sourceName"], told["sourcePlayId"]) == ("Companion", "t-1")
    assert (told["durationMin"], told["board"], told["location"]) == (75, "The Downpour", "")
    for player in told["players"]:
        assert player.keys() == PLAYER
        assert isinstance(player["winner"], bool)
        assert isinstance(player["startPlayer"], bool)
        assert isinstance(player["rank"], int)
        assert isinstance(player["score"], int)
    assert [(one["name"], one["winner"], one["rank"], one["startPlayer"], one["score"]) for one in told["players"]] == [
        ("Ana", True, 1, True, 41),
        ("Bo", False, 2, False, 38),
    ]


def test_the_date_is_the_end_in_utc() -> None:
    assert (
        play(result(("Ana", 1), ("Bo", 0), ended_at="2026-11-16T00:30:00+02:00"))["playDate"] == "2026-11-15 22:30:00"
    )


def test_a_number_at_boardgamegeek_only_if_it_is_known() -> None:
    told = result(("Ana", 41), ("Bo", 38))
    assert play(told, bgg_id=12345)["game"]["bggId"] == 12345
    assert "bggId" not in play(told)["game"]


def test_a_shared_victory_has_several_winners_of_one_rank() -> None:
    told = play(result(("Ana", 41), ("Bo", 41), ("Cy", 12), ranking=(("Ana", "Bo"), ("Cy",))))
    assert [(one["winner"], one["rank"]) for one in told["players"]] == [(True, 1), (True, 1), (False, 3)]


def test_nobody_has_won_a_game_under_way() -> None:
    told = play(result(("Ana", 41), ("Bo", 38), over=False))
    assert [(one["winner"], one["rank"]) for one in told["players"]] == [(False, 1), (False, 2)]
    assert "So far; the game is not over yet.\n" in told["comments"]  # and nothing of what can be tapped on a screen


def test_the_members_of_a_team_win_together_and_have_its_name() -> None:
    told = play(result(("Ana+Bo", 60), ("Cy+Di", 50)))
    assert [(one["name"], one["winner"], one["role"], one["score"]) for one in told["players"]] == [
        ("Ana", True, "Ana+Bo", 60),
        ("Bo", True, "Ana+Bo", 60),
        ("Cy", False, "Cy+Di", 50),
        ("Di", False, "Cy+Di", 50),
    ]


def test_a_player_keeps_the_id_across_games() -> None:
    first, second = play(result(("Ana", 1), ("Bo", 0))), play(result(("Cy", 1), ("ANA", 0), table_id="t-2"))
    assert first["players"][0]["sourcePlayerId"] == second["players"][1]["sourcePlayerId"]


@pytest.mark.parametrize("name", ["Zoë & Co. #1", "100 %", 'a"b\\c', "Łukasz 🎲", "a+b=c?d"])
def test_the_address_carries_any_name_whole(name: str) -> None:
    told = result((name.replace("+", "＋"), 41), ("Bo", 38))
    where = urlsplit(bgstats.address(play(told)))
    assert (where.scheme, where.netloc, where.path) == ("https", "app.bgstatsapp.com", "/createPlay.html")
    (data,) = parse_qs(where.query)["data"]
    assert json.loads(data) == play(told)
    assert len(bgstats.address(play(told))) < 4000


def test_the_file_refers_within_itself_and_says_the_same() -> None:
    told = result(("Ana", 41), ("Bo", 41), ranking=(("Ana", "Bo"),))
    document = json.loads(bgstats.play_file(told, pad(told), str, None))
    (game,), (played,) = document["games"], document["plays"]
    people = {one["id"]: one["name"] for one in document["players"]}
    assert played["gameRefId"] == game["id"]
    assert [(people[one["playerRefId"]], one["score"], one["winner"]) for one in played["playerScores"]] == [
        ("Ana", "41", True),
        ("Bo", "41", True),
    ]
    assert (game["highestWins"], game["noPoints"], played["playDate"]) == (True, False, "2026-11-16 20:45:30")
    assert (
        json.loads(bgstats.play_file(told, pad(told), str, None)) == document
    )  # the app knows a play again by its UUID
    other = json.loads(bgstats.play_file(replace(told, table_id="t-2"), pad(told), str, None))
    assert other["plays"][0]["uuid"] != played["uuid"]
    assert other["players"] == document["players"]
