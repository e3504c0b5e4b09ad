"""A public instance: visitors have their own tables and no others, so much and no more, for a year."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from companion.dewan.demo import demo_box
from companion.dewan.formats.box import write_box
from companion.log.datadir import DataDir
from companion.log.roles import Role
from companion.service.tables import utc_now
from companion.web.access import visitors
from companion.web.access.visitors import KEPT, VisitorLimits, delete_untouched
from companion.web.backend import open_backend
from companion.web.config import WebConfig
from companion.web.serve import _parser, config_of
from tests.web.people import House, made_table, open_house
from tests.web.tables import NAMES


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with open_house(tmp_path, public=True) as opened:
        yield opened


def test_everybody_may_make_tables_behind_a_proxy_only_where_that_is_said(tmp_path: Path) -> None:
    def settings(*more: str) -> WebConfig:
        with open_backend(DataDir(tmp_path)) as backend:
            given = ["--proxy", "https://games.example", "--data", str(tmp_path), *more]
            return config_of(_parser().parse_args(given), backend, "127.0.0.1")

    assert (settings().anyone_makes, settings().public) == (False, False)
    assert (settings("--public").anyone_makes, settings("--public").public) == (True, True)


def test_a_visitor_sees_own_tables_and_boxes_and_no_others(house: House) -> None:
    one, other = house.tablet, house.device()
    theirs = made_table(other)
    assert f"/tables/{theirs}" in other.get("/").text
    assert f"/tables/{theirs}" not in one.get("/").text
    assert one.get(f"/tables/{theirs}").status_code == 404
    box = house.backend.service.create("dewan-box", {"box": {**write_box(demo_box()), "name": "Zyprian's box"}})
    for page in ("/tables/new", "/box", "/games", "/evenings", "/"):
        assert "Zyprian" not in other.get(page, follow_redirects=True).text, page
        assert theirs not in one.get(page, follow_redirects=True).text, page
    assert other.get(f"/box/{box.info.id}").status_code == 404


def test_the_page_says_how_much_one_may_have_and_for_how_long(house: House, tmp_path: Path) -> None:
    said = "100 tables and boxes, 100 photos and 100 MB. What no one opens for a year is deleted"
    assert said in house.tablet.get("/").text
    assert timedelta(days=365) == KEPT
    with open_house(tmp_path / "house") as private:
        assert said not in private.tablet.get("/").text


def test_a_visitor_has_so_many_tables_and_so_much_room(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(visitors, "LIMITS", VisitorLimits(tables=2))
    made_table(house.tablet)
    refused = house.tablet.post("/tables/new", {"do": "create:later"})
    assert refused.status_code == 403
    assert "2 tables and boxes" in refused.text
    made_table(house.device())  # others go on
    monkeypatch.setattr(visitors, "LIMITS", VisitorLimits(megabytes=0))
    guest = house.device()
    made_table(guest)
    assert guest.post("/tables/new", {"do": "create:later"}).status_code == 403
    assert house.joined(Role.SEAT, NAMES[0]).get(f"/tables/{house.table_id}").status_code == 200


def test_photos_are_counted_over_all_tables_of_a_visitor(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(visitors, "LIMITS", VisitorLimits(photos=1))
    with house.app.test_request_context(), pytest.MonkeyPatch.context() as device:
        members = house.backend.service.store
        assert members
        tablet = house.app.extensions["access"].members(house.table_id)[0].device
        device.setattr(visitors, "this_device", lambda: tablet)
        visitors.refuse_if_full(photo=10)
        house.backend.albums.keep(house.table_id, b"\xff\xd8 a photo", utc_now())
        with pytest.raises(visitors.VisitorFull):
            visitors.refuse_if_full(photo=10)


def test_what_nobody_touches_for_a_year_is_deleted(house: House) -> None:
    service, device = house.backend.service, house.device()
    service._now = lambda: "2025-01-01T12:00:00Z"
    old, opened = made_table(house.device()), made_table(device)
    service._now = utc_now
    store = house.app.extensions["access"]
    year = timedelta(days=366)
    for table_id, when in ((old, datetime.now(UTC) - year), (opened, datetime.now(UTC))):
        for member in store.members(table_id):
            store.seen(member.device, table_id, f"{when:%Y-%m-%dT%H:%M:%SZ}")
    assert delete_untouched(service, datetime.now(UTC)) == 1
    assert {info.id for info in service.store.tables()} >= {opened, house.table_id}
    assert old not in {info.id for info in service.store.tables()}
