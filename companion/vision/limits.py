"""What one photo may cost the machine: memory, time, and its turn after everything else.

A picture is a stranger's data. Where the system can hold a process to limits it does; the server ends a worker that
takes too long in any case.
"""

import contextlib
import os
import re
import signal
from collections.abc import Iterator
from pathlib import Path

MOST_MEMORY = 1_600_000_000
"""Address space, of which the libraries map a good part without ever using it."""
MOST_SECONDS = 60
_LATER = 5
"""The server ends a worker first; this is for one whose server is gone."""
DECODING_SECONDS = 2.0
"""Of the processor: what opens for longer than 50 megapixels of noise was made to."""
DECODING_MEMORY = 440_000_000
"""A see-through picture of 50 megapixels needs 390 MB."""


def keep_within(memory: int = MOST_MEMORY, seconds: int = MOST_SECONDS) -> None:
    """Hold this process to the limits from here on; where a system has no such thing, go on without."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))  # a picture of the photo's memory must not land on the disk
    if hasattr(signal, "alarm"):
        signal.alarm(seconds + _LATER)
    if hasattr(os, "nice"):
        os.nice(5)


@contextlib.contextmanager
def decoding(seconds: float = DECODING_SECONDS, memory: int = DECODING_MEMORY) -> Iterator[None]:
    """Whatever a file says in its head: what unpacks it gets no more room than this (MemoryError), and the process ends
    where it takes longer (SIGPROF). Where a system has no such thing, go on without."""
    if not hasattr(signal, "setitimer"):
        yield
        return
    import resource

    before = resource.getrlimit(resource.RLIMIT_DATA)
    with contextlib.suppress(OSError, ValueError, TypeError):  # Linux alone says what is taken, and counts all of it
        taken = re.search(r"VmData:\s+(\d+) kB", Path("/proc/self/status").read_text("ascii"))
        resource.setrlimit(resource.RLIMIT_DATA, (int(taken[1]) * 1024 + memory, before[1]))  # type: ignore[index]
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_DATA, before)
