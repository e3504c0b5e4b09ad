"""Every rule the code speaks of is explained, and everything explained is a rule there is."""

import re
from pathlib import Path

from companion.dewan.rules.rulings import OPTIONS
from tests.i18n.catalogues import messages

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| ((?:D|R)-[A-Z0-9-]+) \| (.+) \|$", PAGE, re.MULTILINE)
RULE_ID = re.compile(r"\b(?:D-[A-Z]+(?:-[A-Z]+)?-\d\d|R-\d\d)\b")


def test_every_rule_is_explained_once() -> None:
    explained = [rule for rule, _ in ROWS]
    known = (ROOT / "tests" / "rule_ids.txt").read_text(encoding="utf-8").split()
    assert sorted(explained) == sorted(known)


def test_every_rule_the_code_cites_is_explained() -> None:
    explained = {rule for rule, _ in ROWS}
    cited = {
        (rule, path.name)
        for path in (ROOT / "companion").rglob("*.py")
        for rule in RULE_ID.findall(path.read_text(encoding="utf-8"))
    }
    assert len(cited) > 100
    assert [(rule, name) for rule, name in sorted(cited) if rule not in explained] == []


def test_the_options_of_a_ruling_stand_beside_it_default_first() -> None:
    options = {rule: tuple(re.findall(r"`([^`]+)`", row)) for rule, row in ROWS if rule.startswith("R-")}
    assert {rule: named for rule, named in options.items() if named} == dict(OPTIONS)


def test_the_pages_say_what_the_screens_say() -> None:
    """One wording for a rule: change it in the catalogue, then here."""
    english = messages("en")
    for name in ("rules.md", "river-rules.md"):
        page = (ROOT / "docs" / name).read_text(encoding="utf-8")
        rows = re.findall(r"^\| ((?:D|R|V|VR)-[A-Z0-9-]+) \| (.+?) \|", page, re.MULTILINE)
        assert len(rows) > 50
        assert {rule: text for rule, text in rows if english[f"rule.{rule}"] != (text,)} == {}, name
