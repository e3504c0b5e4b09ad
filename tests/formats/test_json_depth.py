"""How deep JSON is nested is known before it is parsed."""

import pytest

from companion.formats.faults import BadInput
from companion.formats.strict_json import parse_json
from companion.json_depth import MOST_DEPTH, is_too_deep

DEEPEST = "[" * MOST_DEPTH + "]" * MOST_DEPTH


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{}",
        DEEPEST,
        '{"a":' * MOST_DEPTH + "1" + "}" * MOST_DEPTH,
        "[" + ",".join(["[[]]"] * 1000) + "]",
        '["' + "[" * 1000 + '"]',
        r'["\\", "\"' + "[" * 1000 + '"]',
        "]" * 1000,
    ],
)
def test_what_is_not_deep_is_parsed(text: str) -> None:
    assert not is_too_deep(text)


@pytest.mark.parametrize(
    "text",
    [
        f"[{DEEPEST}]",
        "[" * 1000,
        '{"a":' * 5000 + "1" + "}" * 5000,
        '[{"a":' * 1000 + "1" + "}]" * 1000,
        "[]," * 1000 + "[" * 100 + "]" * 100,
        r'"\"",' * 50 + "[" * 100,
    ],
)
def test_what_is_too_deep_is_refused_without_going_down(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.formats.strict_json.json.loads", lambda *_, **__: pytest.fail("parsed"))
    with pytest.raises(BadInput) as bad:
        parse_json(text)
    assert [fault.code for fault in bad.value.faults] == ["json.too-deep"]
