"""How much a table records, over HTTP: chosen at any moment, undone like anything else."""

import pytest
from flask.testing import FlaskClient

from companion.web.backend import Backend
from tests.dewan.pages.test_table_screen import hidden, ready
from tests.web.tables import Hand, new_table


def change(client: FlaskClient, hand: Hand, way: str, **typed: str) -> int:
    here = f"/tables/{hand.look.info.id}/way"
    fields = hidden(client.get(here).text, "/way")
    status = client.post(here, data={**fields, "way": way, **typed}).status_code
    hand.look = hand.backend.service.look(hand.look.info.id)
    return status


def test_the_menu_leads_to_the_ways_and_one_button_changes_them(client: FlaskClient, backend: Backend) -> None:
    hand = ready(backend, "volcano")
    here = f"/tables/{hand.look.info.id}"
    assert f'href="{here}/way"' in client.get(here).text
    assert change(client, hand, "camps") == 303
    page = client.get(here).text
    assert hand.look.state.way == "camps"
    assert "Story tiles" not in page[page.index('class="panel player-panel"') : page.index('class="table-foot"')]
    assert "From here on, Camps and events are recorded" in client.get(f"{here}/history").text
    client.post(f"{here}/undo", data=hidden(page, "/undo"))
    assert backend.service.look(hand.look.info.id).state.way == "everything"


def test_going_on_with_everything_says_how_many_cards_are_held(client: FlaskClient, backend: Backend) -> None:
    hand = Hand(backend, new_table(backend, way="camps"))
    assert change(client, hand, "everything", **{"cards-0": "4", "cards-1": "x"}) == 422
    assert hand.look.state.way == "camps"
    assert change(client, hand, "everything", **{"cards-0": "4", "cards-2": "7"}) == 303
    assert [player.hidden_cards for player in hand.play.table.players] == [4, 0, 7]


def test_only_the_score_leads_to_the_pad_and_back(client: FlaskClient, backend: Backend) -> None:
    hand = Hand(backend, new_table(backend, way="camps"))
    here = f"/tables/{hand.look.info.id}"
    assert change(client, hand, "score") == 303
    assert client.get(here).headers["Location"].startswith(f"/score/{hand.look.info.id}")
    assert change(client, hand, "camps") == 303
    assert (hand.play.next.kind, hand.play.next.player) == ("turn", "Jonas")


@pytest.mark.parametrize("way", ["", "sometimes", "everything"])
def test_what_is_no_change_is_said_and_records_nothing(client: FlaskClient, backend: Backend, way: str) -> None:
    hand = ready(backend)
    before = hand.look.seq
    assert change(client, hand, way) == 422
    assert hand.look.seq == before


def test_story_tiles_of_a_game_of_camps_are_entered_at_its_end(client: FlaskClient, backend: Backend) -> None:
    hand = Hand(backend, new_table(backend, way="camps"))
    answers = f"/score/{hand.look.info.id}"
    assert client.get(answers).headers["Location"].endswith("/score")  # not while it is played
    hand.record("correction", {"reason": "over", "changes": [{"do": "end-game"}]})
    assert f'href="{answers}"' in client.get(f"/tables/{hand.look.info.id}").text
    assert client.get(answers).status_code == 200


def test_a_table_of_before_there_were_ways_opens_as_it_was(backend: Backend) -> None:
    hand = Hand(backend, new_table(backend, row=False, stories=False))
    assert hand.look.state.way == "everything"
    assert hand.play.table.row is None
    hand.record("track", {"row": True})
    assert len(hand.play.table.row or ()) == 6
    assert [player.hidden_cards for player in hand.play.table.players] == [2, 2, 2]


def test_the_referee_goes_by_any_hand_where_none_is_recorded(client: FlaskClient, backend: Backend) -> None:
    hand = Hand(backend, new_table(backend, way="camps"))
    board = hand.play.table.board
    near = next(at for at in board.camps_of("Mara")[0].neighbours() if board.has(at) and board.ground[at] != "water")
    page = client.get(f"/tables/{hand.look.info.id}/referee?player=Mara&to={near.q},{near.r}").text
    assert 'class="verdict legal"' in page
    page = client.get(f"/tables/{hand.look.info.id}?who=Mara&to={near.q},{near.r}").text
    assert 'class="verdict legal"' in page


def test_an_earlier_moment_leads_nowhere(client: FlaskClient, backend: Backend) -> None:
    hand = ready(backend)
    page = client.get(f"/tables/{hand.look.info.id}/at/{hand.look.seq - 1}").text
    assert "?who=" not in page
