"""The owner's passphrase, and an end to all keys at once."""

import io
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from companion.log.datadir import DataDir
from companion.log.roles import Role
from companion.web.access import key
from companion.web.access.limits import Kind
from companion.web.access.owner import PASSPHRASE, set_passphrase
from companion.web.app import create_app
from companion.web.backend import open_backend
from companion.web.config import WebConfig
from tests.looks import every_look
from tests.web.people import Device, House, new_house

WORDS = "correct horse battery"


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """Where asking from this machine is enough, as long as there is no passphrase."""
    with open_backend(DataDir(tmp_path)) as backend:
        yield new_house(create_app(WebConfig(data_dir=tmp_path, companion=backend, testing=True)), backend)


def fresh(app: Flask) -> Device:
    return Device(app.test_client())


def typed(monkeypatch: pytest.MonkeyPatch, text: str, *more: str) -> int:
    monkeypatch.setattr("sys.stdin", io.StringIO(text + "\n"))
    return key.main(["--passphrase", *more])


def test_with_a_passphrase_asking_from_this_machine_is_not_enough(house: House, tmp_path: Path) -> None:
    table = f"/tables/{house.table_id}"
    assert fresh(house.app).get(table).status_code == 200
    assert fresh(house.app).get("/owner").status_code == 404
    set_passphrase(tmp_path, WORDS)
    here = fresh(house.app)
    assert here.get(table).status_code == 404
    assert here.get("/keeping").status_code == 404
    assert 'href="/owner"' in here.get("/").text
    assert here.post("/owner", {"passphrase": WORDS[:-1]}).status_code == 403
    assert here.get(table).status_code == 404
    assert here.post("/owner", {"passphrase": WORDS}).status_code == 303
    assert here.get(table).status_code == 200
    assert here.get("/keeping").status_code == 200
    assert fresh(house.app).get(table).status_code == 404


def test_another_passphrase_ends_what_the_last_one_opened(house: House, tmp_path: Path) -> None:
    set_passphrase(tmp_path, WORDS)
    here = fresh(house.app)
    here.post("/owner", {"passphrase": WORDS})
    assert here.get("/keeping").status_code == 200
    set_passphrase(tmp_path, WORDS + "!")
    assert here.get("/keeping").status_code == 404


def test_it_is_asked_for_on_this_machine_alone_and_guessing_ends(house: House, tmp_path: Path) -> None:
    set_passphrase(tmp_path, WORDS)
    lan = {"environ_base": {"REMOTE_ADDR": "192.168.4.9"}}
    assert fresh(house.app).get("/owner", **lan).status_code == 404
    assert fresh(house.app).post("/owner", {"passphrase": WORDS}, **lan).status_code == 404
    here = fresh(house.app)
    for _ in range(3):
        assert here.post("/owner", {"passphrase": "x"}).status_code == 403
    limits = house.app.extensions["limits"]
    for client in [client for kind, client in limits._buckets if kind is Kind.GUESS]:
        limits.take(Kind.GUESS, client, Kind.GUESS.value.at_once)
    assert here.post("/owner", {"passphrase": WORDS}).status_code == 429


def test_it_is_kept_hashed_and_private(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = ("--data", str(tmp_path / "new"))
    assert typed(monkeypatch, WORDS, *data) == 0
    file = tmp_path / "new" / PASSPHRASE
    assert file.read_text().startswith("scrypt:")
    assert WORDS not in file.read_text()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert key.main(["--no-passphrase", *data]) == 0
    assert not file.exists()


def test_a_short_one_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert typed(monkeypatch, "short", "--data", str(tmp_path)) == 1
    assert "10 to 200 characters" in capsys.readouterr().err
    assert not (tmp_path / PASSPHRASE).exists()


def test_all_keys_end_at_once_and_it_says_what_ended(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with open_backend(DataDir(tmp_path)) as backend:
        config = WebConfig(data_dir=tmp_path, companion=backend, testing=True, trust_loopback=False)
        house = new_house(create_app(config), backend)
        code, spectator = house.code(Role.SEAT, "Jonas"), house.code(Role.SPECTATOR)
        phone = house.joined(Role.SPECTATOR)
        old = [
            (device.client.get_cookie("device") or pytest.fail("no cookie")).value for device in (house.tablet, phone)
        ]
        assert key.main(["--rotate", "--data", str(tmp_path)]) == 1  # it runs, and would go on with what it knows
        table_id = house.table_id
    capsys.readouterr()
    before = (tmp_path / "house-key").read_bytes()
    assert key.main(["--rotate", "--data", str(tmp_path)]) == 0
    assert "2 codes" in (said := capsys.readouterr().out)
    assert "2 devices" in said
    assert (tmp_path / "house-key").read_bytes() != before
    with open_backend(DataDir(tmp_path)) as backend:
        app = create_app(WebConfig(data_dir=tmp_path, companion=backend, testing=True, trust_loopback=False))
        for cookie in old:
            device = fresh(app)
            device.client.set_cookie("device", cookie)
            assert device.get(f"/tables/{table_id}").status_code == 404
        for ended in (code, spectator):
            assert fresh(app).scan(ended).status_code == 410
        assert len(every_look(backend.service)) == 1  # tables stay
