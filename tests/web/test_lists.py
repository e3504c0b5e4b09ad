"""Lists read summaries: what they cost does not grow with the number of tables."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.dewan.demo import demo_box
from companion.dewan.formats.box import write_box
from companion.log import summaries
from companion.log.datadir import DataDir
from companion.log.entries import NewEntry
from companion.service import table_cache as opened
from companion.service.lists import Lists
from companion.service.people import PEOPLE
from companion.web.api.tables import LISTED
from companion.web.app import create_app
from companion.web.backend import Backend, open_backend
from companion.web.config import WebConfig
from companion.web.pages.home import SHOWN
from companion.web.paging import A_PAGE
from tests.log.logs import NOON
from tests.web.past_games import golden, quick_score
from tests.web.tables import new_table

LISTS = ("/", "/tables/new", "/score", "/timer", "/box", "/river-box", "/games", "/api/tables")


@pytest.fixture
def app(backend: Backend, tmp_path: Path) -> Flask:
    return create_app(WebConfig(data_dir=tmp_path, companion=backend, testing=True))


@contextmanager
def counted_opens(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The tables that are opened inside, each time they are."""
    found: list[str] = []
    real = opened.Memory.opened

    def counting(memory: opened.Memory, table_id: str) -> opened.OpenTable:
        found.append(table_id)
        return real(memory, table_id)

    with monkeypatch.context() as patched:
        patched.setattr(opened.Memory, "opened", counting)
        yield found


@pytest.mark.parametrize("path", LISTS)
def test_a_list_opens_no_table(
    client: FlaskClient, backend: Backend, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    golden(backend)
    new_table(backend)
    quick_score(backend, "Friday", Mara=41, Jonas=38)
    client.post("/timer", data={"scenario": "volcano", "players": "3"})
    box = backend.service.create("dewan-box", {"box": write_box(demo_box())})
    with counted_opens(monkeypatch) as found:
        assert client.get(path).status_code == 200
    assert set(found) <= {box.info.id, PEOPLE}  # the one box whose colours the page shows, and who is who


def test_an_old_database_is_summarised_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with open_backend(DataDir(tmp_path)) as backend:
        table_id = golden(backend).info.id
        results = backend.results()
        with backend.service.store.writing() as connection:
            summaries.outdate(connection, ["of another version"])
    assert [result.table_id for result in results] == [table_id]
    for times in (1, 0):
        with monkeypatch.context() as patched, counted_opens(patched) as found:
            with open_backend(DataDir(tmp_path)) as backend:
                assert backend.results() == results
            assert found.count(table_id) == times


def test_a_summary_is_written_with_its_entry(backend: Backend, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever becomes of the process after the entry is stored, the lists know of it."""
    look = quick_score(backend, "Friday", Mara=41, Jonas=38)
    typed = {"column": "Jonas", "row": "berries", "points": 8}

    here = threading.get_ident()

    def killed(*args: object) -> None:
        if threading.get_ident() == here:  # and not whoever listens to the database
            raise KeyboardInterrupt

    monkeypatch.setattr(backend.service.feed, "announce", killed)
    with pytest.raises(KeyboardInterrupt):
        backend.service.record(look.info.id, look.seq, "more", "score", typed)
    with counted_opens(monkeypatch) as found:
        (result,) = backend.results()
    assert result.scoreboard.totals == {"Mara": 41, "Jonas": 46}
    assert not found


def test_tables_not_worked_out_in_time_are_in_the_next_list(backend: Backend) -> None:
    """Somebody writes to the log past the service: the summary is stale, and made anew by whoever lists."""
    look = new_table(backend)
    backend.service.store.append(
        look.info.id, look.seq, NewEntry("x", "ruling", {}, None, NOON, look.game.rules_version)
    )
    (listed,) = Lists(backend.service).going_on()
    assert (listed.info.last_seq, listed.info.touched_at) == (look.seq + 1, NOON)
    assert listed.summary == backend.service.look(look.info.id).summary


def test_what_is_found_follows_undo_and_deletion(backend: Backend) -> None:
    look = quick_score(backend, "Friday", Mara=41, Jonas=38)
    other = quick_score(backend, "Saturday", mara=3, Ida=5)
    assert players(backend) == {"mara": 2, "jonas": 1, "ida": 1}
    backend.service.undo(look.info.id, look.seq, "not-over")
    assert players(backend) == {"mara": 1, "ida": 1}
    backend.service.redo(look.info.id, look.seq + 1, "over-again")
    backend.service.delete(other.info.id)
    assert players(backend) == {"mara": 1, "jonas": 1}


def players(backend: Backend) -> dict[str, int]:
    return {one.value: games for one, games in Lists(backend.service).facets() if one.facet == "player"}


def test_the_tables_of_others_are_not_counted(backend: Backend, tmp_path: Path) -> None:
    app = create_app(WebConfig(data_dir=tmp_path, companion=backend, testing=True, trust_loopback=False))
    guest = app.test_client()
    quick_score(backend, "Friday", Mara=41, Jonas=38)
    backend.service.create("dewan-box", {"box": write_box(demo_box())})
    record = {"format": "river-table/1", "players": [{"name": "Ada"}, {"name": "Ben"}], "over": True}
    header = {"table": record, "begun": True, "mode": "quick-score"}
    assert guest.post("/api/tables", json={"game": "river", "header": header}).status_code == 201
    pages = {path: guest.get(path).text for path in ("/", "/score", "/games", "/api/tables")}
    assert not [path for path, text in pages.items() if "Friday" in text or "Jonas" in text]
    assert "Ada" in pages["/score"]  # nobody has points yet
    assert "1 game" not in pages["/games"]
    assert {one["game"] for one in guest.get("/api/tables").json["tables"]} == {"river", "dewan-box"}


def test_the_api_lists_by_pages(client: FlaskClient, backend: Backend) -> None:
    made = [new_table(backend).info.id for _ in range(LISTED + 2)]
    first = client.get("/api/tables").json
    assert len(first["tables"]) == LISTED
    second = client.get(first["next"]).json
    assert second["next"] is None
    assert sorted(one["id"] for one in first["tables"] + second["tables"]) == sorted(made)
    assert client.get("/api/tables?limit=3").json["next"] == "/api/tables?page=2&limit=3"
    assert len(client.get("/api/tables?limit=1000").json["tables"]) == len(made)
    for bad in ("limit=0", "limit=1001", "limit=x", "page=0"):
        assert client.get(f"/api/tables?{bad}").status_code == 422


def test_home_lists_by_pages(client: FlaskClient, backend: Backend) -> None:
    made = [new_table(backend).info.id for _ in range(A_PAGE + 1)]
    first, second = client.get("/").text, client.get("/?page=2").text
    assert f"{A_PAGE + 1 - SHOWN} more tables" in first
    assert 'rel="next" href="/?page=2"' in first
    assert first.count('class="table-card"') == A_PAGE
    assert second.count('class="table-card"') == 1
    assert all(f'href="/tables/{table_id}"' in first + second for table_id in made)
    assert client.get("/?page=999999").text.count('class="table-card"') == 1
