"""Inside a browser: one thread, one process, and no shared memory for a write-ahead log.

The worker holds the files of the device to itself before Python starts (``companion/alone/page/disk.js``).
"""

from time import process_time as thread_time

__all__ = ["JOURNAL", "READERS", "lock_file", "thread_time"]

JOURNAL = "TRUNCATE"
"""The journal is a file that stays; emptying it is what commits."""
READERS = 1


def lock_file(file: int) -> bool:
    return True
