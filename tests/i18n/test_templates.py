"""No template holds words of its own: what people read or hear goes through ``t(...)``."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from companion.paths import asset_dir

TEMPLATES = asset_dir("templates")
# The style guide is for those who draw, and is served to nobody else.
SCANNED = [path for path in sorted(TEMPLATES.rglob("*.html")) if path.parent.name != "styleguide"]
SPOKEN = {"aria-label", "aria-description", "aria-roledescription", "title", "placeholder", "alt", "label"}
# The name of the game, and cards as they are typed.
ALLOWED = {"Dewan", "fb m/wf 3m/b"}
# Classes of the page, and macros that write attributes into a tag: no words, though they stand outside of one.
UNSEEN = re.compile(
    r"\{% block body_class %\}.*?\{% endblock %\}"
    r"""|\{% (?:macro|set) [^%=]*%\}\s*[a-z-]+="[^<]*?\{%-? end(?:macro|set) %\}""",
    re.DOTALL,
)
JINJA = re.compile(r"\{#.*?#\}|\{\{.*?\}\}|\{%.*?%\}", re.DOTALL)
WORD = re.compile(r"[^\W\d_]{2,}")


class Visible(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self._silent = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._silent += tag in ("script", "style")
        for name, value in attrs:
            if name in SPOKEN and value:
                self._hear(value)

    def handle_endtag(self, tag: str) -> None:
        self._silent -= tag in ("script", "style")

    def handle_data(self, data: str) -> None:
        if not self._silent:
            self._hear(data)

    def _hear(self, text: str) -> None:
        if text.strip() not in ALLOWED and WORD.search(text):
            self.found.append(text.strip())


def words_in(source: str) -> list[str]:
    parser = Visible()
    parser.feed(JINJA.sub(" ", UNSEEN.sub(" ", source)))
    parser.close()
    return parser.found


@pytest.mark.parametrize("path", SCANNED, ids=lambda path: str(path.relative_to(TEMPLATES)))
def test_no_words_outside_the_catalogue(path: Path) -> None:
    assert words_in(path.read_text(encoding="utf-8")) == []


def test_the_scan_sees_words() -> None:
    assert words_in('<p class="big {% if a %}x{% endif %}">Hello {{ t("a.b") }}</p>') == ["Hello"]
    assert words_in('<a aria-label="Go home" href="/home">{{ icon("home") }}</a>') == ["Go home"]
    assert words_in('<svg><text y="2">Points</text></svg>') == ["Points"]
    assert words_in('{# A note. #}<p title="{{ t(\'a.b\') }}">{{ t("a.c", n=2) }}: 3 + {{ x }}</p>') == []
