"""Strangers on the network: other hosts, other origins, missing tokens, too much at once."""

import os
import re
import stat
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.web.access import addresses
from companion.web.access.addresses import host_of, is_our_host, machine_names
from companion.web.access.secret_key import FILE_NAME, secret_key
from companion.web.app import create_app
from companion.web.backend import Backend
from companion.web.config import WebConfig


def token(client: FlaskClient) -> str:
    found = re.search(r'name="csrf-token" content="([^"]+)"', client.get("/").text)
    assert found
    return found[1]


@pytest.mark.parametrize(
    ("header", "host"),
    [
        ("localhost", "localhost"),
        ("LocalHost:8650", "localhost"),
        ("cabin.local.", "cabin.local"),
        ("192.168.1.7:80", "192.168.1.7"),
        ("[::1]:8650", "::1"),
        ("[::1", ""),
        ("[::1]evil", ""),
        ("localhost:evil.example", ""),
        ("localhost:80:80", ""),
        ("localhost:٣", ""),
        ("", ""),
    ],
)
def test_host_is_read_without_its_port(header: str, host: str) -> None:
    assert host_of(header) == host


@pytest.mark.parametrize(
    "host", ["localhost", "127.0.0.1", "::1", "192.168.178.20", "10.0.0.4", "172.16.9.9", "fe80::1"]
)
def test_local_names_and_addresses_are_ours(host: str) -> None:
    assert is_our_host(host)


@pytest.mark.parametrize(
    "host", ["", "evil.example", "localhost.evil.example", "192.168.1.7.nip.io", "8.8.8.8", "172.32.0.1", "0x7f.1"]
)
def test_any_other_host_is_a_stranger(host: str) -> None:
    assert not is_our_host(host)


def test_own_public_address_and_given_names_are_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "lan_addresses", lambda: ["203.0.113.5"])
    assert is_our_host("203.0.113.5")
    assert not is_our_host("203.0.113.6")
    assert is_our_host("games.example", frozenset({"games.example"}))


def test_machine_names_have_no_empty_one() -> None:
    assert "localhost" in machine_names()
    assert not machine_names() & {"", ".local"}


def test_forged_host_is_refused_everywhere(client: FlaskClient) -> None:
    for path in ("/", "/healthz", "/api/ask", "/static/css/tokens.css", "/nothing"):
        answer = client.get(path, headers={"Host": "evil.example"})
        assert answer.status_code == 400, path
        assert "evil" not in answer.text
    assert client.get("/", headers={"Host": "192.168.4.4:8650"}).status_code == 200


def test_change_from_another_origin_is_refused(client: FlaskClient) -> None:
    form = {"theme": "dark", "csrf_token": token(client)}
    assert client.post("/theme", data=form, headers={"Origin": "http://evil.example"}).status_code == 403
    assert client.post("/theme", data=form, headers={"Origin": "null"}).status_code == 403
    assert client.post("/theme", data=form, headers={"Origin": "http://localhost"}).status_code == 303


def test_change_needs_the_token_in_form_or_header(client: FlaskClient) -> None:
    assert client.post("/theme", data={"theme": "dark"}).status_code == 400
    assert client.post("/theme", data={"theme": "dark", "csrf_token": "forged"}).status_code == 400
    assert client.post("/theme", data={"theme": "dark"}, headers={"X-CSRFToken": token(client)}).status_code == 303


def test_every_answer_carries_the_headers(client: FlaskClient) -> None:
    for path in ("/", "/api/openapi.json", "/nothing", "/static/css/tokens.css"):
        headers = client.get(path, buffered=True).headers
        policy = headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Referrer-Policy"] == "same-origin"
    assert client.get("/").headers["Cache-Control"] == "no-store"


def test_pages_hold_no_inline_script_or_style(client: FlaskClient) -> None:
    for path in ("/", "/api/", "/nothing", "/styleguide"):
        page = client.get(path).text
        assert not re.search(r"<script(?![^>]*\bsrc=)", page), path
        assert not re.search(r"<style|\sstyle=|\son[a-z]+=|javascript:", page), path


def test_cookies_are_kept_from_scripts_and_other_sites(client: FlaskClient) -> None:
    session = client.get("/").headers["Set-Cookie"]
    theme = client.post("/theme", data={"theme": "dark", "csrf_token": token(client)}).headers["Set-Cookie"]
    for cookie in (session, theme):
        assert "HttpOnly" in cookie
        assert "SameSite=Lax" in cookie
        assert "Secure" not in cookie  # plain HTTP on the local network would lose it
    https = create_app(WebConfig(testing=True, https=True)).test_client().get("/", base_url="https://localhost")
    assert "Secure" in https.headers["Set-Cookie"]


def test_redirect_stays_here(client: FlaskClient) -> None:
    form = {"theme": "light", "csrf_token": token(client)}
    for wanted, location in [
        ("/api/", "/api/"),
        ("//evil.example", "/"),
        ("/\\evil.example", "/"),
        ("http://evil.example", "/"),
        ("/a\nb", "/"),
    ]:
        assert client.post("/theme", data={**form, "next": wanted}).headers["Location"] == location


def test_secret_key_is_made_once_and_private(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "data"
    key = secret_key(folder)
    assert len(key) >= 32
    assert secret_key(folder) == key
    assert [path.name for path in folder.iterdir()] == [FILE_NAME]
    if os.name == "posix":
        assert stat.S_IMODE((folder / FILE_NAME).stat().st_mode) == 0o600
        (folder / FILE_NAME).chmod(0o644)
        assert secret_key(folder) == key
        assert stat.S_IMODE((folder / FILE_NAME).stat().st_mode) == 0o600


def test_broken_secret_key_is_replaced(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).write_bytes(b"")
    key = secret_key(tmp_path)
    assert len(key) >= 32
    assert (tmp_path / FILE_NAME).read_bytes() == key


def test_without_a_folder_every_process_has_its_own_key() -> None:
    assert secret_key(None) != secret_key(None)


def test_styleguide_is_hidden_in_production() -> None:
    assert create_app(WebConfig(testing=True)).test_client().get("/styleguide").status_code == 404


def test_no_debugger_and_no_undefined_in_templates(app: Flask) -> None:
    assert not app.debug
    assert app.jinja_env.undefined.__name__ == "StrictUndefined"


@pytest.mark.parametrize("broken", ["http://[::1", "http://[", "//[x]y"])
def test_a_broken_address_in_a_header_is_no_trouble(backend: Backend, tmp_path: Path, broken: str) -> None:
    client = create_app(WebConfig(data_dir=tmp_path, companion=backend, testing=True)).test_client()
    assert client.post("/theme", data={}, headers={"Origin": broken}).status_code == 403
    headers = {"HX-Request": "true", "HX-Current-URL": broken}
    assert client.get("/referee", headers=headers).status_code == 200
