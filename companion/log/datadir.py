"""Where a Companion keeps its database and backups, and the lock that keeps a second one out."""

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import platformdirs

from companion.log.errors import DataDirInUse, NoDataDir
from companion.platform import lock_file

ENVIRONMENT = "COMPANION_DATA"
DATABASE = "COMPANION_DATABASE"
_FILE = "sqlite:///"
_APPLICATION = "dewan-companion"


@dataclass(frozen=True)
class DataDir:
    path: Path
    url: str | None = None
    """Of a database elsewhere; without it, a file in the directory."""

    @property
    def shared(self) -> bool:
        """The database is a server's: several processes, here or elsewhere, may use it at once."""
        return self.url is not None and not self.url.startswith(_FILE)

    @property
    def where(self) -> Path | str:
        """The database, as ``open_store`` wants it."""
        return self.url if self.url is not None and self.shared else self.database

    @property
    def database(self) -> Path:
        """The file, where it is one."""
        if self.url is not None and not self.shared:
            return Path(self.url.removeprefix(_FILE))
        return self.path / "companion.sqlite3"

    @property
    def backups(self) -> Path:
        return self.path / "backups"

    @property
    def photos(self) -> Path:
        return self.path / "photos"

    @property
    def lock(self) -> Path:
        return self.path / "companion.lock"


def find_data_dir(
    chosen: Path | str | None = None, environ: Mapping[str, str] = os.environ, database: str | None = None
) -> DataDir:
    """The one chosen, else the one the environment names, else where this system keeps the data of its users; and the
    same for the database, which else is a file in there."""
    url = database or environ.get(DATABASE) or None
    named = chosen or environ.get(ENVIRONMENT)
    if named:
        return DataDir(Path(named).expanduser().absolute(), url)
    return DataDir(platformdirs.user_data_path(_APPLICATION, appauthor=False), url)


@contextmanager
def held(data: DataDir) -> Iterator[DataDir]:
    """Make the directory if need be (readable by its owner alone) and keep it to ourselves. Where the database is a
    server's, several may have it: that has locks of its own.

    The system drops the lock when the process ends, however it ends; the file may stay behind and blocks nobody.
    Raises DataDirInUse, NoDataDir.
    """
    try:
        data.path.mkdir(mode=0o700, parents=True, exist_ok=True)
        if os.name == "posix" and data.path.stat().st_mode & 0o077:  # it was made by somebody else, or long ago
            data.path.chmod(0o700)
        data.backups.mkdir(mode=0o700, exist_ok=True)
        # Not opened for appending: the number of the last holder is overwritten by the next.
        file = os.open(data.lock, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise NoDataDir(path=str(data.path), detail=error.strerror or str(error)) from error
    try:
        try:
            if not data.shared:
                if not lock_file(file):
                    raise DataDirInUse(path=str(data.path), process=_holder(data.lock))
                os.truncate(file, 0)
                os.write(file, str(os.getpid()).encode())
        except OSError as error:
            raise NoDataDir(path=str(data.path), detail=error.strerror or str(error)) from error
        yield data
    finally:
        os.close(file)


def _holder(lock: Path) -> str:
    """The process that holds it, for people who look for it; only as true as a file can be."""
    try:
        text = lock.read_text(encoding="ascii")
    except (OSError, ValueError):
        text = ""
    return text if text.isdigit() else "?"
