"""The wheel holds what Companion needs to run away from its checkout, and nothing that is not its own."""

import email
import os
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

from companion import __version__, bootstrap
from companion.paths import asset_dir

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def build(kind: str, folder: Path) -> zipfile.ZipFile:
    """What pip would build, in this environment and without the network."""
    program = f"import sys; from hatchling.build import {kind}; print({kind}(sys.argv[1]))"
    run = subprocess.run(
        [sys.executable, "-c", program, str(folder)], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    return zipfile.ZipFile(folder / run.stdout.split()[-1])


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    return build("build_wheel", tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def installed(wheel: zipfile.ZipFile, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("installed")
    wheel.extractall(folder)
    return folder


def run_installed(folder: Path, cwd: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    program = (
        f"import sys; sys.path.insert(0, {str(folder)!r})\n"
        "import companion, companion.cli\n"
        f"assert companion.__file__.startswith({str(folder)!r}), companion.__file__\n"
        "sys.exit(companion.cli.main(sys.argv[1:]))"
    )
    return subprocess.run(
        [sys.executable, "-c", program, *arguments],
        cwd=cwd,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={**_environment(), "PYTHONIOENCODING": "utf-8"},
        check=False,
    )


def _environment() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}


def shipped(folder: str) -> set[str]:
    """The files of a folder of the checkout that belong to the project."""
    return {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


def test_the_wheel_has_every_module_and_every_data_file(wheel: zipfile.ZipFile) -> None:
    names = set(wheel.namelist())
    assert shipped("companion") <= names
    for needed in ("companion/py.typed", "companion/dewan/data/demo-box.json", "companion/i18n/locales/en.po"):
        assert needed in names


@pytest.mark.parametrize("folder", ["templates", "static"])
def test_the_wheel_has_templates_and_static_files_inside_the_package(wheel: zipfile.ZipFile, folder: str) -> None:
    wanted = {f"companion/{name}" for name in shipped(folder)}
    assert wanted
    assert wanted <= set(wheel.namelist())


def test_the_wheel_has_nothing_else(wheel: zipfile.ZipFile) -> None:
    tops = {name.partition("/")[0] for name in wheel.namelist()}
    assert tops == {"companion", f"dewan_companion-{__version__}.dist-info"}
    assert not [name for name in wheel.namelist() if "sample_photos" in name or "__pycache__" in name]


def test_the_wheel_says_what_it_is(wheel: zipfile.ZipFile) -> None:
    folder = f"dewan_companion-{__version__}.dist-info"
    metadata = email.message_from_bytes(wheel.read(f"{folder}/METADATA"))
    assert metadata["Name"] == "dewan-companion"
    assert metadata["Version"] == __version__
    assert metadata["License-Expression"] == "MIT"
    assert f"{folder}/licenses/LICENSE" in wheel.namelist()
    assert "companion = companion.cli:main" in wheel.read(f"{folder}/entry_points.txt").decode()


def test_an_installed_companion_works_away_from_its_checkout(installed: Path, tmp_path: Path) -> None:
    run = run_installed(installed, tmp_path, "--version")
    assert (run.returncode, run.stdout) == (0, f"companion {__version__}\n")
    assert run_installed(installed, tmp_path, "demo").returncode == 0
    run = run_installed(installed, tmp_path, "score", "demo/base.json")
    assert run.returncode == 0, run.stderr
    assert "Story tiles" in run.stdout


@pytest.mark.parametrize("folder", ["templates", "static"])
def test_templates_and_static_files_are_found_in_both_places(installed: Path, folder: str) -> None:
    assert asset_dir(folder) == ROOT / folder
    program = (
        f"import sys; sys.path.insert(0, sys.argv[1]); from companion.paths import *; print(asset_dir({folder!r}))"
    )
    run = subprocess.run(
        [sys.executable, "-c", program, str(installed)],
        cwd=installed,
        capture_output=True,
        text=True,
        env=_environment(),
        check=True,
    )
    assert Path(run.stdout.strip()) == (installed / "companion" / folder).resolve()


def test_an_editable_installation_points_at_the_checkout(tmp_path: Path) -> None:
    wheel = build("build_editable", tmp_path)
    paths = [wheel.read(name).decode().strip() for name in wheel.namelist() if name.endswith(".pth")]
    assert [Path(path).resolve() for path in paths] == [ROOT.resolve()]
    assert not [name for name in wheel.namelist() if name.startswith("companion/")]


def test_companion_runs_from_a_bare_checkout() -> None:
    run = subprocess.run(
        [sys.executable, "-m", "companion", "--version"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (run.returncode, run.stdout) == (0, f"companion {__version__}\n")


PINS = ("requirements.txt", "requirements-test.txt", "requirements-bench.txt")


def pinned_in(name: str) -> dict[str, list[tuple[str, int]]]:
    """The versions by name, and how many checksums each has."""
    text = (ROOT / name).read_text(encoding="utf-8").replace(" \\\n", "\n")
    pinned: dict[str, list[tuple[str, int]]] = {}
    for block in re.split(r"\n(?=\S)", text.strip()):
        head, *sums = block.split("\n")
        found = re.fullmatch(r"([a-z0-9-]+)==([^ ;]+)(?: ; .+)?", head)
        assert found, head
        assert all(re.fullmatch(r"    --hash=sha256:[0-9a-f]{64}", one) for one in sums), head
        pinned.setdefault(found[1], []).append((found[2], len(sums)))
    return pinned


@pytest.mark.parametrize("name", PINS)
def test_every_pin_has_checksums_and_names_no_host(name: str) -> None:
    pinned = pinned_in(name)
    assert all(sums for versions in pinned.values() for _, sums in versions)
    # Of what is compiled, for every platform: the packages of other machines are other files.
    assert all(sums > 10 for package in ("numpy", "pillow") for _, sums in pinned[package])
    assert "hatchling" in pinned  # what builds the project is one of its parts


def test_the_pins_have_every_dependency_at_one_version() -> None:
    project = PROJECT["project"]
    extras = project["optional-dependencies"]
    wanted = (
        project["dependencies"],
        [*project["dependencies"], *extras["test"]],
        [*project["dependencies"], *(one for extra in extras.values() for one in extra)],
    )
    known: dict[str, list[tuple[str, int]]] = {}
    for name, dependencies in zip(PINS, wanted, strict=True):
        names = {re.match(r"[A-Za-z0-9._-]+", one)[0].lower().replace("_", "-") for one in dependencies}  # type: ignore[index]
        pinned = pinned_in(name)
        assert names <= set(pinned), "regenerate the pins: see .github/CONTRIBUTING.md"
        assert all(pinned[package] == versions for package, versions in known.items())
        known = pinned


def test_two_builds_are_the_same_to_the_byte(tmp_path: Path) -> None:
    """Whatever the clock says and however the files lie on the disk."""
    made = []
    for number in range(2):
        folder = tmp_path / str(number)
        copy = folder / "checkout"
        shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(".git", ".venv", "__pycache__", ".*_cache", "docs"))
        os.utime(copy / "companion" / "__init__.py", (1_000_000_000 + number, 1_000_000_000 + number))
        script = "import sys; from hatchling.build import build_wheel; print(build_wheel(sys.argv[1]))"
        run = subprocess.run(
            [sys.executable, "-c", script, str(folder)], cwd=copy, capture_output=True, text=True, check=True
        )
        made.append((folder / run.stdout.split()[-1]).read_bytes())
    assert made[0] == made[1]


def test_bootstrap_needs_nothing_but_the_standard_library() -> None:
    source = Path(bootstrap.__file__).read_text(encoding="utf-8")
    imported = {line.split()[1].partition(".")[0] for line in source.splitlines() if re.match(r"(import|from) ", line)}
    assert imported <= set(sys.stdlib_module_names)
