"""A database of the first version, full of recorded games, opens in this one with every score as it was."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

from companion.dewan.game import DewanState
from companion.log import migrations
from companion.log.store import open_store
from companion.service.answers import TableView
from companion.service.tables import Tables
from tests.golden_files import golden_logs, name_of, read, score_json
from tests.looks import every_look

FIRST = Path(__file__).parents[1] / "log" / "version_0001.sql"


def first_version(database: Path) -> None:
    """As the first version wrote it: its own schema, and the golden games in plain SQL."""
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.executescript(FIRST.read_text(encoding="utf-8"))
        for path in golden_logs():
            log, table_id = read(path), name_of(path).replace("/", "-")
            row = (table_id, "dewan", log["created_at"], json.dumps(log["header"]))
            connection.execute("INSERT INTO tables (id, game, created_at, header) VALUES (?, ?, ?, ?)", row)
            for entry in log["entries"]:  # type: ignore[attr-defined]
                connection.execute(
                    "INSERT INTO entries (table_id, seq, entry_id, kind, body, made_by, made_at, rules, verdict)"
                    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    (
                        *(table_id, entry["seq"], entry["id"], entry["kind"], json.dumps(entry["body"])),
                        *(entry.get("by"), entry["at"], entry["rules"]),
                        json.dumps(entry["verdict"]) if entry.get("verdict") else None,
                    ),
                )


def test_recorded_games_of_the_first_version_keep_their_scores(tmp_path: Path) -> None:
    database = tmp_path / "companion.sqlite3"
    first_version(database)
    with open_store(database) as store:
        store.check()
        looks = {look.info.id: look for look in every_look(Tables(store)) if isinstance(look, TableView)}
    with closing(sqlite3.connect(database)) as connection:
        assert connection.execute("SELECT version_num FROM alembic_version").fetchone() == (migrations.HEAD,)
    assert len(golden_logs()) > 20
    for path in golden_logs():
        look = looks[name_of(path).replace("/", "-")]
        expected = json.loads(path.with_suffix(".expected.json").read_text(encoding="utf-8"))
        assert look.broken is None
        assert isinstance(look.state, DewanState)
        assert score_json(look.state.play) == {key: expected[key] for key in score_json(look.state.play)}, path
