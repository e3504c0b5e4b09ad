"""The append-only store of tables: one writer a table, many readers, and nothing acknowledged that is not on the disk.

The same for SQLite and PostgreSQL; where they differ, ``sqlite`` and ``postgresql`` answer the same questions.
No clock and no chance in here: ids and times come from the caller. Every failure is a ``TableError`` by name.
"""

import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

from sqlalchemy import Connection, Engine, delete, insert, inspect, select, text

from companion.log import copying, database, migrations, rows, summaries
from companion.log.database import Database
from companion.log.entries import Damaged, Entry, NewEntry, json_text, same_request
from companion.log.entry_json import (
    MOST_ENTRIES,
    check_id,
    check_json,
    check_object,
    check_time,
    check_word,
    checked,
    parse_log,
)
from companion.log.errors import (
    CannotConnect,
    CannotOpen,
    Corrupt,
    ForeignDatabase,
    NewerVersion,
    TableExists,
    TableFull,
    UnknownTable,
    Unreachable,
)
from companion.log.feed import EVERYTHING, Feed, spoken
from companion.log.rows import TableInfo
from companion.log.schema import metadata
from companion.log.schema import snapshots as snapshot_rows
from companion.log.schema import tables as table_rows
from companion.log.summaries import Summarised

BUSY_SECONDS = 5.0
_MOST_SHOWN = 5


@dataclass(frozen=True)
class Snapshot:
    """A state somebody folded up to ``seq``. It may vanish at any time: the entries are the truth."""

    seq: int
    rules: str
    state: object


@dataclass(frozen=True)
class Appended:
    entry: Entry


@dataclass(frozen=True)
class Repeated:
    """This very request was recorded before, as ``entry``; nothing was written now."""

    entry: Entry


@dataclass(frozen=True)
class Conflict:
    """Another entry has this id; nothing was written."""

    entry: Entry | Damaged


@dataclass(frozen=True)
class Stale:
    """The log is not where the client thought; nothing was written. ``entries`` is what it has not seen.

    ``last_seq`` may be lower than expected (and ``entries`` empty) after an older backup came back.
    """

    last_seq: int
    entries: tuple[Entry | Damaged, ...]


Answer = Appended | Repeated | Conflict | Stale


class Store:
    """An open database. Use it as a context, or ``close`` it; all threads may share it."""

    def __init__(self, kind: Database, writer: Engine, reader: Engine) -> None:
        self.kind = kind
        self._writer = writer
        self._reader = reader
        self._one_writer: AbstractContextManager[object] = nullcontext() if kind.MANY_WRITERS else threading.Lock()

    def __enter__(self) -> "Store":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        with self._one_writer:
            self._reader.dispose()
            self._writer.dispose()

    def prepare(self) -> None:
        """See that the database is ours and can be written; make or upgrade it."""
        with self.reading() as connection:  # which leaves a foreign file as it is
            known = _check_version(connection)
        if known != migrations.HEAD:
            with self._begun() as connection:
                self.kind.lock_all(connection)
                if _check_version(connection) != migrations.HEAD:  # nobody else has been at it meanwhile
                    migrations.upgrade(connection)
        with self.kind.named_errors():
            self.kind.try_writing(self._writer)

    # Tables

    def create_table(
        self, table_id: str, game: str, header: Mapping[str, object], at: str, log: Sequence[NewEntry] = ()
    ) -> TableInfo:
        """A new table, with the entries of ``log`` in it: all of that or nothing. Raises TableExists, BadInput."""
        check_id(table_id)
        check_word(game, "game")
        check_time(at, "created_at")
        row = {"id": table_id, "game": game, "created_at": at, "header": json_text(check_object(header, "header"))}
        if len(log) > MOST_ENTRIES:
            raise TableFull(most=MOST_ENTRIES)
        drafts = [entry.draft() for entry in parse_log([draft.numbered(i).to_json() for i, draft in enumerate(log, 1)])]
        with self.writing(table_id) as connection:
            if connection.execute(rows.LAST_SEQ, {"table": table_id}).first():
                raise TableExists(table=table_id)
            connection.execute(insert(table_rows), row)
            if drafts:
                numbered = [rows.to_row(table_id, draft.numbered(seq)) for seq, draft in enumerate(drafts, start=1)]
                connection.execute(rows.INSERT_ENTRY, numbered)
            touched_at = drafts[-1].at if drafts else at
            summaries.add(connection, table_id, len(drafts), touched_at)
        return TableInfo(table_id, game, at, touched_at, dict(header), len(drafts))

    def tables(self) -> tuple[TableInfo, ...]:
        """All of them, the one touched last first."""
        with self.reading() as connection:
            found = [rows.to_info(row) for row in connection.execute(rows.TABLES)]
        # Without the Z, a whole second comes before its fractions.
        return tuple(sorted(found, key=lambda info: (info.touched_at.rstrip("Z"), info.id), reverse=True))

    def table(self, table_id: str) -> TableInfo:
        """Raises UnknownTable."""
        with self.reading() as connection:
            row = connection.execute(rows.TABLES.where(table_rows.c.id == table_id)).first()
        if row is None:
            raise UnknownTable(table=table_id)
        return rows.to_info(row)

    def delete_table(self, table_id: str) -> None:
        """The table and all its entries, for good. Raises UnknownTable."""
        with self.writing(table_id) as connection:
            rows.last_seq(connection, table_id)
            summaries.forget(connection, table_id)
            connection.execute(delete(table_rows).where(table_rows.c.id == table_id))
            self.kind.tell(connection, spoken(table_id, "gone"))

    # Entries

    def append(
        self,
        table_id: str,
        expected_seq: int,
        draft: NewEntry,
        summary: Summarised | None = None,
        *,
        sound: bool = False,
    ) -> Answer:
        """Record one entry after ``expected_seq``, the last one its author has seen, and the summary it leads to.
        ``sound``: the draft was ``checked`` before.

        When this returns Appended, the entry is on the disk. Raises UnknownTable, BadInput, TableFull and what the
        disk has to say; then nothing was written.
        """
        draft = draft if sound else checked(draft)
        with self.writing(table_id) as connection:
            last, known = rows.last_seq_and_entry(connection, table_id, draft.id)
            if known is None:
                if last != expected_seq:
                    return Stale(last, rows.entries(connection, table_id, expected_seq, last))
                if last >= MOST_ENTRIES:
                    raise TableFull(most=MOST_ENTRIES)
                last += 1
                entry = draft.numbered(last)
                connection.execute(rows.INSERT_ENTRY, rows.to_row(table_id, entry))
                summaries.put(connection, table_id, last, entry.at, summary)
        if isinstance(known, Damaged) or (known and not same_request(known, draft)):
            return Conflict(known)
        self.call(table_id, last)  # a process that died before this line is asked once more, and then says it
        return Repeated(known) if known else Appended(entry)

    def entries(self, table_id: str, since: int = 0, up_to: int | None = None) -> tuple[Entry | Damaged, ...]:
        """Those numbered above ``since``, up to and with ``up_to``; none is left out. Raises UnknownTable."""
        with self.reading() as connection:
            last = rows.last_seq(connection, table_id)
            return rows.entries(connection, table_id, max(since, 0), last if up_to is None else min(up_to, last))

    def last_seq(self, table_id: str) -> int:
        """Raises UnknownTable."""
        with self.reading() as connection:
            return rows.last_seq(connection, table_id)

    # Snapshots

    def save_snapshot(self, table_id: str, snapshot: Snapshot) -> None:
        """Replaces one at the same place. Raises UnknownTable, BadInput."""
        state = json_text(check_json(snapshot.state, "state"))
        with self.writing(table_id) as connection:
            rows.last_seq(connection, table_id)
            connection.execute(
                delete(snapshot_rows).where(snapshot_rows.c.table_id == table_id, snapshot_rows.c.seq == snapshot.seq)
            )
            connection.execute(
                insert(snapshot_rows),
                {"table_id": table_id, "seq": snapshot.seq, "rules": snapshot.rules, "state": state},
            )

    def load_snapshot(self, table_id: str, rules: str, up_to: int = MOST_ENTRIES) -> Snapshot | None:
        """The last one at or before ``up_to`` that these rules made; an unreadable one is no snapshot."""
        query = (
            select(snapshot_rows.c.seq, snapshot_rows.c.state)
            .where(snapshot_rows.c.table_id == table_id, snapshot_rows.c.rules == rules)
            .where(snapshot_rows.c.seq <= up_to)
            .order_by(snapshot_rows.c.seq.desc())
        )
        with self.reading() as connection:
            for seq, state in connection.execute(query):
                try:
                    return Snapshot(seq, rules, rows.parsed(state))
                except ValueError:
                    continue
        return None

    def drop_snapshots(self, table_id: str) -> None:
        with self.writing(table_id) as connection:
            connection.execute(delete(snapshot_rows).where(snapshot_rows.c.table_id == table_id))

    def save_summary(self, info: TableInfo, summary: Summarised) -> None:
        """For a table as ``info`` says it is; not, if somebody has recorded meanwhile. Raises UnknownTable."""
        with self.writing(info.id) as connection:
            if rows.last_seq(connection, info.id) == info.last_seq:
                summaries.put(connection, info.id, info.last_seq, info.touched_at, summary)

    # The file as a whole

    def ready(self) -> None:
        """Whether something could be recorded now. Raises what keeps it from that, NewerVersion among it."""
        with self.reading() as connection:
            _check_version(connection)
        with self.kind.named_errors():
            self.kind.try_writing(self._writer)

    def check(self) -> None:
        """Have the database look at itself from end to end. Raises Corrupt, with what it found."""
        with self.reading() as connection:
            found = (*self.kind.problems(connection), *_missing_columns(connection))
        if found:
            raise Corrupt(detail="; ".join(found[:_MOST_SHOWN]))

    def become(self, other: Path) -> None:
        """Take over all that is in another database of the present version, whose soundness was checked before.

        One transaction: readers see what was, then what is. When it fails, nothing has changed.
        """
        with self._one_writer, self.kind.named_errors():
            if self.kind.copy_over(other, self._writer):
                return
        with open_store(other) as source, source.reading() as reading, self.writing() as connection:
            copying.replace_all(reading, connection)
            self.kind.tell(connection, EVERYTHING)

    def compact(self) -> bool:
        """Write the file anew without its free pages, and empty the log beside it: what was deleted is gone for good.

        False if a reader kept the log from being emptied; it then is with the next time.
        """
        with self._one_writer, self.kind.named_errors():
            return self.kind.compact(self._writer)

    def damaged(self) -> tuple[tuple[str, Damaged], ...]:
        """Every entry that can no longer be read, with its table."""
        with self.reading() as connection:
            names = connection.execute(select(table_rows.c.id)).scalars().all()
            logs = [(name, rows.entries(connection, name, 0, rows.last_seq(connection, name))) for name in names]
        return tuple((name, entry) for name, log in logs for entry in log if isinstance(entry, Damaged))

    # Other processes

    def call(self, table_id: str, what: int | str = "look") -> None:
        """Let those who wait at a table look up, wherever they are served. Outside the transaction of an entry:
        PostgreSQL lets those that notify end only one after the other, each with its own wait for the disk."""
        if self.kind.MANY_WRITERS:
            with self.kind.named_errors(), self._writer.connect() as connection:
                self.kind.tell(connection.execution_options(isolation_level="AUTOCOMMIT"), spoken(table_id, what))

    def listen(self, feed: Feed, stopped: threading.Event) -> None:
        """Hand on what other processes say, until ``stopped``."""
        self.kind.listen(self._writer.url, feed, stopped)

    @contextmanager
    def writing(self, name: str | None = None) -> Iterator[Connection]:
        """``name``: the table, or whatever else, that nobody else changes meanwhile; without it, nobody else changes
        anything. Raises NewerVersion where a newer Companion has upgraded the database since it was opened."""
        with self._begun() as connection:
            version = self.kind.lock(connection, name)
            if version is not None and version != migrations.HEAD:
                raise NewerVersion(found=version, known=migrations.HEAD)
            yield connection

    @contextmanager
    def _begun(self) -> Iterator[Connection]:
        with self._one_writer, self.kind.named_errors(), self._writer.begin() as connection:
            yield connection

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        with self.kind.named_errors(), self._reader.begin() as connection:
            yield connection


def open_store(where: Path | str, busy_seconds: float = BUSY_SECONDS) -> Store:
    """Open the database at a path or URL, make it if it is not there, bring an older one up to date.

    Raises NewerVersion, ForeignDatabase, Corrupt, ReadOnly, Locked, DiskFull, CannotOpen, UnsupportedUrl, NoDriver,
    NoRights, WrongEncoding, CannotConnect; a database that is refused is not touched.
    """
    kind, url = database.found(where)
    store = Store(kind, *kind.engines(url, busy_seconds))
    try:
        store.prepare()
    except CannotOpen as error:
        store.close()
        raise kind.why_not_open(url) from error
    except Unreachable as error:
        store.close()
        raise CannotConnect(**error.params) from error
    except BaseException:
        store.close()
        raise
    return store


def _missing_columns(connection: Connection) -> list[str]:
    look = inspect(connection)
    there = {(name, column["name"]) for name in look.get_table_names() for column in look.get_columns(name)}
    wanted = [(table.name, column.name) for table in metadata.sorted_tables for column in table.columns]
    return [f"no {table}.{column}" for table, column in wanted if (table, column) not in there]


def _check_version(connection: Connection) -> str | None:
    """The version of the database, None for an empty one. Raises NewerVersion, ForeignDatabase."""
    names = inspect(connection).get_table_names()
    if not names:
        return None
    if "alembic_version" not in names or "entries" not in names:
        raise ForeignDatabase()
    version = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    if not isinstance(version, str) or not version.isdigit() or len(version) != len(migrations.HEAD):
        raise ForeignDatabase()
    if version > migrations.HEAD:
        raise NewerVersion(found=version, known=migrations.HEAD)
    return version
