"""What is worth receiving: decided before a body is there, and by who sends it."""

from typing import IO, Any

from flask import Flask, Request, request
from werkzeug.exceptions import HTTPException

from companion.log.entry_json import MOST_ENTRIES
from companion.log.errors import TableError
from companion.web.access.limits import Kind, refuse_if_spent
from companion.web.access.policy import clients, is_owner, policy_of


class ClosingRequest(Request):
    """Closes every file that was begun, also where the rest of the body is broken and the form has none of it."""

    def _get_file_stream(self, *about: Any, **more: Any) -> IO[bytes]:
        file = super()._get_file_stream(*about, **more)
        self.__dict__.setdefault("begun", []).append(file)
        return file

    def close(self) -> None:
        super().close()
        for file in self.__dict__.get("begun", ()):
            file.close()


def may_send(app: Flask, environ: dict[str, Any]) -> bool:
    """Whether a large body is worth receiving: not where whoever sends it would be turned away in any case."""
    with app.request_context(environ):
        try:
            if request.routing_exception is not None:
                return False
            refuse_if_spent(Kind.SEND, *clients())
            policy_of(request.endpoint or "").admit(request.view_args or {})
        except (HTTPException, TableError):
            return False
    return True


def most_entries() -> int:
    """Of a log that is read in. It is replayed at once: an evening has a few hundred, and the owner may wait."""
    return MOST_ENTRIES if is_owner() else 1500
