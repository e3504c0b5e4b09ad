"""Standings over several games, worked out by hand."""

from fractions import Fraction

from companion.games.evening import RankBy
from companion.games.people import PeopleState
from companion.games.scoreboard import Cell, Column, Label, Row, Scoreboard, ranked_by_points
from companion.rules.verdict import ScoreLine
from companion.service.results import Result
from companion.service.standings import StandingRow, standings

NOBODY = PeopleState()


def game(*columns: tuple[str, int], teams: dict[str, tuple[str, ...]] | None = None) -> Result:
    made = tuple(
        Column(name, (teams or {}).get(name, (name,)), (Cell(name, ScoreLine("stories", "", points)),))
        for name, points in columns
    )
    board = Scoreboard((Row("stories", Label("row.stories")),), made, ranked_by_points(made), final=True)
    players = tuple(name for column in made for name in column.members)
    return Result("t", "dewan", None, "base", players, ("",) * len(players), None, 5, True, True, "", "", board)


def by_name(rows: tuple[StandingRow, ...]) -> dict[str, StandingRow]:
    return {row.name: row for row in rows}


def test_wins_points_share_and_opponents() -> None:
    rows = by_name(standings([game(("Ada", 40), ("Ben", 20)), game(("Ada", 30), ("Cleo", 60))], NOBODY, RankBy.WINS))
    ada, ben, cleo = rows["Ada"], rows["Ben"], rows["Cleo"]
    assert (ada.games, ada.wins, ada.points, ada.share) == (2, 1, 70, 0.75)
    assert (ben.share, cleo.share) == (0.5, 1.0)
    assert ada.strength == 0.75, "the average of Ben's half and Cleo's whole"
    assert ben.strength == cleo.strength == 0.75
    assert [row.place for row in (cleo, ada, ben)] == [1, 2, 3], "both have a win; Cleo is nearer to the winners"


def test_each_order_puts_another_first() -> None:
    games = [game(("Ada", 40), ("Ben", 39)), game(("Ada", 10), ("Cleo", 11)), game(("Ben", 50), ("Cleo", 20))]
    first = {by: standings(games, NOBODY, by)[0].name for by in RankBy}
    assert first[RankBy.POINTS] == "Ben"
    assert first[RankBy.SHARE] == "Ben", "39/40 and all of 50"
    assert first[RankBy.STRENGTH] == "Cleo", "who met both of the others at their best"


def test_a_shared_victory_is_half_a_win_each_and_equals_share_a_place() -> None:
    rows = standings([game(("Ada", 40), ("Ben", 40), ("Cleo", 10))], NOBODY, RankBy.WINS)
    assert [(row.place, row.name, row.wins) for row in rows] == [
        (1, "Ada", Fraction(1, 2)),
        (1, "Ben", Fraction(1, 2)),
        (3, "Cleo", 0),
    ]


def test_partners_have_the_points_of_their_team() -> None:
    teams = {"Sun": ("Ada", "Cleo"), "Moon": ("Ben", "Dora")}
    rows = by_name(standings([game(("Sun", 50), ("Moon", 25), teams=teams)], NOBODY, RankBy.POINTS))
    assert (rows["Ada"].points, rows["Cleo"].points, rows["Dora"].share) == (50, 50, 0.5)
    assert rows["Ada"].strength == 0.5, "a partner is no opponent"


def test_people_who_were_merged_are_one_and_deleted_ones_are_nobody() -> None:
    people = NOBODY.merged("Jonny", "Jonas")
    games = [game(("Jonny", 10), ("#2", 20)), game(("Jonas", 30), ("Ada", 15))]
    rows = by_name(standings(games, people, RankBy.WINS))
    assert set(rows) == {"Jonas", "Ada"}
    assert (rows["Jonas"].games, rows["Jonas"].points) == (2, 40)


def test_a_game_without_points_divides_by_nothing() -> None:
    rows = standings([game(("Ada", 0), ("Ben", 0))], NOBODY, RankBy.SHARE)
    assert [row.share for row in rows] == [1.0, 1.0]
