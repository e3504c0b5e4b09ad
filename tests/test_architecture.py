"""The structure the project promises. ruff and mypy run before the tests (``companion/bootstrap.py``)."""

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SIZE_ALARM = 400
"""Lines of a file past which a second idea is probably in it."""


def sources(*folders: str) -> list[Path]:
    return sorted(path for folder in folders for path in (ROOT / folder).rglob("*.py"))


def test_who_may_import_whom() -> None:
    lint = [sys.executable, "-c", "from importlinter.cli import lint_imports_command as lint; lint()", "--no-cache"]
    done = subprocess.run(lint, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("path", sources("companion"), ids=lambda path: str(path.relative_to(ROOT)))
def test_one_idea_a_file(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= SIZE_ALARM


def test_the_rules_need_nothing_but_the_standard_library() -> None:
    """Loaded with a bare interpreter that cannot see what is installed."""
    program = "import companion.dewan.rules.game, sys; print([n for n in sys.modules if n.startswith('companion.')])"
    done = subprocess.run([sys.executable, "-S", "-c", program], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    loaded = set(eval(done.stdout))
    assert all(name.startswith(("companion.rules", "companion.dewan.rules")) for name in loaded - {"companion.dewan"})


def test_the_tests_of_the_rules_need_pytest_and_hypothesis_alone() -> None:
    """One test of each game runs where nothing else can be imported."""
    others = ("babel", "flask", "sqlalchemy", "cv2", "numpy", "playwright", "networkx", "jsonschema", "werkzeug", "PIL")
    program = f"import sys, pytest; sys.modules.update(dict.fromkeys({others}))\nsys.exit(pytest.main(sys.argv[1:]))"
    folders = [str(ROOT / "tests" / game / "rules") for game in ("dewan", "river")]
    run = [sys.executable, "-c", program, "-q", "-p", "no:cacheprovider", "-k", "golden or setup", *folders]
    done = subprocess.run(run, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_warnings_are_errors_and_markers_are_registered() -> None:
    with (ROOT / "pyproject.toml").open("rb") as file:
        pytest_settings = tomllib.load(file)["tool"]["pytest"]["ini_options"]
    assert "error" in pytest_settings["filterwarnings"]
    assert "--strict-markers" in pytest_settings["addopts"]


def test_tests_mirror_the_package() -> None:
    """A folder of tests is a folder of the package."""
    mirrored = {path.parent.relative_to(ROOT / "tests") for path in sources("tests") if path.name.startswith("test_")}
    without = {str(folder) for folder in mirrored if not (ROOT / "companion" / folder).is_dir()}
    assert without <= {".", "bench", "browser", "docs"}


@pytest.mark.parametrize(
    "path", sorted((ROOT / "templates").rglob("*.html")), ids=lambda path: str(path.relative_to(ROOT / "templates"))
)
def test_template_lines_fit_a_screen(path: Path) -> None:
    assert max(map(len, path.read_text(encoding="utf-8").splitlines())) <= 120
