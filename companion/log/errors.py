"""What can go wrong with stored tables, by name. Each has a code and parameters; the catalogue has the words."""

from typing import ClassVar


class TableError(Exception):
    """The base of all of them, and the one for what has no name of its own (``params["detail"]`` says what it was)."""

    code: ClassVar[str] = "store.failed"

    def __init__(self, **params: object) -> None:
        self.params = params
        super().__init__(f"{self.code} {params}" if params else self.code)


class UnknownTable(TableError):
    code = "store.unknown-table"


class TableExists(TableError):
    code = "store.table-exists"


class TableFull(TableError):
    """No table gets this long by playing: something records in a circle."""

    code = "store.table-full"


class DiskFull(TableError):
    code = "store.disk-full"


class ReadOnly(TableError):
    code = "store.read-only"


class NewerVersion(TableError):
    """A later Companion has written this database; this one would not understand all of it."""

    code = "store.newer-version"


class ForeignDatabase(TableError):
    """A sound database, but of some other program."""

    code = "store.foreign-database"


class Corrupt(TableError):
    code = "store.corrupt"


class Locked(TableError):
    """Somebody else kept the database busy for longer than we wait."""

    code = "store.locked"


class CannotOpen(TableError):
    code = "store.cannot-open"


class UnsupportedUrl(TableError):
    code = "store.unsupported-url"


class NoDriver(TableError):
    """PostgreSQL is asked for, and psycopg is not installed."""

    code = "store.no-driver"


class NoRights(TableError):
    """The server lets us in, but this user may not do that."""

    code = "store.no-rights"


class Unreachable(TableError):
    """The server does not answer; what it says (``params["detail"]``) is not for everybody's eyes."""

    code = "store.unreachable"


class CannotConnect(Unreachable):
    """The same when the database is opened, for whoever has typed its address."""

    code = "store.cannot-connect"


class NotEmpty(TableError):
    """Everything was to be copied into a database that is in use."""

    code = "store.not-empty"


class NotTheSame(TableError):
    """A row that another database cannot hold, or does not give back as it was."""

    code = "store.not-the-same"


class WrongEncoding(TableError):
    """A database that cannot hold every name."""

    code = "store.wrong-encoding"


class NoBackup(TableError):
    """The file to restore is missing."""

    code = "backup.missing"


class BadBackup(TableError):
    """The file to restore is no sound database of ours; ``params["cause"]`` is the code that says why."""

    code = "backup.bad"


class DataDirInUse(TableError):
    """Another Companion serves this data directory."""

    code = "datadir.in-use"


class NoDataDir(TableError):
    """The data directory cannot be made or written to."""

    code = "datadir.unusable"
