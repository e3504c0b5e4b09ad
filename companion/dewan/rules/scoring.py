"""The rows of the score pad that scenarios build theirs from. Each line carries what it was counted from."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from companion.dewan.rules.stories import check_story, count
from companion.dewan.rules.table import Player, Table
from companion.dewan.rules.words import CAMPS_TO_PLACE, Symbol, Terrain
from companion.rules.hexes import Hex, connected_parts
from companion.rules.verdict import Evidence, ScoreLine

MOST_FIRE = 4
GROUP = 4
BERRY = 2

Tally = tuple[Evidence, ...]
"""Things of one sort a player has; their number is the sum of the counts."""

FireSource = Callable[[Table, str], Tally]


@dataclass(frozen=True)
class PadRow:
    """A row of the pad: what is counted in it under which rule, the sign beside it, and the rulings it depends on.

    ``note`` stands behind the sign, like ``+4``. ``on_map``: only a map can count it. ``each``: so many points for each
    thing, of which there are at most so many; where there is no map, the things are asked for.
    """

    key: str
    rule: str
    sign: str
    rulings: tuple[str, ...] = ()
    note: str = ""
    on_map: bool = False
    each: tuple[int, int] | None = None

    def line(self, points: int, evidence: Tally) -> ScoreLine:
        return ScoreLine(self.key, self.rule, points, evidence)


STORIES = PadRow("stories", "D-SCORE-STORY-01", "story", ("R-30",))
FIRE = PadRow("fire", "D-SCORE-FIRE-01", "fire", ("R-03",))
FIRE_MAJORITY = PadRow("fire_majority", "D-SCORE-FIRE-02", "fire", ("R-35",), note=f"+{MOST_FIRE}")
GROUPS = PadRow("groups", "D-SCORE-GROUP-01", "camp-group", ("R-04",), on_map=True, each=(GROUP, 9))
BERRIES = PadRow("berries", "D-SCORE-BERRY-01", "berry")
PAIRS = PadRow("pairs", "D-SCEN-03", "pair", ("R-01",))
COMMON_ROWS = (STORIES, FIRE, FIRE_MAJORITY)
"""They are the same everywhere (D-SCEN-02)."""


class Sheet(NamedTuple):
    """One column of the pad. ``members``: the player, or both partners of a team."""

    name: str
    members: tuple[str, ...]
    lines: tuple[ScoreLine, ...]
    fire: int
    berries: int
    hand: int

    @property
    def total(self) -> int:
        return sum(line.points for line in self.lines)


class Score(NamedTuple):
    """``ranking``: names of the ranked sheets, best first; equals stand together (D-SCORE-WIN-01)."""

    players: tuple[Sheet, ...]
    teams: tuple[Sheet, ...]
    ranking: tuple[tuple[str, ...], ...]


def size(tally: Tally) -> int:
    return sum(item.count for item in tally)


def completed_stories(table: Table, player: str) -> Tally:
    """The tiles that score (D-END-03): done ones stay done; others are checked once more at the end (R-30)."""
    final_check = table.ruling("R-30") == "final-check"
    return tuple(
        Evidence("story", "D-SCORE-STORY-01", story.points, player, stories=(i,))
        for i, story in enumerate(table.player(player).stories)
        if story.done or ((story.done is None or final_check) and check_story(table, player, story).complete)
    )


def fire(table: Table, player: str) -> Tally:
    """Fire on completed tiles and tucked cards, and for the final camp (D-SCORE-FIRE-01, D-SCORE-FIRE-03)."""
    owner = table.player(player)
    found = [
        Evidence("story", "D-SCORE-FIRE-01", owner.stories[i].fire, player, stories=(i,))
        for item in completed_stories(table, player)
        for i in item.stories
        if owner.stories[i].fire
    ]
    found += _symbols(owner, Symbol.FIRE, "D-SCORE-FIRE-01")
    placed = table.placed_camps(player)
    if len(placed) >= CAMPS_TO_PLACE:
        found.append(Evidence("final-camp", "D-SCORE-FIRE-01", 1, player, camps=placed))
    return tuple(found)


def berries(table: Table, player: str) -> Tally:
    """Tokens, and Berry symbols showing on tucked cards (D-SCORE-BERRY-01, R-49)."""
    owner = table.player(player)
    tokens = [Evidence("token", "D-SCORE-BERRY-01", owner.berries, player)] if owner.berries else []
    return (*tokens, *_symbols(owner, Symbol.BERRY, "D-SCORE-BERRY-01"))


def fish(table: Table, player: str) -> Tally:
    owner = table.player(player)
    return (Evidence("fish", "D-LAKE-11", owner.fish, player),) if owner.fish else ()


def _symbols(owner: Player, symbol: Symbol, rule: str) -> list[Evidence]:
    return [
        Evidence("tucked", rule, 1, owner.name, tucked=(i,))
        for i, half in enumerate(owner.tucked)
        if half.symbol is symbol
    ]


def groups(table: Table, camps: Iterable[Hex]) -> tuple[tuple[Hex, ...], ...]:
    """Connected sets of two or more camps (D-SCORE-GROUP-01, D-SCORE-GROUP-02)."""
    return tuple(part for part in connected_parts(camps) if len(part) > 1)


def camps_for_groups(table: Table, player: str) -> tuple[Hex, ...]:
    """With or without the starting camp (R-04)."""
    return _camps(table, player, "R-04")


def camps_for_water(table: Table, player: str) -> tuple[Hex, ...]:
    """With or without the starting camp (R-05)."""
    return _camps(table, player, "R-05")


def _camps(table: Table, player: str, ruling: str) -> tuple[Hex, ...]:
    return table.board.camps_of(player, None if table.ruling(ruling) == "starting-camp-counts" else False)


def story_line(table: Table, players: Sequence[str]) -> ScoreLine:
    tally = tuple(item for player in players for item in completed_stories(table, player))
    return STORIES.line(size(tally), tally)


def fire_line(tally: Tally) -> ScoreLine:
    return FIRE.line(size(tally), tally)


def fire_majority(table: Table, fires: Mapping[str, int]) -> dict[str, ScoreLine]:
    """Four more for the most Fire, to everyone tied for it (D-SCORE-FIRE-02)."""
    most = max(fires.values())
    awarded = most > 0 or table.ruling("R-35") == "all-tie"
    return {
        name: FIRE_MAJORITY.line(
            MOST_FIRE if awarded and mine == most else 0,
            tuple(Evidence("fire", "D-SCORE-FIRE-02", theirs, other) for other, theirs in fires.items()),
        )
        for name, mine in fires.items()
    }


def group_line(table: Table, player: str) -> ScoreLine:
    found = groups(table, camps_for_groups(table, player))
    evidence = tuple(Evidence("group", "D-SCORE-GROUP-01", 1, player, camps, camps) for camps in found)
    return GROUPS.line(GROUP * len(found), evidence)


def berry_line(tally: Tally) -> ScoreLine:
    return BERRIES.line(BERRY * size(tally), tally)


def pairs_line(table: Table, player: str, points: int, berry_tally: Tally, fire_tally: Tally) -> ScoreLine:
    """Berry and Fire, two by two; the Fire still scores in its own row (D-SCEN-03). The partner is R-01's to choose."""
    partner = table.ruling("R-01")
    if partner == "fire":
        other = fire_tally
    elif partner == "fish":
        other = fish(table, player)
    else:
        other = count(table, player, Symbol(partner)).counted
    return PAIRS.line(points * min(size(berry_tally), size(other)), (*berry_tally, *other))


def zones_line(table: Table, player: str, row: PadRow, points: int, terrains: Sequence[Terrain]) -> ScoreLine:
    """Points for each zone of these terrains with at least one camp in it, on the map only (R-07)."""
    zones = {
        zone.spaces: zone
        for at in table.board.camps_of(player)
        if (zone := table.board.zone_at(at)) and zone.terrain in terrains
    }
    evidence = tuple(Evidence("zone", row.rule, 1, player, spaces) for spaces in sorted(zones))
    return row.line(points * len(zones), evidence)


def rank(sheets: Sequence[Sheet]) -> tuple[tuple[str, ...], ...]:
    """Most points, then most cards in hand; who is still tied shares the place (D-SCORE-WIN-01, D-TEAM-07)."""
    places: dict[tuple[int, int], list[str]] = {}
    for sheet in sheets:
        places.setdefault((sheet.total, sheet.hand), []).append(sheet.name)
    return tuple(tuple(places[key]) for key in sorted(places, reverse=True))
