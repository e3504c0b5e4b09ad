"""Photos a table keeps, because somebody who may decide it said so. Files beside the database, a folder a table.

They come here as plain JPEGs without metadata, and go with their table. The log never speaks of them.
"""

import errno
import os
import re
import secrets
import shutil
from dataclasses import dataclass
from pathlib import Path

from companion.log.durable import sync, sync_folder
from companion.log.errors import DiskFull, ReadOnly, TableError, UnknownTable

MOST_PHOTOS = 24
"""Of one table: an evening with a picture a round."""
MOST_BYTES = 8_000_000
"""Of one photo; the reader's picture has one to two million."""
MOST_ALTOGETHER = 2_000_000_000
_TABLE = re.compile(r"[A-Za-z0-9_-]{1,80}")
_NAME = re.compile(r"\d{8}T\d{6}Z-[0-9a-f]{6}\.jpg")


class UnknownPhoto(UnknownTable):
    code = "store.unknown-photo"


class TooManyPhotos(TableError):
    """The album of this table, or of all tables, is full."""

    code = "store.too-many-photos"


@dataclass(frozen=True)
class KeptPhoto:
    """``at``: when it was kept, as entries of the log spell it."""

    name: str
    at: str
    size: int


class PhotoAlbums:
    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def of(self, table_id: str) -> tuple[KeptPhoto, ...]:
        """The photos of a table, the oldest first."""
        album = self._album(table_id)
        if album is None or not album.is_dir():
            return ()
        found = (path for path in sorted(album.iterdir()) if _NAME.fullmatch(path.name))
        return tuple(KeptPhoto(path.name, _time(path.name), path.stat().st_size) for path in found)

    def keep(self, table_id: str, jpeg: bytes, at: str) -> KeptPhoto:
        """``at``: now, as entries of the log spell it. Raises TooManyPhotos, DiskFull."""
        album = self._album(table_id)
        if album is None or len(jpeg) > MOST_BYTES:
            raise TooManyPhotos(most=MOST_PHOTOS)
        there = self.of(table_id)
        if len(there) >= MOST_PHOTOS or self._altogether() + len(jpeg) > MOST_ALTOGETHER:
            raise TooManyPhotos(most=MOST_PHOTOS)
        name = f"{re.sub('[-:]', '', at)}-{secrets.token_hex(3)}.jpg"
        try:
            if not album.is_dir():
                album.mkdir(mode=0o700, parents=True)
                sync_folder(album.parent)
            partial = album / f"{name}.part"
            try:
                partial.write_bytes(jpeg)
                sync(partial)
                os.replace(partial, album / name)
                sync_folder(album)
            finally:
                partial.unlink(missing_ok=True)
        except OSError as error:
            full = error.errno in (errno.ENOSPC, errno.EDQUOT)
            raise (DiskFull() if full else ReadOnly()) from error
        return KeptPhoto(name, _time(name), len(jpeg))

    def read(self, table_id: str, name: str) -> bytes:
        """Raises UnknownPhoto."""
        path = self._path(table_id, name)
        try:
            return path.read_bytes()
        except OSError:
            raise UnknownPhoto() from None

    def drop(self, table_id: str, name: str) -> None:
        """Raises UnknownPhoto."""
        try:
            self._path(table_id, name).unlink()
        except OSError:
            raise UnknownPhoto() from None

    def drop_all(self, table_id: str) -> None:
        album = self._album(table_id)
        if album is not None and album.is_dir():
            shutil.rmtree(album, ignore_errors=True)

    def _album(self, table_id: str) -> Path | None:
        return self._folder / table_id if _TABLE.fullmatch(table_id) else None

    def _path(self, table_id: str, name: str) -> Path:
        album = self._album(table_id)
        if album is None or not _NAME.fullmatch(name):
            raise UnknownPhoto()
        return album / name

    def _altogether(self) -> int:
        return sum(path.stat().st_size for path in self._folder.glob("*/*.jpg")) if self._folder.is_dir() else 0


def _time(name: str) -> str:
    """``20261117T225300Z-….jpg`` as ``2026-11-17T22:53:00Z``."""
    date, time = name[:8], name[9:15]
    return f"{date[:4]}-{date[4:6]}-{date[6:]}T{time[:2]}:{time[2:4]}:{time[4:]}Z"
