"""The look holds its promises: contrast, one dark theme, no text outside the catalogue."""

import re
from pathlib import Path

import pytest

from companion.paths import asset_dir
from tests.dewan.drawing.test_pieces import contrast

STYLES = asset_dir("static") / "css"
TEMPLATES = asset_dir("templates")
TOKENS = (STYLES / "tokens.css").read_text(encoding="utf-8")


def block(selector: str) -> dict[str, str]:
    """The custom properties of the first rule with this selector."""
    body = TOKENS.split(f"{selector} {{", 1)[1].split("}", 1)[0]
    return dict(re.findall(r"--([\w-]+):\s*([^;]+);", body))


LIGHT = block(":root")
DARK = {**LIGHT, **block(':root[data-theme="dark"]')}


def test_both_ways_to_dark_are_the_same() -> None:
    assert block(':root:not([data-theme="light"])') == block(':root[data-theme="dark"]')


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize(
    ("front", "back", "least"),
    [
        ("ink", "paper", 7),
        ("ink", "bg", 7),
        ("ink", "paper-2", 7),
        ("ink", "highlight", 7),
        ("soft", "bg", 4.5),
        ("soft", "paper", 4.5),
        ("soft", "paper-2", 4.5),
        ("on-ember", "ember", 4.5),
        ("ember", "paper", 4.5),
        ("good", "good-bg", 4.5),
        ("bad", "paper", 4.5),
        ("bad", "bad-bg", 4.5),
        ("line", "paper", 3),
        ("badge-ink", "badge", 7),
        ("route-ink", "route", 4.5),
        ("route", "casing", 4.5),
        *((f"{terrain}-ink", terrain, 3) for terrain in ("mountain", "badlands", "desert", "forest", "water")),
        *(("letter", terrain, 4.5) for terrain in ("mountain", "badlands", "desert", "forest", "water")),
        ("letter-on-dark", "lava", 7),
        ("letter-on-dark", "volcano", 4.5),
    ],
)
def test_colours_can_be_told_apart(theme: dict[str, str], front: str, back: str, least: float) -> None:
    assert contrast(theme[front], theme[back]) >= least


def test_every_colour_comes_from_the_tokens() -> None:
    used = {
        name
        for path in STYLES.rglob("*.css")
        for name in re.findall(r"var\(--([\w-]+)", path.read_text(encoding="utf-8"))
    }
    assert used - set(LIGHT) - {"on-sign"} == set()


def pages() -> list[Path]:
    return [path for path in sorted(TEMPLATES.rglob("*.html")) if path.parent.name != "styleguide"]


@pytest.mark.parametrize("path", pages(), ids=lambda path: path.relative_to(TEMPLATES).as_posix())
def test_no_text_outside_the_catalogue(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    text = re.sub(r"\{% block body_class %\}.*?\{% endblock %\}", " ", text)
    # A macro that writes attributes into a tag says nothing.
    text = re.sub(r"""\{% macro [^%=]*%\}\s*[a-z-]+="[^<]*?\{%-? endmacro %\}""", " ", text, flags=re.DOTALL)
    # Calls, control and comments away, then tags: what is left would be read by people.
    text = re.sub(r"\{#.*?#\}|\{\{.*?\}\}|\{%.*?%\}", " ", text, flags=re.DOTALL)
    spoken = re.findall(r'(?:aria-label|title|alt|placeholder)="([^"]*)"', text)
    text = re.sub(r"<[^>]*>", " ", text, flags=re.DOTALL)
    assert re.findall(r"[^\W\d_]{2,}", text) == []
    assert [words for words in spoken if re.search(r"[^\W\d_]{2,}", words)] == []


def test_every_code_of_the_templates_is_in_the_catalogue() -> None:
    from companion.i18n.catalog import speaker

    say = speaker("en")
    codes = {
        code
        for path in pages()
        for code in re.findall(r"""\bt\(["']([\w.-]+)["'][,)]""", path.read_text(encoding="utf-8"))
    }
    assert codes
    missing = []
    for code in sorted(codes):
        try:
            say(code, {"n": 1})
        except KeyError as error:
            if error.args == (code,):
                missing.append(code)
    assert missing == []
