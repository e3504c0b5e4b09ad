"""Entries lost from a damaged log are noticed, and a power cut is not taken for that."""

import shutil
from pathlib import Path

import pytest

from companion.log.datadir import DataDir
from companion.log.store import open_store
from companion.log.wal import has_lost_commits
from companion.web.backend import open_backend
from tests.log.logs import NOON, draft


@pytest.fixture
def left(tmp_path: Path) -> Path:
    """A database and its log as a process that was killed leaves them."""
    target = tmp_path / "left"
    target.mkdir()
    with open_store(tmp_path / "companion.sqlite3") as store:
        store.create_table("t", "dewan", {}, NOON)
        for number in range(8):
            store.append("t", number, draft(f"e{number}", words="x" * 3000))
        for path in tmp_path.glob("companion.sqlite3*"):
            shutil.copy(path, target)
    return target


def log_of(folder: Path) -> Path:
    return folder / "companion.sqlite3-wal"


def damage(log: Path, at: float) -> None:
    content = bytearray(log.read_bytes())
    content[int(len(content) * at)] ^= 0xFF
    log.write_bytes(content)


def test_a_sound_log_has_lost_nothing(left: Path) -> None:
    assert not has_lost_commits(log_of(left))
    assert not has_lost_commits(left / "nothing")


@pytest.mark.parametrize("at", [0.0, 0.0005, 0.3, 0.6])
def test_damage_is_noticed(left: Path, at: float) -> None:
    damage(log_of(left), at)
    assert has_lost_commits(log_of(left))


def test_a_torn_last_commit_is_a_power_cut(left: Path) -> None:
    whole = log_of(left).read_bytes()
    for cut in (1, 500, 4096, 9000):
        log_of(left).write_bytes(whole[:-cut])
        assert not has_lost_commits(log_of(left))
    log_of(left).write_bytes(whole)
    damage(log_of(left), 0.9999)
    assert not has_lost_commits(log_of(left))


def test_what_was_found_is_put_aside_and_said(left: Path) -> None:
    damage(log_of(left), 0.3)
    found = log_of(left).read_bytes()
    with open_backend(DataDir(left)) as backend:
        assert backend.damage is not None
        assert backend.damage.with_name(f"{backend.damage.name}-wal").read_bytes() == found
    with open_backend(DataDir(left)) as backend:
        assert backend.damage is None
