"""A map from a photo: sent, read in a process of its own, looked over, corrected, accepted."""

import json
import re
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.service.answers import Look
from companion.web.app import create_app
from companion.web.config import WebConfig
from companion.web.desk import Desk
from tests.web.test_table_screen import hidden

PHOTOS = Path(__file__).parent.parent.parent / "sample_photos"


@pytest.fixture
def app(desk: Desk, tmp_path: Path) -> Flask:
    return create_app(WebConfig(data_dir=tmp_path, companion=desk, testing=True))


def table_of(desk: Desk, name: str) -> tuple[Look, dict[str, object]]:
    """A table whose box and colours are those of a sample photo, and what is really in the photo."""
    box = json.loads((PHOTOS / f"{name}.box.json").read_text())
    truth = json.loads((PHOTOS / f"{name}.json").read_text())
    kept = desk.service.create("dewan-box", {"box": box})
    players = [{"name": f"P{i}", "color": color["name"]} for i, color in enumerate(box["colors"][:4])]
    record = {"format": "dewan-table/1", "scenario": "base", "players": players}
    return desk.service.create("dewan", {"table": record, "box": kept.info.id, "stories": False}), truth


def read(client: FlaskClient, look: Look, photo: bytes, name: str = "photo.jpg") -> tuple[int, str, str]:
    """Send the photo and wait for its reading: status, page, address."""
    here = f"/tables/{look.info.id}/photo"
    token = hidden(client.get(here).text, "photo")["csrf_token"]
    from io import BytesIO

    sent = client.post(here, data={"csrf_token": token, "photo": (BytesIO(photo), name)})
    assert sent.status_code == 303, sent.text
    address = sent.headers["Location"]
    job = client.application.extensions["photo_jobs"].get(look.info.id, address.rpartition("/")[2])
    job.work.exception(timeout=120)
    answer = client.get(address)
    return answer.status_code, answer.text, address


def test_a_photo_becomes_the_map(client: FlaskClient, desk: Desk) -> None:
    look, truth = table_of(desk, "easy_0")
    status, page, address = read(client, look, (PHOTOS / "easy_0.jpg").read_bytes())
    assert status == 200
    assert "spaces found" in page
    assert client.get(f"{address}/drawn.jpg").data[:2] == b"\xff\xd8"
    answer = client.post(f"{address}/accept", data=hidden(page, "/accept") | {"camps": "on"})
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/tables/{look.info.id}")
    board = desk.service.look(look.info.id).state.play.table.board
    wanted = sorted(space["terrain"] for space in truth["hexes"])  # type: ignore[attr-defined]
    assert sorted(map(str, board.printed.values())) == wanted
    assert board.icons, "the tiles were recognised, so their icons are known"
    assert client.get(address).status_code == 404, "the photo is forgotten"


def test_a_space_can_be_corrected_before_it_is_accepted(client: FlaskClient, desk: Desk) -> None:
    look, _ = table_of(desk, "easy_0")
    _, page, address = read(client, look, (PHOTOS / "easy_0.jpg").read_bytes())
    at = next(iter(re.findall(r'data-space="(-?\d+,-?\d+)"', page)))
    page = client.get(f"{address}?at={at}").text
    fields = hidden(page, "/space")
    assert client.post(f"{address}/space", data={**fields, "terrain": "lemonade"}).status_code == 422
    client.post(f"{address}/space", data={**fields, "terrain": "volcano"})
    assert "not in the box" in client.get(address).text


@pytest.mark.parametrize("photo", [b"\xff\xd8\xff", b"GIF89a", b"%PDF-1.7 named .jpg", b"x" * 1000])
def test_what_is_no_photo_is_told_in_a_sentence(client: FlaskClient, desk: Desk, photo: bytes) -> None:
    look, _ = table_of(desk, "easy_0")
    status, page, _ = read(client, look, photo)
    assert status == 422
    assert 'role="alert"' in page
    assert desk.service.look(look.info.id).seq == 0


def test_no_map_in_the_picture_is_said_and_none_invented(client: FlaskClient, desk: Desk) -> None:
    look, _ = table_of(desk, "none_0")
    status, page, _ = read(client, look, (PHOTOS / "none_0.jpg").read_bytes())
    assert status == 422
    assert 'role="alert"' in page


def test_nothing_sent_and_somebody_elses_photo(client: FlaskClient, desk: Desk) -> None:
    look, _ = table_of(desk, "easy_0")
    here = f"/tables/{look.info.id}/photo"
    token = hidden(client.get(here).text, "photo")["csrf_token"]
    assert client.post(here, data={"csrf_token": token}).status_code == 422
    assert client.get(f"{here}/guessed").status_code == 404


def test_a_photo_in_mid_game_tells_what_differs_from_the_record(client: FlaskClient, desk: Desk) -> None:
    look, _ = table_of(desk, "hard_2")
    photo = (PHOTOS / "hard_2.jpg").read_bytes()
    _, page, address = read(client, look, photo)
    client.post(f"{address}/accept", data=hidden(page, "/accept") | {"camps": "on"})
    look = desk.service.look(look.info.id)
    _, _, address = read(client, look, photo)
    assert "agree" in client.get(f"{address}/compare").text
    board = look.state.play.table.board
    empty = next(at for at in board.printed if board.is_free(at) and board.ground[at] == "forest")
    added = {"player": "P0", "at": list(empty), "starting": False}
    changes = [{"op": "add", "path": "/table/map/camps/-", "value": added}]
    desk.service.correct(look.info.id, look.seq, "wrong", "a slip", changes)
    page = client.get(f"{address}/compare").text
    assert "1 difference" in page
    assert "The camp of P0 is not in the photo." in page
    client.post(f"/tables/{look.info.id}/correct/space", data=hidden(page, "/correct/space"))
    assert empty not in desk.service.look(look.info.id).state.play.table.board.camps
