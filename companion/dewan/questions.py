"""What can be asked about a table of Dewan."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from companion.ask.given import Answer, Given, Question, Questions
from companion.dewan.formats.cards import CARD
from companion.dewan.formats.table import RECORD
from companion.dewan.rules import game
from companion.dewan.rules.board import Board
from companion.dewan.rules.cards import Card
from companion.dewan.rules.events import fish_shares
from companion.dewan.rules.scoring import Sheet
from companion.dewan.rules.stories import check_stories
from companion.dewan.rules.table import Table
from companion.dewan.rules.words import MOST_PATH, TERRAIN_CARDS
from companion.formats.faults import Node
from companion.formats.fields import HEX, TEXT
from companion.formats.objects import ListOf
from companion.rules.hexes import Hex

if TYPE_CHECKING:
    from companion.dewan.rules.routes import Toll


_PATH = ListOf(HEX, MOST_PATH, description="Start to destination.")
_CARDS = ListOf(CARD, TERRAIN_CARDS, description="The hand to use instead of the record's.")


class DewanGiven(Given[Table]):
    def hex(self, key: str) -> Hex | None:
        return self.fields[key].hex() if self.has(key) else None

    def path(self) -> tuple[Hex, ...]:
        return _PATH.read(self.fields["path"]) or ()

    def cards(self) -> tuple[Card, ...] | None:
        return _CARDS.read(self.fields["cards"]) if self.has("cards") else None


def _zones(given: DewanGiven) -> Answer:
    return {"zones": zones_json(given.table.board)}


def zones_json(board: Board) -> list[Answer]:
    return [
        {"terrain": zone.terrain, "spaces": [list(at) for at in zone.spaces], "berries": zone.berries}
        for zone in board.zones
    ]


def _route(given: DewanGiven) -> Answer:
    player, path, cards = given.player(), given.path(), given.cards()
    verdict = game.check_route(given.table, player, path, cards)
    unseen = given.table.player(player).hidden_cards if cards is None else 0
    missing = [_needs(toll) for toll in verdict.missing]
    return {
        "legal": verdict.legal,
        "reasons": [
            {**told, "spaces": [list(at) for at in reason.spaces]}
            for told, reason in zip(given.told(verdict.reasons), verdict.reasons, strict=True)
        ],
        "cost": [{"at": list(toll.at), "needs": _needs(toll), "to": toll.to or "discard"} for toll in verdict.cost],
        "payment": None
        if verdict.payment is None
        else [
            {
                "card": str(paid.card),
                "as": _needs(paid.toll),
                "at": list(paid.toll.at),
                "to": paid.toll.to or "discard",
            }
            for paid in verdict.payment
        ],
        "missing": missing,
        # Which unseen cards of the hand would make it legal; None when they could not, or are not needed.
        "hidden": missing if missing and len(missing) <= unseen else None,
        "remarks": given.told(verdict.remarks),
    }


def _needs(toll: "Toll") -> str:
    return toll.needs or "any"


def _routes(given: DewanGiven) -> Answer:
    found = game.find_routes(given.table, given.player(), given.cards(), given.hex("to"))
    return {
        "routes": [
            {
                "to": list(route.to),
                "path": [list(at) for at in route.path],
                "cards": route.cards,
                "given": route.given,
            }
            for route in found
        ]
    }


def _stories(given: DewanGiven) -> Answer:
    return {
        "players": {
            player.name: [
                {
                    "complete": check.complete,
                    "needs": {need.need: {"want": need.want, "have": need.count.have} for need in check.needs},
                }
                for check in check_stories(given.table, player.name)
            ]
            for player in given.table.players
        }
    }


def _score(given: DewanGiven) -> Answer:
    score = game.score(given.table)
    answer: Answer = {"players": {sheet.name: _sheet(sheet) for sheet in score.players}}
    if score.teams:
        answer["teams"] = {sheet.name: _sheet(sheet) for sheet in score.teams}
    return {**answer, "ranking": [list(place) for place in score.ranking]}


def _sheet(sheet: Sheet) -> Answer:
    return {
        "rows": {line.row: line.points for line in sheet.lines},
        "total": sheet.total,
        "fire": sheet.fire,
        "berries": sheet.berries,
    }


def _event(given: DewanGiven) -> Answer:
    table, scenario = given.table, game.scenario_of(given.table)
    place = given.hex("place")
    if scenario.hands_out_fish:
        if given.has("place"):
            raise given.fault("place", "event.no-marker", scenario=table.scenario)
        return {"fish": fish_shares(table)}
    if scenario.marker is None:
        raise given.fault("ask", "event.none", scenario=table.scenario)
    eligible = game.eligible_spaces(table)
    answer: Answer = {"eligible": [list(at) for at in eligible]}
    if place is None:
        return answer
    if place not in eligible:
        raise given.fault("place", "event.not-eligible", q=place.q, r=place.r)
    covered = game.place_marker(table, place)
    tied = [[list(at) for at in zone] for zone in covered.tied]
    return {**answer, "berries": zones_json(covered.board), "odd_berry": tied or None}


QUESTIONS: Mapping[str, Question] = {
    "zones": Question({}, {}, _zones),
    "route": Question({"player": TEXT, "path": _PATH}, {"cards": _CARDS}, _route),
    "routes": Question({"player": TEXT}, {"to": HEX, "cards": _CARDS}, _routes),
    "stories": Question({}, {}, _stories),
    "score": Question({}, {}, _score),
    "event": Question({}, {"place": HEX}, _event),
}


def _read(node: Node) -> Table | None:
    record = RECORD.read(node)
    return record[0] if record else None


DEWAN = Questions(_read, DewanGiven, QUESTIONS)
