"""The standing attack: everything that was ever tried against Companion, in one table.

    python -m bench.attack                   # in full; a quarter of an hour
    python -m bench.attack --small           # as it runs in every check; a few minutes
    python -m bench.attack --only slow,files

Each line is a program or a set of tests of its own, and can be run alone by what stands beside it. Traffic stays on
this machine (127.0.0.0/8). The status is 1 if any of them found something. ``docs/security.md`` says what each is for.
"""

import argparse
import os
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
SHOWN = 25
"""Last lines of what an attack that found something has to say."""


@dataclass(frozen=True)
class Attack:
    """``small`` and ``full``: what is run with this Python's ``-m``. ``more``: of the environment, in full."""

    name: str
    what: str
    full: str
    small: str
    more: tuple[tuple[str, str], ...] = ()


def _tests(*files: str) -> str:
    return f"pytest -q {' '.join(files)}"


_IN_A_BROWSER = tuple(
    f"tests/alone/test_runtime.py::test_{name}"
    for name in (
        "nothing_acknowledged_is_lost_wherever_the_tab_is_killed",
        "in_indexeddb_every_transaction_leaves_what_was_answered",
    )
)

ATTACKS = (
    Attack(
        "roles",
        "every address by everybody: who is let in",
        *[
            _tests(
                "tests/web/test_route_answers.py", "tests/web/access/test_access.py", "tests/web/access/test_owner.py"
            )
        ]
        * 2,
    ),
    Attack("worlds", "two evenings one hidden card apart", *[_tests("tests/dewan/pages/test_hidden_cards.py")] * 2),
    Attack(
        "forgery",
        "other sites, forged hosts, missing tokens",
        *[_tests("tests/web/access/test_security.py", "tests/web/pages/test_backups.py")] * 2,
    ),
    Attack("texts", "names and titles that want to be code", *[_tests("tests/web/test_hostile_texts.py")] * 2),
    Attack("requests", "requests nobody would send", "bench.fuzz --inputs 20000", _tests("tests/web/test_fuzz.py")),
    Attack(
        "files",
        "photos, games, boxes and backups changed and cut",
        "bench.strange_files",
        "bench.strange_files --photos 20 --games 40 --boxes 40 --backups 10 --databases 10",
    ),
    Attack(
        "photos",
        "the costliest pictures: memory and seconds",
        "bench.bad_photos",
        _tests("tests/dewan/vision/test_load.py"),
    ),
    Attack(
        "floods",
        "too much at once, and guessing",
        *[_tests("tests/web/access/test_limits.py", "tests/web/test_live.py")] * 2,
    ),
    Attack(
        "slow",
        "3,000 half-sent requests of five addresses",
        "bench.slow --siege",
        _tests("tests/web/test_connections.py"),
    ),
    Attack("worst", "the worst input of every address", "bench.worst", "bench.worst --small"),
    Attack(
        "power",
        "the plug pulled at any system call",
        *[_tests("tests/log/test_power_cuts.py", "tests/log/test_wal.py", *_IN_A_BROWSER)] * 2,
        more=(("POWER_CUTS", "1000"),),
    ),
)


@dataclass(frozen=True)
class Result:
    attack: Attack
    seconds: float
    last: str
    found: str = ""


def run(attack: Attack, *, small: bool) -> Result:
    began = time.monotonic()
    environment = {**os.environ, "PYTHONPATH": str(ROOT), **({} if small else dict(attack.more))}
    command = [sys.executable, "-m", *(attack.small if small else attack.full).split()]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    lines = (done.stdout + done.stderr).strip().splitlines() or [""]
    found = "\n".join(lines[-SHOWN:]) if done.returncode else ""
    return Result(attack, time.monotonic() - began, lines[-1], found)


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--small", action="store_true")
    parser.add_argument("--only", default="", help="names of attacks, with commas between")
    arguments = parser.parse_args(argv)
    wanted = [attack for attack in ATTACKS if not arguments.only or attack.name in arguments.only.split(",")]
    results = []
    print(f"{'attack':9} {'':50} {'seconds':>7}  outcome")
    for attack in wanted:
        result = run(attack, small=arguments.small)
        results.append(result)
        outcome = "FOUND SOMETHING" if result.found else "held"
        print(f"{attack.name:9} {attack.what:50} {result.seconds:7.0f}  {outcome}: {result.last[:80]}", flush=True)
    for result in results:
        if result.found:
            print(f"\n--- {result.attack.name}\n{result.found}")
    return 1 if any(result.found for result in results) else 0


if __name__ == "__main__":
    sys.exit(main())
