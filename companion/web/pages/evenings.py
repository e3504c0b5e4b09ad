"""An evening of several tables: the organiser's screen, and what everybody else who has scanned its code sees."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from flask import Blueprint, Response, abort, request, session, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response as AnyResponse

from companion.formats.faults import BadInput, Fault
from companion.games.contract import Json
from companion.games.evening import EVENING, EveningState, OpenCall, RankBy
from companion.games.people import key_of
from companion.games.viewer import SERVER
from companion.log.access import Place
from companion.log.entries import UNDO
from companion.service.answers import TableView
from companion.service.evenings import Evenings
from companion.service.naming import check_names, looks_like
from companion.service.standings import StandingRow
from companion.service.summaries import Listed
from companion.web.access.addresses import address_for_others
from companion.web.access.codes import access_store, shown_code
from companion.web.access.limits import Kind, spend
from companion.web.access.policy import (
    Role,
    clients,
    is_owner,
    may_open,
    open_to,
    open_to_everyone,
    open_to_makers,
    viewer_at,
)
from companion.web.drawing.qr import qr_svg
from companion.web.entry import EntryRequest
from companion.web.forms import form_number
from companion.web.htmx import go_to_page, page_or_fragment, see_other
from companion.web.language import t
from companion.web.pages.past_game import CalledNow
from companion.web.submit import OPENING, Refused, backend, create_table, entry_id, lists, submit, take_part

bp = Blueprint("evenings", __name__, url_prefix="/evenings")

MOST_MINUTES = 600
OPENING_MINUTES = 30
MOST_OWN = 20
LEAST_SEATS, MOST_SEATS = 2, 4


@dataclass(frozen=True)
class EveningsPage:
    """All evenings and leagues whoever asks may see."""

    evenings: Sequence[Listed]
    leagues: Sequence[Listed]
    may_make: bool
    faults: Sequence[str] = ()
    entry_id: str = field(default_factory=entry_id)


@dataclass(frozen=True)
class EveningTable:
    """A table that takes part. ``url``: where it can be looked at, if whoever asks may."""

    listed: Listed
    number: int
    url: str | None
    calls: tuple[OpenCall, ...]


@dataclass(frozen=True)
class EveningPage:
    """``organises``: whoever asks may change it. ``own``: tables of theirs that could take part."""

    look: TableView
    tables: tuple[EveningTable, ...]
    standings: tuple[StandingRow, ...]
    organises: bool
    own: Sequence[Listed]
    leagues: Sequence[TableView]
    other_leagues: Sequence[Listed]
    over: bool
    called: CalledNow
    faults: Sequence[str] = ()
    orders = tuple(RankBy)
    sizes = range(LEAST_SEATS, MOST_SEATS + 1)
    entry_id: str = field(default_factory=entry_id)

    @property
    def evening(self) -> EveningState:
        state: EveningState = self.look.state
        return state

    @property
    def pairings(self) -> Sequence[Sequence[str]]:
        return self.evening.rounds[-1] if self.evening.rounds else ()

    def table_of(self, pairing: Sequence[str]) -> EveningTable | None:
        """The one at which those who were paired sit already."""
        late = [one for one in self.tables if self.evening.tables[one.listed.info.id] == len(self.evening.rounds)]
        seated = [one for one in late if one.listed.summary and set(one.listed.summary.players) == set(pairing)]
        return seated[-1] if seated else None

    @property
    def resting(self) -> list[str]:
        seated = {name for pairing in self.pairings for name in pairing}
        return [name for name in self.evening.present if name not in seated] if self.pairings else []

    @property
    def calls(self) -> list[tuple[EveningTable, OpenCall]]:
        """The one that waits longest first."""
        return sorted(((one, call) for one in self.tables for call in one.calls), key=lambda found: found[1].number)


@dataclass(frozen=True)
class WallPage:
    look: TableView
    link: str | None
    qr: Markup | None


def is_over(until: str | None) -> bool:
    """Whether time has been called."""
    return until is not None and datetime.fromisoformat(until) <= datetime.now(UTC)


def evenings() -> Evenings:
    return Evenings(backend().service)


def evening_at(table_id: str) -> TableView:
    """Whoever asks has been let in already; what is no evening is not here."""
    view = backend().service.look(table_id, viewer_at(table_id))
    return view if view.info.game == EVENING else abort(404)


# --- All of them


@bp.get("")
@open_to_everyone
def index() -> Response:
    return index_page()


@bp.post("")
@open_to_makers
def make() -> AnyResponse:
    try:
        made = create_table(EVENING, {"name": request.form.get("name", "").strip(), "of_house": is_owner()})
    except BadInput as bad:
        return index_page([t(fault.code, **fault.params) for fault in bad.faults], 422)
    return go_to_page(url_for("evenings.show", table_id=made.info.id))


def index_page(faults: Sequence[str] = (), status: int = 200) -> Response:
    mine = lists()
    page = EveningsPage(mine.of_game("evening"), mine.of_game("league"), may_open(url_for("setup.new")), faults)
    return page_or_fragment("evenings/index.html", "evenings/_index.html", page, status)


# --- One


@bp.get("/<table_id>")
@open_to(Role.SPECTATOR)
def show(table_id: str) -> Response:
    return _page(evening_at(table_id))


@bp.get("/<table_id>/tables")
@open_to(Role.SPECTATOR)
def tables(table_id: str) -> Response:
    """The part of the page that changes while others play."""
    page = _shown(evening_at(table_id))
    return page_or_fragment("evenings/page.html", "evenings/_tables.html", page)


@bp.get("/<table_id>/wall")
@open_to(Role.RECORDER)
def wall(table_id: str) -> Response:
    """The code to hang on the wall, large, to be shown or printed."""
    look, store, base = evening_at(table_id), access_store(), address_for_others()
    code = shown_code(store, Place(table_id, Role.SPECTATOR)) if store else None
    link = base.rstrip("/") + url_for("join.scan", code=code) if base and code else None
    qr = qr_svg(link, t("web.evening.wall-label", name=look.state.name)) if link else None
    return page_or_fragment("evenings/wall.html", "evenings/_wall.html", WallPage(look, link, qr))


@bp.post("/<table_id>/do")
@open_to(Role.RECORDER)
def do(table_id: str) -> AnyResponse:
    """What the organiser decides."""
    evening_at(table_id)
    return _after(table_id, submit(table_id, _organiser_entry, retry=True))


@bp.post("/<table_id>/undo")
@open_to(Role.RECORDER)
def undo(table_id: str) -> AnyResponse:
    evening_at(table_id)
    return _after(table_id, submit(table_id, EntryRequest(UNDO, {})))


@bp.post("/<table_id>/come")
@open_to(Role.SPECTATOR)
def come(table_id: str) -> AnyResponse:
    """Whoever has scanned the code on the wall says who they are."""
    evening_at(table_id)
    spend(Kind.COME, *clients())
    return _after(table_id, submit(table_id, _coming, retry=True, viewer=SERVER))


@bp.post("/<table_id>/bring")
@open_to(Role.SPECTATOR)
def bring(table_id: str) -> AnyResponse:
    """One of one's own tables takes part."""
    evening_at(table_id)
    wanted = request.form.get("table", "")
    if not viewer_at(wanted).records or wanted not in [one.info.id for one in lists().these([wanted])]:
        return _page(evening_at(table_id), [t("evening.no-such-table")], 422)
    return _after(table_id, take_part(table_id, wanted))


@bp.post("/<table_id>/open")
@open_to(Role.SPECTATOR)
def open_table(table_id: str) -> AnyResponse:
    """On to set-up, with the names of a pairing: the table made there takes part."""
    state: EveningState = evening_at(table_id).state
    number = form_number("pairing") or 0
    pairings = state.rounds[-1] if state.rounds else ()
    names = pairings[number - 1] if 0 < number <= len(pairings) else ()
    until = datetime.now(UTC) + timedelta(minutes=OPENING_MINUTES)
    session[OPENING] = [table_id, until.isoformat()]
    return go_to_page(url_for("setup.new", name=list(names), title=f"{state.name} · {number}" if names else state.name))


# --- Inside


def _coming(look: TableView) -> EntryRequest:
    """Raises BadInput for a name that nobody could tell from another's."""
    name = request.form.get("name", "").strip()
    alike = [one for one in look.state.people if looks_like(one) == looks_like(name) and key_of(one) != key_of(name)]
    check_names([*alike[:1], name])
    return EntryRequest(EVENING, {"do": "come", "name": name})


def _organiser_entry(look: TableView) -> EntryRequest:
    """Raises BadInput."""
    form, state = request.form, look.state
    do = form.get("do", "")
    body: Json = {"do": do}
    if do == "come":
        return _coming(look)
    if do == "leave":
        body["name"] = form.get("name", "").strip()
    elif do == "put-out":
        body["table"] = form.get("table", "")
    elif do == "swap":
        body |= {"one": form.get("one", ""), "other": form.get("other", "")}
    elif do == "answer":
        body["call"] = form_number("call", 100_000)
    elif do == "set-clock":
        minutes = form_number("minutes", MOST_MINUTES)
        until = datetime.now(UTC) + timedelta(minutes=minutes or 0)
        body["until"] = None if minutes is None else until.strftime("%Y-%m-%dT%H:%M:%SZ")
    elif do == "order":
        body["by"] = form.get("by", "")
    elif do == "pair":
        size = form_number("size", MOST_SEATS) or MOST_SEATS
        near = form.get("how") == "swiss"
        found = evenings().next_round(look.info.id, state, max(LEAST_SEATS, size), near)
        if not found:
            raise BadInput([Fault("", "evening.too-few")])
        body["pairings"] = [list(pairing) for pairing in found]
    return EntryRequest(EVENING, body)


def _after(table_id: str, done: TableView | Refused) -> AnyResponse:
    if isinstance(done, Refused):
        return _page(evening_at(table_id), [done.text], done.status)
    return see_other(url_for("evenings.show", table_id=table_id))


def _page(look: TableView, faults: Sequence[str] = (), status: int = 200) -> Response:
    return page_or_fragment("evenings/page.html", "evenings/_evening.html", _shown(look, faults), status)


def _shown(look: TableView, faults: Sequence[str] = ()) -> EveningPage:
    state: EveningState = look.state
    found, service = evenings(), lists()
    organises = viewer_at(look.info.id).records
    leagues = found.leagues_of(look.info.id)
    playable = [one for one in service.going_on(0, MOST_OWN) if one.summary]
    return EveningPage(
        look,
        tuple(
            EveningTable(one, number, _address(one), tuple(call for call in state.calls if call.table == one.info.id))
            for number, one in enumerate(found.listed(state), start=1)
        ),
        found.standings(state),
        organises,
        [one for one in playable if one.info.id not in state.tables and viewer_at(one.info.id).records],
        leagues,
        [one for one in service.of_game("league") if organises and one.info.id not in {at.info.id for at in leagues}],
        is_over(state.until),
        CalledNow(found.people(state.of_house)),
        faults,
    )


def _address(one: Listed) -> str | None:
    over = one.summary is not None and one.summary.over
    url = url_for("past_game.show" if over else "tables.show", table_id=one.info.id)
    return url if may_open(url) else None
