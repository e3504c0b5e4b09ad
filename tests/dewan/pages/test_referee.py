"""The referee over HTTP, without a browser: every question is an address, and no answer changes the table."""

import html
import json
import re
from typing import Any

import pytest
from flask.testing import FlaskClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.ask.source import source
from companion.dewan.demo import demo_box
from companion.dewan.formats.box import write_box
from companion.dewan.formats.table import write_table
from companion.dewan.pages.referee import Ruling, RulingWord, rule_on
from companion.dewan.pages.referee_question import HandKind, RefereeQuestion
from companion.dewan.rules.board import Board
from companion.dewan.rules.cards import JOKER, Card
from companion.dewan.rules.table import Table
from companion.dewan.rules.words import ScenarioName
from companion.i18n.catalog import Speaker, speaker
from companion.rules.hexes import Hex
from companion.rules.verdict import Reason
from companion.web.backend import Backend
from tests.boards import ask, board, cards, path, strip_path, table
from tests.dewan.pages.test_table_screen import hidden
from tests.strategies import hands, tables
from tests.web.tables import Hand, demo_tiles

RULEBOOK = "*P1 M W W B:P2 B"
VOLCANO = """
                W       D:P2    W
            F:P1    M^      V       F       F
                D       M       B
"""
"""G-29: the map of G-28 with P1's camp on (-2,0); the lava lies on (-1,0), the volcano at (0,0)."""


def lay(backend: Backend, about: Table) -> str:
    """A recorded table in mid-course; its address."""
    look = backend.service.create("dewan", {"table": write_table(about), "begun": True})
    return f"/tables/{look.info.id}"


def rulebook(hand: str = "F M W B B") -> Table:
    return table(RULEBOOK, hands={"P1": hand}, first_player="P1", active_player="P1")


def volcano(hand: str = "F D M") -> Table:
    on = board(VOLCANO, first=(-1, -1))
    return table(on, "volcano", hands={"P1": hand}, first_player="P1", active_player="P1")


def spelled(spaces: tuple[Hex, ...]) -> str:
    return ";".join(f"{at.q},{at.r}" for at in spaces)


def text(page: str) -> str:
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]+>", " ", page)))


def word(page: str) -> str:
    found = re.search(r'<p class="verdict [a-z]+"[^>]*>.*?<strong>(.*?)</strong>', page, re.S)
    assert found, text(page)
    return found[1]


@pytest.mark.rule("D-ROUTE-04", "D-ROUTE-06", "D-ROUTE-08", "D-ROUTE-10")
def test_the_route_of_the_rulebook_costs_five_cards_and_one_goes_to_another_player(
    client: FlaskClient, backend: Backend
) -> None:
    here = lay(backend, rulebook())
    page = client.get(f"{here}/referee?path={spelled(strip_path(0, 5))}").text
    assert word(page) == "Legal"
    assert "It costs 5 cards" in page
    prices = re.findall(r'<li class="price in-hand">(.*?)</li>', page, re.S)
    assert ["to P2" in price for price in prices] == [False, False, False, True, False]
    assert ["2 spaces" in price for price in prices] == [False, False, True, False, False]


def test_asking_for_the_destination_finds_the_same_route(client: FlaskClient, backend: Backend) -> None:
    here = lay(backend, rulebook())
    page = client.get(f"{here}/referee?to=5,0").text
    assert (word(page), "It costs 5 cards" in page) == ("Legal", True)


@pytest.mark.rule("D-VOLC-05", "D-VOLC-06")
def test_lava_closes_a_route_and_the_way_around_is_shown(client: FlaskClient, backend: Backend) -> None:
    here = lay(backend, volcano())
    page = client.get(f"{here}/referee?path=-2,0;-1,0;-1,1").text
    assert word(page) == "Not legal"
    assert "No route may cross lava." in page
    assert "D-VOLC-05" in page
    assert 'class="fault-sign"' in page
    assert "Cheapest legal route: 3 cards" in page
    around = re.search(r'href="([^"]*)"[^>]*>[^<]*<svg[^>]*><use[^>]*></use></svg>Show it', page)
    assert around
    assert "path=-2,0;-2,1;-1,1" in html.unescape(around[1])
    assert word(client.get(html.unescape(around[1])).text) == "Legal"


@pytest.mark.parametrize(
    ("to", "rule", "says"),
    [
        ("-1,0", "D-VOLC-06", "A route may not end on lava."),
        ("0,0", "D-VOLC-06", "A route may not end on the volcano."),
    ],
)
def test_nobody_goes_onto_lava_or_the_volcano(
    client: FlaskClient, backend: Backend, to: str, rule: str, says: str
) -> None:
    here = lay(backend, volcano())
    page = client.get(f"{here}/referee?to={to}").text
    assert word(page) == "Not legal"
    assert rule in page
    assert says in page
    assert "There is no legal route to this space, whatever the hand." in page


def test_what_is_missing_is_said_card_by_card(client: FlaskClient, backend: Backend) -> None:
    here = lay(backend, rulebook("F M W B"))
    page = client.get(f"{here}/referee?to=5,0").text
    assert word(page) == "Not legal"
    assert len(re.findall(r'class="price missing"', page)) == 1
    assert "Missing: 1 Badlands card" in text(page)


def test_any_hand_asks_what_it_would_take(client: FlaskClient, backend: Backend) -> None:
    here = lay(backend, rulebook(""))
    page = client.get(f"{here}/referee?to=5,0&hand=any").text
    assert (word(page), "It costs 5 cards" in page) == ("Legal", True)


def test_chosen_cards_stand_in_for_the_hand(client: FlaskClient, backend: Backend) -> None:
    here = lay(backend, rulebook(""))
    five = "desert,mountain,forest/water,badlands,badlands"
    assert word(client.get(f"{here}/referee?to=5,0&hand=typed&cards={five}").text) == "Legal"
    assert word(client.get(f"{here}/referee?to=5,0&hand=typed&cards={five[:-9]}").text) == "Not legal"


def test_unseen_cards_make_it_depend(client: FlaskClient, backend: Backend) -> None:
    unseen = table(RULEBOOK, hands={"P1": "F M W B"}, hidden={"P1": 1}, active_player="P1")
    here = lay(backend, unseen)
    page = client.get(f"{here}/referee?to=5,0").text
    assert word(page) == "Depends"
    assert "Missing: 1 Badlands card" in text(page)


@pytest.mark.rule("D-ROUTE-03")
@pytest.mark.parametrize("traced", ["0,0;0,-1;1,-1", "0,0;50,50", "0,0;1,0;1,1"])
def test_a_route_traced_off_the_map_is_answered_clearly(client: FlaskClient, backend: Backend, traced: str) -> None:
    here = lay(backend, rulebook())
    answer = client.get(f"{here}/referee?path={traced}")
    assert answer.status_code == 200
    assert word(answer.text) == "Not legal"
    assert "The route leaves the map here." in answer.text
    assert backend.service.look(here.split("/")[2]).seq == 0


@pytest.mark.parametrize(
    "query",
    [
        "path=abc",
        "path=0,0;x",
        "path=" + ";".join(["0,0"] * 400),
        "to=1",
        "to=99999999999999999,1",
        "hand=stolen",
        "player=Nobody",
        "hand=typed&cards=gold",
        "hand=typed&cards=" + ",".join(["forest"] * 80),
    ],
)
def test_a_question_that_makes_no_sense_is_told_so(client: FlaskClient, backend: Backend, query: str) -> None:
    here = lay(backend, rulebook())
    answer = client.get(f"{here}/referee?{query}")
    assert answer.status_code == 200
    assert "so it was ignored." in answer.text


def test_a_rejected_path_is_amended_tap_by_tap(client: FlaskClient, backend: Backend) -> None:
    here = lay(backend, volcano())
    page = client.get(f"{here}/referee?path=-2,0;-1,0;-1,1").text

    def after_tapping(space: str, on: str) -> str:
        found = re.search(rf'<a class="press" href="([^"]*)" data-space="{space}"', on)
        assert found
        return client.get(html.unescape(found[1])).text

    cut = after_tapping("-2,0", page)
    assert 'class="verdict' not in cut
    page = after_tapping("-2,1", cut)
    page = after_tapping("-1,1", page)
    assert word(page) == "Legal"


def test_asking_changes_nothing_and_recording_records_the_path(client: FlaskClient, backend: Backend) -> None:
    here = lay(backend, rulebook())
    page = client.get(f"{here}/referee?path={spelled(strip_path(0, 5))}").text
    table_id = here.split("/")[2]
    assert backend.service.look(table_id).seq == 0
    answer = client.post(f"{here}/record", data=hidden(page, "place-camp"))
    assert answer.status_code == 303
    state: Any = backend.service.look(table_id).state
    assert state.play.table.board.camps[Hex(5, 0)].player == "P1"
    assert state.play.table.player("P1").hand == ()
    assert state.play.table.player("P2").hand == cards("B")


def test_what_was_done_against_the_rules_is_recorded_anyway(client: FlaskClient, backend: Backend) -> None:
    here = lay(backend, volcano())
    page = client.get(f"{here}/referee?path=-2,0;-1,0;-1,1").text
    assert "Already done on the table?" in page
    client.post(f"{here}/record", data=hidden(page, "place-camp"))
    assert "against D-VOLC-05" in client.get(f"{here}/history").text


def test_a_player_whose_turn_it_is_not_may_ask_but_not_record(client: FlaskClient, backend: Backend) -> None:
    here = lay(backend, rulebook())
    page = client.get(f"{here}/referee?player=P2&hand=any&to=5,0").text
    assert word(page) == "Legal"
    assert "place-camp" not in page


def test_unseen_cards_are_counted_not_shown(client: FlaskClient, backend: Backend) -> None:
    here = lay(backend, table(RULEBOOK, hands={"P1": "F"}, hidden={"P1": 2}, active_player="P1"))
    page = client.get(f"{here}/referee?choose=1").text
    assert "1 seen, 2 hidden" in page


def test_the_referee_stands_alone_on_a_demo_map(client: FlaskClient, backend: Backend) -> None:
    assert 'href="/referee"' in client.get("/").text
    page = client.get("/referee").text
    for scenario in ScenarioName:
        assert f"/referee?map={scenario}" in page
        answer = client.get(f"/referee?map={scenario}")
        assert "Tap the destination" in answer.text
        assert "place-camp" not in answer.text


def test_a_table_without_a_map_says_what_is_needed(client: FlaskClient, backend: Backend) -> None:
    here = lay(backend, table(Board(), players=("P1", "P2")))
    answer = client.get(f"{here}/referee?to=1,0")
    assert answer.status_code == 200
    assert "The referee needs to see the map." in answer.text


def test_the_table_leads_to_the_referee(client: FlaskClient, backend: Backend) -> None:
    here = lay(backend, rulebook("F"))
    page = client.get(here).text
    assert f'href="{here}/referee"' in page
    assert f'href="{here}/stories"' in page
    blocked = client.get(f"{here}?to=5,0").text
    found = re.search(rf'href="({here}/referee\?[^"]*)"[^>]*>.*?Ask the referee', blocked, re.S)
    assert found
    assert word(client.get(html.unescape(found[1])).text) == "Not legal"


def test_every_answer_has_its_address_once(client: FlaskClient, backend: Backend) -> None:
    here = f"{lay(backend, rulebook())}/referee"
    asked = f"{here}?player=P1&hand=recorded&to=5,0"
    fresh = client.get(asked, headers={"HX-Request": "true", "HX-Current-URL": f"http://localhost{here}"})
    assert fresh.headers["HX-Push-Url"] == asked
    assert "<html" not in fresh.text
    again = client.get(asked, headers={"HX-Request": "true", "HX-Current-URL": f"http://localhost{asked}"})
    assert "HX-Push-Url" not in again.headers


@pytest.mark.rule("D-ROUTE-01")
def test_taps_begin_go_on_cut_back_and_ask_for_a_way() -> None:
    about = rulebook()
    asked = RefereeQuestion("P1")
    assert asked.tapped(about, Hex(3, 0)).to == Hex(3, 0)
    begun = asked.tapped(about, Hex(0, 0))
    assert begun.path == path((0, 0))
    on = begun.tapped(about, Hex(1, 0))
    assert on.path == path((0, 0), (1, 0))
    assert on.tapped(about, Hex(1, 0)).path == path((0, 0))
    far = on.tapped(about, Hex(5, 0))
    assert (far.path, far.start, far.to) == ((), Hex(0, 0), Hex(5, 0))


# The screen and ``companion ask`` never disagree.


def as_told(reason: Reason, say: Speaker) -> dict[str, str]:
    return {
        "rule": reason.rule,
        "text": say(reason.code, reason.params),
        "source": str(source(reason.rule, say)),
    }


def as_asked(ruling: Ruling) -> dict[str, Any]:
    """What the screen shows, spelled as the contract spells it."""
    say, verdict = speaker("en"), ruling.verdict
    missing = [toll.needs or "any" for toll in verdict.missing]
    told: dict[str, Any] = json.loads(
        json.dumps(
            {
                "ok": True,
                "legal": ruling.word is RulingWord.LEGAL,
                "reasons": [
                    {**as_told(one, say), "spaces": [list(at) for at in one.spaces]} for one in verdict.reasons
                ],
                "cost": [
                    {"at": list(toll.at), "needs": toll.needs or "any", "to": toll.to or "discard"}
                    for toll in verdict.cost
                ],
                "missing": missing,
                "hidden": [toll.needs or "any" for toll in ruling.hidden] or None,
                "remarks": [as_told(one, say) for one in verdict.remarks],
            }
        )
    )
    return told


@st.composite
def questions(draw: st.DrawFn) -> tuple[Table, str, tuple[Hex, ...], tuple[Card, ...] | None]:
    """A table, somebody at it, and a path that may well leave the map or jump."""
    about = draw(tables())
    player = draw(st.sampled_from([one.name for one in about.players]))
    own = about.board.camps_of(player)
    spaces = sorted(about.board.printed)
    at = draw(st.sampled_from(own or spaces))
    walked = [at]
    for _ in range(draw(st.integers(1, 5))):
        at = draw(st.sampled_from(spaces)) if draw(st.integers(0, 9)) == 0 else at.neighbour(draw(st.integers(0, 5)))
        walked.append(at)
    return about, player, tuple(walked), draw(st.none() | hands())


@given(questions())
@settings(suppress_health_check=[HealthCheck.too_slow])
def test_a_path_is_judged_on_screen_as_ask_judges_it(
    question: tuple[Table, str, tuple[Hex, ...], tuple[Card, ...] | None],
) -> None:
    about, player, traced, hand = question
    kind = HandKind.RECORDED if hand is None else HandKind.TYPED
    ruling = rule_on(about, RefereeQuestion(player, kind, hand or (), traced))
    assert ruling
    more = {} if hand is None else {"cards": [str(card) for card in hand]}
    answer = ask("route", about, player=player, path=[list(at) for at in traced], **more)
    payment = answer.pop("payment")
    assert as_asked(ruling) == answer
    if payment is not None and ruling.way:
        assert [str(price.card) for price in ruling.way.prices] == [paid["card"] for paid in payment]
    if ruling.way and not answer["legal"]:
        assert sum(price.card is None for price in ruling.way.prices) == len(answer["missing"])


@given(tables(), st.data())
@settings(suppress_health_check=[HealthCheck.too_slow])
def test_a_way_is_found_on_screen_where_ask_finds_one(about: Table, data: st.DataObject) -> None:
    player = data.draw(st.sampled_from([one.name for one in about.players]))
    to = data.draw(st.sampled_from(sorted(about.board.printed)))
    ruling = rule_on(about, RefereeQuestion(player, to=to))
    assert ruling
    routes = ask("routes", about, player=player, to=list(to))["routes"]
    assert (ruling.word is RulingWord.LEGAL) == bool(routes)
    if routes:
        assert [list(at) for at in ruling.path] == routes[0]["path"]
        assert ruling.better is None
    for way in (ruling.way, ruling.better):
        if way:  # whatever is offered as legal is legal for somebody with the right cards
            assert rule_on(about, RefereeQuestion(player, HandKind.ANY, path=way.path)).word is RulingWord.LEGAL  # type: ignore[union-attr]


@given(questions())
@settings(suppress_health_check=[HealthCheck.too_slow])
def test_the_alternative_is_never_worse_than_what_was_traced(
    question: tuple[Table, str, tuple[Hex, ...], tuple[Card, ...] | None],
) -> None:
    about, player, traced, _ = question
    ruling = rule_on(about, RefereeQuestion(player, HandKind.ANY, path=traced))
    assert ruling
    if ruling.better:
        assert ruling.better.path[-1] == traced[-1]
        assert not ruling.better.missing
        if ruling.word is RulingWord.LEGAL:
            assert len(ruling.better.prices) < len(ruling.verdict.cost)
    if ruling.way:
        assert all(price.card == JOKER for price in ruling.way.prices)


def test_a_verdict_is_kept_with_the_table_and_leads_back_to_its_question(client: FlaskClient, backend: Backend) -> None:
    here = lay(backend, rulebook())
    before = backend.service.look(here.rpartition("/")[2])
    page = client.get(f"{here}/referee?player=P1&path=0,0;1,0;2,0").text  # ends on Water: not legal
    assert client.post(f"{here}/referee/keep", data=hidden(page, "/referee/keep")).status_code == 303
    after = backend.service.look(before.info.id)
    assert after.state.play == before.state.play, "a verdict changes nothing on the table"
    assert after.state.verdicts == (
        {"player": "P1", "path": [[0, 0], [1, 0], [2, 0]], "legal": False, "rules": ["D-ROUTE-02"]},
    )
    page = client.get(f"{here}/referee").text
    assert "Rulings at this table" in page
    assert "path=0,0;1,0;2,0" in page
    assert "A ruling for P1 was saved" in client.get(f"{here}/history").text
    assert before.game.restore(before.game.snapshot(after.state)) == after.state


@pytest.mark.parametrize(
    "body", ["[", "{}", '{"player":"Nobody","path":[],"legal":true,"rules":[]}', '{"player":"P1"}']
)
def test_a_verdict_that_is_none_is_refused(client: FlaskClient, backend: Backend, body: str) -> None:
    here = lay(backend, rulebook())
    fields = hidden(client.get(f"{here}/referee?player=P1&path=0,0;1,0").text, "/referee/keep")
    refused = client.post(f"{here}/referee/keep", data={**fields, "body": body})
    assert refused.status_code == 422
    assert 'role="alert"' in refused.text
    assert backend.service.look(here.rpartition("/")[2]).seq == 0


@pytest.mark.parametrize(("way", "leads"), [("pick", "/map"), ("photo", "/photo")])
def test_it_stands_alone_on_a_map_of_ones_own(client: FlaskClient, backend: Backend, way: str, leads: str) -> None:
    """From picked tiles or a photo, without a game: it is no table to go on with, and has no score."""
    form = hidden(client.get("/referee").text, "On your own map")
    laying = client.post("/referee", data={**form, "players": "2", "scenario": "base", "do": way}).headers["Location"]
    assert laying.endswith(leads)
    assert client.get(laying).status_code == 200
    table_id = laying.split("/")[2]
    here = f"/tables/{table_id}/referee"
    assert "Pick the tiles" in client.get(here).text  # there is no map yet
    look = backend.service.look(table_id)
    body = {"map": {"box": write_box(demo_box()), "tiles": demo_tiles("base", 2)}}
    seats = zip(look.state.play.table.players, body["map"]["tiles"], strict=False)
    starts = {player.name: tile["at"] for player, tile in seats}
    Hand(backend, look).record("map", body | {"starts": starts})
    assert client.get(f"/tables/{table_id}").headers["Location"] == here
    page = client.get(f"{here}?player=Raspberry&hand=any&to=1,0").text
    assert "<strong>Legal</strong>" in page
    assert 'href="/referee"' in page  # the cross leads to the choice of maps, not back here
    assert f"/tables/{table_id}/referee" in client.get("/referee").text
    assert table_id not in client.get("/").text
    assert table_id not in client.get("/games").text


def test_it_stands_alone_on_a_few_painted_spaces(client: FlaskClient) -> None:
    """A starting camp, three Forests behind it, and a camp of somebody else on the first: painted, asked, answered."""
    assert 'href="/referee/sketch"' in client.get("/referee").text
    page = client.get("/referee/sketch").text
    assert 'aria-disabled="true"' in page  # no camp is there to begin at
    for brush, spaces in (("F", ("1,0", "2,0", "3,0", "0,1", "0,1")), ("1", ("0,0",)), ("2", ("1,0",))):
        for link in (
            rf'id="brush-{brush}" href="([^"]*)"',
            *(rf'href="([^"]*)"[^>]*data-space="{at}"' for at in spaces),
        ):
            found = re.search(link, page)
            assert found
            page = client.get(html.unescape(found[1])).text
    asked = re.search(r'class="button primary" href="([^"]*)"', page)
    assert asked
    answer = client.get(f"{html.unescape(asked[1])}&to=2,0").text
    assert "<strong>Legal</strong>" in answer
    assert "Indigo" in answer  # who gets a card
    assert re.search(r'href="/referee/sketch\?ground=', answer)  # the cross leads back to the painting
    assert "<strong>Not legal</strong>" in client.get(f"{html.unescape(asked[1])}&to=0,1").text  # painted, wiped off


@pytest.mark.parametrize("query", ["ground=zz&camps=9", f"ground={'F' * 400}", "camps=1", "brush=%00&ground=.M"])
@pytest.mark.parametrize("where", ["/referee/sketch", "/referee"])
def test_a_painting_of_anything_can_be_asked_about(client: FlaskClient, where: str, query: str) -> None:
    assert client.get(f"{where}?{query}&to=1,0").status_code == 200
