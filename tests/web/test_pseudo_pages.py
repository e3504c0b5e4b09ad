"""Pages in a language nobody speaks: whatever stays plain English did not come from the catalogue."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.dewan.demo import demo_box
from companion.i18n.catalog import PSEUDO
from companion.web.app import create_app
from companion.web.backend import Backend
from companion.web.config import WebConfig
from companion.web.language import COOKIE
from tests.web.tables import COLORS, NAMES, Hand, new_table

PAGES = (
    "/",
    "/tables/new",
    "/quick",
    "/timer",
    "/referee",
    "/referee?map=volcano&path=0,1;0,0;0,-1;-1,-1",
    "/rules/dewan",
    "/rules/dewan?q=xyzzyx",
    "/rules/dewan/topics/route",
    "/rules/dewan/topics/events",
    "/rules/dewan/reference/lake-villages",
    "/rules/river/VR-01",
    "/tables/{table}",
    "/tables/{table}?to=9,9",
    "/tables/{table}/score?column=Jonas&row=fire_majority",
    "/tables/{table}/stories",
    "/tables/{table}/history",
    "/tables/{table}/correct",
    "/tables/{table}/guide",
    "/tables/{table}/rules/R-22",
    "/no/such/page",
)
UNHEARD = ("script", "style", "textarea")  # what people type, they type as the record spells it
SPOKEN = ("aria-label", "title", "placeholder", "alt")
# What people call themselves and their things, examples of ours, and what is spelled the same in every language.
NAMED = {*NAMES, *COLORS, "Cleo", "Dana", "Dewan", "Companion", "English", "Deutsch"}


class Words(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.heard: list[str] = []
        self.silent = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.silent += tag in UNHEARD
        self.heard += [value for name, value in attrs if name in SPOKEN and value]

    def handle_endtag(self, tag: str) -> None:
        self.silent -= tag in UNHEARD

    def handle_data(self, data: str) -> None:
        if not self.silent:
            self.heard.append(data)


def plain_words(page: str, allowed: set[str]) -> set[str]:
    """Words of four letters and more with a vowel and without an accent; numbers of rules are none."""
    parser = Words()
    parser.feed(page)
    text = re.sub(r"\b[DVR]+-[A-Z0-9-]+\b|https?://\S+", " ", " ".join(parser.heard))
    words = set(re.findall(r"[^\W\d_]{4,}", text))
    return {word for word in words if word.isascii() and re.search("[aeiouAEIOU]", word)} - allowed


@pytest.fixture
def at_desk(tmp_path: Path, backend: Backend) -> FlaskClient:
    client = create_app(WebConfig(data_dir=tmp_path, companion=backend, testing=True)).test_client()
    client.set_cookie(COOKIE, PSEUDO)
    return client


def test_the_scan_sees_what_was_forgotten() -> None:
    page = '<p title="Forgotten">Fóorgöotten D-ROUTE-04 <b>Camp</b> xyz</p><textarea>forest</textarea>'
    assert plain_words(page, set()) == {"Forgotten", "Camp"}


def test_nothing_on_the_screens_is_plain_english(at_desk: FlaskClient, backend: Backend) -> None:
    hand = Hand(backend, new_table(backend, "downpour", title="Freitag"))
    hand.tell_all()
    hand.choose_first_stories()
    hand.take(1)
    allowed = {*NAMED, "Freitag", *re.findall(r"\w+", demo_box().name)}
    left = {}
    for address in PAGES:
        page = at_desk.get(address.format(table=hand.look.info.id))
        if words := plain_words(page.text, allowed):
            left[address] = sorted(words)
    assert left == {}
