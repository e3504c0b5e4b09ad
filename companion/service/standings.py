"""Standings over several games: who has won most, who has most points, how near to the winners, against whom.

Pure: results in, rows out. A game of teams counts for each partner.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from statistics import fmean

from companion.games.evening import RankBy
from companion.games.people import GONE, PeopleState
from companion.service.results import Result


@dataclass(frozen=True)
class StandingRow:
    """``place``: equals share one. ``wins``: who shares a first place with another has half a win.

    ``share``: own points as a part of the winner's, on average. ``strength``: the average share of everybody they
    played against.
    """

    place: int
    person: str
    name: str
    games: int
    wins: Fraction
    points: int
    share: float
    strength: float


@dataclass(frozen=True)
class Played:
    """One game of one person."""

    won: Fraction
    points: int
    share: float
    others: tuple[str, ...]


def standings(results: Sequence[Result], people: PeopleState, by: RankBy) -> tuple[StandingRow, ...]:
    """Best first. What ``by`` leaves equal is decided by wins, then share, strength and points."""
    games: dict[str, list[Played]] = {}
    names: dict[str, str] = {}
    for result in results:
        for person, name, played in _played(result, people):
            games.setdefault(person, []).append(played)
            names.setdefault(person, people.name(name))
    shares = {person: fmean(one.share for one in played) for person, played in games.items()}
    rows = [_row(person, names[person], played, shares) for person, played in games.items()]
    rows.sort(key=lambda row: (*(-value for value in _order(row, by)), row.name.casefold(), row.person))
    places = {_order(row, by): place for place, row in reversed(list(enumerate(rows, start=1)))}
    return tuple(replace(row, place=places[_order(row, by)]) for row in rows)


def _played(result: Result, people: PeopleState) -> list[tuple[str, str, Played]]:
    board = result.scoreboard
    best = max(board.totals.values())
    found = []
    for column in board.columns:
        won = Fraction(1, len(board.winners)) if column.name in board.winners else Fraction(0)
        share = column.total / best if best > 0 else float(column.name in board.winners)
        others = [
            name for one in board.columns if one is not column for name in one.members if not GONE.fullmatch(name)
        ]
        played = Played(won, column.total, max(0.0, share), tuple(map(people.person, others)))
        found += [(people.person(name), name, played) for name in column.members if not GONE.fullmatch(name)]
    return found


def _row(person: str, name: str, played: Sequence[Played], shares: Mapping[str, float]) -> StandingRow:
    met = [shares[other] for one in played for other in one.others]
    return StandingRow(
        0,
        person,
        name,
        len(played),
        sum((one.won for one in played), Fraction(0)),
        sum(one.points for one in played),
        round(shares[person], 6),
        round(fmean(met), 6) if met else 0.0,
    )


def _order(row: StandingRow, by: RankBy) -> tuple[float, ...]:
    every = {
        RankBy.WINS: float(row.wins),
        RankBy.SHARE: row.share,
        RankBy.STRENGTH: row.strength,
        RankBy.POINTS: float(row.points),
    }
    return (every[by], *(value for key, value in every.items() if key is not by))
