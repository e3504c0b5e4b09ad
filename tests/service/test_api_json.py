"""The service as the API tells it: plain JSON, sayable in every case, and nobody's secrets but the viewer's own."""

import json
from pathlib import Path

import pytest

from companion.dewan.rules.words import Terrain
from companion.formats.faults import BadInput
from companion.games.contract import CannotPlay, Lot, Played
from companion.games.viewer import Viewer
from companion.i18n.catalog import speaker
from companion.log.errors import Corrupt, DiskFull, Locked, ReadOnly, TableError, TableFull, UnknownTable
from companion.log.roles import Role
from companion.log.store import Store
from companion.river.rules.words import Resource
from companion.rules.verdict import Reason
from companion.service.answers import Recorded
from companion.service.api_json import (
    RecordRequest,
    error_reply,
    history_json,
    look_reply,
    outcome_reply,
    read_record_request,
    summary_json,
    verdict_json,
)
from companion.service.lists import Lists
from companion.service.tables import Tables
from tests.games.countdown import Count, Countdown
from tests.postgres import by_hand
from tests.service.moves import SECRET
from tests.service.tools import NOW, begun, recorded, take, turns, without_stories
from tests.wooden import Json, header

say = speaker("en")


def test_a_table_is_told_with_what_comes_next(tables: Tables) -> None:
    look = begun(tables)
    reply = look_reply(look, say)
    body = json.loads(json.dumps(reply.body))
    assert (reply.status, body["ok"]) == (200, True)
    assert body["table"] == {
        "id": look.info.id,
        "game": "dewan",
        "created_at": NOW,
        "touched_at": NOW,
        "seq": 0,
        "readable": True,
        "title": None,
        "scenario": "base",
        "players": ["Alix", "Billy"],
        "round": 1,
        "turn": "Billy",  # the right-hand neighbour chooses the first story tile (D-SETUP-08)
        "over": False,
    }
    assert body["rules"] == "dewan/1"
    assert body["record"]["format"] == "dewan-table/1"
    assert [(step["kind"], step["player"]) for step in body["under_way"]["steps"]] == [
        ("first-story", "Billy"),
        ("first-story", "Alix"),
        ("turn", "Alix"),
    ]
    assert (body["undo"], body["redo"], body["broken"]) == (None, None, None)


def test_a_recorded_entry_is_told_with_its_verdict(tables: Tables) -> None:
    look = without_stories(tables)
    reply = outcome_reply(tables.record(look.info.id, 0, "e", "action", take("Alix", 1, 3)), say)
    assert reply.status == 201
    assert reply.body["entry"] == {
        "seq": 1,
        "id": "e",
        "kind": "action",
        "verdict": [
            {
                "rule": "D-TAKE-01",
                "text": say("take.not-side-by-side"),
                "source": "Take 2 cards",
                "spaces": [],
            }
        ],
    }
    assert reply.body["undo"] == {"code": "label.take-cards", "text": "Alix took 2 cards"}
    again = outcome_reply(tables.record(look.info.id, 0, "e", "action", take("Alix", 1, 3)), say)
    assert (again.status, again.body["repeated"]) == (200, True)
    assert again.body["entry"] == reply.body["entry"]


class _Picky(Countdown):
    """Finds fault with every step, in words of both games."""

    def play(self, state: Count, kind: str, body: Json, lot: Lot | None = None) -> Played:
        reasons = (
            Reason("route.unpaid", "D-ROUTE-04", params={"needs": Terrain.FOREST}),
            Reason("river.no-storage", "V-PROD-03", params={"resource": Resource.WOOD}),
            Reason("turn.not-your-turn", "C-1", params={"player": "forest"}),
        )
        return Played(super().play(state, kind, body).state, reasons)


def test_a_request_asked_twice_is_answered_twice_in_one_language(store: Store) -> None:
    """Words of the rules stay words on the disk; a player who is called like one stays a player."""
    tables = Tables(store, games={"countdown": _Picky()})
    table_id = tables.create("countdown", {"players": ["forest", "Bo"], "number": 9}).info.id
    step: Json = {"player": "forest", "by": 1}
    german = speaker("de")
    texts = [
        [reason["text"] for reason in outcome_reply(outcome, german).body["entry"]["verdict"]]  # type: ignore[index]
        for outcome in (tables.record(table_id, 0, "e", "step", step) for _ in range(2))
    ]
    assert texts[0] == texts[1]
    assert german("word.forest") in texts[0][0]
    assert german(Resource.WOOD.code) in texts[0][1]
    assert "forest" in texts[0][2]


def test_what_was_missed_is_told(tables: Tables) -> None:
    look = turns(tables, without_stories(tables), 2)
    reply = outcome_reply(tables.record(look.info.id, 1, "late", "action", take("Alix")), say)
    assert (reply.status, reply.body["ok"]) == (409, False)
    assert reply.body["since"] == [
        {
            "seq": 2,
            "kind": "action",
            "text": "Billy took 2 cards",
            "by": None,
            "at": NOW,
            "counts": True,
            "rules": [],
        }
    ]
    assert reply.body["errors"][0]["path"] == "seen"  # type: ignore[index]


def test_a_taken_id_is_told(tables: Tables) -> None:
    look = turns(tables, without_stories(tables), 1)
    reply = outcome_reply(tables.record(look.info.id, 1, "turn-0", "action", take("Billy", 4, 5)), say)
    assert reply.status == 409
    assert reply.body["errors"] == [{"path": "id", "text": "Another entry has this id already; nothing was recorded."}]


def test_a_broken_log_is_told_plainly(store: Store, database: Path) -> None:
    look = turns(Tables(store), without_stories(Tables(store)), 2)
    by_hand(database, "UPDATE entries SET body = 'x' WHERE seq = ?", 2)
    tables = Tables(store)
    body = look_reply(tables.look(look.info.id), say).body
    assert body["broken"] == {
        "seq": 2,
        "text": "The log of this table cannot be read beyond entry 2; undo to just before it to continue.",
        "cause": "Entry 2 of this table can no longer be read.",
    }
    assert body["undo"] == {"code": "label.rest", "text": "Everything from entry 2 onwards, which cannot be replayed"}
    lines = [history_json(line, say) for line in tables.history(look.info.id)]
    assert [line["text"] for line in lines] == ["Alix took 2 cards", "Entry 2 can no longer be read"]
    assert lines[1]["at"] is None


def test_a_table_that_cannot_be_opened_is_listed_bare(store: Store, database: Path) -> None:
    look = without_stories(Tables(store))
    by_hand(database, "UPDATE tables SET header = 'x' WHERE id = ?", look.info.id)
    Tables(store).summarise(look.info.id)
    (listed,) = Lists(Tables(store)).everything()
    told = summary_json(listed)
    assert (told["id"], told["readable"]) == (look.info.id, False)


def test_secrets_are_told_to_their_owner_alone(tables: Tables) -> None:
    look = without_stories(tables)
    tell: Json = {"do": "tell-cards", "player": "Alix", "cards": [str(SECRET)]}
    outcome = tables.record(look.info.id, 0, "e", "action", tell)
    for player, times in ((None, 0), ("Billy", 0), ("Alix", 1)):
        assert json.dumps(outcome_reply(outcome, say, Viewer(Role.SEAT, player)).body).count(str(SECRET)) == times
        assert json.dumps(look_reply(outcome.look, say, Viewer(Role.SEAT, player)).body).count(str(SECRET)) == times
    corrected: Json = {
        "reason": "looked again",
        "changes": [{"op": "replace", "path": "/secret/Alix", "value": [str(SECRET), str(SECRET)]}],
    }
    look = recorded(tables, outcome.look, "c", "correction", corrected)
    for player, times in ((None, 0), ("Billy", 0), ("Alix", 2)):
        assert json.dumps(look_reply(look, say, Viewer(Role.SEAT, player)).body).count(str(SECRET)) == times


@pytest.mark.parametrize(
    ("error", "status", "start"),
    [
        (UnknownTable(table="x"), 404, "There is no table"),
        (DiskFull(), 507, "The disk is full"),
        (ReadOnly(), 503, "The database is read-only"),
        (Locked(), 503, "The database is busy"),
        (TableFull(most=9), 409, "A table holds at most 9"),
        (Corrupt(), 500, "The database is damaged"),
        (TableError(detail="odd"), 500, "The database reported an error"),
        (
            CannotPlay(Reason("story.no-such-tile", "D-EOT-01", params={"player": "Alix"})),
            422,
            "Alix has no such Story tile",
        ),
    ],
)
def test_every_error_has_a_status_and_words(error: CannotPlay | TableError, status: int, start: str) -> None:
    reply = error_reply(error, say)
    assert (reply.status, reply.body["ok"]) == (status, False)
    assert reply.body["errors"][0]["text"].startswith(start)  # type: ignore[index]


def test_bad_input_is_told_with_every_path(tables: Tables) -> None:
    with pytest.raises(BadInput) as bad:
        tables.create("dewan", {**header("base", 2), "row": 1, "cards": -1})
    reply = error_reply(bad.value, say)
    assert reply.status == 422
    assert [error["path"] for error in reply.body["errors"]] == ["row", "cards"]  # type: ignore[union-attr,index]


def test_a_request_is_read(tables: Tables) -> None:
    told: Json = {"seen": 0, "id": "e", "kind": "action", "body": take("Alix", 1, 2), "by": "Alix"}
    request = read_record_request(told)
    assert request == RecordRequest(0, "e", "action", take("Alix", 1, 2), "Alix")
    look = without_stories(tables)
    outcome = tables.record(look.info.id, request.seen, request.id, request.kind, request.body, request.by)
    assert isinstance(outcome, Recorded)


@pytest.mark.parametrize(
    ("changes", "path", "text"),
    [
        ({"seen": "0"}, "seen", "This must be a whole number"),
        ({"seen": -1}, "seen", "This must be from 0"),
        ({"seen": None}, "seen", "This must be a whole number"),
        ({"id": 5}, "id", "This must be text"),
        ({"kind": ""}, "kind", "This must not be empty"),
        ({"body": []}, "body", "This must be an object"),
        ({"body": None}, "body", "This must be an object"),
        ({"by": 5}, "by", "This must be text"),
        ({"force": True}, "force", "The key “force” is not known"),
    ],
)
def test_a_bad_request_is_named(changes: Json, path: str, text: str) -> None:
    sound: Json = {"seen": 0, "id": "e", "kind": "action", "body": {}}
    with pytest.raises(BadInput) as bad:
        read_record_request({**sound, **changes})
    (error,) = error_reply(bad.value, say).body["errors"]  # type: ignore[misc]
    assert error["path"] == path
    assert error["text"].startswith(text)


@pytest.mark.parametrize("value", [None, [], "seen", 3, {}])
def test_no_request_at_all_is_bad_input(value: object) -> None:
    with pytest.raises(BadInput):
        read_record_request(value)


def test_words_of_a_recorded_verdict_are_spoken() -> None:
    forest = {"word": "word.forest"}
    reason = {"code": "route.unpaid", "rule": "D-ROUTE-05", "spaces": [[1, 0]], "params": {"needs": forest}}
    assert verdict_json([reason], say) == [
        {
            "rule": "D-ROUTE-05",
            "text": "No card is left for this space: a Forest card is missing.",
            "source": "Place a Camp",
            "spaces": [[1, 0]],
        }
    ]


@pytest.mark.parametrize(
    "verdict", [None, 3, "x", [3], [{}], [{"code": "no.such"}], [{"code": "route.unpaid", "params": [1]}]]
)
def test_a_verdict_nobody_can_say_is_no_error(verdict: object) -> None:
    assert all(isinstance(reason["text"], str) for reason in verdict_json(verdict, say))
