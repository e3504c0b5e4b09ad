"""Open cards, Story tiles and one's own hand from a photo instead of typed card by card.

A hand is its owner's: the photo, what was read and what is recorded of it (see ``piece_jobs``).
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest

from flask import Response, abort, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.dewan.boxes import box_in
from companion.dewan.formats.stories import story_json
from companion.dewan.game import TELL, DewanState
from companion.dewan.pages.entries import tell_hidden_entry
from companion.dewan.pages.photo.piece_jobs import PieceJob, Sort, address_of, may_take, piece_job, start
from companion.dewan.pages.photo.pieces_photo import PiecesPhoto
from companion.dewan.pages.photo.taking import bp, look_at
from companion.dewan.rules.cards import Card
from companion.dewan.rules.play import Play
from companion.dewan.rules.tiles import StoryTile
from companion.dewan.rules.words import ROW_LENGTH, STORY_ROW_LENGTH
from companion.formats.faults import BadInput, Fault
from companion.games.contract import Json
from companion.service.answers import TableView
from companion.web.access.policy import Role, current_viewer, open_to
from companion.web.entry import EntryRequest
from companion.web.htmx import page_or_fragment, see_other
from companion.web.photo.jobs import can_read
from companion.web.photo.process import PhotoFailed
from companion.web.photo.sending import failure_text, jobs, sent_photo
from companion.web.submit import Refused, backend, submit


@dataclass(frozen=True)
class PhotoRowPlace:
    """A place of a row: what is recorded there, and what the photo shows; None where nobody knows."""

    number: int
    recorded: Card | StoryTile | None
    seen: Card | StoryTile | None

    @property
    def new(self) -> bool:
        return self.seen is not None and self.seen != self.recorded


@dataclass(frozen=True)
class RowTold:
    """What a photo tells of the open cards and Story tiles. ``too_many``: more lie in it than there are places."""

    cards: tuple[PhotoRowPlace, ...]
    stories: tuple[PhotoRowPlace, ...]
    too_many: bool

    @property
    def body(self) -> Json:
        """The entry that records it."""
        row = [str(place.seen) if place.new else None for place in self.cards]
        stories = [story_json(place.seen) if place.new else None for place in self.stories]
        return {
            **({"row": row} if any(row) else {}),
            **({"story_row": stories} if any(stories) else {}),
        }


def row_told(play: Play, seen: PiecesPhoto, turned: bool) -> RowTold:
    """Left to right as the table shows them; ``turned``: the photo was taken from the other side."""
    pieces = tuple(reversed(seen.pieces)) if turned else seen.pieces
    cards = [one.card for one in pieces if one.kind == "card"]
    stories = [one.story for one in pieces if one.kind == "story"]
    row = [card if isinstance(card, Card) else None for card in play.table.row or ()]
    return RowTold(
        _places(row, cards[:ROW_LENGTH]),
        _places(play.story_row or (), stories[:STORY_ROW_LENGTH]),
        len(cards) > ROW_LENGTH or len(stories) > STORY_ROW_LENGTH,
    )


def _places(
    recorded: Sequence[Card | StoryTile | None], seen: Sequence[Card | StoryTile | None]
) -> tuple[PhotoRowPlace, ...]:
    """Of a row that does not lie in the photo there is nothing to say."""
    pairs = zip_longest(recorded, seen) if seen else ()
    return tuple(PhotoRowPlace(number, before, now) for number, (before, now) in enumerate(pairs, 1))


@dataclass(frozen=True)
class HandTold:
    """``secret``: the cards of a hand nobody else has seen, out of ``held``. ``unknown``: pieces without a name."""

    secret: tuple[Card, ...]
    held: int
    unknown: int


def hand_told(play: Play, player: str, seen: PiecesPhoto) -> HandTold:
    """The cards in the photo without those everybody saw when they were taken."""
    owner = play.table.player(player)
    secret = Counter(seen.cards) - Counter(owner.hand)
    return HandTold(tuple(secret.elements()), owner.hidden_cards, len(seen.unknown))


def may_photograph(state: DewanState, sort: Sort) -> bool:
    """Cards are followed at this table, and the game is still on."""
    return can_read() and not state.play.over and not state.play.camps_only and sort is not Sort.BOARD


@dataclass(frozen=True)
class TakePiecesPage:
    look: TableView
    sort: Sort
    back: str
    notice: str | None


@bp.get("/pieces/<sort>")
@open_to(Role.SEAT)
def take_pieces(table_id: str, sort: str) -> Response:
    look = look_at(table_id)
    return _take(look, _sort(look, sort))


def _sort(look: TableView, word: str) -> Sort:
    """Of what whoever asks may take a photo here."""
    sort = Sort(word) if word in tuple(Sort) else abort(404)
    if not may_photograph(look.state, sort):
        abort(404)
    if not may_take(current_viewer(look.info.id), look.state, sort, _who(look, sort)):
        abort(403, "web.error.not-for-you")
    return sort


def _who(look: TableView, sort: Sort) -> str:
    return (current_viewer(look.info.id).player or "nobody") if sort is Sort.HAND else ""


def _take(look: TableView, sort: Sort, notice: str | None = None, status: int = 200) -> Response:
    back = url_for("seat.show" if sort is Sort.HAND else "tables.show", table_id=look.info.id)
    page = TakePiecesPage(look, sort, back, notice)
    return page_or_fragment("dewan/photo/take_pieces.html", "dewan/photo/_take_pieces.html", page, status)


@bp.post("/pieces/<sort>")
@open_to(Role.SEAT)
def send_pieces(table_id: str, sort: str) -> AnyResponse:
    look = look_at(table_id)
    wanted = _sort(look, sort)
    try:
        key = start(table_id, wanted, _who(look, wanted), sent_photo())
    except PhotoFailed as failed:
        return _take(look, wanted, failure_text(failed.code), 422)
    return see_other(url_for("photos.pieces", table_id=table_id, sort=wanted, key=key))


@bp.post("/pieces/row/<key>/turn")
@open_to(Role.RECORDER)
def turn_row(table_id: str, key: str) -> AnyResponse:
    """The photo was taken from the other side of the table."""
    look = look_at(table_id)
    one = piece_job(look, Sort.ROW, key)
    one.job.notes["turned"] = not one.job.notes.get("turned", False)
    return see_other(address_of(look, one))


@bp.post("/pieces/<sort>/<key>/record")
@open_to(Role.SEAT)
def record_pieces(table_id: str, sort: str, key: str) -> AnyResponse:
    """What the photo shows, as the people at the table have put it right."""
    look = look_at(table_id)
    one = piece_job(look, sort, key)
    if one.sort is Sort.BOARD or one.reading is None:
        abort(404)

    def entry(look: TableView) -> EntryRequest | None:
        seen = one.seen(box_in(backend(), look.state.box)) or PiecesPhoto((0, 0), (), 0)
        if one.sort is Sort.HAND:
            told = hand_told(look.state.play, one.who, seen)
            if (number := len(told.secret)) > told.held:
                raise BadInput([Fault("hand", "web.boards.hand-too-many", {"n": number, "held": told.held})])
            return tell_hidden_entry(one.who, told.secret)
        body = row_told(look.state.play, seen, turned(one)).body
        return EntryRequest(TELL, body) if body else None

    done = submit(table_id, entry, retry=one.sort is Sort.HAND)
    if isinstance(done, Refused):
        one.job.notes["refused"] = done.text
        return see_other(address_of(look, one))
    jobs().forget(key)
    return see_other(url_for("seat.show" if one.sort is Sort.HAND else "tables.show", table_id=table_id))


def turned(one: PieceJob) -> bool:
    return bool(one.job.notes.get("turned"))
