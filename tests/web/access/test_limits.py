"""Too much at once: how much is too much, for whom, and that nobody else notices."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from werkzeug.exceptions import ServiceUnavailable

from companion.log.roles import Role
from companion.web.access.limits import OF_ONE_ADDRESS, UPLOAD, Client, Kind, Limits, OneAtATime, network_of
from companion.web.api import ask
from tests.web.people import House, open_house
from tests.web.tables import NAMES


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def house(tmp_path: Path, clock: Clock) -> Iterator[House]:
    with open_house(tmp_path) as opened:
        opened.app.extensions["limits"] = Limits(clock)
        yield opened


def test_a_bucket_empties_and_fills(clock: Clock) -> None:
    limits = Limits(clock)
    for _ in range(Kind.GUESS.value.at_once):
        assert limits.seconds_to_wait(Kind.GUESS, Client("a")) == 0
        limits.take(Kind.GUESS, Client("a"))
    wait = limits.seconds_to_wait(Kind.GUESS, Client("a"))
    assert wait > 0
    assert limits.seconds_to_wait(Kind.GUESS, Client("b")) == 0
    assert limits.seconds_to_wait(Kind.ASK, Client("a")) == 0
    clock.now += wait
    assert limits.seconds_to_wait(Kind.GUESS, Client("a")) == 0


def test_clients_without_end_are_forgotten_in_time(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.web.access.limits.MOST_CLIENTS", 10)
    limits = Limits(clock)
    for number in range(100):
        limits.take(Kind.ASK, Client(str(number)))
    assert len(limits._buckets) <= 10


def test_whoever_guesses_codes_has_to_wait(house: House) -> None:
    code = house.code(Role.SEAT, NAMES[0])
    answers = [house.device().scan(f"guess-{number}").status_code for number in range(Kind.GUESS.value.at_once + 1)]
    assert answers[:-1] == [404] * Kind.GUESS.value.at_once
    assert answers[-1] == 429
    refused = house.device().get("/join/one-more")
    assert int(refused.headers["Retry-After"]) > 0
    assert house.device().scan(code).status_code == 429  # from this address nothing is told any more
    elsewhere = house.app.test_client()
    lan = {"REMOTE_ADDR": "192.168.4.9"}
    assert elsewhere.get(f"/join/{code}", environ_base=lan).status_code == 303


def test_guesses_of_programs_count_as_well(house: House) -> None:
    client = house.device().client
    for number in range(Kind.GUESS.value.at_once):
        answer = client.get("/api/tables", headers={"Authorization": f"Bearer guess-{number}"})
        assert answer.status_code == 401
    assert client.get("/api/tables", headers={"Authorization": "Bearer again"}).status_code == 429


def test_right_codes_are_not_counted(house: House) -> None:
    code = house.code(Role.SPECTATOR)
    for _ in range(Kind.GUESS.value.at_once + 5):
        assert house.device().scan(code).status_code == 200


def test_a_flood_is_refused_and_others_go_on(house: House) -> None:
    phone, other = house.joined(Role.SEAT, NAMES[0]), house.joined(Role.SEAT, NAMES[1])
    number = f"/tables/{house.table_id}/number"
    answers = {phone.get(number).status_code for _ in range(Kind.ASK.value.at_once + 1)}
    assert answers == {200, 429}
    assert other.get(number).status_code == 200
    assert house.device().get("/").status_code == 200


def test_sending_files_is_limited(house: House) -> None:
    large = {"pasted": "x" * (UPLOAD + 1)}
    answers = [house.tablet.post("/box/read", large).status_code for _ in range(Kind.SEND.value.at_once + 1)]
    assert answers == [422] * Kind.SEND.value.at_once + [429]


def test_making_tables_is_limited(house: House) -> None:
    guest = house.device()
    answers = {guest.post("/box/new").status_code for _ in range(Kind.MAKE.value.at_once + 1)}
    assert answers == {303, 429}


def test_new_devices_of_one_address_get_no_more_than_a_few(house: House) -> None:
    """A device that made a table is counted for itself, and tables are made by everybody."""
    lan = {"environ_base": {"REMOTE_ADDR": "192.168.4.9"}}
    devices = [house.device() for _ in range(OF_ONE_ADDRESS + 1)]
    for device in devices:
        assert device.scan(house.code(Role.SPECTATOR)).status_code == 200
    all_of_them = Client("192.168.4.9", OF_ONE_ADDRESS)
    house.app.extensions["limits"].take(Kind.ASK, all_of_them, Kind.ASK.value.at_once * OF_ONE_ADDRESS - 3)
    answers = [device.get(f"/tables/{house.table_id}/number", **lan).status_code for device in devices]
    assert answers == [200, 200, 200, 429, 429]
    elsewhere = {"environ_base": {"REMOTE_ADDR": "192.168.4.10"}}
    assert house.device().get("/", **elsewhere).status_code == 200


def test_whoever_keeps_the_processor_busy_has_to_wait(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    busy = iter(range(0, 1000, 4))
    monkeypatch.setattr("companion.platform.thread_time", lambda: next(busy))
    stranger = house.device()
    assert [stranger.get("/rules").status_code for _ in range(5)] == [200, 200, 200, 429, 429]
    assert house.tablet.get("/rules").status_code == 200


def test_one_question_is_answered_at_a_time_and_few_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.web.access.limits.LINE_SECONDS", 0.01)
    questions = OneAtATime()
    with questions.turn(), pytest.raises(ServiceUnavailable), questions.turn():
        pytest.fail("two at once")
    with questions.turn():
        pass


def test_a_question_is_no_larger_than_a_table(house: House) -> None:
    answer = house.device().client.post("/api/ask", data=b" " * (ask.MOST_BYTES + 1))
    assert answer.status_code == 413


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.168.1.7", "192.168.1.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("fe80::1%eth0", "fe80::"),
        ("::ffff:192.168.1.7", "192.168.1.7"),
        ("nowhere", "nowhere"),
    ],
)
def test_a_device_cannot_pass_for_many_by_its_address(address: str, network: str) -> None:
    assert network_of(address) == network
