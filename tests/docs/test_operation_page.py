"""The commands and the units docs/operation.md and hosting.md show are ones Companion and systemd understand."""

import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from companion.cli import main
from companion.web import serve

PAGE = "\n".join(
    (Path(__file__).parents[2] / "docs" / name).read_text(encoding="utf-8") for name in ("operation.md", "hosting.md")
)
UNITS = re.findall(r"```ini\n(.*?)```", PAGE, re.DOTALL)
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


@pytest.mark.parametrize("unit", UNITS)
def test_the_unit_starts_companion_and_gives_it_time_to_stop(unit: str) -> None:
    started = re.findall(r"^ExecStart=\S+/companion (.*)$", unit.replace("%i", "8651"), re.MULTILINE)
    assert serve._parser().parse_args(started[0].split()).no_browser
    assert float(re.findall(r"^TimeoutStopSec=(\d+)$", unit, re.MULTILINE)[0]) > (
        serve.STOP_SECONDS + serve.GOODBYE_SECONDS
    )
    assert int(re.findall(r"^LimitNOFILE=(\d+)$", unit, re.MULTILINE)[0]) >= serve.CONNECTIONS + serve.OTHER_FILES


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="no systemd on this machine")
@pytest.mark.parametrize("unit", UNITS)
def test_systemd_understands_the_unit(tmp_path: Path, unit: str) -> None:
    file = tmp_path / ("companion@8651.service" if "%i" in unit else "companion.service")
    file.write_text(re.sub(r"^ExecStart=\S+", "ExecStart=/bin/true", unit, flags=re.MULTILINE))
    found = subprocess.run(["systemd-analyze", "verify", str(file)], capture_output=True, text=True, check=False)
    assert (found.returncode, found.stdout + found.stderr) == (0, "")


def test_the_largest_request_is_told() -> None:
    text = (Path(__file__).parents[2] / "docs" / "server.md").read_text(encoding="utf-8")
    assert f"{serve.MOST_BODY // 1_000_000} MB by the server itself" in text
