import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.faults import BadInput
from companion.log.entries import Entry, NewEntry, json_text
from companion.log.entry_json import (
    MOST_BODY,
    MOST_DEPTH,
    MOST_FAULTS,
    checked,
    parse_draft,
    parse_entry,
    parse_log,
)
from tests.log.logs import NOON, draft, log

GOOD: dict[str, Any] = {
    "seq": 3,
    "id": "a-1_B",
    "kind": "action",
    "body": {"deep": [{"x": None}, True, 1.5, "né"]},
    "by": "Ana 👩‍👦",
    "at": "2026-11-16T12:00:00.25Z",
    "rules": "1.0",
    "verdict": [{"code": "route.unpaid"}],
}

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**53) + 1, 2**53 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=8,
)
entries = st.builds(
    Entry,
    seq=st.integers(1, 1000),
    id=st.from_regex(r"[A-Za-z0-9_-]{1,64}", fullmatch=True),
    kind=st.sampled_from(["action", "correction", "ruling", "redo"]),
    body=st.dictionaries(texts, values, max_size=4),
    by=st.none() | st.sampled_from(["Ana", "José", "李"]),
    at=st.datetimes().map(lambda time: f"{time.replace(microsecond=0).isoformat()}Z"),
    rules=st.just("1.0"),
    verdict=values,
)


@given(entries)
def test_an_entry_survives_json(entry: Entry) -> None:
    assert parse_entry(json.loads(json.dumps(entry.to_json()))) == entry
    assert parse_draft(json.loads(json_text(entry.draft().to_json()))) == entry.draft()


def test_by_and_verdict_may_be_left_out() -> None:
    short = {key: value for key, value in GOOD.items() if key not in ("by", "verdict")}
    assert parse_entry(short) == Entry(3, "a-1_B", "action", GOOD["body"], None, GOOD["at"], "1.0", None)


@pytest.mark.parametrize(
    ("key", "value", "path", "code"),
    [
        ("seq", 0, "seq", "entry.bad-seq"),
        ("seq", True, "seq", "entry.bad-seq"),
        ("seq", "1", "seq", "entry.bad-seq"),
        ("id", "", "id", "entry.bad-id"),
        ("id", "x" * 65, "id", "entry.bad-id"),
        ("id", "a b", "id", "entry.bad-id"),
        ("id", "a\n", "id", "entry.bad-id"),
        ("id", 5, "id", "entry.bad-id"),
        ("kind", "Action", "kind", "entry.bad-word"),
        ("kind", "a" * 33, "kind", "entry.bad-word"),
        ("by", "", "by", "entry.bad-name"),
        ("by", "two\nlines", "by", "entry.bad-name"),
        ("by", "x" * 81, "by", "entry.bad-name"),
        ("by", "\ud800", "by", "entry.bad-name"),
        ("rules", None, "rules", "entry.bad-name"),
        ("at", "2026-11-16T12:00:00", "at", "entry.bad-time"),
        ("at", "2026-11-16T12:00:00+00:00", "at", "entry.bad-time"),
        ("at", "2026-02-30T12:00:00Z", "at", "entry.bad-time"),
        ("at", 12, "at", "entry.bad-time"),
        ("body", [], "body", "json.not-a-object"),
        ("body", None, "body", "json.not-a-object"),
        ("body", {"a": [1, float("nan")]}, "body.a[1]", "json.no-constant"),
        ("body", {"a": float("inf")}, "body.a", "json.no-constant"),
        ("body", {"a": 2**53}, "body.a", "json.out-of-range"),
        ("body", {"a": {"b": "\udfff"}}, "body.a.b", "json.broken-text"),
        ("body", {"\udfff": 1}, "body", "json.broken-text"),
        ("body", {1: 1}, "body", "json.broken-text"),
        ("body", {"a": {1, 2}}, "body.a", "entry.not-json"),
        ("body", {"a": (1, 2)}, "body.a", "entry.not-json"),
        ("body", {"a": "x" * MOST_BODY}, "body", "entry.too-large"),
        ("verdict", float("nan"), "verdict", "json.no-constant"),
        ("extra", 1, "extra", "json.unknown-key"),
    ],
)
def test_each_fault_has_its_name_and_path(key: str, value: object, path: str, code: str) -> None:
    with pytest.raises(BadInput) as caught:
        parse_entry({**GOOD, key: value})
    assert [(fault.path, fault.code) for fault in caught.value.faults] == [(path, code)]


@pytest.mark.parametrize("key", ["seq", "id", "kind", "body", "at", "rules"])
def test_a_missing_key_is_named(key: str) -> None:
    with pytest.raises(BadInput) as caught:
        parse_entry({name: value for name, value in GOOD.items() if name != key})
    assert [(fault.path, fault.code) for fault in caught.value.faults] == [(key, "json.missing-key")]


@pytest.mark.parametrize("to", [-1, 1.5, "2", True, None, 10**9])
def test_undo_to_no_moment_is_refused(to: object) -> None:
    with pytest.raises(BadInput) as caught:
        parse_entry({**GOOD, "kind": "undo", "body": {"to": to}})
    assert [(fault.path, fault.code) for fault in caught.value.faults] == [("body.to", "entry.bad-undo")]


def test_depth_is_bounded_just_so() -> None:
    def nested(depth: int) -> object:
        value: object = 1
        for _ in range(depth):
            value = [value]
        return value

    # The body is the first level, its key's list the second; a number needs a level, too.
    fits = {"a": nested(MOST_DEPTH - 2)}
    assert parse_entry({**GOOD, "body": fits}).body == fits
    with pytest.raises(BadInput, match=r"json.too-deep"):
        parse_entry({**GOOD, "body": {"a": nested(MOST_DEPTH - 1)}})
    with pytest.raises(BadInput, match=r"json.too-deep"):
        parse_entry({**GOOD, "body": {"a": nested(100_000)}})


def test_what_is_no_object_is_no_entry() -> None:
    with pytest.raises(BadInput, match=r"json.not-a-object"):
        parse_entry([GOOD])
    with pytest.raises(BadInput, match=r"json.not-a-object"):
        parse_draft(None)


def test_a_draft_has_no_number() -> None:
    with pytest.raises(BadInput, match=r"seq: json.unknown-key"):
        parse_draft(GOOD)


def test_a_draft_made_in_code_is_checked_as_well() -> None:
    assert checked(draft("a", x=1)) == draft("a", x=1)
    with pytest.raises(BadInput, match=r"at: entry.bad-time"):
        checked(NewEntry("a", "action", {}, None, "noon", "1.0"))


def test_a_log_survives_json() -> None:
    entries = log("a", "b", "undo")
    assert parse_log(json.loads(json.dumps([entry.to_json() for entry in entries]))) == entries
    assert parse_log([]) == ()


def test_a_log_is_in_order_and_has_no_id_twice() -> None:
    first, second = ({**GOOD, "seq": seq, "id": f"e{seq}"} for seq in (1, 2))
    with pytest.raises(BadInput, match=r"entries\[0\].seq: entry.out-of-order, entries\[1\].seq: entry.out-of-order"):
        parse_log([second, first])
    with pytest.raises(BadInput, match=r"entries\[1\].id: entry.id-twice"):
        parse_log([first, {**second, "id": "e1"}])
    with pytest.raises(BadInput, match=r"entries\[1\]: json.not-a-object"):
        parse_log([first, "x"])
    with pytest.raises(BadInput, match=r"entries: json.not-a-list"):
        parse_log({})


def test_a_log_wrong_from_end_to_end_is_not_told_so_for_ever() -> None:
    with pytest.raises(BadInput) as caught:
        parse_log([{"at": NOON}] * 1000)
    assert len(caught.value.faults) == MOST_FAULTS
