"""Pages, styles and scripts travel compressed: a phone at the edge of the Wi-Fi has the table sooner."""

from flask import Flask, Response

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
    Compress(app)
    app.after_request(_read_file)  # runs before what was registered before it


def _read_file(response: Response) -> Response:
    """A file on its way out is a stream; our own are small enough to be taken in and compressed whole."""
    a_file = response.direct_passthrough and response.status_code == 200 and response.mimetype in _KINDS
    if a_file and (response.content_length or _LARGE) < _LARGE:
        response.direct_passthrough = False
        response.get_data()
    return response
