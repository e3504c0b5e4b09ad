"""Charts: everything inside the frame, nothing on top of anything else, and the last point is the result."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.service.playback import Lap
from companion.web.drawing.charts import LABEL_GAP, NARROW, WIDE, Paper, race_chart, route_rows
from companion.web.drawing.players import player_style

NAMES = ("Ana", "Bo", "Cy", "Di")
LOOKS = {
    name: player_style(color) for name, color in zip(NAMES, ("raspberry", "indigo", "marigold", "pearl"), strict=True)
}


@st.composite
def races(draw: st.DrawFn) -> list[Lap]:
    names = NAMES[: draw(st.integers(1, 4))]
    points = st.fixed_dictionaries({name: st.integers(-20, 400) for name in names})
    return [Lap(i, i // 3, None, totals) for i, totals in enumerate(draw(st.lists(points, min_size=2, max_size=90)))]


@given(races(), st.sampled_from([WIDE, NARROW]))
def test_a_race_stays_in_its_frame_and_its_names_apart(laps: list[Lap], paper: Paper) -> None:
    chart = race_chart(laps, LOOKS, paper)
    assert chart is not None
    assert [line.total for line in chart.lines] == list(laps[-1].totals.values())
    for line in chart.lines:
        assert len(line.points.split()) == len(laps)
        for mark in (*line.marks, line.end):
            assert chart.left <= mark.x <= chart.right
            assert chart.top - 0.1 <= mark.y <= chart.bottom + 0.1
        assert line.end == line.marks[-1]
        assert len(line.marks) <= paper.most_marks + 1
    heights = sorted(line.label_y for line in chart.lines)
    assert all(later - earlier >= LABEL_GAP - 0.2 for earlier, later in pairwise(heights))
    assert chart.bottom + 0.1 >= heights[-1]
    assert heights[0] >= 0
    assert len({(line.dash, line.look.mark) for line in chart.lines}) == len(chart.lines)  # never by colour alone


@given(races())
def test_more_points_are_drawn_higher(laps: list[Lap]) -> None:
    chart = race_chart(laps, LOOKS)
    assert chart is not None
    by_points = sorted(chart.lines, key=lambda line: line.total)
    assert [line.end.y for line in by_points] == sorted((line.end.y for line in by_points), reverse=True)


def test_one_moment_is_no_race() -> None:
    assert race_chart([Lap(0, 0, None, {"Ana": 3})], LOOKS) is None


def test_routes_are_as_high_as_they_are_long() -> None:
    ana, bo = route_rows({"Ana": [(3, 2), (9, 6)], "Bo": [(4, None), (8, 3)]}, LOOKS)
    assert (ana.total, ana.longest, bo.total, bo.longest) == (8, 6, 3, 3)
    assert ana.bars[1].height == pytest.approx(2 * bo.bars[1].height, abs=0.3)
    assert ana.bars[1].height == pytest.approx(3 * ana.bars[0].height, abs=0.3)
    assert (bo.bars[0].length, bo.bars[0].step) == (None, 4)
    assert route_rows({"Ana": [(3, None)]}, LOOKS) == ()
