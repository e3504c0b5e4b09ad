"""One file with everything, to carry to another machine: the database and the photos that were kept.

A zip file with a list of its parts and their sums. It holds no keys: whoever finds it can open no running Companion.
What comes back is unpacked and checked from end to end beside what is there, and replaces it only then.
"""

import errno
import hashlib
import json
import os
import re
import shutil
import tempfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import IO

from companion.json_depth import is_too_deep
from companion.log.backup import named_errors, restore, set_database_aside, sound_copy, whole_copy
from companion.log.datadir import DataDir
from companion.log.durable import sync, sync_folder
from companion.log.errors import BadBackup, NoBackup
from companion.log.store import Store, open_store

FORMAT = "companion-backup/1"
MOST_BYTES = 4_000_000_000
"""What an archive may unpack to: years of tables and photos, and less than fills a disk unasked."""

_LIST = "contents.json"
_DATABASE = "companion.sqlite3"
_PHOTO = re.compile(r"photos(/[A-Za-z0-9_-][A-Za-z0-9_.-]{0,99}){1,3}")
_MOST_PARTS = 100_000
_MOST_LIST = 20_000_000
_BLOCK = 1 << 20
_SQLITE = b"SQLite format 3\0"
_PACKINGS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_DAMAGE = (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError, ValueError, KeyError)
"""What reading an archive comes to that was changed on its way."""


@dataclass(frozen=True)
class Brought:
    """What a restore has put aside: the database it replaced and the photos, where there were any."""

    database: Path | None
    photos: Path | None


def pack(data: DataDir, target: Path, now: datetime) -> Path:
    """Everything of a data directory in one file; may be called while it is in use. Raises what the disk has to say."""
    partial = target.with_name(f"{target.name}.partial")
    with named_errors(), scratch(data) as folder:
        sound_copy(data.where, folder / _DATABASE)
        try:
            with zipfile.ZipFile(partial, "w", zipfile.ZIP_DEFLATED) as archive:
                parts = dict(_parts(data, folder))
                listed = {name: _sum(path) for name, path in parts.items()}
                contents = {"format": FORMAT, "made_at": f"{now:%Y-%m-%dT%H:%M:%SZ}", "parts": listed}
                archive.writestr(_LIST, json.dumps(contents, indent=1))
                for name, path in parts.items():
                    # A photo is compressed already.
                    archive.write(path, name, zipfile.ZIP_DEFLATED if name == _DATABASE else zipfile.ZIP_STORED)
            partial.chmod(0o600)
            sync(partial)
            partial.replace(target)
            sync_folder(target.parent)
        finally:
            partial.unlink(missing_ok=True)
    return target


def bring_back(source: Path, data: DataDir, now: datetime) -> Brought:
    """Put an archive, or a daily backup, in the place of what is there. Nobody may have the directory in use.

    Raises NoBackup, BadBackup and what the disk has to say; then everything is as it was.
    """
    if data.shared:
        with open_store(data.where) as store:
            return bring_back_live(source, data, store, now)
    return _bring_back(
        source, data, now, lambda unpacked: restore(unpacked, data.database, data.backups, now, named=source)
    )


def bring_back_live(source: Path, data: DataDir, store: Store, now: datetime) -> Brought:
    """The same for a store that is open and goes on: other threads see the old tables or the new ones, no mixture."""

    def swap(unpacked: Path) -> Path | None:
        fresh = whole_copy(unpacked, unpacked.with_name("checked.sqlite3"), named=source)
        kept = set_database_aside(data.where, data.backups, now)
        store.become(fresh)
        return kept

    return _bring_back(source, data, now, swap)


def _bring_back(source: Path, data: DataDir, now: datetime, swap: Callable[[Path], Path | None]) -> Brought:
    if not source.is_file():
        raise NoBackup(path=str(source))
    with named_errors():
        data.path.mkdir(mode=0o700, parents=True, exist_ok=True)
        with scratch(data) as folder:
            photos = _unpack(source, folder)
            database = swap(folder / _DATABASE)
            return Brought(database, _swap_photos(folder / "photos", data, now) if photos else None)


def _swap_photos(fresh: Path, data: DataDir, now: datetime) -> Path | None:
    """After the database, since photos without their table trouble nobody."""
    aside = None
    if data.photos.is_dir():
        aside = data.backups / f"replaced-{now:%Y-%m-%dT%H%M%S}-photos"
        data.photos.replace(aside)
    if fresh.is_dir():
        fresh.replace(data.photos)
    for folder in (data.path, data.backups):
        if folder.is_dir():
            sync_folder(folder)
    return aside


def _parts(data: DataDir, folder: Path) -> Iterator[tuple[str, Path]]:
    yield _DATABASE, folder / _DATABASE
    if data.photos.is_dir():
        for path in sorted(data.photos.rglob("*")):
            name = path.relative_to(data.path).as_posix()
            if path.is_file() and _PHOTO.fullmatch(name):
                yield name, path


def _unpack(source: Path, folder: Path) -> bool:
    """Into ``folder``; whether photos were part of it. Raises BadBackup for anything but what ``pack`` makes."""
    with source.open("rb") as file:
        if file.read(len(_SQLITE)) == _SQLITE:  # a daily backup, which is a database alone
            shutil.copyfile(source, folder / _DATABASE)
            return False
    try:
        with zipfile.ZipFile(source) as archive, _no_senseless_places(source):
            for name, wanted in _listed(archive, source).items():
                target = folder / name
                target.parent.mkdir(parents=True, exist_ok=True)
                with archive.open(name) as packed, target.open("wb") as unpacked:
                    if _copied(packed, unpacked, archive.getinfo(name).file_size) != wanted:
                        raise _bad(source)
                    unpacked.flush()
                    os.fsync(unpacked.fileno())
    except _DAMAGE as error:
        raise _bad(source) from error
    return True


@contextmanager
def _no_senseless_places(source: Path) -> Iterator[None]:
    """An archive may send its reader to a place no file has; the disk is not to blame then."""
    try:
        yield
    except OSError as error:
        if error.errno == errno.EINVAL:
            raise _bad(source) from error
        raise


def _listed(archive: zipfile.ZipFile, source: Path) -> dict[str, str]:
    """The parts by their sums, all of them known by name and of a bearable size."""
    infos = archive.infolist()
    names = [info.filename for info in infos]
    if len(infos) > _MOST_PARTS or len(set(names)) != len(names) or sum(info.file_size for info in infos) > MOST_BYTES:
        raise _bad(source)
    if any(info.compress_type not in _PACKINGS for info in infos):
        raise _bad(source)
    if _LIST not in names or archive.getinfo(_LIST).file_size > _MOST_LIST:
        raise _bad(source)
    text = archive.read(_LIST).decode("utf-8")
    if is_too_deep(text):
        raise _bad(source)
    contents = json.loads(text)
    if not isinstance(contents, dict) or contents.get("format") != FORMAT:
        raise _bad(source)
    parts = contents.get("parts")
    if not isinstance(parts, dict) or set(parts) != set(names) - {_LIST} or _DATABASE not in parts:
        raise _bad(source)
    if not all(name == _DATABASE or (_PHOTO.fullmatch(name) and ".." not in name) for name in parts):
        raise _bad(source)
    return {name: str(wanted) for name, wanted in parts.items()}


def _copied(source: IO[bytes], target: IO[bytes], most: int) -> str:
    """Copy, and say the sum of it. A part that unpacks to more than it says is cut off, and its sum is wrong."""
    digest, left = hashlib.sha256(), most
    while left > 0 and (block := source.read(min(_BLOCK, left))):
        digest.update(block)
        target.write(block)
        left -= len(block)
    return digest.hexdigest()


def _sum(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _bad(source: Path) -> BadBackup:
    return BadBackup(path=str(source), cause="backup.not-ours")


@contextmanager
def scratch(data: DataDir) -> Iterator[Path]:
    """A folder on the same disk, gone afterwards."""
    with tempfile.TemporaryDirectory(prefix=".scratch-", dir=data.path, ignore_cleanup_errors=True) as folder:
        yield Path(folder)
