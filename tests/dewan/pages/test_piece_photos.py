"""My box by photos, from the first photo to the box: what is found, asked, typed over, put in, and taken back."""

import re
from pathlib import Path
from threading import Event
from time import monotonic

import pytest
from flask.testing import FlaskClient

from bench.piece_figures import true_names
from companion.dewan.box import BoxKeeping, BoxState
from companion.dewan.pages.pieces.editor import tapped
from companion.dewan.pages.pieces.session import MOST_PHOTOS, PiecePhoto, Read, Session, Sorted
from companion.dewan.pages.pieces.sessions import MOST_SESSIONS, Sessions
from companion.dewan.rules.cards import parse_card
from companion.dewan.vision.pieces import read_pieces
from companion.log.photo_shelf import PhotoShelf
from companion.web.backend import Backend
from tests.dewan.pages.test_table_screen import hidden
from tests.dewan.vision.made_pieces import Made, bare_table, cards, stories, tiles
from tests.web.photos import form_with


class Owner:
    """Somebody with a box and a camera."""

    def __init__(self, client: FlaskClient, backend: Backend) -> None:
        self.client, self.backend = client, backend
        self.box_id = backend.service.create("dewan-box", {"box": {"format": "dewan-box/1", "name": "Mine"}}).info.id
        self.here = f"/box/{self.box_id}/photos"

    @property
    def session(self) -> Session:
        session = self.client.application.extensions["piece_sessions"].of(self.box_id)
        assert isinstance(session, Session)
        return session

    def now(self) -> BoxState:
        state = self.backend.service.look(self.box_id).state
        assert isinstance(state, BoxState)
        return state

    def send(self, *photos: Path) -> str:
        """One request a photo, and the page once all are read and sorted."""
        for photo in photos:
            token = hidden(self.client.get(self.here).text, "/photos")["csrf_token"]
            body, kind = form_with(token, photo.read_bytes())
            self.client.post(self.here, data=body, content_type=kind)
        return self.read()

    def read(self) -> str:
        """The page once nothing is being read any more."""
        end = monotonic() + 120
        while 'aria-busy="true"' in (page := self.client.get(self.here).text):
            assert monotonic() < end
            Event().wait(0.05)
        return page

    def post(self, what: str, **fields: object) -> str:
        token = hidden(self.client.get(self.here).text, "/photos")["csrf_token"]
        self.client.post(f"{self.here}/{what}", data={"csrf_token": token, **fields})
        return self.read()

    def true_names(self, *made: Made) -> dict[int, str]:
        return true_names(read_pieces([one.path for one in made]), [one.truth for one in made])

    def answer(self, *made: Made) -> int:
        """What the truth says of every group that has no name: how many questions that were."""
        names = self.true_names(*made)
        self.post("names", **{f"g{number}": word for number, word in names.items()})
        return len(names)

    def put_in(self) -> str:
        return self.client.post(f"{self.here}/put", data=hidden(self.client.get(self.here).text, "/put")).text

    def undo(self) -> None:
        self.client.post(f"/box/{self.box_id}/undo", data=hidden(self.client.get(self.here).text, "/undo"))


@pytest.fixture
def owner(client: FlaskClient, backend: Backend) -> Owner:
    return Owner(client, backend)


def test_photos_become_a_box_and_one_undo_takes_it_out_again(owner: Owner) -> None:
    made = (tiles(), stories(), cards())
    page = owner.send(*(one.path for one in made))
    assert "questions about the signs" in page
    guessed = dict(re.findall(r'name="g(\d+)" value="(\w+)" checked', page))
    names = owner.true_names(*made)
    assert guessed == {str(number): word for number, word in names.items()}, "the right answers are chosen already"
    questions = owner.answer(*made)
    assert questions == len(names)
    page = owner.client.get(owner.here).text
    assert "about the signs" not in page
    assert "12 pieces are ready for the box" in page
    page = owner.put_in()
    assert "12 pieces are in the box now" in page
    assert "Pieces from 3 photos" in page
    box = owner.now().box
    assert [(dict(s.needs), s.points, s.fire) for s in box.stories] == [
        (one["needs"], one["points"], one["fire"]) for one in made[1].truth["pieces"]
    ]
    assert (len(box.tiles), sum(box.cards.values())) == (2, 6)
    look = owner.now().look
    assert look is not None
    assert look["signs"], "what was learned of the print is kept beside the box"
    keeping = BoxKeeping()
    assert keeping.restore(keeping.snapshot(owner.now())) == owner.now()
    assert "ready for the box" not in owner.client.get(owner.here).text, "nothing is put in twice"
    owner.undo()
    assert not owner.now().box.stories
    assert not owner.now().box.cards
    assert owner.now().look is None
    assert "12 pieces are ready for the box" in owner.client.get(owner.here).text


def test_the_same_photos_confirm_and_typing_beats_reading(owner: Owner) -> None:
    """Only cards without an open question are in this photo once the fire has its name."""
    made = cards()
    owner.send(made.path)
    owner.answer(made)
    key = owner.session.photos[0].key
    page = owner.client.get(owner.here).text
    assert page.count('class="piece-picture"') == 6, "the photo of each piece stands beside what was read"
    assert owner.client.get(f"{owner.here}/{key}/0.jpg").mimetype == "image/jpeg"
    editor = owner.client.get(f"{owner.here}/{key}/0").text
    token = hidden(editor, "kind")["csrf_token"]
    wrong = owner.client.post(f"{owner.here}/{key}/0", data={"csrf_token": token, "kind": "card", "line": "xx"})
    assert wrong.status_code == 422
    assert 'value="xx"' in wrong.text, "what was typed comes back"
    owner.post(f"{key}/0", kind="card", line="mw")  # no card: refused, nothing typed
    assert (key, 0) not in owner.session.typed
    owner.post(f"{key}/0", kind="card", line="m/w")
    owner.put_in()
    assert owner.now().box.cards[parse_card("mountain/water")] == 1
    assert sum(owner.now().box.cards.values()) == 6
    # Put right after it was put in: the card changes, and is not doubled.
    owner.post(f"{key}/0", kind="card", line="d/w")
    owner.put_in()
    assert parse_card("mountain/water") not in owner.now().box.cards
    assert owner.now().box.cards[parse_card("desert/water")] == 1
    assert sum(owner.now().box.cards.values()) == 6
    # Another day, the same cards once more: the log knows the photo.
    owner.post("forget")
    owner.send(made.path)
    assert "ready for the box" not in owner.client.get(owner.here).text
    assert sum(owner.now().box.cards.values()) == 6


def test_bad_pictures_are_told_and_lose_nothing(owner: Owner, tmp_path: Path) -> None:
    owner.send(stories().path)
    broken = tmp_path / "broken.jpg"
    broken.write_bytes(stories().path.read_bytes()[:3000])
    page = owner.send(bare_table(), broken)
    assert "No tile, Story tile or card was found here" in page
    assert "The picture is incomplete" in page
    assert page.count('class="piece-picture"') == 4, "the photo that was fine is still there"
    token = hidden(page, "/photos")["csrf_token"]
    body, kind = form_with(token, bare_table().read_bytes())
    again = owner.client.post(owner.here, data=body, content_type=kind)
    assert again.status_code == 422
    assert "is here already" in again.text
    assert owner.client.post(owner.here, data={"csrf_token": token}).status_code == 422
    key = owner.session.photos[1].key
    assert "No tile, Story tile or card" not in owner.post(f"{key}/drop")


def test_a_group_wrongly_joined_is_asked_about_in_two(owner: Owner) -> None:
    owner.send(stories().path)
    sorted_before = owner.session.sorted
    assert sorted_before is not None
    group = max(sorted_before.groups, key=lambda one: one["seen"] if one["kind"] is None else 0)
    page = owner.client.get(f"{owner.here}/group/{group['number']}").text
    assert page.count('name="sign"') == len(group["signs"]) >= 2
    token = hidden(owner.client.get(owner.here).text, "/photos")["csrf_token"]
    others = {f"g{one['number']}": "art" for one in sorted_before.groups if one["kind"] is None}
    fields = {"csrf_token": token, **others, "part": str(group["number"])}
    away = owner.client.post(f"{owner.here}/names", data=fields).headers["Location"]
    assert away.endswith(f"/group/{group['number']}")
    assert len(owner.session.said) == sum(one["seen"] for one in sorted_before.groups if one["kind"] is None) - len(
        group["signs"]
    ), "the other answers are kept"
    owner.read()
    with owner.client.application.extensions["piece_sessions"].changing(owner.box_id) as session:
        session.said.clear()
    owner.post(f"group/{group['number']}", sign=["0"])
    sorted_after = owner.session.sorted
    assert sorted_after is not None
    first = group["signs"][0]
    with_first = next(one for one in sorted_after.groups if first in one["signs"])
    assert with_first["signs"] == [first]
    owner.post("names", **{f"g{with_first['number']}": "fire"})
    known = owner.session.said
    assert list(known.values()) == ["fire"], "the others still have no name"


def test_the_others_keep_their_name_when_one_is_said_to_be_something_else(owner: Owner) -> None:
    owner.send(stories().path)
    assert owner.session.sorted is not None
    group = max(owner.session.sorted.groups, key=lambda one: one["seen"] if one["kind"] is None else 0)
    owner.post("names", **{f"g{group['number']}": "artifact"})
    again = next(one for one in owner.session.sorted.groups if group["signs"][1] in one["signs"])
    owner.post(f"group/{again['number']}", sign=["0"])
    assert list(owner.session.said.values()) == ["artifact"] * (len(group["signs"]) - 1)


def test_the_demo_box_has_no_pieces_to_photograph(client: FlaskClient) -> None:
    assert "demo box has no pieces" in client.get("/box/demo/photos").text
    assert client.post("/box/demo/photos/put").status_code in (400, 404)


def test_sessions_are_forgotten_in_an_hour_and_few_are_kept() -> None:
    now = [0.0]
    kept = Sessions(PhotoShelf(3600, clock=lambda: now[0]))
    with kept.begun("first") as first:
        assert first.add(b"one")
        assert not first.add(b"one"), "this very photo is there"
        assert [first.add(bytes([n])) for n in range(40)].count(True) == MOST_PHOTOS - 1
    for n in range(MOST_SESSIONS):
        now[0] += 1
        with kept.begun(str(n)):
            pass
    assert kept.of("first") is None
    assert kept.of("5") is not None
    now[0] += 4000
    assert kept.of("5") is None


def test_what_is_looked_at_is_not_forgotten_and_what_fails_is_not_kept() -> None:
    now = [0.0]
    kept = Sessions(PhotoShelf(3600, clock=lambda: now[0]))
    with kept.begun("box") as session:
        session.add(b"photo")
    for _ in range(3):
        now[0] += 3000
        assert kept.of("box")

    def fail() -> None:
        with kept.changing("box") as changed:
            assert changed
            changed.photos.clear()
            raise KeyError

    with pytest.raises(KeyError):
        fail()
    with kept.changing("box") as changed:
        assert changed
        assert [photo.waiting for photo in changed.photos] == [True]
        assert changed.kept.get(changed.photos[0].key) == (None, b"photo")


def test_after_a_restart_the_page_says_that_the_photos_are_gone(owner: Owner) -> None:
    sessions = owner.client.application.extensions["piece_sessions"]
    with sessions.begun(owner.box_id) as session:
        session.photos.append(PiecePhoto("photo", waiting=False, failed="damaged"))
    away = owner.client.post(f"{owner.here}/photo/drop", data=hidden(owner.client.get(owner.here).text, "/drop"))
    here = away.headers["Location"]
    assert "no longer here" not in owner.client.get(here).text
    sessions.forget(owner.box_id)  # as one that ended has
    assert "no longer here" in owner.client.get(here).text
    assert "no longer here" not in owner.client.get(owner.here).text
    token = hidden(owner.client.get(owner.here).text, "/photos")["csrf_token"]
    late = owner.client.post(f"{owner.here}/names", data={"csrf_token": token, "g1": "fire"})
    assert (late.status_code, "no longer here" in late.text) == (404, True)


@pytest.mark.parametrize(
    ("kind", "line", "press", "after"),
    [
        ("story", "ff 5", "w", "ffw 5"),
        ("story", "ffw 5", "-f", "fw 5"),
        ("story", "f 5", "points:7", "f 7"),
        ("story", "f 5", "fire:2", "f 5 2"),
        ("card", "f", "1:f:b", "f:b"),
        ("card", "f:b", "1:w:b", "w:b"),
        ("card", "f", "2:w:", "f/w"),
        ("card", "f/w", "2:w:c", "f/w:c"),
        ("card", "f/w", "2::", "f"),
        ("card", "f/w", "1:w:", "w"),
        ("card", "?", "1:m:", "m"),
        ("card", "f", "9:m:", "f"),
        ("tile", "fff", "1:m:", "fff"),
    ],
)
def test_a_reading_is_put_right_by_taps(kind: str, line: str, press: str, after: str) -> None:
    assert tapped(kind, line, press) == after


def made_up(kind: str, **found: object) -> tuple[Read, Read]:
    """What the reader would say of one piece, and what sorting makes of it."""
    cut: Read = {"corners": [[0, 0], [9, 0], [9, 9], [0, 9]], "signs": [], "picture": "", "picture_size": [160, 240]}
    return cut, {"kind": kind, "whole": True, "waits": "", "confidence": 0.9, **found}


@pytest.fixture
def looking(owner: Owner) -> Owner:
    """The owner, with a photo of a Story tile without a number and a card that has been read."""
    story = made_up(
        "story", story={"needs": {"forest": 2}, "points": None, "fire": 0}, whole=False, waits="box.no-points"
    )
    pieces = [story, made_up("card", card="forest:fire")]
    cut = {"size": [100, 80], "parts": 1, "strange": 0, "pieces": [one for one, _ in pieces]}
    with owner.client.application.extensions["piece_sessions"].begun(owner.box_id) as session:
        session.kept.put("photo", cut)
        session.photos.append(PiecePhoto("photo", waiting=False))
        session.sorted = Sorted(
            ("photo",), [[shown for _, shown in pieces]], [], {"format": "dewan-look/1", "terrains": {}}
        )
    return owner


def test_what_lies_in_a_photo_and_could_not_be_read_is_said(looking: Owner) -> None:
    """As where sixty tiles lie in one photo, or half a tile in another."""
    with looking.client.application.extensions["piece_sessions"].begun(looking.box_id) as session:
        card, _ = made_up("card", card="forest")
        for key, pieces, strange in (("many", [card], 58), ("far", [], 58), ("half", [], 1)):
            session.kept.put(key, {"size": [100, 80], "parts": 1, "strange": strange, "pieces": pieces})
            session.photos.append(PiecePhoto(key, waiting=False))
    page = looking.client.get(looking.here).text
    assert page.count("58 more things here could not be read") == 1
    assert page.count("its pieces are of all sizes") == 2
    assert page.count("cut off") == 4, "also of the photo that was there"


def test_what_was_not_read_is_tapped_and_what_is_known_need_not_wait(looking: Owner) -> None:
    page = looking.client.get(looking.here).text
    assert "No number read" in page
    assert "1 piece is ready for the box" in page
    assert "1 piece is not complete yet" in page
    looking.put_in()
    assert (looking.now().box.cards, looking.now().box.stories) == ({parse_card("forest:fire"): 1}, ())
    editor = looking.client.get(f"{looking.here}/photo/0").text
    fields = {**hidden(editor, 'name="kind"'), "kind": "story", "line": "ff"}
    tap = looking.client.post(f"{looking.here}/photo/0", data={**fields, "press": "points:8"}).text
    assert 'value="ff 8"' in tap
    assert not looking.session.typed, "nothing is kept before it is saved"
    looking.client.post(f"{looking.here}/photo/0", data={**fields, "line": "ff 8"})
    looking.put_in()
    assert [(one.id, one.points) for one in looking.now().box.stories] == [("T01", 8)]
    card = looking.client.get(f"{looking.here}/photo/1").text
    assert 'value="1:f:b"' in card
    looking.client.post(f"{looking.here}/photo/1", data={**fields, "do": "none"})
    looking.put_in()
    assert not looking.now().box.cards, "a piece that is left out goes out of the box, too"
    looking.client.post(f"{looking.here}/photo/1", data={**fields, "do": "read"})
    assert "1 piece is ready" in looking.client.get(looking.here).text
