"""Codes and words belong together: none without a text, no text without use, every text fits what it is told."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import companion
from companion.dewan.rules.words import ScenarioName, Symbol, Terrain
from companion.i18n.catalog import speaker
from companion.paths import asset_dir
from companion.rules.hexes import Hex
from tests.i18n.catalogues import messages, parameters
from tests.i18n.rule_texts import rule_codes

PACKAGE = Path(companion.__file__).parent
CODE = re.compile(r"[a-z]+\.[a-z0-9]+(-[a-z0-9]+)*")


ENGLISH = messages("en")
PAGES = [*asset_dir("templates").rglob("*.html"), *(Path(companion.__file__).parent / "alone" / "page").iterdir()]
TEMPLATES = " ".join(path.read_text(encoding="utf-8") for path in sorted(PAGES))


@cache
def nodes() -> tuple[tuple[Path, ast.AST], ...]:
    """Every node of the program's syntax, with its file; walked once."""
    return tuple(
        (path, node)
        for path in sorted(PACKAGE.rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    )


def literals() -> Iterator[tuple[Path, str, ast.AST]]:
    """Every text written in the program, with where it stands; the fixed start of an f-string counts."""
    for path, node in nodes():
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield path, node.value, node


def prefixes() -> set[str]:
    """The fixed beginnings of codes that are put together, such as ``word.`` or ``turn.first-``."""
    found = set()
    for _, node in nodes():
        if isinstance(node, ast.JoinedStr) and node.values and isinstance(node.values[0], ast.Constant):
            start = str(node.values[0].value)
            if re.fullmatch(r"[a-z]+\.[a-z0-9.-]*", start):
                found.add(start)
    found.update(re.findall(r"""["']([a-z]+\.[a-z0-9.-]*)["']\s*~""", TEMPLATES))
    return found


def reasons_and_faults() -> Iterator[tuple[Path, str]]:
    """The codes the rules and readers speak in: first arguments of Reason, second of Fault, first of ``fault``."""
    for path, node in nodes():
        if not isinstance(node, ast.Call):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        at = {"Reason": 0, "fault": 0, "CardError": 0, "Fault": 1, "note_twins": 2, "_note_repeated": 2}.get(name)
        if at is None or len(node.args) <= at:
            continue
        for part in ast.walk(node.args[at]):
            if isinstance(part, ast.Constant) and isinstance(part.value, str) and CODE.fullmatch(part.value):
                yield path, part.value


def test_every_code_has_a_text() -> None:
    missing = {(path.name, code) for path, code in reasons_and_faults() if code not in ENGLISH}
    assert missing == set()


def test_the_search_for_codes_finds_them() -> None:
    codes = {code for _, code in reasons_and_faults()}
    assert {"route.off-the-map", "map.two-camps", "json.unknown-key", "card.unknown-symbol", "json.not-utf-8"} <= codes
    assert {"word.", "turn.first-", "json.not-a-"} <= prefixes()


def test_no_text_is_without_use() -> None:
    used = {text for _, text, _ in literals()} | rule_codes()
    # The ids say which texts of rules there are: "rule." alone would let any pass.
    put_together = tuple(prefixes() - {"rule."})
    # The rules change "through" into "destination" for the last space of a path (D-VOLC-06).
    used |= {text.replace("through", "destination") for text in used if text.startswith("route.through")}
    # What the page around the application says, before Python runs.
    scripts = "".join(path.read_text(encoding="utf-8") for path in (PACKAGE / "alone" / "page").glob("*.js"))
    used |= {f"alone.{code}" for code in re.findall(r'"([a-z-]+)"', scripts)}
    unused = {
        code
        for code in ENGLISH
        if code not in used
        and not code.startswith(put_together)
        and f'"{code.removeprefix("alone.")}"' not in TEMPLATES
        and f"'{code}'" not in TEMPLATES
    }
    assert unused == set()


@pytest.mark.parametrize("word", [*Terrain, *Symbol, *ScenarioName])
def test_every_noun_has_a_word(word: str) -> None:
    assert ENGLISH[f"word.{word}"][0]


def test_parameters_are_plain_names() -> None:
    for code, forms in ENGLISH.items():
        for form in forms:
            assert all(re.fullmatch(r"[a-z_]+", name) for name in parameters(form)), code


def calls_with_parameters() -> Iterator[tuple[str, set[str], str]]:
    """(code, parameters given, where) for every call that names its code and its parameters outright."""
    for path, node in nodes():
        if not isinstance(node, ast.Call):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        where = f"{path.relative_to(PACKAGE)}:{node.lineno}"
        given: set[str] | None = None
        at = 0
        if name == "fault" and all(keyword.arg for keyword in node.keywords):
            given = {keyword.arg for keyword in node.keywords if keyword.arg}
        elif name in ("Reason", "Fault"):
            position = {"Reason": 3, "Fault": 2}[name]
            at = {"Reason": 0, "Fault": 1}[name]
            told = [node.args[position]] if len(node.args) > position else []
            told += [keyword.value for keyword in node.keywords if keyword.arg == "params"]
            if not told:
                given = set()
            elif isinstance(told[0], ast.Dict) and None not in told[0].keys:
                given = {key.value for key in told[0].keys if isinstance(key, ast.Constant)}
        if given is None or len(node.args) <= at:
            continue
        for part in ast.walk(node.args[at]):
            if isinstance(part, ast.Constant) and isinstance(part.value, str) and part.value in ENGLISH:
                yield part.value, given, where


def test_every_text_gets_the_parameters_it_names() -> None:
    calls = list(calls_with_parameters())
    assert len(calls) > 60
    short = [
        (where, code, parameters(form) - given)
        for code, given, where in calls
        for form in ENGLISH[code]
        if parameters(form) - given
    ]
    assert short == []


def test_spaces_and_nouns_are_spoken_not_spelled() -> None:
    say = speaker("en")
    assert "Mountain" in say("route.unpaid", {"needs": Terrain.MOUNTAIN})
    assert say("event.no-marker", {"scenario": ScenarioName.LAKE_VILLAGES}).count("Lake Villages") == 1
    assert "(1, -2)" in say("map.unknown-tile", {"tile": Hex(1, -2)})


def test_a_text_takes_braces_and_percent_signs_as_they_come() -> None:
    assert "{q} %s {0.__class__}" in speaker("en")("table.unknown-player", {"name": "{q} %s {0.__class__}"})
