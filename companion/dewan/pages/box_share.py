"""A box handed on as one file, and two boxes of one edition brought together."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from flask import Response, make_response, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.dewan.box import PIECES, BoxKeeping, BoxState, counts_of
from companion.dewan.box_merge import BoxDifference, differences, in_common, joined, joined_looks
from companion.dewan.drawing.map_svg import MapView
from companion.dewan.drawing.pieces import StoryView, story_view
from companion.dewan.formats.look import BoxLook, read_look, write_look
from companion.dewan.formats.shared_box import read_shared, write_shared
from companion.dewan.pages import box_stories, box_tiles
from companion.dewan.pages.box_shelf import BoxPage, OpenBox, box_page, bp, fault_texts, opened, recorded
from companion.dewan.pages.pieces.changes import box_changes
from companion.dewan.rules.cards import Card
from companion.dewan.rules.tiles import Box, Layout, StoryTile, Tile
from companion.formats.faults import BadInput, Fault
from companion.formats.pretty_json import pretty_json
from companion.formats.strict_json import parse_json
from companion.games.contract import Json
from companion.web.access.policy import may_change_box, open_to_box_keepers
from companion.web.htmx import see_other
from companion.web.language import t
from companion.web.submit import lists

LITTLE = 0.5
"""Of the tiles of the smaller box: with fewer in common, they are probably of other editions."""


@dataclass(frozen=True)
class DifferenceView:
    """What would be taken over; ``ticked``: only what stands against nothing of one's own."""

    one: BoxDifference
    ticked: bool

    @property
    def kind(self) -> str:
        return self.one.key.partition(":")[0]

    @property
    def tiles(self) -> list[MapView]:
        return [box_tiles.small_tile(part) for part in (self.one.mine, self.one.theirs) if isinstance(part, Tile)]

    @property
    def story(self) -> StoryView | None:
        story = self.one.theirs
        return story_view(box_stories.in_order(story), story.needs) if isinstance(story, StoryTile) else None

    @property
    def card(self) -> Card | None:
        return self.one.theirs if isinstance(self.one.theirs, Card) else None

    @property
    def layout(self) -> Layout | None:
        return self.one.theirs if isinstance(self.one.theirs, Layout) else None


@dataclass(frozen=True)
class BoxSharePage(BoxPage):
    """``others``: boxes that can be brought together with this one. ``other``: the one that was chosen, as a file."""

    others: Sequence[tuple[str, str]]
    other: Box | None = None
    document: str = ""
    notice: str | None = None
    part = "share"

    @property
    def known(self) -> BoxLook:
        state = self.opened.look.state if self.opened.look else None
        return read_look(state.look) if isinstance(state, BoxState) and state.look else BoxLook()

    @property
    def counts(self) -> dict[str, int]:
        return counts_of(self.opened.box)

    @cached_property
    def found(self) -> list[DifferenceView]:
        if self.other is None:
            return []
        return [DifferenceView(one, one.mine is None) for one in differences(self.opened.box, self.other)]

    @property
    def other_edition(self) -> bool:
        if self.other is None:
            return False
        fewest = min(len(self.opened.box.tiles), len(self.other.tiles))
        return fewest > 2 and in_common(self.opened.box, self.other) < LITTLE * fewest


@bp.get("/<box_id>/share")
@open_to_box_keepers
def share(box_id: str) -> Response:
    return _page(opened(box_id))


@bp.get("/<box_id>/shared.json")
@open_to_box_keepers
def shared_file(box_id: str) -> Response:
    """With ``pictures``: of the tiles' print, which its owner adds knowingly."""
    box = opened(box_id)
    answer = make_response(pretty_json(write_shared(box.box, _look(box), pictures="pictures" in request.args)))
    answer.mimetype = "application/json"
    answer.headers["Content-Disposition"] = 'attachment; filename="dewan-shared-box.json"'
    return answer


@bp.post("/<box_id>/share")
@open_to_box_keepers
def bring_together(box_id: str) -> AnyResponse:
    """A file or another box is chosen, then what of it is taken."""
    box = opened(box_id)
    file = request.files.get("file")
    text = (file.read() if file else b"") or request.form.get("other", "")
    chosen = request.form.get("box", "")
    try:
        if chosen:
            other = opened(chosen) if may_change_box(chosen) else None
            if other is None:
                raise BadInput([Fault("box", "web.box.nothing-to-read")])
            text = json.dumps(write_shared(other.box, _look(other)))
        if not text:
            raise BadInput([Fault("", "web.box.nothing-to-read")])
        theirs, learned = read_shared(parse_json(text))
        if request.form.get("do") != "take":
            return _page(box, theirs, text if isinstance(text, str) else text.decode("utf-8"))
        after = joined(box.box, theirs, set(request.form.getlist("take")))
        mine = _look(box)
        look = joined_looks(read_look(mine) if mine else BoxLook(), read_look(learned) if learned else BoxLook())
        body: Json = {"changes": box_changes(box.box, after), "name": theirs.name}
        if look:
            body["look"] = write_look(look)
        if recorded(box_id, PIECES, body):
            return _page(opened(box_id), notice=t("web.box.missed"), status=409)
    except BadInput as bad:
        return _page(box, faults=tuple(bad.faults), status=422)
    return see_other(url_for("box.tiles", box_id=box_id))


def _look(box: OpenBox) -> Json | None:
    state = box.look.state if box.look else None
    return state.look if isinstance(state, BoxState) else None


def _page(
    box: OpenBox,
    other: Box | None = None,
    document: str = "",
    faults: tuple[Fault, ...] = (),
    notice: str | None = None,
    status: int = 200,
) -> Response:
    others = [
        (one.info.id, one.summary.title or "")
        for one in lists().of_game(BoxKeeping.key)
        if one.summary and one.info.id != box.id and may_change_box(one.info.id)
    ]
    return box_page(BoxSharePage(box, fault_texts(faults), others, other, document, notice), status)
