"""Our route finder beside networkx and OR-Tools on the same seeded questions, and how fast ``companion ask`` starts.

``python -m bench.rules`` from the root of a checkout; see ``bench/README.md``.
"""

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from statistics import quantiles
from time import process_time
from typing import NamedTuple

from bench.constraints import by_constraints
from bench.peers import Answer, TooSlow, by_deepening, by_enumeration, ours
from bench.startup import seconds
from bench.tables import NAMES, huge_table, random_table, unread
from companion.dewan.rules.table import Table
from companion.dewan.rules.words import ScenarioName

PEERS = {"networkx": by_enumeration, "networkx, deepening": by_deepening, "CP-SAT": by_constraints}
PLAYERS, HANDS = (2, 3, 4), (4, 6, 8, 10, 12, 14)
HUGE = ((100, 14), (100, 55), (250, 55), (500, 14), (500, 28), (500, 55))
SCENARIOS = (ScenarioName.BASE, ScenarioName.LAKE_VILLAGES)
LEAST_SECONDS = 0.1
"""Some machines count processor time in hundredths of a second."""


class Timed(NamedTuple):
    seconds: float
    finished: bool


class Asked(NamedTuple):
    """One question: how long we took, and how long every peer."""

    ours: float
    peers: Mapping[str, Timed]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--questions", type=int, default=10, help="questions for each size of map and hand")
    parser.add_argument(
        "--budget", type=float, default=5.0, help="seconds of processor time a peer gets for a question"
    )
    parser.add_argument("--players", type=int, nargs="*", default=PLAYERS)
    parser.add_argument("--hands", type=int, nargs="*", default=HANDS)
    options = parser.parse_args()

    print(f"Times ours, median (quartiles) of {options.questions} questions; > where the median did not finish.")
    print(f"{'players':>7} {'cards':>5} {'ours ms':>18} " + "".join(f"{name:>26}" for name in PEERS))
    for players in options.players:
        for cards in options.hands:
            asked = [_ask(_table(seed, players, cards), options.budget) for seed in range(options.questions)]
            print(
                f"{players:>7} {cards:>5} {_ours(asked):>18} " + "".join(f"{_ratio(asked, name):>26}" for name in PEERS)
            )
            sys.stdout.flush()

    print("\nOurs alone on maps no box holds, ms: median (quartiles), worst of 20 made to be hard.")
    for spaces, cards in HUGE:
        taken = [_timed(ours, huge_table(seed, spaces, cards), options.budget)[1] * 1000 for seed in range(20)]
        low, middle, high = quantiles(taken, method="inclusive")
        print(f"{spaces:>4} spaces {cards:>3} cards  {middle:.0f} ({low:.0f}-{high:.0f}), {max(taken):.0f}", flush=True)

    print("\nStart-up, times a bare interpreter:")
    times = seconds()
    bare = next(iter(times.values()))
    for name, seconds_taken in times.items():
        print(f"{name:<30} {seconds_taken / bare:5.1f}")
    return 0


def _table(seed: int, players: int, cards: int) -> Table:
    return random_table(seed, players, cards, SCENARIOS[seed % len(SCENARIOS)])


def _ask(table: Table, budget: float) -> Asked:
    """Ask everyone, nobody with anything worked out beforehand, and insist on one answer."""
    answer, our_seconds = _timed(ours, table, budget)
    peers = {}
    for name, peer in PEERS.items():
        try:
            theirs, taken = _timed(peer, table, budget)
        except TooSlow:
            peers[name] = Timed(budget, finished=False)
            continue
        peers[name] = Timed(taken, finished=True)
        if theirs != answer:
            raise SystemExit(f"{name} answers {theirs}, we {answer}, to {table}")
    return Asked(our_seconds, peers)


def _timed(peer: Callable[[Table, str, float], Answer], table: Table, budget: float) -> tuple[Answer, float]:
    """The answer and the mean processor time of as many runs as it takes for the clock to be exact."""
    runs, began = 0, process_time()
    while (taken := process_time() - began) < LEAST_SECONDS:
        answer = peer(unread(table), NAMES[0], budget)
        runs += 1
    return answer, taken / runs


def _ours(asked: Sequence[Asked]) -> str:
    low, middle, high = quantiles([one.ours * 1000 for one in asked], method="inclusive")
    return f"{middle:.2f} ({low:.2f}-{high:.2f})"


def _ratio(asked: Sequence[Asked], peer: str) -> str:
    """A question the peer did not finish counts as its budget, so the true ratio is greater."""
    low, middle, high = quantiles([one.peers[peer].seconds / one.ours for one in asked], method="inclusive")
    unfinished = sum(not one.peers[peer].finished for one in asked)
    mark = ">" if 2 * unfinished >= len(asked) else ""
    late = f", {unfinished} late" if unfinished else ""
    return f"{mark}{middle:.0f} ({low:.0f}-{high:.0f}{late})"


if __name__ == "__main__":
    sys.exit(main())
