"""What nobody needs any more is deleted: by the owner alone, after a question, for good."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from sqlalchemy import func, select
from werkzeug.test import TestResponse

from companion.cli import doctor
from companion.dewan.box import BoxKeeping
from companion.dewan.demo import demo_box_json
from companion.log.access import Role
from companion.log.backup import back_up, backups
from companion.log.schema import metadata
from companion.service.lists import Lists
from companion.service.people import PEOPLE
from companion.web.access.limits import Kind
from companion.web.app import create_app
from companion.web.backend import Backend
from companion.web.config import WebConfig
from tests.service.tools import NOW, begun, turns
from tests.web.access.test_security import token
from tests.web.people import made_table, network_app, new_house
from tests.web.tables import NAMES, new_table

DAY = datetime(2026, 11, 16, tzinfo=UTC)
PHOTO = b"\xff\xd8 a photo"


def delete(client: FlaskClient, *tables: str, **more: str) -> TestResponse:
    form = {"csrf_token": token(client), "table": list(tables), **more}
    return client.post("/keeping/tables/delete", data=form)


def test_it_asks_first_and_then_everything_is_gone(client: FlaskClient, backend: Backend) -> None:
    gone = turns(backend.service, begun(backend.service, stories=False), 3).info.id
    stays = begun(backend.service).info.id
    backend.albums.keep(gone, PHOTO, NOW)
    backend.albums.keep(stays, PHOTO, NOW)
    assert gone in client.get("/keeping/tables").text
    question = client.get(f"/keeping/tables/delete?table={gone}")
    assert question.status_code == 200
    assert gone in question.text
    assert stays not in question.text
    assert delete(client, gone).status_code == 422  # not sure
    assert backend.service.look(gone).seq == 3
    answer = delete(client, gone, sure="1")
    assert answer.status_code == 303
    assert "1 was deleted." in client.get(answer.headers["Location"]).text
    assert client.get(f"/tables/{gone}").status_code == client.get(f"/games/{gone}").status_code == 404
    assert not backend.albums.of(gone)
    assert backend.albums.of(stays)
    assert client.get(f"/tables/{stays}").status_code == 200
    for file in backend.data.path.glob("companion.sqlite3*"):
        assert gone.encode() not in file.read_bytes()
    [finding] = [
        one for one in doctor.database(backend.data, 0) if one.code in ("doctor.database", "doctor.server-database")
    ]
    assert finding.params["tables"] == 1


def test_everything_of_it_leaves_the_database(client: FlaskClient, backend: Backend) -> None:
    gone = turns(backend.service, begun(backend.service, stories=False), 3).info.id
    client.get(f"/tables/{gone}/phones")
    delete(client, gone, sure="1")
    with backend.service.store.reading() as connection:
        left = {
            table.name: connection.execute(select(func.count()).select_from(table)).scalar_one()
            for table in metadata.sorted_tables
        }
    left.pop("notes")  # short codes, as hashes of codes that lead nowhere now, for half an hour
    assert not any(left.values()), left


@pytest.mark.sqlite
@pytest.mark.parametrize("renewed", [False, True])
def test_older_backups_go_with_it_where_that_is_wanted(client: FlaskClient, backend: Backend, renewed: bool) -> None:
    gone = begun(backend.service).info.id
    back_up(backend.data.database, backend.data.backups, DAY)
    delete(client, gone, sure="1", **({"backups": "1"} if renewed else {}))
    kept = backups(backend.data.backups)
    assert kept
    assert any(gone.encode() in path.read_bytes() for path in kept) is not renewed


def test_a_phone_at_it_is_out(backend: Backend, tmp_path: Path) -> None:
    house = new_house(network_app(backend, tmp_path), backend)
    phone = house.joined(Role.SEAT, NAMES[0])
    client = create_app(WebConfig(data_dir=tmp_path, companion=backend, testing=True)).test_client()
    assert delete(client, house.table_id, sure="1").status_code == 303
    assert phone.get(f"/tables/{house.table_id}/seat").status_code == 404


def test_a_box_goes_unless_a_table_uses_it(client: FlaskClient, backend: Backend) -> None:
    free, used = (backend.service.create(BoxKeeping.key, {"box": demo_box_json()}).info.id for _ in range(2))
    table = new_table(backend, box=used).info.id
    answer = client.get(delete(client, free, used, sure="1").headers["Location"])
    assert "1 was deleted." in answer.text
    assert "1 box is still used by a table and was kept." in answer.text
    assert {one.info.id for one in Lists(backend.service).these([free, used, table])} == {used, table}
    delete(client, used, table, sure="1")  # together they go
    assert not Lists(backend.service).made()


def test_the_book_of_people_is_no_table(client: FlaskClient, backend: Backend) -> None:
    backend.people.opened()
    assert PEOPLE not in client.get("/keeping/tables").text.replace("/people", "")
    assert delete(client, PEOPLE, sure="1").status_code == 422
    assert backend.people.look() is not None


def test_a_stranger_makes_a_limited_number_of_tables(backend: Backend, tmp_path: Path) -> None:
    house = new_house(network_app(backend, tmp_path), backend)
    made = 1
    while made < Kind.TABLE.value.at_once:
        made_table(house.tablet)
        made += 1
    answer = house.device().post("/tables/new", {"scenario": "base"})
    assert answer.status_code == 429
    assert int(answer.headers["Retry-After"]) <= 61
