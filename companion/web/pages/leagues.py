"""A league: several evenings in one table of standings, with a chart, files, and a page for everybody."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from flask import Blueprint, Response, abort, make_response, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.formats.faults import BadInput
from companion.games.contract import Json
from companion.games.evening import RankBy
from companion.games.league import LEAGUE, LeagueState
from companion.games.viewer import PUBLIC, SERVER
from companion.log.entries import UNDO
from companion.log.errors import UnknownTable
from companion.service.answers import TableView
from companion.service.playback import Lap
from companion.service.standings import StandingRow
from companion.service.summaries import Listed
from companion.share.standings import SharedStandings
from companion.share.words import standings_csv
from companion.web.access.policy import Role, is_owner, open_to, open_to_everyone, open_to_makers, viewer_at
from companion.web.drawing.charts import NARROW, WIDE, RaceChart, race_chart
from companion.web.drawing.players import PALETTE, player_style
from companion.web.entry import EntryRequest
from companion.web.htmx import go_to_page, page_or_fragment, see_other
from companion.web.language import current_speaker, decimal, percent, t
from companion.web.pages.evenings import evening_at, evenings, index_page
from companion.web.pages.share import draws_pictures
from companion.web.submit import Refused, backend, create_table, entry_id, lists, submit

bp = Blueprint("leagues", __name__, url_prefix="/leagues")

MOST_LINES = 4
"""Of the chart: one for each of the best; more cannot be told apart."""


@dataclass(frozen=True)
class LeaguePage:
    """``after``: the standings after each evening. ``public``: shown to everybody, with nothing to change."""

    look: TableView
    after: Sequence[tuple[TableView, tuple[StandingRow, ...]]]
    charts: tuple[RaceChart, ...]
    organises: bool
    others: Sequence[Listed]
    public: bool = False
    faults: Sequence[str] = ()
    orders = tuple(RankBy)
    entry_id: str = field(default_factory=entry_id)

    @property
    def league(self) -> LeagueState:
        state: LeagueState = self.look.state
        return state

    @property
    def standings(self) -> tuple[StandingRow, ...]:
        return self.after[-1][1] if self.after else ()


@bp.post("")
@open_to_makers
def make() -> AnyResponse:
    try:
        made = create_table(LEAGUE, {"name": request.form.get("name", "").strip(), "of_house": is_owner()})
    except BadInput as bad:
        return index_page([t(fault.code, **fault.params) for fault in bad.faults], 422)
    return go_to_page(url_for("leagues.show", table_id=made.info.id))


@bp.get("/<table_id>")
@open_to(Role.SPECTATOR)
def show(table_id: str) -> Response:
    return _page(table_id)


@bp.get("/<table_id>/public")
@open_to_everyone
def public(table_id: str) -> Response:
    """The standings, for whoever has the address, as long as the league is published."""
    page = _shown(_published(table_id), public=True)
    return page_or_fragment("leagues/page.html", "leagues/_league.html", page)


@bp.post("/<table_id>/do")
@open_to(Role.RECORDER)
def do(table_id: str) -> AnyResponse:
    _league_at(table_id)
    form = request.form
    body: Json = {"do": form.get("do", "")}
    viewer = viewer_at(table_id)
    for key in ("evening", "by"):
        if key in form:
            body[key] = form[key]
    if "public" in form:
        body["public"] = form["public"] == "yes"
    if body["do"] == "add-evening":
        evening_at(form.get("evening", ""))  # nobody counts an evening they do not know
        if not viewer_at(form["evening"]).records:
            abort(403)
        viewer = SERVER
    return _after(table_id, submit(table_id, EntryRequest(LEAGUE, body), retry=True, viewer=viewer))


@bp.post("/<table_id>/undo")
@open_to(Role.RECORDER)
def undo(table_id: str) -> AnyResponse:
    _league_at(table_id)
    return _after(table_id, submit(table_id, EntryRequest(UNDO, {})))


@bp.get("/<table_id>/standings.csv")
@open_to_everyone
def table(table_id: str) -> Response:
    shared = _shared(_may_see(table_id))
    return _file(standings_csv(shared), "text/csv; charset=utf-8", "csv")


@bp.get("/<table_id>/standings.pdf")
@open_to_everyone
def pdf(table_id: str) -> Response:
    if not draws_pictures():  # ReportLab needs the same
        abort(404)
    from companion.share import pdf as sheet  # only here: ReportLab is slow to import

    shared = _shared(_may_see(table_id))
    return _file(sheet.standings_pdf(shared, current_speaker().language), "application/pdf", "pdf")


# --- Inside


def _league_at(table_id: str) -> TableView:
    view = backend().service.look(table_id, viewer_at(table_id))
    return view if view.info.game == LEAGUE else abort(404)


def _published(table_id: str) -> TableView:
    view = backend().service.look(table_id, viewer=PUBLIC)
    if view.info.game != LEAGUE or not view.state.public:
        raise UnknownTable(table=table_id)
    return view


def _may_see(table_id: str) -> TableView:
    return _league_at(table_id) if viewer_at(table_id).role else _published(table_id)


def _after(table_id: str, done: TableView | Refused) -> AnyResponse:
    if isinstance(done, Refused):
        return _page(table_id, [done.text], done.status)
    return see_other(url_for("leagues.show", table_id=table_id))


def _page(table_id: str, faults: Sequence[str] = (), status: int = 200) -> Response:
    page = _shown(_league_at(table_id), faults)
    return page_or_fragment("leagues/page.html", "leagues/_league.html", page, status)


def _shown(look: TableView, faults: Sequence[str] = (), *, public: bool = False) -> LeaguePage:
    after = evenings().league_standings(look.state)
    organises = not public and viewer_at(look.info.id).records
    known = lists().of_game("evening") if organises else ()
    others = [one for one in known if one.info.id not in look.state.evenings and viewer_at(one.info.id).records]
    return LeaguePage(look, after, _charts(after, look.state.by), organises, others, public, faults)


def _charts(after: Sequence[tuple[TableView, tuple[StandingRow, ...]]], by: RankBy) -> tuple[RaceChart, ...]:
    """How the best of today came there, evening by evening."""
    best = after[-1][1][:MOST_LINES] if after else ()
    looks = {row.name: player_style(color, seat) for seat, (row, color) in enumerate(zip(best, PALETTE, strict=False))}
    laps = [Lap(0, 0, None, dict.fromkeys(looks, 0))]
    for number, (_, rows) in enumerate(after, start=1):
        values = {row.person: _value(row, by) for row in rows}
        laps.append(Lap(number, number, None, {row.name: values.get(row.person, 0) for row in best}))
    if len(after) < 2 or not best:
        return ()
    return tuple(chart for paper in (WIDE, NARROW) if (chart := race_chart(laps, looks, paper)))


def _value(row: StandingRow, by: RankBy) -> float:
    """What the chart shows; parts of the winners' points in hundredths."""
    if by is RankBy.WINS:
        return float(row.wins)
    return {RankBy.POINTS: row.points, RankBy.SHARE: round(100 * row.share)}.get(by, round(100 * row.strength))


def _shared(look: TableView) -> SharedStandings:
    after = evenings().league_standings(look.state)
    rows = after[-1][1] if after else ()
    heads = ("place", "name", "games", "wins", "points", "share", "strength")
    return SharedStandings(
        look.state.name,
        t("web.league.evenings", n=len(after)),
        tuple(t(f"web.standings.{head}") for head in heads),
        tuple(
            (
                str(row.place),
                row.name,
                str(row.games),
                decimal(float(row.wins)),
                str(row.points),
                percent(row.share),
                percent(row.strength),
            )
            for row in rows
        ),
        t("share.made-with"),
    )


def _file(content: bytes, kind: str, ending: str) -> Response:
    answer = make_response(content)
    answer.headers["Content-Type"] = kind
    answer.headers["Content-Disposition"] = f'attachment; filename="standings.{ending}"'
    return answer
