"""The River as a recorded game: actions of the rules, and what a table does around them.

An entry's kind says how its body is read:

- ``action``: a decision of the rules (``river/formats/actions.py``);
- ``quick``: results read off a tableau: ``{"player": name, "quick": {"columns": [6, 0, 2, 2]}}``, or null to take
  them back;
- ``box``: what is printed on this copy's boards: ``{"box": BOX}``;
- ``track``: how much is recorded from now on: ``{"way": "everything", "holds": {name: {"resources": HEAP}}}``;
- ``ruling``: the table changed a ruling: ``{"VR-16": "others-only"}``;
- ``score``: a cell of the pad was typed: ``{"column": name, "row": row, "points": 12}``, or null to take it back;
- ``correction``: the table differs from the record: ``{"reason": text, "changes": [CHANGE]}``
  (``river/corrections.py``).
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace

from companion.formats.faults import BadInput, Fault, Node, read_whole, shortened
from companion.games.common import SCORE, Typed, ruling_label, typed_json, typed_of, with_rulings, with_typed
from companion.games.contract import (
    CORRECTION,
    RULING,
    CannotPlay,
    Fact,
    Json,
    Label,
    Lot,
    Mode,
    Played,
    Row,
    Scoreboard,
    Summary,
)
from companion.games.corrections import corrected, correction_label
from companion.games.names import with_names
from companion.games.viewer import PUBLIC, Viewer
from companion.games.ways import EVERYTHING
from companion.river import course as river_course
from companion.river import scoreboard as river_scoreboard
from companion.river.corrections import CHANGES
from companion.river.demo import river_demo_box
from companion.river.formats.actions import DO_WORDS, read_river_action, write_river_action
from companion.river.formats.box import ANY_BOX
from companion.river.formats.table import river_table_of, write_river_table
from companion.river.limits import refuse_what_no_table_shows
from companion.river.rules import game
from companion.river.rules.actions import Action
from companion.river.rules.picking import Impossible
from companion.river.rules.rulings import OPTIONS
from companion.river.rules.table import Table
from companion.river.rules.words import Resource
from companion.river.secrets import as_seen_by, typed_as_seen_by, with_values_kept, without_values
from companion.river.tracking import ROUNDS, WAYS, tracked, way_of, with_first_tiles

ACTION, QUICK, BOX, TRACK = "action", "quick", "box", "track"
WHOLE_TABLE = ("round", "clean-up")
"""What nobody does in turn: any seat may record it while it is nobody's turn."""


@dataclass(frozen=True)
class RiverState:
    """``typed``: cells of the pad written by hand; the counted value stays beside them."""

    table: Table
    title: str | None = None
    typed: Typed = field(default_factory=dict)
    told_mode: Mode | None = None
    """What the header says; None for headers of before there were modes."""
    way: str = EVERYTHING
    news: tuple[Label, ...] = field(default=(), compare=False)
    """What the last action brought about that people forget; no part of where the game stands."""

    @property
    def mode(self) -> Mode:
        """Without a header's word: over before a tile was laid, only the results are told."""
        laid = any(player.tiles for player in self.table.players)
        return self.told_mode or (Mode.QUICK_SCORE if self.table.over and not laid else Mode.RECORDED)


def reads_results(state: RiverState) -> bool:
    """Over, and what lies on the river boards was not recorded: the results are read off them."""
    described = any(tile.kinds for player in state.table.players for tile in player.tiles)
    return state.table.over and (state.way == ROUNDS or not described)


class River:
    key = "river"
    rules_version = game.VERSION
    rules_known: Collection[str] = (game.VERSION,)
    is_box = False

    def open_header(self, header: object, lot: Lot) -> Json:
        """The header keeps its box, so that a later demo box changes no old game."""
        table, begun, title, mode, way = _header(header)
        drawn = isinstance(header, dict) and header.get("lot") is True
        if table.start_player is None:  # V-SETUP-07
            names = [player.name for player in table.players]
            table = replace(table, start_player=names[lot(len(names), 1)[0]])
            drawn = True
        given: Json = {**({"mode": mode.value} if mode else {}), **({"lot": True} if drawn else {})}
        return {"table": write_river_table(table), "begun": begun, "title": title, "way": way, **given}

    def begin(self, header: Json) -> RiverState:
        table, begun, title, mode, way = _header(header)
        if way == ROUNDS and not begun:
            table = with_first_tiles(table)
        return RiverState(table if begun else game.begin(table), title, told_mode=mode, way=way)

    def asked(self, kind: str, body: Json) -> Json:
        """Without what is secret: somebody who asks again with another guess must learn nothing."""
        given = write_river_action(read_river_action(body)) if kind == ACTION else body
        seen = without_values(given, None)
        assert isinstance(seen, dict)
        return seen

    def play(self, state: RiverState, kind: str, body: Json, lot: Lot | None = None) -> Played:
        state = replace(state, news=())
        if kind == ACTION:
            action = read_river_action(body)
            return replace(_acted(state, action), body=write_river_action(action) if lot else None)
        if kind == QUICK:
            return Played(replace(state, table=_with_quick(state, body)))
        if kind == BOX:
            return Played(replace(state, table=_with_box(state.table, body)))
        if kind == TRACK:
            return Played(tracked(state, body))
        if kind == RULING:
            rulings = with_rulings(state.table.rulings, OPTIONS, body)
            return Played(replace(state, table=replace(state.table, rulings=rulings)))
        if kind == SCORE:
            cells = {sheet.name: {line.row for line in sheet.lines} for sheet in game.score(state.table).players}
            return Played(replace(state, typed=with_typed(state.typed, cells, body)))
        if kind == CORRECTION:
            return Played(replace(state, table=_corrected(state.table, body)))
        raise BadInput([Fault("kind", "table.unknown-entry", {"kind": shortened(kind)})])

    def redact(self, state: RiverState, viewer: Viewer) -> RiverState:
        """At the end everything is turned up (V-SECRET-01, V-SECRET-02)."""
        if state.table.over:
            return state
        typed = typed_as_seen_by(state.typed, viewer.player)
        return replace(state, table=as_seen_by(state.table, viewer.player), typed=typed)

    def record(self, state: RiverState, viewer: Viewer = PUBLIC) -> Json:
        return write_river_table(as_seen_by(state.table, viewer.player), river_demo_box())

    def under_way(self, state: RiverState) -> Json:
        return {"typed": typed_json(self.redact(state, PUBLIC).typed)}

    def snapshot(self, state: RiverState) -> Json:
        given: Json = {"title": state.title, "typed": typed_json(state.typed), "way": state.way}
        mode = {"mode": state.told_mode.value} if state.told_mode else {}
        return {"table": write_river_table(state.table), **given, **mode}

    def restore(self, snapshot: object) -> RiverState:
        node = Node(snapshot)
        fields = node.fields(["table", "title", "typed"], ["mode", "way"])
        if not fields or node.faults:
            raise BadInput(node.faults)
        title = fields["title"].text() if fields["title"].value is not None else None
        table = river_table_of(fields["table"], river_demo_box(), as_played=True)
        typed = typed_of(fields["typed"])
        mode = fields["mode"].word(Mode) if "mode" in fields else None
        if node.faults or table is None:
            raise BadInput(node.faults)
        return RiverState(table, title, typed, mode, way_of(fields))

    def summary(self, state: RiverState) -> Summary:
        table = state.table
        rgb = {color.name: color.rgb for color in table.box.colors}
        return Summary(
            state.title,
            self.key,
            tuple(player.name for player in table.players),
            table.round,
            table.active_player if state.way == EVERYTHING else None,
            table.over,
            tuple(rgb.get(player.color or "", player.color or "") for player in table.players),
            state.mode,
            table.start_player,
            table.round > 0,
        )

    def label(self, kind: str, body: Json) -> Label:
        """Bodies of a broken log may be anything; only codes that are in the catalogue come out."""
        if kind == ACTION and body.get("do") in DO_WORDS:
            params: dict[str, object] = {"player": shortened(body.get("player"))}
            taken = body.get("resource") or body.get("instead")
            if body["do"] in ("produce", "take-food") and taken in tuple(Resource):
                instead = "-instead" if body["do"] == "take-food" else "-of"
                return Label(f"river.label.{body['do']}{instead}", {**params, "resource": Resource(str(taken))})
            return Label(f"river.label.{body['do']}", params)
        if kind == QUICK:
            return Label("river.label.quick", {"player": shortened(body.get("player"))})
        if kind == CORRECTION:
            return correction_label(body)
        if kind == SCORE:
            return Label("label.score", {"column": shortened(body.get("column"))})
        if kind == RULING:
            return ruling_label(body)
        if kind == BOX:
            return Label("river.label.box")
        if kind == TRACK and body.get("way") in WAYS:
            return Label(f"river.label.track-{body['way']}")
        return Label("label.unknown", {"kind": shortened(kind)})

    def seat_may(self, kind: str, body: Json, player: str, in_turn: bool) -> bool:
        return kind == ACTION and in_turn and (body.get("player") == player or body.get("do") in WHOLE_TABLE)

    def redact_body(self, kind: str, body: Json, viewer: Viewer) -> Json:
        """On a shared screen buildings are recorded as they are built; a phone tells its own player's alone."""
        return body if viewer.player is None else self._without_values(body, viewer)

    def exported(self, state: RiverState, kind: str | None, document: Json, viewer: Viewer) -> Json:
        return document if state.table.over else self._without_values(document, viewer)

    def _without_values(self, document: Json, viewer: Viewer) -> Json:
        seen = without_values(document, viewer.player)
        assert isinstance(seen, dict)
        return seen

    def scoreboard(self, state: RiverState) -> Scoreboard:
        return river_scoreboard.scoreboard(state)

    def row(self, key: str) -> Row:
        return river_scoreboard.row(key)

    def facts(self, before: RiverState, kind: str, body: Json, after: RiverState) -> tuple[Fact, ...]:
        return river_course.facts(before.table, after.table) if kind == ACTION else ()

    def with_names(self, document: Json, names: Mapping[str, str]) -> Json:
        cleaning = document.get("do") in ("clean-up", "round")
        return with_names(document, names, river_course.CLEAN_UP_NAMES if cleaning else river_course.NAMES)


def _header(value: object) -> tuple[Table, bool, str | None, Mode | None, str]:
    """``{"table": RECORD, "begun": false, "title": "Friday", "mode": "recorded", "way": "rounds"}``; begun, the record
    is a game in mid-course; ``lot``: the first player was drawn."""
    node = Node(value)
    fields = node.fields(["table"], ["begun", "title", "mode", "way", "lot"]) or {}
    way = way_of(fields)
    given = {key: entry for key, entry in fields.items() if entry.value is not None}
    table = river_table_of(given["table"], river_demo_box()) if "table" in given else None
    begun = bool(given["begun"].flag()) if "begun" in given else False
    title = given["title"].text() if "title" in given else None
    mode = given["mode"].word(Mode) if "mode" in given else None
    if "lot" in given:
        given["lot"].flag()
    if table is None and not node.faults:
        node.child("table", None).fault("json.missing-key", key="table")
    if node.faults or table is None:
        raise BadInput(node.faults)
    return table, begun, title, mode, way


def _acted(state: RiverState, action: Action) -> Played:
    try:
        after = game.apply(state.table, action)
    except Impossible as impossible:
        raise CannotPlay(impossible.reason) from None
    refuse_what_no_table_shows(after)
    said = river_course.news(state.table, after)
    return Played(replace(state, table=after, news=said), game.judge(state.table, action))


def _with_quick(state: RiverState, body: Json) -> Table:
    """Results typed for one player; what they could be counted from must not be given as well."""
    table, node = state.table, Node(body)
    fields = node.fields(["player", "quick"]) or {}
    name = fields["player"].text() if "player" in fields else None
    at = next((i for i, player in enumerate(table.players) if player.name == name), None)
    if name is not None and at is None:
        fields["player"].fault("table.unknown-player", name=name)
    if node.faults or at is None:
        raise BadInput(node.faults)
    record = write_river_table(table)
    players = record["players"]
    assert isinstance(players, list)
    players[at]["quick"] = fields["quick"].value
    if reads_results(state):  # only their number was counted; what they score is entered now
        players[at] |= {"tiles": [], "buildings": [], "bonus": [], "resources": {}, "laid_this_round": 0}
        players[at].pop("untold_resources", None)
    return _read_again(record, table)


def _with_box(table: Table, body: Json) -> Table:
    node = Node(body)
    fields = node.fields(["box"]) or {}
    box = ANY_BOX.read(fields["box"]) if "box" in fields else None
    if node.faults or box is None:
        raise BadInput(node.faults)
    return replace(table, box=box)


def _corrected(table: Table, body: Json) -> Table:
    return with_values_kept(table, _read_again(corrected(write_river_table(table), body, CHANGES), table))


def _read_again(record: object, table: Table) -> Table:
    return read_whole(record, lambda node: river_table_of(node, table.box, as_played=True))
