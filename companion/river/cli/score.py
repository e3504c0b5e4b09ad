"""What the terminal shows of a table of The River with its score: the pad."""

from collections.abc import Iterator

from companion.cli.record_file import ScoreRequest
from companion.cli.score import Pad
from companion.river.demo import river_demo_box
from companion.river.formats.table import read_river_table
from companion.river.scoreboard import scoreboard_of


def pads(asked: ScoreRequest) -> Iterator[Pad]:
    yield Pad(scoreboard_of(read_river_table(asked.record, river_demo_box())))
