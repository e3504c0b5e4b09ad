"""What one photo may cost the machine: memory, time, and its turn after everything else.

A picture is a stranger's data. Where the system can hold a process to limits it does; the server ends a worker that
takes too long in any case.
"""

import contextlib
import os
import signal

MOST_MEMORY = 1_600_000_000
"""Address space, of which the libraries map a good part without ever using it."""
MOST_SECONDS = 60
_LATER = 5
"""The server ends a worker first; this is for one whose server is gone."""


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
