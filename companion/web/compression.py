"""Pages, styles and scripts travel compressed: a phone at the edge of the Wi-Fi has the table sooner."""

import threading
from collections.abc import Iterable

from flask import Flask, Response, current_app, request

_KINDS = [
    "text/html",
    "text/css",
    "text/csv",
    "text/javascript",
    "application/json",
    "application/manifest+json",
    "image/svg+xml",
]
"""Not the streams, which must not wait for a block to fill, and not what is compressed already."""
_LARGE = 1_000_000
_WAYS_KEPT = 8
"""Browsers know a handful of ways to say what they can unpack; anything may be sent by others."""


def init_app(app: Flask) -> None:
    from flask_compress import Compress  # only where answers travel: it brings compiled parts

    app.config.update(
        COMPRESS_ALGORITHM=["br", "gzip"],
        COMPRESS_BR_LEVEL=4,  # half as long as gzip takes, and smaller
        COMPRESS_LEVEL=5,
        COMPRESS_MIN_SIZE=600,
        COMPRESS_MIMETYPES=_KINDS,
        COMPRESS_STREAMS=False,
    )
    app.extensions["compress"] = Compress(app)
    app.after_request(_read_file)  # runs before what was registered before it


def _read_file(response: Response) -> Response:
    """A file on its way out is a stream; our own are small enough to be taken in and compressed whole."""
    a_file = response.direct_passthrough and response.status_code == 200 and response.mimetype in _KINDS
    if a_file and (response.content_length or _LARGE) < _LARGE:
        response.direct_passthrough = False
        response.get_data()
    return response


class Packed:
    """A page that goes out many times: compressed once for every way browsers ask for it."""

    def __init__(self, html: str) -> None:
        self._plain = html.encode()
        self._lock = threading.Lock()
        self._ways: dict[str, Response] = {}

    def answer(self, headers: Iterable[tuple[str, str]]) -> Response:
        """For the request at hand."""
        packed = self._way(request.headers.get("Accept-Encoding", ""))
        answer = Response(packed.get_data(), headers=list(headers))
        if packed.content_encoding:
            answer.content_encoding = packed.content_encoding
        return answer

    def _way(self, asked: str) -> Response:
        with self._lock:
            if asked not in self._ways:
                if len(self._ways) >= _WAYS_KEPT:
                    self._ways.clear()
                answer, compress = Response(self._plain, mimetype="text/html"), current_app.extensions.get("compress")
                self._ways[asked] = compress.after_request(answer) if compress else answer
            return self._ways[asked]
