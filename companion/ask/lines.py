"""JSON Lines: a question a line in, an answer a line out, each flushed at once; a bad line never stops the next."""

import json
from typing import BinaryIO

from companion.ask.questions import answer, refusal
from companion.formats.faults import BadInput, Fault
from companion.formats.strict_json import parse_json
from companion.i18n.catalog import LANGUAGES, speaker

MOST_LINE = 32 * 1024 * 1024
"""Bytes of one line. A table record is a few kilobytes; anything near this is a mistake."""


def answer_lines(questions: BinaryIO, answers: BinaryIO) -> None:
    while line := questions.readline(MOST_LINE + 1):
        answers.write(_answer_line(line, questions))
        answers.flush()


def _answer_line(line: bytes, rest: BinaryIO) -> bytes:
    try:
        if len(line) > MOST_LINE:
            while line and not line.endswith(b"\n"):
                line = rest.readline(MOST_LINE)
            raise BadInput([Fault("", "ask.line-too-long")])
        reply = answer(parse_json(line))
    except BadInput as bad:
        reply = refusal(bad.faults, speaker(LANGUAGES[0]))
    return dumps(reply) + b"\n"


def dumps(reply: object) -> bytes:
    return json.dumps(reply, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")
