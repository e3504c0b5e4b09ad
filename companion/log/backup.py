"""Copies of the database: one a day, the last ten kept, each whole or not there at all; and the way back."""

import errno
import os
import re
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import datetime
from pathlib import Path

from companion.log import copying, sqlite
from companion.log.durable import sync, sync_folder
from companion.log.errors import (
    BadBackup,
    CannotOpen,
    Corrupt,
    DiskFull,
    ForeignDatabase,
    NoBackup,
    ReadOnly,
    TableError,
)
from companion.log.store import open_store

KEEP = 10
_NAME = re.compile(r"companion-[0-9]{4}-[0-9]{2}-[0-9]{2}\.sqlite3")


def backups(folder: Path) -> tuple[Path, ...]:
    """Those there are, the newest first."""
    if not folder.is_dir():
        return ()
    return tuple(sorted((path for path in folder.iterdir() if _NAME.fullmatch(path.name)), reverse=True))


def put_aside(folder: Path) -> tuple[Path, ...]:
    """What restores have replaced: databases with their logs, and photos."""
    return tuple(sorted(folder.glob("replaced-*"))) if folder.is_dir() else ()


def back_up(database: Path, folder: Path, now: datetime, keep: int = KEEP) -> Path | None:
    """Today's backup, unless there is one; the oldest beyond ``keep`` go. May be called while the store is in use.

    Raises what the disk has to say, and Corrupt if the database is not sound: a bad copy must not push out a good one.
    """
    target = folder / f"companion-{now:%Y-%m-%d}.sqlite3"
    if target.exists():
        return None
    partial = target.with_name(f"{target.name}.partial")
    with named_errors(), _removed_unless_renamed(partial):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        sound_copy(database, partial)
        partial.replace(target)
        sync_folder(folder)
    # By when they were made: their names may be of days to come, after a clock that was wrong.
    older = sorted((path for path in backups(folder) if path != target), key=_made_at, reverse=True)
    for old in older[keep - 1 :]:
        old.unlink(missing_ok=True)
    return target


def _made_at(path: Path) -> tuple[float, str]:
    return path.stat().st_mtime, path.name


def restore(backup: Path, database: Path, set_aside: Path, now: datetime, named: Path | None = None) -> Path | None:
    """Put a backup in the database's place. Nobody may have the database open: hold the data directory.

    The backup is copied and checked from end to end first; what it replaces is kept in the folder ``set_aside``, and
    returned. Errors speak of ``named``, the file people know. Raises NoBackup, BadBackup and what the disk has to say;
    then the database is what it was.
    """
    if not backup.is_file():
        raise NoBackup(path=str(backup))
    fresh = database.with_name(f"{database.name}.restoring")
    with named_errors(), _removed_unless_renamed(fresh):
        database.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        whole_copy(backup, fresh, named=named or backup)
        kept = set_database_aside(database, set_aside, now)
        with suppress(sqlite3.Error), closing(sqlite3.connect(database)) as old:
            # Without its log, the old one would be older than it is, should the power fail just now.
            old.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        for log in _logs(database):  # left by one too broken for that, it would be played into the new one
            log.unlink(missing_ok=True)
        fresh.replace(database)
        sync_folder(database.parent)
    return kept


def sound_copy(database: Path | str, target: Path) -> None:
    """One moment of a database that may be in use, as one file. Raises Corrupt if it is not sound."""
    if isinstance(database, Path):
        _copy(database, target)
    else:
        _export(database, target)
    with closing(sqlite3.connect(target)) as copy:
        if copy.execute("PRAGMA integrity_check").fetchone() != ("ok",):
            raise Corrupt()
        copy.execute("PRAGMA journal_mode = DELETE")  # a backup is one file
    sync(target)


def whole_copy(backup: Path, fresh: Path, named: Path) -> Path:
    """A copy of a backup, brought up to date and checked from end to end. Raises BadBackup, which says ``named``."""
    try:
        _copy(backup, fresh)
        with closing(sqlite3.connect(fresh)) as copy:
            if not copy.execute("SELECT 1 FROM sqlite_master WHERE name = 'alembic_version'").fetchone():
                raise ForeignDatabase()  # an empty file is a sound database, too
        with open_store(fresh) as store:
            store.check()
    except DiskFull:
        raise
    except TableError as error:
        if isinstance(error, ReadOnly):
            raise _disk_or_damage(fresh, named) from error
        raise BadBackup(path=str(named), cause=error.code, **error.params) from error
    except UnicodeDecodeError as error:  # SQLite quotes the damage it found, and the quotation is no text
        raise BadBackup(path=str(named), cause=Corrupt.code) from error
    except sqlite3.Error as error:
        why = sqlite.named(error)
        if isinstance(why, DiskFull):
            raise why from error
        if isinstance(why, ReadOnly):
            raise _disk_or_damage(fresh, named) from error
        raise BadBackup(path=str(named), cause=why.code) from error
    sync(fresh)
    return fresh


def _disk_or_damage(fresh: Path, named: Path) -> TableError:
    """A database can call itself read-only in its head. Ours do not: where the disk can be written, that is damage."""
    return BadBackup(path=str(named), cause=Corrupt.code) if os.access(fresh.parent, os.W_OK) else ReadOnly()


def _copy(source: Path, target: Path) -> None:
    """By SQLite itself, which sees one moment of a database that others write to."""
    for leftover in (target, *_logs(target)):
        leftover.unlink(missing_ok=True)
    if not source.is_file():
        raise CannotOpen()
    with closing(sqlite3.connect(source)) as reading, closing(sqlite3.connect(target)) as writing:
        reading.backup(writing)


def _export(url: str, target: Path) -> None:
    """The tables of a server in a file, as if they had always been there."""
    for leftover in (target, *_logs(target)):
        leftover.unlink(missing_ok=True)
    with (
        open_store(url) as source,
        open_store(target) as file,
        source.reading() as reading,
        file.writing() as writing,
    ):
        copying.replace_all(reading, writing)
    for leftover in _logs(target):
        leftover.unlink(missing_ok=True)


def set_database_aside(database: Path | str, folder: Path, now: datetime) -> Path | None:
    """A copy of what a restore is about to replace."""
    target = folder / f"replaced-{now:%Y-%m-%dT%H%M%S}.sqlite3"
    if isinstance(database, str):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        sound_copy(database, target)
        return target
    if not database.exists():
        return None
    target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    shutil.copy2(database, target)
    for log, kept in zip(_logs(database), _logs(target), strict=True):
        if log.exists() and log.stat().st_size:
            shutil.copy2(log, kept)
    sync(target)
    return target


def _logs(database: Path) -> tuple[Path, Path]:
    return database.with_name(f"{database.name}-wal"), database.with_name(f"{database.name}-shm")


@contextmanager
def _removed_unless_renamed(partial: Path) -> Iterator[None]:
    try:
        yield
    finally:
        for leftover in (partial, *_logs(partial)):
            with suppress(OSError):
                leftover.unlink(missing_ok=True)


@contextmanager
def named_errors() -> Iterator[None]:
    try:
        yield
    except sqlite3.Error as error:
        raise sqlite.named(error) from error
    except UnicodeDecodeError as error:  # likewise
        raise Corrupt() from error
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise DiskFull() from error
        if error.errno in (errno.EROFS, errno.EACCES, errno.EPERM):
            raise ReadOnly() from error
        raise TableError(detail=error.strerror or str(error)) from error
