"""The rules at hand: every rule in its topic, found by its words, and the choices a table makes."""

import ast
import re
from html import unescape
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

import companion
from companion.dewan.game import DewanState
from companion.dewan.rules import game as dewan
from companion.i18n.catalog import LANGUAGES, speaker
from companion.paths import asset_dir
from companion.web.app import create_app
from companion.web.backend import Backend
from companion.web.config import WebConfig
from companion.web.rulebook.book import book, rulebook_of, rulebooks
from companion.web.rulebook.search import mark, search
from companion.web.rulebook.words import asked, fold, stem
from tests.i18n.catalogues import messages
from tests.web.tables import new_table

TESTS = Path(__file__).parents[2]
LISTS = {"dewan": "rule_ids.txt", "river": "river_rule_ids.txt"}
RULE_ID = re.compile(r"(?:D|V)-[A-Z]+(?:-[A-Z]+)?-\d\d|V?R-\d\d")


def known(game: str) -> list[str]:
    return (TESTS / LISTS[game]).read_text(encoding="utf-8").split()


@pytest.fixture
def app() -> Flask:
    return create_app(WebConfig(testing=True))


@pytest.fixture
def at_desk(tmp_path: Path, backend: Backend) -> FlaskClient:
    return create_app(WebConfig(data_dir=tmp_path, companion=backend, testing=True)).test_client()


def said(client: FlaskClient, address: str, language: str = "en", **headers: str) -> str:
    answer = client.get(address, headers={"Accept-Language": language, **headers})
    assert answer.status_code == 200, address
    return unescape(answer.text)


# --- The catalogue


@pytest.mark.parametrize("game", rulebooks())
def test_every_rule_has_one_topic(game: str) -> None:
    assert sorted(rulebooks()[game].rules) == sorted(known(game))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", rulebooks())
def test_every_rule_and_topic_and_option_has_its_words(game: str, language: str) -> None:
    words = messages(language)
    wanted = [f"rulebook.topic.{topic.key}" for topic in rulebooks()[game].topics]
    for rule in known(game):
        wanted += [f"rule.{rule}", f"rule.{rule}.title"]
        wanted += [f"rule.{rule}.editions"] if rulebooks()[game].is_ruling(rule) else []
        wanted += [f"rule.{rule}.option.{option}" for option in rulebooks()[game].options.get(rule, ())]
    assert [code for code in wanted if not words.get(code, ("",))[0].strip()] == []
    assert len(book(game, language).rules) == len(known(game))


def test_every_rule_the_program_names_is_in_the_book() -> None:
    """Verdicts, score lines and evidence name rules by their id; each leads to a page."""
    package = Path(companion.__file__).parent
    named = {
        (node.value, path.name)
        for path in package.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and RULE_ID.fullmatch(node.value)
    }
    assert len(named) > 150
    assert sorted(one for one in named if one[0] not in rulebook_of(one[0]).rules) == []


def test_templates_show_the_number_of_a_rule_as_a_link_only() -> None:
    bare = re.compile(r'<span class="chip[^"]*">\{\{ [^}]*\brule\b[^}]* \}\}</span>')
    pages = [path for path in asset_dir("templates").rglob("*.html") if path.parent.name != "rules"]
    assert [path.name for path in pages if bare.search(path.read_text(encoding="utf-8"))] == []


# --- Searching


def found(game: str, language: str, typed: str) -> list[str]:
    answer = search(book(game, language), typed)
    return [hit.rule.id for hit in answer.hits] if answer else []


def test_letters_are_found_without_accents_and_capitals() -> None:
    assert fold("Ödland ÉÇ").text == "odland ec"
    assert fold("groß").text == "gross"
    assert fold("Cœur").text == "coeur"
    assert mark("Die Größe zählt.", [stem("grosse", "de"), stem("zahlt", "de")], "de") == (
        ("Die ", False),
        ("Größe", True),
        (" ", False),
        ("zählt", True),
        (".", False),
    )


@pytest.mark.parametrize(
    ("language", "typed", "rule"),
    [
        ("en", "hand limit", "D-TAKE-03"),
        ("de", "handlimit", "D-TAKE-03"),
        ("de", "BEERE ZONE", "D-BERRY-01"),
        ("fr", "zone eau", "D-ROUTE-08"),
        ("pt", "agua", "D-ROUTE-08"),
        ("en", "route 4", "D-ROUTE-04"),
        ("en", "D-ROUTE-04", "D-ROUTE-04"),
        ("pt", "r-35", "R-35"),
    ],
)
def test_a_rule_is_found_by_its_words_and_its_number(language: str, typed: str, rule: str) -> None:
    assert rule in found("dewan", language, typed)[:3]


@pytest.mark.parametrize("rule", ["D-BERRY-01", "R-35", "V-SCORE-04", "VR-01"])
def test_a_number_finds_its_rule_alone(rule: str) -> None:
    for typed in (rule, rule.lower().replace("-", ""), rule.replace("-0", " ")):
        assert found(rulebook_of(rule).game, "en", typed) == [rule]


def test_a_rule_with_both_words_comes_before_one_with_one() -> None:
    first = found("dewan", "en", "berry volcano")[0]
    words = speaker("en")(f"rule.{first}").casefold()
    assert "berry" in words
    assert "volcano" in words


@pytest.mark.parametrize(
    ("language", "typed", "rule"),
    [
        ("en", "cross my own tent", "D-ROUTE-13"),  # a tent is a camp
        ("de", "Wasserkarte", "D-ROUTE-08"),  # parts of compounds
        ("de", "mein Zelt durchqueren", "D-ROUTE-13"),
        ("en", "berrries", "D-BERRY-01"),  # slips
        ("fr", "limite de min", "D-TAKE-03"),
        ("pt", "acampametno inicial historia", "D-STORY-03"),
    ],
)
def test_other_words_and_slips_are_understood(language: str, typed: str, rule: str) -> None:
    assert rule in found("dewan", language, typed)[:3]


def test_a_question_finds_its_rule_before_it_is_typed_to_its_end() -> None:
    question = "can I pass through my own camp"
    typed = [question[:letters] for letters in range(1, len(question) + 1)]
    ranks = [hits.index("D-ROUTE-13") for one in typed if "D-ROUTE-13" in (hits := found("dewan", "en", one))]
    assert ranks[-1] == 0
    assert len(ranks) > 15, "it was there for half of the typing"


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_that_ask_nothing_yet_leave_the_topics(client: FlaskClient, language: str) -> None:
    empty = min(asked(language).unasked)
    assert search(book("dewan", language), empty) is None
    assert speaker(language)("rulebook.topic.stories") in said(client, f"/rules/dewan?q={empty}", language)


def test_what_was_looked_for_stands_out_and_the_best_comes_first() -> None:
    answer = search(book("dewan", "de"), "zone")
    assert answer
    assert any(hit for _, hit in answer.hits[0].title)
    assert all(any(inside for _, inside in (*hit.title, *hit.text)) for hit in answer.hits[:5])


def test_nothing_found_says_what_to_try(client: FlaskClient) -> None:
    page = said(client, "/rules/dewan?q=sqmbo")
    assert speaker("en")("rulebook.nothing", {"typed": "sqmbo"}) in page
    assert 'href="/rules/dewan?q=symbols"' in page
    assert speaker("en")("rulebook.try") in page


@pytest.mark.parametrize("typed", ["((((", "\\", "%", "ß" * 200, "\x00", "<b>x</b>", "D-"])
def test_odd_letters_are_no_trouble(client: FlaskClient, typed: str) -> None:
    answer = client.get("/rules/dewan", query_string={"q": typed})
    assert answer.status_code == 200
    assert "<b>x</b>" not in answer.text


def test_typing_swaps_in_what_was_found_alone(client: FlaskClient) -> None:
    part = said(client, "/rules/dewan?q=berry", HX_Request="true")
    assert "<html" not in part
    assert "<mark>" in part


# --- Pages


@pytest.mark.parametrize("game", rulebooks())
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_topic_opens_in_every_language(client: FlaskClient, game: str, language: str) -> None:
    for topic in rulebooks()[game].topics:
        page = said(client, f"/rules/{game}/topics/{topic.key}", language)
        for rule in topic.rules:
            assert speaker(language)(f"rule.{rule}") in page
    assert speaker(language)("rulebook.to-decide") in said(client, f"/rules/{game}/topics/to-decide", language)


@pytest.mark.parametrize("address", ["/rules/chess", "/rules/dewan/D-ROUTE-99", "/rules/river/D-ROUTE-04"])
def test_what_is_not_in_the_book_is_not_found(client: FlaskClient, address: str) -> None:
    assert client.get(address).status_code == 404


@pytest.mark.parametrize("game", rulebooks())
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_whole_book_is_one_small_page(client: FlaskClient, game: str, language: str) -> None:
    page = said(client, f"/rules/{game}/book/{language}")
    assert f'lang="{language}"' in page
    for rule in known(game):
        assert f'id="{rule}"' in page
        assert speaker(language)(f"rule.{rule}") in page
    assert len(page.encode()) < 160_000, "to be kept on a phone"


@pytest.mark.parametrize("rule", ["D-ROUTE-04", "R-04", "V-SCORE-04", "VR-01"])
def test_a_rule_has_an_address_of_its_own(client: FlaskClient, rule: str) -> None:
    page = said(client, f"/rules/{rulebook_of(rule).game}/{rule}")
    assert speaker("en")(f"rule.{rule}.title") in page
    assert speaker("en")(f"rule.{rule}") in page
    assert (speaker("en")("rulebook.editions") in page) is rulebook_of(rule).is_ruling(rule)


# --- Rulings at a table


def choose(client: FlaskClient, table_id: str, rule: str, option: str, seen: int, entry: str) -> TestResponse:
    page = client.get(f"/tables/{table_id}/rules/{rule}").text
    token = re.search(r'name="csrf_token" value="([^"]+)"', page)
    data = {"option": option, "seen": seen, "id": entry, "csrf_token": token[1] if token else ""}
    return client.post(f"/tables/{table_id}/rules/{rule}", data=data)


def groups(state: object) -> list[int]:
    assert isinstance(state, DewanState)
    lines = [line for sheet in dewan.score(state.play.table).players for line in sheet.lines]
    return [line.points for line in lines if line.row == "groups"]


def test_a_table_changes_a_ruling_the_scores_follow_and_undo_takes_it_back(
    at_desk: FlaskClient, backend: Backend
) -> None:
    look = new_table(backend)
    table_id, service = look.info.id, backend.service
    state = look.state
    assert isinstance(state, DewanState)
    start = state.play.table.board.camps_of("Jonas")[0]
    beside = next(at for at in state.play.table.board.near(start))
    change = [{"op": "add", "path": "/table/map/camps/-", "value": {"player": "Jonas", "at": list(beside)}}]
    look = service.record(table_id, look.seq, "camp", "correction", {"reason": "for the test", "changes": change}).look
    assert groups(look.state)[0] == 4
    before = said(at_desk, f"/tables/{table_id}/rules/R-04")
    assert before.count("Applies here") == 1
    assert choose(at_desk, table_id, "R-04", "starting-camp-apart", look.seq, "r1").status_code == 303
    after = service.look(table_id)
    assert groups(after.state)[0] == 0
    assert "This table has chosen differently" in said(at_desk, f"/tables/{table_id}/rules/R-04")
    assert "0 points" in said(at_desk, f"/tables/{table_id}/rules/R-04"), "the example follows the choice"
    service.record(table_id, after.seq, "undo-1", "undo", {})
    assert groups(service.look(table_id).state)[0] == 4


def test_a_choice_there_is_not_is_refused_with_the_choices_there_are(at_desk: FlaskClient, backend: Backend) -> None:
    look = new_table(backend)
    answer = choose(at_desk, look.info.id, "R-04", "as-you-like", look.seq, "r1")
    assert answer.status_code == 422
    assert "starting-camp-apart" in answer.text
    assert backend.service.look(look.info.id).seq == look.seq


def test_somebody_was_quicker(at_desk: FlaskClient, backend: Backend) -> None:
    look = new_table(backend)
    backend.service.record(look.info.id, look.seq, "first", "ruling", {"R-35": "all-tie"})
    answer = choose(at_desk, look.info.id, "R-04", "starting-camp-apart", look.seq, "r1")
    assert answer.status_code == 409


def test_the_history_says_which_ruling_was_changed(at_desk: FlaskClient, backend: Backend) -> None:
    look = new_table(backend)
    choose(at_desk, look.info.id, "R-35", "all-tie", look.seq, "r1")
    assert "R-35" in said(at_desk, f"/tables/{look.info.id}/history")


def test_alone_there_is_nothing_to_press(client: FlaskClient) -> None:
    page = said(client, "/rules/dewan/R-04")
    assert 'name="option"' not in page
    assert "Open the rules from a table" in page


# --- Links


def test_a_refused_route_leads_to_its_rule(at_desk: FlaskClient, backend: Backend) -> None:
    table_id = new_table(backend).info.id
    page = said(at_desk, f"/tables/{table_id}/referee?path=0,0;9,9")
    links = set(re.findall(r'href="(/tables/[^"]+/rules/[^"#]+)"', page))
    assert links
    for link in links:
        assert RULE_ID.fullmatch(link.rpartition("/")[2]), link
        said(at_desk, link)


def test_a_score_cell_leads_to_its_rules(at_desk: FlaskClient, backend: Backend) -> None:
    table_id = new_table(backend).info.id
    page = said(at_desk, f"/tables/{table_id}/score?column=Jonas&row=groups")
    assert f'href="/tables/{table_id}/rules/D-SCORE-GROUP-01"' in page
    assert f'href="/tables/{table_id}/rules/R-04"' in page


def test_home_and_the_table_lead_to_the_rules(at_desk: FlaskClient, backend: Backend) -> None:
    table_id = new_table(backend).info.id
    assert 'href="/rules"' in said(at_desk, "/")
    page = said(at_desk, f"/tables/{table_id}")
    assert f'href="/tables/{table_id}/rules"' in page
    assert f'href="/tables/{table_id}/guide"' in page
