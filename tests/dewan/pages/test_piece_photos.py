"""My box by photos, from the first photo to the box: what is found, asked, typed over, put in, and taken back."""

from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from bench.piece_figures import true_names
from companion.dewan.box import BoxKeeping, BoxState
from companion.dewan.pages.pieces.session import Session
from companion.dewan.vision.pieces import read_pieces
from companion.web.app import create_app
from companion.web.backend import Backend
from companion.web.config import WebConfig
from tests.dewan.pages.test_table_screen import hidden
from tests.dewan.vision.made_pieces import Made, cards, stories, tiles
from tests.web.photos import form_with


@pytest.fixture
def app(backend: Backend, tmp_path: Path) -> Flask:
    return create_app(WebConfig(data_dir=tmp_path, companion=backend, testing=True))


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

    @property
    def state(self) -> BoxState:
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
        jobs = self.client.application.extensions["photo_jobs"]
        while True:
            page = self.client.get(self.here).text
            if not self.session.busy:
                return page
            for job in list(jobs._jobs.values()):
                job.work.exception(timeout=120)

    def post(self, what: str, **fields: object) -> str:
        token = hidden(self.client.get(self.here).text, "/photos")["csrf_token"]
        self.client.post(f"{self.here}/{what}", data={"csrf_token": token, **fields})
        return self.read()

    def answer(self, *made: Made) -> int:
        """What the truth says of every group that has no name: how many questions that were."""
        names = true_names(read_pieces([one.path for one in made]), [one.truth for one in made])
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
    owner.answer(*made)
    page = owner.client.get(owner.here).text
    assert "about the signs" not in page
    assert "12 pieces are ready for the box" in page
    page = owner.put_in()
    assert "12 pieces are in the box now" in page
    box = owner.state.box
    assert [(dict(s.needs), s.points, s.fire) for s in box.stories] == [
        (one["needs"], one["points"], one["fire"]) for one in made[1].truth["pieces"]
    ]
    assert (len(box.tiles), sum(box.cards.values())) == (2, 6)
    assert owner.state.look is not None
    assert owner.state.look["signs"], "what was learned of the print is kept beside the box"
    keeping = BoxKeeping()
    assert keeping.restore(keeping.snapshot(owner.state)) == owner.state
    assert "ready for the box" not in owner.client.get(owner.here).text, "nothing is put in twice"
    owner.undo()
    assert (owner.state.box.stories, owner.state.box.cards, owner.state.look) == ((), {}, None)
    assert "12 pieces are ready for the box" in owner.client.get(owner.here).text
