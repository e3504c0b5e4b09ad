"""What the place Companion runs on can do: an ordinary machine, or a browser. Nothing else asks where it runs."""

import sys

if sys.platform == "emscripten":
    from companion.platform.browser import JOURNAL, READERS, lock_file, thread_time
else:
    from companion.platform.server import JOURNAL, READERS, lock_file, thread_time

__all__ = ["JOURNAL", "READERS", "lock_file", "thread_time"]
