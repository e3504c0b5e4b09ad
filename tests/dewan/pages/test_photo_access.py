"""Photos and who may do what with them: a second shared screen takes them, the host keeps them, the table sees them."""

import io
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.dewan.pages.photo import aim as photo_aim
from companion.log.roles import Role
from tests.web.people import Device, House, open_house
from tests.web.photos import form_with, outcome, photo
from tests.web.tables import NAMES


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with open_house(tmp_path) as opened:
        yield opened
        opened.app.extensions["photo_jobs"].stop()


def test_a_kept_photo_is_for_those_at_the_table(house: House) -> None:
    kept = house.backend.albums.keep(house.table_id, b"\xff\xd8 a photo", "2026-11-17T22:53:00Z")
    here = f"/tables/{house.table_id}/photo/kept"
    for device in (house.tablet, house.joined(Role.SPECTATOR), house.joined(Role.SEAT, NAMES[0])):
        assert device.get(f"{here}/{kept.name}").data == b"\xff\xd8 a photo"
        assert kept.name in device.get(here).text
    assert house.device().get(f"{here}/{kept.name}").status_code == 404
    for device in (house.joined(Role.SPECTATOR), house.joined(Role.RECORDER)):
        assert "/drop" not in device.get(here).text, "only the host is asked"
        assert device.post(f"{here}/{kept.name}/drop").status_code == 403
    assert house.tablet.post(f"{here}/{kept.name}/drop").status_code == 303
    assert house.backend.albums.of(house.table_id) == ()


def test_a_joined_phone_that_may_record_takes_the_picture_and_the_host_alone_keeps_it(house: House) -> None:
    """A recorder that asks to keep it all the same is not heard."""
    phone = house.joined(Role.RECORDER)
    here = f"/tables/{house.table_id}/photo"
    assert 'capture="environment"' in phone.get(here).text
    phone.post("/theme", {"theme": "auto"})
    body, kind = form_with(phone.csrf, photo("easy_3"))
    sent = phone.client.post(here, data=body, content_type=kind)
    address = sent.headers["Location"]
    outcome(house.app.extensions["photo_jobs"], house.table_id, address.rpartition("/")[2])
    page = phone.get(f"{address}?look=1").text
    assert "spaces found" in page
    assert 'name="keep"' not in page
    seq = house.backend.service.look(house.table_id).seq
    if "/seats" in page:
        phone.post(f"{address}/seats", {})
    answer = phone.post(f"{address}/accept", {"seen": str(seq), "id": "from-the-phone", "keep": "on"})
    assert answer.status_code == 303
    assert house.backend.albums.of(house.table_id) == ()
    assert house.joined(Role.SPECTATOR).get(address).status_code == 403


def test_frames_of_a_camera_are_looked_at_for_those_who_record(house: House) -> None:
    here = f"/tables/{house.table_id}/photo/aim"
    phone, aiming = house.joined(Role.RECORDER), house.app.extensions["aiming"]

    def looked(device: Device, frame: bytes) -> Any:
        device.post("/theme", {"theme": "auto"})
        body, kind = form_with(device.csrf, frame)
        return device.client.post(here, data=body.replace(b'name="photo"', b'name="frame"'), content_type=kind)

    try:
        assert looked(phone, photo("easy_3")).json["found"]
        aiming._last.clear()
        assert looked(phone, b"no picture").json == {"found": False}
        assert looked(phone, photo("easy_3")).json == {"busy": True, "found": False}, "one client, one after another"
        assert looked(phone, b"").status_code == 422
        assert looked(phone, b"x" * 500_000).status_code == 422
        assert looked(phone, b"x" * 1_100_000).status_code == 413
        assert looked(house.joined(Role.SPECTATOR), photo("easy_3")).status_code == 403
        assert looked(house.device(), photo("easy_3")).status_code == 404
    finally:
        aiming.stop()


def test_a_look_at_a_frame_that_hangs_or_crashes_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(photo_aim, "MOST_SECONDS", 0.2)
    monkeypatch.setattr(photo_aim, "PAUSE_SECONDS", 0.0)
    for script in ("import time; time.sleep(600)", "raise SystemExit(3)"):
        aiming = photo_aim.Aiming((sys.executable, "-c", script))
        assert aiming.look(b"frame", ("phone",)) == {"found": False}
        assert aiming.look(b"frame", ("phone",)) == {"found": False}
        aiming.stop()


def test_a_photo_too_heavy_from_a_stranger_is_refused_like_any(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.web.photo.sending.MOST_PHOTO", -999_000)
    stranger = house.device()
    for path in (f"/tables/{house.table_id}/photo", "/tables/nothing-here/photo"):
        answer = stranger.post(path, {"photo": (io.BytesIO(b"x" * 5000), "a.jpg")}, content_type="multipart/form-data")
        assert answer.status_code == 413, path
