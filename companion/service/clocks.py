"""How much time each player took: what passes between two entries belongs to whoever's turn it was."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from companion.service.playback import Playback, PlaybackStep

BREAK = timedelta(minutes=30)
"""Who comes back later than that had a break, which counts for nobody."""


@dataclass(frozen=True)
class Clock:
    """Seconds of one player: all turns together, how many those were, and the longest."""

    used: int = 0
    turns: int = 0
    longest: int = 0

    @property
    def each(self) -> int:
        return round(self.used / self.turns) if self.turns else 0


@dataclass(frozen=True)
class Clocks:
    """``turn``: whose clock runs now, if anybody's."""

    by_player: Mapping[str, Clock]
    turn: str | None = None

    @property
    def most(self) -> int:
        return max((clock.used for clock in self.by_player.values()), default=0)


def clocks(course: Playback, now: str | None = None) -> Clocks:
    """From the first entry to the last, or to ``now`` while somebody is on turn."""
    names = course.game.summary(course.last.state).players
    turns: dict[str, list[int]] = {name: [] for name in names}
    before: tuple[int, str | None] | None = None
    steps: Sequence[PlaybackStep] = course.steps[1:]
    moments = [step.at for step in steps[1:]] + ([now] if now else [])
    for step, until in zip(steps, moments, strict=False):
        summary = course.game.summary(step.state)
        player = None if summary.over else summary.turn
        if player in turns:
            if (summary.round, player) != before:
                turns[player].append(0)
            turns[player][-1] += _seconds(step.at, until)
        before = summary.round, player
    last = course.game.summary(course.last.state)
    running = last.turn if now and not last.over and len(steps) else None
    by_player = {name: Clock(sum(own), sum(one > 0 for one in own), max(own, default=0)) for name, own in turns.items()}
    return Clocks(by_player, running if running in turns else None)


def _seconds(begins: str, ends: str) -> int:
    """A clock that was set back takes nothing away."""
    passed = datetime.fromisoformat(ends) - datetime.fromisoformat(begins)
    return round(passed.total_seconds()) if timedelta() < passed <= BREAK else 0


def clock_text(seconds: int) -> str:
    """``4:05``, ``1:04:05``: the same in every language."""
    hours, rest = divmod(seconds, 3600)
    minutes, left = divmod(rest, 60)
    return f"{hours}:{minutes:02}:{left:02}" if hours else f"{minutes}:{left:02}"
