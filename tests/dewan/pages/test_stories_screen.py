"""Is this story complete? What counts lights up, what does not is greyed with the reason."""

import html
import re

import pytest
from flask.testing import FlaskClient
from hypothesis import given

from companion.dewan.formats.stories import story_json
from companion.dewan.formats.table import write_table
from companion.dewan.pages.stories import Picked, stories_screen
from companion.dewan.rules import game
from companion.dewan.rules.table import Table
from companion.rules.hexes import Hex
from companion.web.backend import Backend
from tests.boards import ask, path, story, table
from tests.dewan.pages.test_referee import lay, text
from tests.strategies import examples, tables
from tests.web.tables import Hand

TWICE = """
F:P1    F:P1    D
    W       W
"""
"""G-10: two camps in one Forest zone, both beside one Water zone: 1 Forest, 1 Water."""


def twice() -> Table:
    return table(TWICE, stories={"P1": [story("2F 1W", 5)]}, tucked={"P2": "F"}, active_player="P1")


@pytest.mark.rule("D-STORY-04", "D-STORY-05")
def test_every_need_is_told_with_have_and_want(client: FlaskClient, backend: Backend) -> None:
    page = text(client.get(f"{lay(backend, twice())}/stories").text)
    assert "Forest 1 / 2" in page
    assert "Water 1 / 1" in page
    assert "Not complete yet" in page


@pytest.mark.rule("D-STORY-04")
def test_a_tapped_need_lights_up_its_zone_and_says_why_it_counts_once(client: FlaskClient, backend: Backend) -> None:
    here = lay(backend, twice())
    found = re.search(r'<a class="need-row[^"]*" href="([^"]*need=forest[^"]*)"', client.get(f"{here}/stories").text)
    assert found
    page = client.get(html.unescape(found[1])).text
    assert page.count('class="zone"') == 1
    assert page.count('class="chosen"') == 2
    assert "Forest zone of 2 spaces 2 Camps; the zone counts once." in text(page)
    shown = stories_screen(game.resume(twice()), Picked("P1", 1, "forest")).shown
    assert shown
    assert shown.zones == (path((0, 0), (1, 0)),)
    assert shown.camps == path((0, 0), (1, 0))


@pytest.mark.rule("D-STORY-03", "D-STORY-06")
def test_an_icon_at_the_starting_camp_is_greyed_with_the_reason(client: FlaskClient, backend: Backend) -> None:
    icons = [("crystal", (0, 0), (1, 0)), ("crystal", (2, 0), (3, 0))]
    about = table("*P1 D F:P1 D", stories={"P1": [story("2crystal", 4)]}, icons=icons, active_player="P1")
    here = lay(backend, about)
    page = client.get(f"{here}/stories?player=P1&story=1&need=crystal").text
    assert "P1, Crystal: 1 of 2" in page
    assert "Only the starting Camp is here; it does not count for Story tiles." in page
    assert "D-STORY-03" in page
    assert page.count('class="lit"') == 1
    shown = stories_screen(game.resume(about), Picked("P1", 1, "crystal")).shown
    assert shown
    assert (shown.icons, shown.faults) == ((1,), {Hex(0, 0): 1})


@pytest.mark.rule("D-STORY-08")
def test_tucked_cards_light_up_where_they_count(client: FlaskClient, backend: Backend) -> None:
    about = table("F:P1 D", stories={"P1": [story("2F", 4)]}, tucked={"P1": "F D"}, active_player="P1")
    page = client.get(f"{lay(backend, about)}/stories?player=P1&story=1&need=forest").text
    assert page.count("tucked-half lit") == 1
    assert page.count("tucked-half weak") == 1
    assert "Complete: slide it up at the end of the turn" in page


def test_a_tile_of_the_row_is_previewed_for_whose_turn_it_is(client: FlaskClient, backend: Backend) -> None:
    look = backend.service.create("dewan", {"table": write_table(twice()), "begun": True})
    hand = Hand(backend, look)
    if hand.play.story_row is None:
        hand.record("track", {"row": False, "stories": True})
    hand.record("tell", {"story_row": [story_json(story("1F 1D", 3))]})
    page = client.get(f"/tables/{look.info.id}/stories").text
    assert "In the row: how close would P1 be?" in page
    assert "Desert 0 / 1" in text(page)
    shown = client.get(f"/tables/{look.info.id}/stories?player=P1&story=1&need=desert&row=1").text
    assert "P1, Desert: 0 of 1" in shown
    assert "Nothing counts yet." in shown


@pytest.mark.parametrize(
    "query",
    ["story=9&player=P1&need=forest", "story=x", "story=1&player=Nobody&need=forest", "story=1&player=P1&need=gold"],
)
def test_an_address_that_makes_no_sense_shows_the_tiles(client: FlaskClient, backend: Backend, query: str) -> None:
    answer = client.get(f"{lay(backend, twice())}/stories?{query}")
    assert answer.status_code == 200
    assert "Tap a requirement" in answer.text


@given(tables())
@examples(0.5)
def test_the_screen_counts_what_ask_counts(about: Table) -> None:
    screen = stories_screen(game.resume(about), None)
    told = {
        shelf.player: [
            {
                "complete": tile.check.complete,
                "needs": {need.need: {"want": need.want, "have": need.count.have} for need in tile.check.needs},
            }
            for tile in shelf.tiles
        ]
        for shelf in screen.shelves
    }
    assert told == ask("stories", about)["players"]
