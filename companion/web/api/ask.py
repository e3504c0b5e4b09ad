"""``POST /api/ask``: the contract's questions. Nothing is kept, so it needs no token."""

from flask import Blueprint, Response, jsonify, request

from companion.ask.questions import answer, refusal
from companion.formats.faults import BadInput
from companion.formats.openapi import ref
from companion.formats.strict_json import parse_json
from companion.web.access.limits import QUESTIONS
from companion.web.access.policy import open_to_everyone
from companion.web.access.security import csrf
from companion.web.api.describing import Operation, described
from companion.web.language import current_speaker

bp = Blueprint("ask", __name__)


MOST_BYTES = 256_000
"""A table in its last round has 20,000."""


@bp.post("/ask")
@described(
    Operation(
        "ask",
        "Ask one question about a table",
        {200: ("The answer.", ref("Answer"))},
        "Nothing is kept. Texts are in the language asked for.",
        body="Question",
        refused=(400, 413, 422, 429),
    )
)
@open_to_everyone
def ask() -> Response:
    request.max_content_length = MOST_BYTES
    body = request.get_data(cache=False)
    with QUESTIONS.turn():
        return _answered(body)


def _answered(body: bytes) -> Response:
    # The body is read as it is, whatever its type is called: curl sends JSON as a form unless told otherwise.
    try:
        question = parse_json(body)
    except BadInput as bad:
        return _json(refusal(bad.faults, current_speaker()))
    return _json(answer(question))


def _json(reply: dict[str, object]) -> Response:
    response = jsonify(reply)
    response.status_code = 200 if reply["ok"] else 422
    return response


csrf.exempt(ask)
