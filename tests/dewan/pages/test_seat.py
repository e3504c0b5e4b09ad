"""A player's own phone over HTTP: what it shows, what it may record, and what nobody else gets to see of it."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from companion.dewan.demo import demo_box
from companion.dewan.drawing.pieces import card_name
from companion.dewan.rules import game
from companion.dewan.rules.cards import Card, parse_card
from companion.dewan.rules.words import Terrain
from companion.i18n.catalog import speaker
from companion.log.datadir import DataDir
from companion.log.roles import Role
from companion.web.backend import open_backend
from tests.dewan.pages.test_table_screen import hidden
from tests.web.evening import INES, JONAS, MARA, Evening, hide, new_evening
from tests.web.people import Device, network_app

SECRET = "mountain:berry/water:pigment"
SPOKEN = "Mountain with Berry and Water with Pigment"
"""A card of no box: where it stands, it was told."""


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    with open_backend(DataDir(tmp_path)) as backend:
        yield network_app(backend, tmp_path)


@pytest.fixture
def evening(app: Flask) -> Evening:
    return new_evening(app)


def test_scanning_leads_to_the_own_seat(evening: Evening) -> None:
    phone = evening.house.device()
    arrived = phone.scan(evening.house.code(Role.SEAT, MARA))
    assert arrived.request.path == evening.seat
    assert f"<h1>{MARA}</h1>" in arrived.text


def test_the_seat_says_whose_turn_it_is(evening: Evening) -> None:
    said = {
        name: re.search(r'class="whose".*?</p>', phone.get(evening.seat).text) for name, phone in evening.phones.items()
    }
    assert "Your turn" in said[JONAS][0]  # type: ignore[index]
    assert "Jonas’s turn, then yours" in said[INES][0]  # type: ignore[index]
    assert "Jonas’s turn" in said[MARA][0]  # type: ignore[index]
    assert "then yours" not in said[MARA][0]  # type: ignore[index]


def test_open_cards_and_what_stories_lack_are_shown(evening: Evening) -> None:
    hide(evening, JONAS, 1)
    evening.hand.take(1)
    page = evening.phones[JONAS].get(evening.seat).text
    hand = page[page.index("My hand") : page.index("My Story tiles")]
    assert "3 cards" in hand
    names = [card_name(card, speaker("en")) for card in evening.hand.play.table.player(JONAS).hand]
    assert re.findall(r'class="card small".*?aria-label="([^"]+)"', hand) == [*names, "An unknown card"]
    assert "Enter 1 hidden card (private)" in hand
    teller = next(one.name for one in evening.hand.play.table.players if one.stories)
    assert "Missing:" in evening.phones[teller].get(evening.seat).text


def test_hidden_cards_are_told_changed_and_taken_back(evening: Evening) -> None:
    hide(evening, MARA, 2)
    assert evening.tell(MARA, "forest") == 303
    assert evening.tell(MARA, "desert") == 303
    assert evening.hidden_of(MARA) == ["forest", "desert"]
    change = evening.phones[MARA].get(f"{evening.seat}?other=0").text
    assert "Not Forest?" in change
    assert evening.tell(MARA, "water", change, place="0") == 303
    assert evening.hidden_of(MARA) == ["water", "desert"]
    change = evening.phones[MARA].get(f"{evening.seat}?other=0").text
    assert evening.tell(MARA, "", change, place="0") == 303
    assert evening.hidden_of(MARA) == ["desert"]
    table = evening.hand.backend.service.look(evening.house.table_id).state.play.table
    assert table.player(MARA).hidden_cards == 2


def test_telling_hidden_cards_does_not_mind_what_others_record_meanwhile(evening: Evening) -> None:
    hide(evening, MARA, 1)
    page = evening.phones[MARA].get(f"{evening.seat}?hidden=1&terrain=forest").text
    evening.hand.take()
    assert evening.tell(MARA, "forest", page) == 303
    assert evening.hidden_of(MARA) == ["forest"]


@pytest.mark.parametrize("form", [{"card": "fog"}, {"card": "forest", "had": ["nonsense"]}, {"card": "a/b/c"}])
def test_what_is_no_card_is_said_and_changes_nothing(evening: Evening, form: dict[str, object]) -> None:
    hide(evening, MARA, 1)
    before = evening.hand.look.seq
    answer = evening.phones[MARA].post(f"{evening.seat}/cards", {"id": "x1", **form})
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text
    assert evening.hand.backend.service.look(evening.house.table_id).seq == before


def everywhere(evening: Evening) -> list[str]:
    """Every page, file and answer of the table."""
    here, api = evening.here, f"/api/tables/{evening.house.table_id}"
    last = evening.hand.backend.service.look(evening.house.table_id).seq
    return [
        *(
            f"{here}{path}"
            for path in ("", "?place=1", "/history", "/score", "/referee", "/stories", "/correct", "/map")
        ),
        *(f"{here}/at/{seq}" for seq in (last - 2, last - 1, last)),
        *(f"{here}/{name}.json" for name in ("table", "log")),
        f"{here}/referee?player={MARA}&to=0,3",
        f"{here}/referee?player={MARA}&to=nonsense",
        f"{here}/number",
        f"/games/{evening.house.table_id}",
        *(f"/games/{evening.house.table_id}/replay?all=1&step={step}" for step in range(last - 2, last + 1)),
        *(f"{api}{path}" for path in ("", "?at=6", "/entries", "/record", "/log", "/number")),
    ]


def seen_by(device: Device, paths: list[str]) -> set[str]:
    found = set()
    for path in paths:
        text = device.get(path).text
        if SECRET in text or SPOKEN in text or SECRET.replace("/", "\\/") in text:
            found.add(path)
    return found


def test_a_hidden_card_is_on_one_phone_and_nowhere_else(evening: Evening) -> None:
    hide(evening, MARA, 1)
    assert evening.tell(MARA, SECRET) == 303
    paths = everywhere(evening)
    mine = evening.phones[MARA]
    assert seen_by(mine, [evening.seat]) == {evening.seat}
    assert f"{evening.here}/log.json" in seen_by(mine, paths)
    for other in (evening.house.tablet, evening.phones[JONAS], evening.phones[INES], evening.spectator):
        assert seen_by(other, [*paths, evening.seat]) == set()
    # Others still see how many cards she holds.
    seat = evening.phones[JONAS].get(evening.seat).text
    others = seat[seat.index('class="seat-others"') :]
    assert re.search(rf"{MARA}</span>\s*<span class=\"stat\">.*?</svg>1</span>", others, re.S)


def test_nor_is_it_after_undo_redo_or_a_mistake(evening: Evening) -> None:
    hide(evening, MARA, 1)
    evening.tell(MARA, SECRET)
    phone = evening.phones[MARA]
    page = phone.get(evening.seat).text
    assert "entered hidden cards" in page  # what undo would take back
    assert phone.post(f"{evening.seat}/undo", hidden(page, "/seat/undo")).status_code == 303
    assert evening.hidden_of(MARA) == []
    assert seen_by(phone, [evening.seat]) == set()
    for other in (evening.house.tablet, evening.phones[JONAS], evening.spectator):
        assert seen_by(other, [*everywhere(evening), evening.seat]) == set()
    # Redone by the tablet, it is back, on one phone.
    tablet = evening.house.tablet
    assert tablet.post(f"{evening.here}/redo", hidden(tablet.get(evening.here).text, "/redo")).status_code == 303
    assert evening.hidden_of(MARA) == [SECRET]
    # A form of hers in somebody else's hands, and one that is not right.
    stolen = {"seen": "99", "id": "z", "had": [SECRET], "card": "fog"}
    for other in (tablet, evening.phones[JONAS], evening.spectator):
        answer = other.post(f"{evening.seat}/cards", dict(stolen))
        assert SPOKEN not in answer.text
        assert seen_by(other, everywhere(evening)) == set()
    assert evening.hidden_of(MARA) == [SECRET]


def test_the_own_turn_is_recorded_from_the_own_phone(evening: Evening) -> None:
    phone = evening.phones[JONAS]
    page = phone.get(f"{evening.seat}?take=2").text
    answer = phone.post(f"{evening.seat}/record", hidden(page, "Not now"))
    assert (answer.status_code, answer.headers["Location"]) == (303, evening.seat)
    last = evening.hand.backend.service.history(evening.house.table_id)[-1]
    assert (last.label.code, last.by) == ("label.take-cards", JONAS)
    # And taken back there, though it is now somebody else's turn.
    page = phone.get(evening.seat).text
    assert phone.post(f"{evening.seat}/undo", hidden(page, "/seat/undo")).status_code == 303
    assert evening.hand.backend.service.look(evening.house.table_id).state.play.next.player == JONAS


def test_a_hidden_card_pays_for_the_own_way(evening: Evening) -> None:
    """Without it there is no way at all; with it there is one, and it is named when it is paid."""
    hide(evening, JONAS, 6)
    for terrain in (*Terrain, Terrain.DESERT):
        assert evening.tell(JONAS, str(terrain)) == 303
    play = evening.hand.backend.service.look(evening.house.table_id).state.play
    seen = play.table.as_seen_by(JONAS)
    assert game.find_routes(play.table.as_seen_by(None), JONAS) == ()
    to = game.find_routes(seen, JONAS)[0].to
    phone = evening.phones[JONAS]
    page = phone.get(f"{evening.seat}?to={to.q},{to.r}").text
    assert "Place it here" in page
    assert phone.post(f"{evening.seat}/record", hidden(page, "Place it here")).status_code == 303
    after = evening.hand.backend.service.look(evening.house.table_id).state.play
    assert to in after.table.board.camps
    assert len(evening.hidden_of(JONAS)) < 6


def test_out_of_turn_a_phone_offers_no_buttons_and_its_forms_are_refused(evening: Evening) -> None:
    form = hidden(evening.phones[JONAS].get(f"{evening.seat}?take=2").text, "Not now")
    phone = evening.phones[INES]
    assert "/seat/record" not in phone.get(f"{evening.seat}?take=2").text
    assert "/seat/undo" not in phone.get(evening.seat).text
    assert phone.post(f"{evening.seat}/record", dict(form)).status_code == 403
    assert evening.hand.backend.service.look(evening.house.table_id).seq == evening.hand.look.seq


def test_where_phones_may_not_record_the_seat_says_where_it_is_done(evening: Evening) -> None:
    form = hidden(evening.phones[JONAS].get(f"{evening.seat}?take=2").text, "Not now")
    evening.house.app.extensions["access"].let_phones_record(evening.house.table_id, False)
    page = evening.phones[JONAS].get(evening.seat).text
    assert "recorded on the shared screen" in page
    assert "/seat/record" not in page
    assert evening.phones[JONAS].post(f"{evening.seat}/record", dict(form)).status_code == 403


def test_only_players_have_a_seat(evening: Evening) -> None:
    assert evening.spectator.get(evening.seat).status_code == 403
    assert evening.house.tablet.get(evening.seat).status_code == 403
    assert evening.house.device().get(evening.seat).status_code == 404


def test_the_referee_judges_with_the_whole_hand_on_the_own_phone_only(evening: Evening) -> None:
    hide(evening, MARA, 5)
    for terrain in Terrain:
        evening.tell(MARA, str(terrain))
    play = evening.hand.backend.service.look(evening.house.table_id).state.play
    to = game.find_routes(play.table.as_seen_by(MARA), MARA)[0].to
    asked = f"{evening.here}/referee?player={MARA}&to={to.q},{to.r}"
    assert 'class="verdict legal"' in evening.phones[MARA].get(asked).text
    for other in (evening.house.tablet, evening.phones[JONAS], evening.spectator):
        assert 'class="verdict depends"' in other.get(asked).text


def test_every_card_of_the_box_can_be_told(evening: Evening) -> None:
    hide(evening, MARA, 1)
    pages = [evening.phones[MARA].get(f"{evening.seat}?hidden=1&terrain={terrain}").text for terrain in Terrain]
    spelled = [text for page in pages for text in re.findall(r'name="card" value="([^"]+)"', page)]
    offered: set[Card] = {parse_card(text) for text in spelled}
    assert offered == set(demo_box().cards)


def test_on_the_phones_table_the_tabs_stay_and_undo_is_for_what_is_ones_own(evening: Evening) -> None:
    evening.hand.take()  # recorded at the table, by nobody's phone
    page = evening.phones[MARA].get(evening.here).text
    assert 'class="seat-tabs"' in page
    assert re.search(r'class="button undo" disabled', page)
    fields = {"seen": str(evening.hand.look.seq), "id": "not-mine"}
    answer = evening.phones[MARA].post(f"{evening.here}/undo", fields)
    assert answer.status_code == 409
    assert "what you recorded yourself" in answer.text
    assert 'id="table"' in answer.text
    tablet = evening.house.tablet.get(evening.here).text
    assert 'class="seat-tabs"' not in tablet
    assert re.search(r'class="button undo">', tablet)


def test_an_own_slip_is_taken_back_until_the_next_player_has_recorded(evening: Evening) -> None:
    """On the seat and on the phone's table, though the turn has passed; by nobody else's phone."""
    page = evening.phones[JONAS].get(f"{evening.seat}?take=2").text
    assert evening.phones[JONAS].post(f"{evening.seat}/record", hidden(page, "Not now")).status_code == 303
    evening.look_again()
    assert evening.hand.play.next.player == INES
    assert 'class="seat-undo"' in evening.phones[JONAS].get(evening.seat).text
    assert 'class="seat-undo"' not in evening.phones[MARA].get(evening.seat).text
    page = evening.phones[JONAS].get(evening.here).text
    assert re.search(r'class="button undo">', page)
    assert re.search(r'class="button undo" disabled', evening.phones[MARA].get(evening.here).text)
    assert re.search(r'class="button undo" disabled', evening.spectator.get(evening.here).text)
    assert evening.phones[JONAS].post(f"{evening.here}/undo", hidden(page, "button undo")).status_code == 303
    evening.look_again()
    assert evening.hand.play.next.player == JONAS
    evening.hand.take()
    evening.hand.take()
    assert re.search(r'class="button undo" disabled', evening.phones[JONAS].get(evening.here).text)


def test_great_moments_are_shown_on_phones_too(evening: Evening) -> None:
    evening.hand.record("correction", {"changes": [{"do": "set-off-map", "player": JONAS, "camps": 7}]})
    evening.hand.record("action", {"do": "place-camp", "player": JONAS})
    page = evening.phones[MARA].get(evening.seat).text
    assert re.search(r'data-moment="final-camp">.*?Last round! Jonas has placed', page, re.S)
    assert "begins!" not in page
