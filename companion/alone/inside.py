"""What the worker calls: nothing but plain values goes back and forth."""

from typing import Any

from companion.alone.host import OWNER, Host
from companion.i18n.catalog import speaker
from companion.log.errors import TableError

TEMPLATES = "/app/companion/templates"


class Inside:
    def __init__(self, host: Host) -> None:
        self._host = host

    @property
    def cookies(self) -> str:
        return self._host.cookies

    def answer(self, method: str, path: str, headers: Any, body: Any, visitor: str) -> tuple[int, Any, Any]:
        from pyodide.ffi import to_js

        status, answered, whole = self._host.answer(
            method, path, [(name, value) for name, value in headers.to_py()], body.to_py().tobytes(), visitor or OWNER
        )
        given: tuple[int, Any, Any] = to_js((status, [list(pair) for pair in answered], whole))
        return given


def opened(data: str, origin: str, base: str, jars: str, language: str) -> tuple[Inside | None, str]:
    """The application, or the sentence that says why there is none."""
    try:
        return Inside(Host(data, origin, base, jars, TEMPLATES)), ""
    except TableError as error:
        return None, speaker(language)(error.code, error.params)
