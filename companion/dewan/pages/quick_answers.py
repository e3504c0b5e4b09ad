"""Quick score: what is asked of each player of a game nobody recorded, and what an answer records.

Answers are corrections of a table that is over, or typed cells of its pad where there is no map to count from.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from companion.dewan.corrections import with_correction
from companion.dewan.formats.stories import story_json
from companion.dewan.game import DewanState
from companion.dewan.pages.changes import Changes, space_changes
from companion.dewan.rules import game, scoring
from companion.dewan.rules.cards import Half
from companion.dewan.rules.play import Play
from companion.dewan.rules.scenarios import lake_villages
from companion.dewan.rules.table import Player
from companion.dewan.rules.tiles import StoryTile
from companion.dewan.rules.words import (
    CAMPS_TO_PLACE,
    FISH_TOKENS,
    STORY_SPACES,
    TERRAIN_CARDS,
    TUCK_SPOTS,
    Landmark,
    Marker,
    ScenarioName,
    Symbol,
    Terrain,
)
from companion.dewan.scoreboard import ROWS, fire
from companion.formats.faults import BadInput, Fault
from companion.games.common import SCORE
from companion.games.contract import CORRECTION, Json
from companion.games.scoreboard import Scoreboard
from companion.rules.hexes import Hex
from companion.web.entry import EntryRequest
from companion.web.forms import number_in

STORY_POINTS, STORY_FIRE = range(2, 9), range(3)
"""The tiles that take one tap; others are typed."""
MOST_STORY, MOST_BERRIES, MOST_ON_KEYS = 99, 99, 9
MAJORITIES = (lake_villages.MAJORITY, lake_villages.TIED_MAJORITY)
MOST_MAJORITIES = 99
SYMBOLS = {"tucked-berry": Symbol.BERRY, "tucked-fire": Symbol.FIRE}


@dataclass(frozen=True)
class Ask:
    """A number to tell: on keys up to ``keys``, typed up to ``most``. ``each``: how many points one is worth."""

    what: str
    value: int
    keys: int
    most: int
    icon: str
    each: int | None = None

    @property
    def typed(self) -> bool:
        return self.most > self.keys


@dataclass(frozen=True)
class Answers:
    """All that is asked of one player, as it stands."""

    seat: int
    player: Player
    column: str
    stories: tuple[StoryTile, ...]
    gathered: tuple[Ask, ...]
    places: tuple[Ask, ...]
    """What the map would count; nothing where there is one."""
    majorities: int | None
    """Points for Water majorities, where they have to be told."""
    final: bool | None
    """Whether the last camp was placed; None where the map tells."""
    beside_volcano: bool | None

    @property
    def stories_full(self) -> bool:
        return len(self.stories) >= STORY_SPACES


def answers(state: DewanState, pad: Scoreboard, seat: int) -> Answers:
    play = state.play
    table = play.table
    player = table.players[seat]
    column = column_of(pad, player.name)
    typed = state.typed.get(column, {})
    has_map = bool(table.board.printed)
    given = [] if has_map else [ROWS[row.key] for row in pad.rows if ROWS[row.key].on_map]
    return Answers(
        seat,
        player,
        column,
        player.stories,
        tuple(_gathered(state, player, tied=_tied(pad, column))),
        tuple(_place(row, row.each, typed.get(row.key, 0), table.scenario) for row in given if row.each),
        typed.get("water_majorities", 0) if ROWS["water_majorities"] in given else None,
        play.camps_placed(player.name) >= CAMPS_TO_PLACE if not has_map or play.off_map.get(player.name) else None,
        "fire" in typed if table.scenario is ScenarioName.VOLCANO and not has_map else None,
    )


def column_of(pad: Scoreboard, name: str) -> str:
    return next(column.name for column in pad.columns if name in column.members)


def _tied(pad: Scoreboard, column: str) -> bool:
    """Cards in hand matter among those with the most points alone (D-SCORE-WIN-01)."""
    best = max(one.total for one in pad.columns)
    first = [one.name for one in pad.columns if one.total == best]
    return best > 0 and len(first) > 1 and column in first


def _gathered(state: DewanState, player: Player, *, tied: bool) -> list[Ask]:
    symbols = [half.symbol for half in player.tucked]
    free = TUCK_SPOTS - len(player.tucked)
    asks = [Ask("berries", player.berries, MOST_ON_KEYS, MOST_BERRIES, "berry")]
    for what, symbol in SYMBOLS.items():
        have = symbols.count(symbol)
        asks.append(Ask(what, have, have + free, have + free, symbol.value))
    if state.play.table.scenario is ScenarioName.LAKE_VILLAGES:
        asks.append(Ask("fish", player.fish, MOST_ON_KEYS, FISH_TOKENS, "fish"))
    if tied:
        asks.append(Ask("cards", player.cards_in_hand, MOST_ON_KEYS, TERRAIN_CARDS, "hand"))
    return asks


def _place(row: scoring.PadRow, counted: tuple[int, int], points: int, scenario: ScenarioName) -> Ask:
    each, most = counted
    if row.key == "groups" and scenario is not ScenarioName.TEAM:
        most = (CAMPS_TO_PLACE + 1) // 2  # two camps a group, the starting camp among them
    return Ask(row.key, points // each, min(most, MOST_ON_KEYS), most, row.sign, each)


def answer_entries(
    state: DewanState, pad: Scoreboard, seat: int, what: str, value: str, reason: str
) -> list[EntryRequest]:
    """What one answer records. Raises BadInput for what is no number, or too large a one."""
    player = state.play.table.players[seat]
    column = column_of(pad, player.name)
    if what in ROWS and (things := ROWS[what].each):
        each, most = things
        return [_typed(column, what, each * number(what, value, most))]
    if what == "water_majorities":
        return [_typed(column, what, number(what, value, MOST_MAJORITIES))]
    if what == "volcano":
        counted = _counted_fire(state, state.play, pad, column)
        return [_typed(column, "fire", counted + 1 if value == "1" else None)]
    changes = _changes(state.play, player, what, value)
    entries = [EntryRequest(CORRECTION, {"reason": reason, "changes": changes})]
    written = state.typed.get(column, {}).get("fire")
    if written is not None:  # what was added to the count stays added
        after = with_correction(state.play, entries[0].body)
        more = _counted_fire(state, after, pad, column) - _counted_fire(state, state.play, pad, column)
        if more:
            entries.append(_typed(column, "fire", max(0, written + more)))
    return entries


def _changes(play: Play, player: Player, what: str, value: str) -> Changes:
    name = player.name
    if what == "berries":
        return [{"do": "set-berries", "player": name, "berries": number(what, value, MOST_BERRIES)}]
    if what == "fish":
        return [{"do": "set-fish", "player": name, "fish": number(what, value, FISH_TOKENS)}]
    if what == "cards":
        held = number(what, value, TERRAIN_CARDS)
        return [{"do": "set-hand", "player": name, "hand": [], "hidden_cards": held}]
    if what in SYMBOLS:
        halves = _tucked(player.tucked, SYMBOLS[what], number(what, value, TUCK_SPOTS))
        if len(halves) > TUCK_SPOTS:
            raise BadInput([Fault(what, "web.quick.tucked-full", {"most": TUCK_SPOTS})])
        return [{"do": "set-tucked", "player": name, "tucked": [str(half) for half in halves]}]
    if what == "final":
        missing = max(0, CAMPS_TO_PLACE - len(play.table.placed_camps(player.name)))
        return [{"do": "set-off-map", "player": name, "camps": missing if value == "1" else 0}]
    if what in ("story", "drop-story"):
        return [{"do": "set-stories", "player": name, "stories": _stories(player, what, value)}]
    raise BadInput([Fault("what", "json.unknown-word", {"word": what[:40], "words": "berries"})])


def _stories(player: Player, what: str, value: str) -> list[Json | None]:
    """``points/fire`` of a tile more, or the place of one that goes."""
    kept = list(player.stories)
    if what == "drop-story":
        place = number(what, value, STORY_SPACES)
        kept = [story for i, story in enumerate(kept) if i != place]
    else:
        points, _, flames = value.partition("/")
        if len(kept) >= STORY_SPACES:
            raise BadInput([Fault("story", "web.quick.stories-full", {"most": STORY_SPACES})])
        kept.append(
            StoryTile({}, number("story", points, MOST_STORY), number("story", flames or "0", MOST_STORY), done=True)
        )
    return [story_json(story) for story in kept]


def _tucked(tucked: Sequence[Half], symbol: Symbol, count: int) -> list[Half]:
    """Which terrain the half shows was not asked: it scores nothing."""
    others = [half for half in tucked if half.symbol is not symbol]
    return [*others, *(Half(Terrain.FOREST, symbol),) * count]


def camp_entry(state: DewanState, seat: int | None, spaces: Sequence[Hex], reason: str) -> EntryRequest:
    """A tap on the map: a camp of this player put there or taken away; without a player, the scenario's marker.

    A finger that went over several spaces puts camps on those that are free.
    """
    play = state.play
    board = play.table.board
    for at in spaces:
        if not board.has(at):
            raise BadInput([Fault("at", "map.no-such-space", {"q": at.q, "r": at.r})])
    if len(spaces) > 1:
        free = () if seat is None else _free_spaces(play, play.table.players[seat].name, spaces)
        spaces = free or spaces[-1:]
    changes = [change for at in spaces for change in _tapped(play, seat, at)]
    if seat is not None and play.off_map.get(name := play.table.players[seat].name):
        changes.append({"do": "set-off-map", "player": name, "camps": 0})
    return EntryRequest(CORRECTION, {"reason": reason, "changes": changes})


def _free_spaces(play: Play, name: str, spaces: Sequence[Hex]) -> Sequence[Hex]:
    """Where the player's camps may stand, as many as there are left."""
    board = play.table.board
    left = CAMPS_TO_PLACE - len(play.table.placed_camps(name))
    return [at for at in dict.fromkeys(spaces) if board.is_free(at) and _why_no_camp(play, at) is None][:left]


def _tapped(play: Play, seat: int | None, at: Hex) -> Changes:
    board = play.table.board
    standing, marker = board.camps.get(at), board.markers.get(at)
    camp = standing.player if standing else None
    if seat is None:
        kind = marker_of(play)
        return space_changes(play, at, camp, board.berries.get(at, 0), None if marker or kind is None else kind)
    if why := _why_no_camp(play, at):
        raise BadInput([Fault("at", why, {"q": at.q, "r": at.r})])
    name = play.table.players[seat].name
    if camp != name and len(play.table.placed_camps(name)) >= CAMPS_TO_PLACE:
        raise BadInput([Fault("at", "map.too-many-camps", {"name": name, "most": CAMPS_TO_PLACE})])
    return space_changes(play, at, None if camp == name else name, board.berries.get(at, 0), marker)


def _why_no_camp(play: Play, at: Hex) -> str | None:
    """Starting camps stand where the map put them; on lava and the volcano nobody camps (D-VOLC-06)."""
    ground = play.table.board.ground.get(at)
    if ground is Landmark.START:
        return "map.camp-on-start"
    if ground in (Landmark.LAVA, Landmark.VOLCANO):
        return "map.camp-on-lava"
    if ground is Terrain.WATER and play.table.scenario is not ScenarioName.LAKE_VILLAGES:  # D-ROUTE-02
        return "map.camp-on-water"
    return None


def marker_of(play: Play) -> Marker | None:
    return game.scenario_of(play.table).marker


def number(what: str, text: str, most: int) -> int:
    found = number_in(text, what, most)
    if found is None:
        raise BadInput([Fault(what, "json.out-of-range", {"least": 0, "most": most})])
    return found


def _counted_fire(state: DewanState, play: Play, pad: Scoreboard, column: str) -> int:
    counted = DewanState(play, state.title, state.box)
    members = next(one.members for one in pad.columns if one.name == column)
    count = partial(fire, counted, play.table)
    return sum(scoring.size(count(member)) for member in members)


def _typed(column: str, row: str, points: int | None) -> EntryRequest:
    return EntryRequest(SCORE, {"column": column, "row": row, "points": points})
