"""One file with everything: made while in use, checked before it replaces anything, and never half of it."""

import json
import threading
import zipfile
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.log.archive import bring_back, bring_back_live, pack
from companion.log.backup import back_up
from companion.log.datadir import DataDir
from companion.log.entries import Entry
from companion.log.errors import BadBackup, Corrupt, DiskFull, NoBackup
from companion.log.store import Store, open_store
from tests.log.logs import NOON, draft

NOW = datetime(2026, 11, 17, 21, 5, 9, tzinfo=UTC)


def ids(store: Store) -> list[str]:
    return [entry.id for entry in store.entries("t") if isinstance(entry, Entry)]


def filled(path: Path, *names: str, photo: bytes = b"") -> DataDir:
    """A data directory with one table, an entry a name, and a photo of it."""
    data = DataDir(path)
    path.mkdir()
    with open_store(data.database) as store:
        store.create_table("t", "dewan", {"players": ["Ana", "Bo"]}, NOON, [draft(name) for name in names])
    if photo:
        (data.photos / "t").mkdir(parents=True)
        (data.photos / "t" / "1.jpg").write_bytes(photo)
    return data


def names_in(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


def test_what_is_packed_comes_back_on_another_machine(tmp_path: Path) -> None:
    here = filled(tmp_path / "here", "a", "b", photo=b"picture")
    with open_store(here.database):  # in use meanwhile
        packed = pack(here, tmp_path / "everything.zip", NOW)
    there = DataDir(tmp_path / "there")
    brought = bring_back(packed, there, NOW)
    assert (brought.database, brought.photos) == (None, None)
    assert (there.photos / "t" / "1.jpg").read_bytes() == b"picture"
    with open_store(there.database) as store:
        assert ids(store) == ["a", "b"]
    assert names_in(there.path) == ["companion.sqlite3", "photos/t/1.jpg"]


def test_an_archive_holds_no_key_and_is_for_its_owner_alone(tmp_path: Path) -> None:
    here = filled(tmp_path / "here", "a")
    (here.path / "secret-key").write_text("do not tell")
    packed = pack(here, tmp_path / "everything.zip", NOW)
    assert zipfile.ZipFile(packed).namelist() == ["contents.json", "companion.sqlite3"]
    assert b"do not tell" not in packed.read_bytes()
    assert packed.stat().st_mode & 0o077 == 0
    assert names_in(here.path) == ["companion.sqlite3", "secret-key"]


def test_what_was_there_is_put_aside(tmp_path: Path) -> None:
    here = filled(tmp_path / "here", "a", photo=b"new")
    there = filled(tmp_path / "there", "mine", photo=b"old")
    there.backups.mkdir()
    brought = bring_back(pack(here, tmp_path / "all.zip", NOW), there, NOW)
    assert brought.database == there.backups / "replaced-2026-11-17T210509.sqlite3"
    assert brought.photos is not None
    assert (brought.photos / "t" / "1.jpg").read_bytes() == b"old"
    assert (there.photos / "t" / "1.jpg").read_bytes() == b"new"
    with open_store(brought.database) as store:
        assert ids(store) == ["mine"]


def test_a_daily_backup_comes_back_the_same_way_and_leaves_the_photos(tmp_path: Path) -> None:
    here = filled(tmp_path / "here", "a")
    daily = back_up(here.database, here.backups, NOW)
    assert daily
    there = filled(tmp_path / "there", "mine", photo=b"old")
    assert bring_back(daily, there, NOW).photos is None
    assert (there.photos / "t" / "1.jpg").read_bytes() == b"old"
    with open_store(there.database) as store:
        assert ids(store) == ["a"]


def test_a_store_in_use_becomes_what_comes_back(tmp_path: Path) -> None:
    packed = pack(filled(tmp_path / "here", "a", "b"), tmp_path / "all.zip", NOW)
    there = filled(tmp_path / "there", "mine")
    with open_store(there.database) as store:
        brought = bring_back_live(packed, there, store, NOW)
        assert ids(store) == ["a", "b"]
        store.append("t", 2, draft("c"))
        store.check()
    with open_store(there.database) as store:
        assert ids(store) == ["a", "b", "c"]
    assert brought.database
    with open_store(brought.database) as store:
        assert ids(store) == ["mine"]


def test_readers_see_the_old_tables_or_the_new_ones_while_a_store_is_replaced(tmp_path: Path) -> None:
    old = [f"old-{number}" for number in range(40)]
    new = [f"new-{number}" for number in range(90)]
    packed = pack(filled(tmp_path / "here", *new), tmp_path / "all.zip", NOW)
    there = filled(tmp_path / "there", *old)
    seen: list[list[str]] = []
    started, stop = threading.Event(), threading.Event()
    with open_store(there.database) as store:

        def read() -> None:
            while not stop.is_set():
                seen.append(ids(store))
                started.set()

        readers = [threading.Thread(target=read) for _ in range(3)]
        for reader in readers:
            reader.start()
        started.wait(10)
        bring_back_live(packed, there, store, NOW)
        afterwards = ids(store)
        stop.set()
        for reader in readers:
            reader.join()
    assert seen[0] == old
    assert afterwards == new  # whoever read before may say so later
    assert all(one in (old, new) for one in seen)


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def text_file(path: Path) -> None:
    path.write_text("Dear diary, " * 100)


def rewritten(change: Callable[[dict[str, bytes]], None]) -> Callable[[Path], None]:
    def make(path: Path) -> None:
        with zipfile.ZipFile(path) as archive:
            parts = {name: archive.read(name) for name in archive.namelist()}
        change(parts)
        with zipfile.ZipFile(path, "w") as archive:
            for name, content in parts.items():
                archive.writestr(name, content)

    return make


def listing(packed: dict[str, bytes], **changes: object) -> None:
    packed["contents.json"] = json.dumps({**json.loads(packed["contents.json"]), **changes}).encode()


def climbing(parts: dict[str, bytes]) -> None:
    parts["photos/../../evil.jpg"] = b"evil"
    listing(parts, parts={"companion.sqlite3": "", "photos/../../evil.jpg": ""})


def other_bytes(parts: dict[str, bytes]) -> None:
    parts["companion.sqlite3"] = parts["companion.sqlite3"][:-1] + b"!"


@pytest.mark.parametrize(
    "spoil",
    [
        cut,
        text_file,
        rewritten(lambda parts: listing(parts, format="companion-backup/9")),
        rewritten(lambda parts: parts.pop("contents.json", None) and None),
        rewritten(lambda parts: parts.pop("companion.sqlite3", None) and None),
        rewritten(lambda parts: parts.update({"unlisted": b""})),
        rewritten(lambda parts: parts.update({"contents.json": b"[" * 100_000})),
        rewritten(other_bytes),
        rewritten(climbing),
    ],
)
@pytest.mark.parametrize("live", [False, True])
def test_a_bad_file_changes_nothing(tmp_path: Path, spoil: Callable[[Path], None], live: bool) -> None:
    packed = pack(filled(tmp_path / "here", "a", photo=b"new"), tmp_path / "all.zip", NOW)
    spoil(packed)
    there = filled(tmp_path / "there", "mine", photo=b"old")
    with open_store(there.database) as store:
        if live:
            with pytest.raises(BadBackup, match=r"all\.zip"):
                bring_back_live(packed, there, store, NOW)
            assert ids(store) == ["mine"]
    if not live:
        with pytest.raises(BadBackup, match=r"all\.zip"):
            bring_back(packed, there, NOW)
    with open_store(there.database) as store:
        assert ids(store) == ["mine"]
    assert (there.photos / "t" / "1.jpg").read_bytes() == b"old"
    assert names_in(there.path) == ["companion.sqlite3", "photos/t/1.jpg"]
    assert not (tmp_path / "evil.jpg").exists()


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> tuple[bytes, bytes, Path]:
    """An archive, a daily backup, and a folder to bring them back in."""
    folder = tmp_path_factory.mktemp("changed")
    here = filled(folder / "here", "a", "b", photo=b"picture" * 100)
    return pack(here, folder / "all.zip", NOW).read_bytes(), here.database.read_bytes(), folder


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(daily=st.booleans(), chance=st.randoms(use_true_random=False), cut=st.integers(0, 3))
def test_whatever_happened_to_a_file_it_comes_back_whole_or_is_refused(
    archive: tuple[bytes, bytes, Path], daily: bool, chance: Random, cut: int
) -> None:
    """Bytes changed in packed parts, in the list at the end, in the pages of the database."""
    changed, folder = bytearray(archive[1] if daily else archive[0]), archive[2]
    for _ in range(chance.choice((1, 3, 30))):
        changed[chance.randrange(len(changed))] = chance.randrange(256)
    if cut == 0:
        del changed[chance.randrange(len(changed)) :]
    (folder / "sent").write_bytes(changed)
    with TemporaryDirectory(dir=folder) as place:
        there = DataDir(Path(place) / "there")
        try:
            bring_back(folder / "sent", there, NOW)
        except BadBackup:
            assert names_in(there.path) == []
        else:
            with open_store(there.database) as store:
                store.check()


def test_an_archive_packed_in_another_way_is_not_ours(tmp_path: Path) -> None:
    packed = pack(filled(tmp_path / "here", "a"), tmp_path / "all.zip", NOW)
    with zipfile.ZipFile(packed) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_LZMA) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    with pytest.raises(BadBackup):
        bring_back(packed, DataDir(tmp_path / "there"), NOW)


def test_damage_that_sqlite_cannot_quote_is_named(tmp_path: Path) -> None:
    """Its error then holds what is no text, and Python stumbles over that instead."""
    data = filled(tmp_path / "here", "a")
    whole = data.database.read_bytes()
    spoiled = whole.replace(b"CREATE TABLE", b"CREATE T\xff\xfeLE")
    assert spoiled != whole
    data.database.write_bytes(spoiled)
    with pytest.raises(BadBackup):
        bring_back(data.database, DataDir(tmp_path / "there"), NOW)
    with pytest.raises(Corrupt):
        open_store(data.database)
    with pytest.raises(Corrupt):
        pack(data, tmp_path / "all.zip", NOW)


def test_a_database_that_calls_itself_read_only_is_damaged(tmp_path: Path) -> None:
    """The disk it is brought back to is not."""
    data = filled(tmp_path / "here", "a")
    changed = bytearray(data.database.read_bytes())
    changed[18] = 9  # the version of the format needed for writing
    (tmp_path / "sent").write_bytes(changed)
    with pytest.raises(BadBackup, match="sent"):
        bring_back(tmp_path / "sent", DataDir(tmp_path / "there"), NOW)


def test_a_part_larger_than_it_says_is_not_unpacked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    packed = pack(filled(tmp_path / "here", "a"), tmp_path / "all.zip", NOW)
    monkeypatch.setattr("companion.log.archive.MOST_BYTES", 1000)
    with pytest.raises(BadBackup):
        bring_back(packed, DataDir(tmp_path / "there"), NOW)


def test_no_file_to_bring_back(tmp_path: Path) -> None:
    with pytest.raises(NoBackup):
        bring_back(tmp_path / "nothing.zip", DataDir(tmp_path / "there"), NOW)
    assert not (tmp_path / "there").exists()


def test_a_full_disk_leaves_no_half_archive(tmp_path: Path, small_disk: Path) -> None:
    here = filled(tmp_path / "here", "a", photo=bytes(range(256)) * 4000)
    with pytest.raises(DiskFull):
        pack(here, small_disk / "all.zip", NOW)
    assert list(small_disk.iterdir()) == []


def test_bringing_back_on_a_full_disk_leaves_the_old_one(tmp_path: Path, small_disk: Path) -> None:
    packed = pack(filled(tmp_path / "here", "a", photo=bytes(range(256)) * 4000), tmp_path / "all.zip", NOW)
    there = filled(small_disk / "there", "mine")
    with pytest.raises(DiskFull):
        bring_back(packed, there, NOW)
    with open_store(there.database) as store:
        assert ids(store) == ["mine"]
