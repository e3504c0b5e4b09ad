"""Corrections of a table of The River, as changes of its record: what is on wood against what was recorded."""

from collections.abc import Mapping

from companion.formats.faults import BadInput, Fault
from companion.games.contract import Json
from companion.river.formats.players import MOST_CARDS, MOST_SCOUTS
from companion.river.formats.table import MOST_ROUNDS
from companion.river.formats.tiles import MOST_POINTS, tile_json
from companion.river.rules.table import Player, Table
from companion.river.rules.words import MOST_RESOURCES, SPACES, Resource
from companion.river.screens.entries import tile_told
from companion.river.tracking import EVERYTHING
from companion.web.forms import number_in

Changes = list[Json]
Form = Mapping[str, str]
COUNTS = {"scouts": MOST_SCOUTS, "settled": MOST_SCOUTS, "aside": MOST_SCOUTS, "laid_this_round": SPACES}
LISTS = ("buildings", "bonus")


def player_changes(table: Table, seat: int, form: Form) -> Changes:
    """What a player has, as typed; faults name their field. Raises BadInput."""
    player, faults = table.players[seat], list[Fault]()
    wanted: Json = {
        "resources": {
            str(kind): number
            for kind in Resource
            if (number := _number(form, f"has-{kind}", MOST_RESOURCES, faults)) is not None and number
        },
        "untold_resources": _number(form, "untold_resources", MOST_RESOURCES, faults) or 0,
    }
    wanted |= {key: _number(form, key, most, faults) or 0 for key, most in COUNTS.items()}
    wanted |= {key: _values(form, key, faults) for key in LISTS}
    if faults:
        raise BadInput(faults)
    before = _before(player)
    return [_put(f"/players/{seat}/{key}", value) for key, value in wanted.items() if value != before[key]]


def _before(player: Player) -> Json:
    return {
        "resources": {str(kind): number for kind in Resource if (number := player.resources.get(kind, 0))},
        "untold_resources": player.untold_resources,
        "scouts": player.scouts,
        "settled": player.settled,
        "aside": player.aside,
        "laid_this_round": player.laid_this_round,
        "buildings": list(player.buildings),
        "bonus": list(player.bonus),
    }


def tile_changes(table: Table, seat: int, space: int, form: Form) -> Changes:
    """Another tile on a space, one more at the end of the river, or the last one taken away. Raises BadInput."""
    faults: list[Fault] = []
    tiles = [tile_json(tile) for tile in table.players[seat].tiles]
    if form.get("drop"):
        tiles = tiles[:-1]
    else:
        told = tile_told(form, table.box, faults)
        if told is None or not 1 <= space <= min(len(tiles) + 1, SPACES):
            faults.append(Fault("tile", "river.no-such-place", {"place": space}))
        if faults or told is None:
            raise BadInput(faults)
        tiles = [*tiles[: space - 1], told, *tiles[space:]]
    laid = min(table.players[seat].laid_this_round, len(tiles))
    changes = [_put(f"/players/{seat}/tiles", tiles)]
    return changes + ([_put(f"/players/{seat}/laid_this_round", laid)] if form.get("drop") else [])


def turn_changes(table: Table, form: Form) -> Changes:
    """Whose turn it is, who has the figure, which round it is."""
    faults: list[Fault] = []
    number = _number(form, "round", MOST_ROUNDS, faults)
    if faults:
        raise BadInput(faults)
    wanted: Json = {
        "active_player": form.get("active") or None,
        "start_player": form.get("start") or None,
        "round": table.round if number is None else number,
        "over": "over" in form,
    }
    before: Json = {
        "active_player": table.active_player,
        "start_player": table.start_player,
        "round": table.round,
        "over": table.over,
    }
    changes: Changes = []
    for key, value in wanted.items():
        if value == before[key]:
            continue
        changes.append({"op": "remove", "path": f"/{key}"} if value is None else _put(f"/{key}", value))
    return changes


def over_changes(table: Table) -> Changes:
    return [_put("/over", True)] + ([{"op": "remove", "path": "/active_player"}] if table.active_player else [])


def track_body(form: Form, players: tuple[str, ...]) -> Json:
    """How much is recorded from now on and, where everything is, what each player has in front of them."""
    body: Json = {"way": form.get("way", "")}
    if body["way"] != EVERYTHING:
        return body
    faults: list[Fault] = []
    holds: Json = {}
    for seat, name in enumerate(players):
        found = {str(kind): _number(form, f"has-{seat}-{kind}", MOST_RESOURCES, faults) for kind in Resource}
        reserved = _number(form, f"reserved-{seat}", MOST_CARDS, faults)
        if any(number is not None for number in (*found.values(), reserved)):
            resources = {kind: number for kind, number in found.items() if number}
            holds[name] = {"resources": resources, "reserved": reserved or 0}
    if faults:
        raise BadInput(faults)
    return body | ({"holds": holds} if holds else {})


def _number(form: Form, key: str, most: int, faults: list[Fault]) -> int | None:
    return number_in(form.get(key, ""), key, most, faults)


def _values(form: Form, key: str, faults: list[Fault]) -> list[int | None]:
    """Points with commas or spaces between; a question mark is one nobody told."""
    values: list[int | None] = []
    for word in form.get(key, "").replace(",", " ").split():
        values.append(None if word == "?" else number_in(word, key, MOST_POINTS, faults))
    return values


def values_text(values: tuple[int | None, ...]) -> str:
    return " ".join("?" if value is None else str(value) for value in values)


def _put(path: str, value: object) -> Json:
    return {"op": "add", "path": path, "value": value}
