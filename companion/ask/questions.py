"""Read a question, let the rules answer it, and write the answer as the contract spells it."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from companion.i18n.catalog import LANGUAGES, Speaker, speaker
from companion.record.faults import BadInput, Fault, Node, shortened
from companion.record.table import table_of
from companion.rules.dewan import game
from companion.rules.dewan.board import Board
from companion.rules.dewan.cards import Card
from companion.rules.dewan.events import fish_shares
from companion.rules.dewan.scoring import Sheet
from companion.rules.dewan.stories import check_stories
from companion.rules.dewan.table import Table
from companion.rules.dewan.words import TERRAIN_CARDS
from companion.rules.hexes import Hex

if TYPE_CHECKING:
    from companion.rules.dewan.routes import Toll

Answer = dict[str, object]
MOST_PATH = 200


def answer(question: object) -> Answer:
    """Never raises: what cannot be answered is answered with everything that is wrong with it."""
    node = Node(question)
    language = question.get("language") if isinstance(question, dict) else None
    say = speaker(language if language in LANGUAGES else LANGUAGES[0])
    try:
        return {"ok": True, **_answer(node, say)}
    except BadInput as bad:
        return refusal(bad.faults, say)


def refusal(faults: Sequence[Fault], say: Speaker) -> Answer:
    return {
        "ok": False,
        "errors": [{"path": fault.path, "text": say(fault.code, fault.params)} for fault in faults],
    }


def _answer(node: Node, say: Speaker) -> Answer:
    if not isinstance(node.value, dict):
        node.fields([])
        raise BadInput(node.faults)
    kind = node.value.get("ask")
    if not isinstance(kind, str) or kind not in QUESTIONS:
        code = "json.unknown-word" if "ask" in node.value else "json.missing-key"
        node.child("ask", kind).fault(code, key="ask", word=shortened(kind), words=", ".join(QUESTIONS))
        raise BadInput(node.faults)
    required, optional, reply = QUESTIONS[kind]
    fields = node.fields(["ask", "table", *required], ["language", *optional]) or {}
    if "language" in fields and fields["language"].value not in LANGUAGES:
        fields["language"].fault("ask.unknown-language", words=", ".join(LANGUAGES))
    # Faults of the record are told with the record's own paths, as if it stood alone.
    table = table_of(Node(fields["table"].value, "", node.faults)) if "table" in fields else None
    if node.faults or table is None:
        raise BadInput(node.faults)
    given = _Given(table, fields, say)
    result = reply(given)
    if node.faults:
        raise BadInput(node.faults)
    return result


class _Given:
    """The table of a question and the keys beside it, each read when the question asks for it."""

    def __init__(self, table: Table, fields: Mapping[str, Node], say: Speaker) -> None:
        self.table = table
        self.say = say
        self._fields = fields

    def has(self, key: str) -> bool:
        return key in self._fields and self._fields[key].value is not None

    def fault(self, key: str, code: str, **params: object) -> BadInput:
        self._fields[key].fault(code, **params)
        return BadInput(self._fields[key].faults)

    def player(self) -> str:
        name = self._fields["player"].text()
        if name is not None and name in [player.name for player in self.table.players]:
            return name
        if name is not None:
            raise self.fault("player", "table.unknown-player", name=name)
        raise BadInput(self._fields["player"].faults)

    def hex(self, key: str) -> Hex | None:
        return self._fields[key].hex() if self.has(key) else None

    def path(self) -> list[Hex]:
        return [at for entry in self._fields["path"].items(MOST_PATH) if (at := entry.hex()) is not None]

    def cards(self) -> tuple[Card, ...] | None:
        """The hand to use instead of the record's."""
        if not self.has("cards"):
            return None
        return tuple(card for entry in self._fields["cards"].items(TERRAIN_CARDS) if (card := entry.card()))


def _zones(given: _Given) -> Answer:
    return {"zones": zones_json(given.table.board)}


def zones_json(board: Board) -> list[Answer]:
    return [
        {"terrain": zone.terrain, "spaces": [list(at) for at in zone.spaces], "berries": zone.berries}
        for zone in board.zones
    ]


def _route(given: _Given) -> Answer:
    player, path, cards = given.player(), given.path(), given.cards()
    verdict = game.check_route(given.table, player, path, cards)
    unseen = given.table.player(player).hidden_cards if cards is None else 0
    missing = [_needs(toll) for toll in verdict.missing]
    return {
        "legal": verdict.legal,
        "reasons": [
            {
                "rule": reason.rule,
                "text": given.say(reason.code, reason.params),
                "spaces": [list(at) for at in reason.spaces],
            }
            for reason in verdict.reasons
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
        "remarks": [{"rule": remark.rule, "text": given.say(remark.code, remark.params)} for remark in verdict.remarks],
    }


def _needs(toll: "Toll") -> str:
    return toll.needs or "any"


def _routes(given: _Given) -> Answer:
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


def _stories(given: _Given) -> Answer:
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


def _score(given: _Given) -> Answer:
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


def _event(given: _Given) -> Answer:
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


QUESTIONS: Mapping[str, tuple[Sequence[str], Sequence[str], Callable[[_Given], Answer]]] = {
    "zones": ((), (), _zones),
    "route": (("player", "path"), ("cards",), _route),
    "routes": (("player",), ("to", "cards"), _routes),
    "stories": ((), (), _stories),
    "score": ((), (), _score),
    "event": ((), ("place",), _event),
}
"""By the word of ``ask``: the keys it must have, the keys it may have, and who answers."""
