"""How the rules answer: codes with parameters, never sentences.

A ``Reason`` says which rule speaks, what happened and where; the catalogue turns its code into words. Score lines and
story counts carry ``Evidence``, so that a screen can draw where every number comes from.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from companion.rules.hexes import Hex

Param = str | int | Hex


@dataclass(frozen=True)
class Reason:
    """Why something is not allowed, or worth a remark."""

    code: str
    rule: str
    spaces: tuple[Hex, ...] = ()
    params: Mapping[str, Param] = field(default_factory=dict)


@dataclass(frozen=True)
class Evidence:
    """One thing that was counted (a zone, a group, an icon, a card, a tile), or that was looked at and was not.

    ``tucked`` and ``stories`` are positions in the player's lists, ``icons`` positions in the board's. A game without
    hexes has numbered ``places`` on a tableau and ``items`` in a row; ``kind`` is the word something was counted as.
    """

    what: str
    rule: str
    count: int = 1
    player: str | None = None
    spaces: tuple[Hex, ...] = ()
    camps: tuple[Hex, ...] = ()
    icons: tuple[int, ...] = ()
    tucked: tuple[int, ...] = ()
    stories: tuple[int, ...] = ()
    places: tuple[int, ...] = ()
    items: tuple[int, ...] = ()
    kind: str | None = None


class ScoreLine(NamedTuple):
    """One cell of the score pad: its row, its points, and what they were counted from."""

    row: str
    rule: str
    points: int
    evidence: tuple[Evidence, ...] = ()
