"""Requests nobody's browser would send: every route, with fields it knows and values it does not expect.

What fields there are is read from the views themselves, so that a new one is asked for without being listed here. All
chance comes from the ``Random`` that is handed in: a seed makes the same requests again, and a test may hand in one
that shrinks what it found.
"""

import io
import json
import re
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from random import Random

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.routing import Rule

from companion.dewan.demo import demo_table
from companion.dewan.formats.table import write_table
from companion.dewan.rules.words import ScenarioName

PACKAGE = Path(__file__).parents[1] / "companion"
_FIELD = re.compile(r"""(?:form|args|values|files)(?:\.get|\.getlist|\.get_all)?[\[(]\s*["']([\w-]+)["']""")
_ODD = (
    *(
        "",
        " ",
        "0",
        "1",
        "2",
        "-1",
        "3.5",
        "1e999",
        "NaN",
        "Infinity",
        "9" * 40,
        "0" * 5000 + "1",
        "0199",
        "²",
        "--1",
        "-" * 9 + "1,0",
        "-0",
        "٣",
        "true",
        "null",
        "None",
        "on",
    ),
    *(
        "0,0",
        "1,0",
        "2,-1",
        "1,",
        ",",
        "999999,999999",
        "0,0,0",
        "a,b",
        "x" * 3000,
        "\x00",
        "a\x00b",
        "\ud7ff",
        "𝕏" * 50,
    ),
    *(
        "../../etc/passwd",
        "%2e%2e",
        "<script>alert(1)</script>",
        "{{7*7}}",
        "' OR 1=1 --",
        "\r\nSet-Cookie: a=b",
        "Ada\nBen",
        "é́" * 20,
    ),
    *("Ada", "Ben", "Cleo", "dewan", "river", "base", "team", "downpour", "volcano", "lake-villages", "action", "undo"),
    *("forest", "water", "desert/water:fire", "mountain", "start", "neutral:0", "D-ROUTE-04", "R-01", "VR-01", "demo"),
    *(
        "[]",
        "{}",
        "[[[[[[[[",
        '{"a":',
        "[" * 2000,
        '{"do":"take-cards","player":"Ada"}',
        '{"do":"place-camp","player":"Ada"}',
    ),
)
_JUNK: tuple[object, ...] = (
    None,
    True,
    -1,
    0,
    2**70,
    1.5,
    "",
    "x" * 300,
    [],
    {},
    [[]],
    {"": {}},
    "Ada",
    [0, 0],
    "\x00",
)
_HEADERS = (
    ("HX-Request", ("true", "false", "")),
    ("HX-Boosted", ("true",)),
    ("HX-Current-URL", ("http://[::1", "javascript:1", "/tables/x")),
    ("Accept-Language", ("de", "pt-BR,fr;q=0.3", "xx", ";;;", "de;q=nan", "*")),
    ("Last-Event-ID", ("7", "-1", "x", "9" * 30)),
    ("Range", ("bytes=0-1", "bytes=5-1", "lines=1-")),
    ("If-None-Match", ("*", '"x"')),
    (
        "Content-Type",
        ("application/json", "text/plain", "multipart/form-data", "application/x-www-form-urlencoded; charset=x"),
    ),
    ("Authorization", ("Bearer x", "Basic eDp5", "Bearer")),
    ("X-Forwarded-For", ("10.0.0.1", "x" * 200)),
    ("Origin", ("null", "http://evil.example")),
)


@dataclass(frozen=True)
class Ask:
    """One request, so plainly that it can be printed and sent again."""

    method: str
    path: str
    query: dict[str, str] = field(default_factory=dict)
    form: dict[str, str] | None = None
    files: dict[str, bytes] | None = None
    body: bytes | None = None
    headers: dict[str, str] = field(default_factory=dict)

    def send(self, client: FlaskClient) -> int:
        data: object = self.body
        if self.form is not None:
            sent = {name: (io.BytesIO(content), "photo.jpg") for name, content in (self.files or {}).items()}
            data = {**self.form, **sent}
        answer = client.open(
            self.path, method=self.method, query_string=self.query, data=data, headers=self.headers, buffered=False
        )
        answer.close()  # a stream would never end by itself
        return answer.status_code


class Stranger:
    """Thinks up requests for one application. ``known`` are ids that exist, by the name of the address's part."""

    def __init__(self, app: Flask, known: dict[str, tuple[str, ...]], leave_out: frozenset[str] = frozenset()) -> None:
        self._known = known
        self._views = app.view_functions
        self._rules = sorted(
            (rule for rule in app.url_map.iter_rules() if rule.endpoint not in leave_out), key=lambda rule: str(rule)
        )

    def request(self, chance: Random) -> Ask:
        rule = chance.choice(self._rules)
        method = chance.choice(sorted((rule.methods or {"GET"}) - {"OPTIONS", "HEAD"}))
        fields = _fields_of(self._views[rule.endpoint].__module__)
        path, headers = self._path(rule, chance), _headers(chance)
        query = _some(fields, chance) if chance.random() < 0.6 else {}
        if method == "GET":
            return Ask(method, path, query, headers=headers)
        if rule.rule.startswith("/api/"):
            return Ask(method, path, query, body=_json(chance), headers={"Content-Type": "application/json", **headers})
        headers.pop("Content-Type", None)
        files = {"file": _bytes(chance), "photo": _bytes(chance)} if chance.random() < 0.2 else None
        return Ask(
            method,
            path,
            query,
            {**_some(fields, chance), "seen": chance.choice(_ODD), "id": "x"},
            files,
            headers=headers,
        )

    def _path(self, rule: Rule, chance: Random) -> str:
        def part(found: re.Match[str]) -> str:
            name = found[1].rpartition(":")[2]
            known = self._known.get(name, ())
            value = chance.choice(known) if known and chance.random() < 0.9 else chance.choice(_ODD)
            return value.replace("/", "%2F").replace("?", "%3F").replace("#", "%23") or "-"

        return re.sub(r"<([^>]+)>", part, rule.rule)


@cache
def _fields_of(module: str) -> tuple[str, ...]:
    """The names a view's own folder asks forms and addresses for, three times as likely as those of all the others."""
    everywhere = _fields_below(PACKAGE)
    own = PACKAGE.parent / module.replace(".", "/")
    here = _fields_below(own.parent) if own.with_suffix(".py").exists() else ()
    return everywhere + here * max(1, 3 * len(everywhere) // max(1, len(here)))


@cache
def _fields_below(folder: Path) -> tuple[str, ...]:
    return tuple(
        sorted({name for path in folder.rglob("*.py") for name in _FIELD.findall(path.read_text(encoding="utf-8"))})
    )


def _some(fields: tuple[str, ...], chance: Random) -> dict[str, str]:
    return {chance.choice(fields): chance.choice(_ODD) for _ in range(chance.randrange(6))} if fields else {}


def _headers(chance: Random) -> dict[str, str]:
    chosen = [one for one in _HEADERS if chance.random() < 0.08]
    return {name: chance.choice(values) for name, values in chosen}


def _bytes(chance: Random) -> bytes:
    heads = (
        b"",
        b"\xff\xd8\xff\xe0",
        b"\x89PNG\r\n\x1a\n",
        b"RIFF\0\0\0\0WEBP",
        b"PK\x03\x04",
        b"SQLite format 3\0",
        b"{}",
        b"%PDF-",
    )
    return chance.choice(heads) + chance.randbytes(chance.randrange(200))


def _json(chance: Random) -> bytes:
    if chance.random() < 0.1:
        return chance.choice(
            (b"", b"{", b"[" * 3000, b"\xff\xfe", b'{"a":1e999}', b'{"a":NaN}', b'"x"', _bytes(chance))
        )
    value = json.loads(chance.choice(_samples()))
    for _ in range(chance.randrange(4)):
        value = changed(value, chance)
    return json.dumps(value).encode()


def changed(value: object, chance: Random) -> object:
    """With one part of it replaced, dropped, doubled or renamed."""
    if isinstance(value, dict) and value and chance.random() < 0.85:
        key = chance.choice(sorted(value))
        if chance.random() < 0.75:
            return {**value, key: changed(value[key], chance)}
        rest = {name: part for name, part in value.items() if name != key}
        return chance.choice((rest, {**rest, chance.choice(_ODD): value[key]}, {**value, "surplus": 1}))
    if isinstance(value, list) and value and chance.random() < 0.85:
        place = chance.randrange(len(value))
        if chance.random() < 0.75:
            return [*value[:place], changed(value[place], chance), *value[place + 1 :]]
        return chance.choice((value[:place], value + value[:2], value * 20 if len(value) < 20 else value))
    return chance.choice((*_JUNK, chance.choice(_ODD)))


@cache
def _samples() -> tuple[str, ...]:
    """Bodies that are right: tables to make, entries to record, questions to ask."""
    tables = [write_table(demo_table(scenario)) for scenario in ScenarioName]
    asked = [
        {"ask": "score", "table": tables[0]},
        {"ask": "stories", "table": tables[1]},
        {"ask": "zones", "table": tables[2]},
        {"ask": "routes", "table": tables[0], "player": "Ada"},
        {"ask": "route", "table": tables[0], "player": "Ada", "path": [[0, 0], [1, 0]]},
        {"ask": "event", "table": tables[3]},
        *({"header": {"table": table}} for table in tables),
        *({"record": table, "title": "Again"} for table in tables),
        {"seen": 0, "id": "a", "kind": "action", "body": {"do": "take-cards", "player": "Ada", "places": [1, 2]}},
        {"seen": 1, "id": "b", "kind": "undo", "body": {}},
        {"seen": 1, "id": "c", "kind": "redo", "body": {}},
        {
            "seen": 1,
            "id": "d",
            "kind": "action",
            "body": {"do": "place-camp", "player": "Ada", "path": [[0, 0], [1, 0]]},
        },
        {
            "seen": 1,
            "id": "e",
            "kind": "correction",
            "body": {"reason": "x", "changes": [{"op": "remove", "path": "/map"}]},
        },
    ]
    return tuple(map(json.dumps, asked))
