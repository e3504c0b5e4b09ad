"""The River's score pad in the terminal."""

import json
from pathlib import Path

import pytest

from companion.cli import main

RECORD = {
    "format": "river-table/1",
    "players": [
        {"name": "Ana", "tiles": ["forest", {"meadow": "bonus"}, "desert"], "bonus": [6, 0], "buildings": [4, 3]},
        {"name": "Ben", "quick": {"columns": [6, 0, 2, 2], "meadows": [{"meadow": "cleanup"}]}},
    ],
}


@pytest.fixture(autouse=True)
def _plain(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "river.json"
    path.write_text(json.dumps(RECORD), encoding="utf-8")
    return str(path)


def test_the_pad_has_a_row_for_every_meadow(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", file]) == 0
    cells = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert ["Ana", "Ben"] in cells
    assert ["Column", "1", "0", "6"] in cells
    assert ["Meadow", "1", "2", "2"] in cells, (
        "Ana's, on space 2, and Ben's, typed: rows count meadows, as on the screen"
    )
    assert ["Total", "15", "12"] in cells


def test_as_json(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", "--json", file]) == 0
    assert json.loads(capsys.readouterr().out)["ranking"] == [["Ana"], ["Ben"]]


def test_a_command_of_the_other_game_says_so(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["stories", file]) == 1
    assert "cleanup" in capsys.readouterr().err
