"""How much a table of Dewan records: chosen at set-up, and changed here while the game is played."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from flask import Blueprint, Response, abort, request
from werkzeug.wrappers import Response as AnyResponse

from companion.dewan.boxes import box_in
from companion.dewan.drawing.camps import player_styles
from companion.dewan.game import TRACK, DewanState
from companion.dewan.rules.words import TERRAIN_CARDS
from companion.dewan.tracking import CAMPS, WAYS
from companion.formats.faults import BadInput, Fault
from companion.games.contract import Json
from companion.games.ways import EVERYTHING
from companion.service.answers import TableView
from companion.web.access.policy import Role, open_to
from companion.web.drawing.players import PlayerStyle
from companion.web.entry import EntryRequest
from companion.web.forms import number_in
from companion.web.htmx import page_or_fragment
from companion.web.pages.tables import table_after
from companion.web.submit import Refused, backend, entry_id, submit, view_table

bp = Blueprint("dewan_recording", __name__, url_prefix="/tables/<table_id>/way")


@dataclass(frozen=True)
class WayPage:
    """``typed``: what was not right, to be typed again; ``said``: what is wrong with it."""

    look: TableView
    names: tuple[str, ...]
    looks: Mapping[str, PlayerStyle]
    way: str
    typed: Mapping[str, str]
    said: Sequence[str] = ()
    entry_id: str = field(default_factory=entry_id)
    ways = WAYS

    @property
    def asks_hands(self) -> bool:
        """Where hands were not followed, somebody has to say how many cards each player holds."""
        return self.way == CAMPS


def track_body(way: str, names: Sequence[str], typed: Mapping[str, str]) -> Json:
    """What is recorded from now on, and how many cards were said to be in each hand. Raises BadInput."""
    faults: list[Fault] = []
    given = {
        name: number_in(typed.get(f"cards-{seat}", ""), "cards", TERRAIN_CARDS, faults)
        for seat, name in enumerate(names)
    }
    holds = {name: {"cards": number} for name, number in given.items() if number is not None}
    if way == EVERYTHING and faults:
        raise BadInput(faults)
    return {"way": way} | ({"holds": holds} if way == EVERYTHING and holds else {})


@bp.get("")
@open_to(Role.RECORDER)
def show(table_id: str) -> Response:
    return _page(view_table(table_id))


@bp.post("")
@open_to(Role.RECORDER)
def change(table_id: str) -> AnyResponse:
    def entry(look: TableView) -> EntryRequest:
        way = request.form.get("way", "")
        if way == _state(look).way:
            raise BadInput([Fault("", "correction.nothing")])
        return EntryRequest(TRACK, track_body(way, _names(look), request.form))

    done = submit(table_id, entry)
    if isinstance(done, Refused):
        return _page(done.look, [done.text], done.status)
    return table_after(done)


def _page(look: TableView, said: Sequence[str] = (), status: int = 200) -> Response:
    state = _state(look)
    looks = player_styles(state.play.table.players, box_in(backend(), state.box))
    page = WayPage(look, _names(look), looks, state.way, request.form, said)
    return page_or_fragment("dewan/table/way.html", "dewan/table/_way.html", page, status)


def _names(look: TableView) -> tuple[str, ...]:
    return tuple(player.name for player in _state(look).play.table.players)


def _state(look: TableView) -> DewanState:
    return look.state if isinstance(look.state, DewanState) else abort(404)
