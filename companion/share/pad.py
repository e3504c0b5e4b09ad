"""The score pad in the words of one language: what every form of sharing is made from."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from companion.games.contract import Label
from companion.i18n.catalog import Speaker
from companion.service.results import Result

Called = Callable[[str], str]
"""What a player is called, by the name in the log."""
PEOPLE_PARAMS = ("column", "name", "player")
"""Parameters of labels that are somebody's name."""


class ShareStyle(Protocol):
    """How a player is drawn."""

    @property
    def fill(self) -> str: ...
    @property
    def ink(self) -> str: ...
    @property
    def mark(self) -> str: ...
    @property
    def shape(self) -> str: ...


@dataclass(frozen=True)
class SharedColumn:
    """``name``: the player, or the members of a team."""

    name: str
    members: tuple[str, ...]
    looks: tuple[ShareStyle, ...]
    total: int
    place: int
    won: bool


@dataclass(frozen=True)
class SharedPad:
    """``rows``: what a row is called, and its points column by column; None where a column has no such row."""

    game: str
    scenario: str
    title: str
    headline: str
    tie: str
    when: str
    columns: tuple[SharedColumn, ...]
    rows: tuple[tuple[str, tuple[int | None, ...]], ...]
    total: str
    made_with: str

    @property
    def subtitle(self) -> str:
        """What was played and when, on one line."""
        return " · ".join(dict.fromkeys(part for part in (self.game, self.scenario, self.title, self.when) if part))


def shared_pad(result: Result, say: Speaker, called: Called, looks: Mapping[str, ShareStyle]) -> SharedPad:
    board = result.scoreboard
    return SharedPad(
        say(f"game.{result.game}"),
        say(f"word.{result.scenario}") if result.scenario != result.game else "",
        result.title or "",
        headline(result, say, called),
        said(board.note, say, called) if board.note else "",
        local_date(result.ended_at, say),
        tuple(
            SharedColumn(
                " + ".join(map(called, column.members)),
                tuple(map(called, column.members)),
                tuple(looks[name] for name in column.members),
                column.total,
                board.place_of(column.name),
                column.name in board.winners,
            )
            for column in board.columns
        ),
        tuple(
            (said(row.label, say), tuple(None if cell.blank else cell.points for cell in cells))
            for row, cells in board.lines()
        ),
        say("score.row.total"),
        say("share.made-with"),
    )


def headline(result: Result, say: Speaker, called: Called) -> str:
    """Who won, or how the game stands."""
    best = result.scoreboard.totals[result.scoreboard.winners[0]]
    winners = [
        " + ".join(map(called, column.members))
        for column in result.scoreboard.columns
        if column.name in result.scoreboard.winners
    ]
    if not result.over:
        return say("share.so-far")
    if len(winners) > 1:
        return say("web.score.shared", {"names": ", ".join(winners), "n": best})
    return say("web.score.wins", {"name": winners[0], "n": best})


def said(label: Label, say: Speaker, called: Called = str) -> str:
    people = {key: called(str(value)) for key, value in label.params.items() if key in PEOPLE_PARAMS and value}
    return say(label.code, {**label.params, **people})


def local_date(moment: str, say: Speaker) -> str:
    from babel.dates import format_date  # slow to import

    return format_date(datetime.fromisoformat(moment).astimezone(), "long", locale=say.locale)
