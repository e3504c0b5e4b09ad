"""What a table is for. Its header says so; headers of before there were modes leave it to the game to tell."""

from enum import StrEnum


class Mode(StrEnum):
    RECORDED = "recorded"
    """A game, turn by turn."""
    QUICK_SCORE = "quick-score"
    """A game nobody recorded: only its pad is filled in."""
    TIMER = "timer"
    """Only the draw pile is counted."""
    REFEREE = "referee"
    """Only a map, to check routes on."""
