"""The event over HTTP: it takes over the screen, shows what a choice does, and is resolved once."""

import re

import pytest
from flask.testing import FlaskClient

from companion.dewan.pages.event import BerryFate, Decision, event_screen
from companion.dewan.rules import game
from companion.dewan.rules.words import Landmark
from companion.rules.hexes import Hex
from companion.web.backend import Backend
from tests.dewan.pages.test_table_screen import hidden
from tests.web.events import lake_table, strip_table, take_untracked
from tests.web.tables import Hand, new_table


def here(hand: Hand) -> str:
    return f"/tables/{hand.look.info.id}"


def text_of(page: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


def erupting(backend: Backend) -> Hand:
    return take_untracked(Hand(backend, new_table(backend, "volcano", 3, row=False, stories=False)), 4)


@pytest.mark.rule("D-EVENT-03", "D-EVENT-04", "D-EVENT-08")
def test_the_event_takes_over_and_says_who_and_what(client: FlaskClient, backend: Backend) -> None:
    hand = Hand(backend, new_table(backend, "volcano", 3, row=False, stories=False))
    take_untracked(hand, 3)
    assert "event-screen" not in client.get(here(hand)).text
    take_untracked(hand)
    page = client.get(here(hand)).text
    words = text_of(page)
    assert 'data-event="volcano"' in page
    assert "Take 2 cards" not in words
    assert "Now choosing Jonas" in words  # the fourth take of three players is the first one's again
    assert "Lava left 8 of 8" in words
    # G-23: the supply holds 35 when three players begin, the new pile takes 8 of them.
    assert "New draw pile: 8 cards Take them from the supply; 27 cards stay there." in words
    assert "Jonas checks their Story tiles then it is Inês’s turn" in words
    assert f"{len(game.eligible_spaces(hand.play.table))} possible spaces" in words


@pytest.mark.rule("D-DOWN-05", "D-DOWN-06", "D-DOWN-07")
@pytest.mark.parametrize(
    ("at", "berries", "zone", "fate", "rule"),
    [
        ("1,0", 3, "Forest, 5 spaces → 3 + 1.", "Its 3 Berries go to the larger part.", "D-DOWN-05"),
        (
            "2,0",
            3,
            "Forest, 5 spaces → 2 + 2.",
            "Equal parts: 1 to each, and 1 odd Berry is placed at random.",
            "D-DOWN-06",
        ),
        ("2,0", 4, "Forest, 5 spaces → 2 + 2.", "Equal parts: 2 Berries to each.", "D-DOWN-06"),
        ("2,0", 0, "Forest, 5 spaces → 2 + 2.", "There are no Berries in it.", "D-DOWN-07"),
    ],
)
def test_a_tapped_space_shows_what_becomes_of_the_berries(
    client: FlaskClient, backend: Backend, at: str, berries: int, zone: str, fate: str, rule: str
) -> None:
    hand = take_untracked(strip_table(backend, berries), 3)
    words = text_of(client.get(f"{here(hand)}?to={at}").text)
    assert f"{zone} {fate} {rule}" in words
    assert "Water here" in words


@pytest.mark.rule("D-DOWN-06", "R-24")
def test_the_odd_berry_falls_by_lot_and_the_screen_says_where(client: FlaskClient, backend: Backend) -> None:
    hand = take_untracked(strip_table(backend), 3)
    page = client.get(f"{here(hand)}?to=2,0").text
    assert client.post(f"{here(hand)}/record", data=hidden(page, "place-marker")).status_code == 303
    entry = list(backend.service.store.entries(hand.look.info.id))[-1]
    (lot,) = entry.body["lot"]
    # Both parts had one for certain, next to the marker: the second and the fourth space of the row.
    place, space = {0: (2, Hex(1, 0)), 3: (4, Hex(3, 0))}[lot[0]]
    words = text_of(client.get(here(hand)).text)
    assert f"The odd Berry was placed at random in the Forest zone of 2 spaces: row 1, place {place}" in words
    board = backend.service.look(hand.look.info.id).state.play.table.board
    assert board.berries[space] == 2
    assert sum(board.berries.values()) == 3


@pytest.mark.rule("R-22")
@pytest.mark.parametrize("ruling", ["out-of-the-game", "to-the-largest-neighbour", "stay-on-the-marker"])
def test_a_zone_that_vanishes_follows_the_ruling_of_the_table(
    client: FlaskClient, backend: Backend, ruling: str
) -> None:
    hand = strip_table(backend)
    hand.record("map", {"map": {"spaces": [
        {"at": [0, 0], "terrain": "water"}, {"at": [1, 0], "terrain": "desert", "berries": 2},
        {"at": [2, 0], "terrain": "forest"},
    ]}})  # fmt: skip
    hand.record("ruling", {"R-22": ruling})
    take_untracked(hand, 3)
    event = event_screen(hand.play, Hex(1, 0))
    assert event is not None
    assert event.choice is not None
    assert (event.choice.fate, event.choice.rule) == (BerryFate(ruling), "R-22")
    assert "the zone is gone" in client.get(f"{here(hand)}?to=1,0").text


def test_a_space_that_does_not_qualify_says_why(client: FlaskClient, backend: Backend) -> None:
    hand = erupting(backend)
    board, eligible = hand.play.table.board, game.eligible_spaces(hand.play.table)
    camp = next(iter(board.camps))
    volcano = next(at for at, ground in board.printed.items() if ground is Landmark.VOLCANO)
    water = next(at for at, ground in board.printed.items() if ground == "water")
    far = next(at for at, ground in board.printed.items() if ground == "forest" and at not in eligible)
    for at, why, records in (
        (camp, "The center of a Starting tile is never allowed", False),
        (volcano, "The volcano itself is never allowed", True),
        (water, "Water is never allowed", True),
        (far, "It is next to neither the volcano nor lava", True),
    ):
        page = client.get(f"{here(hand)}?to={at.q},{at.r}").text
        assert why in page
        assert ("place-marker" in page) is records
        assert "Lava here" not in page


@pytest.mark.rule("D-GEO-10")
def test_an_event_placed_on_a_taken_space_is_refused(client: FlaskClient, backend: Backend) -> None:
    hand = erupting(backend)
    camp = next(iter(hand.play.table.board.camps))
    fields = hidden(client.get(here(hand)).text, "/undo")
    body = f'{{"do":"place-marker","player":"Jonas","at":[{camp.q},{camp.r}]}}'
    answer = client.post(f"{here(hand)}/record", data={**fields, "kind": "action", "body": body})
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text
    assert "The marker may not go to" in answer.text
    assert "event-screen" in answer.text
    assert backend.service.look(hand.look.info.id).seq == hand.look.seq


def test_a_second_person_resolving_the_same_event_is_told(client: FlaskClient, backend: Backend) -> None:
    hand = erupting(backend)
    one, other = game.eligible_spaces(hand.play.table)[:2]
    pages = [client.get(f"{here(hand)}?to={at.q},{at.r}").text for at in (one, other)]
    assert client.post(f"{here(hand)}/record", data=hidden(pages[0], "place-marker")).status_code == 303
    answer = client.post(f"{here(hand)}/record", data=hidden(pages[1], "place-marker"))
    assert answer.status_code == 409
    assert "In the meantime someone recorded" in answer.text
    assert "Jonas placed a marker" in answer.text
    assert "event-screen" not in answer.text
    assert list(backend.service.look(hand.look.info.id).state.play.table.board.markers) == [one]


def test_the_take_that_brought_the_event_can_be_undone_from_it(client: FlaskClient, backend: Backend) -> None:
    hand = erupting(backend)
    page = client.get(here(hand)).text
    assert "Jonas took 2 cards" in page
    client.post(f"{here(hand)}/undo", data=hidden(page, "/undo"))
    assert "event-screen" not in client.get(here(hand)).text


def test_an_earlier_moment_is_no_event_to_resolve(client: FlaskClient, backend: Backend) -> None:
    hand = erupting(backend)
    page = client.get(f"{here(hand)}/at/{hand.look.seq}").text
    assert "event-screen" not in page
    assert "/record" not in page


def without_a_map(backend: Backend) -> Hand:
    header = {
        "table": {"format": "dewan-table/1", "scenario": "volcano", "players": [{"name": "Jo"}, {"name": "Al"}]},
        "row": False,
        "stories": False,
    }
    return take_untracked(Hand(backend, backend.service.create("dewan", header)), 3)


def test_without_a_map_the_marker_is_placed_with_one_button(client: FlaskClient, backend: Backend) -> None:
    hand = without_a_map(backend)
    page = client.get(here(hand)).text
    client.post(f"{here(hand)}/record", data=hidden(page, "place-marker"))
    table = backend.service.look(hand.look.info.id).state.play.table
    assert (table.lava_markers, table.piles.draw) == (7, 6)


@pytest.mark.rule("D-LAKE-08", "R-37", "R-39")
def test_fish_are_handed_out_in_turn_order_with_everybodys_choice(client: FlaskClient, backend: Backend) -> None:
    hand = take_untracked(lake_table(backend))
    words = text_of(client.get(here(hand)).text)
    assert "Now choosing Charlie" in words
    assert "Billy no village Charlie 1 Fish for a card Dana then 2 Fish for a card" in words
    assert "Billy checks their Story tiles then it is Charlie’s turn" in words
    client.post(f"{here(hand)}/record", data=hidden(client.get(here(hand)).text, "1 card for 1 Fish"))
    page = client.get(here(hand)).text
    assert "Charlie took 1 Fish Dana 2 Fish for a card" in text_of(page)
    client.post(f"{here(hand)}/record", data=hidden(page, "1 card for 2 Fish"))
    table = backend.service.look(hand.look.info.id).state.play.table
    assert ([player.fish for player in table.players], table.fish_tokens) == ([0, 1, 2], 17)
    assert table.piles.draw == 8


@pytest.mark.rule("R-37")
def test_who_keeps_the_card_is_shown_without_fish(client: FlaskClient, backend: Backend) -> None:
    hand = take_untracked(lake_table(backend))
    client.post(f"{here(hand)}/record", data=hidden(client.get(here(hand)).text, "No Fish"))
    assert "Charlie kept the card Dana 2 Fish for a card" in text_of(client.get(here(hand)).text)


@pytest.mark.rule("R-38")
def test_the_last_fish_go_to_who_comes_first(backend: Backend) -> None:
    hand = take_untracked(lake_table(backend, fish=2))
    event = event_screen(hand.play, None)
    assert event is not None
    assert [(line.decision, line.fish) for line in event.fish] == [
        (Decision.NO_VILLAGE, 0),
        (Decision.NOW, 1),
        (Decision.LATER, 1),
    ]


@pytest.mark.rule("R-19")
@pytest.mark.parametrize("mapped", [True, False])
def test_a_marker_that_was_not_placed_can_be_recorded(client: FlaskClient, backend: Backend, mapped: bool) -> None:
    """The event is over and no marker is used; where a space was allowed, the log says what was broken."""
    hand = erupting(backend) if mapped else without_a_map(backend)
    page = client.get(here(hand)).text
    assert "No marker was placed" in text_of(page)
    left = hand.play.table.lava_markers
    after = client.post(f"{here(hand)}/record", data=hidden(page, "no-marker"), follow_redirects=True).text
    assert "event-screen" not in after
    look = backend.service.look(hand.look.info.id)
    assert look.state.play.table.lava_markers == left
    line = backend.service.history(look.info.id)[-1]
    assert line.label.code == "label.no-marker"
    assert line.reasons == (("D-VOLC-02",) if mapped else ())
