"""The map by lot: tiles and turns as drawn, recorded at once; and what a box that is not complete can do."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import pytest
from flask.testing import FlaskClient

from companion.dewan.demo import demo_box
from companion.dewan.formats.box import write_box
from companion.dewan.rules.tiles import TileKind
from companion.web.backend import Backend
from tests.dewan.pages.test_setup import NEW, form
from tests.dewan.pages.test_table_screen import hidden
from tests.web.tables import Hand


@pytest.fixture
def draws(backend: Backend) -> list[tuple[int, int]]:
    """The lot always draws the last ones; what it was asked is written down."""
    asked: list[tuple[int, int]] = []

    def lot(below: int, number: int) -> Sequence[int]:
        asked.append((below, number))
        return range(below - number, below)

    backend.service.lot = lot
    return asked


def box_of(backend: Backend, **parts: object) -> str:
    """A box of its owner's with these parts of the demo box."""
    own = write_box(replace(demo_box(), name="Ours", **parts))
    return backend.service.create("dewan-box", {"box": own}).info.id


@pytest.mark.rule("D-SETUP-02", "D-SETUP-03", "D-SETUP-04")
@pytest.mark.parametrize(
    ("scenario", "players", "special"), [("base", 3, 0), ("team", 4, 0), ("volcano", 2, 1), ("downpour", 4, 1)]
)
def test_tiles_and_turns_are_drawn_and_recorded(
    client: FlaskClient, backend: Backend, draws: list[tuple[int, int]], scenario: str, players: int, special: int
) -> None:
    names = ["Ann", "Bo", "Cy", "Di"][:players]
    typed = {"name": names, "players": str(players), "scenario": scenario, "first": "1"}
    shown = client.post(NEW, data=form(client, **typed, do="create:lot")).headers["Location"]
    look = backend.service.look(shown.split("/")[2])
    (entry,) = backend.service.store.entries(look.info.id)
    laid = entry.body["map"]["tiles"]
    kinds = Counter(demo_box().tile(one["tile"]).kind for one in laid)
    assert kinds[TileKind.STARTING] == kinds[TileKind.NEUTRAL] == players
    assert sum(kinds.values()) == 2 * players + special
    # One draw for the tiles of each kind, one of six for each turn: the last ones, as the lot of this test has it.
    assert Counter(draws) == Counter({(4, players): 1, (6, players): 1, (6, 1): len(laid), (1, 1): special})
    assert {one["rotation"] for one in laid} == {5}
    board = look.state.play.table.board
    assert sorted(camp.player for camp in board.camps.values()) == names
    assert all(count == 2 for count in board.berries.values())
    page = client.get(shown).text
    assert [one["tile"] for one in laid if f">{one['tile']}</text>" not in page] == []
    assert "made up" in page


def test_it_is_drawn_again_until_a_camp_stands_on_it(client: FlaskClient, backend: Backend) -> None:
    shown = client.post(NEW, data=form(client, players="2", first="1", do="create:lot")).headers["Location"]
    table_id = shown.split("/")[2]
    again = hidden(client.get(shown).text, "Draw again")
    for _ in range(2):  # sent twice by a nervous finger, it is one draw
        assert client.post(shown, data=again).headers["Location"] == shown
    assert len(backend.service.store.entries(table_id)) == 2
    look = backend.service.look(table_id)
    hand = Hand(backend, look)
    board, (first, _) = look.state.play.table.board, look.state.play.table.players
    free = next(at for at in sorted(board.printed) if board.is_free(at))
    changes = [{"do": "set-camp", "at": list(free), "player": first.name}]
    hand.record("correction", {"reason": "test", "changes": changes})
    page = client.get(shown).text
    assert "Draw again" not in page
    answer = client.post(shown, data={**again, "id": "later", "seen": str(hand.look.seq)})
    assert answer.status_code == 422
    assert "Camps on the map already" in answer.text


def test_without_a_layout_of_its_own_a_box_is_laid_out_as_ours(client: FlaskClient, backend: Backend) -> None:
    box_id = box_of(backend, layouts=(), cards={}, stories=())
    shown = client.post(NEW, data=form(client, box=box_id, do="create:lot")).headers["Location"]
    page = client.get(shown).text
    assert "The arrangement is ours" in page
    assert "made up" not in page


def test_a_half_entered_box_is_not_chosen_unasked_and_says_what_it_lacks(client: FlaskClient, backend: Backend) -> None:
    whole = box_of(backend)
    half = box_of(backend, tiles=demo_box().tiles[:2], cards={}, stories=demo_box().stories[:4])  # touched last
    page = client.get(NEW).text
    assert f'value="box:{whole}" aria-pressed="true"' in page
    assert 'value="create:lot"' in page
    page = client.post(NEW, data=form(client, do=f"box:{half}")).text
    assert "Story tiles 4 of 24" in page
    assert "1 Starting tile is missing." in page
    assert "3 Neutral tiles are missing." in page
    assert 'value="create:lot"' not in page
    # What was not entered is not counted as if it were not there: the copy on the table has 55 cards and 24 tiles.
    assert "43 cards left" in page
    assert "19 in the stack" in page


def test_where_only_half_a_box_was_entered_the_demo_box_says_that_it_is_made_up(
    client: FlaskClient, backend: Backend
) -> None:
    box_of(backend, tiles=demo_box().tiles[:1])
    page = client.get(NEW).text
    assert 'value="box:demo" aria-pressed="true"' in page
    assert "The tiles of the demo box are made up" in page
