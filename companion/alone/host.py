"""The application inside the worker of a browser: requests of the page come in as WSGI, answers go back.

The browser keeps no cookies for answers that a worker makes up, so that they are kept here, one jar for each visitor.
"""

import json
from collections.abc import Iterable
from contextlib import ExitStack
from http.cookies import SimpleCookie
from io import BytesIO
from pathlib import Path

from flask import Flask, Response
from jinja2 import ModuleLoader
from werkzeug.test import EnvironBuilder, run_wsgi_app

from companion.log.datadir import DataDir
from companion.web.access.addresses import host_of
from companion.web.access.security import CONTENT_SECURITY_POLICY
from companion.web.app import create_app
from companion.web.backend import open_backend
from companion.web.config import WebConfig

OWNER = "127.0.0.1"
"""Who sits at the device itself; phones come from elsewhere."""


class Host:
    """``origin``: scheme and host of the page, ``base``: the path the application lives below, without a slash at its
    end. ``jars``: the cookies there were, as ``cookies`` gave them. ``templates``: where compiled ones are.
    Raises TableError."""

    def __init__(self, data: str, origin: str, base: str, jars: str = "{}", templates: str | None = None) -> None:
        self._closing = ExitStack()
        backend = self._closing.enter_context(open_backend(DataDir(Path(data)), keeps_files=False))
        self._origin = origin
        self._base = base
        self._jars: dict[str, dict[str, str]] = json.loads(jars)
        config = WebConfig(
            data_dir=Path(data),
            companion=backend,
            host_names=frozenset({host_of(origin.partition("://")[2])}),
            https=False,  # the jar sends every cookie
            most_streams=0,
            compress=False,
            reachable=False,
            direct=True,
            worker=False,
        )
        self.app: Flask = create_app(config)
        if templates is not None:
            self.app.jinja_env.loader = ModuleLoader(templates)
        self.app.after_request(_framed)

    def close(self) -> None:
        self._closing.close()

    @property
    def cookies(self) -> str:
        return json.dumps(self._jars)

    def answer(
        self, method: str, path: str, headers: Iterable[tuple[str, str]], body: bytes, visitor: str = OWNER
    ) -> tuple[int, list[tuple[str, str]], bytes]:
        """``path`` is what comes after the origin, with its query."""
        jar = self._jars.setdefault(visitor, {})
        sent = [*headers, ("Cookie", "; ".join(f"{name}={value}" for name, value in jar.items()))]
        inside, _, query = path.removeprefix(self._base).partition("?")
        environ = EnvironBuilder(
            path=inside or "/",
            query_string=query,
            base_url=f"{self._origin}{self._base}/",
            method=method,
            headers=sent,
            input_stream=BytesIO(body),
            environ_overrides={"REMOTE_ADDR": visitor, "CONTENT_LENGTH": str(len(body))},
        ).get_environ()
        parts, status, answered = run_wsgi_app(self.app, environ)
        try:
            whole = b"".join(parts)
        finally:
            getattr(parts, "close", lambda: None)()
        for cookie in answered.getlist("Set-Cookie"):
            _keep(jar, cookie)
        answered.remove("Set-Cookie")
        return int(status[:3]), list(answered), whole


def _keep(jar: dict[str, str], cookie: str) -> None:
    for name, morsel in SimpleCookie(cookie).items():
        if morsel["max-age"] == "0" or not morsel.coded_value:
            jar.pop(name, None)
        else:
            jar[name] = morsel.coded_value


def _framed(response: Response) -> Response:
    """Pages are shown inside the page that holds the worker, and nowhere else."""
    response.headers["X-Frame-Options"] = "SAMEORIGIN"
    response.headers["Content-Security-Policy"] = CONTENT_SECURITY_POLICY.replace(
        "frame-ancestors 'none'", "frame-ancestors 'self'"
    )
    return response
