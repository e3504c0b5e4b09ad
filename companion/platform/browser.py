"""Inside a browser: one thread, one process, and no shared memory for a write-ahead log.

The worker holds the files of the device to itself before Python starts (``companion/alone/page/disk.js``).
"""

from collections.abc import Callable, Sequence
from concurrent.futures import Executor, Future
from importlib import import_module
from io import BytesIO
from time import process_time as thread_time
from typing import Any

__all__ = ["JOURNAL", "READERS", "call_later", "lock_file", "start_program", "thread_time", "workers"]

JOURNAL = "TRUNCATE"
"""The journal is a file that stays; emptying it is what commits."""
READERS = 1


def lock_file(file: int) -> bool:
    return True


def workers(number: int, name: str) -> Executor:
    return _AtOnce()


def call_later(seconds: float, call: Callable[..., object], *given: object) -> Callable[[], object]:
    """Nothing happens beside what is being done: there is nobody to call."""
    return lambda: None


def start_program(command: Sequence[str]) -> Any:
    return _Here(command[-1])


class _AtOnce(Executor):
    """Whoever hands in work does it."""

    def submit(self, work: Callable[..., Any], /, *given: Any, **named: Any) -> "Future[Any]":
        done: Future[Any] = Future()
        try:
            done.set_result(work(*given, **named))
        except Exception as error:
            done.set_exception(error)
        return done


class _Here:
    """Of a ``subprocess.Popen`` what its callers use. The module's ``main`` runs when its output is first read."""

    returncode = 0

    def __init__(self, module: str) -> None:
        self._module = module
        self._out: BytesIO | None = None
        self.stdin = BytesIO()

    @property
    def stdout(self) -> BytesIO:
        if self._out is None:
            self._out = BytesIO()
            import_module(self._module).main(BytesIO(self.stdin.getvalue()), self._out)
            self._out.seek(0)
        return self._out

    def kill(self) -> None: ...

    def wait(self) -> None: ...
