"""Read a question, let the rules of its game answer it, and write the answer as the contract spells it."""

from collections.abc import Sequence

from companion.ask.given import Answer, Questions
from companion.formats.faults import BadInput, Fault, Node
from companion.games.registry import BY_FORMAT, PLUGINS
from companion.i18n.catalog import LANGUAGES, Speaker, speaker

__all__ = ["Answer", "answer", "refusal"]


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
    """Those of the game whose record this is; the first game finds the faults of a record of no known format."""
    table = question.get("table") if isinstance(question, dict) else None
    named = table.get("format") if isinstance(table, dict) else None
    game = BY_FORMAT.get(named) if isinstance(named, str) else None
    questions = PLUGINS[game or next(iter(PLUGINS))].load_questions()
    assert questions is not None
    return questions
