import pytest

from companion.formats.faults import BadInput, shortened
from companion.formats.strict_json import parse_json


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (b"", "json.malformed"),
        (b"{", "json.malformed"),
        (b'{"a": 1,}', "json.malformed"),
        (b"[NaN]", "json.no-constant"),
        (b'{"a": -Infinity}', "json.no-constant"),
        (b'{"a": 1, "a": 2}', "json.key-twice"),
        (b'"\xff"', "json.not-utf-8"),
        (b"[" * 100_000, "json.too-deep"),
        (b"1" * 5_000, "json.number-too-long"),
    ],
)
def test_what_is_no_strict_json_is_named(text: bytes, code: str) -> None:
    with pytest.raises(BadInput) as refused:
        parse_json(text)
    assert [fault.code for fault in refused.value.faults] == [code]


def test_the_rest_is_read() -> None:
    assert parse_json(b'{"a": [1, 2.5, null, true, "\xc3\xbc"]}') == {"a": [1, 2.5, None, True, "ü"]}


def test_what_is_shown_of_a_value_is_short_and_on_one_line() -> None:
    assert shortened("x" * 1000) == "x" * 39 + "…"
    assert shortened("two\nlines\ud800") == "two�lines�"
    assert shortened([[[]]] * 100) == "list"
    assert shortened(None) == "None"
