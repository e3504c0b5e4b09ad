"""What can be asked about a table of The River."""

from collections.abc import Mapping

from companion.ask.given import Answer, Given, Question, Questions
from companion.formats.faults import Node
from companion.formats.fields import FLAG, TEXT, Field, Number, Value, Word
from companion.river.demo import river_demo_box
from companion.river.formats.table import river_table_of
from companion.river.formats.tiles import BUILDING, HELD
from companion.river.rules import game
from companion.river.rules.cleanup import Income
from companion.river.rules.payment import pay
from companion.river.rules.placing import Placing
from companion.river.rules.scoring import Sheet
from companion.river.rules.stock import Stock, total
from companion.river.rules.table import Table
from companion.river.rules.tiles import Building
from companion.river.rules.words import BUILDING_CARDS, MOST_RESOURCES, ActionSpace, Resource

_NUMBER, _PLACE = Number(0, MOST_RESOURCES), Number(1, BUILDING_CARDS)
_RESOURCE, _SPACE = Word(Resource), Word(ActionSpace)


class RiverGiven(Given[Table]):
    def read(self, key: str, field: Field[Value]) -> Value | None:
        return field.read(self.fields[key]) if self.has(key) else None


def _read(node: Node) -> Table | None:
    """A record that brings no box is read with the invented one; answers say so where it matters."""
    return river_table_of(node, river_demo_box())


def _score(given: RiverGiven) -> Answer:
    score = game.score(given.table)
    return {
        "players": {sheet.name: _sheet(given, sheet) for sheet in score.players},
        "ranking": [list(place) for place in score.ranking],
        "remarks": given.told(score.remarks),
    }


def _sheet(given: RiverGiven, sheet: Sheet) -> Answer:
    return {
        "rows": {line.row: line.points for line in sheet.lines},
        "total": sheet.total,
        "remarks": given.told(sheet.remarks),
    }


def _produce(given: RiverGiven) -> Answer:
    player, resource = given.player(), _RESOURCE.read(given.fields["resource"])
    symbols, free = given.read("symbols", _NUMBER), given.read("free_storages", _NUMBER)
    first = given.read("first", FLAG)
    if resource is None:
        return {}  # the fault is noted
    gain = game.production(given.table, player, resource, symbols=symbols, free=free, first=first)
    return {
        "allowed": not gain.reasons,
        "sure": gain.sure,
        "reasons": given.told(gain.reasons),
        "resource": gain.resource,
        "symbols": gain.symbols,
        "first": gain.first,
        "island": gain.island,
        "offered": gain.offered,
        "free_storages": gain.free,
        "keep": gain.kept,
        "most": gain.most,
        "returns": gain.returns,
    }


def _build(given: RiverGiven) -> Answer:
    """One building told here or by its place, or all the player could build."""
    player = given.table.player(given.player())
    held = given.read("resources", HELD)
    stock = held or {} if given.has("resources") else player.resources
    untold = 0 if given.has("resources") else player.untold_resources
    only_reserved, place = given.read("reserved", FLAG), given.read("place", _PLACE)
    reserved = bool(only_reserved)
    building = given.read("building", BUILDING)
    if building is not None:
        options = [_option(building, stock, untold, None, reserved)]
    else:
        cards = [(card, i, False) for i, card in enumerate(given.table.displayed or (), start=1)]
        cards += [(card, i, True) for i, card in enumerate(player.reserved, start=1)]
        if given.has("reserved"):
            cards = [card for card in cards if card[2] is reserved]
        if place is not None:
            cards = [card for card in cards if card[1] == place]
            if not cards:
                raise given.fault("place", "river.no-such-place", place=place)
        options = [_option(card, stock, untold, i, of_own) for card, i, of_own in cards]
    payable = [option["payable"] for option in options]
    return {"payable": True if True in payable else None if None in payable else False, "buildings": options}


def _option(card: Building, stock: Stock, untold: int, place: int | None, reserved: bool) -> Answer:
    """``payable`` null: it depends on what nobody told."""
    known: Answer = {"place": place, "reserved": reserved, "points": card.points}
    if card.cost is None:
        return {**known, "cost": None, "payable": None}
    payment = pay(card.cost, stock, reserved=reserved)
    unsure = not payment.complete and total(payment.missing) <= untold
    return {
        **known,
        "cost": dict(card.cost),
        "payable": None if unsure else payment.complete,
        "pays": dict(payment.pays),
        "food_for": dict(payment.jokers),
        "spared": payment.spared,
        "missing": dict(payment.missing),
    }


def _place(given: RiverGiven) -> Answer:
    player = given.player()
    if given.has("space"):
        space = given.read("space", _SPACE)
        return {} if space is None else _placing(given, game.check_place(given.table, player, space))
    return {"spaces": {space: _placing(given, game.check_place(given.table, player, space)) for space in ActionSpace}}


def _placing(given: RiverGiven, placing: Placing) -> Answer:
    return {
        "allowed": not placing.reasons,
        "sure": bool(placing.sure) or not placing.guessed,
        "reasons": given.told(placing.reasons),
        "remarks": given.told(placing.remarks),
    }


def _cleanup(given: RiverGiven) -> Answer:
    plan = game.clean_up(given.table)
    return {
        "settles": None if plan.settles is None else {name: list(spaces) for name, spaces in plan.settles.items()},
        "ships": None if plan.ships is None else dict(plan.ships),
        "income": {name: [_income(given, one) for one in entries] for name, entries in plan.income.items()},
        "tiles_out": plan.tiles_out,
        "tiles_in": plan.tiles_in,
        "reshuffle": plan.reshuffle,
        "buildings_in": plan.buildings_in,
        "starts": plan.starts,
        "last_round": bool(plan.last_round),
        "why": given.told(plan.last_round),
        "remarks": given.told(plan.remarks),
    }


def _income(given: RiverGiven, income: Income) -> Answer:
    return {
        "space": income.space,
        "resource": income.resource,
        "taken": income.reason is None,
        "reasons": given.told((income.reason,) if income.reason else ()),
    }


QUESTIONS: Mapping[str, Question] = {
    "score": Question({}, {}, _score),
    "produce": Question(
        {"player": TEXT, "resource": _RESOURCE}, {"symbols": _NUMBER, "free_storages": _NUMBER, "first": FLAG}, _produce
    ),
    "build": Question(
        {"player": TEXT}, {"building": BUILDING, "place": _PLACE, "reserved": FLAG, "resources": HELD}, _build
    ),
    "place": Question({"player": TEXT}, {"space": _SPACE}, _place),
    "cleanup": Question({}, {}, _cleanup),
}

RIVER = Questions(_read, RiverGiven, QUESTIONS)
