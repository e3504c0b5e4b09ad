"""Who is let in, as what, and who is not."""

import json
import os
import re
import socket
import stat
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from pathlib import Path

import pytest
from flask import Flask

from companion.log.roles import Role
from companion.web.access import key, this_machine
from companion.web.access import policy as access
from companion.web.access.secret_key import HOUSE_FILE_NAME, house_key, new_house_key
from companion.web.app import create_app
from companion.web.backend import Backend
from companion.web.config import WebConfig
from tests.web.conftest import start_server
from tests.web.people import House, made_table, network_app, new_house, open_house
from tests.web.tables import NAMES

ALIX, BO = NAMES[:2]


@pytest.fixture
def house(tmp_path: Path, database: Path | str) -> Iterator[House]:
    with open_house(tmp_path, database) as opened:
        yield opened


def entry(house: House, kind: str, body: dict[str, object]) -> dict[str, object]:
    return {
        "seen": house.backend.service.look(house.table_id).seq,
        "id": f"e{house.backend.service.look(house.table_id).seq}",
        "kind": kind,
        "body": body,
    }


def words_of(page: str) -> str:
    """The page without its token, which tells the second it was made in."""
    return re.sub(r'name="csrf-token" content="[^"]+"|name="csrf_token" value="[^"]+"', "", page)


def test_the_device_that_made_a_table_is_its_host(house: House) -> None:
    assert house.tablet.get(f"/tables/{house.table_id}").status_code == 200
    assert f"/tables/{house.table_id}" in house.tablet.get("/").text


def test_to_a_stranger_a_table_looks_like_none(house: House) -> None:
    stranger = house.device()
    there = stranger.get(f"/tables/{house.table_id}")
    nowhere = stranger.get("/tables/nothing-here")
    assert there.status_code == nowhere.status_code == 404
    assert words_of(there.text).replace(house.table_id, "?") == words_of(nowhere.text).replace("nothing-here", "?")
    assert house.table_id not in stranger.get("/").text
    assert stranger.get("/api/tables").get_json()["tables"] == []
    told = [stranger.get(f"/api/tables/{one}") for one in (house.table_id, "nothing-here")]
    assert [one.status_code for one in told] == [404, 404]
    assert told[0].text.replace(house.table_id, "?") == told[1].text.replace("nothing-here", "?")


def test_scanning_puts_a_phone_in_its_seat_and_the_code_out_of_the_address(house: House) -> None:
    phone = house.device()
    code = house.code(Role.SEAT, ALIX)
    first = phone.get(f"/join/{code}")
    assert (first.status_code, first.headers["Location"]) == (303, "/join?scanned=1")
    arrived = phone.scan(code)
    assert arrived.status_code == 200
    assert code not in arrived.request.path
    assert code not in arrived.text


def test_a_link_preview_joins_nobody(house: House) -> None:
    previewer = house.app.test_client(use_cookies=False)
    answer = previewer.get(f"/join/{house.code(Role.SEAT, ALIX)}", follow_redirects=True)
    assert answer.status_code == 400
    store = house.app.extensions["access"]
    assert [member.place.role for member in store.members(house.table_id)] == [Role.HOST]


def test_a_phone_comes_back_to_its_seat_after_a_restart(tmp_path: Path) -> None:
    with open_house(tmp_path) as house:
        phone = house.joined(Role.SEAT, ALIX)
        kept = phone.client.get_cookie("device")
        table_id = house.table_id
    assert kept is not None
    with open_house(tmp_path) as again:
        back = again.device()
        back.client.set_cookie("device", kept.value)
        assert back.get(f"/tables/{table_id}").status_code == 200
        assert again.tablet.get(f"/tables/{table_id}").status_code == 404


def test_the_code_of_a_seat_is_the_same_until_it_is_replaced(house: House) -> None:
    first = house.code(Role.SEAT, ALIX)
    assert house.code(Role.SEAT, ALIX) == first
    second = house.new_code(Role.SEAT, ALIX)
    assert second != first
    assert house.code(Role.SEAT, ALIX) == second
    assert house.code(Role.SEAT, BO) not in (first, second)


def test_a_replaced_code_lets_nobody_in_and_puts_the_lost_phone_out(house: House) -> None:
    lost = house.joined(Role.SEAT, ALIX)
    old = house.code(Role.SEAT, ALIX)
    house.new_code(Role.SEAT, ALIX)
    assert lost.get(f"/tables/{house.table_id}").status_code == 403
    again = lost.scan(old)
    assert again.status_code == 410
    assert house.device().scan(old).status_code == 410
    assert house.joined(Role.SEAT, ALIX).get(f"/tables/{house.table_id}").status_code == 200


def test_codes_are_stored_hashed(house: House, tmp_path: Path) -> None:
    code = house.code(Role.SEAT, ALIX)
    house.joined(Role.SEAT, ALIX)
    kept = b"".join(path.read_bytes() for path in tmp_path.glob("companion.sqlite3*"))
    assert house.table_id.encode() in kept
    assert code.encode() not in kept


def test_a_guessed_code_lets_nobody_in(house: House) -> None:
    code = house.code(Role.SEAT, ALIX)
    for guess in ("A" * 43, code[:-1], f"{code}A", code.swapcase()):
        assert house.device().scan(guess).status_code == 404


def test_a_made_up_device_cookie_is_no_device(house: House) -> None:
    kept = house.tablet.client.get_cookie("device")
    assert kept is not None
    stranger = house.device()
    for forged in (kept.value[:-1], "A" * 43, ""):
        stranger.client.set_cookie("device", forged)
        assert stranger.get(f"/tables/{house.table_id}").status_code == 404


def test_cookies_of_a_device_are_kept_from_scripts_and_other_sites(house: House) -> None:
    answer = house.device().get(f"/join/{house.code(Role.SPECTATOR)}")
    cookies = answer.headers.getlist("Set-Cookie")
    assert len(cookies) == 2
    for cookie in cookies:
        assert "HttpOnly" in cookie
        assert "SameSite=Lax" in cookie


def test_a_view_that_does_not_say_who_may_use_it_is_not_started() -> None:
    app = create_app(WebConfig(testing=True))
    app._got_first_request = False
    app.add_url_rule("/secret", "secret", lambda: "")
    with pytest.raises(access.Undeclared, match="secret"):
        access.check_all_declared(app)


def test_a_view_for_somebody_at_a_table_names_the_table_in_its_address() -> None:
    app = create_app(WebConfig(testing=True))
    app._got_first_request = False
    app.add_url_rule("/lost", "lost", access.open_to(Role.HOST)(lambda: ""))
    with pytest.raises(access.Undeclared, match="table_id"):
        access.check_all_declared(app)


def test_whoever_sits_at_the_machine_is_the_owner(house: House) -> None:
    app = create_app(WebConfig(companion=house.backend, testing=True))
    here, there = app.test_client(), app.test_client()
    assert here.get(f"/tables/{house.table_id}").status_code == 200
    lan = {"REMOTE_ADDR": "192.168.4.7"}
    assert there.get(f"/tables/{house.table_id}", environ_base=lan).status_code == 404


def test_the_house_key_makes_a_device_one_of_the_house(house: House, tmp_path: Path) -> None:
    phone = house.device()
    assert phone.scan(house_key(tmp_path)).status_code == 200
    assert phone.get(f"/tables/{house.table_id}").status_code == 200
    assert house.table_id in phone.get("/").text


def test_a_seat_records_its_own_turn_and_nothing_else(house: House) -> None:
    phone = house.joined(Role.SEAT, ALIX)
    other = house.joined(Role.SEAT, BO)
    path = f"/api/tables/{house.table_id}/entries"
    story = {"do": "take-story", "player": house.backend.service.look(house.table_id).summary.turn, "place": 1}
    mine, theirs = (phone, other) if story["player"] == ALIX else (other, phone)
    assert theirs.client.post(path, json=entry(house, "action", story)).status_code == 403
    for kind, body in (
        ("track", {"row": False}),
        ("correction", {"reason": "r", "changes": [{"op": "replace", "path": "/round", "value": 9}]}),
        ("ruling", {}),
    ):
        assert mine.client.post(path, json=entry(house, kind, body)).status_code == 403, kind
    done = mine.client.post(path, json=entry(house, "action", story))
    assert done.status_code == 201
    assert house.backend.service.history(house.table_id)[-1].by == story["player"]


def test_a_seat_takes_back_what_it_recorded_and_nothing_else(house: House) -> None:
    turn = house.backend.service.look(house.table_id).summary.turn
    assert turn is not None
    phone = house.joined(Role.SEAT, turn)
    path = f"/api/tables/{house.table_id}/entries"
    phone.client.post(path, json=entry(house, "action", {"do": "take-story", "player": turn, "place": 1}))
    assert phone.client.post(path, json=entry(house, "undo", {})).status_code == 201
    story = {"do": "take-story", "player": turn, "place": 1}
    assert house.tablet.client.post(path, json=entry(house, "action", story)).status_code == 201
    assert phone.client.post(path, json=entry(house, "undo", {})).status_code == 403


def test_a_seat_does_not_bring_back_what_the_host_took_back_in_bulk(house: House) -> None:
    service, table_id = house.backend.service, house.table_id
    turn = service.look(table_id).summary.turn
    assert turn is not None
    phone = house.joined(Role.SEAT, turn)
    path = f"/api/tables/{table_id}/entries"
    story = {"do": "take-story", "player": turn, "place": 1}
    assert phone.client.post(path, json=entry(house, "action", story)).status_code == 201
    service.correct(table_id, 1, "fix", "miscounted", [])
    assert house.tablet.client.post(path, json=entry(house, "undo", {"to": 0})).status_code == 201
    assert phone.client.post(path, json=entry(house, "redo", {})).status_code == 403
    assert house.tablet.client.post(path, json=entry(house, "redo", {})).status_code == 201


def test_codes_asked_for_at_once_are_one_code(house: House) -> None:
    with ThreadPoolExecutor(8) as pages:
        codes = list(pages.map(lambda _: house.code(Role.SEAT, ALIX), range(16)))
    assert len(set(codes)) == 1
    assert house.device().scan(codes[0]).status_code == 200


def test_phones_look_on_where_the_host_wants_it_so(house: House) -> None:
    turn = house.backend.service.look(house.table_id).summary.turn
    assert turn is not None
    phone = house.joined(Role.SEAT, turn)
    house.app.extensions["access"].let_phones_record(house.table_id, False)
    story = {"do": "take-story", "player": turn, "place": 1}
    path = f"/api/tables/{house.table_id}/entries"
    assert phone.client.post(path, json=entry(house, "action", story)).status_code == 403


def test_nobody_tells_the_hidden_cards_of_others(house: House) -> None:
    path = f"/api/tables/{house.table_id}/entries"
    tell = {"do": "tell-cards", "player": ALIX, "cards": ["forest"]}
    phone, other = house.joined(Role.SEAT, ALIX), house.joined(Role.SEAT, BO)
    for device in (house.tablet, other):
        assert device.client.post(path, json=entry(house, "action", tell)).status_code == 403
    assert phone.client.post(path, json=entry(house, "action", tell)).status_code == 201


def test_the_host_hands_over_by_a_code_and_goes_on_recording(house: House) -> None:
    code = house.code(Role.HOST)
    phone = house.device()
    assert phone.scan(code).status_code == 200
    assert phone.get(f"/tables/{house.table_id}").status_code == 404  # nothing has happened yet
    assert phone.post("/join").status_code == 303
    roles = {member.place.role for member in house.app.extensions["access"].members(house.table_id)}
    assert roles == {Role.HOST, Role.RECORDER}
    assert house.tablet.get(f"/tables/{house.table_id}").status_code == 200
    assert house.device().scan(code).status_code == 410  # used up


def test_a_program_presents_its_code(house: House) -> None:
    path = f"/api/tables/{house.table_id}"
    client = house.device().client
    for code, status in (
        (house.code(Role.SEAT, ALIX), 200),
        (house.code(Role.SPECTATOR), 200),
        (house.code(Role.HOST), 401),
        ("A" * 43, 401),
    ):
        assert client.get(path, headers={"Authorization": f"Bearer {code}"}).status_code == status
    seat = {"Authorization": f"Bearer {house.code(Role.SEAT, ALIX)}"}
    assert client.get("/api/tables", headers=seat).get_json()["tables"][0]["id"] == house.table_id
    assert client.get(f"/tables/{house.table_id}", headers=seat).status_code == 404  # pages go by cookies


def test_the_host_of_another_table_is_a_stranger_here(house: House) -> None:
    other = house.device()
    made_table(other)
    assert other.get(f"/tables/{house.table_id}").status_code == 404


def test_only_whoever_made_a_box_changes_it(house: House) -> None:
    made = house.tablet.post("/box/new", {"name": "Ours"})
    box = made.headers["Location"].removesuffix("/tiles")
    assert house.tablet.get(f"{box}/tiles").status_code == 200
    guest = house.device()
    assert guest.get(f"{box}/tiles").status_code == 404
    assert guest.post(f"{box}/delete").status_code == 404
    assert "Ours" not in guest.get("/box").text
    assert "Ours" in guest.get("/tables/new").text  # whoever sets up a table chooses among all


def test_where_strangers_reach_the_server_only_the_house_makes_tables(backend: Backend) -> None:
    app: Flask = network_app(backend, anyone_makes=False)
    assert app.test_client().get("/tables/new").status_code == 403
    assert app.test_client().post("/api/tables", json={}).status_code == 403


def test_a_new_secret_key_makes_new_codes(backend: Backend) -> None:
    house = new_house(network_app(backend), backend)
    first = house.code(Role.SEAT, ALIX)
    house.app.secret_key = b"another key that is long enough!"
    second = house.code(Role.SEAT, ALIX)
    assert second != first
    assert house.device().scan(second).status_code == 200


def test_a_new_house_key_ends_the_old_one_at_once(house: House, tmp_path: Path) -> None:
    old = house_key(tmp_path)
    phone = house.device()
    phone.scan(old)
    assert new_house_key(tmp_path) != old
    assert phone.get(f"/tables/{house.table_id}").status_code == 404
    assert phone.scan(old).status_code == 404


def test_the_house_key_is_made_once_and_private(tmp_path: Path) -> None:
    assert house_key(tmp_path) == house_key(tmp_path)
    assert len(house_key(tmp_path)) == 43
    if os.name == "posix":
        assert stat.S_IMODE((tmp_path / HOUSE_FILE_NAME).stat().st_mode) == 0o600


def test_the_command_shows_the_house_key(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert key.main(["--data", str(tmp_path), "--at", "https://games.example/"]) == 0
    assert f"https://games.example/join/{house_key(tmp_path)}\n" in capsys.readouterr().out
    old = house_key(tmp_path)
    assert key.main(["--data", str(tmp_path), "--new"]) == 0
    assert old not in capsys.readouterr().out


def test_what_came_through_a_proxy_is_not_the_owner(house: House) -> None:
    app = create_app(WebConfig(companion=house.backend, testing=True))
    table = f"/tables/{house.table_id}"
    assert app.test_client().get(table).status_code == 200
    for name in ("X-Forwarded-For", "Forwarded", "X-Real-IP", "Via"):
        assert app.test_client().get(table, headers={name: "192.0.2.7"}).status_code == 404, name


def test_a_silent_proxy_makes_no_owner(house: House) -> None:
    """As nginx comes it speaks HTTP/1.0 and names the server itself; a forwarder leaves the name and port it has."""
    app = create_app(WebConfig(companion=house.backend, testing=True))
    table = f"/tables/{house.table_id}"
    assert app.test_client().get(table, base_url="http://127.0.0.1").status_code == 200
    assert app.test_client().get(table, environ_overrides={"SERVER_PROTOCOL": "HTTP/1.0"}).status_code == 404
    for host in ("127.0.0.1:9000", "localhost:443", "192.168.1.5", "companion.local", "companion.local:80"):
        assert app.test_client().get(table, headers={"Host": host}).status_code == 404, host


def test_another_account_of_this_machine_is_not_the_owner(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Such as the one a web server runs under."""
    live = start_server(create_app(WebConfig(companion=house.backend, testing=True)))
    try:
        statuses = []
        for stranger in (0, 1):
            monkeypatch.setattr(this_machine.os, "getuid", lambda other=stranger: os.geteuid() + other)
            connection = HTTPConnection("127.0.0.1", live.port)
            connection.request("GET", f"/tables/{house.table_id}")
            statuses.append(connection.getresponse().status)
            connection.close()
        assert statuses == [200, 404]
    finally:
        live.stop()


@pytest.mark.skipif(not Path("/proc/net/tcp").exists(), reason="only Linux says whose a connection is")
@pytest.mark.parametrize("host", ["127.0.0.1", "::1"])
def test_the_account_of_a_connection_is_known(host: str) -> None:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as listener:
        try:
            listener.bind((host, 0))
        except OSError:
            pytest.skip("no such loopback here")
        listener.listen()
        with socket.create_connection(listener.getsockname()[:2]):
            accepted, _ = listener.accept()
            with accepted:
                assert this_machine.account_of(accepted) == os.getuid()


def test_first_scans_at_once_find_one_key(tmp_path: Path) -> None:
    for number in range(20):
        folder = tmp_path / str(number)
        with ThreadPoolExecutor(8) as scans:
            keys = list(scans.map(house_key, [folder] * 8))
        assert len(set(keys)) == 1
        assert [path.name for path in folder.iterdir()] == [HOUSE_FILE_NAME]


def test_a_house_key_of_another_account_breaks_no_scan(
    house: House, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    def refuse(path: Path) -> bytes:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr("companion.web.access.secret_key._read", refuse)
    assert house.device().scan(house.code(Role.SEAT, ALIX)).status_code == 200
    assert key.main(["--data", str(tmp_path)]) == 1
    assert "belongs to another account" in capsys.readouterr().err


def test_another_site_records_nothing_through_the_api(house: House) -> None:
    """Neither as a form, which a browser sends unasked, nor from another origin."""
    turn = house.backend.service.look(house.table_id).summary.turn
    asked = entry(house, "action", {"do": "take-story", "player": turn, "place": 1})
    path = f"/api/tables/{house.table_id}/entries"
    for kind in ("text/plain", "application/x-www-form-urlencoded"):
        assert house.tablet.client.post(path, data=json.dumps(asked), content_type=kind).status_code == 415
    evil = {"Origin": "http://evil.example"}
    assert house.tablet.client.post(path, json=asked, headers=evil).status_code == 403
    assert house.backend.service.look(house.table_id).seq == 0
    assert house.tablet.client.post(path, json=asked, headers={"Origin": "http://localhost"}).status_code == 201


def test_a_stream_ends_with_the_code_it_was_opened_with(house: House) -> None:
    turn = house.backend.service.look(house.table_id).summary.turn
    phone = house.joined(Role.SEAT, ALIX)
    answer = phone.get(f"/tables/{house.table_id}/live")
    chunks = iter(answer.response)
    assert bytes(next(chunks)).split(b":")[0] == b"id"
    house.new_code(Role.SEAT, ALIX)
    story = {"do": "take-story", "player": turn, "place": 1}
    house.tablet.client.post(f"/api/tables/{house.table_id}/entries", json=entry(house, "action", story))
    assert next(chunks, None) is None
    answer.close()


def test_a_phone_that_only_looks_still_keeps_its_own_hidden_cards(house: House) -> None:
    phone = house.joined(Role.SEAT, ALIX)
    house.app.extensions["access"].let_phones_record(house.table_id, False)
    tell = {"do": "tell-cards", "player": ALIX, "cards": ["forest"]}
    path = f"/api/tables/{house.table_id}/entries"
    assert phone.client.post(path, json=entry(house, "action", tell)).status_code == 201
