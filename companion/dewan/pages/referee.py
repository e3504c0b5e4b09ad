"""The referee's screens: can you really get there, and is this story complete?

Nothing here changes where a table stands; a verdict may be kept with it.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from urllib.parse import urlencode

from flask import Blueprint, Response, abort, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.dewan.boxes import box_in
from companion.dewan.demo import demo_box, demo_table
from companion.dewan.drawing.camps import camp_looks
from companion.dewan.drawing.map_svg import Gift, MapOptions, MapView, Route, map_view
from companion.dewan.drawing.map_words import hex_in
from companion.dewan.formats.cards import card_of
from companion.dewan.game import VERDICT, DewanState
from companion.dewan.rules.cards import Card
from companion.dewan.rules.play import Play, StepKind
from companion.dewan.rules.table import Table
from companion.dewan.rules.words import MOST_PATH, ScenarioName
from companion.dewan.screens import referee, stories
from companion.dewan.screens.referee import Asked, HandKind, Ruling, Way
from companion.formats.faults import Node
from companion.games.contract import Json
from companion.rules.hexes import Hex
from companion.service.answers import Look
from companion.web.access.policy import Role, current_viewer, open_to, open_to_everyone, visible_tables
from companion.web.drawing.hex_shapes import RADIUS
from companion.web.drawing.players import CampLook
from companion.web.htmx import page_or_fragment, see_other, show_address, wants_fragment
from companion.web.language import t
from companion.web.recording import Refused, body_in, desk, entry_id, submit, view_table
from companion.web.screens.entry import Entry
from companion.web.this_page import this_page

bp = Blueprint("referee", __name__)

MOST_LISTED = 24


@bp.get("/referee")
@open_to_everyone
def show() -> Response:
    """Standing alone: on a demo map, or first the choice of a table or a map."""
    if (name := request.args.get("map", "")) in tuple(ScenarioName):
        table = demo_table(ScenarioName(name))
        return _page(table, camp_looks(table.players, demo_box()), url_for("referee.show", map=name))
    return page_or_fragment(
        "dewan/referee/choose.html",
        "dewan/referee/_choose.html",
        tables=[card for card in desk().tables(visible_tables(), 0, MOST_LISTED) if card.game == "dewan"],
        maps=tuple(ScenarioName),
    )


@bp.get("/tables/<table_id>/referee")
@open_to(Role.SPECTATOR)
def at_table(table_id: str) -> Response:
    """With the hands everybody knows, and on a player's own phone with the own hand whole."""
    look = view_table(table_id)
    table = _play(look).table.as_seen_by(current_viewer(table_id).player)
    looks = camp_looks(table.players, box_in(desk(), look.state.box))
    return _page(table, looks, url_for("referee.at_table", table_id=table_id), look)


@bp.post("/tables/<table_id>/referee/keep")
@open_to(Role.RECORDER)
def keep(table_id: str) -> AnyResponse:
    """Keep a verdict with the table: it stands in the log, and leads back to the question."""
    done = submit(table_id, lambda look: Entry(VERDICT, body_in(request.form.get("body", ""))))
    if not isinstance(done, Refused):
        return see_other(url_for("referee.at_table", table_id=table_id))
    play = _play(done.look)
    looks = camp_looks(play.table.players, box_in(desk(), done.look.state.box))
    here = url_for("referee.at_table", table_id=table_id)
    table = play.table.as_seen_by(current_viewer(table_id).player)
    return _page(table, looks, here, done.look, done.text, done.status)


@bp.get("/tables/<table_id>/stories")
@open_to(Role.SPECTATOR)
def told(table_id: str) -> Response:
    look = view_table(table_id)
    screen = stories.stories_screen(_play(look), _picked())
    looks = camp_looks(screen.table.players, box_in(desk(), look.state.box))
    here = url_for("referee.told", table_id=table_id)
    shown = screen.shown
    drawn = map_view(
        screen.table.board,
        MapOptions(
            looks=looks,
            zones=shown.zones if shown else (),
            chosen=shown.camps if shown else (),
            faults=shown.faults if shown else {},
            lit_icons=shown.icons if shown else None,
            fade_others=shown is not None,
        ),
    )
    return _answer("stories", look=look, screen=screen, shown=shown, looks=looks, map=drawn, here=here, now=this_page())


def _page(
    table: Table,
    looks: Mapping[str, CampLook],
    here: str,
    look: Look | None = None,
    notice: str | None = None,
    status: int = 200,
) -> Response:
    asked, understood = _asked(table, _play(look) if look else None)
    ruling = referee.rule_on(table, asked) if table.board.printed else None
    entry = referee.record_entry(_play(look), asked, ruling) if look and ruling and _may_record(look, asked) else None

    def address(changed: Asked, **more: str) -> str:
        return _address(here, changed, **more)

    return _answer(
        "referee",
        status,
        look=look,
        notice=notice,
        kept_body=_kept_body(asked, ruling) if ruling else None,
        kept_address=lambda one: f"{here}?{urlencode(_kept_query(one), safe=',;')}",
        table=table,
        asked=asked,
        ruling=ruling,
        entry=entry,
        entry_id=entry_id(),
        choosing="choose" in request.args,
        understood=understood,
        looks=looks,
        map=_map(table, asked, ruling, looks, lambda at: address(referee.tap(table, asked, at))),
        deck=referee.paying_cards(),
        here=here,
        address=address,
        trace=address(referee.without_route(asked)) + "&path=",
        radius=RADIUS,
        change=referee,
        changed=replace,
        hand_kinds=tuple(HandKind),
    )


def _may_record(look: Look, asked: Asked) -> bool:
    """A shared screen records for everybody, a phone for its own player."""
    viewer = current_viewer(look.info.id)
    return viewer.records or viewer.player == asked.player


def _kept_body(asked: Asked, ruling: Ruling) -> Json:
    return {
        "player": asked.player,
        "path": [list(at) for at in ruling.path],
        "legal": ruling.verdict.legal,
        "rules": list(dict.fromkeys(reason.rule for reason in ruling.verdict.reasons)),
    }


def _kept_query(kept: Json) -> dict[str, str]:
    path = kept["path"] if isinstance(kept["path"], list) else []
    return {"player": str(kept["player"]), "path": ";".join(f"{q},{r}" for q, r in path)}


def _answer(name: str, status: int = 200, **context: object) -> Response:
    answer = page_or_fragment(f"dewan/referee/{name}.html", f"dewan/referee/_{name}.html", status, **context)
    return show_address(answer, this_page()) if wants_fragment() else answer


def _map(
    table: Table, asked: Asked, ruling: Ruling | None, looks: Mapping[str, CampLook], link: Callable[[Hex], str]
) -> MapView:
    routes, planned, faults = [], {}, {}
    if ruling:
        legal = not ruling.verdict.reasons or bool(ruling.hidden)
        if ruling.way and legal:
            routes.append(_route(ruling.way, "chosen", looks, numbered=True))
        else:
            routes.append(Route(ruling.path, "traced"))
        if ruling.better:  # on top: where both go the same way, that part is sound
            routes.append(_route(ruling.better, "cheapest", looks))
        faults = _faults(table, ruling) if not legal else {}
        planned = {ruling.path[-1]: asked.player} if legal else {}
    return map_view(
        table.board,
        MapOptions(
            looks=looks,
            eligible=() if ruling or asked.path else table.board.camps_of(asked.player),
            chosen=asked.path[:1] if not ruling else (),
            faults=faults,
            routes=routes,
            planned_camps=planned,
            link=link,
        ),
    )


def _route(way: Way, kind: str, looks: Mapping[str, CampLook], *, numbered: bool = False) -> Route:
    gifts = [
        Gift(price.toll.at, t("web.table.to-player", player=price.toll.to), looks[price.toll.to])
        for price in way.prices
        if price.toll.to and numbered
    ]
    return Route(way.path, kind, [price.toll.at for price in way.prices] if numbered else (), gifts)


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


def _address(here: str, asked: Asked, **more: str) -> str:
    spelled = {"player": asked.player, "hand": asked.hand.value}
    if asked.cards:
        spelled["cards"] = ",".join(map(str, asked.cards))
    if asked.path:
        spelled["path"] = ";".join(f"{at.q},{at.r}" for at in asked.path)
    for key, at in (("to", asked.to), ("from", asked.start)):
        if at is not None:
            spelled[key] = f"{at.q},{at.r}"
    return f"{here}{'&' if '?' in here else '?'}{urlencode({**spelled, **more}, safe=',;/:')}"


def _asked(table: Table, play: Play | None) -> tuple[Asked, bool]:
    """What the address asks, and whether all of it was understood; what was not is left out."""
    turn = play.next.player if play and play.next.kind is StepKind.TURN else table.active().name
    names = [player.name for player in table.players]
    player, hand = request.args.get("player", turn), request.args.get("hand", HandKind.RECORDED)
    path, cards = _path(), _cards()
    to, start = (hex_in(text) if (text := request.args.get(key)) else None for key in ("to", "from"))
    understood = (
        player in names
        and hand in tuple(HandKind)
        and path is not None
        and cards is not None
        and not (to is None and request.args.get("to"))
    )
    asked = Asked(
        player if player in names else turn,
        HandKind(hand) if hand in tuple(HandKind) else HandKind.RECORDED,
        cards or (),
        () if to is not None else path or (),
        to,
        start if to is not None else None,
    )
    return asked, understood


def _path() -> tuple[Hex, ...] | None:
    texts = [text for text in request.args.get("path", "").split(";") if text]
    spaces = [hex_in(text) for text in texts[: MOST_PATH + 1]]
    path = tuple(at for at in spaces if at is not None)
    return path if len(path) == len(spaces) <= MOST_PATH else None


def _cards() -> tuple[Card, ...] | None:
    texts = [text for text in request.args.get("cards", "").split(",") if text]
    read = [card_of(Node(text)) for text in texts[: referee.MOST_TYPED + 1]]
    cards = tuple(card for card in read if card is not None)
    return cards if len(cards) == len(read) <= referee.MOST_TYPED else None


def _picked() -> stories.Picked | None:
    place = request.args.get("story", type=int)
    if place is None:
        return None
    return stories.Picked(
        request.args.get("player", ""), place, request.args.get("need", ""), row="row" in request.args
    )


def _play(look: Look) -> Play:
    if not isinstance(look.state, DewanState):
        abort(404)
    return look.state.play
