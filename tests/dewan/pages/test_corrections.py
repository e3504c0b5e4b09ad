"""Correct the table: what was typed reaches the record, what does not hold together is refused where it happened."""

from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.dewan.rules.play import Play
from companion.web.app import create_app
from companion.web.backend import Backend
from companion.web.config import WebConfig
from tests.dewan.pages.test_table_screen import hidden
from tests.web.tables import Hand, new_table


@pytest.fixture
def app(backend: Backend, tmp_path: Path) -> Flask:
    return create_app(WebConfig(data_dir=tmp_path, companion=backend, testing=True))


@pytest.fixture
def hand(backend: Backend) -> Hand:
    hand = Hand(backend, new_table(backend, "volcano"))
    hand.tell_all()
    hand.choose_first_stories()
    return hand


def correct(client: FlaskClient, table: Hand, part: str, **form: str) -> tuple[int, str]:
    here = f"/tables/{table.look.info.id}/correct"
    fields = hidden(client.get(here).text, "/piles")
    answer = client.post(f"{here}/{part}", data={**fields, **form}, follow_redirects=True)
    return answer.status_code, answer.text


def now(backend: Backend, hand: Hand) -> Play:
    play: Play = backend.service.look(hand.look.info.id).state.play
    return play


def test_what_a_player_has_is_corrected_and_undone_in_one_step(
    client: FlaskClient, backend: Backend, hand: Hand
) -> None:
    status, _ = correct(
        client,
        hand,
        "player",
        player="Mara",
        berries="4",
        fish="0",
        hidden_cards="1",
        hand="forest:berry, desert/water",
    )
    assert status == 200
    mara = now(backend, hand).table.player("Mara")
    assert (mara.berries, mara.hidden_cards, [str(card) for card in mara.hand]) == (
        4,
        1,
        ["forest:berry", "desert/water"],
    )
    backend.service.undo(hand.look.info.id, hand.look.seq + 1, "back")
    assert now(backend, hand) == hand.play


def test_a_camp_that_is_really_there(client: FlaskClient, backend: Backend, hand: Hand) -> None:
    at = next(at for at, ground in hand.play.table.board.ground.items() if ground == "forest")
    correct(client, hand, "space", at=f"{at.q},{at.r}", camp="Inês", berries="1", marker="")
    board = now(backend, hand).table.board
    assert board.camps[at].player == "Inês"
    assert board.berries[at] == 1


def test_piles_turn_and_tracking(client: FlaskClient, backend: Backend, hand: Hand) -> None:
    correct(client, hand, "piles", draw_pile="3", supply="20", discard="7")
    piles = now(backend, hand).table.piles
    assert (piles.draw, piles.supply, piles.discard) == (3, 20, 7)
    correct(client, hand, "turn", player="Mara", round="5")
    assert (now(backend, hand).next.player, now(backend, hand).round) == ("Mara", 5)
    correct(client, hand, "track", stories="on")
    assert now(backend, hand).table.row is None


@pytest.mark.parametrize(
    ("part", "form"),
    [
        ("player", {"player": "Nobody", "hand": ""}),
        ("player", {"player": "Mara", "berries": "1e9", "hand": ""}),
        ("player", {"player": "Mara", "berries": "-1", "hand": ""}),
        ("player", {"player": "Mara", "hand": "lemon"}),
        ("player", {"player": "Mara", "hand": "forest " * 60}),
        ("space", {"at": "900,900", "camp": "Mara"}),
        ("space", {"at": "x"}),
        ("piles", {"draw_pile": "many"}),
        ("turn", {"player": "Nobody", "round": "1"}),
    ],
)
def test_what_does_not_hold_together_is_refused(
    client: FlaskClient, backend: Backend, hand: Hand, part: str, form: dict[str, str]
) -> None:
    status, page = correct(client, hand, part, **form)
    assert status == 422
    assert "Nothing was changed" in page
    assert backend.service.look(hand.look.info.id).seq == hand.look.seq


def test_saying_what_is_already_recorded_records_nothing(client: FlaskClient, backend: Backend, hand: Hand) -> None:
    _, page = correct(client, hand, "piles", draw_pile="8", supply="35", discard="0")
    assert "That is already what is recorded" in page
    assert backend.service.look(hand.look.info.id).seq == hand.look.seq
