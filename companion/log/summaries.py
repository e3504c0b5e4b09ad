"""What lists say of tables, kept beside the logs. A summary is written in the transaction of the entry that changes it.

Every table has a row. One whose summary has to be made anew is *stale*: its ``made_by`` is empty. The log stays the
truth; whoever opens tables fills stale rows again. Finished games have *facets* (game, player, year…) to be found by;
*tallies* count them over all games.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    and_,
    delete,
    func,
    insert,
    literal_column,
    not_,
    or_,
    select,
    true,
    update,
)

from companion.log.entries import json_text
from companion.log.rows import TableInfo, moment_of, parsed, text_of, upsert
from companion.log.schema import facets as facet_rows
from companion.log.schema import summaries as summary_rows
from companion.log.schema import tables as table_rows
from companion.log.schema import tallies as tally_rows

Where = ColumnElement[bool]
"""Which rows a list is about."""
STALE = ""
BLANK = {"search": "", "summary": "", "standing": ""}
PART = "part"
"""The facet of what takes part in an evening or a league: it finds those, and is not counted over games."""


@dataclass(frozen=True)
class Facet:
    """``value`` is compared, ``name`` is shown."""

    facet: str
    value: str
    name: str


@dataclass(frozen=True)
class Summarised:
    """What is kept of a table for lists. ``mode`` is empty for what nobody plays: boxes, people, unreadable tables."""

    made_by: str
    mode: str = ""
    finished: bool = False
    box: str | None = None
    search: str = ""
    facets: Collection[Facet] = ()
    summary: Mapping[str, object] | None = None
    standing: Mapping[str, object] | None = None


Row = tuple[TableInfo, Any, Any]
"""A table without its header, its summary and the standing of a finished game, as JSON; empty where it was damaged."""


@dataclass(frozen=True)
class Scope:
    """Which tables somebody may see: these, and all of these games."""

    tables: Collection[str]
    games: Collection[str] = ()

    def where(self) -> ColumnElement[bool]:
        return or_(summary_rows.c.table_id.in_(self.tables), table_rows.c.game.in_(self.games))


@dataclass(frozen=True)
class Find:
    """What finished games are looked for. ``facets``: one of these values each. ``words``: each is part of the title or
    of a name, or one of the players with these keys was there."""

    facets: Mapping[str, Collection[str]] = field(default_factory=dict)
    words: tuple[tuple[str, Collection[str]], ...] = ()

    def where(self) -> ColumnElement[bool]:
        found = [_has(facet, values) for facet, values in self.facets.items()]
        found += [
            or_(summary_rows.c.search.contains(word, autoescape=True), _has("player", keys))
            for word, keys in self.words
        ]
        return and_(true(), *found)


def _has(facet: str, values: Collection[str]) -> ColumnElement[bool]:
    having = select(facet_rows.c.table_id).where(facet_rows.c.facet == facet, facet_rows.c.value.in_(values))
    return summary_rows.c.table_id.in_(having)


# Written out, not bound: a partial index is used only where the database sees that it may be.
TIMERS = summary_rows.c.mode == literal_column("'timer'")
_FINISHED = summary_rows.c.finished == literal_column("1")
_UNFINISHED = summary_rows.c.finished == literal_column("0")
GOING_ON = and_(summary_rows.c.mode == literal_column("'recorded'"), _UNFINISHED)
MAPS = summary_rows.c.mode == literal_column("'referee'")
HALF_SCORED = and_(summary_rows.c.mode == literal_column("'quick-score'"), _UNFINISHED)
_STALE = summary_rows.c.made_by == literal_column("''")
EVERYTHING = true()


def of_game(game: str) -> Where:
    return table_rows.c.game == game


def all_but(table_id: str) -> Where:
    return summary_rows.c.table_id != table_id


def these(ids: Collection[str]) -> Where:
    return summary_rows.c.table_id.in_(ids)


def finished(find: Find) -> Where:
    return and_(_FINISHED, find.where())


# --- Writing


def add(connection: Connection, table_id: str, seq: int, at: str) -> None:
    """The row of a new table, stale."""
    row = {"table_id": table_id, "seq": seq, "touched_at": _sortable(at)}
    blank = {"made_by": STALE, "mode": "", "finished": 0, **BLANK}
    connection.execute(insert(summary_rows), row | blank)


def put(connection: Connection, table_id: str, seq: int, at: str, summary: Summarised | None) -> None:
    """The summary after entry ``seq``, recorded at ``at``; None leaves it stale, and nothing of the old one stays."""
    _count(connection, table_id, summary.facets if summary else ())
    values: dict[str, object] = {"seq": seq, "touched_at": _sortable(at), "made_by": STALE, **BLANK}
    if summary:
        values |= {
            "made_by": summary.made_by,
            "mode": summary.mode,
            "finished": int(summary.finished),
            "box": summary.box,
            "search": summary.search,
            "summary": json_text(summary.summary),
            "standing": json_text(summary.standing),
        }
    connection.execute(update(summary_rows).where(summary_rows.c.table_id == table_id).values(values))


def forget(connection: Connection, table_id: str) -> None:
    """Nothing of the summary stays; it is stale from now on."""
    _count(connection, table_id, ())
    blank = {"made_by": STALE, **BLANK}
    connection.execute(update(summary_rows).where(summary_rows.c.table_id == table_id).values(blank))


def _count(connection: Connection, table_id: str, now: Iterable[Facet]) -> None:
    """The facets of a table, and in the tallies what that changes."""
    here = facet_rows.c.table_id == table_id
    columns = (facet_rows.c.facet, facet_rows.c.value, facet_rows.c.name)
    before = {Facet(*row) for row in connection.execute(select(*columns).where(here))}
    gone, new = before - set(now), set(now) - before
    # In the same order by everybody: two games that end at the same moment must not wait for each other.
    for one in sorted(gone, key=_place):
        tally = and_(tally_rows.c.facet == one.facet, tally_rows.c.value == one.value)
        connection.execute(delete(facet_rows).where(here, _is(one)))
        if one.facet == PART:
            continue
        connection.execute(update(tally_rows).where(tally).values(games=tally_rows.c.games - 1))
        connection.execute(delete(tally_rows).where(tally, tally_rows.c.games < 1))
    for one in sorted(new, key=_place):
        kept = {"facet": one.facet, "value": one.value, "name": one.name}
        connection.execute(insert(facet_rows), {"table_id": table_id, **kept})
        if one.facet == PART:
            continue
        one_more = {"games": tally_rows.c.games + 1, "name": one.name}
        connection.execute(upsert(connection, tally_rows, one_more), kept | {"games": 1})


def _place(one: Facet) -> tuple[str, str]:
    return one.facet, one.value


def _is(one: Facet) -> ColumnElement[bool]:
    return and_(facet_rows.c.facet == one.facet, facet_rows.c.value == one.value)


def outdate(connection: Connection, made_by: Collection[str]) -> None:
    """All that none of these made are stale."""
    old = not_(summary_rows.c.made_by.in_((*made_by, STALE)))
    connection.execute(update(summary_rows).where(old).values(made_by=STALE))


# --- Reading


def stale(connection: Connection) -> list[str]:
    return list(connection.execute(select(summary_rows.c.table_id).where(_STALE)).scalars())


def page(
    connection: Connection,
    what: ColumnElement[bool],
    scope: Scope | None,
    skip: int = 0,
    most: int | None = None,
    *,
    standings: bool = False,
) -> tuple[Row, ...]:
    """The ones touched last first; ``standings`` takes those of finished games along."""
    query = (
        select(
            table_rows.c.id,
            table_rows.c.game,
            table_rows.c.created_at,
            summary_rows.c.touched_at,
            summary_rows.c.seq,
            summary_rows.c.summary,
            summary_rows.c.standing if standings else literal_column("'null'"),
        )
        .join_from(summary_rows, table_rows, table_rows.c.id == summary_rows.c.table_id)
        .where(what, scope.where() if scope else true())
        .order_by(summary_rows.c.touched_at.desc(), summary_rows.c.table_id.desc())
        .offset(skip)
        .limit(most)
    )
    return tuple(map(_row, connection.execute(query)))


def one(connection: Connection, table_id: str) -> tuple[Row, ...]:
    return page(connection, summary_rows.c.table_id == table_id, None, standings=True)


def number(connection: Connection, what: ColumnElement[bool], scope: Scope | None) -> int:
    query = select(func.count()).select_from(summary_rows).where(what)
    if scope:
        query = query.join(table_rows, table_rows.c.id == summary_rows.c.table_id).where(scope.where())
    return int(connection.execute(query).scalar_one())


def counted(connection: Connection, scope: Scope | None) -> tuple[tuple[Facet, int], ...]:
    """Of the finished games somebody may see: each facet, and how many games have it."""
    query = select(tally_rows.c.facet, tally_rows.c.value, tally_rows.c.name, tally_rows.c.games)
    if scope:
        facet = facet_rows.c.facet, facet_rows.c.value
        seen = and_(facet_rows.c.table_id.in_(scope.tables), facet_rows.c.facet != PART)
        query = select(*facet, func.max(facet_rows.c.name), func.count()).where(seen).group_by(*facet)
    return tuple((Facet(*row[:3]), row[3]) for row in connection.execute(query))


def having_part(connection: Connection, table_id: str) -> tuple[str, ...]:
    """The evenings a table takes part in, or the leagues an evening is counted in, those of late last."""
    query = (
        select(facet_rows.c.table_id)
        .join(table_rows, table_rows.c.id == facet_rows.c.table_id)
        .where(facet_rows.c.facet == PART, facet_rows.c.value == table_id)
        .order_by(table_rows.c.created_at, table_rows.c.id)
    )
    return tuple(connection.execute(query).scalars())


def using_box(connection: Connection, boxes: Collection[str]) -> dict[str, int]:
    """How many tables use each of these boxes, whoever may see them."""
    used = and_(summary_rows.c.box.is_not(None), summary_rows.c.box.in_(boxes))
    query = select(summary_rows.c.box, func.count()).where(used).group_by(summary_rows.c.box)
    return {str(box): int(games) for box, games in connection.execute(query)}


def _row(row: Any) -> Row:
    table_id, game, created_at, touched_at, seq, summary, standing = row
    info = TableInfo(text_of(table_id), text_of(game), moment_of(created_at), moment_of(f"{touched_at}Z"), None, seq)
    return info, _parsed(summary), _parsed(standing)


def _parsed(text: str) -> Any:
    try:
        return parsed(text)
    except (AttributeError, ValueError):
        return {}


def _sortable(at: str) -> str:
    """Without the Z, a whole second comes before its fractions."""
    return at.rstrip("Z")
