"""A player's own phone: the river board, what every island would bring, what can be built; or how the round stands."""

from collections.abc import Mapping
from dataclasses import dataclass

from flask import Response

from companion.river.pages.table import Offer, OwnTable, RiverTaps, offers, river_screen
from companion.river.rules.table import Player
from companion.service.answers import TableView
from companion.web.access.policy import current_viewer, may_record
from companion.web.drawing.players import PlayerStyle
from companion.web.htmx import page_or_fragment
from companion.web.table_page import LivePage, ScreenRequest


@dataclass(frozen=True)
class SeatPage(LivePage):
    """A player's own phone. ``records``: rounds or turns can be recorded from it."""

    own: OwnTable
    records: bool
    may_undo: bool

    @property
    def player(self) -> Player:
        return self.own.screen.player

    @property
    def offers(self) -> tuple[Offer, ...]:
        return offers(self.own.state.table, self.player)


def seat_page(look: TableView, view: ScreenRequest, looks: Mapping[str, PlayerStyle]) -> Response:
    viewer = current_viewer(look.info.id)
    me = viewer.player
    tapped = RiverTaps(who=me)
    page = SeatPage(
        look,
        view,
        looks,
        OwnTable(look, tapped, river_screen(look.state.table, tapped, me), past=True),
        records=look.summary.acts(me) and may_record(look),
        may_undo=look.undo is not None and (viewer.records or look.undo_by == me),
    )
    return page_or_fragment("river/seat.html", "river/_seat.html", page, view.status)
