"""Can she afford it? Yes or no, to the one who asked, if she agrees; and nothing else to anybody."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from flask import Flask

from companion.dewan.pages.asking import affords
from companion.dewan.pages.questions import KEPT_SECONDS, MOST, WAITS_SECONDS, HandAnswer, PhoneQuestions
from companion.dewan.rules import game
from companion.dewan.rules.cards import JOKER
from companion.dewan.rules.words import Terrain
from companion.log.access import Place
from companion.log.datadir import DataDir
from companion.log.notes import MemoryNotebook
from companion.log.roles import Role
from companion.web.backend import open_backend
from tests.dewan.pages.test_table_screen import hidden
from tests.web.evening import INES, JONAS, MARA, Evening, hide, new_evening
from tests.web.people import Device, network_app

HTMX = {"HX-Request": "true"}


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    with open_backend(DataDir(tmp_path)) as backend:
        yield network_app(backend, tmp_path)


@pytest.fixture
def evening(app: Flask) -> Evening:
    """Mara holds one card of each terrain, all hidden and told to her phone."""
    made = new_evening(app)
    hide(made, MARA, len(Terrain))
    for terrain in Terrain:
        assert made.tell(MARA, str(terrain)) == 303
    return made


def reachable(evening: Evening) -> str:
    table = evening.hand.backend.service.look(evening.house.table_id).state.play.table
    to = game.find_routes(table.as_seen_by(MARA), MARA)[0].to
    return f"{to.q},{to.r}"


def too_far(evening: Evening) -> str:
    """A space only a larger hand could reach."""
    table = evening.hand.backend.service.look(evening.house.table_id).state.play.table
    near = {route.to for route in game.find_routes(table.as_seen_by(MARA), MARA)}
    to = next(route.to for route in game.find_routes(table, MARA, (JOKER,) * 20) if route.to not in near)
    return f"{to.q},{to.r}"


def ask(evening: Evening, device: Device, to: str, player: str = MARA) -> int:
    return device.post(f"{evening.here}/ask", {"player": player, "to": to}).status_code


def heard(evening: Evening, device: Device) -> str:
    return device.get(f"{evening.here}/ask", headers=HTMX).text


def question_put(evening: Evening, name: str = MARA) -> dict[str, object]:
    return dict(hidden(evening.phones[name].get(evening.seat).text, "/seat/asked"))


def agree(evening: Evening, how: str = "yes", name: str = MARA) -> None:
    form = question_put(evening, name) | {"agree": how}
    assert evening.phones[name].post(f"{evening.seat}/asked", form).status_code == 303


@pytest.mark.parametrize(("where", "word"), [(reachable, "Yes."), (too_far, "No.")])
def test_the_answer_comes_when_she_agrees_and_to_the_one_who_asked(
    evening: Evening, where: Callable[[Evening], str], word: str
) -> None:
    asker = evening.phones[JONAS]
    assert ask(evening, asker, where(evening)) == 303
    assert "Mara has been asked" in heard(evening, asker)
    put = evening.phones[MARA].get(evening.seat).text
    assert "Jonas asks: can you pay for a Camp here?" in put
    assert f"<strong>{word}</strong>" in put
    agree(evening)
    assert f"<strong>{word}</strong>" in heard(evening, asker)
    for other in (evening.phones[INES], evening.phones[MARA], evening.spectator, evening.house.tablet):
        assert word not in heard(evening, other)
    assert "/seat/asked" not in re.findall(r'action="([^"]+)"', evening.phones[MARA].get(evening.seat).text)


@pytest.mark.parametrize(("how", "said"), [("yes", "Legal"), ("no", "Depends")])
def test_after_the_answer_the_referee_says_it_and_asks_no_more(evening: Evening, how: str, said: str) -> None:
    """REST bug 13: the page still said *Depends*, and offered the same question."""
    asker, to = evening.phones[JONAS], reachable(evening)
    here = f"{evening.here}/referee?player={MARA}&to={to}"
    assert "<strong>Depends</strong>" in asker.get(here).text
    ask(evening, asker, to)
    agree(evening, how)
    told = asker.get(f"{evening.here}/ask?was=before", headers=HTMX)
    assert told.headers["HX-Trigger"] == "answered"  # and the page goes to look
    page = asker.get(here).text
    assert f"<strong>{said}</strong>" in page
    assert ('class="ask-hand"' in page) == (how == "no")
    assert "<strong>Depends</strong>" in evening.phones[INES].get(here).text


def test_if_she_does_not_agree_nothing_is_told(evening: Evening) -> None:
    ask(evening, evening.spectator, reachable(evening))
    assert "The table asks" in evening.phones[MARA].get(evening.seat).text
    agree(evening, "no")
    told = heard(evening, evening.spectator)
    assert "would rather not say" in told
    assert "Yes." not in told


def test_neither_question_nor_answer_is_written_down(evening: Evening, tmp_path: Path) -> None:
    before = evening.hand.backend.service.look(evening.house.table_id).seq
    log = evening.house.tablet.get(f"{evening.here}/log.json").text
    ask(evening, evening.phones[JONAS], reachable(evening))
    agree(evening)
    assert evening.hand.backend.service.look(evening.house.table_id).seq == before
    assert evening.house.tablet.get(f"{evening.here}/log.json").text == log


def test_while_cards_are_untold_the_answer_may_be_that_it_cannot_be_said(evening: Evening) -> None:
    hide(evening, MARA, len(Terrain) + 20)
    ask(evening, evening.phones[JONAS], too_far(evening))
    agree(evening)
    assert "has not entered all hidden cards" in heard(evening, evening.phones[JONAS])


def test_only_she_can_answer(evening: Evening) -> None:
    ask(evening, evening.phones[JONAS], reachable(evening))
    form = question_put(evening) | {"agree": "yes"}
    for other in (evening.phones[INES], evening.phones[JONAS]):
        assert other.post(f"{evening.seat}/asked", dict(form)).status_code == 303
    for other in (evening.spectator, evening.house.tablet):
        assert other.post(f"{evening.seat}/asked", dict(form)).status_code == 403
    assert "Mara has been asked" in heard(evening, evening.phones[JONAS])


@pytest.mark.parametrize(
    "form", [{}, {"player": MARA}, {"player": MARA, "to": "900,900"}, {"player": "Nobody", "to": "0,0"}]
)
def test_a_question_about_nothing_is_refused(evening: Evening, form: dict[str, object]) -> None:
    assert evening.phones[JONAS].post(f"{evening.here}/ask", dict(form)).status_code == 422


def test_nobody_is_asked_who_has_no_phone_or_no_hidden_cards(evening: Evening) -> None:
    hide(evening, INES, 0)
    assert ask(evening, evening.phones[JONAS], "0,0", INES) == 422
    evening.house.app.extensions["access"].revoke(
        Place(evening.house.table_id, Role.SEAT, MARA), "2026-11-18T00:00:00Z"
    )
    assert ask(evening, evening.phones[JONAS], reachable(evening)) == 422
    page = evening.phones[JONAS].get(f"{evening.here}/referee?player={MARA}&to={reachable(evening)}").text
    assert "has no phone at the table" in page


def test_the_referee_offers_the_question_where_it_depends_on_hidden_cards(evening: Evening) -> None:
    address = f"{evening.here}/referee?player={MARA}&to={reachable(evening)}"
    page = evening.phones[JONAS].get(address).text
    form = dict(hidden(page, "/ask"))
    assert evening.phones[JONAS].post(f"{evening.here}/ask", form).status_code == 303
    agree(evening)
    assert "<strong>Yes.</strong>" in evening.phones[JONAS].get(address).text
    assert f'action="{evening.here}/ask"' not in evening.phones[MARA].get(address).text


def test_a_page_that_shows_it_already_is_told_nothing_new(evening: Evening) -> None:
    assert evening.phones[JONAS].get(f"{evening.here}/ask?was=none", headers=HTMX).status_code == 204
    assert evening.phones[MARA].get(f"{evening.seat}/asked?was=none", headers=HTMX).status_code == 204
    ask(evening, evening.phones[JONAS], reachable(evening))
    again = re.search(r'hx-get="([^"]+)"', heard(evening, evening.phones[JONAS]))
    assert again
    assert evening.phones[JONAS].get(again[1].replace("&amp;", "&"), headers=HTMX).status_code == 204


def test_after_a_restart_the_one_who_asked_is_told(evening: Evening) -> None:
    ask(evening, evening.phones[JONAS], reachable(evening))
    again = re.search(r'hx-get="([^"]+)"', heard(evening, evening.phones[JONAS]))
    assert again
    evening.house.app.extensions["questions"] = PhoneQuestions(MemoryNotebook())
    assert "your question was lost" in evening.phones[JONAS].get(again[1].replace("&amp;", "&"), headers=HTMX).text


def test_a_question_can_be_withdrawn(evening: Evening) -> None:
    ask(evening, evening.phones[JONAS], reachable(evening))
    form = question_put(evening) | {"agree": "yes"}
    assert evening.phones[JONAS].post(f"{evening.here}/ask/done").status_code == 303
    assert evening.phones[MARA].post(f"{evening.seat}/asked", form).status_code == 303
    assert "Yes." not in heard(evening, evening.phones[JONAS])


def test_a_route_as_it_was_traced_is_judged_and_no_other_way(evening: Evening) -> None:
    table = evening.hand.backend.service.look(evening.house.table_id).state.play.table.as_seen_by(MARA)
    route = game.find_routes(table, MARA)[0]
    assert affords(table, MARA, route.to, ()) is HandAnswer.YES
    assert affords(table, MARA, route.to, route.path) is HandAnswer.YES
    jump = (route.path[0], route.path[0], route.to)
    assert affords(table, MARA, route.to, jump) is HandAnswer.NO


# --- The questions themselves


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_question_without_an_answer_is_over_after_a_while() -> None:
    clock = Clock()
    kept = PhoneQuestions(MemoryNotebook(), clock)
    asked = kept.ask("t", MARA, JONAS, "d", {})
    assert asked
    clock.now = WAITS_SECONDS + 1
    assert kept.waiting_for("t", MARA) is None
    assert not kept.answer(asked.id, "t", MARA, HandAnswer.YES)
    last = kept.of("t", "d")
    assert last
    assert last.word is HandAnswer.EXPIRED
    clock.now = KEPT_SECONDS + 1
    assert kept.of("t", "d") is None


def test_a_device_asks_one_thing_at_a_time_and_all_together_not_too_much() -> None:
    kept = PhoneQuestions(MemoryNotebook())
    first = kept.ask("t", MARA, JONAS, "d", {})
    second = kept.ask("t", INES, JONAS, "d", {})
    assert first
    assert second
    assert kept.waiting_for("t", MARA) is None
    assert kept.of("t", "d") == second
    for number in range(MOST - 1):
        assert kept.ask("t", MARA, None, f"d{number}", {})
    assert kept.ask("t", MARA, None, "one more", {}) is None


def test_the_first_question_comes_first_and_an_answer_counts_once() -> None:
    clock = Clock()
    kept = PhoneQuestions(MemoryNotebook(), clock)
    first = kept.ask("t", MARA, JONAS, "d1", {})
    clock.now = 1
    kept.ask("t", MARA, INES, "d2", {})
    assert first
    assert kept.waiting_for("t", MARA) == first
    assert kept.waiting_for("other", MARA) is None
    assert not kept.answer(first.id, "t", INES, HandAnswer.YES)
    assert kept.answer(first.id, "t", MARA, HandAnswer.YES)
    assert not kept.answer(first.id, "t", MARA, HandAnswer.NO)
