"""The page with the codes: what it shows, what its buttons do, and that it is the host's alone."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.log.roles import Role
from companion.web.access import addresses
from tests.web.people import Device, House, open_house
from tests.web.tables import NAMES

JONAS, INES = NAMES[:2]
ADDRESS = "192.168.4.20"


@pytest.fixture
def house(tmp_path: Path, database: Path | str, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    monkeypatch.setattr(addresses, "lan_addresses", lambda: [ADDRESS])
    with open_house(tmp_path, database) as opened:
        yield opened


def page(house: House, device: Device | None = None) -> str:
    answer = (device or house.tablet).get(f"/tables/{house.table_id}/phones")
    assert answer.status_code == 200
    return answer.text


def spot(text: str, key: str) -> str:
    """One of the cards of the page."""
    card = rf'<details class="panel code"[^>]* id="{key}".*?(?=<details class="panel|<section)'
    found = re.search(card, text, re.DOTALL)
    assert found, key
    return found[0]


def press(house: House, action: str, **form: object) -> None:
    assert house.tablet.post(f"/tables/{house.table_id}/phones/{action}", form).status_code == 303


def test_every_seat_and_the_spectators_have_a_code_others_can_reach(house: House) -> None:
    text = page(house)
    for key, code in (
        ("seat-0", house.code(Role.SEAT, JONAS)),
        ("seat-1", house.code(Role.SEAT, INES)),
        ("spectator", house.code(Role.SPECTATOR)),
        ("recorder", house.code(Role.RECORDER)),
    ):
        assert f"http://{ADDRESS}/join/{code}" in spot(text, key), key
        assert 'class="qr"' in spot(text, key)
    assert "127.0.0.1" not in text
    assert "localhost" not in text


def test_the_code_for_a_new_host_is_shown_when_asked_for(house: House) -> None:
    assert "/join/" not in spot(page(house), "host")
    press(house, "renew", place="host")
    assert house.code(Role.HOST) in spot(page(house), "host")


def test_without_a_network_the_page_says_so(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "lan_addresses", lambda: [])
    text = page(house)
    assert "cannot reach" in text
    assert "/join/" not in text


def test_it_says_who_has_come(house: House) -> None:
    assert "no one yet" in spot(page(house), "seat-0")
    house.joined(Role.SEAT, JONAS)
    assert "no one yet" not in spot(page(house), "seat-0")
    assert "no one yet" in spot(page(house), "seat-1")


def test_a_lost_phone_is_replaced_in_one_scan(house: House) -> None:
    lost = house.joined(Role.SEAT, JONAS)
    old = house.code(Role.SEAT, JONAS)
    press(house, "renew", place="seat-0")
    assert lost.get(f"/tables/{house.table_id}").status_code == 403
    assert "no one yet" in spot(page(house), "seat-0")
    new = house.code(Role.SEAT, JONAS)
    assert new != old
    assert house.device().scan(new).status_code == 200


def test_a_withdrawn_code_is_not_shown_and_comes_back_as_another(house: House) -> None:
    phone, old = house.joined(Role.SEAT, INES), house.code(Role.SEAT, INES)
    press(house, "withdraw", place="seat-1")
    assert phone.get(f"/tables/{house.table_id}").status_code == 403
    assert house.device().scan(old).status_code == 410
    assert "/join/" not in spot(page(house), "seat-1")
    press(house, "renew", place="seat-1")
    shown = spot(page(house), "seat-1")
    assert "/join/" in shown
    assert old not in shown


def test_the_table_is_handed_to_a_phone_that_is_here(house: House) -> None:
    phone = house.joined(Role.SEAT, JONAS)
    house.joined(Role.SPECTATOR)
    offered = re.findall(r'name="device" value="(\w+)"', page(house))
    assert len(offered) == 1
    press(house, "host", device=offered[0])
    assert phone.get(f"/tables/{house.table_id}/phones").status_code == 200
    assert house.tablet.get(f"/tables/{house.table_id}/phones").status_code == 403
    assert house.tablet.get(f"/tables/{house.table_id}/correct").status_code == 200


def test_nobody_becomes_host_who_is_not_here(house: House) -> None:
    for device in ("", "0" * 16):
        assert house.tablet.post(f"/tables/{house.table_id}/phones/host", {"device": device}).status_code == 422
    assert house.tablet.post(f"/tables/{house.table_id}/phones/renew", {"place": "throne"}).status_code == 422


def test_the_host_says_whether_phones_record(house: House) -> None:
    store = house.app.extensions["access"]
    press(house, "record", record="no")
    assert not store.phones_record(house.table_id)
    press(house, "record", record="yes")
    assert store.phones_record(house.table_id)


def test_the_menu_offers_what_one_may_open(house: House) -> None:
    phones, correct = f"/tables/{house.table_id}/phones", f"/tables/{house.table_id}/correct"
    table = f"/tables/{house.table_id}"
    assert f'href="{phones}"' in house.tablet.get(table).text
    second = house.joined(Role.RECORDER).get(table).text
    assert f'href="{phones}"' not in second
    assert f'href="{correct}"' in second
    assert f'href="{correct}"' not in house.joined(Role.SPECTATOR).get(table).text


def test_whoever_looks_on_gets_no_buttons_to_record_with(house: House) -> None:
    table, record = f"/tables/{house.table_id}", f'action="/tables/{house.table_id}/record"'
    assert record in house.tablet.get(table).text
    looking = house.joined(Role.SPECTATOR).get(table).text
    assert record not in looking
    assert "You are watching." in looking
    assert "data-past" not in looking  # it follows the game all the same


def test_a_host_with_a_seat_is_both(house: House) -> None:
    house.tablet.scan(house.code(Role.SEAT, JONAS))
    assert house.tablet.get(f"/tables/{house.table_id}/phones").status_code == 200
    press(house, "renew", place="seat-0")
    assert house.tablet.get(f"/tables/{house.table_id}/phones").status_code == 200


@pytest.mark.parametrize("action", ["withdraw", "renew"])
def test_the_device_that_made_the_table_can_be_put_out(house: House, action: str) -> None:
    maker, phone = house.tablet, house.joined(Role.SEAT, JONAS)
    house.code(Role.RECORDER)
    phone.scan(house.new_code(Role.HOST))
    assert phone.post("/join").status_code == 303
    assert maker.get(f"/tables/{house.table_id}").status_code == 200  # it goes on recording
    assert phone.post(f"/tables/{house.table_id}/phones/{action}", {"place": "recorder"}).status_code == 303
    assert maker.get(f"/tables/{house.table_id}").status_code == 404
    assert phone.get(f"/tables/{house.table_id}").status_code == 200
