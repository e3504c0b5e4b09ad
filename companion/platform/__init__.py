"""What the place Companion runs on can do: an ordinary machine, or a browser. Nothing else asks where it runs."""

import sys

if sys.platform == "emscripten":
    from companion.platform.browser import JOURNAL, READERS, call_later, lock_file, start_program, thread_time, workers
else:
    from companion.platform.server import JOURNAL, READERS, call_later, lock_file, start_program, thread_time, workers

__all__ = ["JOURNAL", "READERS", "call_later", "lock_file", "start_program", "thread_time", "workers"]
