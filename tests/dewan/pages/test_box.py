"""My box without JavaScript: the forms a browser would send, and what is said when they are wrong."""

import html
import io
import json
import re
from dataclasses import dataclass, field

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.dewan.box import BoxState
from companion.dewan.boxes import box_in
from companion.dewan.demo import demo_box, demo_box_json
from companion.dewan.formats.box import read_box, write_box
from companion.dewan.pages import box_cards, box_stories, box_tiles
from companion.dewan.pages.box_parts import PARTS
from companion.dewan.rules.tiles import Box, TileKind
from companion.service.answers import TableView
from companion.web.backend import Backend
from tests.dewan.boxes import all_boxes
from tests.web.tables import new_table


def hidden(page: str) -> dict[str, str]:
    """The fields every form of the page carries."""
    found = dict(re.findall(r'<input type="hidden" name="(csrf_token|seen|id)" value="([^"]*)"', page))
    return {name: html.unescape(value) for name, value in found.items()}


def said(answer: TestResponse) -> list[str]:
    """The complaints on a page."""
    lists = re.findall(r'<ul class="wrong" role="alert">.*?</ul>', answer.text, re.DOTALL)
    assert len(lists) <= 1
    return [
        html.unescape(re.sub(r"<[^>]*>", "", line)).strip() for line in re.findall(r"<li>(.*?)</li>", "".join(lists))
    ]


@dataclass
class Typist:
    """Somebody who types a box in. ``keys`` counts characters and Return, ``taps`` every press on the screen."""

    client: FlaskClient
    backend: Backend
    here: str = ""
    keys: int = 0
    taps: int = 0
    page: dict[str, str] = field(default_factory=dict)

    def start(self, name: str = "Mine") -> "Typist":
        token = hidden(self.client.get("/box").text)["csrf_token"]
        answer = self.client.post("/box/new", data={"name": name, "csrf_token": token})
        assert answer.status_code == 303
        self.keys += len(name) + 1
        self.here = answer.headers["Location"].removesuffix("/tiles")
        return self

    def go(self, part: str, query: str = "") -> str:
        text = self.client.get(f"{self.here}/{part}{query}").text
        self.page = hidden(text)
        return text

    def send(self, where: str, **form: str) -> TestResponse:
        if not self.page:
            self.go(where if where in PARTS else "tiles")
        answer = self.client.post(f"{self.here}/{where}", data={**self.page, **form})
        self.page = {}
        return answer

    def type(self, part: str, line: str, **form: str) -> TestResponse:
        self.keys += len(line) + 1
        return self.send(part, line=line, **form)

    def look(self) -> TableView:
        return self.backend.service.look(self.here.rsplit("/", 1)[1])

    @property
    def box(self) -> Box:
        state = self.look().state
        assert isinstance(state, BoxState)
        return state.box


@pytest.fixture
def typist(client: FlaskClient, backend: Backend) -> Typist:
    return Typist(client, backend).start()


def test_a_new_box_begins_with_photos_or_typing_and_the_shelf_lists_parts_as_the_box_does(client: FlaskClient) -> None:
    token = hidden(client.get("/box").text)["csrf_token"]
    by_photo = client.post("/box/new", data={"name": "Mine", "by": "photos", "csrf_token": token})
    assert by_photo.headers["Location"].endswith("/photos")
    assert client.post("/box/new", data={"csrf_token": token}).headers["Location"].endswith("/tiles")
    own = client.get("/box").text.partition(">Mine<")[2]
    shown = [own.index(f">{part} ") for part in ("Tiles", "Cards", "Story tiles", "Colors", "Layouts")]
    assert shown == sorted(shown)


def same_box(one: Box, other: Box) -> None:
    """Equal but for the order in which things were told."""
    for key in ("name", "colors", "cards"):
        assert getattr(one, key) == getattr(other, key)
    for mine, theirs in zip(one.tiles, other.tiles, strict=True):
        assert (mine.id, mine.kind, mine.spaces) == (theirs.id, theirs.kind, theirs.spaces)
        assert set(mine.icons) == set(theirs.icons)
    assert {story.id: story for story in one.stories} == {story.id: story for story in other.stories}
    layouts = [{(x.scenario, x.players): set(x.slots) for x in box.layouts} for box in (one, other)]
    assert layouts[0] == layouts[1]


def test_a_whole_box_is_typed_in_a_quarter_of_an_hour(client: FlaskClient, backend: Backend) -> None:
    """Every key and tap of the demo box, counted.

    Two keys a second is slow typing with an eye on the cardboard; a tap on the screen takes two seconds. At that pace
    the whole box must not take more than ten minutes, so that five are left for turning tiles over.
    """
    box, typist = demo_box(), Typist(client, backend).start(demo_box().name)
    for color in box.colors:
        typist.keys += len(color.name) + 1
        typist.taps += 3  # the well, a colour in it, and closed again
        assert typist.send("colors", name=color.name, rgb=color.rgb).status_code == 303
    for tile in box.tiles:
        line = box_tiles.write_tile(box_tiles.draft_of(tile)).replace(" ", "")
        # The kind shows on the tile itself, but for the one of the Downpour.
        chosen = {"kind": str(tile.kind)} if tile.kind is TileKind.DOWNPOUR else {}
        typist.taps += 2 * len(chosen)
        assert typist.type("tiles", line, **chosen).status_code == 303
    told = " ".join(
        (str(count) if count > 1 else "") + box_cards.write_card(card).replace(":", "").lower()
        for card, count in box.cards.items()
    )
    assert typist.type("cards", told).status_code == 303
    for story in box.stories:
        line = box_stories.write_story(box_stories.draft_of(story))
        assert typist.type("stories", line).status_code == 303
    kept: dict[frozenset[object], str] = {}
    for layout in box.layouts:
        asked = {"scenario": str(layout.scenario), "players": str(layout.players)}
        typist.taps += 2  # this layout, and kept
        slots, line = frozenset(layout.slots), ""
        if slots in kept:
            typist.taps += 1
            page = typist.send("layouts", **asked, line="", press=f"copy:{kept[slots]}").text
            line = html.unescape(re.search(r'name="line" value="([^"]*)"', page)[1])  # type: ignore[index]
        else:
            kind = "starting"
            for slot in layout.slots:
                typist.taps += 1 + (str(slot.kind) != kind)
                kind = str(slot.kind)
                page = typist.send("layouts", **asked, kind=kind, line=line, press=f"at:{slot.at.q},{slot.at.r}").text
                line = html.unescape(re.search(r'name="line" value="([^"]*)"', page)[1])  # type: ignore[index]
        kept[slots] = f"{layout.scenario}/{layout.players}"
        assert typist.send("layouts", **asked, line=line).status_code == 303
    typist.taps += 4  # from part to part
    same_box(typist.box, box)
    # 592 keys and 123 taps when this was written: 9 minutes.
    assert typist.keys <= 600
    assert typist.taps <= 125
    assert typist.keys / 2 + typist.taps * 2 <= 10 * 60


def test_a_box_written_out_reads_in_the_same(client: FlaskClient, backend: Backend, typist: Typist) -> None:
    typist.type("tiles", "fd+ m*a9f ww")
    typist.type("cards", "fb 3m/b")
    typist.type("stories", "ffcc 5 1")
    file = client.get(f"{typist.here}/box.json")
    assert file.headers["Content-Disposition"].startswith("attachment")
    token = hidden(client.get("/box").text)["csrf_token"]
    answer = client.post("/box/read", data={"csrf_token": token, "file": (io.BytesIO(file.data), "dewan-box.json")})
    assert answer.status_code == 303
    again = Typist(client, backend, answer.headers["Location"].removesuffix("/tiles"))
    assert again.here != typist.here
    assert again.box == typist.box == read_box(json.loads(file.data))
    pasted = client.post("/box/read", data={"csrf_token": token, "pasted": file.text})
    assert pasted.status_code == 303


@pytest.mark.parametrize(
    ("change", "path", "words"),
    [
        ({"format": "dewan-table/1"}, "format", "dewan-box/1"),
        ({"tiles": [demo_box_json()["tiles"][0]] * 2}, "tiles[1].id", "used twice"),  # type: ignore[index]
        (
            {
                "tiles": [
                    {
                        "id": "X",
                        "kind": "neutral",
                        "spaces": [{"at": [0, 0], "terrain": "water"}, {"at": [5, 5], "terrain": "water"}],
                    }
                ]
            },
            "tiles[0].spaces",
            "must be connected",
        ),
        ({"colors": [{"name": "red", "rgb": "crimson"}]}, "colors[0].rgb", "#"),
        ({"cards": [{"card": "forest:gold", "count": 1}]}, "cards[0].card", "gold"),
        ({"publisher": "x"}, "publisher", "publisher"),
    ],
)
def test_a_file_that_is_no_box_says_where_and_keeps_the_text(
    client: FlaskClient, backend: Backend, change: dict[str, object], path: str, words: str
) -> None:
    token = hidden(client.get("/box").text)["csrf_token"]
    text = json.dumps({"format": "dewan-box/1", "name": "ünusual <b>", **change}, ensure_ascii=False)
    for form in ({"pasted": text}, {"file": (io.BytesIO(text.encode()), "box.json")}):
        answer = client.post("/box/read", data={"csrf_token": token, **form})
        assert answer.status_code == 422
        assert any(line.startswith(path) and words in line for line in said(answer)), said(answer)
        assert html.escape(text, quote=False) in html.unescape(answer.text.replace("&#34;", '"')).replace(
            "<b>", "&lt;b&gt;"
        )
    assert list(all_boxes(backend)) == ["demo"]


@pytest.mark.parametrize(
    ("pasted", "words"),
    [
        ("", "Choose a file"),
        ("{", "line 1"),
        ("[1, 2]", "list"),
        ('{"format": "dewan-box/1", "format": "x", "name": "y"}', "format"),
        ("\x00\ud83d\ude00".encode("utf-16", "surrogatepass").decode("utf-16"), "line 1"),
    ],
)
def test_what_cannot_be_read_at_all_is_said(client: FlaskClient, pasted: str, words: str) -> None:
    token = hidden(client.get("/box").text)["csrf_token"]
    answer = client.post("/box/read", data={"csrf_token": token, "pasted": pasted})
    assert answer.status_code == 422
    assert words in " ".join(said(answer))


def test_three_megabytes_are_refused_in_words(client: FlaskClient, backend: Backend) -> None:
    token = hidden(client.get("/box").text)["csrf_token"]
    answer = client.post("/box/read", data={"csrf_token": token, "pasted": "x" * 3_000_000})
    assert answer.status_code == 413
    assert '<div class="panel error"' in answer.text or "error" in answer.text
    assert list(all_boxes(backend)) == ["demo"]


def test_the_demo_box_says_everywhere_that_it_is_invented_and_cannot_be_changed(
    client: FlaskClient, backend: Backend
) -> None:
    assert "made up" in client.get("/box").text
    for part in ("tiles", "cards", "stories", "colors", "layouts"):
        page = client.get(f"/box/demo/{part}")
        assert "This box is made up" in page.text
        assert 'class="line"' not in page.text
        token = hidden(page.text)["csrf_token"]
        answer = client.post(f"/box/demo/{part}", data={"csrf_token": token, "seen": "0", "id": "x", "line": "f"})
        assert answer.status_code == 422
    token = hidden(client.get("/box").text)["csrf_token"]
    assert client.post("/box/demo/undo", data={"csrf_token": token, "seen": "0", "id": "x"}).status_code == 404
    assert client.post("/box/demo/delete", data={"csrf_token": token}).status_code == 422
    answer = client.post("/box/demo/copy", data={"csrf_token": token})
    box = box_in(backend, answer.headers["Location"].split("/")[2])
    assert box.name == "Copy of Demo box (made up)"
    assert (box.tiles, box.cards, box.layouts) == (demo_box().tiles, demo_box().cards, demo_box().layouts)


def test_undo_says_what_it_takes_back_and_redo_brings_it_again(typist: Typist) -> None:
    typist.type("tiles", "ffmbfww")
    typist.type("tiles", "ddm*fww")
    assert "Tile S1 added" in typist.go("cards")
    typist.send("undo", part="cards")
    assert [tile.id for tile in typist.box.tiles] == ["N1"]
    page = typist.go("tiles")
    assert re.search(r'class="button undo">.*?Tile N1 added', page, re.DOTALL)
    assert re.search(r'class="button redo">.*?Tile S1 added', page, re.DOTALL)
    typist.send("redo", part="tiles")
    assert [tile.id for tile in typist.box.tiles] == ["N1", "S1"]
    assert 'class="button redo" disabled' in typist.go("tiles")
    assert typist.send("redo", part="no-such-part").status_code == 303


def test_a_tile_is_changed_renamed_and_taken_out(typist: Typist) -> None:
    typist.type("tiles", "ffmbfww", name="Corner")
    assert 'value="ff mbf ww"' in typist.go("tiles", "?edit=Corner")
    typist.send("tiles", edit="Corner", line="ff mdf ww", name="Corner two", kind="downpour")
    assert [(tile.id, tile.kind) for tile in typist.box.tiles] == [("Corner two", TileKind.DOWNPOUR)]
    assert typist.send("tiles", edit="Corner", line="ff mdf ww").status_code == 422
    typist.send("tiles", edit="Corner two", do="remove")
    assert typist.box.tiles == ()


@pytest.mark.parametrize(
    ("part", "form", "words"),
    [
        ("tiles", {"line": "fd m", "name": "Ö 🐟"}, "4 spaces are still missing"),
        ("tiles", {"line": "ffmxfww"}, "“x”"),
        ("tiles", {"line": "ff m*f ww", "kind": "neutral"}, "exactly one “start” space"),
        ("tiles", {"line": "ffmbfww", "name": "Twin"}, "“Twin” is used twice"),
        ("tiles", {"line": "ffmbfww", "name": "x" * 3000}, "80"),
        ("tiles", {"line": "@0,0f @5,5f"}, "must be connected"),
        ("cards", {"line": "fb zz"}, "“zz” is not a card"),
        ("cards", {"line": "-w"}, "between 0 and"),
        ("cards", {"terrain-1": "water", "terrain-2": "water", "symbol-1": "", "symbol-2": ""}, "twice"),
        ("stories", {"line": "ff"}, "points are missing"),
        ("stories", {"line": "ff 3", "name": "Old"}, "“Old” is used twice"),
        ("colors", {"name": "red", "rgb": "#ff0000"}, "“red” is used twice"),
        ("colors", {"name": "  ", "rgb": "#ff0000"}, ""),
        ("colors", {"name": "crimson", "rgb": "url(x)"}, "#"),
        ("colors", {"name": "crimson", "rgb": "#ff0000", "place": "77"}, "no longer"),
        ("layouts", {"line": "", "scenario": "base", "players": "2"}, "at least one space"),
    ],
)
def test_what_is_wrong_is_said_where_it_was_typed_and_stays_there(
    typist: Typist, part: str, form: dict[str, str], words: str
) -> None:
    typist.type("tiles", "ffmbfww", name="Twin")
    typist.type("stories", "ff 3", name="Old")
    typist.send("colors", name="red", rgb="#ff0000")
    before = typist.look().seq
    answer = typist.send(part, **form)
    assert answer.status_code == 422
    assert said(answer)
    assert words in " ".join(said(answer))
    if form.get("line"):
        assert f'value="{html.escape(form["line"])}"' in answer.text
    if len(form.get("name", "")) in range(3, 80) and part != "stories":
        assert f'value="{form["name"]}"' in answer.text
    assert typist.look().seq == before


def test_a_form_with_nothing_or_a_hundred_fields_changes_nothing(typist: Typist) -> None:
    typist.go("tiles")
    page = dict(typist.page)
    assert typist.client.post(f"{typist.here}/tiles", data={"csrf_token": page["csrf_token"]}).status_code == 422
    many = {f"field-{number}": "x" for number in range(100)}
    assert typist.client.post(f"{typist.here}/tiles", data={**page, **many}).status_code == 422
    assert typist.client.post(f"{typist.here}/tiles", data={"line": "ffmbfww"}).status_code == 400
    assert typist.look().seq == 0


def test_somebody_else_was_quicker_and_what_was_typed_stays(typist: Typist) -> None:
    typist.go("tiles")
    mine, typist.page = typist.page, {}
    typist.type("tiles", "ffmbfww")
    answer = typist.client.post(f"{typist.here}/tiles", data={**mine, "line": "ddddddd"})
    assert answer.status_code == 422
    assert "another screen" in said(answer)[0]
    assert 'value="ddddddd"' in answer.text
    assert len(typist.box.tiles) == 1


def test_the_same_form_sent_twice_records_once(typist: Typist) -> None:
    typist.go("cards")
    form = {**typist.page, "line": "fb"}
    for _ in range(2):
        assert typist.client.post(f"{typist.here}/cards", data=form).status_code == 303
    assert sum(typist.box.cards.values()) == 1


def test_cards_are_counted_by_tapping(typist: Typist) -> None:
    for tap in ("forest:berry", "forest:berry", "-forest:berry", "water"):
        assert typist.send("cards", tap=tap).status_code == 303
    form = {"terrain-1": "mountain", "symbol-1": "", "terrain-2": "water", "symbol-2": "fire"}
    assert typist.send("cards", **form).status_code == 303
    assert {str(card): count for card, count in typist.box.cards.items()} == {
        "forest:berry": 1,
        "water": 1,
        "mountain/water:fire": 1,
    }
    assert "3 of 55 cards" in typist.go("cards")


def test_a_tap_changes_the_draft_and_records_nothing(typist: Typist) -> None:
    page = typist.send("tiles", line="fd", at="2", press="m").text
    assert 'value="fd m"' in page
    page = typist.client.get(f"{typist.here}/tiles?line=fd+m&at=3&press=*").text  # a link, where there is no script
    assert 'value="fd m*"' in page
    assert typist.look().seq == 0
    typist.type("stories", "ffc 5 1")
    assert 'value="ffc 5 1"' in typist.send("stories", line="", press="copy").text
    assert "0 of them require Water" in typist.go("stories")
    typist.type("stories", "ww 3")
    assert "1 of them requires Water" in typist.go("stories")
    assert "2 of 24 Story tiles" in typist.go("stories")


def test_our_own_colours_are_one_tap(typist: Typist) -> None:
    typist.send("colors", do="house")
    assert [color.name for color in typist.box.colors] == ["raspberry", "indigo", "marigold", "pearl"]
    typist.send("colors", place="1", name="blue", rgb="#0000ff")
    typist.send("colors", place="0", do="remove")
    assert [color.name for color in typist.box.colors] == ["blue", "marigold", "pearl"]


def test_a_layout_is_copied_and_changed(typist: Typist) -> None:
    asked = {"scenario": "base", "players": "2"}
    typist.send("layouts", **asked, line="s0,0 n2,1")
    page = typist.send("layouts", scenario="downpour", players="3", line="", press="copy:base/2").text
    assert 'name="line" value="s0,0 n2,1"' in page
    page = typist.send("layouts", scenario="downpour", players="3", line="s0,0", press="at:1,1").text
    assert "Two tiles would overlap there." in html.unescape(page)
    typist.send("layouts", scenario="downpour", players="3", line="s0,0 d2,1")
    typist.send("layouts", **asked, do="remove")
    assert [(one.scenario, one.players, len(one.slots)) for one in typist.box.layouts] == [("downpour", 3, 2)]


def test_a_box_is_renamed_and_a_bad_name_is_kept_to_be_mended(typist: Typist) -> None:
    typist.go("tiles")
    assert typist.send("name", name="שולחן 🏕").status_code == 303
    assert typist.box.name == "שולחן 🏕"
    typist.go("tiles")
    answer = typist.send("name", name="x" * 90)
    assert answer.status_code == 422
    assert "x" * 90 in answer.text
    assert "80" in said(answer)[0]


def test_a_new_box_with_an_endless_name_is_refused_in_words(client: FlaskClient, backend: Backend) -> None:
    token = hidden(client.get("/box").text)["csrf_token"]
    answer = client.post("/box/new", data={"csrf_token": token, "name": "x" * 1_500_000})
    assert answer.status_code == 422
    assert len(answer.text) < 50_000
    assert said(answer)[0].startswith("name")
    assert client.post("/box/new", data={"csrf_token": token}).status_code == 303
    assert [box.name for box in all_boxes(backend).values()][1:] == ["My copy of Dewan"]


def test_a_deleted_box_can_be_brought_back_with_its_history(
    client: FlaskClient, backend: Backend, typist: Typist
) -> None:
    typist.type("tiles", "ffmbfww")
    kept = typist.box
    token = hidden(client.get("/box").text)["csrf_token"]
    page = client.post(f"{typist.here}/delete", data={"csrf_token": token})
    assert "“Mine” was deleted." in page.text
    assert list(all_boxes(backend)) == ["demo"]
    log = html.unescape(re.search(r'name="log" value="([^"]*)"', page.text)[1])  # type: ignore[index]
    answer = client.post("/box/back", data={"csrf_token": token, "log": log})
    again = Typist(client, backend, answer.headers["Location"].removesuffix("/tiles"))
    assert again.box == kept
    again.send("undo", part="tiles")
    assert again.box.tiles == ()
    assert client.post("/box/back", data={"csrf_token": token, "log": "{"}).status_code == 422


def test_a_box_that_a_table_uses_stays(client: FlaskClient, backend: Backend, typist: Typist) -> None:
    box_id = typist.here.rsplit("/", 1)[1]
    new_table(backend, box=box_id)
    assert "used by 1 table" in client.get("/box").text
    token = hidden(client.get("/box").text)["csrf_token"]
    answer = client.post(f"{typist.here}/delete", data={"csrf_token": token})
    assert answer.status_code == 422
    assert "This box is used by tables" in said(answer)[0]
    assert box_id in all_boxes(backend)


def test_a_table_is_no_box(client: FlaskClient, backend: Backend) -> None:
    table = new_table(backend)
    assert client.get(f"/box/{table.info.id}/tiles").status_code == 404
    assert client.get("/box/no-such-box/tiles").status_code == 404


def test_a_copy_of_a_long_name_still_has_a_name(client: FlaskClient, backend: Backend) -> None:
    typist = Typist(client, backend).start("x" * 80)
    token = hidden(client.get("/box").text)["csrf_token"]
    answer = client.post(f"{typist.here}/copy", data={"csrf_token": token})
    copied = box_in(backend, answer.headers["Location"].split("/")[2])
    assert len(copied.name) == 80
    assert write_box(copied)["tiles"] == []
