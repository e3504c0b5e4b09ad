"""The set-up page: what has been chosen and typed so far, what a tap changes of it, and the list for the table.

Everything lives in the form, so the page works the same with and without scripts. A button's ``do`` is a verb with
its arguments, e.g. ``color:2:indigo``: seat 2 takes indigo, and whoever had it takes what seat 2 gives up.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from companion.record.setup import MOST_CARDS, MOST_STORIES
from companion.record.table import FORMAT
from companion.rules.dewan.setup import WATER_STORIES, figures
from companion.rules.dewan.tiles import Box
from companion.rules.dewan.words import (
    CAMPS_TO_PLACE,
    FEWEST_PLAYERS,
    FISH_TOKENS,
    MOST_PLAYERS,
    STARTING_HAND,
    STORY_TILES,
    TERRAIN_CARDS,
    ScenarioName,
)
from companion.web.players import HOUSE

BY_LOT = "lot"
TRACKED = ("row", "stories")
TEAMS = ("sun", "moon")
MOST_KEPT = 300
"""Letters of a text somebody typed that the page gives back; anything longer is not a name."""


@dataclass(frozen=True)
class Draft:
    """Names and colours of all four seats are kept, also of those nobody sits on just now."""

    scenario: ScenarioName = ScenarioName.BASE
    players: int = 3
    names: tuple[str, ...] = ("",) * MOST_PLAYERS
    colors: tuple[str, ...] = ("",) * MOST_PLAYERS
    first: str = BY_LOT
    """The seat of the first player, counted from 1, or by lot (R-45)."""
    tracked: tuple[str, ...] = TRACKED
    title: str = ""
    box: str = ""
    ticked: tuple[str, ...] = ()
    """Lines of the list that are done on the table."""
    too_many: int = 0
    """How many players were sent, where that is more than there are seats."""

    @property
    def seats(self) -> range:
        return range(self.players)

    @property
    def opposite(self) -> bool:
        """Partners sit opposite (D-TEAM-01)."""
        return self.scenario is ScenarioName.TEAM

    def team(self, seat: int) -> str | None:
        return TEAMS[seat % 2] if self.opposite else None


def read_draft(fields: Mapping[str, Sequence[str]], boxes: Mapping[str, Box]) -> Draft:
    """Whatever was sent, as far as it makes sense; the rest as on a fresh page."""

    def one(key: str, default: str = "") -> str:
        return (fields.get(key) or [default])[0]

    names = tuple(_kept(name) for name in fields.get("name", ()))
    scenario = one("scenario")
    told = one("players")
    most = MOST_PLAYERS
    players = int(told) if told in map(str, range(FEWEST_PLAYERS, most + 1)) else min(max(len(names), 2), 4)
    if not told and not names:
        players = Draft.players
    first = one("first")
    box = one("box")
    draft = Draft(
        scenario=ScenarioName(scenario) if scenario in tuple(ScenarioName) else ScenarioName.BASE,
        players=players,
        names=(*names, *("",) * most)[:most],
        colors=(*map(_kept, fields.get("color", ())), *("",) * most)[:most],
        first=first if first in map(str, range(1, most + 1)) else BY_LOT,
        tracked=tuple(key for key in TRACKED if key in fields.get("track", ())) if "shown" in fields else TRACKED,
        title=_kept(one("title")),
        box=box if box in boxes else next(iter(boxes)),
        ticked=tuple(_kept(tick) for tick in fields.get("tick", ())[:20]),
        too_many=len(names) if len(names) > most else 0,
    )
    return settled(draft, boxes[draft.box])


def _kept(text: str) -> str:
    return text[:MOST_KEPT]


def tapped(draft: Draft, do: str, boxes: Mapping[str, Box]) -> Draft:
    """The draft after a button; one that does not exist changes nothing."""
    verb, _, rest = do.partition(":")
    seat_text, _, value = rest.partition(":")
    seat = int(seat_text) - 1 if seat_text in map(str, range(1, MOST_PLAYERS + 1)) else None
    if verb == "scenario" and rest in tuple(ScenarioName):
        draft = replace(draft, scenario=ScenarioName(rest))
    elif verb == "players" and rest in map(str, range(FEWEST_PLAYERS, MOST_PLAYERS + 1)):
        draft = replace(draft, players=int(rest))
    elif verb == "first" and (rest == BY_LOT or seat is not None):
        draft = replace(draft, first=rest)
    elif verb == "box" and rest in boxes:
        draft = replace(draft, box=rest)
    elif verb == "color" and seat is not None:
        draft = _with_color(draft, seat, value)
    elif verb == "later" and seat is not None and seat + 1 < draft.players:
        draft = _swapped(draft, seat, seat + 1)
    elif verb == "earlier" and seat:
        draft = _swapped(draft, seat, seat - 1)
    return settled(draft, boxes[draft.box])


def _with_color(draft: Draft, seat: int, color: str) -> Draft:
    given_up = draft.colors[seat]
    colors = [given_up if one == color else one for one in draft.colors]
    colors[seat] = color
    return replace(draft, colors=tuple(colors))


def _swapped(draft: Draft, a: int, b: int) -> Draft:
    """Two players change seats; colour and feather go with them."""

    def swap(values: Sequence[str]) -> tuple[str, ...]:
        changed = list(values)
        changed[a], changed[b] = changed[b], changed[a]
        return tuple(changed)

    seats = {str(a + 1): str(b + 1), str(b + 1): str(a + 1)}
    return replace(draft, names=swap(draft.names), colors=swap(draft.colors), first=seats.get(draft.first, draft.first))


def settled(draft: Draft, box: Box) -> Draft:
    """What follows from the rest: team play is for four, and every seat has a colour of the box."""
    if draft.opposite:
        draft = replace(draft, players=MOST_PLAYERS)
    if draft.first != BY_LOT and int(draft.first) > draft.players:
        draft = replace(draft, first=BY_LOT)
    palette = color_names(box)
    free = [color for color in palette if color not in draft.colors]
    colors = [color if color in palette else (free.pop(0) if free else color) for color in draft.colors]
    return replace(draft, colors=tuple(colors))


def color_names(box: Box) -> tuple[str, ...]:
    """The camps in the box; our own colours where it names too few for a game."""
    named = tuple(color.name for color in box.colors)
    return named if len(named) >= MOST_PLAYERS else (*named, *(color for color in HOUSE if color not in named))


def pieces(box: Box) -> tuple[int, int]:
    """Terrain cards and Story tiles of the box; those of the rulebook where none were entered."""
    cards, stories = sum(box.cards.values()), len(box.stories)
    return min(cards, MOST_CARDS) or TERRAIN_CARDS, min(stories, MOST_STORIES) or STORY_TILES


def header(draft: Draft, box: Box, names: Sequence[str], teams: Mapping[str, str], no_box: str) -> dict[str, object]:
    """What the new table is made from.

    ``names`` and ``teams`` as they are to be shown, ``no_box`` the box that needs no telling.
    """
    cards, stories = pieces(box)
    return {
        "table": {
            "format": FORMAT,
            "scenario": draft.scenario,
            "players": [
                {"name": names[seat], "color": draft.colors[seat] or None, "team": teams.get(draft.team(seat) or "")}
                for seat in draft.seats
            ],
            "first_player": None if draft.first == BY_LOT else names[int(draft.first) - 1],
        },
        "title": draft.title.strip() or None,
        "row": "row" in draft.tracked,
        "stories": "stories" in draft.tracked,
        "cards": cards,
        "story_tiles": stories,
        "box": None if draft.box == no_box else draft.box,
    }


@dataclass(frozen=True)
class Line:
    """One line of the list for the table: a code of the catalogue, its numbers, the sign beside it."""

    code: str
    icon: str
    n: int
    params: Mapping[str, int]


def checklist(draft: Draft, box: Box) -> tuple[Line, ...]:
    """What to lay out on the table, in the order of the rules (D-SETUP-01 to D-SETUP-07)."""
    cards, stories = pieces(box)
    numbers = figures(draft.scenario, draft.players, cards, stories)
    scenario = draft.scenario
    lines = [
        Line("starting-tiles", "camp-group", numbers.starting_tiles, {}),
        Line("neutral-tiles", "route", numbers.neutral_tiles, {}),
    ]
    if scenario is ScenarioName.VOLCANO:
        lines.append(Line("volcano-tile", "volcano", numbers.special_tiles, {}))
    if scenario is ScenarioName.DOWNPOUR:
        lines.append(Line("downpour-tile", "water-marker", numbers.special_tiles, {}))
    lines.append(Line("berries", "berry", 2, {}))
    lines.append(Line("camps", "camp", CAMPS_TO_PLACE, {}))
    if scenario is ScenarioName.DOWNPOUR:
        lines.append(Line("stories-out", "close", WATER_STORIES, {}))
    lines.append(Line("stories", "story", numbers.story_row, {"stack": numbers.story_stack}))
    lines.append(Line("hands", "hand", STARTING_HAND, {"dealt": numbers.dealt}))
    lines.append(Line("row", "cards", numbers.row, {}))
    if numbers.supply:
        lines.append(Line("event-pile", "countdown", numbers.draw_pile, {"supply": numbers.supply}))
    else:
        lines.append(Line("draw-pile", "cards", numbers.draw_pile, {}))
    if scenario is ScenarioName.VOLCANO:
        lines.append(Line("lava", "lava", numbers.markers, {}))
    if scenario is ScenarioName.DOWNPOUR:
        lines.append(Line("water", "water-marker", numbers.markers, {}))
    if scenario is ScenarioName.LAKE_VILLAGES:
        lines.append(Line("fish", "fish", FISH_TOKENS, {}))
    lines.append(Line("first", "feather", 1, {}))
    return tuple(lines)
