"""Past games: what is listed and found, what a game's page says, and its replay without scripts."""

import io
import json
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.dewan.demo import demo_box_json
from companion.river.demo import river_demo_box
from companion.river.formats.box import write_river_box
from companion.service.files import export_log
from companion.service.people import PEOPLE
from companion.web.backend import Backend
from companion.web.paging import A_PAGE
from tests.dewan.pages.test_table_screen import hidden
from tests.golden_files import FOLDER
from tests.looks import every_look
from tests.web.past_games import golden, quick_score
from tests.web.people import Device, network_app
from tests.web.tables import Hand, new_table

RIVER_BOX = write_river_box(river_demo_box())


def test_nothing_has_ended_yet(client: FlaskClient, backend: Backend) -> None:
    new_table(backend)  # one that is still played
    assert "No finished games yet" in client.get("/games").text


def test_recorded_scored_and_imported_games_are_listed_with_their_points(client: FlaskClient, backend: Backend) -> None:
    look, quick = golden(backend), quick_score(backend, "Friday", Mara=41, Jonas=38)
    page = client.get("/games").text
    expected = json.loads((FOLDER / "base" / "first-player-ends.expected.json").read_text(encoding="utf-8"))
    for sheet in expected["players"].values():
        assert f'<b class="points">{sheet["total"]}</b>' in page
    assert f'href="/games/{quick.info.id}"' in page
    assert f'href="/games/{look.info.id}"' in page
    assert "Quick score" in page
    assert "2 games" in page


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("q=friday", {"Friday"}),
        ("q=MARA", {"Friday", "Saturday"}),
        ("q=mara+sat", {"Saturday"}),
        ("q=nobody", set()),
        ("count=3", {"Saturday"}),
        ("player=jonas", {"Friday"}),
        ("game=river", set()),
        ("scenario=base", {"Friday", "Saturday"}),
        ("year=1999", set()),
        ("page=999999", {"Friday", "Saturday"}),
        ("page=-1&count=x", set()),
    ],
)
def test_search_and_filters(client: FlaskClient, backend: Backend, query: str, found: set[str]) -> None:
    quick_score(backend, "Friday", Mara=41, Jonas=38)
    quick_score(backend, "Saturday", Mara=30, Inês=38, Väinö=2)
    page = client.get(f"/games?{query}").text
    assert {title for title in ("Friday", "Saturday") if f">{title}<" in page} == found


def test_pages_of_a_long_list(client: FlaskClient, backend: Backend) -> None:
    for number in range(A_PAGE + 1):
        quick_score(backend, f"Evening {number}", Mara=number + 1, Jonas=1)
    first, second = client.get("/games").text, client.get("/games?page=2").text
    assert first.count("game-card") == A_PAGE
    assert second.count("game-card") == 1
    assert 'href="/games?page=2"' in first


def test_a_result_follows_the_table(client: FlaskClient, backend: Backend) -> None:
    look = quick_score(backend, "Friday", Mara=41, Jonas=38)
    client.get("/games")
    backend.service.record(look.info.id, look.seq, "more", "score", {"column": "Jonas", "row": "berries", "points": 8})
    assert '<b class="points">46</b>' in client.get("/games").text
    backend.service.undo(look.info.id, look.seq + 1, "back")
    backend.service.undo(look.info.id, look.seq + 2, "further-back")  # the game is not over any more
    assert "No finished games yet" in client.get("/games").text


def test_a_games_page_tells_pad_race_routes_and_events(client: FlaskClient, backend: Backend) -> None:
    look = golden(backend, "downpour/first-player-ends")
    page = client.get(f"/games/{look.info.id}").text
    expected = json.loads((FOLDER / "downpour" / "first-player-ends.expected.json").read_text(encoding="utf-8"))
    winner = expected["ranking"][0][0]
    assert f"{winner} wins with {expected['players'][winner]['total']} points" in page
    for text in ("Score race", "Route lengths", "What happened", "placed a marker", "The numbers"):
        assert text in page
    assert page.count('class="stroke"') == 2 * 3  # drawn for wide and for narrow screens


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("base/hand-cards-decide", "more cards in hand"),
        ("base/shared-victory", "the victory is shared"),
        ("team/first-player-ends", " + "),
    ],
)
def test_it_says_why_somebody_won(client: FlaskClient, backend: Backend, name: str, said: str) -> None:
    assert said in client.get(f"/games/{golden(backend, name).info.id}").text


def test_photos_that_were_kept_are_shown(client: FlaskClient, backend: Backend) -> None:
    look = golden(backend)
    here = f"/games/{look.info.id}"
    assert "game-photos" not in client.get(here).text
    kept = backend.albums.keep(look.info.id, b"\xff\xd8 a photo", "2026-11-16T20:00:00Z")
    assert f'src="/tables/{look.info.id}/photo/kept/{kept.name}"' in client.get(here).text


def test_a_quick_score_has_no_course_to_draw(client: FlaskClient, backend: Backend) -> None:
    page = client.get(f"/games/{quick_score(backend, Mara=41, Jonas=38).info.id}").text
    assert "Only the final result of this game is known" in page


def test_a_game_under_way_can_be_looked_at_as_well(client: FlaskClient, backend: Backend) -> None:
    hand = Hand(backend, new_table(backend))
    hand.choose_first_stories()
    hand.take()
    assert client.get(f"/games/{hand.look.info.id}").status_code == 200
    assert "took 2 cards" in client.get(f"/games/{hand.look.info.id}/replay?step=4").text


@pytest.mark.parametrize("address", ["/games/nothing", "/games/nothing/replay"])
def test_no_such_game(client: FlaskClient, address: str) -> None:
    assert client.get(address).status_code == 404


def test_the_book_of_people_is_no_game(client: FlaskClient, backend: Backend) -> None:
    backend.people.opened()
    assert client.get(f"/games/{PEOPLE}").status_code == 404
    assert client.get(f"/games/{PEOPLE}/replay").status_code == 404


def test_the_other_game_is_told_in_the_same_way(client: FlaskClient, backend: Backend) -> None:
    players = [{"name": "Ana", "quick": {"buildings": 20}}, {"name": "Ben", "quick": {"buildings": 17}}]
    record = {"format": "river-table/1", "players": players, "over": True, "start_player": "Ana"}
    look = backend.service.create("river", {"table": record, "begun": True, "title": "By the water"})
    here = f"/games/{look.info.id}"
    listed = client.get("/games?game=river").text
    assert "By the water" in listed
    page = client.get(here).text
    assert "Ana wins with 20 points" in page
    assert "Buildings" in page
    assert client.get(f"{here}/replay").status_code == 200
    assert "The River" in client.get(f"{here}/share/summary.txt").text
    for name in ("pad-square.png", "pad.pdf", "pad.csv", "play.bgsplay"):
        assert client.get(f"{here}/share/{name}").status_code == 200


# --- Replay


def test_replay_goes_step_by_step_with_links(client: FlaskClient, backend: Backend) -> None:
    look = golden(backend)
    here = f"/games/{look.info.id}/replay"
    start = client.get(here).text
    assert "The table is set up" in start
    assert f'href="{here}?step=1"' in start
    last = client.get(f"{here}?step=999").text
    assert "The game is over" in last
    assert f"Step {look.seq} of {look.seq}" in last
    for total in look.game.scoreboard(look.state).totals.values():  # type: ignore[union-attr]
        assert f'<b class="points">{total}</b>' in last


@pytest.mark.parametrize("step", ["-4", "x", "", "1e3", "9" * 30])
def test_a_step_that_is_none_shows_the_nearest(client: FlaskClient, backend: Backend, step: str) -> None:
    assert client.get(f"/games/{golden(backend).info.id}/replay?step={step}").status_code == 200


def test_told_hidden_cards_stay_hidden(client: FlaskClient, backend: Backend) -> None:
    hand = Hand(backend, new_table(backend))
    hand.choose_first_stories()
    for _ in range(3):
        hand.record("action", {"do": "take-cards", "player": hand.play.next.player})
    hand.record("action", {"do": "tell-cards", "player": "Jonas", "cards": ["water:pigment", "forest:artifact"]})
    for step in range(hand.look.seq + 1):
        page = client.get(f"/games/{hand.look.info.id}/replay?step={step}").text
        assert "water:pigment" not in page
        assert "Pigment" not in page.partition('class="replay-picture"')[0]


def test_undone_steps_are_shown_when_asked_for(client: FlaskClient, backend: Backend) -> None:
    look = golden(backend, "base/undo-redo-and-corrections")
    here = f"/games/{look.info.id}/replay"
    assert f"of {look.seq}" not in client.get(here).text
    pages = [client.get(f"{here}?all=1&step={step}").text for step in range(1, look.seq + 1)]
    assert f"of {look.seq}" in pages[0]
    assert any(">undone<" in page for page in pages)


# --- Files


def upload(client: FlaskClient, content: bytes) -> tuple[int, str]:
    fields = hidden(client.get("/games").text, "csrf_token")
    answer = client.post("/games/import", data={**fields, "file": (io.BytesIO(content), "game.json")})
    return answer.status_code, answer.headers.get("Location", answer.text)


def test_a_game_comes_in_from_a_file(client: FlaskClient, backend: Backend) -> None:
    log = export_log(backend.service, golden(backend).info.id)
    status, where = upload(client, json.dumps(log).encode())
    assert status == 303
    assert client.get(where).status_code == 200
    assert len(backend.results()) == 2


@pytest.mark.parametrize(("game", "box"), [("dewan-box", demo_box_json()), ("river-box", RIVER_BOX)])
def test_a_box_is_no_game_to_import(client: FlaskClient, backend: Backend, game: str, box: object) -> None:
    """The box of The River was taken in, and the page it led to was not there."""
    log = export_log(backend.service, backend.service.create(game, {"box": box}).info.id)
    status, _ = upload(client, json.dumps(log).encode())
    assert status == 422


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\xff\xfe",
        b"[]",
        b"{",
        b"{}",
        b'{"format": "companion-log/1", "game": "people", "header": {}, "entries": []}',
    ],
)
def test_a_file_that_is_no_game_is_refused(client: FlaskClient, backend: Backend, content: bytes) -> None:
    status, page = upload(client, content)
    assert status == 422
    assert 'role="alert"' in page
    assert every_look(backend.service) == ()


def test_a_stranger_reads_in_no_log_that_keeps_the_processor_busy(backend: Backend, tmp_path: Path) -> None:
    look = golden(backend)
    log = export_log(backend.service, look.info.id)
    entries = log["entries"]
    assert isinstance(entries, list)
    long = [{**entries[0], "seq": seq, "id": f"e{seq}"} for seq in range(1, 1502)]
    stranger = Device(network_app(backend, tmp_path).test_client())
    before = len(every_look(backend.service))
    file: dict[str, object] = {"file": (io.BytesIO(json.dumps({**log, "entries": long}).encode()), "game.json")}
    answer = stranger.post("/games/import", file)
    assert answer.status_code == 422
    assert "There are more than" in answer.text
    api = stranger.client.post("/api/tables", json={"log": {**log, "entries": long}})
    assert api.status_code == 422
    assert len(every_look(backend.service)) == before
