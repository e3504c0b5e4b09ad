"""A pack served by Companion itself, and the letters by which a tablet and a phone find each other."""

from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.web.app import create_app
from companion.web.config import WebConfig
from companion.web.pages import pack

LETTERS = "/alone/letters"


@pytest.fixture
def client(tmp_path: Path) -> FlaskClient:
    (tmp_path / "files").mkdir()
    (tmp_path / "index.html").write_text("the shell", encoding="utf-8")
    (tmp_path / "files" / "0a.bin").write_bytes(b"packed")
    return create_app(WebConfig(testing=True, pack=tmp_path)).test_client()


def test_its_files_are_served_below_a_path_of_their_own(client: FlaskClient) -> None:
    with client.get("/alone/") as page:
        assert page.text == "the shell"
        assert "'wasm-unsafe-eval'" in page.headers["Content-Security-Policy"]
        assert "'unsafe-inline'" not in page.headers["Content-Security-Policy"]
    with client.get("/alone/files/0a.bin") as file:
        assert file.data == b"packed"
        assert "Content-Encoding" not in file.headers
    assert client.get("/alone").status_code == 308
    for path in ("nothing", "../pyproject.toml", "%2e%2e/pyproject.toml", "files"):
        assert client.get(f"/alone/{path}").status_code == 404, path


def test_without_one_there_is_nothing() -> None:
    client = create_app(WebConfig(testing=True)).test_client()
    assert client.get("/alone/").status_code == 404
    assert client.get("/alone/sw.js").status_code == 404


def test_a_letter_goes_there_and_its_answer_comes_back_once(client: FlaskClient) -> None:
    code = client.post(LETTERS, data="offer-1").get_json()["code"]
    assert client.get(f"{LETTERS}/{code}").get_json() == {"offer": "offer-1", "answer": None}
    assert client.post(f"{LETTERS}/{code}", data="answer-1").status_code == 200
    assert client.post(f"{LETTERS}/{code}", data="answer-2").status_code == 404
    assert client.get(f"{LETTERS}/{code}").get_json()["answer"] == "answer-1"
    assert client.get(f"{LETTERS}/{code}x").status_code == 404


def test_letters_are_short_plain_and_few(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    assert client.post(LETTERS, data="").status_code == 422
    assert client.post(LETTERS, data="<script>").status_code == 422
    assert client.post(LETTERS, data="a" * (pack.MOST_BYTES + 1)).status_code == 413
    assert client.post(LETTERS, data="offer", headers={"Origin": "https://evil.example"}).status_code == 403
    monkeypatch.setattr(pack, "MOST_LETTERS", 3)
    codes = [client.post(LETTERS, data="offer").get_json()["code"] for _ in range(5)]
    assert [client.get(f"{LETTERS}/{code}").status_code for code in codes] == [404, 404, 200, 200, 200]
    monkeypatch.setattr(pack, "LASTS_SECONDS", -1.0)
    assert client.get(f"{LETTERS}/{codes[-1]}").status_code == 404
    assert client.post(f"{LETTERS}/{codes[-1]}", data="answer").status_code == 404
