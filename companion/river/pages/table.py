"""The table screen of The River: what is tapped, and what its forms record."""

from collections import Counter
from typing import Any

from flask import Blueprint, abort, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.formats.faults import BadInput, Fault
from companion.games.contract import Json
from companion.river.formats.tiles import building_json, tile_json
from companion.river.game import ACTION, RiverState
from companion.river.pages.words import box_name, card_name, kind_tile, meadow_choices, tile_name
from companion.river.rules.ending import bonus_to_end
from companion.river.rules.table import Table
from companion.river.rules.words import SPACES, ActionSpace, Resource
from companion.river.scoreboard import scoreboard
from companion.river.screens.entries import action_body, building_told, cleanup_body, round_body, tile_told
from companion.river.screens.table import DOINGS, KINDS, LAY_OUT, RiverScreen, Tapped, asks_more, river_screen
from companion.river.screens.tableau import small_tile
from companion.river.tracking import undescribed
from companion.service.answers import Look
from companion.web.access.policy import Role, open_to
from companion.web.game_screens import View
from companion.web.pages.tables import table_after
from companion.web.recording import submit
from companion.web.screens.entry import Entry

bp = Blueprint("river", __name__, url_prefix="/tables/<table_id>/river")

MOST_GIVEN = 30
"""More resources than anybody can store."""
SPACE_SIGNS = {
    ActionSpace.TERRAIN: "island",
    ActionSpace.WOOD: "wood",
    ActionSpace.CLAY: "clay",
    ActionSpace.STONE: "stone",
    ActionSpace.FOOD: "food",
    ActionSpace.RESERVE: "lock",
    ActionSpace.BUILD: "building",
    ActionSpace.START: "figure",
    ActionSpace.SWAP: "swap",
}


def context(look: Look, view: View) -> dict[str, Any]:
    """What ``river/_table.html`` needs."""
    state: RiverState = look.state
    tapped = _tapped() if view.now is None else Tapped()
    screen = river_screen(state.table, tapped)
    return {
        "screen": screen,
        "tapped": tapped,
        "look_url": lambda **asked: url_for("tables.show", table_id=look.info.id, **asked),
        "given_url": lambda kind, step: _given_url(look, tapped, kind, step),
        "pick_links": _pick_links(look, screen) if view.now is None else {},
        "box_name": box_name(state.table.box),
        "tile_name": tile_name,
        "card_name": card_name,
        "small_tile": small_tile,
        "kind_tile": kind_tile,
        "asks_more": asks_more,
        "kinds": KINDS,
        "meadows": meadow_choices() if tapped.kind else (),
        "seats": {player.name: seat for seat, player in enumerate(state.table.players)},
        "space_signs": SPACE_SIGNS,
        "nowhere": not any(space.open for space in screen.spaces),
        "pad": scoreboard(state) if state.table.over else None,
        "way": state.way,
        "to_describe": [
            (seat, player.name, len(spaces))
            for seat, player in enumerate(state.table.players)
            if (spaces := undescribed(player))
        ],
        "to_end": bonus_to_end(len(state.table.players)),
        "order": state.table.clockwise_from(state.table.opener().name),
        "river_news": state.news if view.now is None else (),
    }


def _tapped() -> Tapped:
    """What the address says was tapped; anything else in it is left out of account."""
    args = request.args
    do, kind = args.get("do"), args.get("kind")
    picked = [int(one) for one in args.get("picked", "").split(",") if one in map(str, range(1, SPACES + 1))]
    return Tapped(
        who=args.get("who"),
        do=do if do in DOINGS else None,
        kind=kind if kind in KINDS else None,
        tile=args.get("tile"),
        place=args.get("place", type=int),
        picked=tuple(picked[:4]),
        given=tuple(Resource(one) for one in args.get("given", "").split(",") if one in set(Resource))[:MOST_GIVEN],
        other="other" in args,
    )


def _given_url(look: Look, tapped: Tapped, kind: str, step: int) -> str:
    """The same page with one resource more or less to be exchanged."""
    given = Counter(tapped.given)
    given[Resource(kind)] += step
    told = ",".join(one for one in Resource for _ in range(given[one]))
    return url_for("tables.show", table_id=look.info.id, do=tapped.do, given=told or None)


def _pick_links(look: Look, screen: RiverScreen) -> dict[int, str]:
    """Where tiles are to be swapped, a tap on one picks it, a second tap lets it go."""
    if not screen.swaps:
        return {}
    tapped = screen.tapped
    laid = len(screen.actor.tiles) + (screen.swaps > 1)  # the new tile may take part (VR-11)
    links = {}
    for space in range(1, min(laid, SPACES) + 1):
        picked = list(tapped.picked)
        if len(picked) % 2 and picked[-1] == space:  # of a pair that is not complete yet
            picked.pop()
        elif len(picked) < 2 * screen.swaps:
            picked.append(space)
        else:
            picked = [space]
        links[space] = url_for(
            "tables.show",
            table_id=look.info.id,
            do=tapped.do,
            place=tapped.place,
            tile=tapped.tile,
            picked=",".join(map(str, picked)) or None,
        )
    return links


@bp.post("/act")
@open_to(Role.SEAT)
def act(table_id: str) -> AnyResponse:
    """Record the action a form tells."""

    def entry(look: Look) -> Entry:
        table = _state(look).table
        if request.form.get("do") == LAY_OUT:
            return Entry(ACTION, _laid_out(table))
        return Entry(ACTION, action_body(request.form, table.box))

    return table_after(submit(table_id, entry))


@bp.post("/round")
@open_to(Role.SEAT)
def whole_round(table_id: str) -> AnyResponse:
    """A round that is over, told at once."""
    return table_after(submit(table_id, lambda look: Entry(ACTION, round_body(request.form, _names(look)))))


@bp.post("/cleanup")
@open_to(Role.SEAT)
def cleanup(table_id: str) -> AnyResponse:
    return table_after(submit(table_id, lambda look: Entry(ACTION, cleanup_body(request.form, _names(look)))))


def _laid_out(table: Table) -> Json:
    """One tile or card more that lies open, or one that does not. Raises BadInput."""
    faults: list[Fault] = []
    tiles = [tile_json(tile) for tile in table.revealed or ()]
    cards = [building_json(card) for card in table.displayed or ()]
    told: Json = {"do": LAY_OUT}
    if (place := request.form.get("drop-tile", type=int)) and 0 < place <= len(tiles):
        told["tiles"] = tiles[: place - 1] + tiles[place:]
    elif (place := request.form.get("drop-building", type=int)) and 0 < place <= len(cards):
        told["buildings"] = cards[: place - 1] + cards[place:]
    elif (tile := tile_told(request.form, table.box, faults)) is not None:
        told["tiles"] = _described(tiles, tile)
    elif (card := building_told(request.form, table.box, faults)) is not None:
        told["buildings"] = _described(cards, card)
    if faults:
        raise BadInput(faults)
    return told


def _described(things: list[Json], new: Json) -> list[Json]:
    """What was laid out unseen and is described now does not lie there twice."""
    if {} not in things:
        return [*things, new]
    at = things.index({})
    return [*things[:at], new, *things[at + 1 :]]


def goes_on() -> dict[str, Any]:
    """Telling what lies open goes on until somebody closes it."""
    if request.form.get("do") != LAY_OUT:
        return {}
    kind = request.form.get("then-kind")
    return {"do": LAY_OUT, "kind": kind if kind in KINDS else None, "other": 1 if "building" in request.form else None}


def _state(look: Look) -> RiverState:
    state = look.state
    return state if isinstance(state, RiverState) else abort(404)


def _names(look: Look) -> tuple[str, ...]:
    return tuple(player.name for player in _state(look).table.players)
