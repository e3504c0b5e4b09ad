"""Addresses of static files carry a hash of their content, so that browsers may keep them for good."""

import hashlib
from functools import cache
from pathlib import Path

from flask import Flask, request

_A_YEAR = 365 * 24 * 3600
_AN_HOUR = 3600


def init_app(app: Flask) -> None:
    folder = Path(str(app.static_folder))

    @app.url_defaults
    def add_version(endpoint: str, values: dict[str, object]) -> None:
        if endpoint == "static" and "v" not in values:
            path = folder / str(values.get("filename", ""))
            if path.is_file():
                values["v"] = _hash(path, path.stat().st_mtime_ns)

    def max_age(filename: str | None) -> int | None:
        return _A_YEAR if "v" in request.args else _AN_HOUR

    app.get_send_file_max_age = max_age  # type: ignore[method-assign]


@cache
def _hash(path: Path, _changed: int) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()[:10]
