"""The table screen over HTTP, without a browser: everything works by links and forms alone."""

import html
import re
from dataclasses import replace

import pytest
from flask.testing import FlaskClient

from companion.dewan.demo import demo_box
from companion.dewan.pages.choosing import cards_left
from companion.dewan.rules.words import Terrain
from companion.service.files import import_log
from companion.web.backend import Backend
from tests.golden_files import golden_logs, read
from tests.web.tables import Hand, new_table


def hidden(page: str, form: str) -> dict[str, str]:
    """The hidden fields of the first form that holds ``form``."""
    found = next(one for one in re.findall(r"<form.*?</form>", page, re.S) if form in one)
    return {
        name: html.unescape(value)
        for name, value in re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)">', found)
    }


def ready(backend: Backend, scenario: str = "base", players: int = 3) -> Hand:
    hand = Hand(backend, new_table(backend, scenario, players))
    hand.tell_all()
    hand.choose_first_stories()
    return hand


def test_taking_two_cards_needs_one_link_and_two_cards(client: FlaskClient, backend: Backend) -> None:
    hand = ready(backend)
    here = f"/tables/{hand.look.info.id}"
    first = client.get(f"{here}?take=2").text
    assert "Which card came first?" in first
    second = client.get(f"{here}?take=2&came=desert%3Aberry").text
    assert "And the second one?" in second
    fields = hidden(second, "desert:fire")
    answer = client.post(f"{here}/record", data=fields)
    assert (answer.status_code, answer.headers["Location"]) == (303, here)
    state = backend.service.look(hand.look.info.id).state
    assert [str(card) for card in state.play.table.player("Jonas").hand] == [
        str(card) for card in hand.play.table.row[1:3]
    ]
    assert [str(card) for card in state.play.table.row[1:3]] == ["desert:berry", "desert:fire"]


def test_the_same_button_pressed_twice_records_once(client: FlaskClient, backend: Backend) -> None:
    hand = ready(backend)
    here = f"/tables/{hand.look.info.id}"
    fields = hidden(client.get(f"{here}?take=2").text, "Not now")
    for _ in range(2):
        assert client.post(f"{here}/record", data=fields).status_code == 303
    assert backend.service.look(hand.look.info.id).seq == hand.look.seq + 1


def test_somebody_else_was_quicker_and_is_told(client: FlaskClient, backend: Backend) -> None:
    hand = ready(backend)
    here = f"/tables/{hand.look.info.id}"
    fields = hidden(client.get(f"{here}?take=2").text, "Not now")
    hand.take(4)
    answer = client.post(f"{here}/record", data=fields)
    assert answer.status_code == 409
    assert "In the meantime someone recorded" in answer.text
    assert "Jonas took 2 cards" in answer.text
    assert backend.service.look(hand.look.info.id).seq == hand.look.seq


def test_undo_says_what_it_takes_back_and_redo_brings_it_again(client: FlaskClient, backend: Backend) -> None:
    hand = ready(backend)
    here = f"/tables/{hand.look.info.id}"
    hand.take()
    page = client.get(here).text
    assert "Jonas took 2 cards" in page
    client.post(f"{here}/undo", data=hidden(page, "/undo"))
    page = client.get(here).text
    assert backend.service.look(hand.look.info.id).state.play.next.player == "Jonas"
    client.post(f"{here}/redo", data=hidden(page, "/redo"))
    assert backend.service.look(hand.look.info.id).state.play.next.player == "Inês"


def test_a_space_nobody_may_settle_says_why_and_can_be_recorded_all_the_same(
    client: FlaskClient, backend: Backend
) -> None:
    hand = ready(backend)
    board = hand.play.table.board
    water = next(at for at, ground in board.ground.items() if ground == "water")
    here = f"/tables/{hand.look.info.id}"
    page = client.get(f"{here}?to={water.q},{water.r}").text
    assert "Not there" in page
    assert "D-ROUTE-02" in page
    client.post(f"{here}/record", data=hidden(page, "place-camp"))
    assert "against D-ROUTE-02" in client.get(f"{here}/history").text


@pytest.mark.parametrize(
    "form",
    [
        {},
        {"seen": "x", "id": "a", "kind": "action", "body": "{}"},
        {"seen": "0", "id": "", "kind": "action", "body": '{"do":"pass","player":"Jonas"}'},
        {"seen": "5", "id": "a", "kind": "action", "body": "["},
        {"seen": "5", "id": "a", "kind": "action", "body": "[]"},
        {"seen": "5", "id": "a", "kind": "nonsense", "body": "{}"},
        {"seen": "5", "id": "a", "kind": "action", "body": '{"do":"pass","player":"Nobody"}'},
        {"seen": "5", "id": "a", "kind": "action", "body": '{"do":"place-camp","player":"Jonas","to":[900,900]}'},
        {"seen": "5", "id": "a" * 5000, "kind": "action", "body": '{"do":"pass","player":"Jonas"}'},
    ],
)
def test_a_form_that_is_not_right_is_answered_and_changes_nothing(
    client: FlaskClient, backend: Backend, form: dict[str, str]
) -> None:
    hand = ready(backend)
    here = f"/tables/{hand.look.info.id}"
    token = hidden(client.get(here).text, "/undo")["csrf_token"]
    answer = client.post(f"{here}/record", data={**form, "csrf_token": token})
    assert answer.status_code in (409, 422)
    assert 'role="alert"' in answer.text
    assert backend.service.look(hand.look.info.id).seq == hand.look.seq


@pytest.mark.parametrize(
    "query", ["?take=99", "?take=x", "?to=1", "?to=a,b", "?to=999999999999,1", "?came=xx", "?story=-4"]
)
def test_an_address_that_makes_no_sense_shows_the_table(client: FlaskClient, backend: Backend, query: str) -> None:
    hand = ready(backend)
    answer = client.get(f"/tables/{hand.look.info.id}{query}")
    assert answer.status_code == 200
    assert "Take 2 cards" in answer.text


def test_a_table_that_is_not_there(client: FlaskClient) -> None:
    answer = client.get("/tables/nowhere")
    assert answer.status_code == 404
    assert "Traceback" not in answer.text


def test_an_earlier_moment_can_be_looked_at_and_not_changed(client: FlaskClient, backend: Backend) -> None:
    hand = ready(backend)
    before = hand.look.seq
    hand.take()
    page = client.get(f"/tables/{hand.look.info.id}/at/{before}").text
    assert "Back to the present" in page
    assert "/record" not in page


def test_files_of_the_table_come_back_in(client: FlaskClient, backend: Backend) -> None:
    hand = ready(backend)
    record = client.get(f"/tables/{hand.look.info.id}/table.json")
    assert record.json["format"] == "dewan-table/1"
    assert "attachment" in record.headers["Content-Disposition"]
    assert client.get(f"/tables/{hand.look.info.id}/log.json").json["format"] == "companion-log/1"


def test_a_hidden_card_is_on_no_page_of_the_shared_screen(client: FlaskClient, backend: Backend) -> None:
    hand = ready(backend)
    secret = "badlands/desert"
    hand.record("action", {"do": "tell-cards", "player": "Jonas", "cards": [secret]})
    for path in ("", "/history", f"/at/{hand.look.seq}", "/table.json", "/log.json"):
        assert secret not in client.get(f"/tables/{hand.look.info.id}{path}").text, path


def test_a_story_tile_is_found_by_what_it_shows(client: FlaskClient, backend: Backend) -> None:
    hand = Hand(backend, new_table(backend))
    here = f"/tables/{hand.look.info.id}?story=2"
    every, some = client.get(here).text, client.get(f"{here}&need=forest&need=forest").text
    wanted = [story for story in demo_box().stories if story.needs.get(Terrain.FOREST, 0) >= 2]
    assert every.count("story-button compact") == len(demo_box().stories)
    assert some.count("story-button compact") == len(wanted)
    assert "Story tile 2 of the row" in some


def test_a_story_tile_in_no_box_is_tapped_together(client: FlaskClient, backend: Backend) -> None:
    hand = Hand(backend, new_table(backend))
    here = f"/tables/{hand.look.info.id}"
    page = client.get(f"{here}?story=2{'&need=forest' * 5}&points=5").text
    assert "No such tile in this box" in page
    fields = hidden(page, "Record with 1 Fire")
    assert client.post(f"{here}/record", data=fields).status_code == 303
    play = backend.service.look(hand.look.info.id).state.play
    (story,) = [story for player in play.table.players for story in player.stories]
    assert (dict(story.needs), story.points, story.fire) == ({"forest": 5}, 5, 1)


def test_only_cards_are_offered_that_may_still_turn_up(client: FlaskClient, backend: Backend) -> None:
    hand = ready(backend)
    one = next(card for card, number in demo_box().cards.items() if number == 1 and len(card.halves) == 1)
    address = f"/tables/{hand.look.info.id}?tell=1"
    spelled = html.escape(f'"{one}"').replace("&quot;", "&#34;")
    hand.record("correction", {"changes": [{"do": "set-row", "row": ["untold"] * 6}]})
    assert spelled in client.get(address).text
    hand.record("correction", {"changes": [{"do": "set-hand", "player": "Mara", "hand": [str(one)]}]})
    assert spelled not in client.get(address).text


def test_a_box_without_cards_offers_every_terrain_and_pair(client: FlaskClient, backend: Backend) -> None:
    play = ready(backend).play
    bare = replace(demo_box(), cards={})
    assert {len(card.halves) for card in cards_left(bare, play)} == {1, 2}
    assert len(cards_left(bare, play)) == 15


def test_who_begins_is_announced_before_the_first_entry(client: FlaskClient, backend: Backend) -> None:
    hand = Hand(backend, new_table(backend))
    here = f"/tables/{hand.look.info.id}"
    assert "Jonas begins" in client.get(here).text
    hand.tell_all()
    hand.choose_first_stories()
    assert "Jonas begins" in client.get(here).text
    hand.take(1, "desert:berry", "desert:fire")
    assert "Jonas begins" not in client.get(here).text


def test_who_was_drawn_by_lot_is_said_to_be(client: FlaskClient, backend: Backend) -> None:
    table = {"format": "dewan-table/1", "scenario": "base", "players": [{"name": name} for name in ("Ada", "Bo")]}
    look = backend.service.create("dewan", {"table": table, "row": False, "stories": False})
    first = look.state.play.table.first_player
    page = client.get(f"/tables/{look.info.id}").text
    assert f"Chosen at random: {first} begins!" in page
    assert len(re.findall(r'<span class="drawn">', page)) == 1
    chosen = backend.service.create("dewan", {"table": {**table, "first_player": "Bo"}, "row": False})
    assert "The lot falls" not in client.get(f"/tables/{chosen.info.id}").text


def test_a_completed_story_is_shown_to_everybody(client: FlaskClient, backend: Backend) -> None:
    log = read(next(path for path in golden_logs() if path.stem == "first-player-ends"))
    entries = log["entries"]
    for length in range(len(entries)):  # type: ignore[arg-type]
        look = import_log(backend.service, {**log, "entries": entries[:length]})  # type: ignore[index]
        done = [news for news in look.state.play.news if news.kind == "story-done"]
        if done:
            break
    (news, *_) = done
    story = look.state.play.table.player(news.player).stories[news.number]
    page = client.get(f"/tables/{look.info.id}").text
    moment = re.search(r'data-moment="story-done">.*?<strong>(.*?)</strong>.*?story-points">(\d+)', page, re.S)
    assert moment
    assert moment.groups() == (f"{news.player} has completed a Story tile!", str(story.points))


def test_the_last_round_is_said_large_and_the_end_has_places_and_points(client: FlaskClient, backend: Backend) -> None:
    hand = Hand(backend, new_table(backend, row=False, stories=False))
    here = f"/tables/{hand.look.info.id}"
    hand.record("correction", {"changes": [{"do": "set-off-map", "player": "Jonas", "camps": 7}]})
    hand.record("action", {"do": "place-camp", "player": "Jonas"})
    assert re.search(r'data-moment="final-camp">.*?Last round! Jonas has placed', client.get(here).text, re.S)
    hand.record("correction", {"changes": [{"do": "set-round", "round": 3}, {"do": "end-game"}]})
    page = client.get(here).text
    totals = hand.look.game.scoreboard(hand.look.state).totals
    best = max(totals.values())
    assert re.search(rf'<li value="1"><bdi>\w+</bdi> <strong>{best}</strong></li>', page)
    assert 'data-moment="over"' in page
    assert "Last round!" not in page
    assert f"/games/{hand.look.info.id}/share/pad-wide.png" in page
    assert f"/games/{hand.look.info.id}/share" in page


def test_without_a_map_the_cards_a_camp_cost_are_asked_for_and_leave_the_hand(
    client: FlaskClient, backend: Backend
) -> None:
    seats = [{"name": "Ann"}, {"name": "Bo"}]
    record = {"format": "dewan-table/1", "scenario": "base", "players": seats, "first_player": "Ann"}
    hand = Hand(backend, backend.service.create("dewan", {"table": record, "stories": False}))
    here = f"/tables/{hand.look.info.id}"
    page = client.get(f"{here}?place=1").text
    assert "How many cards did Ann pay?" in page
    client.post(f"{here}/record", data=hidden(page, '<button class="button number">2<'))
    assert backend.service.look(hand.look.info.id).state.play.table.player("Ann").cards_in_hand == 0


def test_empty_places_cannot_be_taken_and_no_card_is_asked_for_that_cannot_come(
    client: FlaskClient, backend: Backend
) -> None:
    hand = ready(backend)
    hand.record("correction", {"reason": "empty", "changes": [{"do": "set-piles", "draw_pile": 0, "discard": 0}]})
    here = f"/tables/{hand.look.info.id}"
    page = client.get(here).text
    assert "?take=" not in page
    client.post(f"{here}/record", data=hidden(page, "Take cards 1 and 2"))
    page = client.get(here).text
    assert "Take cards 1 and 2" not in page
    assert "Take cards 2 and 3" not in page
    assert "Take cards 3 and 4" in page


def test_players_and_piles_answer_when_they_are_tapped(client: FlaskClient, backend: Backend) -> None:
    hand = ready(backend, "volcano")
    hand.take(1)  # Jonas
    here = f"/tables/{hand.look.info.id}"
    page = client.get(here).text
    assert f'href="{here}?who=Jonas"' in page
    peek = client.get(f"{here}?who=Jonas").text
    assert "<h2>Jonas</h2>" in peek
    assert "2 seen, 2 hidden" in peek
    assert 'class="table-actions"' not in peek  # nobody's turn is recorded while somebody else is looked at
    piles = client.get(f"{here}?piles=1").text
    assert "Piles and supply" in piles
    assert "Lava markers" in piles
    assert "<h2>Inês</h2>" in client.get(f"{here}?who=Nobody").text


def test_the_map_says_whether_anybody_could_get_there(client: FlaskClient, backend: Backend) -> None:
    hand = ready(backend)
    water = next(at for at, ground in hand.play.table.board.ground.items() if ground == "water")
    page = client.get(f"/tables/{hand.look.info.id}?who=Mara&to={water.q},{water.r}").text
    assert "Not legal" in page
    assert "D-ROUTE-02" in page
    assert "/record" not in page[page.index('class="table-foot"') :]
