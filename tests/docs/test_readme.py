"""The README tells the truth: its examples are run, its links lead somewhere."""

import json
import os
import re
from pathlib import Path

import pytest

from companion.ask.questions import answer
from companion.cli import main

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


def test_the_two_commands_are_there_and_ci_runs_the_second() -> None:
    commands = [block.strip() for block in blocks("sh")]
    assert commands[:2] == ["python3 -m companion.bootstrap", "python3 -m companion.bootstrap test"]
    steps = [line for line in (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines() if line[:1] not in "#"]
    assert steps[-1] == f"exec {commands[1]}"
    assert os.name == "nt" or os.access(ROOT / ".ci" / "run", os.X_OK)


def test_every_example_command_works(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    examples = [line.partition("#")[0].split()[1:] for line in blocks("sh")[2].splitlines()]
    assert len(examples) >= 6
    for example in examples:
        if example[0] != "ask":  # reads a file that the reader has yet to write
            assert main(example) == 0, example
    capsys.readouterr()


def test_the_drawing_is_what_the_command_prints(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    main(["demo"])
    capsys.readouterr()
    assert main(["routes", "demo/base.json", "--player", "Ada", "--to", "0,3"]) == 0
    assert blocks("text") == [capsys.readouterr().out]


def test_the_answer_is_the_answer_to_the_question() -> None:
    question, reply = map(json.loads, blocks("json"))
    assert answer(question) == reply


PAGES = [ROOT / "README.md", ROOT / "CHANGELOG.md", ROOT / ".github" / "CONTRIBUTING.md", *ROOT.glob("docs/*.md")]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_between_pages_lead_somewhere(page: Path) -> None:
    for link in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
        assert (page.parent / link).exists(), link
