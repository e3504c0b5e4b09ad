"""A table of Dewan with its score in the terminal: the map, the pad, and in team play a second one by teams."""

import sys
from collections.abc import Iterator

from companion.cli.record_file import ScoreRequest
from companion.cli.score import Pad
from companion.cli.terminal import colours, marks, put
from companion.dewan.cli.drawing import Pens, draw, legend
from companion.dewan.formats.table import read_table
from companion.dewan.scoreboard import scoreboards_of


def pads(asked: ScoreRequest) -> Iterator[Pad]:
    table, pens = read_table(asked.record), Pens(marks(sys.stdout), colours(sys.stdout))
    if drawing := draw(table, pens):
        put(f"{drawing}\n\n{legend(table, pens, asked.say)}\n")
    seats = {player.name: pens.marks[seat] for seat, player in enumerate(table.players)}
    by_players, *by_teams = scoreboards_of(table)
    yield Pad(by_players, {name: f"{mark} {name}" for name, mark in seats.items()})
    for board in by_teams:
        heads = {team.name: f"{team.name} ({' '.join(seats[name] for name in team.members)})" for team in board.columns}
        yield Pad(board, heads)
