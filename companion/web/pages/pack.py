"""The tablet alone, from this server: the files ``companion pack`` wrote (``--pack``), and letters, by which a tablet
and a phone find each other with one scan. What the two say then goes from one to the other directly.
"""

import re
import secrets
import time
from pathlib import Path

from flask import Blueprint, Flask, Response, abort, current_app, jsonify, request, send_from_directory

from companion.log.notes import Notebook, Notes
from companion.web.access.limits import Kind, address, spend
from companion.web.access.policy import open_to_everyone
from companion.web.access.security import csrf
from companion.web.config import WebConfig

bp = Blueprint("pack", __name__, url_prefix="/alone")

MOST_LETTERS = 500
LASTS_SECONDS = 600.0
MOST_BYTES = 4_000
_TEXT = re.compile(rb"[\w-]+", re.ASCII)
_PLACE = "letters"
CONTENT_SECURITY_POLICY = "; ".join(
    [
        "default-src 'self'",
        "script-src 'self' 'wasm-unsafe-eval'",
        "connect-src 'self' https:",  # the photo part may lie elsewhere
        "img-src 'self' data: blob:",
        "media-src 'self' blob:",
        "object-src 'none'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    ]
)
"""The page around the application runs WebAssembly; the pages inside it have the policy of all others."""


def init_app(app: Flask, config: WebConfig) -> None:
    app.config["PACK"] = config.pack


@bp.get("/")
@open_to_everyone
def start() -> Response:
    return file("index.html")


@bp.get("/<path:filename>")
@open_to_everyone
def file(filename: str) -> Response:
    folder: Path | None = current_app.config["PACK"]
    if folder is None:
        abort(404)
    answer = send_from_directory(folder, filename)
    answer.headers["Content-Security-Policy"] = CONTENT_SECURITY_POLICY
    return answer


@bp.post("/letters")
@open_to_everyone
def write() -> Response:
    """What a tablet offers. The answer is the letter's code, by which a phone reads it."""
    offer = _text()
    spend(Kind.MAKE, address())
    code = secrets.token_urlsafe(16)
    with _notes().changing(_PLACE) as letters:
        for old in [*_late(letters), *list(letters)[: len(letters) - MOST_LETTERS + 1]]:
            letters.pop(old, None)
        letters[code] = {"at": time.time(), "offer": offer, "answer": None}
    return jsonify(code=code)


@bp.get("/letters/<code>")
@open_to_everyone
def read(code: str) -> Response:
    letters = _notes().read(_PLACE)
    if code not in letters or code in _late(letters):
        abort(404)
    return jsonify(offer=letters[code]["offer"], answer=letters[code]["answer"])


@bp.post("/letters/<code>")
@open_to_everyone
def reply(code: str) -> Response:
    """What the phone says to it, once."""
    with _notes().changing(_PLACE) as letters:
        if code not in letters or letters[code]["answer"] is not None or code in _late(letters):
            abort(404)
        letters[code] = {**letters[code], "answer": _text()}
    return jsonify(code=code)


def _notes() -> Notebook:
    kept: Notebook = current_app.extensions["notes"]
    return kept


def _late(letters: Notes) -> list[str]:
    oldest = time.time() - LASTS_SECONDS
    return [code for code, letter in letters.items() if letter["at"] < oldest]


def _text() -> str:
    request.max_content_length = MOST_BYTES
    sent = request.get_data(cache=False)
    if not _TEXT.fullmatch(sent):
        abort(422)
    return sent.decode("ascii")


csrf.exempt(bp)  # who writes keeps nothing here, and other sites are refused by their origin
