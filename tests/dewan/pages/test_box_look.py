"""My box learns how its tiles look: from a photo of some, or from a map that was looked over; kept with the box."""

import pytest
from flask.testing import FlaskClient

from companion.dewan.box import BoxKeeping, BoxState
from companion.dewan.boxes import learned_in
from companion.dewan.formats.look import read_look, write_look
from companion.dewan.pages.photo.swatches import rgb_of
from companion.formats.faults import BadInput
from companion.service.files import export_log, import_log
from companion.web.backend import Backend
from tests.dewan.pages.test_table_screen import hidden
from tests.web.photos import box_of, form_with, outcome, photo, read, table_of, truth_of

LOOK = {"format": "dewan-look/1", "terrains": {"forest": {"lab": [46.0, -24.0, 22.0], "spread": [6, 5, 5], "seen": 7}}}


def waited(client: FlaskClient, box_id: str, address: str) -> str:
    outcome(client.application.extensions["photo_jobs"], box_id, address.rpartition("/")[2])
    return client.get(address).text


def test_a_map_that_was_looked_over_teaches_the_box(client: FlaskClient, backend: Backend) -> None:
    look = table_of(backend, "easy_3")
    box_id = str(look.state.box)
    address = read(client, look, photo("easy_3"))
    fields = hidden(client.get(address).text, "/accept")
    assert client.post(f"{address}/accept", data={**fields, "learn": "on"}).status_code == 303
    client.application.extensions["photo_jobs"]._hands.shutdown()  # what was begun is finished
    learned = read_look(learned_in(backend, box_id)).terrains
    # A camp hides its space, so nothing is learned from there.
    truth = truth_of("easy_3")
    covered = {tuple(camp["at"]) for camp in truth["camps"]}
    free = {space["terrain"] for space in truth["hexes"] if (space["q"], space["r"]) not in covered}
    assert set(learned) == free - {"volcano"}
    # Hue tells them apart: forest leans to green, badlands to red.
    if {"forest", "badlands"} <= set(learned):
        assert learned["forest"].lab[1] < learned["badlands"].lab[1]
    page = client.get(f"/box/{box_id}/look").text
    client.post(f"/box/{box_id}/undo", data=hidden(page, "/undo"))
    assert learned_in(backend, box_id) is None, "and taken back like anything else typed into the box"


def test_a_photo_of_some_tiles_teaches_them(client: FlaskClient, backend: Backend) -> None:
    box = box_of("easy_3")
    box_id = backend.service.create("dewan-box", {"box": box}).info.id
    here = f"/box/{box_id}/look"
    token = hidden(client.get(here).text, "/look")["csrf_token"]
    body, kind = form_with(token, photo("easy_3"))
    answer = client.post(here, data=body, content_type=kind)
    assert answer.status_code == 422
    assert "Say which tiles" in answer.text
    ids = [tile["id"] for tile in truth_of("easy_3")["tiles"]]
    body, kind = form_with(token, photo("easy_3"), tile=ids)
    answer = client.post(here, data=body, content_type=kind)
    page = waited(client, box_id, answer.headers["Location"])
    assert "Learned from this photo" in page
    client.post(answer.headers["Location"], data=hidden(page, "/look/"))
    assert "forest" in read_look(learned_in(backend, box_id)).terrains
    page = client.get(here).text
    client.post(f"{here}/forget", data=hidden(page, "/forget"))
    assert learned_in(backend, box_id) is None


def test_a_picture_without_those_tiles_teaches_nothing(client: FlaskClient, backend: Backend) -> None:
    box_id = backend.service.create("dewan-box", {"box": box_of("none_0")}).info.id
    here = f"/box/{box_id}/look"
    token = hidden(client.get(here).text, "/look")["csrf_token"]
    body, kind = form_with(token, photo("none_0"), tile=[box_of("none_0")["tiles"][0]["id"]])
    answer = client.post(here, data=body, content_type=kind)
    assert "could not be made out" in waited(client, box_id, answer.headers["Location"])
    assert client.get("/box/demo/look").status_code == 200
    assert client.post("/box/demo/look", data={"csrf_token": token}).status_code == 404


def test_the_look_goes_with_the_box_and_survives_typing_snapshots_and_files(backend: Backend) -> None:
    made = backend.service.create("dewan-box", {"box": box_of("easy_3")})
    look = backend.service.record(made.info.id, 0, "look", "look", {"look": LOOK}).look
    edit = {"what": "name", "changes": [{"op": "replace", "path": "/name", "value": "Ours"}]}
    state = backend.service.record(made.info.id, look.seq, "name", "edit", edit).look.state
    assert isinstance(state, BoxState)
    assert (state.box.name, state.look) == ("Ours", LOOK)
    keeping = BoxKeeping()
    assert keeping.restore(keeping.snapshot(state)) == state
    bare = BoxState(state.box)
    assert keeping.restore(keeping.snapshot(bare)) == bare
    brought = import_log(backend.service, export_log(backend.service, made.info.id))
    assert brought.state == state


@pytest.mark.parametrize(
    "broken",
    [
        {"format": "dewan-look/4", "terrains": {}},
        {"format": "dewan-look/1"},
        {"format": "dewan-look/1", "terrains": {"sea": {"lab": [1, 2, 3], "spread": [1, 1, 1]}}},
        {"format": "dewan-look/1", "terrains": {"forest": {"lab": [1, 2], "spread": [1, 1, 1]}}},
        {"format": "dewan-look/1", "terrains": {"forest": {"lab": [1, 2, "3"], "spread": [1, 1, 1]}}},
        {"format": "dewan-look/1", "terrains": {"forest": {"lab": [1, 2, 999], "spread": [1, 1, 1]}}},
        {"format": "dewan-look/1", "terrains": {"forest": {"lab": [1, 2, 3], "spread": [0, 1, 1]}}},
        {"format": "dewan-look/1", "terrains": {"forest": {"lab": [1, 2, float("nan")], "spread": [1, 1, 1]}}},
        [],
    ],
)
def test_a_broken_look_is_refused(backend: Backend, broken: object) -> None:
    with pytest.raises(BadInput):
        read_look(broken)
    made = backend.service.create("dewan-box", {"box": box_of("easy_3")})
    with pytest.raises(BadInput):
        backend.service.record(made.info.id, 0, "look", "look", {"look": broken})


def test_colours_come_out_as_a_screen_shows_them() -> None:
    """Known pairs of CIE Lab and sRGB."""
    assert read_look(LOOK) == read_look(write_look(read_look(LOOK)))
    assert (rgb_of((0.0, 0.0, 0.0)), rgb_of((100.0, 0.0, 0.0))) == ("#000000", "#ffffff")
    assert rgb_of((53.24, 80.09, 67.2)) == "#ff0000"
