"""One drawing for many screens. When something is recorded, all joined screens ask for the same fragment in the same
moment: it is drawn once for everybody who may see the same, and each gets it with tokens of its own.
"""

import secrets
import threading
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from functools import wraps
from time import monotonic
from typing import Any

from flask import Flask, Response, current_app, g, make_response, request
from flask_wtf.csrf import generate_csrf
from werkzeug.wrappers import Response as AnyResponse

from companion.web.access.policy import current_viewer, is_owner
from companion.web.htmx import wants_fragment
from companion.web.language import current_speaker
from companion.web.submit import backend

KEPT_SECONDS = 2.0
"""Long enough for everybody who was told of a number; short, because not all a page shows is in the log."""
MOST_KEPT = 64


@dataclass(frozen=True)
class Fragment:
    """A fragment with gaps where the tokens of whoever asks belong. One for those who only look has none."""

    html: str
    headers: tuple[tuple[str, str], ...]


@dataclass
class _Place:
    lock: threading.Lock = field(default_factory=threading.Lock)
    drawn: Fragment | None = None
    at: float = 0.0


class FragmentCache:
    """Those who come while something is being drawn wait for it, instead of drawing it as well."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._places: dict[Hashable, _Place] = {}
        # One at a time: two threads that draw at once are both done late, and so are all who wait for either.
        self._render_lock = threading.Lock()

    def get(self, key: Hashable, draw: Callable[[], Fragment]) -> Fragment:
        """What ``draw`` gives may raise; then whoever waited draws on their own."""
        with self._lock:
            if key not in self._places:
                while len(self._places) >= MOST_KEPT:
                    del self._places[next(iter(self._places))]  # the oldest
                self._places[key] = _Place()
            place = self._places[key]
        with place.lock:
            if place.drawn is None or self._clock() - place.at > KEPT_SECONDS:
                with self._render_lock:
                    place.drawn = draw()
                place.at = self._clock()
            return place.drawn


class _NotToBeShared(Exception):
    def __init__(self, response: AnyResponse) -> None:
        super().__init__()
        self.response = response


# Nobody can type these into a page.
_CSRF_GAP, _ID_GAP = f"csrf-{secrets.token_hex(16)}", f"id-{secrets.token_hex(16)}"


def init_app(app: Flask) -> None:
    app.extensions["drawings"] = FragmentCache()


def drawn_once(view: Callable[..., AnyResponse]) -> Callable[..., AnyResponse]:
    """For a view of a table (``table_id``) that shows nothing but what its viewer, language and address say.

    Only what screens fetch by themselves is shared: that is what comes fifty times at once.
    """

    @wraps(view)
    def answer(table_id: str, **where: Any) -> AnyResponse:
        if request.method != "GET" or "By-Itself" not in request.headers or not wants_fragment():
            return view(table_id, **where)
        key = (
            request.full_path,
            current_viewer(table_id),
            is_owner(),
            current_speaker().language,
            current_speaker().locale,
            backend().service.number(table_id),
        )
        drawings: FragmentCache = current_app.extensions["drawings"]
        try:
            drawn = drawings.get(key, lambda: _draw(view(table_id, **where)))
        except _NotToBeShared as single:
            return single.response
        return _own(drawn)

    return answer


def _draw(answer: AnyResponse) -> Fragment:
    response: Response = make_response(answer)
    if response.status_code != 200 or response.mimetype != "text/html" or "Set-Cookie" in response.headers:
        raise _NotToBeShared(response)
    html = response.get_data(as_text=True).replace(generate_csrf(), _CSRF_GAP)
    if "entry_id" in g:
        html = html.replace(g.pop("entry_id"), _ID_GAP)
    headers = tuple((name, value) for name, value in response.headers if name != "Content-Length")
    return Fragment(html, headers)


def _own(drawn: Fragment) -> Response:
    html = drawn.html.replace(_CSRF_GAP, generate_csrf()).replace(_ID_GAP, secrets.token_urlsafe(9))
    return Response(html, headers=list(drawn.headers))
