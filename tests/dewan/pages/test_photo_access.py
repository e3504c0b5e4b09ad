"""Photos and who may do what with them: a second shared screen takes them, the host keeps them, the table sees them."""

import io
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.log.roles import Role
from tests.web.people import House, open_house
from tests.web.photos import form_with, photo
from tests.web.tables import NAMES


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with open_house(tmp_path) as opened:
        yield opened
        opened.app.extensions["photo_jobs"].stop()


def test_a_kept_photo_is_for_those_at_the_table(house: House) -> None:
    kept = house.desk.albums.keep(house.table_id, b"\xff\xd8 a photo", "2026-11-17T22:53:00Z")
    here = f"/tables/{house.table_id}/photo/kept"
    for device in (house.tablet, house.joined(Role.SPECTATOR), house.joined(Role.SEAT, NAMES[0])):
        assert device.get(f"{here}/{kept.name}").data == b"\xff\xd8 a photo"
        assert kept.name in device.get(here).text
    assert house.device().get(f"{here}/{kept.name}").status_code == 404
    for device in (house.joined(Role.SPECTATOR), house.joined(Role.RECORDER)):
        assert "/drop" not in device.get(here).text, "only the host is asked"
        assert device.post(f"{here}/{kept.name}/drop").status_code == 403
    assert house.tablet.post(f"{here}/{kept.name}/drop").status_code == 303
    assert house.desk.albums.of(house.table_id) == ()


def test_a_joined_phone_that_may_record_takes_the_picture_and_the_host_alone_keeps_it(house: House) -> None:
    """A recorder that asks to keep it all the same is not heard."""
    phone = house.joined(Role.RECORDER)
    here = f"/tables/{house.table_id}/photo"
    assert 'capture="environment"' in phone.get(here).text
    phone.post("/theme", {"theme": "auto"})
    body, kind = form_with(phone.csrf, photo("easy_3"))
    sent = phone.client.post(here, data=body, content_type=kind)
    address = sent.headers["Location"]
    job = house.app.extensions["photo_jobs"].get(house.table_id, address.rpartition("/")[2])
    job.work.exception(timeout=120)
    page = phone.get(f"{address}?look=1").text
    assert "spaces found" in page
    assert 'name="keep"' not in page
    seq = house.desk.service.look(house.table_id).seq
    answer = phone.post(f"{address}/accept", {"seen": str(seq), "id": "from-the-phone", "keep": "on"})
    assert answer.status_code == 303
    assert house.desk.albums.of(house.table_id) == ()
    assert house.joined(Role.SPECTATOR).get(address).status_code == 403


def test_a_photo_too_heavy_from_a_stranger_is_refused_like_any(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.web.photo.taking.MOST_PHOTO", -999_000)
    stranger = house.device()
    for path in (f"/tables/{house.table_id}/photo", "/tables/nothing-here/photo"):
        answer = stranger.post(path, {"photo": (io.BytesIO(b"x" * 5000), "a.jpg")}, content_type="multipart/form-data")
        assert answer.status_code == 413, path
