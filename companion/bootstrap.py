"""From a fresh checkout to a running Companion, or to its tests, in one command.

    python3 -m companion.bootstrap [ARGUMENTS]   starts Companion
    python3 -m companion.bootstrap test [PYTEST ARGUMENTS]   checks everything

Needs Python and the network the first time, and nothing but the standard library ever: what it says is English, since
the catalogues cannot be read before it has done its work.
"""

from __future__ import annotations  # an older Python must get as far as being told that it is too old

import ctypes
import hashlib
import importlib.util
import json
import os
import platform
import shlex
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

OLDEST = (3, 11)
ROOT = Path(__file__).resolve().parents[1]
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
STAMP = VENV / "companion-installed.json"
"""What was installed last, so that nothing is done when nothing has changed."""

CHECKS = (
    ("ruff", "check", "."),
    ("ruff", "format", "--check", "."),
    ("mypy",),
    # On all cores, and one process more: a test of pages waits for its browser, and the browser for it. Tests stay in
    # their order, since neighbours share a server; who is done first takes from the others.
    ("pytest", "--numprocesses", str((os.cpu_count() or 1) + 1), "--dist", "worksteal"),
)
PINS = {"": "requirements.txt", "test": "requirements-test.txt"}
"""What is installed, with its checksums, for running Companion and for its tests."""
_DEBIAN_POSTGRESQL = Path("/usr/lib/postgresql")
"""Off the path there."""
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
HEADLESS = "chromium-headless-shell"
"""Debian's name for it. The tests do without it elsewhere."""


class Trouble(Exception):
    """Why it cannot go on, in words for the person at the keyboard."""


def main(argv: Sequence[str]) -> int:
    try:
        if sys.version_info < OLDEST:
            raise Trouble(f"Companion needs Python {OLDEST[0]}.{OLDEST[1]} or newer; this is {sys.version.split()[0]}.")
        if not (ROOT / "pyproject.toml").is_file():
            raise Trouble("This is not a checkout: Companion is installed already. Start it with: companion")
        if argv[:1] == ["test"]:
            prepare_tests()
            install("test")
            return check(argv[1:])
        install("")
    except Trouble as trouble:
        print(f"companion.bootstrap: {trouble}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    command = [str(PYTHON), "-m", "companion", *argv]
    if os.name == "nt":  # there a process cannot become another
        return subprocess.call(command)
    sys.stdout.flush()
    os.execv(PYTHON, command)


def install(extra: str) -> None:
    """Bring ``.venv`` up to date with the pinned requirements."""
    wanted = _fingerprint()
    done = _installed()
    # What the tests need contains what Companion needs.
    if PYTHON.exists() and wanted in (done.get(extra), done.get("test")):
        return
    if not _works(PYTHON):
        _make_venv()
    _say("installing into .venv" + (f", with what the {extra}s need" if extra else ""))
    install_quietly = [*_pip(), "install", "--quiet"]
    # Every file that is fetched is one whose checksum is written down here, and none is built from its sources: what
    # that would take is not.
    _run([*install_quietly, "--require-hashes", "--only-binary", ":all:", "--requirement", str(ROOT / PINS[extra])])
    _run([*install_quietly, "--no-deps", "--no-build-isolation", "--no-index", "--editable", str(ROOT)])
    STAMP.write_text(json.dumps({**(done if done.get("") == wanted else {}), extra: wanted}), encoding="utf-8")


def _fingerprint() -> str:
    """Changes with anything that an installation depends on."""
    files = [(ROOT / name).read_text("utf-8") for name in ("pyproject.toml", *PINS.values())]
    parts = [sys.version, str(ROOT), *files]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def _installed() -> dict[str, str]:
    try:
        found = json.loads(STAMP.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def _works(python: Path) -> bool:
    """Whether a virtual environment is there and its Python is the one that is running now."""
    if not python.exists():
        return False
    run = subprocess.run([python, "-c", "import sys; print(sys.version)"], capture_output=True, text=True, check=False)
    return run.stdout.strip() == sys.version.strip()


def _make_venv() -> None:
    _say("making .venv")
    command = [sys.executable, "-m", "venv", "--clear", str(VENV)]
    if importlib.util.find_spec("ensurepip"):
        _run(command)
        return
    # Debian and Ubuntu keep ensurepip in python3-venv; a pip outside can fill an environment that has none.
    if not importlib.util.find_spec("pip"):
        _install_system_packages(["python3-venv"], "Python's own tools for virtual environments")
        importlib.invalidate_caches()
        if not importlib.util.find_spec("ensurepip"):
            raise Trouble("There is neither pip nor ensurepip here, and one of them is needed.")
        _run(command)
        return
    _run([*command, "--without-pip"])


def _pip() -> list[str]:
    inside = subprocess.run([PYTHON, "-c", "import pip"], capture_output=True, check=False).returncode == 0
    pip = [str(PYTHON), "-m", "pip"] if inside else [sys.executable, "-m", "pip", "--python", str(PYTHON)]
    return [*pip, "--disable-pip-version-check"]


def prepare_tests() -> None:
    """What the tests need beyond pip: Chromium (whose driver needs libatomic) and its headless shell, in which most
    pages cost a third, Node for the pack that runs inside a browser, strace to cut the power of a writer at any system
    call, PostgreSQL to keep tables in."""
    missing = []
    if _is_debian() and not shutil.which(HEADLESS):
        missing += ["chromium", HEADLESS]  # together, since both must be of one version
    elif not any(map(shutil.which, BROWSERS)):
        missing.append("chromium")
    if sys.platform == "linux" and not _has_library("libatomic.so.1"):
        missing.append("libatomic1")
    if not shutil.which("npm"):
        missing += ["nodejs", "npm"]
    if sys.platform == "linux" and not shutil.which("strace"):
        missing.append("strace")
    if not shutil.which("initdb") and not any(_DEBIAN_POSTGRESQL.glob("*/bin/initdb")):
        missing.append("postgresql")
    if missing:
        _install_system_packages(missing, "what the tests need")


def _is_debian() -> bool:
    try:
        return platform.freedesktop_os_release()["ID"] == "debian"
    except (OSError, KeyError):
        return False


def _has_library(name: str) -> bool:
    try:
        ctypes.CDLL(name)
    except OSError:
        return False
    return True


def _install_system_packages(packages: Sequence[str], what_for: str) -> None:
    """As root, install them; otherwise say how, and let the caller see what happens without."""
    command = ["apt-get", "install", "--yes", "--no-install-recommends", *packages]
    if not shutil.which("apt-get"):
        _say(f"missing, {what_for}: {' '.join(packages)}")
    elif os.name != "posix" or os.geteuid() != 0:
        _say(f"missing, {what_for}. Install with:\n    sudo {shlex.join(command)}")
    else:
        _say(f"installing {' '.join(packages)}, {what_for}")
        quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        # Old package lists name files that are gone by now, so they are fetched first.
        for step in (["apt-get", "update", "--quiet=2"], [*command, "--quiet=2"]):
            if subprocess.run(step, env=quiet, stdout=subprocess.DEVNULL, check=False).returncode:
                _say(f"failed: {shlex.join(step)}")


def check(pytest_arguments: Sequence[str]) -> int:
    """All checks, also after one has failed; they are told once more at the end."""
    failed = []
    # The tests start hundreds of processes. Each would compile all modules anew where bytecode may not be written.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    for name, *arguments in CHECKS:
        if name == "pytest":
            arguments = [*arguments, *pytest_arguments]
        _say(shlex.join([name, *arguments]))
        if subprocess.run([PYTHON, "-m", name, *arguments], cwd=ROOT, env=environment, check=False).returncode:
            failed.append(shlex.join([name, *arguments]))
    _say(f"failed: {', '.join(failed)}" if failed else "all checks passed")
    return 1 if failed else 0


def _run(command: Sequence[str]) -> None:
    if subprocess.run(command, check=False).returncode:
        raise Trouble(f"this failed: {shlex.join(command)}")


def _say(text: str) -> None:
    print(f"companion.bootstrap: {text}", flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
