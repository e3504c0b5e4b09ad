"""JSON as the contract wants it: UTF-8, no NaN, no key twice, nothing that takes a reader down."""

import json

from companion.formats.faults import BadInput, Fault, shortened
from companion.json_depth import is_too_deep


def parse_json(text: bytes | str) -> object:
    """Raises BadInput."""
    try:
        plain = text.decode("utf-8") if isinstance(text, bytes) else text
        if is_too_deep(plain):
            raise BadInput([Fault("", "json.too-deep")])
        return json.loads(
            plain,
            parse_constant=_no_constant,
            object_pairs_hook=_no_key_twice,
        )
    except UnicodeDecodeError:
        raise BadInput([Fault("", "json.not-utf-8")]) from None
    except json.JSONDecodeError as error:
        raise BadInput([Fault("", "json.malformed", {"line": error.lineno, "column": error.colno})]) from None
    except ValueError:  # an integer of thousands of digits
        raise BadInput([Fault("", "json.number-too-long")]) from None


def _no_constant(name: str) -> object:
    raise BadInput([Fault("", "json.no-constant", {"name": name})])


def _no_key_twice(pairs: list[tuple[str, object]]) -> dict[str, object]:
    members = dict(pairs)
    if len(members) < len(pairs):
        seen: set[str] = set()
        twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        raise BadInput([Fault("", "json.key-twice", {"key": shortened(twice)})])
    return members
