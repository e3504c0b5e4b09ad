"""Read a question, let the rules of its game answer it, and write the answer as the contract spells it."""

from collections.abc import Callable, Mapping, Sequence

from companion.ask.given import Answer, Questions
from companion.dewan.questions import DEWAN, QUESTIONS
from companion.formats.faults import BadInput, Fault, Node
from companion.i18n.catalog import LANGUAGES, Speaker, speaker

__all__ = ["QUESTIONS", "Answer", "answer", "refusal"]


def _river() -> Questions:
    from companion.river.questions import RIVER

    return RIVER


GAMES: Mapping[str, Callable[[], Questions]] = {"dewan-table/1": lambda: DEWAN, "river-table/1": _river}
"""By the format of the record. Games beside Dewan are imported when asked about, so that nobody else waits for them."""
FIRST = "dewan-table/1"
"""Who finds fault with a record of no known format."""


def answer(question: object) -> Answer:
    """Never raises: what cannot be answered is answered with everything that is wrong with it."""
    node = Node(question)
    language = question.get("language") if isinstance(question, dict) else None
    say = speaker(language if language in LANGUAGES else LANGUAGES[0])
    try:
        return {"ok": True, **_answer(node, say)}
    except BadInput as bad:
        return refusal(bad.faults, say)


def refusal(faults: Sequence[Fault], say: Speaker) -> Answer:
    return {
        "ok": False,
        "errors": [{"path": fault.path, "text": say(fault.code, fault.params)} for fault in faults],
    }


def _answer(node: Node, say: Speaker) -> Answer:
    questions = _questions(node.value)
    kind = node.one_kind("ask", questions.by_word)
    if kind is None:
        raise BadInput(node.faults)
    question = questions.by_word[kind]
    fields = node.fields(["ask", "table", *question.required], ["language", *question.optional]) or {}
    if "language" in fields and fields["language"].value not in LANGUAGES:
        fields["language"].fault("ask.unknown-language", words=", ".join(LANGUAGES))
    # Faults of the record are told with the record's own paths, as if it stood alone.
    table = questions.read(Node(fields["table"].value, "", node.faults)) if "table" in fields else None
    if node.faults or table is None:
        raise BadInput(node.faults)
    result = question.reply(questions.given(table, fields, say))
    if node.faults:
        raise BadInput(node.faults)
    return result


def _questions(question: object) -> Questions:
    """The questions of the game whose record this is."""
    table = question.get("table") if isinstance(question, dict) else None
    named = table.get("format") if isinstance(table, dict) else None
    return GAMES[named if isinstance(named, str) and named in GAMES else FIRST]()
