"""The commands as a user meets them: what is printed where, and the exit status."""

import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from companion import __version__
from companion.ask.questions import answer
from companion.cli import COMMANDS, main
from companion.cli.terminal import colours, columns, marks

ROUTE_TABLE = {
    # The rulebook's route: start, Mountain, two spaces of one Water zone, a Badlands with Ben's camp, a free Badlands.
    "format": "dewan-table/1",
    "scenario": "base",
    "players": [
        {"name": "Ada", "hand": ["forest", "mountain", "water", "badlands", "badlands"]},
        {"name": "Ben", "stories": [{"needs": {"badlands": 1, "crystal": 1}, "points": 5, "fire": 1}]},
    ],
    "map": {
        "spaces": [
            {"at": [q, 0], "terrain": terrain}
            for q, terrain in enumerate(["start", "mountain", "water", "water", "badlands", "badlands"], start=-1)
        ],
        "camps": [{"player": "Ada", "at": [-1, 0], "starting": True}, {"player": "Ben", "at": [3, 0]}],
    },
}


@pytest.fixture(autouse=True)
def _plain(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "table.json"
    path.write_text(json.dumps(ROUTE_TABLE), encoding="utf-8")
    return str(path)


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"companion {__version__}\n"


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    lines = capsys.readouterr().out.splitlines()
    for command in COMMANDS:
        assert any(line.startswith(f"  {command} ") for line in lines), command


@pytest.mark.parametrize("command", ["ask", "score", "stories", "routes", "demo"])
def test_every_command_has_help(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([command, "--help"]) == 0
    assert f"usage: companion {command}" in capsys.readouterr().out


@pytest.mark.parametrize(
    "argv",
    [
        ["bogus"],
        ["score"],
        ["score", "a", "b"],
        ["routes", "table.json"],
        ["ask", "now"],
        ["routes", "t", "--player", "Ada", "--to", "up"],
    ],
    ids=" ".join,
)
def test_a_wrong_command_is_status_2_with_usage(argv: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(argv) == 2
    printed = capsys.readouterr()
    assert "usage: companion" in printed.err
    assert printed.out == ""


def test_a_command_that_is_not_installed_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("companion.cli.COMMANDS", {**COMMANDS, "read": "companion.nowhere.command"})
    assert main(["read", "a.jpg"]) == 1
    assert capsys.readouterr().err == "companion: this installation does not contain “read”.\n"


def test_routes_to_one_space_numbers_the_cards_and_says_where_they_go(
    file: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["routes", file, "--player", "Ada", "--to", "4,0"]) == 0
    out = capsys.readouterr().out
    assert "-1,0 |*●1|M 2|W 3|W 3|B■4|B 5|" in out  # one card for the crossing of the Water (D-ROUTE-08)
    rows = [line.split() for line in out.splitlines() if line[:1].isdigit()]
    assert [row[0:2] for row in rows] == [["1", "-1,0"], ["2", "0,0"], ["3", "1,0"], ["4", "3,0"], ["5", "4,0"]]
    assert [row[-1] for row in rows] == ["discards", "discards", "discards", "Ben", "discards"]


def test_routes_lists_every_destination_with_its_price(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["routes", file, "--player", "Ada"]) == 0
    out = capsys.readouterr().out
    assert "-1,0 |*● |M 2|W  |W  |B■ |B 5|" in out
    assert out.splitlines()[-2:] == [
        "0,0      2      0  -1,0 0,0",
        "4,0      5      1  -1,0 0,0 1,0 2,0 3,0 4,0",
    ]


def test_routes_takes_another_hand(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["routes", file, "--player", "Ada", "--cards", "desert"]) == 0
    assert "No route can be paid for with the known cards." in capsys.readouterr().out


def test_routes_understands_a_space_with_a_minus(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["routes", file, "--player", "Ada", "--to", "-1,0"]) == 0
    assert "No route to (-1, 0)" in capsys.readouterr().out


def test_stories_tells_have_and_want(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["stories", file]) == 0
    out = capsys.readouterr().out
    assert "● Ada\n  no Story tiles\n" in out
    assert "■ Ben\n  unfinished  5 points  1 Fire  Badlands 1/1, Crystal 0/1\n" in out


def test_score_prints_the_pad_and_the_places(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    # No map at all. Ada: 5 + 3 Fire + 4 for the most = 12. Ben: two berries = 4; Cleo the same, with a card more.
    players: list[dict[str, Any]] = [
        {"name": "Ada", "stories": [{"needs": {"forest": 1}, "points": 5, "fire": 3, "done": True}]},
        {"name": "Ben", "berries": 2},
        {"name": "Cleo", "berries": 2, "hidden_cards": 1},
    ]
    path = tmp_path / "end.json"
    path.write_text(json.dumps({"format": "dewan-table/1", "scenario": "base", "players": players}), encoding="utf-8")
    assert main(["score", str(path)]) == 0
    assert capsys.readouterr().out == (
        "             ● Ada  ■ Ben  ▲ Cleo\n"
        "Story tiles      5      0       0\n"
        "Fire             3      0       0\n"
        "Most Fire        4      0       0\n"
        "Camp groups      0      0       0\n"
        "Berries          0      4       4\n"
        "Total           12      4       4\n"
        "\n"
        "1. Ada\n"
        "2. Cleo\n"
        "3. Ben\n"
    )


@pytest.mark.parametrize(
    ("argv", "question"),
    [
        (["score"], {"ask": "score"}),
        (["stories"], {"ask": "stories"}),
        (["routes", "--player", "Ada"], {"ask": "routes", "player": "Ada"}),
        (["routes", "--player", "Ada", "--to", "4,0"], {"ask": "routes", "player": "Ada", "to": [4, 0]}),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_json_is_the_answer_of_the_contract(
    argv: list[str], question: dict[str, object], file: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([argv[0], file, *argv[1:], "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == answer({**question, "table": ROUTE_TABLE})


def test_a_dash_reads_standard_input(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(json.dumps(ROUTE_TABLE).encode())))
    assert main(["stories", "-"]) == 0
    assert "Badlands 1/1" in capsys.readouterr().out


def test_every_fault_is_told_with_its_path(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "bad.json"
    bad = {**ROUTE_TABLE, "scenario": "desert", "colour": 1, "draw_pile": -1}
    path.write_text(json.dumps(bad), encoding="utf-8")
    assert main(["score", str(path)]) == 1
    printed = capsys.readouterr()
    assert printed.out == ""
    assert sorted(line.partition(":")[0] for line in printed.err.splitlines()) == ["colour", "draw_pile", "scenario"]
    assert main(["score", str(path), "--json"]) == 1
    assert len(json.loads(capsys.readouterr().out)["errors"]) == 3


@pytest.mark.parametrize("text", [b"", b"{", b"\xff\xfe", b"[1]", b"NaN"])
def test_what_is_no_record_is_refused(text: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "bad.json"
    path.write_bytes(text)
    assert main(["score", str(path)]) == 1
    assert capsys.readouterr().err.strip()


@pytest.mark.parametrize("name", ["missing.json", "."])
def test_a_file_that_cannot_be_read_is_named(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", str(tmp_path / name)]) == 1
    assert str(tmp_path) in capsys.readouterr().err


def test_an_unknown_player_is_a_fault(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["routes", file, "--player", "Zoe"]) == 1
    assert capsys.readouterr().err == "player: No one called “Zoe” is at the table.\n"


def test_demo_writes_tables_every_command_understands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["demo", str(tmp_path / "new")]) == 0
    files = sorted(path.name for path in (tmp_path / "new").iterdir())
    assert files == ["base.json", "demo-box.json", "downpour.json", "lake-villages.json", "team.json", "volcano.json"]
    for name in files:
        if name != "demo-box.json":
            for argv in (["score"], ["stories"], ["routes", "--player", "Ada"]):
                assert main([argv[0], str(tmp_path / "new" / name), *argv[1:]]) == 0
    assert capsys.readouterr().err == ""


def test_demo_is_the_same_every_time_and_never_overwrites_other_files(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["demo", str(tmp_path)]) == 0
    first = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert main(["demo", str(tmp_path)]) == 0
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == first
    (tmp_path / "team.json").write_text("mine", encoding="utf-8")
    (tmp_path / "base.json").unlink()
    capsys.readouterr()
    assert main(["demo", str(tmp_path)]) == 1
    assert str(tmp_path / "team.json") in capsys.readouterr().err
    assert (tmp_path / "team.json").read_text(encoding="utf-8") == "mine"
    assert not (tmp_path / "base.json").exists()  # nothing is written unless everything can be
    assert main(["demo", str(tmp_path), "--force"]) == 0
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == first


def test_demo_says_where_it_cannot_write(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    assert main(["demo", str(tmp_path / "file")]) == 1
    assert str(tmp_path / "file") in capsys.readouterr().err


def test_asking_imports_nothing_it_does_not_need() -> None:
    """``companion ask`` is called by scripts, question by question: it has to start at once."""
    program = (
        "import sys\n"
        "from companion.cli import main\n"
        "status = main(['ask'])\n"
        "slow = {'argparse', 'babel', 'cv2', 'flask', 'importlib.resources', 'numpy'} & set(sys.modules)\n"
        "sys.exit(f'{slow}' if slow else status)\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", program],
        input=json.dumps({"ask": "score", "table": ROUTE_TABLE}).encode(),
        capture_output=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr.decode()
    assert json.loads(run.stdout)["ok"] is True


def test_a_reader_that_stops_reading_is_no_error(file: str) -> None:
    """As in ``companion score … | head -1``; standard output is closed before anything is written."""
    program = (
        "import os, sys\n"
        "from companion.cli import main\n"
        "read, write = os.pipe()\n"
        "os.close(read)\n"
        "os.dup2(write, 1)\n"
        f"sys.exit(main(['score', {file!r}]))\n"
    )
    run = subprocess.run([sys.executable, "-u", "-c", program], capture_output=True, check=False)
    assert (run.returncode, run.stderr) == (0, b"")


class _Stream(io.StringIO):
    """A stream that says of itself what it is told to say."""

    def __init__(self, encoding: str = "utf-8", tty: bool = True) -> None:
        super().__init__()
        self._encoding, self._tty = encoding, tty

    @property
    def encoding(self) -> str:  # type: ignore[override]
        return self._encoding

    def isatty(self) -> bool:
        return self._tty


def test_colours_only_on_a_terminal_that_wants_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    assert colours(_Stream())
    assert not colours(_Stream(tty=False))
    monkeypatch.setenv("NO_COLOR", "1")
    assert not colours(_Stream())
    monkeypatch.delenv("NO_COLOR")
    monkeypatch.setenv("TERM", "dumb")
    assert not colours(_Stream())


def test_marks_become_digits_where_they_cannot_be_written() -> None:
    assert marks(_Stream("utf-8")) == "●■▲◆"
    assert marks(_Stream("latin-1")) == "1234"


def test_columns_count_wide_letters_and_accents() -> None:
    assert columns([["a", "1"], ["日本", "22"], ["e\u0301e", "3"]]) == "a      1\n日本  22\ne\u0301e     3"
