"""Entries from JSON that nobody vouches for: every fault is named, with its path."""

import re
from collections.abc import Mapping
from datetime import datetime

from companion.faults import BadInput, Fault, join_path, shortened
from companion.log.entries import AMEND, REDO, UNDO, Entry, NewEntry, json_text

MOST_BODY = 1_000_000
"""Bytes of JSON in one body, verdict or header: a whole map entered at once fits many times over."""
MOST_DEPTH = 40
MOST_NAME = 80
MOST_ENTRIES = 100_000
MOST_FAULTS = 100
MOST_NUMBER = 2**53 - 1
"""Beyond it, a browser reads another number than was written."""

_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
_KIND = re.compile(r"[a-z][a-z0-9-]{0,31}")
_TIME = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{1,6})?Z")


def parse_entry(value: object, path: str = "") -> Entry:
    """Raises BadInput."""
    faults: list[Fault] = []
    _check(value, path, faults, numbered=True)
    if faults or not isinstance(value, dict):
        raise BadInput(faults)
    return _entry(value)


def parse_draft(value: object, path: str = "") -> NewEntry:
    """Raises BadInput."""
    faults: list[Fault] = []
    _check(value, path, faults, numbered=False)
    if faults or not isinstance(value, dict):
        raise BadInput(faults)
    return _entry({**value, "seq": 0}).draft()


def parse_log(value: object, path: str = "entries") -> tuple[Entry, ...]:
    """A whole log, as it is exported: numbered 1, 2, 3… and no id twice. Raises BadInput."""
    if not isinstance(value, list):
        raise BadInput([_not_a("list", value, path)])
    if len(value) > MOST_ENTRIES:
        raise BadInput([Fault(path, "json.too-many", {"most": MOST_ENTRIES})])
    faults: list[Fault] = []
    ids: set[object] = set()
    for wanted, item in enumerate(value, start=1):
        place = f"{path}[{wanted - 1}]"
        sound = len(faults)
        _check(item, place, faults, numbered=True)
        if len(faults) == sound:
            if item["seq"] != wanted:
                faults.append(Fault(f"{place}.seq", "entry.out-of-order", {"wanted": wanted}))
            if item["id"] in ids:
                faults.append(Fault(f"{place}.id", "entry.id-twice", {"id": item["id"]}))
            ids.add(item["id"])
        if len(faults) >= MOST_FAULTS:
            break
    if faults:
        raise BadInput(faults[:MOST_FAULTS])
    return tuple(_entry(item) for item in value)


def checked(draft: NewEntry) -> NewEntry:
    """The draft, if it may be recorded. Raises BadInput."""
    return parse_draft(draft.to_json())


def check_id(value: object, path: str = "id") -> str:
    """An id of a table or an entry. Raises BadInput."""
    if isinstance(value, str) and _ID.fullmatch(value):
        return value
    raise BadInput([Fault(path, "entry.bad-id")])


def check_time(value: object, path: str = "at") -> str:
    """A moment in UTC, like 2026-11-16T19:30:00Z. Raises BadInput."""
    if _is_time(value):
        return str(value)
    raise BadInput([Fault(path, "entry.bad-time")])


def check_word(value: object, path: str) -> str:
    """A short word of ours: a kind, a game. Raises BadInput."""
    if isinstance(value, str) and _KIND.fullmatch(value):
        return value
    raise BadInput([Fault(path, "entry.bad-word")])


def check_object(value: object, path: str) -> dict[str, object]:
    """A JSON object of bearable size. Raises BadInput."""
    plain = dict(value) if isinstance(value, Mapping) else value
    faults: list[Fault] = [] if isinstance(plain, dict) else [_not_a("object", value, path)]
    if not faults:
        _check_json(plain, path, faults)
    if faults or not isinstance(plain, dict):
        raise BadInput(faults)
    return plain


def check_json(value: object, path: str) -> object:
    """A JSON value of bearable size. Raises BadInput."""
    faults: list[Fault] = []
    _check_json(value, path, faults)
    if faults:
        raise BadInput(faults)
    return value


def bad_part(kind: object, body: Mapping[str, object]) -> str | None:
    """What of the body of an undo or an amendment makes no sense: ``to`` must be a moment of the log, ``entry`` one of
    its entries; what is to be recorded instead has a kind and a body, or there is nothing."""
    if kind == UNDO:
        return None if _is_moment(body.get("to", 0)) else "to"
    if kind != AMEND:
        return None
    if not _is_seq(body.get("entry")):
        return "entry"
    if set(body) == {"entry"}:
        return None
    if set(body) != {"entry", "kind", "body"} or not isinstance(body["body"], dict):
        return "body"
    own = body["kind"] in (AMEND, UNDO, REDO)
    return "kind" if own or not (isinstance(body["kind"], str) and _KIND.fullmatch(body["kind"])) else None


def _is_moment(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MOST_ENTRIES


def _entry(value: Mapping[str, object]) -> Entry:
    seq, body, by = value["seq"], value["body"], value.get("by")
    assert isinstance(seq, int)
    assert isinstance(body, dict)
    assert by is None or isinstance(by, str)
    texts = (str(value["id"]), str(value["kind"])), (str(value["at"]), str(value["rules"]))
    return Entry(seq, *texts[0], body, by, *texts[1], value.get("verdict"))


def _check(value: object, path: str, faults: list[Fault], numbered: bool) -> None:
    if not isinstance(value, dict):
        faults.append(_not_a("object", value, path))
        return
    required = ("seq", "id", "kind", "body", "at", "rules") if numbered else ("id", "kind", "body", "at", "rules")
    for key in value:
        if key not in required and key not in ("by", "verdict"):
            shown = shortened(key)
            faults.append(Fault(join_path(path, shown), "json.unknown-key", {"key": shown}))
    for key in required:
        if key not in value:
            faults.append(Fault(join_path(path, key), "json.missing-key", {"key": key}))
    for key, code, is_good in (
        ("seq", "entry.bad-seq", _is_seq),
        ("id", "entry.bad-id", lambda text: isinstance(text, str) and _ID.fullmatch(text)),
        ("kind", "entry.bad-word", lambda text: isinstance(text, str) and _KIND.fullmatch(text)),
        ("at", "entry.bad-time", _is_time),
        ("rules", "entry.bad-name", _is_name),
        ("by", "entry.bad-name", lambda text: text is None or _is_name(text)),
    ):
        if key in value and (numbered or key != "seq") and not is_good(value[key]):
            faults.append(Fault(join_path(path, key), code, {"most": MOST_NAME} if code == "entry.bad-name" else {}))
    body = value.get("body")
    if isinstance(body, dict):
        _check_json(body, join_path(path, "body"), faults)
        if part := bad_part(value.get("kind"), body):
            code = "entry.bad-undo" if value.get("kind") == UNDO else "entry.bad-amendment"
            faults.append(Fault(join_path(path, f"body.{part}"), code))
    elif "body" in value:
        faults.append(_not_a("object", body, join_path(path, "body")))
    _check_json(value.get("verdict"), join_path(path, "verdict"), faults)


def _check_json(value: object, path: str, faults: list[Fault]) -> None:
    if value is None:
        return
    before = len(faults)
    _walk_json(value, path, faults, MOST_DEPTH)
    if len(faults) == before and len(json_text(value).encode()) > MOST_BODY:
        faults.append(Fault(path, "entry.too-large", {"most": MOST_BODY}))


def _walk_json(value: object, path: str, faults: list[Fault], depth: int) -> None:
    if value is None or isinstance(value, bool) or len(faults) >= MOST_FAULTS:
        return
    if depth == 0:
        faults.append(Fault(path, "json.too-deep"))
    elif isinstance(value, str):
        if not _is_whole_text(value):
            faults.append(Fault(path, "json.broken-text"))
    elif isinstance(value, int):
        if abs(value) > MOST_NUMBER:
            faults.append(Fault(path, "json.out-of-range", {"least": -MOST_NUMBER, "most": MOST_NUMBER}))
    elif isinstance(value, float):
        if value - value != 0:  # NaN and the infinities
            faults.append(Fault(path, "json.no-constant", {"name": str(value)}))
    elif isinstance(value, list):
        for i, item in enumerate(value):
            _walk_json(item, f"{path}[{i}]", faults, depth - 1)
    elif isinstance(value, dict):
        for key, item in value.items():
            if not isinstance(key, str) or not _is_whole_text(key):
                faults.append(Fault(path, "json.broken-text"))
            else:
                _walk_json(item, join_path(path, shortened(key)), faults, depth - 1)
    else:
        faults.append(Fault(path, "entry.not-json", {"value": type(value).__name__}))


def _is_seq(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= MOST_ENTRIES


def _is_time(value: object) -> bool:
    if not isinstance(value, str) or not _TIME.fullmatch(value):
        return False
    try:
        datetime.fromisoformat(value)
    except ValueError:
        return False
    return True


def _is_name(value: object) -> bool:
    if not isinstance(value, str) or not value.strip() or len(value) > MOST_NAME:
        return False
    return _is_whole_text(value) and all(letter >= " " and letter != "\x7f" for letter in value)


def _is_whole_text(text: str) -> bool:
    return text.isascii() or not any("\ud800" <= letter <= "\udfff" for letter in text)


def _not_a(wanted: str, value: object, path: str) -> Fault:
    return Fault(path, f"json.not-a-{wanted}", {"value": shortened(value)})
