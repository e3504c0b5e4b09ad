"""The owner's passphrase: on a machine with several accounts, or behind a forwarder nobody can see, asking from this
machine is not enough then. It is typed in once in a browser here, which is at home from then on.
"""

import os
import tempfile
from dataclasses import dataclass
from pathlib import Path

from flask import Blueprint, Response, abort, current_app, render_template, request, url_for
from werkzeug.security import check_password_hash, generate_password_hash
from werkzeug.wrappers import Response as AnyResponse

from companion.service.tables import utc_now
from companion.web.access.codes import access_store
from companion.web.access.devices import hash_of, known_device
from companion.web.access.limits import Kind, OneAtATime, address, limits, refuse_if_spent
from companion.web.access.policy import is_owner, open_to_everyone
from companion.web.access.secret_key import PASSPHRASE_FILE_NAME
from companion.web.access.this_machine import is_loopback
from companion.web.htmx import see_other

bp = Blueprint("owner", __name__, url_prefix="/owner")

PASSPHRASE = PASSPHRASE_FILE_NAME
SHORTEST, LONGEST = 10, 200
_CHECKS = OneAtATime()
"""A check takes 32 MB and a tenth of a second, so that guessing does, too."""


def set_passphrase(data_dir: Path, text: str) -> None:
    """Whoever came in with the last one is a guest again."""
    data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
    descriptor, beside = tempfile.mkstemp(prefix=f".{PASSPHRASE}-", dir=data_dir)
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        file.write(generate_password_hash(text, method="scrypt"))
        file.flush()
        os.fsync(file.fileno())
    Path(beside).replace(data_dir / PASSPHRASE)


def drop_passphrase(data_dir: Path) -> bool:
    """False where there was none."""
    there = (data_dir / PASSPHRASE).exists()
    (data_dir / PASSPHRASE).unlink(missing_ok=True)
    return there


@bp.get("")
@open_to_everyone
def show() -> Response:
    _expected()
    return _page()


@bp.post("")
@open_to_everyone
def enter() -> AnyResponse:
    kept, store = _expected(), access_store()
    refuse_if_spent(Kind.GUESS, address())
    with _CHECKS.turn():
        right = check_password_hash(kept, request.form.get(PASSPHRASE, "")[:LONGEST])
    if not right or store is None:
        limits().take(Kind.GUESS, address())
        return _page(wrong=True, status=403)
    store.let_into_house(known_device(), hash_of(current_app.extensions["house_key"]() + kept), utc_now())
    return see_other(url_for("home.show"))


@dataclass(frozen=True)
class OwnerPage:
    """``wrong``: the passphrase that was sent."""

    wrong: bool
    longest = LONGEST


def may_sign_in() -> bool:
    """Whether whoever asks could come in with a passphrase: at this machine, where one was set."""
    return is_loopback(request.remote_addr or "") and bool(current_app.extensions[PASSPHRASE]()) and not is_owner()


def _expected() -> str:
    """What was set. Nobody else's browser is asked for it."""
    kept: str | None = current_app.extensions[PASSPHRASE]()
    return kept if kept and is_loopback(request.remote_addr or "") else abort(404)


def _page(*, wrong: bool = False, status: int = 200) -> Response:
    return Response(render_template("join/owner.html", page=OwnerPage(wrong)), status, mimetype="text/html")
