"""The two commands, with the world around them replaced: no network, no apt, no environment is made."""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from companion import bootstrap


class World:
    """Remembers every command that was to be run, and lets those fail that a test names."""

    def __init__(self) -> None:
        self.commands: list[list[str]] = []
        self.environments: list[Any] = []
        self.failing: set[str] = set()

    def run(self, command: list[Any], env: object = None, **_: object) -> subprocess.CompletedProcess[str]:
        words = [str(word) for word in command]
        self.commands.append(words)
        self.environments.append(env)
        fails = any(word in self.failing for word in words)
        return subprocess.CompletedProcess(command, int(fails), stdout="")

    def ran(self, *words: str) -> bool:
        return any(set(words) <= set(command) for command in self.commands)


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> World:
    world = World()
    for name in ("pyproject.toml", *bootstrap.PINS.values()):
        (tmp_path / name).write_text("", encoding="utf-8")
    python = tmp_path / ".venv" / "bin" / "python"
    monkeypatch.setattr(bootstrap, "ROOT", tmp_path)
    monkeypatch.setattr(bootstrap, "VENV", tmp_path / ".venv")
    monkeypatch.setattr(bootstrap, "PYTHON", python)
    monkeypatch.setattr(bootstrap, "STAMP", tmp_path / ".venv" / "stamp.json")
    monkeypatch.setattr(subprocess, "run", world.run)

    def become(path: Path, command: list[str]) -> None:
        world.commands.append(["exec", *command])

    monkeypatch.setattr(bootstrap.os, "execv", become)
    monkeypatch.setattr(bootstrap.os, "name", "posix")
    python.parent.mkdir(parents=True)
    python.touch()
    monkeypatch.setattr(bootstrap, "_has_library", lambda name: True)
    monkeypatch.setattr(bootstrap, "_DEBIAN_POSTGRESQL", tmp_path / "postgresql")
    monkeypatch.setattr(bootstrap.shutil, "which", lambda name: f"/usr/bin/{name}")
    return world


def without_modules(monkeypatch: pytest.MonkeyPatch, *missing: str) -> None:
    monkeypatch.setattr(bootstrap.importlib.util, "find_spec", lambda name: None if name in missing else object())


def test_the_first_start_makes_an_environment_installs_and_starts(world: World) -> None:
    bootstrap.main(["--port", "8001"])
    steps = [word for command in world.commands for word in command if word in ("venv", "install", "exec")]
    assert steps == ["venv", "install", "install", "exec"]
    assert world.commands[-1][2:] == ["-m", "companion", "--port", "8001"]
    assert world.ran("install", "--require-hashes", "--only-binary", str(bootstrap.ROOT / "requirements.txt"))
    assert world.ran("install", "--no-deps", "--no-build-isolation", "--no-index", "--editable", str(bootstrap.ROOT))


def test_the_second_start_installs_nothing(world: World) -> None:
    bootstrap.main([])
    world.commands.clear()
    bootstrap.main([])
    assert [command[0] for command in world.commands] == ["exec"]


def test_what_the_tests_need_contains_what_companion_needs(world: World) -> None:
    assert bootstrap.main(["test"]) == 0
    world.commands.clear()
    bootstrap.main([])
    assert [command[0] for command in world.commands] == ["exec"]


def test_but_not_the_other_way_round(world: World) -> None:
    bootstrap.main([])
    world.commands.clear()
    assert bootstrap.main(["test"]) == 0
    assert world.ran("install", "--require-hashes", str(bootstrap.ROOT / "requirements-test.txt"))
    assert set(json.loads(bootstrap.STAMP.read_text(encoding="utf-8"))) == {"", "test"}


@pytest.mark.parametrize("name", ["pyproject.toml", "requirements.txt", "requirements-test.txt"])
def test_a_change_of_the_dependencies_installs_again(world: World, name: str) -> None:
    bootstrap.main([])
    (bootstrap.ROOT / name).write_text("changed", encoding="utf-8")
    world.commands.clear()
    bootstrap.main([])
    assert world.ran("install")


def test_a_failed_installation_is_tried_again(world: World, capsys: pytest.CaptureFixture[str]) -> None:
    world.failing = {"install"}
    assert bootstrap.main([]) == 1
    assert "this failed" in capsys.readouterr().err
    world.failing = set()
    world.commands.clear()
    bootstrap.main([])
    assert world.ran("install")
    assert world.commands[-1][0] == "exec"


def test_without_ensurepip_a_pip_outside_fills_the_environment(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    without_modules(monkeypatch, "ensurepip")
    world.failing = {"import pip"}
    bootstrap.main([])
    assert world.ran("venv", "--without-pip")
    assert world.ran("pip", "--python", str(bootstrap.PYTHON), "install")


def test_without_ensurepip_and_pip_root_installs_them_and_others_are_told(
    world: World, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    without_modules(monkeypatch, "ensurepip", "pip")
    monkeypatch.setattr(bootstrap.os, "geteuid", lambda: 1000)
    assert bootstrap.main([]) == 1
    assert "sudo apt-get install --yes --no-install-recommends python3-venv" in capsys.readouterr().out
    assert not world.ran("apt-get")
    monkeypatch.setattr(bootstrap.os, "geteuid", lambda: 0)
    bootstrap.main([])
    assert world.ran("apt-get", "install", "python3-venv")


def test_what_the_tests_need_is_installed_or_named(
    world: World, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bootstrap, "_has_library", lambda name: False)
    monkeypatch.setattr(bootstrap, "_is_debian", lambda: True)
    monkeypatch.setattr(bootstrap.shutil, "which", lambda name: name if name == "apt-get" else None)
    monkeypatch.setattr(bootstrap.os, "geteuid", lambda: 1000)
    assert bootstrap.main(["test"]) == 0  # what can be checked without a browser is checked
    assert (
        "sudo apt-get install --yes --no-install-recommends "
        "chromium chromium-headless-shell libatomic1 nodejs npm strace postgresql" in capsys.readouterr().out
    )
    monkeypatch.setattr(bootstrap.os, "geteuid", lambda: 0)
    assert bootstrap.main(["test"]) == 0
    assert world.ran(
        "apt-get",
        "install",
        "chromium",
        "chromium-headless-shell",
        "libatomic1",
        "nodejs",
        "npm",
        "strace",
        "postgresql",
    )


def test_all_checks_run_and_the_failed_are_named(world: World, capsys: pytest.CaptureFixture[str]) -> None:
    world.failing = {"mypy", "--check"}
    assert bootstrap.main(["test", "-k", "routes"]) == 1
    assert world.commands[-1][1:] == ["-m", *bootstrap.CHECKS[-1], "-k", "routes"]
    assert capsys.readouterr().out.splitlines()[-1].endswith("failed: ruff format --check ., mypy")


def test_checks_may_keep_what_they_compile(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    monkeypatch.setenv("HYPOTHESIS_PROFILE", "thorough")
    assert bootstrap.main(["test"]) == 0
    assert "PYTHONDONTWRITEBYTECODE" not in world.environments[-1]
    assert world.environments[-1]["HYPOTHESIS_PROFILE"] == "thorough"


def test_an_old_python_is_told_so(
    world: World, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bootstrap, "OLDEST", (4, 0))
    assert bootstrap.main([]) == 1
    assert "needs Python 4.0 or newer" in capsys.readouterr().err
    assert world.commands == []


def test_outside_a_checkout_it_says_so(world: World, capsys: pytest.CaptureFixture[str]) -> None:
    (bootstrap.ROOT / "pyproject.toml").unlink()
    assert bootstrap.main([]) == 1
    assert "installed already" in capsys.readouterr().err
