"""A game of our own, as small as a game can be: players count a number down by turns, and who reaches zero wins.

It shows what a new game takes (``docs/new-game.md``): immutable states, and JSON across the face of ``Game``.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

from companion.formats.faults import BadInput, Fault, Node
from companion.games.contract import CORRECTION, CannotPlay, Fact, Json, Label, Lot, Played, Summary
from companion.games.names import Places, with_names
from companion.games.patch import patched
from companion.games.scoreboard import Cell, Column, Row, Scoreboard, ranked_by_points
from companion.games.viewer import PUBLIC, Viewer
from companion.rules.verdict import Reason, ScoreLine

MOST_STEP, MOST_NUMBER = 3, 99


@dataclass(frozen=True)
class Count:
    players: tuple[str, ...]
    number: int
    turn: int = 0

    @property
    def active(self) -> str:
        return self.players[self.turn % len(self.players)]


def count_of(node: Node) -> Count | None:
    fields = node.fields(["players", "number"], ["turn"])
    if not fields or len(fields) < 2:
        return None
    players = [name for entry in fields["players"].items(9) if (name := entry.text())]
    if not players:
        fields["players"].fault("json.too-few", n=1)
    number = fields["number"].number(0, MOST_NUMBER)
    turn = fields["turn"].number(0, MOST_NUMBER) if "turn" in fields else 0
    return Count(tuple(players), number or 0, turn or 0)


def read_count(value: object) -> Count:
    node = Node(value)
    count = count_of(node)
    if node.faults or count is None:
        raise BadInput(node.faults)
    return count


def write_count(count: Count) -> Json:
    return {"players": list(count.players), "number": count.number, "turn": count.turn}


class Countdown:
    key = "countdown"
    rules_version = "countdown/1"
    rules_known: Collection[str] = (rules_version,)
    is_box = False

    def open_header(self, header: object, lot: Lot) -> Json:
        count = read_count(header)
        return write_count(replace(count, turn=lot(len(count.players), 1)[0]))

    def begin(self, header: Json) -> Count:
        return read_count(header)

    def asked(self, kind: str, body: Json) -> Json:
        return body

    def play(self, state: Count, kind: str, body: Json, lot: Lot | None = None) -> Played:
        if kind == CORRECTION:
            return Played(read_count(patched(write_count(state), Node(body["changes"], "changes"))))
        if kind != "step":
            raise BadInput([Fault("kind", "table.unknown-entry", {"kind": kind})])
        node = Node(body)
        fields = node.fields(["player", "by"])
        player = fields["player"].text() if fields and "player" in fields else None
        by = fields["by"].number(1, MOST_NUMBER) if fields and "by" in fields else None
        if node.faults or by is None:
            raise BadInput(node.faults)
        if by > state.number:
            raise CannotPlay(Reason("json.out-of-range", "C-2", params={"least": 1, "most": state.number}))
        broken = []
        if player != state.active:
            broken.append(Reason("turn.not-your-turn", "C-1", params={"player": state.active}))
        if by > MOST_STEP:
            broken.append(Reason("json.out-of-range", "C-3", params={"least": 1, "most": MOST_STEP}))
        return Played(replace(state, number=state.number - by, turn=state.turn + 1), tuple(broken))

    def redact(self, state: Count, viewer: Viewer) -> Count:
        return state

    def record(self, state: Count, viewer: Viewer = PUBLIC) -> Json:
        return write_count(state)

    def under_way(self, state: Count) -> Json:
        return {}

    def snapshot(self, state: Count) -> Json:
        return write_count(state)

    def restore(self, snapshot: object) -> Count:
        return read_count(snapshot)

    def summary(self, state: Count) -> Summary:
        over = state.number == 0
        return Summary(None, "countdown", state.players, state.turn + 1, None if over else state.active, over)

    def label(self, kind: str, body: Json) -> Label:
        return Label(f"label.{kind}", {"player": body.get("player"), "reason": body.get("reason")})

    def seat_may(self, kind: str, body: Json, player: str, in_turn: bool) -> bool:
        return kind == "step" and in_turn

    def redact_body(self, kind: str, body: Json, viewer: Viewer) -> Json:
        return body

    def exported(self, state: Count, kind: str | None, document: Json, viewer: Viewer) -> Json:
        return document

    def scoreboard(self, state: Count) -> Scoreboard:
        """A point for each turn."""
        columns = tuple(
            Column(
                name,
                (name,),
                (Cell(name, ScoreLine("turns", "C-1", len(range(seat, state.turn, len(state.players))))),),
            )
            for seat, name in enumerate(state.players)
        )
        return Scoreboard((self.row("turns"),), columns, ranked_by_points(columns), state.number == 0)

    def row(self, key: str) -> Row:
        return Row(key, Label("countdown.row"), "countdown")

    def facts(self, before: Count, kind: str, body: Json, after: Count) -> tuple[Fact, ...]:
        return ()

    def with_names(self, document: Json, names: Mapping[str, str]) -> Json:
        players = document.get("players")
        renamed = {"players": [names.get(name, name) for name in players]} if isinstance(players, list) else {}
        return with_names(document, names, Places()) | renamed
