"""Dewan as a recorded game: actions of the rules, and what a table does around them.

An entry's kind says how its body is read:

- ``action``: a decision of the rules (``dewan/formats/actions.py``);
- ``map``: the map was laid, or laid anew: ``{"map": …, "starts": {name: [q, r]}}``;
- ``tell``: open cards or Story tiles are told: ``{"row": ["forest", null, …], "story_row": [STORY, null, …]}``, null
  leaving a place as it is;
- ``track``: how much is recorded from now on: ``{"way": "everything"}`` (``dewan/tracking.py``);
- ``ruling``: the table changed a ruling: ``{"R-04": "starting-camp-apart"}``;
- ``score``: a cell of the pad was typed: ``{"column": name, "row": row, "points": 12}``, or null to take it back;
- ``verdict``: a verdict of the referee the table keeps: ``{"player": …, "path": […], "legal": …, "rules": […]}``;
- ``correction``: the table differs from the record: ``{"reason": text, "changes": [CHANGE]}``
  (``dewan/corrections.py``).
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace

from companion.dewan import course as dewan_course
from companion.dewan.corrections import seen_changes, with_correction
from companion.dewan.formats.actions import DO_WORDS, read_action, write_action
from companion.dewan.formats.cards import card_of
from companion.dewan.formats.play import read_play, write_play
from companion.dewan.formats.setup import read_map, read_setup, refuse_partners_side_by_side
from companion.dewan.formats.stories import NAMED_STORY
from companion.dewan.formats.table import write_record
from companion.dewan.limits import refuse_what_no_table_shows
from companion.dewan.rules import game, recording
from companion.dewan.rules.actions import Action, PlaceMarker
from companion.dewan.rules.play import RULES, Play, Step, StepKind
from companion.dewan.rules.rulings import OPTIONS
from companion.dewan.rules.table import Blank, Table
from companion.dewan.rules.turns import Impossible
from companion.dewan.rules.words import ROW_LENGTH, STORY_ROW_LENGTH
from companion.dewan.scoreboard import row, scoreboard
from companion.dewan.tracking import CAMPS, WAYS, tracked
from companion.formats.faults import BadInput, Fault, Node, shortened
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
from companion.games.corrections import correction_label
from companion.games.names import with_names
from companion.games.viewer import PUBLIC, Viewer
from companion.games.ways import EVERYTHING, ONLY_SCORE
from companion.rules.hexes import Hex

ACTION, MAP, TELL, TRACK = "action", "map", "tell", "track"
VERDICT = "verdict"
MOST_KEPT, MOST_KEPT_PATH, MOST_KEPT_RULES = 1000, 200, 20


@dataclass(frozen=True)
class DewanState:
    """``typed``: cells of the pad written by hand, by column and row; the counted value stays beside them."""

    play: Play
    title: str | None = None
    box: str | None = None
    typed: Typed = field(default_factory=dict)
    verdicts: tuple[Json, ...] = ()
    """Verdicts of the referee the table wanted to keep, as they were recorded."""
    told_mode: Mode | None = None
    """What the header says; None for headers of before there were modes."""

    @property
    def mode(self) -> Mode:
        return self.told_mode or _mode_of(self.play)

    @property
    def way(self) -> str:
        """How much is recorded."""
        if self.mode is Mode.QUICK_SCORE:
            return ONLY_SCORE
        return CAMPS if self.play.camps_only else EVERYTHING

    @property
    def asks_results(self) -> bool:
        """Over, and not all that scores was recorded: the rest is entered as in a quick score."""
        return self.play.over and self.way != EVERYTHING


def _mode_of(play: Play) -> Mode:
    """For headers without a mode: over in its first round, a game was only scored; without a map, a row, stories and a
    supply, only the pile of an Event tile is counted."""
    table = play.table
    if play.over and play.round == 1:
        return Mode.QUICK_SCORE
    untold = not table.board.printed and table.row is None and play.story_row is None and table.piles.supply is None
    timed = untold and game.scenario_of(table).event_tile and table.piles.draw is not None
    return Mode.TIMER if timed else Mode.RECORDED


class Dewan:
    key = "dewan"
    rules_version = game.VERSION
    rules_known: Collection[str] = (game.VERSION,)
    is_box = False

    def open_header(self, header: object, lot: Lot) -> Json:
        form = read_setup(header)
        form = replace(form, rules=form.rules or RULES)
        if not form.begun:
            refuse_partners_side_by_side(form.table)
        if form.first_player is None:
            names = [player.name for player in form.table.players]
            form = replace(form.with_first_player(names[lot(len(names), 1)[0]]), lot=True)
        return form.to_json()

    def begin(self, header: Json) -> DewanState:
        form = read_setup(header)
        if form.begun:
            play = form.resumed()
            play = recording.camps_only(play) if form.way == CAMPS else play
            if form.mode is Mode.QUICK_SCORE:
                play = replace(play, steps=(Step(StepKind.OVER, play.next.player),))
            return DewanState(play, form.title, form.box, told_mode=form.mode)
        play = replace(game.begin(form.set_up()), rules=form.rules or 1)
        if play.table.row is not None and form.table.row:  # as far as the table has told what lies there
            row = (*form.table.row, *(Blank.UNTOLD,) * ROW_LENGTH)[:ROW_LENGTH]
            play = replace(play, table=replace(play.table, row=row))
        play = recording.camps_only(play) if form.way == CAMPS else play
        return DewanState(play, form.title, form.box, told_mode=form.mode)

    def asked(self, kind: str, body: Json) -> Json:
        if kind != ACTION:
            return body
        return {key: value for key, value in write_action(read_action(body)).items() if key != "lot"}

    def play(self, state: DewanState, kind: str, body: Json, lot: Lot | None = None) -> Played:
        if kind == ACTION:
            action = read_action(body)
            if lot is None:
                return _acted(state, action)
            action = _with_lot(state.play.table, action, lot)
            return replace(_acted(state, action), body=write_action(action))
        if kind == MAP:
            return Played(replace(state, play=_with_map(state.play, body)))
        if kind == TELL:
            return Played(replace(state, play=_told(state.play, body)))
        if kind == TRACK:
            return Played(tracked(state, body))
        if kind == RULING:
            return Played(replace(state, play=_with_rulings(state.play, body)))
        if kind == SCORE:
            return Played(replace(state, typed=_with_typed(state, body)))
        if kind == VERDICT:
            return Played(replace(state, verdicts=(*state.verdicts, _kept(Node(body), state.play))))
        if kind == CORRECTION:
            return Played(replace(state, play=with_correction(state.play, body)))
        raise BadInput([Fault("kind", "table.unknown-entry", {"kind": shortened(kind)})])

    def redact(self, state: DewanState, viewer: Viewer) -> DewanState:
        table = state.play.table
        players = tuple(one if one.name == viewer.player else replace(one, secret=()) for one in table.players)
        return replace(state, play=replace(state.play, table=replace(table, players=players)))

    def record(self, state: DewanState, viewer: Viewer = PUBLIC) -> Json:
        return write_record(state.play, viewer.player)

    def under_way(self, state: DewanState) -> Json:
        """What ``formats/play.py`` writes, without table and secrets; the typed cells; what just happened."""
        given = {key: value for key, value in write_play(state.play).items() if key not in ("table", "secret")}
        news = [{"kind": news.kind, "player": news.player, "number": news.number} for news in state.play.news]
        return {**given, "typed": {column: dict(rows) for column, rows in state.typed.items()}, "news": news}

    def snapshot(self, state: DewanState) -> Json:
        given: Json = {"title": state.title, "box": state.box, "verdicts": list(state.verdicts)}
        given |= {"mode": state.told_mode.value} if state.told_mode else {}
        return {"play": write_play(state.play), "typed": typed_json(state.typed), **given}

    def restore(self, snapshot: object) -> DewanState:
        node = Node(snapshot)
        fields = node.fields(["play", "title", "box", "typed"], ["verdicts", "mode"])
        if not fields or node.faults:
            raise BadInput(node.faults)
        names = {key: fields[key].text() if fields[key].value is not None else None for key in ("title", "box")}
        typed = typed_of(fields["typed"])
        play = read_play(fields["play"].value)
        listed = fields["verdicts"].items(MOST_KEPT) if "verdicts" in fields else []
        kept = tuple(_kept(entry, play) for entry in listed)
        mode = fields["mode"].word(Mode) if "mode" in fields else None
        state = DewanState(play, names["title"], names["box"], typed, kept, mode)
        if node.faults:
            raise BadInput(node.faults)
        return state

    def summary(self, state: DewanState) -> Summary:
        play = state.play
        return Summary(
            state.title,
            play.table.scenario,
            tuple(player.name for player in play.table.players),
            play.round,
            None if play.over else play.next.player,
            play.over,
            tuple(player.color or "" for player in play.table.players),
            state.mode,
            play.table.first_player,
            play.next.kind in (StepKind.TURN, StepKind.OVER),
            state.box,
            {} if play.table.piles.draw is None else {"draw_pile": play.table.piles.draw},
        )

    def label(self, kind: str, body: Json) -> Label:
        """Bodies of a broken log may be anything; only codes that are in the catalogue come out."""
        if kind == ACTION and body.get("do") in DO_WORDS:
            return Label(f"label.{body['do']}", {"player": shortened(body.get("player"))})
        if kind == CORRECTION:
            return correction_label(body)
        if kind == SCORE:
            return Label("label.score", {"column": shortened(body.get("column"))})
        if kind == VERDICT:
            return Label("label.verdict", {"player": shortened(body.get("player"))})
        if kind == RULING:
            return ruling_label(body)
        if kind == TRACK and body.get("way") in WAYS:
            return Label(f"label.track-{body['way']}")
        if kind in (MAP, TELL, TRACK):
            return Label(f"label.{kind}")
        return Label("label.unknown", {"kind": shortened(kind)})

    def seat_may(self, kind: str, body: Json, player: str, in_turn: bool) -> bool:
        """One's own hidden cards can be entered at any time."""
        if kind == TELL:
            return in_turn
        return kind == ACTION and body.get("player") == player and (in_turn or body.get("do") == "tell-cards")

    def redact_body(self, kind: str, body: Json, viewer: Viewer) -> Json:
        """Told hidden cards are the owner's alone, also where a correction speaks of them."""
        if kind == ACTION and body.get("do") == "tell-cards" and body.get("player") != viewer.player:
            return {**body, "cards": []}
        if kind == CORRECTION:
            return {**body, "changes": seen_changes(body.get("changes"), viewer.player)}
        return body

    def exported(self, state: DewanState, kind: str | None, document: Json, viewer: Viewer) -> Json:
        return document if kind is None else self.redact_body(kind, document, viewer)

    def scoreboard(self, state: DewanState) -> Scoreboard:
        return scoreboard(state)

    def row(self, key: str) -> Row:
        return row(key)

    def facts(self, before: DewanState, kind: str, body: Json, after: DewanState) -> tuple[Fact, ...]:
        return dewan_course.facts(body, after.play) if kind == ACTION else ()

    def with_names(self, document: Json, names: Mapping[str, str]) -> Json:
        return with_names(document, names, dewan_course.NAMES)


def _with_lot(table: Table, action: Action, lot: Lot) -> Action:
    """The zones an odd berry falls to (R-24), unless the table drew its own lot."""
    if not isinstance(action, PlaceMarker) or action.at is None or action.lot or not _can_be_covered(table, action.at):
        return action
    covered = game.place_marker(table, action.at)
    drawn = lot(len(covered.tied), covered.odd) if covered.odd else ()
    return replace(action, lot=tuple(covered.tied[i][0] for i in drawn))


def _acted(state: DewanState, action: Action) -> Played:
    try:
        after = game.apply(state.play, action)
    except Impossible as impossible:
        raise CannotPlay(impossible.reason) from None
    refuse_what_no_table_shows(after)
    return Played(replace(state, play=after), game.judge(state.play, action))


def _can_be_covered(table: Table, at: Hex) -> bool:
    """A marker can be put there, whatever the rules say of it."""
    board = table.board
    return game.scenario_of(table).marker is not None and board.is_free(at) and at not in board.markers


def _with_map(play: Play, body: Json) -> Play:
    """A camp that was placed without saying where is one of those the new map shows, as far as it shows any."""
    table = replace(play.table, board=read_map(body, play.table))
    off_map = {
        player.name: off
        for player in table.players
        if (off := play.camps_placed(player.name) - len(table.placed_camps(player.name))) > 0
    }
    return replace(play, table=table, off_map=off_map)


def _told(play: Play, body: Json) -> Play:
    """Open cards and Story tiles somebody has now named; a row that was not tracked is from now on."""
    node = Node(body)
    fields = node.fields([], ["row", "story_row"]) or {}
    row = list(play.table.row or (Blank.UNTOLD,) * ROW_LENGTH)
    for i, entry in enumerate(fields["row"].items(len(row)) if "row" in fields else ()):
        if entry.value is not None and (card := card_of(entry)):
            row[i] = card
    stories = list(play.story_row if play.story_row is not None else (None,) * STORY_ROW_LENGTH)
    for i, entry in enumerate(fields["story_row"].items(len(stories)) if "story_row" in fields else ()):
        if entry.value is not None and (story := NAMED_STORY.read(entry)):
            stories[i] = story
    if node.faults:
        raise BadInput(node.faults)
    table = replace(play.table, row=tuple(row)) if "row" in fields else play.table
    return replace(play, table=table, story_row=tuple(stories) if "story_row" in fields else play.story_row)


def _kept(node: Node, play: Play) -> Json:
    """A verdict to keep, as it stands in the log. Raises BadInput."""
    fields = node.fields(["player", "path", "legal", "rules"]) or {}
    if len(fields) == 4:
        name = fields["player"].text()
        if name is not None and name not in [player.name for player in play.table.players]:
            fields["player"].fault("table.unknown-player", name=shortened(name))
        for entry in fields["path"].items(MOST_KEPT_PATH):
            entry.hex()
        for entry in fields["rules"].items(MOST_KEPT_RULES):
            entry.text()
        fields["legal"].flag()
    if node.faults:
        raise BadInput(node.faults)
    return {key: field.value for key, field in fields.items()}


def _with_rulings(play: Play, body: Json) -> Play:
    return replace(play, table=replace(play.table, rulings=with_rulings(play.table.rulings, OPTIONS, body)))


def _with_typed(state: DewanState, body: Json) -> Typed:
    score = game.score(state.play.table)
    cells = {sheet.name: {line.row for line in sheet.lines} for sheet in (*score.players, *score.teams)}
    return with_typed(state.typed, cells, body)
