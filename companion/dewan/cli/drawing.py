"""The map as text: pointy-top hexagons, a letter for the terrain, a mark for the camp, a digit for the berries.

A space is three letters between two sides::

     / \\
    |F●2|      Forest with the disc's camp and two berries
     \\ /

Its middle is at column ``4q + 2r`` and line ``2r``, so neighbours share their sides. An icon takes the place of the
side it is printed on.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from companion.dewan.rules.board import Board
from companion.dewan.rules.table import Table
from companion.dewan.rules.words import RESOURCES, Ground, Landmark, Marker, Symbol, Terrain
from companion.i18n.catalog import Speaker
from companion.rules.hexes import Hex, side_between

LETTERS: Mapping[Ground, str] = {
    Terrain.MOUNTAIN: "M",
    Terrain.BADLANDS: "B",
    Terrain.DESERT: "D",
    Terrain.FOREST: "F",
    Terrain.WATER: "W",
    Landmark.START: "*",
    Landmark.VOLCANO: "V",
    Landmark.LAVA: "L",
}
FLOODED = "w"
"""Water that a marker has made."""
ICONS = {Symbol.ARTIFACT: "a", Symbol.PIGMENT: "p", Symbol.CRYSTAL: "c"}

# For side s: where its sign stands from the middle of the space (column, line), and what it looks like.
SIDE_SIGNS = ((2, 0, "|"), (1, -1, "\\"), (-1, -1, "/"), (-2, 0, "|"), (-1, 1, "\\"), (1, 1, "/"))

COLOURS: Mapping[str, str] = {
    "M": "30;48;5;146",
    "B": "30;48;5;173",
    "D": "30;48;5;222",
    "F": "30;48;5;71",
    "W": "30;48;5;117",
    FLOODED: "30;48;5;117",
    "*": "30;48;5;230",
    "V": "97;48;5;240",
    "L": "97;48;5;88",
}
"""Terminal colours by the letter of the space: dark on the terrain's own colour."""
STRONG = "1"


@dataclass(frozen=True)
class Pens:
    """How to draw: the players' marks by seat, and whether in colour."""

    marks: str
    colour: bool = False


def draw(table: Table, pens: Pens, notes: Mapping[Hex, int] | None = None) -> str:
    """The drawing, each row of spaces led by the coordinates of its first space.

    ``notes`` are numbers on spaces, the price of a camp or the steps of a route; they are drawn instead of the berries.
    """
    board = table.board
    if not board.printed:
        return ""
    grid = _TextGrid()
    for at in board.printed:
        _draw_sides(grid, at)
    for icon in board.icons:
        _draw_icon(grid, board, icon.kind, icon.between)
    mark_of = {player.name: pens.marks[seat] for seat, player in enumerate(table.players)}
    for at, ground in board.ground.items():
        letter = FLOODED if board.markers.get(at) is Marker.WATER else LETTERS[ground]
        mark = mark_of[board.camps[at].player] if at in board.camps else ""
        number = str((board.berries if notes is None else notes).get(at) or "")
        inside = mark + number if mark and len(number) > 1 else letter + (mark + number).rjust(2 if number else 0)
        style = COLOURS[letter] + (";1" if mark or (notes and at in notes) else "")
        grid.write(4 * at.q + 2 * at.r - 1, 2 * at.r, inside.ljust(3), style)
    return grid.text(pens.colour, _row_labels(board))


def _draw_sides(grid: "_TextGrid", at: Hex) -> None:
    for column, line, sign in SIDE_SIGNS:
        grid.write(4 * at.q + 2 * at.r + column, 2 * at.r + line, sign)


def _draw_icon(grid: "_TextGrid", board: Board, kind: Symbol, between: tuple[Hex, Hex]) -> None:
    here, there = between if between[0] in board.printed else between[::-1]
    side = side_between(here, there)
    if side is not None:
        column, line, _ = SIDE_SIGNS[side]
        grid.write(4 * here.q + 2 * here.r + column, 2 * here.r + line, ICONS[kind], STRONG)


def _row_labels(board: Board) -> dict[int, str]:
    firsts: dict[int, int] = {}
    for at in board.printed:
        firsts[at.r] = min(at.q, firsts.get(at.r, at.q))
    return {2 * r: f"{q},{r}" for r, q in firsts.items()}


class _TextGrid:
    """Letters at columns and lines anywhere, also left of and above the origin."""

    def __init__(self) -> None:
        self._cells: dict[tuple[int, int], tuple[str, str]] = {}

    def write(self, column: int, line: int, text: str, style: str = "") -> None:
        for i, letter in enumerate(text):
            self._cells[line, column + i] = (letter, style)

    def text(self, colour: bool, labels: Mapping[int, str]) -> str:
        lines = sorted({line for line, _ in self._cells})
        left, right = min(column for _, column in self._cells), max(column for _, column in self._cells)
        margin = max(map(len, labels.values()))
        return "\n".join(
            f"{labels.get(line, ''):>{margin}} " + self._line(line, range(left, right + 1), colour)
            for line in range(lines[0], lines[-1] + 1)
        )

    def _line(self, line: int, columns: Iterable[int], colour: bool) -> str:
        cells = [self._cells.get((line, column), (" ", "")) for column in columns]
        while cells and cells[-1] == (" ", ""):
            cells.pop()
        if not colour:
            return "".join(letter for letter, _ in cells).rstrip()
        text, now = "", ""
        for letter, style in cells:
            if style != now:
                text += ("\x1b[0m" if now else "") + (f"\x1b[{style}m" if style else "")
                now = style
            text += letter
        return text + ("\x1b[0m" if now else "")


def legend(table: Table, pens: Pens, say: Speaker) -> str:
    """What the signs of this drawing mean; only those that occur."""
    board = table.board
    grounds = {ground for at, ground in board.ground.items() if board.markers.get(at) is not Marker.WATER}
    signs = [
        f"{LETTERS[ground]} {say(f'word.{ground}' if isinstance(ground, Terrain) else f'legend.{ground}')}"
        for ground in LETTERS
        if ground in grounds
    ]
    if Marker.WATER in board.markers.values():
        signs.append(f"{FLOODED} {say('legend.water-marker')}")
    kinds = {icon.kind for icon in board.icons}
    icons = [f"{ICONS[kind]} {say(f'word.{kind}')}" for kind in RESOURCES if kind in kinds]
    players = [f"{pens.marks[seat]} {player.name}" for seat, player in enumerate(table.players)]
    return "\n".join("  ".join(line) for line in (signs, icons, players) if line)
