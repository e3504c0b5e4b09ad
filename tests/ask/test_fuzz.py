"""Whatever is asked, an answer comes: never a traceback, and what is wrong is named with its path."""

import copy
import json
import re
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from companion.ask.questions import answer
from companion.dewan.formats.table import write_table
from companion.dewan.questions import QUESTIONS
from companion.dewan.rules.table import Table
from tests.strategies import examples, tables

scalars = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=True)
    | st.text(max_size=8)
    | st.sampled_from(
        ["base", "forest", "water", "start", "lava", "en", "P1", "forest/water:fire", "dewan-table/1", "\ud800"]
    )
)
anything = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=8,
)
questions_at_random = st.fixed_dictionaries(
    {},
    optional={
        "ask": st.sampled_from(sorted(QUESTIONS)) | anything,
        "table": anything,
        "player": anything,
        "path": st.lists(st.lists(st.integers(-3, 3), min_size=2, max_size=2)) | anything,
        "cards": anything,
        "to": anything,
        "place": anything,
        "language": anything,
    },
)


def checked(question: Any) -> dict[str, Any]:
    """The answer, if it is one."""
    reply: Any = answer(question)
    text = json.dumps(reply, ensure_ascii=False, allow_nan=False)
    text.encode("utf-8")  # no half characters either
    assert reply["ok"] in (True, False)
    if not reply["ok"]:
        assert set(reply) == {"ok", "errors"}
        assert reply["errors"]
        for error in reply["errors"]:
            assert set(error) == {"path", "text"}
            assert isinstance(error["path"], str)
            assert error["text"].strip()
            assert len(error["text"]) < 400
    return dict(reply)


@given(anything | questions_at_random)
def test_anything_is_answered(question: Any) -> None:
    checked(question)


def places(value: Any) -> list[tuple[Any, Any]]:
    """Every (container, key) inside a JSON value."""
    found: list[tuple[Any, Any]] = []
    keys = list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    for key in keys:
        found.append((value, key))
        found += places(value[key])
    return found


@st.composite
def damaged_questions(draw: st.DrawFn) -> dict[str, Any]:
    on: Table = draw(tables(most_spaces=8))
    player = on.players[0].name
    question: dict[str, Any] = {"ask": draw(st.sampled_from(sorted(QUESTIONS))), "table": write_table(on)}
    if question["ask"] in ("route", "routes"):
        question["player"] = player
    if question["ask"] == "route":
        question["path"] = [list(at) for at in draw(st.lists(st.sampled_from(sorted(on.board.printed)), max_size=5))]
    if question["ask"] == "event" and draw(st.booleans()):
        question["place"] = list(draw(st.sampled_from(sorted(on.board.printed))))
    question = json.loads(json.dumps(question))
    for _ in range(draw(st.integers(1, 3))):
        container, key = draw(st.sampled_from(places(question) or [(question, "ask")]))
        match draw(st.integers(0, 3)):
            case 0:
                container[key] = draw(anything)
            case 1 if isinstance(container, dict):
                container.pop(key, None)
            case 2 if isinstance(container, list):
                container.append(copy.deepcopy(container[key]) if key < len(container) else None)
            case _:
                if isinstance(container, dict):
                    container["zzz"] = draw(scalars)
    return question


def leads_somewhere(path: str, document: Any) -> bool:
    """The path names a place of the document, or a key that is missing there."""
    steps = [int(step[1:-1]) if step[0] == "[" else step for step in re.findall(r"\[\d+\]|[^.\[\]]+", path)]
    for i, step in enumerate(steps):
        if (isinstance(document, dict) and step in document) or (
            isinstance(document, list) and isinstance(step, int) and step < len(document)
        ):
            document = document[step]
        else:
            return i == len(steps) - 1
    return True


@examples(2)
@given(damaged_questions())
def test_a_damaged_question_is_answered_and_its_faults_lie_where_they_say(question: dict[str, Any]) -> None:
    reply = checked(question)
    for error in reply.get("errors", ()):
        assert leads_somewhere(error["path"], question) or leads_somewhere(error["path"], question.get("table"))
