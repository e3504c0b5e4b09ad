"""The runtime of the pack by itself, in Node: the rules are the same in there, and whatever was acknowledged is on the
disk, wherever the tab is killed."""

import base64
import gzip
import json
import random
import re
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from companion.alone import fetch, pack
from companion.log.datadir import DataDir
from companion.web.app import create_app
from companion.web.backend import open_backend
from companion.web.config import WebConfig
from tests.alone.packed import TABLE, listed

ROOT = Path(__file__).parents[2]
KILLS = 200
_DRIVEN = re.compile("hypothesis|strategies|networkx|rule_ids")
_WHOLE = "python_stdlib.zip"
TURNS = 12
DATABASE, JOURNAL = "companion.sqlite3", "companion.sqlite3-journal"


class Inside:
    def __init__(self, packed: Path, folder: Path, standard: bytes | None = None) -> None:
        for one in listed(packed):
            (folder / one["path"]).parent.mkdir(parents=True, exist_ok=True)
            (folder / one["path"]).write_bytes(gzip.decompress((packed / one["url"]).read_bytes()))
        if standard is not None:
            (folder / "runtime" / _WHOLE).write_bytes(standard)
        node = shutil.which("node")
        assert node
        script = Path(__file__).with_name("inside.mjs")
        command = [node, str(script), str(folder / "runtime"), str(folder / "app.tree")]
        self._node = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def __call__(self, **command: object) -> Any:
        assert self._node.stdin
        assert self._node.stdout
        self._node.stdin.write(json.dumps(command) + "\n")
        self._node.stdin.flush()
        told = json.loads(self._node.stdout.readline())
        assert "done" in told, told
        return told["done"]

    def close(self) -> None:
        self._node.communicate()


@pytest.fixture
def inside(packed: Path, tmp_path: Path) -> Iterator[Inside]:
    running = Inside(packed, tmp_path / "unpacked")
    yield running
    running.close()


def test_a_first_visit_brings_no_more_than_anybody_waits_for(packed: Path) -> None:
    assert sum(one["bytes"] for one in listed(packed)) < 10_000_000


def test_the_rules_are_the_same_inside(packed: Path, tmp_path: Path) -> None:
    """With the whole standard library: pytest wants parts of it that the pack leaves out."""
    inside = Inside(packed, tmp_path / "unpacked", fetch.package(fetch.kept_folder(), fetch.RUNTIME, _WHOLE)[_WHOLE])
    # Hypothesis has a compiled part, and some tests start processes: those stay outside.
    every = [
        path for game in ("dewan", "river") for path in sorted((ROOT / "tests" / game / "rules").rglob("test_*.py"))
    ]
    tests = [str(path.relative_to(ROOT)) for path in every if not _DRIVEN.search(path.read_text(encoding="utf-8"))]
    assert len(tests) > 10
    options = ["-q", "-x", "--noconftest", "-p", "no:cacheprovider", "-W", "ignore", "-o", "addopts="]
    paths = [[str(ROOT), "/repo"], [str(Path(pytest.__file__).parents[1]), "/venv"]]
    try:
        assert inside(pytest=[*tests, *options], paths=paths) == 0
    finally:
        inside.close()


def test_recorded_games_are_played_again_with_the_same_answers(inside: Inside, tmp_path: Path) -> None:
    """Entry by entry, as a server answers them."""
    inside(host=str(disk_module(tmp_path)))
    with open_backend(DataDir(tmp_path / "server")) as backend:
        client = create_app(WebConfig(data_dir=tmp_path / "server", companion=backend)).test_client()
        for game, log in (("dewan", "dewan/volcano/markers-run-out"), ("river", "river/undo-redo-and-corrections")):
            recorded = json.loads((ROOT / "tests" / "golden" / f"{log}.json").read_text(encoding="utf-8"))
            made = {"game": game, "header": recorded["header"]}
            here = json.loads(inside(ask=["POST", "/app/api/tables", JSON, json.dumps(made)])[1])["table"]["id"]
            there = client.post("/api/tables", json=made).get_json()["table"]["id"]
            for number, entry in enumerate(recorded["entries"]):
                sent = {"seen": number, **{name: entry[name] for name in ("id", "kind", "body")}}
                status, text = inside(ask=["POST", f"/app/api/tables/{here}/entries", JSON, json.dumps(sent)])
                wanted = client.post(f"/api/tables/{there}/entries", json=sent)
                assert (status, _without_table(text)) == (201, _without_table(wanted.text)), (log, number)
            status, text = inside(ask=["GET", f"/app/api/tables/{here}/score", JSON, ""])
            assert (status, text) == (200, client.get(f"/api/tables/{there}/score").text)


def _without_table(answer: str) -> dict[str, Any]:
    """The table has another number and time on either side."""
    return {name: value for name, value in json.loads(answer).items() if name != "table"}


def test_nothing_acknowledged_is_lost_wherever_the_tab_is_killed(inside: Inside, tmp_path: Path) -> None:
    """What reached the disk is played back up to any operation, and cut within a write. Where the power fails as well,
    what was not flushed may be missing, in part or whole."""
    inside(host=str(disk_module(tmp_path)))
    table = new_table(inside)
    for number in range(TURNS):
        take_cards(inside, table, number)
    inside(operations=str(tmp_path / "operations.json"))
    operations = json.loads((tmp_path / "operations.json").read_text(encoding="utf-8"))
    assert any(kind == "flush" for kind, *_ in operations)
    first = next(at for at, (kind, *_) in enumerate(operations) if kind == "acknowledged")
    chance = random.Random(19)
    for kill in range(KILLS):
        cut = chance.randrange(first + 1, len(operations) + 1)
        files = after(operations[:cut], chance, power_fails=kill % 2 == 1)
        acknowledged = sum(kind == "acknowledged" and "/entries" in rest[0] for kind, *rest in operations[:cut])
        there = entries_in(files, tmp_path / f"kill-{kill}")
        assert acknowledged <= there <= acknowledged + 1, (kill, cut, operations[cut - 1][:3])


def test_in_indexeddb_every_transaction_leaves_what_was_answered(inside: Inside, tmp_path: Path) -> None:
    """A killed tab or a power cut leaves the transactions that were committed, each whole: that much is the browser's
    promise. After every one of them the next start finds a sound database with all that was acknowledged before."""
    inside(pages=str(disk_module(tmp_path)))
    table = new_table(inside)
    for number in range(TURNS):
        take_cards(inside, table, number)
    inside(full=True)
    with pytest.raises(AssertionError, match="no room"):
        take_cards(inside, table, TURNS)
    inside(stored=str(tmp_path / "stored.json"))
    states = json.loads((tmp_path / "stored.json").read_text(encoding="utf-8"))
    assert len(states) > TURNS
    for number, (answers, files) in enumerate(states):
        content = {name: bytearray(base64.b64decode(part)) for name, part in files.items()}
        there = entries_in(content, tmp_path / f"cut-{number}")
        acknowledged = max(0, answers - 1)  # the first made the table
        assert acknowledged <= there <= acknowledged + 1, number
    assert there == TURNS  # and what was not acknowledged for want of room is not there


def disk_module(folder: Path) -> Path:
    module = folder / "disk.mjs"  # by its name Node knows a module
    shutil.copyfile(ROOT / "companion" / "alone" / "page" / "disk.js", module)
    return module


JSON = [["Content-Type", "application/json"], ["Host", "tablet.example"]]


def new_table(inside: Inside) -> str:
    status, text = inside(ask=["POST", "/app/api/tables", JSON, json.dumps(TABLE)])
    assert status == 201, text
    return str(json.loads(text)["table"]["id"])


def take_cards(inside: Inside, table: str, number: int) -> None:
    body = {"do": "take-cards", "player": ("Ada", "Bo")[number % 2]}
    entry = {"seen": number, "id": f"take-{number}", "kind": "action", "body": body}
    status, text = inside(ask=["POST", f"/app/api/tables/{table}/entries", JSON, json.dumps(entry)])
    assert status == 201, text


def after(operations: list[list[Any]], chance: random.Random, power_fails: bool) -> dict[str, bytearray]:
    """The files as the next start finds them."""
    files = {DATABASE: bytearray(), JOURNAL: bytearray()}
    waiting: dict[str, list[list[Any]]] = {DATABASE: [], JOURNAL: []}
    for operation in operations:
        kind, name = operation[0], operation[1]
        if kind == "flush":
            for one in waiting[name]:
                done(files, one)
            waiting[name] = []
        elif kind != "acknowledged":
            waiting[name].append(operation)
    for unflushed in waiting.values():
        for at, one in enumerate(unflushed):
            if power_fails and chance.random() < 0.5:
                continue
            last = at == len(unflushed) - 1 and one is operations[-1]
            done(files, one, chance.random() if last else 1.0)
    return files


def done(files: dict[str, bytearray], operation: list[Any], share: float = 1.0) -> None:
    kind, name, at = operation[:3]
    file = files[name]
    if kind == "truncate":
        file.extend(bytes(max(0, at - len(file))))
        del file[at:]
    else:
        part = base64.b64decode(operation[3])
        part = part[: int(len(part) * share)]
        file.extend(bytes(max(0, at - len(file))))
        file[at : at + len(part)] = part


def entries_in(files: dict[str, bytearray], folder: Path) -> int:
    folder.mkdir()
    for name, content in files.items():
        if content:
            (folder / name).write_bytes(content)
    with closing(sqlite3.connect(folder / DATABASE)) as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        found: int = database.execute("SELECT count(*) FROM entries").fetchone()[0]
    shutil.rmtree(folder)
    return found


def test_two_packs_are_the_same(packed: Path, tmp_path: Path) -> None:
    """In the second every fourth module of ours is compiled anew, as are all templates; what is not ours is not."""
    kept = tmp_path / "kept"
    shutil.copytree(fetch.kept_folder(), kept, ignore=lambda folder, names: {"compiled"} & set(names))
    (kept / "compiled").mkdir()
    ours = set(_compiled_of_ours(fetch.kept_folder()))
    for path in (fetch.kept_folder() / "compiled").iterdir():
        whole = path.stat().st_size > 5_000_000  # all of it in one piece
        if not whole and (path not in ours or int(path.stem, 16) % 4):  # by its content: over time each has its turn
            shutil.copy2(path, kept / "compiled")
    pack.pack(tmp_path / "second", kept)
    first = {path.relative_to(packed): path.read_bytes() for path in packed.rglob("*") if path.is_file()}
    again = {
        path.relative_to(tmp_path / "second"): path.read_bytes()
        for path in (tmp_path / "second").rglob("*")
        if path.is_file()
    }
    assert first == again


def _compiled_of_ours(kept: Path) -> Iterator[Path]:
    for name, content in pack._ours():
        if name.endswith(".py"):
            yield pack._kept_as(kept, f"app/{name}", content)
