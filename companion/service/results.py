"""How the games of this house ended, without opening every table each time somebody looks.

A result is worked out once for a table as it stands and kept beside it; the log stays the truth.
"""

import json
from contextlib import suppress
from dataclasses import asdict, dataclass
from threading import Lock
from typing import Any

from companion.formats.faults import BadInput
from companion.games.contract import Label, Standing
from companion.games.standing import Row, ScoreColumn
from companion.log.entries import json_text
from companion.log.entry_json import BadEntry
from companion.log.errors import TableError
from companion.log.rows import TableInfo
from companion.service.answers import Look
from companion.service.tables import Tables

MADE_BY = "result/1"
"""Changes with the shape of a result: older ones are then worked out anew."""


@dataclass(frozen=True)
class Result:
    """How a table stands. ``recorded`` is False where only the pad was filled in."""

    table_id: str
    seq: int
    rules: str
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
    standing: Standing

    @property
    def winners(self) -> tuple[str, ...]:
        """The players who won: all members of the columns in first place."""
        best = self.standing.winners
        return tuple(name for column in self.standing.columns if column.name in best for name in column.members)

    @property
    def teams(self) -> bool:
        return any(len(column.members) > 1 for column in self.standing.columns)


class Results:
    """All threads may share one."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._known: dict[str, Result] = {}
        self._read = False
        self._guard = Lock()

    def result(self, table_id: str) -> Result | None:
        """How this table stands, also while it is played; None for what has no points. Raises UnknownTable."""
        return result_of(self._tables.look(table_id))

    def finished(self) -> tuple[Result, ...]:
        """All games that are over, the last one first."""
        with self._guard:
            if not self._read:
                self._known, self._read = self._kept(), True
            found = [self._up_to_date(info) for info in self._tables.store.tables()]
            self._known = {result.table_id: result for result in found if result is not None}
        over = [result for result in self._known.values() if result.over]
        return tuple(sorted(over, key=lambda result: (result.ended_at.rstrip("Z"), result.table_id), reverse=True))

    def forget(self) -> None:
        with self._guard:
            self._known, self._read = {}, False

    def _kept(self) -> dict[str, Result]:
        kept: dict[str, Result] = {}
        for table_id, digest in self._tables.store.digests(MADE_BY).items():
            with suppress(KeyError, TypeError, ValueError, AttributeError):  # a convenience: work it out again
                kept[table_id] = _read(digest)
        return kept

    def _up_to_date(self, info: TableInfo) -> Result | None:
        known = self._known.get(info.id)
        if known is not None and (known.seq, known.rules) == (info.last_seq, self._tables.rules_of(info.game)):
            return known
        try:
            result = result_of(self._tables.look(info.id))
        except (TableError, BadInput):
            return None
        if result is not None:
            with suppress(TableError, BadEntry):
                self._tables.store.save_digest(info.id, MADE_BY, json.loads(json_text(asdict(result))))
        return result


def result_of(look: Look) -> Result | None:
    standing = look.game.standing(look.state)
    if standing is None:
        return None
    summary = look.summary
    return Result(
        look.info.id,
        look.seq,
        look.game.rules_version,
        look.info.game,
        summary.title,
        summary.scenario,
        summary.players,
        summary.colors or ("",) * len(summary.players),
        summary.first,
        summary.round,
        summary.over,
        not summary.scored,
        look.info.created_at,
        look.info.touched_at,
        standing,
    )


def _read(digest: Any) -> Result:
    """What ``asdict`` wrote and JSON kept. Raises KeyError, TypeError for anything else."""
    told = digest["standing"]
    columns = tuple(
        ScoreColumn(one["name"], tuple(one["members"]), tuple(Row(**cell) for cell in one["rows"]))
        for one in told["columns"]
    )
    tie_break = Label(**told["tie_break"]) if told["tie_break"] else None
    standing = Standing(columns, tuple(tuple(names) for names in told["ranking"]), tie_break)
    lists = {key: tuple(digest[key]) for key in ("players", "colors")}
    return Result(**{**digest, **lists, "standing": standing})
