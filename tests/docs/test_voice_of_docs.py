"""The docs speak as the screens do (docs/voice.md)."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted(path for path in (ROOT / "docs").glob("*.md") if path.name != "voice.md")]
OUT = re.compile(r"\b(told|untold|whoever|thereby|on wood)\b|\bthe own\b", re.IGNORECASE)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_no_page_says_what_nobody_says(page: Path) -> None:
    prose = re.sub(r"```.*?```|`[^`\n]*`", "", page.read_text(encoding="utf-8"), flags=re.S)
    assert [line for line in prose.splitlines() if OUT.search(line)] == []
