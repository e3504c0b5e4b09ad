"""The table service over HTTP, held to its own description."""

import json
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from werkzeug.test import TestResponse

from companion.web.api.document import openapi
from companion.web.app import create_app
from companion.web.backend import Backend
from companion.web.config import WebConfig
from companion.web.live import Streams
from tests.looks import every_look
from tests.web.past_games import golden
from tests.web.river import new_river
from tests.web.tables import NAMES, new_table

DOCUMENT = openapi(create_app(WebConfig(testing=True)))


@pytest.fixture
def app(backend: Backend, tmp_path: Path) -> Flask:
    return create_app(WebConfig(data_dir=tmp_path, companion=backend, testing=True))


def described(answer: TestResponse, method: str, path: str) -> dict[str, object]:
    """The answer's JSON, if the document foresees its status and its shape there."""
    responses = DOCUMENT["paths"][path][method]["responses"]
    assert str(answer.status_code) in responses, (answer.status_code, answer.text[:200])
    response = responses[str(answer.status_code)]
    if "$ref" in response:
        response = DOCUMENT["components"]["responses"][response["$ref"].rpartition("/")[2]]
    schema = response["content"]["application/json"]["schema"]
    Draft202012Validator({**DOCUMENT, **schema}).validate(answer.get_json())
    told: dict[str, object] = answer.get_json()
    return told


ENTRIES = "/api/tables/{table_id}/entries"


def record(client: FlaskClient, table_id: str, **entry: object) -> TestResponse:
    return client.post(f"/api/tables/{table_id}/entries", json=entry)


def test_a_table_is_made_played_undone_and_read_back(client: FlaskClient) -> None:
    header = {
        "table": {"format": "dewan-table/1", "scenario": "base", "players": [{"name": "Ada"}, {"name": "Bo"}]},
        "stories": False,
    }
    made = described(client.post("/api/tables", json={"header": header}), "post", "/api/tables")
    table_id = made["table"]["id"]  # type: ignore[index]
    turn = made["table"]["turn"]  # type: ignore[index]
    take = {"do": "take-cards", "player": turn, "places": [1, 2]}
    told = described(record(client, table_id, seen=0, id="a", kind="action", body=take), "post", ENTRIES)
    assert (told["entry"]["seq"], told["repeated"]) == (1, False)  # type: ignore[index]
    again = described(record(client, table_id, seen=0, id="a", kind="action", body=take), "post", ENTRIES)
    assert again["repeated"] is True
    stale = record(client, table_id, seen=0, id="b", kind="action", body=take)
    assert stale.status_code == 409
    assert [line["seq"] for line in described(stale, "post", ENTRIES)["since"]] == [1]  # type: ignore[attr-defined]
    described(record(client, table_id, seen=1, id="c", kind="undo", body={}), "post", ENTRIES)
    look = described(client.get(f"/api/tables/{table_id}"), "get", "/api/tables/{table_id}")
    assert look["table"]["turn"] == turn  # type: ignore[index]
    assert look["redo"]["text"] == f"{turn} took 2 cards"  # type: ignore[index]
    before = described(client.get(f"/api/tables/{table_id}?at=1"), "get", "/api/tables/{table_id}")
    assert before["table"]["turn"] != turn  # type: ignore[index]
    lines = described(client.get(f"/api/tables/{table_id}/entries?since=1"), "get", ENTRIES)["entries"]
    assert [line["kind"] for line in lines] == ["undo"]  # type: ignore[attr-defined]
    number = described(client.get(f"/api/tables/{table_id}/number?after=1"), "get", "/api/tables/{table_id}/number")
    assert number["seq"] == 2


def test_programs_that_wait_are_counted(client: FlaskClient, backend: Backend, monkeypatch: pytest.MonkeyPatch) -> None:
    """Threads that wait are counted, so that some are left for pages: over the cap the number is told at once."""
    table_id = new_table(backend).info.id
    streams: Streams = client.application.extensions["streams"]
    waited: list[tuple[float, int]] = []

    def wait(table_id: str, after: int, seconds: float) -> int:
        waited.append((seconds, streams.waiters))
        return after

    monkeypatch.setattr(backend.service, "wait", wait)
    client.get(f"/api/tables/{table_id}/number?after=7&seconds=3")
    assert streams.waiters == 0
    monkeypatch.setattr(streams, "most", 0)
    client.get(f"/api/tables/{table_id}/number?after=7&seconds=3")
    assert waited == [(3.0, 1), (0.0, 0)]


def test_files_go_out_and_come_in(client: FlaskClient, backend: Backend) -> None:
    table_id = new_table(backend).info.id
    log = described(client.get(f"/api/tables/{table_id}/log"), "get", "/api/tables/{table_id}/log")
    taken = client.get(f"/api/tables/{table_id}/record").get_json()
    for body in ({"log": log}, {"record": taken, "title": "Again"}):
        made = described(client.post("/api/tables", json=body), "post", "/api/tables")
        assert made["record"]["map"] == taken["map"]  # type: ignore[index]
    listed = described(client.get("/api/tables"), "get", "/api/tables")["tables"]
    assert len(listed) == 3  # type: ignore[arg-type]


def test_the_scoreboard_says_what_is_counted_and_what_was_typed(client: FlaskClient, backend: Backend) -> None:
    table_id = golden(backend).info.id
    path = "/api/tables/{table_id}/score"
    before = described(client.get(f"/api/tables/{table_id}/score"), "get", path)
    ranked: list[list[str]] = before["ranking"]  # type: ignore[assignment]
    last = ranked[-1][-1]
    seq = client.get(f"/api/tables/{table_id}/number").get_json()["seq"]
    typed = {"column": last, "row": "berries", "points": 500}
    assert record(client, table_id, seen=seq, id="typed", kind="score", body=typed).status_code == 201
    after = client.get(f"/api/tables/{table_id}/score", headers={"Accept-Language": "de"}).get_json()
    assert after["final"] is True
    assert after["ranking"][0] == [last]
    row = next(row for row in after["rows"] if row["key"] == "berries")
    assert row["text"] == "Beeren"
    cell = next(cell for cell in row["cells"] if cell["column"] == last)
    assert (cell["points"], cell["counted"] < 500) == (500, True)
    for column in after["columns"]:
        cells = [cell for row in after["rows"] for cell in row["cells"] if cell["column"] == column["name"]]
        assert sum(cell["points"] for cell in cells) == column["total"]


def test_a_box_has_no_scoreboard(client: FlaskClient, backend: Backend) -> None:
    box = backend.service.create("dewan-box", {"box": {"format": "dewan-box/1", "name": "Bare"}})
    assert client.get(f"/api/tables/{box.info.id}/score").status_code == 404


def test_a_table_of_the_river_is_answered_as_described(client: FlaskClient, backend: Backend) -> None:
    table_id = new_river(backend).info.id
    for path in ("", "/entries", "/number", "/record", "/log", "/score"):
        described(client.get(f"/api/tables/{table_id}{path}"), "get", f"/api/tables/{{table_id}}{path}")
    assert len(described(client.get("/api/tables"), "get", "/api/tables")["tables"]) == 1  # type: ignore[arg-type]
    taken = client.get(f"/api/tables/{table_id}/record").get_json()
    made = described(client.post("/api/tables", json={"record": taken}), "post", "/api/tables")
    assert made["table"]["game"] == "river"  # type: ignore[index]
    refused = record(client, table_id, seen=0, id="a", kind="action", body={"do": "nothing"})
    assert described(refused, "post", ENTRIES)["ok"] is False


@given(title=st.text(max_size=100) | st.sampled_from(["", " ", "\t", "\x1f", "\u3000", "x" * 80, "x" * 81]))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=40)
def test_a_title_is_taken_exactly_if_the_document_allows_it(client: FlaskClient, title: str) -> None:
    body = {"record": {"format": "river-table/1", "players": [{"name": "Ada"}, {"name": "Bo"}]}, "title": title}
    schema = {"$ref": "#/components/schemas/NewTable"}
    allowed = Draft202012Validator({**DOCUMENT, **schema}).is_valid(body)
    answer = client.post("/api/tables", json=body)
    described(answer, "post", "/api/tables")
    assert answer.status_code == (201 if allowed else 422)


def test_what_breaks_a_rule_is_recorded_with_its_verdict(client: FlaskClient, backend: Backend) -> None:
    table_id = new_table(backend, stories=False).info.id
    take = {"do": "take-cards", "player": NAMES[0], "places": [1, 3]}
    told = described(record(client, table_id, seen=0, id="a", kind="action", body=take), "post", ENTRIES)
    assert [reason["rule"] for reason in told["entry"]["verdict"]] == ["D-TAKE-01"]  # type: ignore[index]


@pytest.mark.parametrize(
    ("body", "content_type", "status"),
    [
        (b"{", "application/json", 422),
        (b"[]", "application/json", 422),
        (b"{}", "application/json", 422),
        (b'{"header": {}, "record": {}}', "application/json", 422),
        (b'{"game": "chess", "header": {}}', "application/json", 422),
        (b'{"log": {"format": "other"}}', "application/json", 422),
        (b'{"header": {}}', "text/plain", 415),
        (b'{"header": {}}', "application/x-www-form-urlencoded", 415),
    ],
)
def test_a_table_that_cannot_be_made_is_not_made(
    client: FlaskClient, backend: Backend, body: bytes, content_type: str, status: int
) -> None:
    answer = client.post("/api/tables", data=body, content_type=content_type)
    assert answer.status_code == status
    described(answer, "post", "/api/tables")
    assert every_look(backend.service) == ()


@pytest.mark.parametrize("path", ["", "/entries", "/number", "/record", "/log", "?at=5"])
def test_an_unknown_table_is_told_so(client: FlaskClient, path: str) -> None:
    assert client.get(f"/api/tables/nowhere{path}").status_code == 404


NUMBERS = {
    "": ("/api/tables/{table_id}", "at"),
    "/entries": (ENTRIES, "since"),
    "/number": ("/api/tables/{table_id}/number", "after"),
}


@given(
    path=st.sampled_from(sorted(NUMBERS)),
    text=st.integers(-2, 2**70).map(str) | st.text(max_size=4) | st.sampled_from(["", "-0", "٣", "1.0", "1e3", "null"]),
    seconds=st.sampled_from(["0", "0.01"]),
)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
def test_a_number_in_the_address_is_one_or_is_refused(
    client: FlaskClient, backend: Backend, path: str, text: str, seconds: str
) -> None:
    tables = every_look(backend.service) or (new_table(backend),)
    table_id = tables[0].info.id  # type: ignore[union-attr]
    pattern, name = NUMBERS[path]
    answer = client.get(f"/api/tables/{table_id}{path}", query_string={name: text, "seconds": seconds})
    told = described(answer, "get", pattern)
    whole = text.removeprefix("-").isdecimal() and text.isascii() and 0 <= int(text) <= 100_000
    assert answer.status_code == (200 if whole else 422)
    if not whole:
        assert told["errors"][0]["path"] == name  # type: ignore[index]


@pytest.mark.parametrize("seconds", ["nan", "-1", "x", "", "-inf"])
def test_seconds_that_are_none_are_refused(client: FlaskClient, backend: Backend, seconds: str) -> None:
    table_id = new_table(backend).info.id
    answer = client.get(f"/api/tables/{table_id}/number", query_string={"after": 0, "seconds": seconds})
    assert answer.status_code == 422
    described(answer, "get", "/api/tables/{table_id}/number")


def test_too_much_is_refused(app: Flask, client: FlaskClient) -> None:
    body = b'"' + b"x" * app.config["MAX_CONTENT_LENGTH"] + b'"'
    assert client.post("/api/tables", data=body, content_type="application/json").status_code == 413


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.text(max_size=6)
    | st.sampled_from(["action", "undo", NAMES[0], "pass"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["do", "player", "to", "places", "changes"]), inner, max_size=3)
    ),
    max_leaves=6,
)


@given(seen=JSON, entry_id=JSON, kind=JSON | st.sampled_from(["action", "map", "correction"]), body=JSON)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
def test_any_request_is_answered_as_described(
    client: FlaskClient, backend: Backend, seen: object, entry_id: object, kind: object, body: object
) -> None:
    tables = every_look(backend.service) or (new_table(backend),)
    table_id = tables[0].info.id  # type: ignore[union-attr]
    answer = client.post(
        f"/api/tables/{table_id}/entries",
        data=json.dumps({"seen": seen, "id": entry_id, "kind": kind, "body": body}),
        content_type="application/json",
    )
    assert answer.status_code < 500
    described(answer, "post", ENTRIES)


REFUSED: tuple[tuple[str, str, dict[str, object]], ...] = (
    ("dewan", "action", {"do": "no-marker", "player": NAMES[0]}),
    ("dewan", "action", {"do": "slide-up", "player": NAMES[0], "story": 3}),
    ("dewan", "action", {"do": "place-camp", "player": NAMES[0], "to": [900, 900]}),
    ("river", "action", {"do": "round", "tiles": {"Nobody": 1}}),
    ("river", "action", {"do": "swap", "player": "Mara", "one": 1, "other": 2}),
    ("river", "action", {"do": "round", "tiles": {"Mara": "two"}, "built": {"Mara": -1}}),
    ("river", "track", {"way": "sometimes"}),
    ("river", "track", {"way": "everything", "holds": {"Mara": {"resources": {"gold": 1}}}}),
)


@pytest.mark.parametrize(("game", "kind", "body"), REFUSED)
def test_a_refusal_of_any_code_is_as_described(
    client: FlaskClient, backend: Backend, game: str, kind: str, body: dict[str, object]
) -> None:
    """A fault names its path; what cannot be carried out brings its rule and the spaces as well."""
    look = new_table(backend, "base", 3) if game == "dewan" else new_river(backend)
    entry = {"id": "refused", "seen": look.seq, "kind": kind, "body": body}
    answer = client.post(f"/api/tables/{look.info.id}/entries", json=entry)
    assert answer.status_code == 422, answer.text
    refusal = {**DOCUMENT, "$ref": "#/components/schemas/Refusal"}
    Draft202012Validator(refusal).validate(answer.get_json())
    assert backend.service.look(look.info.id).seq == look.seq


def test_partners_side_by_side_are_refused_as_described(client: FlaskClient) -> None:
    players = [{"name": name, "team": team} for name, team in zip("ABCD", "XXYY", strict=True)]
    header = {"table": {"format": "dewan-table/1", "scenario": "team", "players": players}}
    answer = client.post("/api/tables", json={"game": "dewan", "header": header})
    assert answer.status_code == 422
    Draft202012Validator({**DOCUMENT, "$ref": "#/components/schemas/Refusal"}).validate(answer.get_json())
