"""A box is handed on as one file and opened elsewhere; two boxes are brought together, differences chosen."""

import json
from dataclasses import replace
from io import BytesIO

import pytest
from flask.testing import FlaskClient

from companion.dewan.box import BoxState
from companion.dewan.demo import demo_box
from companion.dewan.formats.box import write_box
from companion.web.backend import Backend
from tests.dewan.pages.test_table_screen import hidden
from tests.dewan.test_box_pieces import LOOK


def state_of(backend: Backend, box_id: str) -> BoxState:
    state = backend.service.look(box_id).state
    assert isinstance(state, BoxState)
    return state


@pytest.fixture
def half(backend: Backend) -> str:
    """A box with four of the tiles."""
    box = write_box(replace(demo_box(), name="Half", tiles=demo_box().tiles[:4], stories=()))
    return backend.service.create("dewan-box", {"box": box}).info.id


def test_a_box_goes_to_another_device_with_what_was_learned(client: FlaskClient, backend: Backend, half: str) -> None:
    backend.service.record(half, 0, "look", "look", {"look": LOOK})
    page = client.get(f"/box/{half}/share").text
    assert "It holds no pictures" in page
    file = client.get(f"/box/{half}/shared.json")
    assert "attachment" in file.headers["Content-Disposition"]
    token = hidden(client.get("/box").text, "/box/read")["csrf_token"]
    sent = {"csrf_token": token, "file": (BytesIO(file.data), "dewan-shared-box.json")}
    opened = client.post("/box/read", data=sent)
    assert opened.status_code == 303
    other = state_of(backend, opened.headers["Location"].split("/")[2])
    assert other == state_of(backend, half)


def test_a_copy_keeps_what_was_learned(client: FlaskClient, backend: Backend, half: str) -> None:
    backend.service.record(half, 0, "look", "look", {"look": LOOK})
    token = hidden(client.get("/box").text, f"/box/{half}/copy")["csrf_token"]
    copied = client.post(f"/box/{half}/copy", data={"csrf_token": token})
    assert state_of(backend, copied.headers["Location"].split("/")[2]).look == state_of(backend, half).look


def test_two_boxes_are_compared_and_only_what_is_ticked_is_taken(
    client: FlaskClient, backend: Backend, half: str
) -> None:
    whole = backend.service.create("dewan-box", {"box": write_box(replace(demo_box(), name="Whole"))}).info.id
    here = f"/box/{half}/share"
    token = hidden(client.get(here).text, "multipart")["csrf_token"]
    page = client.post(here, data={"csrf_token": token, "box": whole}).text
    wanted = len(demo_box().tiles) - 4 + len(demo_box().stories)
    assert f"{wanted} differences from the box" in page
    assert page.count(" checked") == wanted
    fields = hidden(page, 'name="take"')
    taken = [f"tile:{demo_box().tiles[4].id}", "story:T01"]
    assert client.post(here, data={**fields, "take": taken}).status_code == 303
    box = state_of(backend, half).box
    assert (len(box.tiles), [one.id for one in box.stories]) == (5, ["T01"])
    client.post(f"/box/{half}/undo", data=hidden(client.get(here).text, "/undo"))
    assert len(state_of(backend, half).box.tiles) == 4, "one step back"


def test_a_file_that_is_no_box_is_told_and_nothing_changes(client: FlaskClient, backend: Backend, half: str) -> None:
    here = f"/box/{half}/share"
    token = hidden(client.get(here).text, "multipart")["csrf_token"]
    for broken in (b"", b"{", b"[]", json.dumps({"format": "dewan-shared-box/1", "box": {}}).encode()):
        answer = client.post(here, data={"csrf_token": token, "file": (BytesIO(broken), "x.json")})
        assert answer.status_code == 422, broken
        assert 'class="wrong"' in answer.text
    assert client.post(here, data={"csrf_token": token, "box": "demo"}).status_code == 422
    assert len(state_of(backend, half).box.tiles) == 4
