"""Boards drawn in ASCII, so that a reader sees the situation.

A *strip* is one line, its spaces at (0,0), (1,0), (2,0), …::

    *P1  M  W  W  B:P2  B

A *drawing* has a row for every ``r``; one space to the right is 8 columns, and each row stands half a space (4 columns)
to the right of where the same ``q`` stood in the row above, as on the table::

        F       M           (1,-1) (2,-1)  <- not drawn to scale, but neighbours touch
    *P1     W               (0,0)  (1,0)

A space is its letter (M B D F W, ``*`` a centre, V the volcano, ``.`` nothing), then what lies on it:
``+2`` berries, ``~`` a Water marker, ``^`` a Lava marker, ``:P2`` a camp of P2. ``*P1`` is P1's starting camp.
"""

import re
from collections.abc import Iterable, Mapping, Sequence

from companion.dewan.rules.board import Board, Camp
from companion.dewan.rules.cards import Card, Half, parse_card, parse_half
from companion.dewan.rules.tiles import Icon, StoryTile
from companion.dewan.rules.words import Ground, Landmark, Marker, Need, Symbol, Terrain
from companion.rules.hexes import Hex

PITCH = 8
LETTERS: Mapping[str, Terrain] = {
    "M": Terrain.MOUNTAIN,
    "B": Terrain.BADLANDS,
    "D": Terrain.DESERT,
    "F": Terrain.FOREST,
    "W": Terrain.WATER,
}
_GROUND: Mapping[str, Ground] = {**LETTERS, "*": Landmark.START, "V": Landmark.VOLCANO}
_SPACE = re.compile(r"(?P<ground>[MBDFWV*])(?:\+(?P<berries>\d+))?(?P<marker>[~^])?:?(?P<camp>[A-Z]\w*)?")

IconDrawing = tuple[str, tuple[int, int], tuple[int, int]]


def board(drawing: str, first: tuple[int, int] = (0, 0), icons: Iterable[IconDrawing] = ()) -> Board:
    """The board of a strip or a drawing; ``first`` is where the first space of its first row lies."""
    lines = [line for line in drawing.splitlines() if line.strip()]
    spaces = _strip(lines[0], first) if len(lines) == 1 else _rows(lines, first)
    printed: dict[Hex, Ground] = {}
    berries: dict[Hex, int] = {}
    camps: dict[Hex, Camp] = {}
    markers: dict[Hex, Marker] = {}
    for at, token in spaces.items():
        drawn = _SPACE.fullmatch(token)
        if drawn is None:
            raise ValueError(f"{token!r} is no space")
        printed[at] = _GROUND[drawn["ground"]]
        if drawn["berries"]:
            berries[at] = int(drawn["berries"])
        if drawn["marker"]:
            markers[at] = Marker.WATER if drawn["marker"] == "~" else Marker.LAVA
        if drawn["camp"]:
            camps[at] = Camp(drawn["camp"], starting=drawn["ground"] == "*")
    laid = tuple(Icon(Symbol(kind), (Hex(*a), Hex(*b))) for kind, a, b in icons)
    return Board(printed, laid, berries, camps, markers)


def _strip(line: str, first: tuple[int, int]) -> dict[Hex, str]:
    q, r = first
    return {Hex(q + i, r): token for i, token in enumerate(line.split()) if token != "."}


def _rows(lines: Sequence[str], first: tuple[int, int]) -> dict[Hex, str]:
    spaces: dict[Hex, str] = {}
    left = len(lines[0]) - len(lines[0].lstrip())
    for row, line in enumerate(lines):
        for token in re.finditer(r"\S+", line):
            q, off = divmod(token.start() - left - row * PITCH // 2, PITCH)
            if off:
                raise ValueError(f"{token.group()!r} in row {row} stands {off} columns off the grid")
            if token.group() != ".":
                spaces[Hex(first[0] + q, first[1] + row)] = token.group()
    return spaces


def card(text: str) -> Card:
    """``M``, ``M/D`` or ``F/W:fire``."""
    return parse_card("/".join(_spelled(half) for half in text.split("/")))


def cards(text: str) -> tuple[Card, ...]:
    return tuple(card(word) for word in text.replace(",", " ").split())


def half(text: str) -> Half:
    return parse_half(_spelled(text))


def _spelled(text: str) -> str:
    letter, colon, symbol = text.partition(":")
    return f"{LETTERS[letter]}{colon}{symbol}"


def story(needs: str, points: int = 0, fire: int = 0, done: bool | None = None) -> StoryTile:
    """``story("3F 2artifact", 5)``."""
    wanted: dict[Need, int] = {}
    for word in needs.split():
        number, what = int(word[0]), word[1:]
        wanted[LETTERS[what] if what in LETTERS else Symbol(what)] = number
    return StoryTile(wanted, points, fire, done)
