"""``python -m companion ask``: JSON Lines in, JSON Lines out, and no line that stops the next."""

import io
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.ask import lines
from companion.ask.lines import answer_lines
from companion.dewan.formats.table import write_table
from tests.boards import table

ROOT = Path(__file__).parents[2]
RECORD = write_table(table("*P1  M  W  W  B:P2  B", hands={"P1": "F M W B B"}))
ZONES = {"ask": "zones", "table": RECORD}


def asked(*questions: bytes) -> list[dict[str, Any]]:
    """The answers of one process to these lines."""
    done = subprocess.run(
        [sys.executable, "-m", "companion", "ask"],
        input=b"\n".join(questions),
        capture_output=True,
        cwd=ROOT,
        check=True,
    )
    assert done.stderr == b""
    return [json.loads(line) for line in done.stdout.splitlines()]


def line(question: object) -> bytes:
    return json.dumps(question).encode()


def changed(**parts: Any) -> dict[str, Any]:
    """A question about a table with other players, camps or spaces."""
    record: Any = json.loads(json.dumps(RECORD))
    for key, value in parts.items():
        if key in ("camps", "spaces"):
            record["map"][key] += value
        else:
            record[key] = value
    return {"ask": "zones", "table": record}


BAD: dict[str, tuple[bytes, str]] = {
    "unknown key": (line({**ZONES, "tabel": 1}), "tabel"),
    "unknown key in the record": (line(changed(colour="red")), "colour"),
    "wrong type": (line(changed(draw_pile="many")), "draw_pile"),
    "NaN": (b'{"ask": "zones", "table": {"draw_pile": NaN}}', ""),
    "two camps on a space": (line(changed(camps=[{"player": "P1", "at": [4, 0]}])), "map.camps[2].at"),
    "a camp on the sea": (line(changed(camps=[{"player": "P1", "at": [2, 0]}])), "map.camps[2].at"),
    "five players": (line(changed(players=[{"name": f"P{i}"} for i in range(1, 6)])), "players"),
    "a path that is none": (line({"ask": "route", "table": RECORD, "player": "P1", "path": ["nowhere"]}), "path[0]"),
    "nobody's route": (line({"ask": "routes", "table": RECORD, "player": "Zoe"}), "player"),
    "not UTF-8": (b'{"ask": "\xff\xfe"}', ""),
    "half a line": (line(ZONES)[:40], ""),
    "an empty line": (b"", ""),
    "a key twice": (b'{"ask": "zones", "ask": "score"}', ""),
    "a huge integer": (b'{"ask": "zones", "table": {"draw_pile": ' + b"9" * 6000 + b"}}", ""),
    "a large integer": (line(changed(draw_pile=10**40)), "draw_pile"),
    "deeply nested": (b"[" * 50_000 + b"]" * 50_000, ""),
    "no object": (b"[1, 2]", ""),
    "no question": (b"{}", "ask"),
    "another question": (line({**ZONES, "ask": "weather"}), "ask"),
    "another language": (line({**ZONES, "language": "xx"}), "language"),
    "no table": (b'{"ask": "zones"}', "table"),
    "half of a character": (b'{"ask": "routes", "player": "\\ud800", "table": ' + line(RECORD) + b"}", "player"),
}


@pytest.fixture(scope="module")
def answers_to_the_bad() -> dict[str, list[dict[str, Any]]]:
    """One process for all of them, each bad line followed by a good one."""
    replies = asked(*[part for bad, _ in BAD.values() for part in (bad, line(ZONES))])
    assert len(replies) == 2 * len(BAD), "an answer a line"
    return {name: replies[2 * i : 2 * i + 2] for i, name in enumerate(BAD)}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_line_is_answered_and_so_is_the_next(
    name: str, answers_to_the_bad: dict[str, list[dict[str, Any]]]
) -> None:
    bad, good = answers_to_the_bad[name]
    assert bad["ok"] is False
    assert BAD[name][1] in [error["path"] for error in bad["errors"]]
    assert all(error["text"].strip() for error in bad["errors"])
    assert good["ok"] is True
    assert [zone["terrain"] for zone in good["zones"]] == ["mountain", "water", "badlands"]


def test_a_path_through_nowhere_is_illegal_not_wrong() -> None:
    (reply,) = asked(line({"ask": "route", "table": RECORD, "player": "P1", "path": [[0, 0], [0, -1], [1, -1]]}))
    assert reply["ok"] is True
    assert reply["legal"] is False
    assert "D-ROUTE-03" in [reason["rule"] for reason in reply["reasons"]]


def test_ten_megabytes_of_nested_lists() -> None:
    deep, wide = b"[" * 5_000_000 + b"]" * 5_000_000, b'{"ask": [' + b"[]," * 3_400_000 + b"[]]}"
    replies = asked(deep, line(ZONES), wide, line(ZONES))
    assert [reply["ok"] for reply in replies] == [False, True, False, True]


def test_an_endless_line_is_refused_without_being_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "MOST_LINE", 1000)
    out = io.BytesIO()
    answer_lines(io.BytesIO(b" " * 5000 + b"\n" + b'{"ask": 1}' + b"\n" + b"x" * 1001), out)
    replies = [json.loads(reply) for reply in out.getvalue().splitlines()]
    assert [reply["errors"][0]["path"] for reply in replies] == ["", "ask", ""]
    assert "too long" in replies[0]["errors"][0]["text"]


def test_answers_come_in_the_order_of_the_questions() -> None:
    spaces = [{"ask": "routes", "table": RECORD, "player": "P1", "to": [q, 0]} for q in range(6)]
    replies = asked(*map(line, spaces))
    assert [[route["to"] for route in reply["routes"]] for reply in replies] == [[], [[1, 0]], [], [], [], [[5, 0]]]


@pytest.fixture
def open_process() -> Iterator[subprocess.Popen[bytes]]:
    with subprocess.Popen(
        [sys.executable, "-m", "companion", "ask"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT
    ) as process:
        yield process


def test_each_answer_is_flushed_before_the_next_question(open_process: subprocess.Popen[bytes]) -> None:
    """With the input still open: an answer that waited for its end would leave this test waiting."""
    assert open_process.stdin is not None
    assert open_process.stdout is not None
    for question, ok in ((ZONES, True), ({"ask": "?"}, False), (ZONES, True)):
        open_process.stdin.write(line(question) + b"\n")
        open_process.stdin.flush()
        assert json.loads(open_process.stdout.readline())["ok"] is ok
    open_process.stdin.close()
    assert open_process.stdout.read() == b""
    assert open_process.wait() == 0


def test_the_last_line_needs_no_line_end() -> None:
    assert [reply["ok"] for reply in asked(line(ZONES))] == [True]
    assert asked() == []


def test_asking_imports_neither_server_nor_photo_reader_nor_database() -> None:
    """Nor, for an answer without words, the reader of catalogues."""
    program = (
        "import sys, io; from companion.cli import main;"
        f"sys.stdin = io.TextIOWrapper(io.BytesIO({line(ZONES)!r}));"
        "main(['ask']);"
        "print(sorted({name.partition('.')[0] for name in sys.modules}), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, cwd=ROOT, check=True)
    assert json.loads(done.stdout)["ok"] is True
    modules = set(eval(done.stderr))
    assert "companion" in modules
    assert modules.isdisjoint({"flask", "cv2", "numpy", "sqlalchemy", "alembic", "jinja2", "babel", "PIL"})
