"""``companion backup`` and ``companion restore`` as a user meets them."""

from pathlib import Path

import pytest

from companion.cli import main
from companion.log.datadir import DataDir, held
from companion.log.store import open_store
from companion.service.tables import Tables
from tests.looks import every_look
from tests.service.tools import begun


@pytest.fixture(autouse=True)
def _plain(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)


def with_tables(path: Path, number: int) -> DataDir:
    data = DataDir(path)
    path.mkdir()
    with open_store(data.database) as store:
        for _ in range(number):
            begun(Tables(store))
    return data


def tables_in(data: DataDir) -> int:
    with open_store(data.database) as store:
        return len(every_look(Tables(store)))


def test_everything_goes_into_a_file_and_comes_back_elsewhere(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    here, file = with_tables(tmp_path / "here", 1), tmp_path / "all.zip"
    assert main(["backup", str(file), "--data", str(here.path)]) == 0
    assert main(["restore", str(file), "--data", str(tmp_path / "there")]) == 0
    assert tables_in(DataDir(tmp_path / "there")) == 1
    assert capsys.readouterr().out.splitlines() == [
        f"Everything is in {file}. To restore it, on this machine or another: companion restore {file}",
        f"Everything from {file} is in {tmp_path / 'there'} now.",
    ]


def test_what_was_there_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "all.zip"
    main(["backup", str(file), "--data", str(with_tables(tmp_path / "here", 1).path)])
    there = with_tables(tmp_path / "there", 2)
    assert main(["restore", str(file), "--data", str(there.path)]) == 0
    kept = next(there.backups.glob("replaced-*.sqlite3"))
    assert capsys.readouterr().out.splitlines()[-1] == f"The previous data is kept as {kept}."
    assert tables_in(there) == 1


def test_a_file_that_is_there_is_not_written_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    here, file = with_tables(tmp_path / "here", 1), tmp_path / "all.zip"
    file.write_text("mine")
    assert main(["backup", str(file), "--data", str(here.path)]) == 1
    assert file.read_text() == "mine"
    assert str(file) in capsys.readouterr().err
    assert main(["backup", str(file), "--data", str(here.path), "--force"]) == 0


def test_nothing_is_brought_back_under_a_running_companion(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "all.zip"
    main(["backup", str(file), "--data", str(with_tables(tmp_path / "here", 1).path)])
    there = with_tables(tmp_path / "there", 2)
    with held(there):
        assert main(["restore", str(file), "--data", str(there.path)]) == 1
    assert "Another Companion" in capsys.readouterr().err
    assert tables_in(there) == 2


@pytest.mark.parametrize("content", [None, b"", b"not a backup"])
def test_what_is_no_backup_is_refused_by_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes | None
) -> None:
    there, file = with_tables(tmp_path / "there", 2), tmp_path / "some.zip"
    if content is not None:
        file.write_bytes(content)
    assert main(["restore", str(file), "--data", str(there.path)]) == 1
    assert str(file) in capsys.readouterr().err
    assert tables_in(there) == 2


def test_a_folder_that_is_not_there_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    here, file = with_tables(tmp_path / "here", 1), tmp_path / "stick" / "all.zip"
    assert main(["backup", str(file), "--data", str(here.path)]) == 1
    told = capsys.readouterr().err
    assert f"{file} cannot be written" in told
    assert "database" not in told  # nothing is wrong with that


def test_there_is_nothing_to_pack_where_nothing_was_recorded(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["backup", str(tmp_path / "all.zip"), "--data", str(tmp_path / "nowhere")]) == 1
    assert capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
