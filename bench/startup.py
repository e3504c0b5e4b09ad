"""How long ``companion ask`` takes to start, against a bare ``python -c pass``, run in turns.

Processor time of the whole process. Bytecode is compiled beforehand, as installing compiles it.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from statistics import median

from bench.tables import random_table
from companion.dewan.formats.table import write_table

RUNS = 15
ASK = ("-m", "companion", "ask")


def seconds() -> Mapping[str, float]:
    """Medians by what was run."""
    question = json.dumps({"ask": "score", "table": write_table(random_table(1, 4, 8))}).encode() + b"\n"
    runs: Mapping[str, tuple[tuple[str, ...], bytes]] = {
        "python -c pass": (("-c", "pass"), b""),
        "companion ask, nothing asked": (ASK, b""),
        "companion ask, one score": (ASK, question),
    }
    taken: dict[str, list[float]] = {name: [] for name in runs}
    with tempfile.TemporaryDirectory() as cache:
        setting = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        setting["PYTHONPYCACHEPREFIX"] = cache
        for arguments, given in runs.values():
            _run(arguments, given, setting)
        for _ in range(RUNS):
            for name, (arguments, given) in runs.items():
                taken[name].append(_run(arguments, given, setting))
    return {name: median(times) for name, times in taken.items()}


def _run(arguments: tuple[str, ...], given: bytes, setting: Mapping[str, str]) -> float:
    with subprocess.Popen(
        [sys.executable, *arguments], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, env=setting
    ) as process:
        if process.stdin:
            process.stdin.write(given)
            process.stdin.close()
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise RuntimeError(f"{arguments} ended with {process.returncode}")
    return used.ru_utime + used.ru_stime
