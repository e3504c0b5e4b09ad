"""Databases of every version there ever was still open."""

import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from companion.log import migrations, sqlite
from companion.log.entries import NewEntry
from companion.log.schema import metadata
from companion.log.store import Appended, Snapshot, Store, open_store
from tests.log.logs import draft

pytestmark = pytest.mark.sqlite

HERE = Path(__file__).parent


def scripts() -> ScriptDirectory:
    config = Config()
    config.set_main_option("script_location", str(Path(migrations.__file__).parent))
    return ScriptDirectory.from_config(config)


def load(database: Path, dump: str) -> None:
    with closing(sqlite3.connect(database)) as connection:
        connection.executescript((HERE / dump).read_text(encoding="utf-8"))


def schema(database: Path) -> list[tuple[str, str]]:
    with closing(sqlite3.connect(database)) as connection:
        rows = connection.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name").fetchall()
    return [(name, " ".join(sql.split())) for name, sql in rows]


def test_the_head_is_the_newest_file_and_every_version_has_its_dump() -> None:
    revisions = sorted(script.revision for script in scripts().walk_revisions())
    assert scripts().get_current_head() == migrations.HEAD == revisions[-1]
    assert revisions == [f"{n:04}" for n in range(1, len(revisions) + 1)]
    assert sorted(path.name for path in HERE.glob("version_*.sql")) == [f"version_{n}.sql" for n in revisions]


def test_a_new_database_is_what_the_schema_says(store: Store) -> None:
    with store._writer.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []


def test_the_guards_that_are_looked_for_are_those_that_are_made(store: Store, database: Path) -> None:
    assert sorted(name for name, sql in schema(database) if sql.startswith("CREATE TRIGGER")) == sorted(sqlite.GUARDS)


@pytest.mark.parametrize("dump", sorted(path.name for path in HERE.glob("version_*.sql")))
def test_an_older_database_becomes_like_a_new_one(tmp_path: Path, dump: str) -> None:
    load(tmp_path / "old.sqlite3", dump)
    open_store(tmp_path / "old.sqlite3").close()
    open_store(tmp_path / "new.sqlite3").close()
    assert schema(tmp_path / "old.sqlite3") == schema(tmp_path / "new.sqlite3")


def test_a_table_of_version_1_opens_and_goes_on(database: Path) -> None:
    load(database, "version_0001.sql")
    with open_store(database) as store:
        assert [(info.id, info.game, info.last_seq) for info in store.tables()] == [
            ("sunday", "river", 0),
            ("friday", "dewan", 3),
        ]
        assert store.table("friday").header == {"players": ["Ana", "Bo"], "scenario": "base"}
        unpaid = [{"code": "route.unpaid"}]
        assert store.entries("friday") == (
            NewEntry("a1", "action", {"do": "draw", "cards": 2}, "Ana", "2026-11-13T18:01:00Z", "1.0").numbered(1),
            NewEntry(
                "b1", "action", {"do": "travel", "to": [1, -1]}, "Bo", "2026-11-13T18:02:30.5Z", "1.0", unpaid
            ).numbered(2),
            NewEntry("b2", "undo", {}, None, "2026-11-13T18:02:41Z", "1.0").numbered(3),
        )
        assert store.load_snapshot("friday", "1.0") == Snapshot(2, "1.0", {"turn": "Ana"})
        assert isinstance(store.append("friday", 3, draft("c1")), Appended)
        store.check()


def test_an_upgrade_that_breaks_leaves_nothing_behind(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = migrations.upgrade

    def breaking(*args: object) -> None:
        made(*args)  # type: ignore[arg-type]
        raise KeyboardInterrupt

    monkeypatch.setattr(migrations, "upgrade", breaking)
    with pytest.raises(KeyboardInterrupt):
        open_store(database)
    assert schema(database) == []
    monkeypatch.undo()
    with open_store(database) as store:
        assert store.tables() == ()


def test_a_path_with_odd_letters_is_no_trouble(tmp_path: Path) -> None:
    folder = tmp_path / "100%s of my #1 games?"
    folder.mkdir()
    with open_store(folder / "a b.sqlite3") as store:
        store.check()
    assert [path.name for path in folder.iterdir()] == ["a b.sqlite3"]


def test_versions_are_named_by_their_number() -> None:
    names = [Path(str(script.path)).name for script in scripts().walk_revisions()]
    assert all(re.fullmatch(r"v[0-9]{4}_[a-z_]+\.py", name) for name in names)
