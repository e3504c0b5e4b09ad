"""A map from a photo: sent, read in a process of its own, looked over, corrected, accepted."""

import json
import re
import sys
from io import BytesIO
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from PIL import Image

from companion.log import photos
from companion.rules.hexes import Hex
from companion.service.answers import TableView
from companion.web.backend import Backend
from companion.web.photo.jobs import PhotoJobs
from tests.dewan.pages.test_table_screen import hidden
from tests.web.photos import FAST, finished, form_with, key_of, photo, read, seated, send, table_of, truth_of

stored = pytest.mark.both_databases
"""What a photo leaves behind. That it is refused, read and looked over has nothing to do with where tables are."""


def accepted(client: FlaskClient, backend: Backend, look: TableView, address: str) -> TableView:
    """The map of the photo made the table's, camps and all."""
    seated(client, address)
    answer = client.post(f"{address}/accept", data=hidden(client.get(address).text, "/accept") | {"camps": "on"})
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/tables/{look.info.id}")
    return backend.service.look(look.info.id)


def reading_at(client: FlaskClient, look: TableView, address: str) -> dict[str, Any]:
    jobs = client.application.extensions["photo_jobs"]
    found: dict[str, Any] = jobs.get(look.info.id, key_of(address)).result().reading
    return found


def change(client: FlaskClient, address: str, at: Hex, do: str, value: str = "", **more: str) -> int:
    token = hidden(client.get(address).text, "/accept")["csrf_token"]
    form = {"csrf_token": token, "at": f"{at.q},{at.r}", "do": do, "value": value, **more}
    return client.post(f"{address}/change", data=form).status_code


@stored
def test_a_photo_becomes_the_map(client: FlaskClient, backend: Backend) -> None:
    look = table_of(backend, "easy_0")
    address = read(client, look, photo("easy_0"))
    page = client.get(address).text
    assert "42 spaces found" in page
    assert client.get(f"{address}/picture.jpg").data[:2] == b"\xff\xd8"
    board = accepted(client, backend, look, address).state.play.table.board
    wanted = sorted(space["terrain"] for space in truth_of("easy_0")["hexes"])
    assert sorted(map(str, board.printed.values())) == wanted
    assert board.icons, "the tiles were recognised, so their icons are known"
    assert client.get(address).status_code == 404, "the photo is forgotten"


@stored
def test_a_number_of_a_quick_score_leads_to_the_photo_of_its_map(client: FlaskClient, backend: Backend) -> None:
    look = table_of(backend, FAST, begun=True, mode="quick-score")
    address = read(client, look, photo(FAST))
    form = hidden(client.get(f"{address}?look=1").text, "/accept") | {"camps": "on"}
    assert client.post(f"{address}/accept", data=form).status_code == 303
    name = look.state.play.table.players[0].name
    for row, there in (("groups", True), ("stories", False)):
        why = client.get(f"/tables/{look.info.id}/score?column={name}&row={row}").text
        assert (f"{address}/picture.jpg" in why) == there
    assert "spaces found" in client.get(f"{address}?look=1").text, "what is wrong there can still be put right"


def test_whose_a_starting_tile_is_nobody_guesses(client: FlaskClient, backend: Backend) -> None:
    """Before the first move, with no camps on the map: one tap a seat, the last one follows; or a lot for all."""
    look = table_of(backend, "easy_0", players=3)
    address = read(client, look, photo("easy_0"))
    page = client.get(address).text
    assert "Whose Starting tile is number 1?" in page
    refused = client.post(f"{address}/accept", data=hidden(page, "/accept"))
    assert refused.status_code == 422
    assert "draw lots" in refused.text
    assert not backend.service.look(look.info.id).state.play.table.board.printed
    players = look.state.play.table.players
    taps = 0
    while 'name="seat"' in (page := client.get(address).text):
        wanted = {**hidden(page, 'name="seat"'), "value": players[(taps + 1) % len(players)].color or ""}
        assert client.post(f"{address}/change", data=wanted).status_code == 303
        taps += 1
    assert taps == len(players) - 1
    heights = {tuple(space["at"]): space["centre_px"][1] for space in reading_at(client, look, address)["spaces"]}
    camps = accepted(client, backend, look, address).state.play.table.board.camps
    seats = [camps[at].player for at in sorted(camps, key=lambda at: heights[tuple(at)])]
    assert seats == [*(player.name for player in players[1:]), players[0].name], "from above down"


@stored
def test_a_space_a_tile_and_a_camp_are_corrected_and_taken_back(client: FlaskClient, backend: Backend) -> None:
    look = table_of(backend, FAST)
    address = read(client, look, photo(FAST))
    page = client.get(address).text
    spaces = re.findall(r'data-space="(-?\d+),(-?\d+)" aria-label="[A-Z][a-z]+"', page)
    at = Hex(*map(int, spaces[0]))
    camps = len(truth_of(FAST)["camps"])
    assert f"with {camps} Camps" in page
    palette = client.get(f"{address}?look=1&at={at.q},{at.r}").text
    assert palette.count("palette-key") >= 7 + 1, "a key a ground, and camps"
    assert change(client, address, at, "ground", "lemonade") == 422
    assert change(client, address, at, "camp", "lemonade") == 422
    assert change(client, address, Hex(40, 40), "ground", "desert") == 422
    assert change(client, address, at, "ground", "volcano") == 303
    assert "not in the box" in client.get(address).text
    token = hidden(page, "/accept")["csrf_token"]
    client.post(f"{address}/undo", data={"csrf_token": token})
    assert "not in the box" not in client.get(address).text
    assert change(client, address, at, "camp", look.state.play.table.players[0].color or "") == 303
    assert f"with {camps + 1} Camps" in client.get(address).text
    board = accepted(client, backend, look, address).state.play.table.board
    assert board.camps[at].player == "P0"


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"\xff\xd8\xff", "incomplete|cannot be read|damaged"),
        (b"GIF89a", "This image format cannot be read"),
        (b"%PDF-1.7 named .jpg", "This image format cannot be read"),
        (b"x" * 1000, "This image format cannot be read"),
    ],
)
def test_what_is_no_photo_is_told_in_a_sentence(client: FlaskClient, backend: Backend, data: bytes, told: str) -> None:
    look = table_of(backend, FAST)
    answer = client.get(read(client, look, data))
    assert answer.status_code == 422
    assert re.search(rf'role="alert".*({told})', answer.text)
    assert backend.service.look(look.info.id).seq == 0


def test_a_photo_as_large_as_phones_take_them_comes_through(client: FlaskClient, backend: Backend) -> None:
    """Larger than whatever else is sent here; and one that is too large is told in a sentence."""
    look = table_of(backend, FAST)
    answer = client.get(read(client, look, photo(FAST) + b"\0" * 6_000_000))
    assert "spaces found" in answer.text
    here = f"/tables/{look.info.id}/photo"
    token = hidden(client.get(here).text, "photo")["csrf_token"]
    body, kind = form_with(token, b"x" * 102_000_000)
    answer = client.post(here, data=body, content_type=kind)
    assert answer.status_code == 413
    assert "100 MB" in answer.text


def test_nothing_sent_and_somebody_elses_photo(client: FlaskClient, backend: Backend) -> None:
    look = table_of(backend, FAST)
    here = f"/tables/{look.info.id}/photo"
    token = hidden(client.get(here).text, "photo")["csrf_token"]
    answer = client.post(here, data={"csrf_token": token})
    assert answer.status_code == 422
    assert "No picture was sent" in answer.text
    assert client.get(f"{here}/guessed").status_code == 404


def test_while_it_is_read_the_page_tells_the_stage_and_can_stop_it(
    client: FlaskClient, backend: Backend, app: Flask
) -> None:
    script = 'import sys, time; print(\'{"stage": "spaces"}\', flush=True); time.sleep(600)'
    app.extensions["photo_jobs"] = jobs = PhotoJobs([sys.executable, "-c", script], at_once=1)
    look = table_of(backend, FAST)
    first = send(client, look, b"photo")
    while (job := jobs.get(look.info.id, key_of(first))) is None or job.stage != "spaces":
        Event().wait(0.01)
    page = client.get(first).text
    assert 'class="now" aria-current="step"' in page
    assert page.index("Finding the spaces") < page.index('aria-current="step"') < page.index("Reading terrains")
    second = send(client, look, b"photo")
    assert "1 other photo is read first" in client.get(second).text
    stopped = client.post(f"{first}/cancel", data=hidden(page, "/cancel"))
    assert stopped.headers["Location"] == f"/tables/{look.info.id}/photo"
    assert client.get(first).status_code == 404
    jobs.stop()


@pytest.mark.parametrize(("script", "told"), [("import os; os.abort()", "went wrong"), ("print(1)", "went wrong")])
def test_a_crash_is_told_in_a_sentence(
    client: FlaskClient, backend: Backend, app: Flask, script: str, told: str
) -> None:
    app.extensions["photo_jobs"] = PhotoJobs([sys.executable, "-c", script])
    look = table_of(backend, FAST)
    answer = client.get(read(client, look, b"photo"))
    assert answer.status_code == 422
    assert told in answer.text


def test_no_map_in_the_picture_is_said_and_four_taps_are_offered(client: FlaskClient, backend: Backend) -> None:
    look = table_of(backend, "none_0")
    address = read(client, look, photo("none_0"))
    answer = client.get(address)
    assert (answer.status_code, answer.headers["Location"]) == (303, f"{address}/taps")
    page = client.get(f"{address}/taps").text
    assert "No map was found" in page
    assert "4 more taps" in page
    fields = {key: value for key, value in hidden(page, "/taps").items() if key != "again"}
    # Shown 960 wide, the picture is 1600: a tap beside it makes no sense, one inside is remembered.
    assert client.post(f"{address}/taps", data={**fields, "tap.x": "961", "tap.y": "5"}).status_code == 422
    client.post(f"{address}/taps", data={**fields, "tap.x": "480", "tap.y": "300"})
    page = client.get(f"{address}/taps").text
    assert "3 more taps" in page
    assert 'cx="800.0" cy="500.0"' in page
    client.post(f"{address}/taps", data={"csrf_token": fields["csrf_token"], "again": "1"})
    assert "4 more taps" in client.get(f"{address}/taps").text


def test_four_taps_are_enough(client: FlaskClient, backend: Backend, app: Flask) -> None:
    """A photo of which somebody says where four spaces are is read from there."""
    look = table_of(backend, FAST)
    address = read(client, look, photo(FAST))
    reading = app.extensions["photo_jobs"].get(look.info.id, key_of(address)).result().reading
    middles = {tuple(space["at"]): space["centre_px"] for space in reading["spaces"]}
    spaces = len(middles)
    tile = reading["tiles"][0]["centre"]
    diamond = ((0, 0), (1, 0), (1, -1), (0, 1))
    token = hidden(client.get(address).text, "/accept")["csrf_token"]
    for q, r in diamond:
        x, y = middles[tile[0] + q, tile[1] + r]
        form = {"csrf_token": token, "width": str(reading["size_px"][0]), "tap.x": str(x + 4), "tap.y": str(y - 3)}
        answer = client.post(f"{address}/taps", data=form)
    again = finished(client, look, answer.headers["Location"])
    assert key_of(again) != key_of(address)
    assert f"{spaces} spaces found" in client.get(again).text


@stored
def test_a_photo_in_mid_game_tells_what_differs_and_who_is_right(client: FlaskClient, backend: Backend) -> None:
    look = table_of(backend, "easy_1")
    look = accepted(client, backend, look, read(client, look, photo("easy_1")))
    address = read(client, look, photo("easy_1"))
    answer = client.get(address)
    assert answer.headers["Location"] == f"{address}/compare", "in mid-game a photo is compared"
    assert "agree" in client.get(f"{address}/compare").text
    board = look.state.play.table.board
    empty = next(at for at in sorted(board.printed) if board.is_free(at) and board.ground[at] == "forest")
    added = {"player": "P0", "at": list(empty), "starting": False}
    changes = [{"op": "add", "path": "/table/map/camps/-", "value": added}]
    backend.service.correct(look.info.id, look.seq, "wrong", "a slip", changes)
    page = client.get(f"{address}/compare").text
    assert "1 difference" in page
    assert "The Camp of P0 is not in the photo." in page
    fields = hidden(page, "/compare")

    left = client.post(f"{address}/compare", data={**fields, "right": "record"})
    page = client.get(left.headers["Location"]).text
    assert "Left as recorded" in page
    assert empty in backend.service.look(look.info.id).state.play.table.board.camps
    again = hidden(page, "/compare/undo")["csrf_token"]
    client.post(f"{address}/compare/undo", data={"csrf_token": again, "left": fields["difference"]})

    client.post(
        f"{address}/compare", data={**hidden(client.get(f"{address}/compare").text, "/compare"), "right": "table"}
    )
    assert empty not in backend.service.look(look.info.id).state.play.table.board.camps
    page = client.get(f"{address}/compare").text
    assert "agree" in page
    client.post(f"{address}/compare/undo", data=hidden(page, "/compare/undo"))
    assert empty in backend.service.look(look.info.id).state.play.table.board.camps, "what was corrected undoes"


def kept_photos(tmp_path: Path) -> list[Path]:
    return [path for path in (tmp_path / "photos").rglob("*") if path.is_file()]


@stored
def test_nothing_of_a_photo_is_kept_unless_somebody_says_so(
    client: FlaskClient, backend: Backend, tmp_path: Path
) -> None:
    look = table_of(backend, FAST)
    address = read(client, look, photo(FAST))
    page = client.get(address).text
    assert re.search(r'<input type="checkbox"\s+name="keep">', page), "the choice is there, and not made"
    before = set(tmp_path.rglob("*"))
    accepted(client, backend, look, address)
    assert set(tmp_path.rglob("*")) == before
    assert "No photos are saved" in client.get(f"/tables/{look.info.id}/photo/kept").text


@stored
def test_a_photo_is_kept_bare_shown_and_gone_with_its_table(
    client: FlaskClient, backend: Backend, tmp_path: Path
) -> None:
    look = table_of(backend, FAST)
    address = read(client, look, with_place(photo(FAST)))
    fields = hidden(client.get(address).text, "/accept")
    client.post(f"{address}/accept", data=fields | {"camps": "on", "keep": "on"})
    (kept,) = backend.albums.of(look.info.id)
    page = client.get(f"/tables/{look.info.id}/photo/kept").text
    data = client.get(f"/tables/{look.info.id}/photo/kept/{kept.name}").data
    assert kept.name in page
    assert f"/tables/{look.info.id}/photo/kept" in client.get(f"/tables/{look.info.id}").text, "the table leads there"
    assert PLACE not in data
    assert b"Exif" not in data
    with Image.open(BytesIO(data)) as picture:
        assert not picture.getexif()
    assert "photo" not in json.dumps([line.label.code for line in backend.service.history(look.info.id)])
    assert client.get(f"/tables/{look.info.id}/photo/kept/../../companion.sqlite3").status_code == 404
    backend.service.delete(look.info.id)
    assert kept_photos(tmp_path) == []


@stored
def test_a_kept_photo_can_be_deleted_and_there_is_an_end_to_them(
    client: FlaskClient, backend: Backend, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    look = table_of(backend, FAST)
    monkeypatch.setattr(photos, "MOST_PHOTOS", 1)
    kept = backend.albums.keep(look.info.id, b"\xff\xd8 a photo", "2026-11-17T22:53:00Z")
    assert kept.at == "2026-11-17T22:53:00Z"
    address = read(client, look, photo(FAST))
    fields = hidden(client.get(address).text, "/accept")
    answer = client.post(f"{address}/accept", data=fields | {"keep": "on"})
    assert answer.status_code == 422
    assert "no room for another photo" in answer.text
    assert backend.service.look(look.info.id).seq == 0, "then the map is not recorded either"
    page = client.get(f"/tables/{look.info.id}/photo/kept").text
    client.post(f"/tables/{look.info.id}/photo/kept/{kept.name}/drop", data=hidden(page, "/drop"))
    assert kept_photos(tmp_path) == []
    assert client.get(f"/tables/{look.info.id}/photo/kept/{kept.name}").status_code == 404


PLACE = b"Phone of mine"


def with_place(jpeg: bytes) -> bytes:
    """The photo as a phone takes it: it says where."""
    tags = Image.Exif()
    tags[0x010F] = PLACE.decode()
    tags.get_ifd(0x8825)[2] = (48.0, 8.0, 13.0)
    tagged = BytesIO()
    with Image.open(BytesIO(jpeg)) as picture:
        picture.save(tagged, "JPEG", exif=tags, quality=90)
    assert PLACE in tagged.getvalue()
    return tagged.getvalue()
