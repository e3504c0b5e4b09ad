"""Photos of pieces at a table: of a player's board, of the open cards and Story tiles, of one's own hand.

Each belongs to somebody: whose board it is, or whose hand. A photo of a hand is there for the one who holds it and for
nobody else, whoever runs the table or the machine; the reading and the picture lie under an address of their own.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from flask import abort, url_for

from companion.dewan.game import DewanState
from companion.dewan.pages.photo.pieces_photo import PieceChange, PiecesPhoto, pieces_photo
from companion.dewan.pages.photo.taking import look_at, reading_head
from companion.dewan.rules.tiles import Box
from companion.games.contract import Json
from companion.games.viewer import Viewer
from companion.service.answers import TableView
from companion.web.access.policy import clients, current_viewer
from companion.web.language import t
from companion.web.photo.jobs import PhotoJob
from companion.web.photo.sending import jobs


class Sort(StrEnum):
    """What a photo of pieces is of."""

    BOARD = "board"
    ROW = "row"
    HAND = "hand"


STAGES = ("load", "pieces")


@dataclass(frozen=True)
class PieceJob:
    """``who``: whose board or hand; empty for what lies open."""

    sort: Sort
    job: PhotoJob

    @property
    def key(self) -> str:
        return self.job.key

    @property
    def who(self) -> str:
        return str(self.job.notes["who"])

    @property
    def failed(self) -> str | None:
        """Why it could not be read; None while it may still be."""
        if self.job.answer and "failed" in self.job.answer:
            return str(self.job.answer["failed"])
        return "no-pieces" if self.job.done and not self._read.get("found") else None

    @property
    def reading(self) -> Json | None:
        """Once there is one."""
        return self._read if self.job.done and not self.failed else None

    @property
    def _read(self) -> Json:
        """Without the picture, which a page does not need to say what is in it."""
        reading: Any = (self.job.answer or {}).get("reading")
        return dict(reading or {})

    @property
    def changes(self) -> tuple[PieceChange, ...]:
        return tuple(PieceChange(number, value) for number, value in self.job.notes.get("changes", ()))

    def seen(self, box: Box) -> PiecesPhoto | None:
        reading = self.reading
        return None if reading is None else pieces_photo(reading, self.changes, box)


def place_of(table_id: str, sort: Sort) -> str:
    """Where its photos are kept, apart from those of the map."""
    return f"{table_id} {sort}"


def may_take(viewer: Viewer, state: DewanState, sort: Sort, who: str) -> bool:
    """A phone takes its player's hand, and, once the game is over, its player's board; a shared screen all that lies
    open."""
    if sort is Sort.HAND:
        return viewer.player == who
    return viewer.records or (sort is Sort.BOARD and viewer.player == who and state.play.over)


def start(table_id: str, sort: Sort, who: str, photo: bytes, afterwards: str | None = None, **more: object) -> str:
    """Read a photo: its key. ``afterwards``: what is done with it before it counts as read; ``more``: noted with it.
    Raises PhotoFailed."""
    head = {**reading_head(look_at(table_id)), "known": True}
    notes = {"who": who, "reason": t("web.photo.reason"), **more}
    return jobs().start(place_of(table_id, sort), photo, head, notes, clients(), afterwards)


def taken(look: TableView, sort: Sort) -> list[PieceJob]:
    """The photos of a sort that whoever asks may see, the newest first."""
    viewer = current_viewer(look.info.id)
    found = [PieceJob(sort, job) for job in jobs().of(place_of(look.info.id, sort))]
    return [one for one in reversed(found) if may_take(viewer, look.state, sort, one.who)]


def address_of(look: TableView, one: PieceJob) -> str:
    return url_for("photos.pieces", table_id=look.info.id, sort=one.sort, key=one.key)


def picture_of(look: TableView, one: PieceJob) -> str:
    return url_for("photos.pieces_picture", table_id=look.info.id, sort=one.sort, key=one.key)


def piece_job(look: TableView, sort: str, key: str) -> PieceJob:
    """The photo of an address; of a photo that is not for whoever asks there is none."""
    found = taken(look, Sort(sort)) if sort in tuple(Sort) else []
    return next((one for one in found if one.key == key), None) or abort(404, "web.error.photo-gone")
