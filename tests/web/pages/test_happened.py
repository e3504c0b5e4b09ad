"""What happened at a table: each entry says where and what, and can be changed, taken out and gone back to."""

import html
import re

from flask.testing import FlaskClient

from companion.dewan.rules import game
from companion.rules.hexes import Hex
from companion.web.backend import Backend
from tests.dewan.pages.test_table_screen import hidden, ready
from tests.web.tables import Hand


def with_camp(backend: Backend) -> tuple[Hand, Hex, Hex]:
    """Jonas placed a camp on the first of two spaces; then everybody took two cards."""
    hand = ready(backend)
    routes = game.find_routes(hand.play.table, "Jonas", list(hand.play.table.row))  # whatever cards there are
    first, other = routes[0].to, routes[1].to
    hand.record("action", {"do": "place-camp", "player": "Jonas", "to": [first.q, first.r]})
    hand.take(2)
    hand.take(3)
    return hand, first, other


def said(client: FlaskClient, hand: Hand, entry: int | None = None) -> str:
    answer = client.get(f"/tables/{hand.look.info.id}/history" + (f"?entry={entry}" if entry else ""))
    assert answer.status_code == 200
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]+>", " ", answer.text)))


def test_each_entry_says_where_and_with_what(client: FlaskClient, backend: Backend) -> None:
    hand, first, _ = with_camp(backend)
    ground = hand.play.table.board.ground[first]
    text = said(client, hand)
    assert re.search(rf"Jonas placed a Camp {str(ground).title()}, row \d+, place \d+", text)
    cards = [str(card).partition(":")[0].title() for card in hand.play.table.player("Inês").hand]
    assert cards
    assert all(card in text for card in cards)


def test_an_entry_is_shown_on_the_map(client: FlaskClient, backend: Backend) -> None:
    hand, _, _ = with_camp(backend)
    camp = hand.look.seq - 2
    shown = client.get(f"/tables/{hand.look.info.id}/history?entry={camp}").text
    assert 'class="chosen"' in shown
    assert 'class="chosen"' not in client.get(f"/tables/{hand.look.info.id}/history").text


def test_a_camp_is_recorded_elsewhere_and_everything_after_it_stays(client: FlaskClient, backend: Backend) -> None:
    hand, first, other = with_camp(backend)
    here, camp = f"/tables/{hand.look.info.id}", hand.look.seq - 2
    page = client.get(f"{here}/change/{camp}?to={other.q},{other.r}").text
    assert f"Changing entry {camp}." in page
    fields = hidden(page, "place-camp")
    answer = client.post(f"{here}/change/{camp}", data=fields)
    assert (answer.status_code, answer.headers["Location"]) == (303, f"{here}/history?entry={camp}")
    play = backend.service.look(hand.look.info.id).state.play
    assert other in play.table.board.camps
    assert first not in play.table.board.camps
    assert len(play.table.player("Inês").hand) == 2
    assert "changed later" in said(client, hand)


def test_an_entry_is_taken_out_and_put_back(client: FlaskClient, backend: Backend) -> None:
    hand, first, _ = with_camp(backend)
    here, camp = f"/tables/{hand.look.info.id}", hand.look.seq - 2
    for action, stands in (("out", False), ("in", True)):
        fields = hidden(client.get(f"{here}/history?entry={camp}").text, f"/history/{camp}/{action}")
        assert client.post(f"{here}/history/{camp}/{action}", data=fields).status_code == 303
        assert (first in backend.service.look(hand.look.info.id).state.play.table.board.camps) is stands
    assert backend.service.look(hand.look.info.id).state.play == hand.look.state.play


def test_going_back_to_an_entry_undoes_what_came_after_it(client: FlaskClient, backend: Backend) -> None:
    hand, first, _ = with_camp(backend)
    here, camp = f"/tables/{hand.look.info.id}", hand.look.seq - 2
    fields = hidden(client.get(f"{here}/history?entry={camp}").text, 'name="to"')
    assert client.post(f"{here}/undo", data=fields).status_code == 303
    play = backend.service.look(hand.look.info.id).state.play
    assert first in play.table.board.camps
    assert play.next.player == "Inês"
    assert not play.table.player("Inês").hand


def test_what_no_longer_fits_says_so_in_words(client: FlaskClient, backend: Backend) -> None:
    hand, _, other = with_camp(backend)
    hand.record("action", {"do": "place-camp", "player": "Jonas", "to": [other.q, other.r]})
    here, camp = f"/tables/{hand.look.info.id}", hand.look.seq - 3
    fields = hidden(client.get(f"{here}/change/{camp}?to={other.q},{other.r}").text, "place-camp")
    client.post(f"{here}/change/{camp}", data=fields)
    text = said(client, hand)
    assert "no longer fits" in text
    assert "table." not in text


def test_an_entry_that_does_not_stand_cannot_be_changed(client: FlaskClient, backend: Backend) -> None:
    hand, _, _ = with_camp(backend)
    assert client.get(f"/tables/{hand.look.info.id}/change/99").status_code == 404
    assert client.get(f"/tables/{hand.look.info.id}/change/0").status_code == 404


def test_a_correction_says_what_it_was_about(client: FlaskClient, backend: Backend) -> None:
    hand, first, _ = with_camp(backend)
    changes = [{"do": "remove-camp", "at": [first.q, first.r]}, {"do": "set-round", "round": 4}]
    hand.record("correction", {"changes": changes})
    text = said(client, hand)
    assert re.search(r"Corrected, no reason given No Camp: .*, row \d+, place \d+ Round 4", text)
