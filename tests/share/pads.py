"""Results to share, worked out from small standings."""

from dataclasses import replace

from companion.dewan.game import Dewan
from companion.games.scoreboard import Cell, Column, Scoreboard
from companion.i18n.catalog import speaker
from companion.rules.verdict import ScoreLine
from companion.service.results import Result
from companion.share.pad import SharedPad, shared_pad
from companion.web.drawing.players import PlayerStyle, player_style

DEWAN = Dewan()


def result(*columns: tuple[str, int], ranking: tuple[tuple[str, ...], ...] | None = None, **changed: object) -> Result:
    """Columns by name and points; ``Ana+Bo`` is a team."""
    names = [name for name, _ in columns]
    board = Scoreboard(
        (DEWAN.row("stories"),),
        tuple(
            Column(name, tuple(name.split("+")), (Cell(name, ScoreLine("stories", "", points)),))
            for name, points in columns
        ),
        ranking or tuple((name,) for name, _ in sorted(columns, key=lambda one: -one[1])),
    )
    players = tuple(player for name in names for player in name.split("+"))
    plain = Result(
        table_id="t-1",
        game="dewan",
        title="Friday",
        scenario="downpour",
        players=players,
        colors=("raspberry", "indigo", "marigold", "pearl")[: len(players)],
        first=players[0],
        round=9,
        over=True,
        recorded=True,
        began_at="2026-11-16T19:30:00Z",
        ended_at="2026-11-16T20:45:30Z",
        scoreboard=board,
    )
    return replace(plain, **changed)  # type: ignore[arg-type]


def looks(told: Result) -> dict[str, PlayerStyle]:
    return {
        name: player_style(color, seat)
        for seat, (name, color) in enumerate(zip(told.players, told.colors, strict=True))
    }


def pad(told: Result, language: str = "en") -> SharedPad:
    return shared_pad(told, speaker(language), str, looks(told))
