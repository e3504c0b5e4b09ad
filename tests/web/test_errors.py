"""Every failure in the companion's own words: as page, fragment and JSON; never a traceback."""

import errno
import logging

import pytest
from flask import Flask, abort
from flask.testing import FlaskClient

from companion.web.access.policy import open_to_everyone
from companion.web.errors import WORDED
from companion.web.language import t


@pytest.fixture
def failing(app: Flask) -> FlaskClient:
    def fail(status: int) -> None:
        abort(status)

    def crash() -> None:
        raise RuntimeError("the secret inside")

    for prefix in ("", "/api"):
        app.add_url_rule(f"{prefix}/fail/<int:status>", f"fail{prefix}", open_to_everyone(fail))
        app.add_url_rule(f"{prefix}/crash", f"crash{prefix}", open_to_everyone(crash))
    app.config["PROPAGATE_EXCEPTIONS"] = False
    return app.test_client()


@pytest.mark.parametrize("status", WORDED)
def test_status_has_its_own_page_and_json(app: Flask, failing: FlaskClient, status: int) -> None:
    with app.test_request_context():
        title, text = t(f"web.error.{status}.title"), t(f"web.error.{status}.text")
    page = failing.get(f"/fail/{status}")
    assert page.status_code == status
    assert title in page.text
    assert text in page.text
    assert "<html" in page.text
    reply = failing.get(f"/api/fail/{status}")
    assert reply.status_code == status
    assert reply.get_json() == {"ok": False, "errors": [{"path": "", "text": text}]}


def test_other_statuses_speak_as_their_hundred_does(failing: FlaskClient) -> None:
    page = failing.get("/fail/418")
    assert page.status_code == 418
    assert "teapot" not in page.text
    assert failing.get("/fail/501").status_code == 501


def test_htmx_gets_the_fragment_alone(failing: FlaskClient) -> None:
    answer = failing.get("/fail/404", headers={"HX-Request": "true"})
    assert answer.status_code == 404
    assert "<html" not in answer.text
    assert 'class="panel error"' in answer.text


def test_crash_is_logged_and_not_shown(failing: FlaskClient, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.ERROR):
        for path in ("/crash", "/api/crash"):
            answer = failing.get(path)
            assert answer.status_code == 500
            assert "secret inside" not in answer.text
            assert "Traceback" not in answer.text
    assert "the secret inside" in caplog.text


def test_wrong_method_names_the_right_one(client: FlaskClient) -> None:
    answer = client.get("/theme")
    assert answer.status_code == 405
    assert "POST" in answer.headers["Allow"]


def test_path_that_breaks_html_is_not_echoed(client: FlaskClient) -> None:
    assert "<script>alert" not in client.get("/<script>alert(1)</script>").text


def test_a_full_disk_is_said_in_a_sentence(app: Flask, client: FlaskClient) -> None:
    """Wherever it fills up, also while a backup is taken in."""

    def full() -> str:
        raise OSError(errno.ENOSPC, "No space left on device")

    app.add_url_rule("/full", view_func=open_to_everyone(full))
    answer = client.get("/full")
    assert answer.status_code == 503
    assert "disk" in answer.text
