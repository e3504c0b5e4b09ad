"""What programs that look after a server are told: whether it is there, whether it can record, and how it is doing."""

import re
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.log.errors import NewerVersion, ReadOnly, Unreachable
from companion.web.app import create_app
from companion.web.backend import Backend
from companion.web.config import WebConfig
from tests.web.people import network_app
from tests.web.tables import new_table


@pytest.fixture
def app(backend: Backend, tmp_path: Path) -> Flask:
    return create_app(WebConfig(data_dir=tmp_path, companion=backend, testing=True))


def test_a_server_that_can_record_is_ready(client: FlaskClient) -> None:
    assert client.get("/healthz").get_json() == {"ok": True}
    assert client.get("/readyz").get_json() == {"ok": True}


@pytest.mark.parametrize("error", [Unreachable(detail="x"), ReadOnly(), NewerVersion(found="9", known="1")])
def test_one_that_cannot_says_why_and_is_taken_out(
    client: FlaskClient, backend: Backend, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def fails(store: object) -> None:
        raise error

    monkeypatch.setattr(type(backend.service.store), "ready", fails)
    answer = client.get("/readyz")
    assert (answer.status_code, answer.get_json()) == (503, {"ok": False, "why": error.code})  # type: ignore[attr-defined]
    assert client.get("/healthz").status_code == 200


def test_one_that_stops_is_taken_out_first(client: FlaskClient, app: Flask) -> None:
    app.extensions["streams"].stop()
    assert client.get("/readyz").get_json() == {"ok": False, "why": "stopping"}


def test_the_figures_are_in_prometheus_format_and_name_nobody(client: FlaskClient, backend: Backend) -> None:
    look = new_table(backend)
    client.get(f"/tables/{look.info.id}")
    client.get("/no/such/page")
    answer = client.get("/metrics")
    assert answer.content_type.startswith("text/plain; version=0.0.4")
    lines = answer.text.splitlines()
    for line in lines:
        assert re.fullmatch(
            r'# TYPE \w+ (gauge|counter|histogram)|\w+(\{\w+="[^"]*"(,\w+="[^"]*")*\})? [\d.e+-]+', line
        ), line
    assert any('status="404"' in line for line in lines)
    assert not any(word in answer.text for word in (look.info.id, *look.summary.players))


def test_the_figures_are_for_this_machine_alone(backend: Backend) -> None:
    client = network_app(backend).test_client()
    far_away = {"REMOTE_ADDR": "192.168.4.9"}
    assert client.get("/metrics", environ_base=far_away).status_code == 404
    assert client.get("/healthz", environ_base=far_away).status_code == 200
