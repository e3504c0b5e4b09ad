"""An ordinary machine: threads, and other processes that could want the same files."""

import os
import sys
from time import thread_time

__all__ = ["JOURNAL", "READERS", "lock_file", "thread_time"]

JOURNAL = "WAL"
"""How SQLite keeps a transaction: readers and the writer do not wait for each other."""
READERS = 8
"""Connections kept for those who read."""

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
