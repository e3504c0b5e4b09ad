"""How a game stands or ended: what past games, people, share and exports say of it."""

from dataclasses import dataclass

from companion.games.contract import Mode, Scoreboard
from companion.games.viewer import PUBLIC
from companion.service.answers import TableView
from companion.service.lists import Lists
from companion.service.summaries import Listed


@dataclass(frozen=True)
class Result:
    """How a table stands. ``recorded`` is False where only the pad was filled in."""

    table_id: str
    game: str
    title: str | None
    scenario: str
    players: tuple[str, ...]
    colors: tuple[str, ...]
    first: str | None
    round: int
    over: bool
    recorded: bool
    began_at: str
    ended_at: str
    scoreboard: Scoreboard
    box: str | None = None

    @property
    def winners(self) -> tuple[str, ...]:
        """The players who won: all members of the columns in first place."""
        best = self.scoreboard.winners
        return tuple(name for column in self.scoreboard.columns if column.name in best for name in column.members)

    @property
    def teams(self) -> bool:
        return any(len(column.members) > 1 for column in self.scoreboard.columns)


def result_of(table: TableView | Listed) -> Result | None:
    """How a table stands, also while it is played; None for what has no points, and for what lists know no points of:
    games that are not over."""
    summary = table.summary
    if isinstance(table, TableView):  # while it is played, how it stands is what everybody may know
        over = table.summary.over
        scoreboard = table.game.scoreboard(table.state if over else table.game.redact(table.state, PUBLIC))
    else:
        scoreboard = table.scoreboard
    if scoreboard is None or summary is None:
        return None
    return Result(
        table.info.id,
        table.info.game,
        summary.title,
        summary.scenario,
        summary.players,
        summary.colors or ("",) * len(summary.players),
        summary.first,
        summary.round,
        summary.over,
        summary.mode is Mode.RECORDED,
        table.info.created_at,
        table.info.touched_at,
        scoreboard,
        summary.box,
    )


def finished(lists: Lists) -> tuple[Result, ...]:
    """All games that are over, the last one first."""
    return tuple(result for one in lists.finished() if (result := result_of(one)))
