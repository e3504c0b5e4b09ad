"""The referee's screens: can you really get there, and is this story complete?

Nothing here changes where a table stands; a verdict may be kept with it.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from urllib.parse import urlencode

from flask import Blueprint, Response, abort, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.dewan.boxes import box_in
from companion.dewan.demo import demo_box, demo_table
from companion.dewan.drawing.camps import player_styles
from companion.dewan.drawing.map_svg import MapView, RouteDrawing
from companion.dewan.formats.actions import write_action
from companion.dewan.game import VERDICT, DewanState
from companion.dewan.pages.asking import answered
from companion.dewan.pages.questions import HandAnswer
from companion.dewan.pages.referee_question import ANY_HAND, HandKind, RefereeQuestion, paying_cards, read_asked
from companion.dewan.pages.setup import header, known_boxes, likely_box, name_of_seat, read_draft
from companion.dewan.pages.sketch import SketchPage, read_sketch
from companion.dewan.pages.ways import PricedWay, prices
from companion.dewan.rules import game
from companion.dewan.rules.actions import PlaceCamp
from companion.dewan.rules.cards import Card
from companion.dewan.rules.finder import Route
from companion.dewan.rules.payment import assign
from companion.dewan.rules.play import Play, StepKind
from companion.dewan.rules.routes import RouteVerdict, Toll
from companion.dewan.rules.table import Table
from companion.dewan.rules.words import FEWEST_PLAYERS, MOST_PLAYERS, Landmark, ScenarioName
from companion.formats.mode import Mode
from companion.games.contract import Json
from companion.rules.hexes import Hex, shortest_chain
from companion.service.answers import TableView
from companion.service.summaries import Listed
from companion.web.access.policy import (
    Role,
    current_viewer,
    may_open,
    open_to,
    open_to_everyone,
    open_to_makers,
    visible_tables,
)
from companion.web.backend import DEMO_BOX
from companion.web.config import TableCard
from companion.web.drawing.hex_shapes import RADIUS
from companion.web.drawing.players import PlayerStyle
from companion.web.entry import EntryRequest
from companion.web.game_screens import with_looks
from companion.web.htmx import go_to_page, page_or_fragment, see_other, show_address, wants_fragment
from companion.web.submit import Refused, backend, body_in, create_table, entry_id, lists, submit, view_table
from companion.web.this_page import this_page


class RulingWord(StrEnum):
    """The verdict in a word. ``DEPENDS``: on cards in hand that nobody has seen."""

    LEGAL = "legal"
    ILLEGAL = "illegal"
    DEPENDS = "depends"


@dataclass(frozen=True)
class Ruling:
    """What the referee says about ``path``."""

    path: tuple[Hex, ...]
    verdict: RouteVerdict
    word: RulingWord
    hidden: tuple[Toll, ...]
    """What the unseen cards of the hand would have to pay for it to be legal."""
    way: PricedWay | None
    """The price of the path; None when it has none, being no route at all."""
    better: PricedWay | None
    """The cheapest legal way to the same space, where that is another one; with what the hand lacks for it."""


def found_path(table: Table, asked: RefereeQuestion) -> tuple[Hex, ...]:
    """The path to judge for somebody who names a destination only: the best way the hand can pay for; else the one it
    lacks least for; else the straightest way there is, so that the verdict says what stands in it."""
    to = asked.to
    if to is None:
        return ()
    if best := _cheapest(table, asked, to, asked.start):
        return best.path
    board = table.board
    camps = board.camps_of(asked.player) if asked.start is None else (asked.start,)
    barred = (Landmark.LAVA, Landmark.VOLCANO)
    open_ground = {at for at, ground in board.ground.items() if ground not in barred} | {to}
    others = [at for at in camps if at != to]
    chain = shortest_chain(others, {to}, open_ground) or shortest_chain(others, {to}, board.printed)
    return chain or ((others[0], to) if others else (to,))


def _cheapest(table: Table, asked: RefereeQuestion, to: Hex, start: Hex | None = None) -> Route | None:
    """Paid with the cards asked about; else with the unseen ones of the hand; else with whatever it takes."""
    purses: list[tuple[Card, ...] | None] = [asked.purse, ANY_HAND]
    if asked.hand is HandKind.RECORDED:
        purses.insert(1, table.player(asked.player).payable)
    for cards in purses:
        found = game.find_routes(table, asked.player, cards, to, start)
        if found:
            return found[0]
    return None


def rule_on(table: Table, asked: RefereeQuestion) -> Ruling | None:
    """None while less than a start and a destination are known."""
    path = asked.path if asked.to is None else found_path(table, asked)
    if not path or (len(path) == 1 and asked.to is None):
        return None
    verdict = game.check_route(table, asked.player, path, asked.purse)
    unseen = table.player(asked.player).hidden_cards if asked.hand is HandKind.RECORDED else 0
    hidden = verdict.missing if len(verdict.missing) <= unseen else ()
    word = RulingWord.LEGAL if verdict.legal else RulingWord.DEPENDS if hidden else RulingWord.ILLEGAL
    sound = verdict.legal or bool(verdict.missing)
    return Ruling(
        path,
        verdict,
        word,
        hidden,
        _way(table, asked, path, verdict) if sound else None,
        _better(table, asked, path, verdict),
    )


def _better(table: Table, asked: RefereeQuestion, path: tuple[Hex, ...], verdict: RouteVerdict) -> PricedWay | None:
    route = _cheapest(table, asked, path[-1]) if len(path) > 1 else None
    if route is None or route.path == path:
        return None
    better = game.check_route(table, asked.player, route.path, asked.purse)
    if verdict.legal and (not better.legal or route.cards >= len(verdict.cost)):
        return None
    if verdict.missing and len(better.missing) >= len(verdict.missing) and route.cards >= len(verdict.cost):
        return None
    return _way(table, asked, route.path, better)


def _way(table: Table, asked: RefereeQuestion, path: tuple[Hex, ...], verdict: RouteVerdict) -> PricedWay:
    cards = table.player(asked.player).hand if asked.purse is None else asked.purse
    paid = assign([toll.needs for toll in verdict.cost], cards).card_for
    return PricedWay(path, prices(path, verdict.cost, [None if card is None else cards[card] for card in paid]))


def record_entry(play: Play, asked: RefereeQuestion, ruling: Ruling) -> EntryRequest | None:
    """What records the camp with this path, legal or not: what was done on the table was done.

    None when it is not this player's turn, or when the path could not be walked on any table.
    """
    if (play.next.kind, play.next.player) != (StepKind.TURN, asked.player):
        return None
    path = ruling.path
    if len(path) < 2 or not all(play.table.board.has(at) for at in path) or path[-1] in play.table.board.camps:
        return None
    payment = ruling.verdict.payment
    cards = None
    if payment and asked.hand is not HandKind.ANY:
        cards = tuple(paid.card for paid in payment)
    action = PlaceCamp(asked.player, path[-1], path, cards, None if cards or not payment else len(payment))
    return EntryRequest("action", write_action(action))


@dataclass(frozen=True)
class ChoosePage:
    """``own``: maps that were laid for the referee alone."""

    tables: Sequence[tuple[TableCard, Mapping[str, PlayerStyle]]]
    own: Sequence[Listed]
    may_make: bool
    maps = tuple(ScenarioName)
    players = range(FEWEST_PLAYERS, MOST_PLAYERS + 1)


@dataclass(frozen=True)
class RefereePage:
    """``entry``: what records the camp. ``understood``: all the address asks. ``look``: of a recorded table."""

    table: Table
    looks: Mapping[str, PlayerStyle]
    here: str
    look: TableView | None
    notice: str | None
    asked: RefereeQuestion
    understood: bool
    choosing: bool
    ruling: Ruling | None
    entry: EntryRequest | None
    back: str | None = None
    """Where the cross leads, if not to the table or the choice of maps."""
    answer: HandAnswer | None = None
    """What the one with the unseen cards has told this device about it."""
    entry_id: str = field(default_factory=entry_id)
    hand_kinds = tuple(HandKind)
    deck = paying_cards()
    radius = RADIUS

    @property
    def word(self) -> RulingWord | None:
        """The verdict; no longer open where whoever holds the cards has answered."""
        if self.ruling is None or self.ruling.word is not RulingWord.DEPENDS or self.answer is None:
            return self.ruling.word if self.ruling else None
        return RulingWord.LEGAL if self.answer is HandAnswer.YES else RulingWord.ILLEGAL

    def address(self, changed: RefereeQuestion, **more: str) -> str:
        return changed.address(self.here, **more)

    @property
    def alone(self) -> bool:
        """The map was laid for the referee: there is no game to go back to."""
        return self.look is not None and self.look.summary.mode is Mode.REFEREE

    @property
    def trace(self) -> str:
        return self.address(self.asked.along()) + "&path="

    @cached_property
    def map(self) -> MapView:
        def link(at: Hex) -> str:
            return self.address(self.asked.tapped(self.table, at))

        return ruling_map(self.table, self.asked, self.ruling, self.looks, link)

    @property
    def kept_body(self) -> Json:
        """What is kept of the verdict."""
        assert self.ruling
        verdict = self.ruling.verdict
        return {
            "player": self.asked.player,
            "path": [list(at) for at in self.ruling.path],
            "legal": verdict.legal,
            "rules": list(dict.fromkeys(reason.rule for reason in verdict.reasons)),
        }

    def kept_address(self, kept: Json) -> str:
        path = kept["path"] if isinstance(kept["path"], list) else []
        spelled = {"player": str(kept["player"]), "path": ";".join(f"{q},{r}" for q, r in path)}
        return f"{self.here}?{urlencode(spelled, safe=',;')}"


def ruling_map(
    table: Table,
    asked: RefereeQuestion,
    ruling: Ruling | None,
    looks: Mapping[str, PlayerStyle],
    link: Callable[[Hex], str] | None,
) -> MapView:
    routes, planned, faults = [], {}, {}
    if ruling:
        legal = not ruling.verdict.reasons or bool(ruling.hidden)
        if ruling.way and legal:
            routes.append(ruling.way.drawn(looks))
        else:
            routes.append(RouteDrawing(ruling.path, "traced"))
        if ruling.better:  # on top: where both go the same way, that part is sound
            routes.append(RouteDrawing(ruling.better.path, "cheapest"))
        faults = _faults(table, ruling) if not legal else {}
        planned = {ruling.path[-1]: asked.player} if legal else {}
    return MapView(
        table.board,
        looks=looks,
        eligible=() if ruling or asked.path else table.board.camps_of(asked.player),
        chosen=asked.path[:1] if not ruling else (),
        faults=faults,
        routes=routes,
        planned_camps=planned,
        link=link,
    )


def _faults(table: Table, ruling: Ruling) -> dict[Hex, int]:
    """By the number of the reason; what lies off the map is marked where the path left it."""
    faults: dict[Hex, int] = {}
    for number, reason in enumerate(ruling.verdict.reasons, 1):
        for at in reason.spaces:
            drawn = at
            if not table.board.has(at):
                before = [one for one in ruling.path[: ruling.path.index(at)] if table.board.has(one)]
                drawn = before[-1] if before else at
            faults.setdefault(drawn, number)
    return faults


bp = Blueprint("referee", __name__)

MOST_LISTED = 6
MOST_OWN = 4


@bp.get("/referee")
@open_to_everyone
def show() -> Response:
    """Standing alone: on a demo map or a few painted spaces, or first the choice of a table or a map."""
    if (name := request.args.get("map", "")) in tuple(ScenarioName):
        table = demo_table(ScenarioName(name))
        return _page(table, player_styles(table.players, demo_box()), url_for("referee.show", map=name))
    if (sketch := read_sketch(request.args)).camps:
        here, back = url_for("referee.show", **sketch.args), SketchPage.url(sketch)
        return _page(sketch.table, sketch.looks, here, usual=HandKind.ANY, back=back)
    cards = [card for card in backend().tables(visible_tables(), 0, MOST_LISTED) if card.game == "dewan"]
    page = ChoosePage(with_looks(cards), lists().maps(MOST_OWN), may_open(url_for("setup.new")))
    return page_or_fragment("dewan/referee/choose.html", "dewan/referee/_choose.html", page)


@bp.post("/referee")
@open_to_makers
def lay() -> AnyResponse:
    """A map of one's own, picked, painted or photographed, to check routes on: no game is recorded there."""
    given, boxes = request.form.to_dict(flat=False), known_boxes()
    draft = read_draft(given, boxes)
    draft = read_draft({**given, "box": [likely_box(boxes, draft)]}, boxes)
    names = [name_of_seat(draft, seat) for seat in draft.seats]
    form = header(draft, boxes[draft.box], names, {}, DEMO_BOX)
    only_map = {"begun": True, "mode": Mode.REFEREE, "row": False, "stories": False}
    look = create_table("dewan", {**form, **only_map})
    where = "photos.take" if request.form.get("do") == "photo" else "picker.show"
    return go_to_page(url_for(where, table_id=look.info.id))


@bp.get("/tables/<table_id>/referee")
@open_to(Role.SPECTATOR)
def at_table(table_id: str) -> Response:
    """With the hands everybody knows, and on a player's own phone with that player's whole hand."""
    look = view_table(table_id)
    table = _play(look).table.as_seen_by(current_viewer(table_id).player)
    looks = player_styles(table.players, box_in(backend(), look.state.box))
    return _page(table, looks, url_for("referee.at_table", table_id=table_id), look)


@bp.post("/tables/<table_id>/referee/keep")
@open_to(Role.RECORDER)
def keep(table_id: str) -> AnyResponse:
    """Keep a verdict with the table: it stands in the log, and leads back to the question."""
    done = submit(table_id, lambda look: EntryRequest(VERDICT, body_in(request.form.get("body", ""))))
    if not isinstance(done, Refused):
        return see_other(url_for("referee.at_table", table_id=table_id))
    play = _play(done.look)
    looks = player_styles(play.table.players, box_in(backend(), done.look.state.box))
    here = url_for("referee.at_table", table_id=table_id)
    table = play.table.as_seen_by(current_viewer(table_id).player)
    return _page(table, looks, here, done.look, done.text, done.status)


def _page(
    table: Table,
    looks: Mapping[str, PlayerStyle],
    here: str,
    look: TableView | None = None,
    notice: str | None = None,
    status: int = 200,
    usual: HandKind = HandKind.RECORDED,
    back: str | None = None,
) -> Response:
    play = _play(look) if look else None
    turn = play.next.player if play and play.next.kind is StepKind.TURN else table.active().name
    usual = HandKind.ANY if play and play.camps_only else usual
    asked, understood = read_asked(request.args, table, turn, usual)
    ruling = rule_on(table, asked) if table.board.printed else None
    entry = record_entry(play, asked, ruling) if look and play and ruling and _may_record(look, asked) else None
    choosing = "choose" in request.args
    answer = answered(look.info.id, asked.player, asked.to, ruling.path) if look and ruling else None
    page = RefereePage(table, looks, here, look, notice, asked, understood, choosing, ruling, entry, back, answer)
    shown = page_or_fragment("dewan/referee/referee.html", "dewan/referee/_referee.html", page, status)
    return show_address(shown, this_page()) if wants_fragment() else shown


def _may_record(look: TableView, asked: RefereeQuestion) -> bool:
    """A shared screen records for everybody, a phone for its own player."""
    viewer = current_viewer(look.info.id)
    return viewer.records or viewer.player == asked.player


def _play(look: TableView) -> Play:
    if not isinstance(look.state, DewanState):
        abort(404)
    return look.state.play
