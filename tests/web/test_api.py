"""``POST /api/ask`` and the document that describes it."""

import json
import re
from collections.abc import Mapping

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from companion.ask.given import Question
from companion.dewan.demo import demo_box_json, demo_table
from companion.dewan.formats.table import write_table
from companion.dewan.questions import QUESTIONS
from companion.dewan.rules.words import ScenarioName
from companion.i18n.catalog import LANGUAGES
from companion.river.demo import river_demo_box
from companion.river.formats.box import write_river_box
from companion.river.questions import QUESTIONS as RIVER_QUESTIONS
from companion.web.api.document import openapi
from companion.web.app import create_app
from companion.web.config import WebConfig

TABLE = {
    "format": "dewan-table/1",
    "scenario": "base",
    "players": [{"name": "Ada", "color": "white", "hand": ["forest", "desert"]}, {"name": "Bo"}],
    "map": {
        "spaces": [
            {"at": [0, 0], "terrain": "start"},
            {"at": [1, 0], "terrain": "forest", "berries": 2},
            {"at": [2, 0], "terrain": "forest"},
        ],
        "icons": [{"kind": "crystal", "between": [[1, 0], [2, 0]]}],
        "camps": [{"player": "Ada", "at": [0, 0], "starting": True}],
        "markers": [],
    },
}
EXTRA = {"route": {"player": "Ada", "path": [[0, 0], [1, 0]]}, "routes": {"player": "Ada"}}
APP = create_app(WebConfig(testing=True))
DOCUMENT = openapi(APP)


def validator(name: str) -> Draft202012Validator:
    return Draft202012Validator({**DOCUMENT, "$ref": f"#/components/schemas/{name}"})


def test_question_is_answered(client: FlaskClient) -> None:
    answer = client.post("/api/ask", json={"ask": "zones", "table": TABLE})
    assert answer.status_code == 200
    # Both Forest spaces are neighbours, so they are one zone; the centre belongs to none (D-ZONE-01, D-ZONE-03).
    assert answer.get_json() == {"ok": True, "zones": [{"terrain": "forest", "spaces": [[1, 0], [2, 0]], "berries": 2}]}


@pytest.mark.parametrize("ask", [ask for ask in QUESTIONS if ask != "event"])
def test_questions_and_answers_are_as_described(client: FlaskClient, ask: str) -> None:
    question = {"ask": ask, "table": TABLE, **EXTRA.get(ask, {})}
    validator("Question").validate(question)
    answer = client.post("/api/ask", json=question)
    assert answer.status_code == 200
    validator("Answer").validate(answer.get_json())


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b'{"ask": "zones", "ask": "zones"}',
        b'{"ask": NaN}',
        b"\xff\xfe",
        b"[" * 100_000,
        b'{"ask": "zones", "table": {}}',
        b'{"ask": "riddle", "table": {}}',
        b'{"ask": "zones", "table": {}, "more": 1}',
        b'{"ask": {"a": 1}, "language": ["en"]}',
        b"1" * 10_000,
    ],
)
def test_bad_question_is_refused_in_the_contracts_form(client: FlaskClient, body: bytes) -> None:
    answer = client.post("/api/ask", data=body, content_type="application/json")
    assert answer.status_code == 422
    validator("Refusal").validate(answer.get_json())


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


@given(data=st.data())
def test_record_with_one_thing_replaced_is_answered_as_described(data: st.DataObject) -> None:
    ask = data.draw(st.sampled_from(list(QUESTIONS)))
    question = json.loads(json.dumps({"ask": ask, "table": TABLE, **EXTRA.get(ask, {})}))
    # Walk down to some place of the question and put anything there.
    here = question
    while True:
        keys = list(here) if isinstance(here, dict) else list(range(len(here)))
        key = data.draw(st.sampled_from(keys))
        if not isinstance(here[key], (dict, list)) or not here[key] or data.draw(st.booleans()):
            here[key] = data.draw(JSON)
            break
        here = here[key]
    answer = APP.test_client().post("/api/ask", json=question)
    assert answer.status_code in (200, 422)
    validator("Answer" if answer.status_code == 200 else "Refusal").validate(answer.get_json())


def test_body_is_json_whatever_it_is_called(client: FlaskClient) -> None:
    body = json.dumps({"ask": "zones", "table": TABLE})
    for content_type in ("application/x-www-form-urlencoded", "text/plain", ""):
        assert client.post("/api/ask", data=body, content_type=content_type).status_code == 200


def test_too_large_a_body_is_refused(app: Flask, client: FlaskClient) -> None:
    answer = client.post("/api/ask", data=b" " * (app.config["MAX_CONTENT_LENGTH"] + 1))
    assert answer.status_code == 413
    validator("Refusal").validate(answer.get_json())


def test_document_lists_every_path_and_method(app: Flask) -> None:
    served = {
        (rule.rule.replace("<", "{").replace(">", "}"), method.lower())
        for rule in app.url_map.iter_rules()
        if rule.rule.startswith("/api")
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }
    assert served == {(path, method) for path, methods in DOCUMENT["paths"].items() for method in methods}


def test_document_is_valid_json_schema_and_knows_every_question(client: FlaskClient) -> None:
    document = client.get("/api/openapi.json").get_json()
    schemas = document["components"]["schemas"]
    for name in schemas:
        Draft202012Validator.check_schema(schemas[name])
    for name, questions in (("DewanQuestion", QUESTIONS), ("RiverQuestion", RIVER_QUESTIONS)):
        described = {one["properties"]["ask"]["const"]: one for one in schemas[name]["oneOf"]}
        assert list(described) == list(questions)
        for word, one in described.items():
            required, optional = questions[word].required, questions[word].optional
            assert one["required"] == ["ask", "table", *required]
            assert set(one["properties"]) == {"ask", "table", "language", *required, *optional}
    assert list(LANGUAGES) == schemas["DewanQuestion.language"]["enum"]


def test_document_stands_alone() -> None:
    """Every reference leads somewhere inside, and every component is used."""
    components = DOCUMENT["components"]
    used = set(re.findall(r'"#/components/(\w+)/([\w.-]+)"', json.dumps(DOCUMENT)))
    there = {(kind, name) for kind in ("schemas", "responses") for name in components[kind]}
    assert used - there == set()
    assert {name for _, name in there - used} <= {"RiverBox.text"}


@pytest.mark.parametrize("name", ["DewanTable", "DewanBox", "RiverTable", "RiverBox2"])
def test_what_companion_writes_is_as_described(name: str) -> None:
    written: dict[str, object] = {
        "DewanTable": write_table(demo_table(ScenarioName.BASE)),
        "DewanBox": demo_box_json(),
        "RiverTable": RIVER_TABLE,
        "RiverBox2": write_river_box(river_demo_box()),
    }
    validator(name).validate(json.loads(json.dumps(written[name])))


RIVER_TABLE = {"format": "river-table/1", "players": [{"name": "Ada"}, {"name": "Bo"}], "start_player": "Ada"}
KEYS = {
    "player": "Ada",
    "path": [[0, 0], [1, 0]],
    "cards": ["forest"],
    "to": [1, 0],
    "place": None,
    "resource": "wood",
    "symbols": 2,
    "free_storages": 3,
    "first": True,
    "building": None,
    "reserved": False,
    "resources": None,
    "space": "swap",
}
WET = {**TABLE, "scenario": "downpour"}


ASKED: list[tuple[Mapping[str, object], str, Question]] = [(WET, word, one) for word, one in QUESTIONS.items()]
ASKED += [(RIVER_TABLE, word, one) for word, one in RIVER_QUESTIONS.items()]


@given(
    asked=st.sampled_from(ASKED),
    optional=st.data(),
    extra=st.sets(st.sampled_from(sorted(KEYS)), max_size=1),
    dropped=st.integers(0, 6),
    language=st.sampled_from([None, *LANGUAGES]),
)
def test_a_question_is_answered_exactly_if_the_document_allows_it(
    asked: tuple[Mapping[str, object], str, Question],
    optional: st.DataObject,
    extra: set[str],
    dropped: int,
    language: str | None,
) -> None:
    table, ask, question_kind = asked
    may = st.sampled_from([*question_kind.optional, "player"])
    keys = {*list(question_kind.required)[: dropped or None], *optional.draw(st.sets(may)), *extra}
    question = {"ask": ask, "table": table, **{key: KEYS[key] for key in keys}}
    if language is not None:
        question["language"] = language
    answer = APP.test_client().post("/api/ask", json=question)
    assert (answer.status_code == 200) == validator("Question").is_valid(question), answer.text
    validator("Answer" if answer.status_code == 200 else "Refusal").validate(answer.get_json())


def test_document_is_a_page_too(client: FlaskClient) -> None:
    page = client.get("/api/").text
    assert "POST /api/ask" in page
