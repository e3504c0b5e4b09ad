"""What a photo shows against what is recorded, space by space.

A photo knows neither origin nor direction of the record's coordinates: the reading is turned and moved until it lies on
the recorded map.
"""

from collections import Counter
from dataclasses import dataclass

from companion.rules.dewan.board import Board
from companion.rules.hexes import Hex

SAME_MAP = 0.75
"""At least this share of the recorded spaces must agree, or the photo shows another map."""


@dataclass(frozen=True)
class Difference:
    """At a space of the record: who is recorded to have a camp there, and who has one in the photo."""

    at: Hex
    recorded: str | None
    seen: str | None

    @property
    def kind(self) -> str:
        if self.recorded is None:
            return "extra"
        return "missing" if self.seen is None else "other"


@dataclass(frozen=True)
class Comparison:
    differences: tuple[Difference, ...]
    other_ground: tuple[Hex, ...]
    """Spaces whose ground differs: a marker forgotten, a tile turned."""


def compare(recorded: Board, seen: Board) -> Comparison | None:
    """None when the photo does not show this map."""
    found = _laid_over(recorded, seen)
    if found is None:
        return None
    turn, move = found
    there = {at.turned(turn).moved(move): at for at in seen.printed}
    differences, other_ground = [], []
    for at in sorted(recorded.printed):
        if at not in there:
            continue
        camp, shown = recorded.camps.get(at), seen.camps.get(there[at])
        names = (camp.player if camp else None, shown.player if shown else None)
        if names[0] != names[1]:
            differences.append(Difference(at, *names))
        if recorded.ground[at] != seen.ground[there[at]]:
            other_ground.append(at)
    return Comparison(tuple(differences), tuple(other_ground))


def _laid_over(recorded: Board, seen: Board) -> tuple[int, Hex] | None:
    """The turn and the move under which most spaces agree."""
    best: tuple[int, int, Hex] | None = None
    for turn in range(6):
        votes: Counter[Hex] = Counter()
        turned = [(at.turned(turn), ground) for at, ground in seen.ground.items()]
        for here, ground in recorded.ground.items():
            votes.update(Hex(here.q - at.q, here.r - at.r) for at, other in turned if other == ground)
        if votes:
            move, agreed = votes.most_common(1)[0]
            if best is None or agreed > best[0]:
                best = (agreed, turn, move)
    if best is None or best[0] < SAME_MAP * len(recorded.printed):
        return None
    return best[1], best[2]
