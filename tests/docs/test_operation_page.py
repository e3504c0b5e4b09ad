"""The commands and the unit docs/operation.md shows are ones Companion and systemd understand."""

import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from companion.cli import main
from companion.web import serve

PAGE = (Path(__file__).parents[2] / "docs" / "operation.md").read_text(encoding="utf-8")
UNIT = re.findall(r"```ini\n(.*?)```", PAGE, re.DOTALL)[0]
COMMANDS = [
    shlex.split(line, comments=True)[1:]
    for block in re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL)
    for line in block.splitlines()
    if line.startswith("companion")
]


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_every_command_is_understood(words: list[str]) -> None:
    if words and not words[0].startswith("-"):
        assert main([words[0], *(word for word in words[1:] if word.startswith("-")), "--help"]) == 0
    else:
        serve._parser().parse_args(words)


def test_the_unit_starts_companion_and_gives_it_time_to_stop() -> None:
    started = re.findall(r"^ExecStart=\S+/companion (.*)$", UNIT, re.MULTILINE)
    assert serve._parser().parse_args(started[0].split()).no_browser
    assert float(re.findall(r"^TimeoutStopSec=(\d+)$", UNIT, re.MULTILINE)[0]) > (
        serve.STOP_SECONDS + serve.GOODBYE_SECONDS
    )
    assert int(re.findall(r"^LimitNOFILE=(\d+)$", UNIT, re.MULTILINE)[0]) >= serve.CONNECTIONS + serve.OTHER_FILES


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="no systemd on this machine")
def test_systemd_understands_the_unit(tmp_path: Path) -> None:
    unit = tmp_path / "companion.service"
    unit.write_text(re.sub(r"^ExecStart=\S+", "ExecStart=/bin/true", UNIT, flags=re.MULTILINE))
    found = subprocess.run(["systemd-analyze", "verify", str(unit)], capture_output=True, text=True, check=False)
    assert (found.returncode, found.stdout + found.stderr) == (0, "")


def test_the_largest_request_is_told() -> None:
    text = (Path(__file__).parents[2] / "docs" / "server.md").read_text(encoding="utf-8")
    assert f"{serve.MOST_BODY // 1_000_000} MB by the server itself" in text
