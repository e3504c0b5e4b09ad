"""What the server writes down: JSON, one line a request, and nothing about people."""

import json
import logging
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.web import logs
from companion.web.access.policy import open_to_everyone


@pytest.fixture
def log(tmp_path: Path) -> Iterator[Path]:
    with logs.kept_in(tmp_path / "logs"):
        yield tmp_path / "logs" / logs.FILE_NAME


def lines(log: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]


def test_a_request_is_told_by_the_pattern_of_its_address(log: Path, client: FlaskClient) -> None:
    client.get("/healthz?player=Ada", headers={"Cookie": "companion=very-secret", "User-Agent": "Ada's phone"})
    client.get("/no/such/place/Ada")
    told = lines(log)
    assert [(line["route"], line["status"]) for line in told] == [("/healthz", 200), ("(none)", 404)]
    assert set(told[0]) == {"at", "level", "from", "event", "method", "request", "route", "status", "ms"}
    assert not any(word in log.read_text(encoding="utf-8") for word in ("Ada", "secret", "127.0.0.1", "phone"))


def test_the_answer_carries_the_number_its_line_has(log: Path, client: FlaskClient) -> None:
    numbers = [client.get("/healthz").headers["X-Request-Id"] for _ in range(2)]
    assert [line["request"] for line in lines(log)] == numbers
    assert numbers[0] != numbers[1]


def test_an_unexpected_error_is_told_without_its_words(
    log: Path, app: Flask, capsys: pytest.CaptureFixture[str]
) -> None:
    @open_to_everyone
    def breaking(name: str) -> str:
        raise ValueError(f"{name} holds two forests")

    app.config["PROPAGATE_EXCEPTIONS"] = False
    app.add_url_rule("/breaking/<name>", view_func=breaking)
    app.test_client().get("/breaking/Ada")
    error, _ = lines(log)
    assert (error["error"], error["route"], error["event"]) == ("ValueError", "/breaking/<name>", "unexpected")
    assert "Ada" not in log.read_text(encoding="utf-8")
    assert "Ada" not in capsys.readouterr().err


def test_the_servers_own_words_are_kept_without_what_fills_them(log: Path) -> None:
    logging.getLogger("waitress").warning("Exception while serving %s", "/join/the-code-of-a-seat")
    assert [line["event"] for line in lines(log)] == ["Exception while serving %s"]


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("Client disconnected while serving /join/Kx7-secret", "Client disconnected while serving"),
        ("Exception while serving Alix", "Exception while serving"),
        (
            "closing channel <waitress.channel.HTTPChannel connected 192.168.4.9:50 at 0x7f>",
            "closing channel",
        ),
        ("nothing from 192.168.4.9 any more", "nothing from"),
        ("Unknown Forwarded token: Alix", "Unknown Forwarded token"),
        ("total open connections reached the connection limit, no longer accepting", None),
    ],
)
def test_what_the_server_filled_in_itself_is_cut_off(log: Path, said: str, kept: str | None) -> None:
    """A phone that goes away in the middle of an answer is told of with the address it asked for."""
    logging.getLogger("waitress").warning(said)
    assert lines(log)[-1]["event"] == (kept or said)


def test_a_method_nobody_knows_is_not_written(log: Path, client: FlaskClient) -> None:
    client.open("/", method="ALIX")
    assert lines(log)[-1]["method"] == "?"


def test_places_are_told_from_the_package_on(log: Path) -> None:
    try:
        json.loads("{")
    except ValueError:
        logging.getLogger("companion.test").exception("broken")
    where = lines(log)[0]["where"]
    assert isinstance(where, list)
    assert not any(str(place).startswith("/") for place in where)


def test_the_file_does_not_grow_without_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logs, "_MOST_BYTES", 2000)
    with logs.kept_in(tmp_path):
        for number in range(500):
            logs.OUR.info("request", extra={"facts": {"number": number}})
    kept = sorted(tmp_path.iterdir())
    assert len(kept) == 6
    assert sum(path.stat().st_size for path in kept) <= 6 * 2000
    assert lines(tmp_path / logs.FILE_NAME)[-1]["number"] == 499


def test_a_folder_that_cannot_be_made_keeps_nobody_from_playing(
    tmp_path: Path, client: FlaskClient, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("in the way")
    with logs.kept_in(tmp_path / "file" / "logs", aloud=True):
        assert client.get("/healthz").status_code == 200
    assert json.loads(capsys.readouterr().err)["route"] == "/healthz"


def test_the_log_is_quiet_again_afterwards(tmp_path: Path) -> None:
    before = list(logs.OUR.handlers)
    with logs.kept_in(tmp_path):
        assert len(logs.OUR.handlers) == len(before) + 2
    assert logs.OUR.handlers == before
