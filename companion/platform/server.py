"""An ordinary machine: threads, and other processes that could want the same files."""

import os
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from time import thread_time

__all__ = ["JOURNAL", "READERS", "call_later", "lock_file", "start_program", "thread_time", "workers"]

JOURNAL = "WAL"
"""How SQLite keeps a transaction: readers and the writer do not wait for each other."""
READERS = 8
"""Connections kept for those who read."""


def workers(number: int, name: str) -> Executor:
    """Threads that do what they are given."""
    return ThreadPoolExecutor(max_workers=number, thread_name_prefix=name)


def call_later(seconds: float, call: Callable[..., object], *given: object) -> Callable[[], object]:
    """What is returned calls it off."""
    timer = threading.Timer(seconds, call, given)
    timer.daemon = True
    timer.start()
    return timer.cancel


def start_program(command: Sequence[str]) -> "subprocess.Popen[bytes]":
    """A process of its own that is talked to by its input and output. Raises OSError."""
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)


if sys.platform == "win32":
    import msvcrt

    def lock_file(file: int) -> bool:
        """Whether the file is ours alone from now on, until it is closed."""
        # A locked byte cannot be read by others on Windows: lock one far behind the number.
        os.lseek(file, 1 << 20, os.SEEK_SET)
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        finally:
            os.lseek(file, 0, os.SEEK_SET)
        return True

else:
    import fcntl

    def lock_file(file: int) -> bool:
        """Whether the file is ours alone from now on, until it is closed."""
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True
