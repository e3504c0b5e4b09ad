"""``companion doctor``: what it says of a machine that is well, and of one that is not."""

import json
import os
import socket
from pathlib import Path

import pytest

from companion.cli import main
from companion.log.datadir import DataDir, held
from companion.log.store import open_store
from companion.service.tables import Tables
from tests.service.tools import begun


@pytest.fixture(autouse=True)
def _plain(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def data(tmp_path: Path) -> DataDir:
    data = DataDir(tmp_path / "data")
    data.path.mkdir(mode=0o700)
    with open_store(data.database) as store:
        begun(Tables(store))
    return data


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def findings(data: DataDir, capsys: pytest.CaptureFixture[str], port: int | None = None) -> dict[str, str]:
    main(["doctor", "--json", "--data", str(data.path), "--port", str(port or free_port())])
    return {one["code"]: one["level"] for one in json.loads(capsys.readouterr().out)["findings"]}


def test_a_machine_that_is_well(data: DataDir, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--data", str(data.path), "--port", str(free_port())]) == 0
    said = capsys.readouterr().out.splitlines()
    assert " ok  The database is intact: 1 tables and boxes" in "\n".join(said)
    assert said[-1] == "Ready to play."


def test_nothing_is_made_where_nothing_was(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert findings(DataDir(tmp_path / "data"), capsys)["doctor.no-folder-yet"] == "well"
    assert list(tmp_path.iterdir()) == []


def test_a_damaged_database_is_bad(data: DataDir, capsys: pytest.CaptureFixture[str]) -> None:
    data.database.write_bytes(b"ruin" * 5000)
    assert main(["doctor", "--data", str(data.path)]) == 1
    said = capsys.readouterr().out
    assert "  x  The database is damaged" in said
    assert said.splitlines()[-1] == "Something needs your attention: see the lines marked x."


@pytest.mark.skipif(os.name != "posix", reason="files have no such modes there")
def test_what_others_can_read_is_named(data: DataDir, capsys: pytest.CaptureFixture[str]) -> None:
    (data.path / "secret-key").write_bytes(b"x" * 32)
    (data.path / "secret-key").chmod(0o644)
    data.path.chmod(0o755)
    found = findings(data, capsys)
    assert (found["doctor.key-open"], found["doctor.folder-open"]) == ("bad", "heed")


def test_a_full_disk_is_bad(data: DataDir, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.cli.doctor._LEAST_FREE", 1 << 60)
    assert findings(data, capsys)["doctor.disk-bad"] == "bad"


def test_a_running_companion_and_its_port_are_seen(data: DataDir, capsys: pytest.CaptureFixture[str]) -> None:
    with held(data), socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        found = findings(data, capsys, taken.getsockname()[1])
    assert (found["doctor.running"], found["doctor.port-taken"]) == ("well", "heed")
    assert found["doctor.database"] == "well"


def test_the_kinds_of_photo_phones_take_can_be_read(data: DataDir, capsys: pytest.CaptureFixture[str]) -> None:
    found = findings(data, capsys)
    assert found["doctor.formats"] == "well"
    assert "doctor.formats-missing" not in found
