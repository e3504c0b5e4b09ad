"""The share page: everything it offers comes, in the language of the device, to those who may look."""

import html
import io
import json
import re
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient
from PIL import Image
from pypdf import PdfReader

from companion.log.errors import UnknownTable
from companion.web.access.secret_key import house_key
from companion.web.backend import Backend
from tests.dewan.pages.test_table_screen import hidden
from tests.golden_files import FOLDER
from tests.web.past_games import golden
from tests.web.tables import new_table


def expected(name: str) -> dict[str, dict[str, dict[str, int]]]:
    told = json.loads((FOLDER / f"{name}.expected.json").read_text(encoding="utf-8"))
    assert isinstance(told, dict)
    return told


def bgstats_of(page: str) -> dict[str, list[dict[str, object]]]:
    (address,) = re.findall(r'href="(https://app\.bgstatsapp\.com/[^"]*)"', page)
    (data,) = parse_qs(urlsplit(html.unescape(address)).query)["data"]
    told = json.loads(data)
    assert isinstance(told, dict)
    return told


def test_pad_and_game_lead_to_it(client: FlaskClient, backend: Backend) -> None:
    look = golden(backend)
    for page in (f"/tables/{look.info.id}/score", f"/games/{look.info.id}"):
        assert f'href="/games/{look.info.id}/share"' in client.get(page).text


@pytest.mark.parametrize("name", ["base/shared-victory", "team/first-player-ends", "downpour/markers-run-out"])
def test_the_play_handed_over_is_the_one_that_was_played(client: FlaskClient, backend: Backend, name: str) -> None:
    look = golden(backend, name)
    told = bgstats_of(client.get(f"/games/{look.info.id}/share").text)
    scores = expected(name)
    winners = {
        member
        for column in scores["ranking"][0]  # type: ignore[index]
        for member in ([p.name for p in look.state.play.table.players if p.team == column] or [column])
    }
    assert {one["name"] for one in told["players"] if one["winner"]} == winners
    if "teams" not in scores:
        totals = {player: sheet["total"] for player, sheet in scores["players"].items()}
        assert {one["name"]: one["score"] for one in told["players"]} == totals


def test_a_game_of_the_river_is_handed_over_with_the_same_keys(client: FlaskClient, backend: Backend) -> None:
    players = [
        {"name": name, "quick": {"buildings": points}} for name, points in (("Ana", 20), ("Ben", 17), ("Cy", 20))
    ]
    record = {"format": "river-table/1", "players": players, "over": True, "start_player": "Ben"}
    river = backend.service.create("river", {"table": record, "begun": True})
    dewan = bgstats_of(client.get(f"/games/{golden(backend).info.id}/share").text)
    told = bgstats_of(client.get(f"/games/{river.info.id}/share").text)
    assert list(told) == list(dewan)
    assert list(told["game"]) == list(dewan["game"]) == ["name", "sourceGameId", "highestWins", "noPoints"]
    assert {tuple(one) for one in told["players"]} == {tuple(one) for one in dewan["players"]}
    assert [(one["name"], one["winner"], one["startPlayer"], one["score"]) for one in told["players"]] == [
        ("Ana", True, False, 20),
        ("Ben", False, True, 17),
        ("Cy", True, False, 20),
    ]


def test_the_number_at_boardgamegeek_is_remembered_and_checked(client: FlaskClient, backend: Backend) -> None:
    here = f"/games/{golden(backend).info.id}/share"
    fields = hidden(client.get(here).text, 'name="bgg"')
    page = client.post(f"{here}/bgg", data={**fields, "bgg": " 4321 "}, follow_redirects=True).text
    assert bgstats_of(page)["game"]["bggId"] == 4321  # type: ignore[call-overload]
    for wrong in ("", "0", "abc", "-1", "1e3", "9" * 20):
        page = client.post(f"{here}/bgg", data={**fields, "bgg": wrong}, follow_redirects=True).text
        assert "bggId" not in bgstats_of(page)["game"]


def test_every_file_comes_as_what_it_is(client: FlaskClient, backend: Backend) -> None:
    here = f"/games/{golden(backend).info.id}/share"
    kinds = {
        "pad-wide.png": "image/png",
        "pad-square.png": "image/png",
        "pad.pdf": "application/pdf",
        "pad.csv": "text/csv; charset=utf-8",
        "summary.txt": "text/plain; charset=utf-8",
        "play.bgsplay": "application/octet-stream",
    }
    for name, kind in kinds.items():
        answer = client.get(f"{here}/{name}")
        assert (answer.status_code, answer.headers["Content-Type"]) == (200, kind)
        assert re.search(r'filename="dewan-2026-\d\d-\d\d\.\w+(\.png)?"', answer.headers["Content-Disposition"])
    assert Image.open(io.BytesIO(client.get(f"{here}/pad-wide.png").data)).size == (1200, 630)
    assert client.get(f"{here}/pad-round.png").status_code == 404


@pytest.mark.parametrize(
    ("language", "said"), [("en", "wins with"), ("de", "gewinnt mit"), ("fr", "gagne avec"), ("pt", "vence com")]
)
def test_everything_in_the_language_of_the_device(
    client: FlaskClient, backend: Backend, language: str, said: str
) -> None:
    here = f"/games/{golden(backend, Alix='Inês').info.id}/share"
    asked = {"Accept-Language": language}
    assert said in client.get(f"{here}/summary.txt", headers=asked).text
    text = PdfReader(io.BytesIO(client.get(f"{here}/pad.pdf", headers=asked).data)).pages[0].extract_text()
    assert said in text
    assert "Inês" in text
    assert client.get(here, headers=asked).text.count(said) >= 2


def test_a_name_no_font_has_is_told_by_the_seat(client: FlaskClient, backend: Backend) -> None:
    here = f"/games/{golden(backend, Alix='Мара').info.id}/share"
    text = PdfReader(io.BytesIO(client.get(f"{here}/pad.pdf").data)).pages[0].extract_text()
    assert "Player 1" in text
    assert "Мара" in client.get(f"{here}/summary.txt").text


def test_the_host_gives_a_guest_a_way_to_look(
    client: FlaskClient, backend: Backend, app: Flask, tmp_path: Path
) -> None:
    look = golden(backend)
    # Who calls the machine by its name on the network is its owner with the key alone.
    key = f"/join/{house_key(tmp_path)}"
    client.get(key, base_url="http://192.168.7.7:8000", follow_redirects=True)
    here = f"/games/{look.info.id}/share"
    # From a loopback address a guest could not come back: ask as the network calls the machine.
    page = client.get(here, base_url="http://192.168.7.7:8000").text
    found = re.search(r'href="http://192\.168\.7\.7:8000(/join/[^"]+)"', page)
    assert found
    away = {"REMOTE_ADDR": "192.168.7.20"}
    guest = app.test_client()
    assert guest.get(f"/games/{look.info.id}", environ_base=away).status_code == 404
    guest.get(found[1], environ_base=away, follow_redirects=True)
    assert guest.get(f"/games/{look.info.id}", environ_base=away).status_code == 200
    assert "/join/" not in guest.get(here, environ_base=away, base_url="http://192.168.7.7:8000").text


def test_without_pillow_nothing_is_offered_that_cannot_be_drawn(
    client: FlaskClient, backend: Backend, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A pack comes without it: the page of the game can be printed instead."""
    monkeypatch.setattr("companion.web.pages.share.find_spec", lambda name: None)
    table = golden(backend).info.id
    page = client.get(f"/games/{table}/share").text
    assert "A Companion on a server draws both." in page
    assert not re.search(r"pad[^\"]*\.(png|pdf)", page)
    assert client.get(f"/games/{table}/share/pad.pdf").status_code == 404
    assert "data-print" in client.get(f"/games/{table}").text


def test_a_game_under_way_says_how_it_stands(client: FlaskClient, backend: Backend) -> None:
    look = new_table(backend)
    assert "so far; the game is not over yet" in client.get(f"/games/{look.info.id}/share/summary.txt").text.lower()


def test_no_such_game(client: FlaskClient, backend: Backend) -> None:
    assert client.get("/games/nothing/share").status_code == 404
    with pytest.raises(UnknownTable):
        backend.playbacks.course("nothing")
