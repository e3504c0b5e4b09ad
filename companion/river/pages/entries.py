"""What the forms of The River's table record: fields of a form as the body of an entry.

Only put together here; the reader of actions finds what is wrong with it, with every fault named.
"""

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, abort, request
from werkzeug.wrappers import Response as AnyResponse

from companion.formats.faults import BadInput, Fault
from companion.games.contract import Json
from companion.river.formats.tiles import building_json, tile_json
from companion.river.game import ACTION, RiverState
from companion.river.pages.table import KINDS, LAY_OUT
from companion.river.rules.box import Box
from companion.river.rules.table import Table
from companion.river.rules.tiles import Building, Tile
from companion.river.rules.words import PRODUCED, Resource
from companion.service.answers import TableView
from companion.web.access.policy import Role, open_to
from companion.web.entry import EntryRequest
from companion.web.forms import number_in
from companion.web.pages.tables import table_after
from companion.web.submit import submit

NUMBERS = ("place", "gift", "taken", "bonus", "one", "other")
WORDS = ("resource", "instead", "space")
HEAPS = ("returned", "paid", "given")
Form = Mapping[str, str]


def action_body(form: Form, box: Box) -> Json:
    """The action a form tells. Raises BadInput for numbers that are none."""
    faults: list[Fault] = []
    body: Json = {"do": form.get("do", "")}
    if form.get("player"):
        body["player"] = form["player"]
    for key in NUMBERS:
        if form.get(key, "").strip():
            body[key] = _number(key, form[key], faults)
    for key in WORDS:
        if form.get(key):
            body[key] = form[key]
    for key in HEAPS:
        if heap := _heap(key, form, tuple(Resource), faults):
            body[key] = heap
    if form.get("reserved"):
        body["reserved"] = True
    if swaps := [number for number in form.get("swaps", "").split(",") if number]:
        body["swaps"] = [[_number("swaps", n, faults) for n in swaps[i : i + 2]] for i in range(0, len(swaps), 2)]
    if body["do"] == "take-tile" and (tile := tile_told(form, box, faults)) is not None:
        body["tile"] = tile
    if body["do"] in ("reserve", "build") and (building := building_told(form, box, faults)) is not None:
        body["building"] = building
    if faults:
        raise BadInput(faults)
    return body


def tile_told(form: Form, box: Box, faults: list[Fault]) -> Json | None:
    """A tile by its name in the box, or by what it shows."""
    if known := tile_of_box(box, form.get("tile", "")):
        return tile_json(known)
    kinds = [form[key] for key in ("kind", "kind2") if form.get(key)]
    if not kinds:
        return None
    tile: Json = {"kind": "/".join(dict.fromkeys(kinds))}
    if "told" in form:  # the form asked for symbols and storages, too
        tile["symbols"] = _heap("symbols", form, PRODUCED, faults)
        tile["storages"] = _number("storages", form.get("storages") or "0", faults)
    if form.get("meadow") and "meadow" in kinds:
        tile["meadow"] = form["meadow"]
    return tile


def building_told(form: Form, box: Box, faults: list[Fault]) -> Json | None:
    if known := building_of_box(box, form.get("building", "")):
        return building_json(known)
    if "told" not in form:
        return None
    building: Json = {"cost": _heap("cost", form, tuple(Resource), faults)}
    if form.get("points", "").strip():
        building["points"] = _number("points", form["points"], faults)
    return building


def tile_of_box(box: Box, name: str) -> Tile | None:
    return next((tile for tile, _ in box.tiles if tile.id == name), None) if name else None


def building_of_box(box: Box, name: str) -> Building | None:
    return next((card for card, _ in box.buildings if card.id == name), None) if name else None


def cleanup_body(form: Form, players: tuple[str, ...]) -> Json:
    """What people did where the plan left a choice: a field each player and thing, empty where the plan holds."""
    faults: list[Fault] = []
    body: Json = {"do": "clean-up"}
    settled, returned, income = {}, {}, {}
    for seat, name in enumerate(players):
        if form.get(f"settled-{seat}", "").strip():
            settled[name] = _number("settled", form[f"settled-{seat}"], faults)
        if heap := _heap(f"returned-{seat}", form, tuple(Resource), faults):
            returned[name] = heap
        if f"income-{seat}" in form:
            income[name] = _heap(f"income-{seat}", form, tuple(Resource), faults)
    if faults:
        raise BadInput(faults)
    given: Json = {"settled": settled, "returned": returned, "income": income}
    return body | {key: value for key, value in given.items() if value}


def round_body(form: Form, players: tuple[str, ...]) -> Json:
    """What each player laid and built in a round, by seat, and who took the figure."""
    faults: list[Fault] = []
    given: dict[str, Json] = {"tiles": {}, "built": {}}
    for seat, name in enumerate(players):
        for key, found in given.items():
            if number := _number(key, form.get(f"{key}-{seat}") or "0", faults):
                found[name] = number
    figure = number_in(form.get("figure", ""), "figure", len(players) - 1, faults)
    if faults:
        raise BadInput(faults)
    told_figure = {} if figure is None else {"figure": players[figure]}
    return {"do": "round", **{key: found for key, found in given.items() if found}, **told_figure}


def _heap(key: str, form: Form, kinds: tuple[Resource, ...], faults: list[Fault]) -> Json:
    heap: Json = {}
    for kind in kinds:
        text = form.get(f"{key}-{kind}", "").strip()
        if text and (number := _number(key, text, faults)):
            heap[str(kind)] = number
    return heap


def _number(key: str, text: str, faults: list[Fault]) -> int:
    return number_in(text, key, faults=faults) or 0


bp = Blueprint("river", __name__, url_prefix="/tables/<table_id>/river")


@bp.post("/act")
@open_to(Role.SEAT)
def act(table_id: str) -> AnyResponse:
    """Record the action a form tells."""

    def entry(look: TableView) -> EntryRequest:
        table = _state(look).table
        if request.form.get("do") == LAY_OUT:
            return EntryRequest(ACTION, _laid_out(table))
        return EntryRequest(ACTION, action_body(request.form, table.box))

    return table_after(submit(table_id, entry))


@bp.post("/round")
@open_to(Role.SEAT)
def whole_round(table_id: str) -> AnyResponse:
    """A round that is over, recorded at once."""
    return table_after(submit(table_id, lambda look: EntryRequest(ACTION, round_body(request.form, _names(look)))))


@bp.post("/cleanup")
@open_to(Role.SEAT)
def cleanup(table_id: str) -> AnyResponse:
    return table_after(submit(table_id, lambda look: EntryRequest(ACTION, cleanup_body(request.form, _names(look)))))


def _laid_out(table: Table) -> Json:
    """One tile or card more that lies open, or one that does not. Raises BadInput."""
    faults: list[Fault] = []
    tiles = [tile_json(tile) for tile in table.revealed or ()]
    cards = [building_json(card) for card in table.displayed or ()]
    given: Json = {"do": LAY_OUT}
    if (place := request.form.get("drop-tile", type=int)) and 0 < place <= len(tiles):
        given["tiles"] = tiles[: place - 1] + tiles[place:]
    elif (place := request.form.get("drop-building", type=int)) and 0 < place <= len(cards):
        given["buildings"] = cards[: place - 1] + cards[place:]
    elif (tile := tile_told(request.form, table.box, faults)) is not None:
        given["tiles"] = _described(tiles, tile)
    elif (card := building_told(request.form, table.box, faults)) is not None:
        given["buildings"] = _described(cards, card)
    if faults:
        raise BadInput(faults)
    return given


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


def _state(look: TableView) -> RiverState:
    state = look.state
    return state if isinstance(state, RiverState) else abort(404)


def _names(look: TableView) -> tuple[str, ...]:
    return tuple(player.name for player in _state(look).table.players)
