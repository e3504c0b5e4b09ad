"""Addresses of static files carry a hash of their content, so that browsers may keep them for good."""

import hashlib
from functools import cache
from pathlib import Path
from time import monotonic

from flask import Flask, request

_A_YEAR = 365 * 24 * 3600
_AN_HOUR = 3600
_A_SECOND = 1.0


def init_app(app: Flask) -> None:
    versions = _Versions(Path(str(app.static_folder)))

    @app.url_defaults
    def add_version(endpoint: str, values: dict[str, object]) -> None:
        if endpoint != "static" or "v" in values:
            return
        if version := versions.of(str(values.get("filename", ""))):
            values["v"] = version

    def max_age(filename: str | None) -> int | None:
        """Of static files; nothing else may be kept (``doors/security.py``)."""
        return _A_YEAR if "v" in request.args else _AN_HOUR

    app.get_send_file_max_age = max_age  # type: ignore[method-assign]


class _Versions:
    """A page names a hundred drawings, all from the same file: the disk is asked once a second."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._known: dict[str, tuple[float, str | None]] = {}

    def of(self, filename: str) -> str | None:
        looked_at, version = self._known.get(filename, (float("-inf"), None))
        if monotonic() - looked_at > _A_SECOND:
            path = self._folder / filename
            version = _hash(path, path.stat().st_mtime_ns) if path.is_file() else None
            if version is not None:  # what is not there could be asked for by any name
                self._known[filename] = monotonic(), version
        return version


@cache
def _hash(path: Path, _changed: int) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()[:10]
