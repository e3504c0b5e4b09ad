"""The queries of the store, and rows as entries. What a row holds is not trusted: files get damaged."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from sqlalchemy import Connection, Table, and_, bindparam, func, insert, select

from companion.faults import BadInput
from companion.json_depth import is_too_deep
from companion.log.entries import Damaged, Entry, json_text
from companion.log.entry_json import bad_part, check_time
from companion.log.errors import UnknownTable
from companion.log.schema import entries as entry_rows
from companion.log.schema import tables as table_rows

LONG_AGO = "1970-01-01T00:00:00Z"
"""Stands for a time that can no longer be read."""


@dataclass(frozen=True)
class TableInfo:
    """A table as a list shows it. ``header`` is None if it can no longer be read."""

    id: str
    game: str
    created_at: str
    touched_at: str
    header: Mapping[str, object] | None
    last_seq: int


LAST_SEQ = select(
    select(func.max(entry_rows.c.seq)).where(entry_rows.c.table_id == bindparam("table")).scalar_subquery()
).where(table_rows.c.id == bindparam("table"))

ENTRY_COLUMNS = (
    entry_rows.c.seq,
    entry_rows.c.entry_id,
    entry_rows.c.kind,
    entry_rows.c.body,
    entry_rows.c.made_by,
    entry_rows.c.made_at,
    entry_rows.c.rules,
    entry_rows.c.verdict,
)
ENTRIES = (
    select(*ENTRY_COLUMNS)
    .where(entry_rows.c.table_id == bindparam("table"))
    .where(entry_rows.c.seq > bindparam("since"), entry_rows.c.seq <= bindparam("up_to"))
    .order_by(entry_rows.c.seq)
)
LAST_SEQ_AND_ENTRY = (
    LAST_SEQ.add_columns(*ENTRY_COLUMNS)
    .select_from(table_rows)
    .outerjoin(entry_rows, and_(entry_rows.c.table_id == table_rows.c.id, entry_rows.c.entry_id == bindparam("id")))
)
TABLES = select(
    table_rows,
    select(func.coalesce(func.max(entry_rows.c.seq), 0))
    .where(entry_rows.c.table_id == table_rows.c.id)
    .scalar_subquery()
    .label("last_seq"),
    select(entry_rows.c.made_at)
    .where(entry_rows.c.table_id == table_rows.c.id)
    .order_by(entry_rows.c.seq.desc())
    .limit(1)
    .scalar_subquery()
    .label("touched_at"),
)
INSERT_ENTRY = insert(entry_rows)


def last_seq(connection: Connection, table_id: str) -> int:
    """Raises UnknownTable."""
    row = connection.execute(LAST_SEQ, {"table": table_id}).first()
    if row is None:
        raise UnknownTable(table=table_id)
    return row[0] or 0


def last_seq_and_entry(connection: Connection, table_id: str, entry_id: str) -> tuple[int, Entry | Damaged | None]:
    """In one question, since every entry recorded asks it. Raises UnknownTable."""
    row = connection.execute(LAST_SEQ_AND_ENTRY, {"table": table_id, "id": entry_id}).first()
    if row is None:
        raise UnknownTable(table=table_id)
    return row[0] or 0, None if row[1] is None else to_entry(row[1:])


def entries(connection: Connection, table_id: str, since: int, up_to: int) -> tuple[Entry | Damaged, ...]:
    """In order, with a Damaged for every number that is missing: a hole must not look like a shorter log."""
    found: list[Entry | Damaged] = []
    wanted = since + 1
    for row in connection.execute(ENTRIES, {"table": table_id, "since": since, "up_to": up_to}).all():
        entry = to_entry(row)
        if entry.seq != wanted:
            found += _holes(wanted, entry.seq)
        found.append(entry)
        wanted = entry.seq + 1
    return (*found, *_holes(wanted, up_to + 1))


def _holes(start: int, end: int) -> list[Damaged]:
    return [Damaged(seq, "entry.missing", {"seq": seq}) for seq in range(start, end)]


def to_row(table_id: str, entry: Entry) -> dict[str, object]:
    return {
        "table_id": table_id,
        "seq": entry.seq,
        "entry_id": entry.id,
        "kind": entry.kind,
        "body": json_text(entry.body),
        "made_by": entry.by,
        "made_at": entry.at,
        "rules": entry.rules,
        "verdict": None if entry.verdict is None else json_text(entry.verdict),
    }


def to_entry(row: Sequence[Any]) -> Entry | Damaged:
    seq, entry_id, kind, body_text, by, at, rules, verdict_text = row
    try:
        for text in (entry_id, kind, at, rules, *(() if by is None else (by,))):
            text.encode()  # a lone surrogate was a byte that is no UTF-8
        body = parsed(body_text)
        verdict = None if verdict_text is None else parsed(verdict_text)
    except (AttributeError, ValueError):
        return Damaged(seq, "entry.damaged", {"seq": seq})
    if not isinstance(body, dict) or bad_part(kind, body):
        return Damaged(seq, "entry.damaged", {"seq": seq})
    return Entry(seq, entry_id, kind, body, by, at, rules, verdict)


def to_info(row: Sequence[Any]) -> TableInfo:
    table_id, game, created_at, header_text, last, touched_at = row
    try:
        header = parsed(header_text)
    except (AttributeError, ValueError):
        header = None
    created_at = moment_of(created_at, LONG_AGO)
    return TableInfo(
        id=text_of(table_id),
        game=text_of(game),
        created_at=created_at,
        touched_at=moment_of(touched_at, created_at),
        header=header if isinstance(header, dict) else None,
        last_seq=last,
    )


def text_of(value: object) -> str:
    """Empty for what was damaged: no table is found by it, and no game."""
    try:
        return value if isinstance(value, str) and value.encode() else ""
    except UnicodeEncodeError:
        return ""


def moment_of(value: object, otherwise: str = LONG_AGO) -> str:
    """One damaged time must not keep the list of all tables from being shown."""
    try:
        return check_time(value, "at")
    except BadInput:
        return otherwise


def parsed(text: str) -> object:
    """Raises ValueError; AttributeError for what is not even text."""
    text.encode()
    if is_too_deep(text):
        raise ValueError
    return json.loads(text)


def upsert(connection: Connection, table: Table, values: Mapping[str, Any]) -> Any:
    """Insert a row; where its key is there, set these values instead. Each database spells it, and alike."""
    dialect = import_module(f"sqlalchemy.dialects.{connection.dialect.name}")
    return dialect.insert(table).on_conflict_do_update(index_elements=list(table.primary_key), set_=dict(values))
