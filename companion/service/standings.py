"""Standings over several games: who has won most, who has most points, how near to the winners, against whom.

Pure: results in, rows out. A game of teams counts for each partner.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import fsum

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


@dataclass
class Counted:
    """What somebody has played so far, added up. ``met``: how often they played against whom."""

    name: str
    games: int = 0
    wins: Fraction = Fraction(0)
    points: int = 0
    shares: float = 0.0
    met: Counter[str] = field(default_factory=Counter)

    @property
    def share(self) -> float:
        return self.shares / self.games


class Tally:
    """Games are counted one by one, so that what stands after each of many evenings costs no more than the last."""

    def __init__(self, people: PeopleState) -> None:
        self._people = people
        self._counted: dict[str, Counted] = {}

    def count(self, results: Sequence[Result]) -> None:
        for result in results:
            self._count(result)

    def _count(self, result: Result) -> None:
        board = result.scoreboard
        best = max(board.totals.values())
        played = [(column, [name for name in column.members if not GONE.fullmatch(name)]) for column in board.columns]
        for column, names in played:
            won = Fraction(1, len(board.winners)) if column.name in board.winners else Fraction(0)
            share = column.total / best if best > 0 else float(column.name in board.winners)
            others = [self._people.person(name) for one, them in played if one is not column for name in them]
            for name in names:
                own = self._counted.setdefault(self._people.person(name), Counted(self._people.name(name)))
                own.games += 1
                own.wins += won
                own.points += column.total
                own.shares += max(0.0, share)
                own.met.update(others)

    def rows(self, by: RankBy) -> tuple[StandingRow, ...]:
        """Best first. What ``by`` leaves equal is decided by wins, then share, strength and points."""
        rows = [self._row(person, own) for person, own in self._counted.items()]
        rows.sort(key=lambda row: (*(-value for value in _order(row, by)), row.name.casefold(), row.person))
        places = {_order(row, by): place for place, row in reversed(list(enumerate(rows, start=1)))}
        return tuple(replace(row, place=places[_order(row, by)]) for row in rows)

    def _row(self, person: str, own: Counted) -> StandingRow:
        met = own.met.total()
        strength = fsum(self._counted[other].share * times for other, times in own.met.items()) / met if met else 0.0
        return StandingRow(
            0, person, own.name, own.games, own.wins, own.points, round(own.share, 6), round(strength, 6)
        )


def standings(results: Sequence[Result], people: PeopleState, by: RankBy) -> tuple[StandingRow, ...]:
    tally = Tally(people)
    tally.count(results)
    return tally.rows(by)


def _order(row: StandingRow, by: RankBy) -> tuple[float, ...]:
    every = {
        RankBy.WINS: float(row.wins),
        RankBy.SHARE: row.share,
        RankBy.STRENGTH: row.strength,
        RankBy.POINTS: float(row.points),
    }
    return (every[by], *(value for key, value in every.items() if key is not by))
