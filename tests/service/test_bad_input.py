"""Whatever is wrong with a request is named by a code the catalogue has words for, and nothing is written."""

from collections.abc import Callable

import pytest

from companion.formats.faults import BadInput
from companion.games.contract import CannotPlay
from companion.i18n.catalog import speaker
from companion.log.errors import UnknownTable
from companion.service.files import import_log, import_record
from companion.service.tables import Tables
from tests.looks import every_look
from tests.service.tools import begun, take, without_stories
from tests.wooden import Json, header

say = speaker("en")


def codes_of(call: Callable[[], object]) -> set[str]:
    """The codes a call is refused with, each of which must be sayable."""
    with pytest.raises((BadInput, CannotPlay)) as refused:
        call()
    error = refused.value
    if isinstance(error, CannotPlay):
        assert say(error.reason.code, error.reason.params)
        return {error.reason.code}
    assert error.faults
    assert all(say(fault.code, fault.params) for fault in error.faults)
    return {fault.code for fault in error.faults}


def test_an_unknown_table_is_named(tables: Tables) -> None:
    for call in (
        lambda: tables.look("nowhere"),
        lambda: tables.look_back("nowhere", 1),
        lambda: tables.history("nowhere"),
        lambda: tables.record("nowhere", 0, "e", "action", take("Alix")),
        lambda: tables.undo("nowhere", 0, "e"),
        lambda: tables.delete("nowhere"),
        lambda: tables.wait("nowhere", 0, 0),
    ):
        with pytest.raises(UnknownTable) as unknown:
            call()
        assert say(unknown.value.code, unknown.value.params) == "There is no table “nowhere”."


BODIES: dict[str, tuple[str, object, str]] = {
    "unknown-kind": ("dance", {}, "table.unknown-entry"),
    "bad-kind": ("Dance!", {}, "entry.bad-word"),
    "no-object": ("action", ["do"], "json.not-a-object"),
    "no-do": ("action", {"player": "Alix"}, "json.missing-key"),
    "unknown-do": ("action", {"do": "dance", "player": "Alix"}, "json.unknown-word"),
    "do-is-a-list": ("action", {"do": [], "player": "Alix"}, "json.unknown-word"),
    "no-player": ("action", {"do": "pass"}, "json.missing-key"),
    "player-is-a-number": ("action", {"do": "pass", "player": 3}, "json.not-a-text"),
    "stranger": ("action", {"do": "pass", "player": "Zoe"}, "table.unknown-player"),
    "foreign-key": ("action", {"do": "pass", "player": "Alix", "cards": []}, "json.unknown-key"),
    "places-are-text": ("action", {"do": "take-cards", "player": "Alix", "places": "1, 2"}, "json.not-a-list"),
    "one-place": ("action", {"do": "take-cards", "player": "Alix", "places": [1]}, "json.too-few"),
    "three-places": ("action", {"do": "take-cards", "player": "Alix", "places": [1, 2, 3]}, "json.too-many"),
    "place-9": ("action", {"do": "take-cards", "player": "Alix", "places": [8, 9]}, "json.out-of-range"),
    "place-true": ("action", {"do": "take-cards", "player": "Alix", "places": [True, 2]}, "json.not-a-number"),
    "no-card": ("action", {"do": "tell-cards", "player": "Alix", "cards": ["lava"]}, "card.unknown-terrain"),
    "off-the-map": ("action", {"do": "place-camp", "player": "Alix", "to": [99, 99]}, "map.no-such-space"),
    "on-a-camp": ("action", {"do": "place-camp", "player": "Alix", "to": [0, 0]}, "route.destination-taken"),
    "two-ends": (
        "action",
        {"do": "place-camp", "player": "Alix", "to": [1, 0], "path": [[0, 0], [0, 1]]},
        "route.two-destinations",
    ),
    "marker-of-another-scenario": ("action", {"do": "place-marker", "player": "Alix"}, "event.no-marker"),
    "fish-of-another-scenario": ("action", {"do": "discard-for-fish", "player": "Alix", "discard": True}, "event.none"),
    "event-of-another-scenario": ("action", {"do": "pile-empty", "player": "Alix"}, "event.none"),
    "no-story": ("action", {"do": "slide-up", "player": "Alix", "story": 2}, "story.no-such-tile"),
    "hand-of-60": ("action", {"do": "tell-cards", "player": "Alix", "cards": ["forest"] * 60}, "json.too-many"),
    "no-map": ("map", {}, "json.missing-key"),
    "map-of-strangers": (
        "map",
        {"map": {"spaces": [{"at": [0, 0], "terrain": "forest"}], "camps": [{"player": "Zoe", "at": [0, 0]}]}},
        "table.unknown-player",
    ),
    "camp-off-the-new-map": (
        "map",
        {"map": {"spaces": [{"at": [0, 0], "terrain": "forest"}], "camps": [{"player": "Alix", "at": [5, 5]}]}},
        "map.no-such-space",
    ),
    "start-off-centre": ("map", {"map": {"spaces": []}, "starts": {"Alix": [0, 0]}}, "map.starting-camp-on-start"),
    "unknown-ruling": ("ruling", {"R-99": "yes"}, "table.unknown-ruling"),
    "unknown-option": ("ruling", {"R-04": "maybe"}, "table.unknown-option"),
    "option-is-a-list": ("ruling", {"R-04": ["starting-camp-counts"]}, "table.unknown-option"),
    "unknown-column": ("score", {"column": "Zoe", "row": "fire", "points": 1}, "table.unknown-player"),
    "row-of-another-scenario": ("score", {"column": "Alix", "row": "fish", "points": 1}, "json.unknown-word"),
    "points-are-text": ("score", {"column": "Alix", "row": "fire", "points": "1"}, "json.not-a-number"),
    "too-many-points": ("score", {"column": "Alix", "row": "fire", "points": 1000}, "json.out-of-range"),
    "no-changes": ("correction", {"reason": "r"}, "json.missing-key"),
    "empty-reason": ("correction", {"reason": " ", "changes": []}, "json.empty-text"),
    "change-is-text": ("correction", {"reason": "r", "changes": ["remove"]}, "json.not-a-object"),
    "unknown-op": ("correction", {"reason": "r", "changes": [{"op": "copy", "path": "/round"}]}, "json.unknown-word"),
    "whole-document": (
        "correction",
        {"reason": "r", "changes": [{"op": "replace", "path": "", "value": {}}]},
        "correction.path",
    ),
    "all-secrets": (
        "correction",
        {"reason": "r", "changes": [{"op": "replace", "path": "/secret", "value": {}}]},
        "correction.path",
    ),
    "path-is-a-number": ("correction", {"reason": "r", "changes": [{"op": "remove", "path": 3}]}, "correction.path"),
    "nowhere": (
        "correction",
        {"reason": "r", "changes": [{"op": "remove", "path": "/table/players/7"}]},
        "correction.not-applicable",
    ),
    "no-value": ("correction", {"reason": "r", "changes": [{"op": "add", "path": "/round"}]}, "json.missing-key"),
    "round-zero": (
        "correction",
        {"reason": "r", "changes": [{"op": "replace", "path": "/round", "value": 0}]},
        "json.out-of-range",
    ),
    "nobody-to-ask": (
        "correction",
        {
            "reason": "r",
            "changes": [{"op": "replace", "path": "/steps", "value": [{"kind": "lay-out", "player": "Alix"}]}],
        },
        "play.steps",
    ),
    "nothing-after": (
        "correction",
        {
            "reason": "r",
            "changes": [{"op": "replace", "path": "/steps", "value": [{"kind": "tuck", "player": "Alix"}]}],
        },
        "play.steps",
    ),
    "more-secrets-than-cards": (
        "correction",
        {"reason": "r", "changes": [{"op": "replace", "path": "/secret/Alix", "value": ["forest"] * 9}]},
        "hand.none-unseen",
    ),
    "undo-of-nothing": ("undo", {}, "log.nothing-to-undo"),
    "undo-to-never": ("undo", {"to": 4}, "log.nothing-to-undo"),
    "undo-to-text": ("undo", {"to": "start"}, "entry.bad-undo"),
    "undo-with-more": ("undo", {"all": True}, "json.unknown-key"),
    "redo-of-nothing": ("redo", {}, "log.nothing-to-redo"),
    "not-json": ("action", {"do": "pass", "player": {1, 2}}, "entry.not-json"),
    "not-a-number": ("score", {"column": "Alix", "row": "fire", "points": float("nan")}, "json.no-constant"),
    "half-a-character": ("action", {"do": "pass", "player": "\ud800"}, "json.broken-text"),
}


@pytest.mark.parametrize(("kind", "body", "code"), BODIES.values(), ids=BODIES)
def test_a_bad_body_is_refused_and_nothing_is_written(tables: Tables, kind: str, body: Json, code: str) -> None:
    look = without_stories(tables)
    assert code in codes_of(lambda: tables.record(look.info.id, 0, "e", kind, body))
    assert tables.look(look.info.id) == look
    assert tables.store.entries(look.info.id) == ()


def deep(levels: int) -> Json:
    value: Json = {}
    for _ in range(levels):
        value = {"value": value}
    return value


def test_what_is_too_deep_or_too_large_is_refused(tables: Tables) -> None:
    look = without_stories(tables)
    change = {"op": "replace", "path": "/round", "value": deep(5000)}
    correct = {"reason": "r", "changes": [change]}
    assert codes_of(lambda: tables.record(look.info.id, 0, "e", "correction", correct)) == {"json.too-deep"}
    change["value"] = "x" * 2_000_000
    assert codes_of(lambda: tables.record(look.info.id, 0, "e", "correction", correct)) == {"entry.too-large"}


@pytest.mark.parametrize("entry_id", ["", "a b", "x" * 65, "é", None, 3])
def test_an_id_must_be_one(tables: Tables, entry_id: str) -> None:
    look = without_stories(tables)
    assert codes_of(lambda: tables.record(look.info.id, 0, entry_id, "action", take("Alix"))) == {"entry.bad-id"}


@pytest.mark.parametrize("by", ["", "x" * 81, "two\nlines", 3])
def test_an_author_must_be_a_name(tables: Tables, by: str) -> None:
    look = without_stories(tables)
    assert codes_of(lambda: tables.record(look.info.id, 0, "e", "action", take("Alix"), by)) == {"entry.bad-name"}


def with_table(**changes: object) -> Json:
    told = header("base", 2, with_map=False)
    assert isinstance(told["table"], dict)
    return {**told, "table": {**told["table"], **changes}}


HEADERS: dict[str, tuple[object, str]] = {
    "nothing": (None, "json.not-a-object"),
    "empty": ({}, "json.missing-key"),
    "ten-players": (with_table(players=[{"name": f"P{i}"} for i in range(10)]), "table.player-count"),
    "one-player": (with_table(players=[{"name": "Alix"}]), "table.player-count"),
    "no-players": (with_table(players=[]), "table.player-count"),
    "twins": (with_table(players=[{"name": "Alix"}, {"name": "Alix"}]), "table.name-twice"),
    "players-are-text": (with_table(players="Alix"), "json.not-a-list"),
    "unknown-scenario": (with_table(scenario="flood"), "json.unknown-word"),
    "team-of-two": (with_table(scenario="team"), "table.two-teams-of-two"),
    "first-is-a-stranger": (with_table(first_player="Zoe"), "table.unknown-player"),
    "other-format": (with_table(format="river-table/1"), "json.wrong-format"),
    "long-title": ({**header("base", 2, with_map=False), "title": "x" * 81}, "json.long-text"),
    "row-is-a-number": ({**header("base", 2, with_map=False), "row": 6}, "json.not-a-flag"),
    "no-cards": ({**header("base", 2, with_map=False), "cards": 0}, "json.out-of-range"),
    "foreign-key": ({**header("base", 2, with_map=False), "password": "x"}, "json.unknown-key"),
}


@pytest.mark.parametrize(("told", "code"), HEADERS.values(), ids=HEADERS)
def test_a_bad_header_makes_no_table(tables: Tables, told: object, code: str) -> None:
    assert code in codes_of(lambda: tables.create("dewan", told))
    assert every_look(tables) == ()


def test_an_unknown_game_makes_no_table(tables: Tables) -> None:
    assert codes_of(lambda: tables.create("chess", {})) == {"table.unknown-game"}


ENTRY: Json = {
    "seq": 1,
    "id": "a",
    "kind": "action",
    "body": {"do": "pass", "player": "Alix"},
    "at": "2026-11-16T19:30:00Z",
    "rules": "dewan/1",
}
LOGS: dict[str, tuple[Json, str]] = {
    "other-format": ({"format": "companion-log/2"}, "json.wrong-format"),
    "unknown-game": ({"game": "chess"}, "table.unknown-game"),
    "entries-are-text": ({"entries": "none"}, "json.not-a-list"),
    "out-of-order": ({"entries": [{**ENTRY, "seq": 2}]}, "entry.out-of-order"),
    "twin-ids": ({"entries": [ENTRY, {**ENTRY, "seq": 2}]}, "entry.id-twice"),
    "bad-time": ({"entries": [{**ENTRY, "at": "yesterday"}]}, "entry.bad-time"),
    "made-at-no-time": ({"created_at": "long ago"}, "entry.bad-time"),
    "bad-header": ({"header": {}}, "json.missing-key"),
    "foreign-key": ({"signature": "x"}, "json.unknown-key"),
}


@pytest.mark.parametrize(("changes", "code"), LOGS.values(), ids=LOGS)
def test_a_bad_log_makes_no_table(tables: Tables, changes: Json, code: str) -> None:
    sound = {"format": "companion-log/1", "game": "dewan", "header": header("base", 2), "entries": []}
    assert code in codes_of(lambda: import_log(tables, {**sound, **changes}))
    assert every_look(tables) == ()


def test_a_log_that_breaks_off_is_taken_as_far_as_it_goes(tables: Tables) -> None:
    told = {
        "format": "companion-log/1",
        "game": "dewan",
        "header": header("base", 2, stories=False),
        "entries": [ENTRY],
    }
    strange = {**ENTRY, "seq": 2, "id": "b", "body": {"do": "fly", "player": ["?"]}, "verdict": [{"rule": 3}]}
    look = import_log(tables, {**told, "entries": [ENTRY, strange]})
    assert look.broken is not None
    assert look.broken.seq == 2
    assert all(say(line.label.code, line.label.params) for line in tables.history(look.info.id))
    assert look.state == import_log(tables, told).state


def test_a_record_that_contradicts_itself_makes_no_table(tables: Tables) -> None:
    record = {
        "format": "dewan-table/1",
        "scenario": "base",
        "players": [{"name": "Alix"}, {"name": "Billy"}],
        "map": {"spaces": [{"at": [0, 0], "terrain": "water"}], "camps": [{"player": "Alix", "at": [0, 0]}]},
    }
    assert codes_of(lambda: import_record(tables, record)) == {"map.camp-on-water"}
    assert every_look(tables) == ()


def test_moments_that_never_were_are_the_nearest_that_were(tables: Tables) -> None:
    look = begun(tables)
    assert tables.look_back(look.info.id, 99).seq == 0
    assert tables.look_back(look.info.id, -3).seq == 0
