"""What is recorded like a game and is none, like a box or the book of people: no turns, no secrets, no points."""

from collections.abc import Mapping

from companion.games.contract import Fact, Json, Label, Row, Scoreboard, State
from companion.games.viewer import Viewer

EDIT = "edit"
"""The kind of entry that changes a box: ``{"what": part, "changes": [JSON Patch on the box file]}``."""


class NotPlayed:
    is_box = False

    def asked(self, kind: str, body: Json) -> Json:
        return body

    def redact(self, state: State, viewer: Viewer) -> State:
        return state

    def redact_body(self, kind: str, body: Json, viewer: Viewer) -> Json:
        return body

    def exported(self, state: State, kind: str | None, document: Json, viewer: Viewer) -> Json:
        return document

    def under_way(self, state: State) -> Json:
        return {}

    def seat_may(self, kind: str, body: Json, player: str, in_turn: bool) -> bool:
        return False

    def scoreboard(self, state: State) -> Scoreboard | None:
        return None

    def row(self, key: str) -> Row:
        return Row(key, Label(key))

    def facts(self, before: State, kind: str, body: Json, after: State) -> tuple[Fact, ...]:
        return ()

    def with_names(self, document: Json, names: Mapping[str, str]) -> Json:
        return document
