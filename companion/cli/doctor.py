"""``companion doctor``: is everything as it should be on this machine, and if not, what helps."""

import json
import os
import platform
import shutil
import socket
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from companion import __version__
from companion.cli.terminal import put
from companion.i18n.arguments import Parser
from companion.i18n.environment import terminal_speaker
from companion.log import sqlite
from companion.log.backup import backups
from companion.log.datadir import DataDir, find_data_dir, held
from companion.log.errors import DataDirInUse, TableError
from companion.log.store import open_store

WELL, HEED, BAD = "well", "heed", "bad"
_MARKS = {WELL: "ok", HEED: "!", BAD: "x"}
_LIBRARIES = ("flask", "waitress", "sqlalchemy", "opencv-python-headless", "pillow", "pi-heif")
_LEAST_FREE = 100_000_000
_OLD_BACKUP = timedelta(days=8)


@dataclass(frozen=True)
class Finding:
    """``level`` is well, heed (it works, but) or bad; the words are in the catalogue."""

    level: str
    code: str
    params: dict[str, object]


Check = Callable[[DataDir, int], Iterator[Finding]]


def main(argv: list[str]) -> int:
    say = terminal_speaker()
    parser = Parser("companion doctor", say("cli.help.doctor"))
    parser.add_argument("--data", type=Path, metavar="DIR", help=say("web.serve.help-data"))
    parser.add_argument("--database", metavar="URL", help=say("web.serve.help-database"))
    parser.add_argument("--port", type=int, default=8650, help=say("web.serve.help-port", {"port": 8650}))
    parser.add_argument("--json", action="store_true", help=say("cli.help.json"))
    arguments = parser.parse_args(argv)
    data = find_data_dir(arguments.data, database=arguments.database)
    found = [finding for check in CHECKS for finding in check(data, arguments.port)]
    if arguments.json:
        given = [{"level": one.level, "code": one.code, "text": say(one.code, one.params)} for one in found]
        put(json.dumps({"ok": all(one.level != BAD for one in found), "findings": given}, ensure_ascii=False))
    else:
        for one in found:
            put(f"{_MARKS[one.level]:>3}  {say(one.code, one.params)}")
        worst = BAD if any(one.level == BAD for one in found) else WELL
        put(say(f"doctor.in-all-{worst}"))
    return 1 if any(one.level == BAD for one in found) else 0


def versions(data: DataDir, port: int) -> Iterator[Finding]:
    yield Finding(WELL, "doctor.version", {"companion": __version__, "python": platform.python_version()})
    yield Finding(WELL, "doctor.system", {"system": platform.platform(terse=True), "sqlite": sqlite.VERSION})
    known = []
    for name in _LIBRARIES:
        try:
            known.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            yield Finding(BAD, "doctor.library-missing", {"name": name})
    yield Finding(WELL, "doctor.libraries", {"libraries": ", ".join(known)})


def folder(data: DataDir, port: int) -> Iterator[Finding]:
    if not data.path.is_dir():
        yield Finding(WELL, "doctor.no-folder-yet", {"path": str(data.path)})
        return
    if not os.access(data.path, os.W_OK | os.X_OK):
        yield Finding(BAD, "doctor.folder-unwritable", {"path": str(data.path)})
    elif os.name == "posix" and data.path.stat().st_mode & 0o077:
        yield Finding(HEED, "doctor.folder-open", {"path": str(data.path)})
    else:
        yield Finding(WELL, "doctor.folder", {"path": str(data.path)})
    key = data.path / "secret-key"
    if os.name == "posix" and key.exists() and key.stat().st_mode & 0o077:
        yield Finding(BAD, "doctor.key-open", {"path": str(key)})


def disk(data: DataDir, port: int) -> Iterator[Finding]:
    place = next(path for path in (data.path, *data.path.parents) if path.exists())
    free = shutil.disk_usage(place).free
    level = WELL if free >= _LEAST_FREE else BAD
    yield Finding(level, f"doctor.disk-{level}", {"megabytes": free // 1_000_000})


def database(data: DataDir, port: int) -> Iterator[Finding]:
    if not data.shared and not data.database.exists():
        yield Finding(WELL, "doctor.no-database-yet", {})
        return
    try:
        with held(data):
            pass
    except DataDirInUse as in_use:
        yield Finding(WELL, "doctor.running", {"process": in_use.params["process"]})
    except TableError as error:
        yield Finding(BAD, error.code, error.params)
        return
    try:
        with open_store(data.where) as store:
            store.check()
            tables, damaged = len(store.tables()), store.damaged()
    except TableError as error:
        yield Finding(BAD, error.code, error.params)
        return
    if data.shared:
        yield Finding(WELL, "doctor.server-database", {"tables": tables})
    else:
        yield Finding(WELL, "doctor.database", {"tables": tables, "kilobytes": data.database.stat().st_size // 1000})
    if damaged:
        yield Finding(BAD, "doctor.damaged", {"n": len(damaged)})


def daily_backups(data: DataDir, port: int) -> Iterator[Finding]:
    if data.shared:
        yield Finding(WELL, "doctor.server-backups", {})
        return
    kept = backups(data.backups)
    if not kept:
        yield Finding(WELL if not data.database.exists() else HEED, "doctor.no-backup", {})
        return
    age = datetime.now(UTC) - datetime.fromtimestamp(kept[0].stat().st_mtime, UTC)
    level = HEED if age > _OLD_BACKUP else WELL
    yield Finding(level, "doctor.backup", {"n": len(kept), "file": kept[0].name})


def network(data: DataDir, port: int) -> Iterator[Finding]:
    from companion.web.access.addresses import lan_addresses

    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.settimeout(1)
        taken = probe.connect_ex(("127.0.0.1", port)) == 0
    yield Finding(HEED if taken else WELL, "doctor.port-taken" if taken else "doctor.port-free", {"port": port})
    addresses = lan_addresses()
    if addresses:
        yield Finding(WELL, "doctor.addresses", {"addresses": ", ".join(addresses)})
    else:
        yield Finding(HEED, "doctor.no-address", {})


def photos(data: DataDir, port: int) -> Iterator[Finding]:
    try:
        from companion.web.photo.formats import readable_formats

        able = readable_formats()
    except ImportError as error:  # e.g. a system library OpenCV needs
        yield Finding(BAD, "doctor.no-photos", {"why": str(error)})
        return
    missing = [name for name, there in able.items() if not there]
    there = ", ".join(name for name, readable in able.items() if readable)
    yield Finding(WELL, "doctor.formats", {"formats": there})
    if missing:
        yield Finding(HEED, "doctor.formats-missing", {"formats": ", ".join(missing)})


def language(data: DataDir, port: int) -> Iterator[Finding]:
    encoding = sys.stdout.encoding or "?"
    yield Finding(WELL, "doctor.language", {"encoding": encoding})


CHECKS: tuple[Check, ...] = (versions, folder, disk, database, daily_backups, network, photos, language)
