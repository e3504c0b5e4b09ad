"""What the server writes down about itself: one JSON object a line, and nothing about people.

A request is told by the pattern of its address (``/tables/<table_id>``), never by the address: that may hold the id of
a table, the code of a seat or what somebody searched for. Names, cards, cookies and network addresses are not written.
Of an unexpected error its kind and the lines of our code are kept, not its message, which may quote what was typed.
"""

import json
import logging
import re
import secrets
import sys
import traceback
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from logging.handlers import RotatingFileHandler
from pathlib import Path
from time import perf_counter

from flask import Flask, Response, g, request

OUR = logging.getLogger("companion")
LISTENED_TO = (OUR, logging.getLogger("waitress"))
"""Of the server's own messages the pattern is kept as well, without what it would be filled with."""
FILE_NAME = "companion.jsonl"
_MOST_BYTES = 1_000_000
_FILES_KEPT = 5
_FACTS = "facts"
_FILLED = re.compile(r"(?<=serving)\s|[/:\"'<]|\d+\.\d+\.")
_METHODS = frozenset(("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT"))


class JsonLines(logging.Formatter):
    """``log.info("request", extra={"facts": {...}})`` as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z"),
            "level": record.levelname.lower(),
            "from": record.name,
            "event": _event(record),
            **getattr(record, _FACTS, {}),
        }
        if record.exc_info and record.exc_info[0]:
            line["error"] = record.exc_info[0].__name__
            frames = traceback.extract_tb(record.exc_info[2])
            line["where"] = [f"{_short(frame.filename)}:{frame.lineno}" for frame in frames]
        return json.dumps(line, ensure_ascii=False, default=str)


def _event(record: logging.LogRecord) -> str:
    """The pattern of a message. The server fills some of its own before it hands them over: those are cut off where an
    address or what somebody sent begins."""
    if not isinstance(record.msg, str):
        return type(record.msg).__name__
    if record.args or record.name.partition(".")[0] == OUR.name:
        return record.msg
    return _FILLED.split(record.msg, maxsplit=1)[0].rstrip()


def _short(file: str) -> str:
    """From the package on: where it is installed may name a person."""
    parts = Path(file).parts
    roots = [i for i, part in enumerate(parts) if part in ("companion", "site-packages")]
    return "/".join(parts[roots[-1] :]) if roots else parts[-1]


def init_app(app: Flask) -> None:
    app.before_request(_start_the_clock)
    app.after_request(_tell)


def _start_the_clock() -> None:
    g.asked_at = perf_counter()
    g.request_number = secrets.token_hex(6)


def _tell(response: Response) -> Response:
    if OUR.isEnabledFor(logging.INFO):
        began: float = g.get("asked_at", perf_counter())
        facts = {
            "request": g.get("request_number", ""),
            "method": request.method if request.method in _METHODS else "?",  # any word can be sent as one
            "route": _route(),
            "status": response.status_code,
            "ms": round((perf_counter() - began) * 1000, 1),
        }
        OUR.getChild("requests").info("request", extra={_FACTS: facts})
    if number := g.get("request_number"):
        response.headers["X-Request-Id"] = number  # for the log of a proxy, and for whoever reports a fault
    return response


def trouble(event: str, error: BaseException | None = None, **facts: object) -> None:
    """Something went wrong while a request was answered."""
    OUR.getChild("errors").error(
        event, exc_info=error, extra={_FACTS: {"request": g.get("request_number", ""), "route": _route(), **facts}}
    )


def _route() -> str:
    return request.url_rule.rule if request.url_rule else "(none)"


@contextmanager
def kept_in(folder: Path, *, aloud: bool = False, name: str = FILE_NAME) -> Iterator[None]:
    """Write to a file in ``folder`` that is changed for a new one as it grows; ``aloud``: to the terminal as well.

    A folder that cannot be written keeps nobody from playing: then only the terminal hears of trouble.
    """
    handlers: list[logging.Handler] = []
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        file = RotatingFileHandler(
            folder / name, maxBytes=_MOST_BYTES, backupCount=_FILES_KEPT, encoding="utf-8", delay=False
        )
        handlers.append(file)
    except OSError:
        pass
    terminal = logging.StreamHandler(sys.stderr)
    terminal.setLevel(logging.INFO if aloud else logging.ERROR)
    handlers.append(terminal)
    with ExitStack() as undo:
        for handler in handlers:
            handler.setFormatter(JsonLines())
            undo.callback(handler.close)
        for log in LISTENED_TO:
            undo.enter_context(_heard(log, handlers))
        yield


@contextmanager
def _heard(log: logging.Logger, handlers: Sequence[logging.Handler]) -> Iterator[None]:
    level, propagate = log.level, log.propagate
    log.setLevel(logging.INFO)
    log.propagate = False
    for handler in handlers:
        log.addHandler(handler)
    try:
        yield
    finally:
        for handler in handlers:
            log.removeHandler(handler)
        log.setLevel(level)
        log.propagate = propagate
