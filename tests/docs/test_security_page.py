"""What docs/security.md promises is held by tests that are there."""

import importlib.util
import re
from pathlib import Path

import pytest

from bench.attack import ATTACKS, Attack, run
from companion.web.pages.backups import MOST_UPLOADED
from companion.web.photo.sending import MOST_PHOTO

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")


def test_every_test_it_names_is_there() -> None:
    written = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("test_*.py"))
    there = set(re.findall(r"^def (test_\w+)", written, re.MULTILINE))
    named = set(re.findall(r"`(test_\w+)`", PAGE))
    assert len(named) > 20
    assert named - there == set()


def test_every_file_it_names_is_there() -> None:
    for path in re.findall(r"`((?:companion|tests|docs)/[\w/.]+)`", PAGE):
        assert (ROOT / path).exists(), path


def test_the_proxy_of_the_example_lets_through_what_companion_takes() -> None:
    """Otherwise a large photo gets the proxy's own error page instead of a sentence."""
    size = re.search(r"client_max_body_size (\d+)m;", PAGE)
    assert size
    assert int(size[1]) * 1024 * 1024 > max(MOST_PHOTO, MOST_UPLOADED) + 1_000_000


def test_every_point_of_the_standard_is_answered() -> None:
    table = PAGE.partition("## Standards")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| ([\d., -]+) [^|]+\| ([^|]+) \| ([^|]+) \|$", table, re.MULTILINE)
    assert len(rows) == len(re.findall(r"^\| \d", table, re.MULTILINE)) > 20
    assert {answer for _, answer, _ in rows} <= {"yes", "no", "in part", "why not"}


def test_it_has_every_line_of_the_standing_attack() -> None:
    table = PAGE.partition("## The standing attack")[2].partition("\n## ")[0]
    assert re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE) == [attack.name for attack in ATTACKS]


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.name)
def test_what_an_attack_runs_is_there(attack: Attack) -> None:
    for command in (attack.small, attack.full):
        module, *words = command.split()
        assert importlib.util.find_spec(module)
        assert all((ROOT / word).is_file() for word in words if word.endswith(".py"))


def test_an_attack_that_finds_something_fails_the_run() -> None:
    found, held = Attack("found", "a fault", "this", "timeit -n"), Attack("held", "nothing", "this", "this")
    assert run(found, small=True).found
    assert not run(held, small=True).found
