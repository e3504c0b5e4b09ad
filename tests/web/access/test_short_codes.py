"""Short codes to type: where they are shown, for how long they hold, and that guessing them is no way in."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.log.notes import MemoryNotebook
from companion.log.roles import Role
from companion.web.access import addresses, limits
from companion.web.access.devices import hash_of
from companion.web.access.limits import Kind
from companion.web.access.short_codes import LASTS_SECONDS, LENGTH, LETTERS, ShortCodes
from tests.web.people import Device, House, open_house
from tests.web.tables import NAMES

JONAS, INES = NAMES[:2]


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    monkeypatch.setattr(addresses, "lan_addresses", lambda: ["192.168.4.20"])
    with open_house(tmp_path) as opened:
        yield opened


def phones(house: House) -> str:
    return house.tablet.get(f"/tables/{house.table_id}/phones").text


def shown(house: House, key: str) -> str:
    code = rf'id="{key}".*?class="short-code".*?<strong>(\w+) (\w+)</strong>'
    found = re.search(code, phones(house), re.DOTALL)
    assert found
    return found[1] + found[2]


def typed(device: Device, code: str) -> int:
    return device.post("/join/code", {"code": code}, follow_redirects=True).status_code


def test_a_guest_types_the_code_of_a_seat_and_sits_there(house: House) -> None:
    short = shown(house, "seat-1")
    assert shown(house, "seat-1") == short  # as long as it is shown
    assert shown(house, "seat-0") != short
    phone = house.device()
    assert "Join the table" in phone.get("/").text
    assert typed(phone, f" {short[:3].lower()}-{short[3:].lower()} ") == 200
    assert INES in phone.get(f"/tables/{house.table_id}/seat").text


def test_what_nobody_shows_lets_nobody_in_and_guessing_ends(house: House) -> None:
    right, guest = shown(house, "seat-0"), house.device()
    wrong = ("A" if right[0] != "A" else "B") + right[1:]
    assert [typed(guest, wrong) for _ in range(Kind.GUESS.value.at_once)] == [404] * Kind.GUESS.value.at_once
    assert typed(guest, right) == 429
    assert guest.get(f"/tables/{house.table_id}").status_code == 404


@pytest.mark.parametrize("network", ["192.0.2.{}", "2001:db8:7:{}::1"])
def test_many_addresses_of_one_network_guess_no_more_than_a_few(
    house: House, monkeypatch: pytest.MonkeyPatch, network: str
) -> None:
    monkeypatch.setattr(limits, "OF_ONE_NETWORK", 2)
    right, guest = shown(house, "seat-0"), house.device()
    wrong = ("A" if right[0] != "A" else "B") + right[1:]

    def typed_from(number: int, code: str = wrong, network: str = network) -> int:
        around = {"REMOTE_ADDR": network.format(number)}
        return guest.post("/join/code", {"code": code}, environ_overrides=around).status_code

    answers = [typed_from(number) for number in range(41)]
    assert answers == [404] * 40 + [429]
    assert typed_from(99, right) == 429
    assert typed_from(99, right, "198.51.100.{}") == 303


def test_a_replaced_code_ends_the_short_one(house: House) -> None:
    old = shown(house, "seat-0")
    house.new_code(Role.SEAT, JONAS)
    assert typed(house.device(), old) == 410
    assert shown(house, "seat-0") != old


def test_a_short_code_lasts_half_an_hour_after_it_was_shown() -> None:
    now = [0.0]
    codes = ShortCodes(MemoryNotebook(), lambda: now[0])
    short = codes.shown_for("long")
    assert len(short) == LENGTH
    assert set(short) <= set(LETTERS)
    now[0] = LASTS_SECONDS - 1
    assert codes.found(short) == hash_of("long")
    assert codes.shown_for("long") == short
    now[0] = 2 * LASTS_SECONDS - 2
    assert codes.found(short) == hash_of("long")
    now[0] = 2 * LASTS_SECONDS
    assert codes.found(short) is None


def test_no_two_codes_have_the_same_short_one_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = iter(["AAAAAA", "AAAAAA", "BBBBBB", "AAAAAA"])
    monkeypatch.setattr("companion.web.access.short_codes._made_from", lambda text: next(drawn))
    codes = ShortCodes(MemoryNotebook())
    assert [codes.shown_for(one) for one in ("one", "other", "one")] == ["AAAAAA", "BBBBBB", "AAAAAA"]
    assert [codes.found("AAAAAA"), codes.found("bbb bbb")] == [hash_of("one"), hash_of("other")]


def test_the_code_on_the_home_page_leads_to_where_one_joins(house: House) -> None:
    """REST problem 13: a guest saw an empty home, and nothing that said how to come in."""
    guest = house.device()
    page = guest.get("/join")
    assert page.status_code == 200
    assert 'name="code"' in page.text
    assert f"/tables/{house.table_id}" not in page.text
    phone = house.joined(Role.SEAT, JONAS)
    assert f'href="/tables/{house.table_id}"' in phone.get("/join").text


def test_one_code_is_open_at_a_time_that_of_the_next_to_come(house: House) -> None:
    def opened() -> list[str]:
        return re.findall(r'<details class="panel code" name="codes" id="([\w-]+)" open>', phones(house))

    assert opened() == ["seat-0"]
    house.joined(Role.SEAT, JONAS)
    assert opened() == ["seat-1"]


def test_a_new_code_asks_first_where_somebody_would_be_put_out(house: House) -> None:
    assert "has to scan the new one" not in phones(house)
    house.joined(Role.SEAT, JONAS)
    assert phones(house).count("has to scan the new one") == 1


def test_where_nobody_gets_here_no_new_code_is_offered(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """TABLE_EVENING bug 11: the button did nothing one could see."""
    monkeypatch.setattr(addresses, "lan_addresses", list)
    assert "New code" not in phones(house)
