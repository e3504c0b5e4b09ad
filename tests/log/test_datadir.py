import os
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from companion.log.datadir import ENVIRONMENT, DataDir, find_data_dir, held
from companion.log.errors import DataDirInUse, NoDataDir

HOLDER = """
import sys
from pathlib import Path
from companion.log.datadir import DataDir, held
with held(DataDir(Path(sys.argv[1]))):
    print("held", flush=True)
    sys.stdin.read()
"""


def hold_elsewhere(path: Path) -> "subprocess.Popen[str]":
    process = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(path)],
        cwd=Path(__file__).parents[2],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout
    assert process.stdout.readline() == "held\n"
    return process


def test_the_argument_goes_before_the_environment_and_that_before_the_system(tmp_path: Path) -> None:
    environ = {ENVIRONMENT: str(tmp_path / "environment")}
    assert find_data_dir(tmp_path / "argument", environ).path == tmp_path / "argument"
    assert find_data_dir(None, environ).path == tmp_path / "environment"
    usual = find_data_dir(None, {ENVIRONMENT: ""}).path
    assert usual.is_absolute()
    assert usual.name == "dewan-companion"


def test_a_relative_folder_stays_where_it_was_meant(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert find_data_dir("games", {}).path == tmp_path / "games"


@pytest.mark.skipif(os.name == "nt", reason="Windows keeps other people out in another way")
def test_the_folder_is_made_for_its_owner_alone(tmp_path: Path) -> None:
    with held(DataDir(tmp_path / "new")) as data:
        assert [stat.S_IMODE(path.stat().st_mode) for path in (data.path, data.backups)] == [0o700, 0o700]
        assert data.database.parent == data.path


@pytest.mark.skipif(os.name != "posix", reason="other systems know no such permissions")
def test_a_folder_open_to_others_is_closed_to_them(tmp_path: Path) -> None:
    data = DataDir(tmp_path / "data")
    data.path.mkdir()
    data.path.chmod(0o755)
    with held(data):
        assert data.path.stat().st_mode & 0o777 == 0o700


def test_a_second_server_is_refused_and_told_who_has_it(tmp_path: Path) -> None:
    with hold_elsewhere(tmp_path) as other:
        with pytest.raises(DataDirInUse) as caught, held(DataDir(tmp_path)):
            pass
        assert caught.value.params == {"path": str(tmp_path), "process": str(other.pid)}
        with held(DataDir(tmp_path / "another")):
            pass
        other.communicate(timeout=30)
    with held(DataDir(tmp_path)):
        pass


def test_one_process_does_not_hold_it_twice_either(tmp_path: Path) -> None:
    with held(DataDir(tmp_path)):
        with pytest.raises(DataDirInUse), held(DataDir(tmp_path)):
            pass
        # Being refused does not free it.
        with pytest.raises(DataDirInUse), held(DataDir(tmp_path)):
            pass
    with held(DataDir(tmp_path)):
        pass


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs kill -9")
def test_a_killed_server_blocks_nobody(tmp_path: Path) -> None:
    with hold_elsewhere(tmp_path) as other:
        other.kill()
    assert DataDir(tmp_path).lock.read_text() == str(other.pid)
    with held(DataDir(tmp_path)) as data:
        assert data.lock.read_text() == str(os.getpid())


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for path in (tmp_path / "file", tmp_path / "file" / "below"):
        with pytest.raises(NoDataDir) as caught, held(DataDir(path)):
            pass
        assert caught.value.params["path"] == str(path)
        assert caught.value.params["detail"]
