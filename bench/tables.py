"""Random but plausible tables, the same ones for the same seed.

Maps are built as the game builds them: flowers of seven spaces side by side, a starting and a neutral one for every
player, terrain in patches, some Water. Camps stand around, and the hand is dealt from an invented deck of 55 cards.
"""

from collections.abc import Iterator
from itertools import combinations
from random import Random

from companion.rules.dewan.board import Board, Camp
from companion.rules.dewan.cards import Card, Half
from companion.rules.dewan.table import Player, Table
from companion.rules.dewan.words import LAND, Ground, Landmark, ScenarioName, Terrain
from companion.rules.hexes import SIDES, Hex

NAMES = ("Alix", "Billy", "Charlie", "Dana")

# Flowers of seven tile the plane on a lattice whose steps have norm 7.
_TILE_STEPS = tuple(Hex(2, 1).turned(turn) for turn in range(6))
_SINGLES, _DOUBLES = 5, 3
"""Of each terrain so many one-terrain cards, of each pair of terrains so many two-terrain cards: 55 in all."""


def deck() -> list[Card]:
    singles = [Card((Half(terrain),)) for terrain in Terrain]
    doubles = [Card((Half(one), Half(other))) for one, other in combinations(Terrain, 2)]
    return singles * _SINGLES + doubles * _DOUBLES


def random_table(
    seed: int, players: int, cards: int, scenario: ScenarioName = ScenarioName.BASE, placed: int = 3
) -> Table:
    """A table in mid-game; Alix is the one who asks. ``placed`` camps at most beside each player's starting camp."""
    dice = Random(f"{seed}/{players}/{cards}/{scenario}")
    printed: dict[Hex, Ground] = {}
    starts = []
    for i, centre in enumerate(_tile_centres(2 * players, dice)):
        if i % 2 == 0:
            printed[centre] = Landmark.START
            starts.append(centre)
        for at in _around(centre, own_centre=i % 2 == 1):
            printed[at] = _terrain(at, printed, dice)
    hand = tuple(dice.sample(deck(), cards))
    camps = {at: Camp(name, starting=True) for name, at in zip(NAMES, starts, strict=False)}
    for name in NAMES[:players]:
        for _ in range(dice.randint(0, placed)):
            free = sorted(at for at, ground in printed.items() if ground in LAND and at not in camps)
            camps[dice.choice(free)] = Camp(name)
    seats = tuple(Player(name, hand=hand if name == NAMES[0] else ()) for name in NAMES[:players])
    return Table(scenario, seats, Board(printed, camps=camps))


def huge_table(seed: int, spaces: int = 500, cards: int = 55) -> Table:
    """The largest map and hand a record may have, made to be hard: long strips (or a disc) with terrain in a pattern
    (or without), so that a great many ways differ a little, and a hand that is short of something."""
    dice = Random(f"{seed}/{spaces}/{cards}")
    wide = dice.choice((3, 5, 8, round(spaces**0.5)))
    period = dice.randint(2, 7)
    pattern = dice.random() < 0.5
    terrains = dice.sample(tuple(Terrain), dice.choice((4, 5)))
    printed: dict[Hex, Ground] = {}
    for i in range(spaces):
        q, r = divmod(i, wide)
        column = terrains[(r + 2 * (q // period)) % len(terrains)]
        printed[Hex(q, r)] = column if pattern else dice.choice(terrains)
    printed[Hex(0, 0)] = Landmark.START
    liked = [dice.random() ** 2 + 0.02 for _ in Terrain]
    single = [Card((Half(terrain),)) for terrain in dice.choices(tuple(Terrain), liked, k=cards)]
    double = [Card(tuple(Half(terrain) for terrain in dice.sample(tuple(Terrain), 2))) for _ in range(cards)]
    hand = tuple(dice.choice(pair) for pair in zip(single, double, strict=True))
    camps = {Hex(0, 0): Camp(NAMES[0], starting=True)}
    land = sorted(at for at, ground in printed.items() if ground in LAND)
    camps |= {at: Camp(dice.choice(NAMES[1:])) for at in dice.sample(land, 16)}
    return Table(
        ScenarioName.BASE,
        (Player(NAMES[0], hand=hand), *(Player(name) for name in NAMES[1:])),
        Board(printed, camps=camps),
    )


def unread(table: Table) -> Table:
    """The same table with nothing worked out yet: zones and ground are kept on a board once they were asked for."""
    board = table.board
    fresh = Board(board.printed, board.icons, board.berries, board.camps, board.markers)
    return Table(table.scenario, table.players, fresh, table.rulings)


def _tile_centres(number: int, dice: Random) -> list[Hex]:
    """A compact cluster: every new tile lies where it touches as many others as it can."""
    centres = [Hex(0, 0)]
    while len(centres) < number:
        edge = sorted({centre.moved(step) for centre in centres for step in _TILE_STEPS} - set(centres))
        touching = {at: sum(at.moved(step) in centres for step in _TILE_STEPS) for at in edge}
        most = max(touching.values())
        centres.append(dice.choice([at for at in edge if touching[at] == most]))
    return centres


def _around(centre: Hex, *, own_centre: bool) -> Iterator[Hex]:
    if own_centre:
        yield centre
    yield from (centre.moved(side) for side in SIDES)


def _terrain(at: Hex, printed: dict[Hex, Ground], dice: Random) -> Terrain:
    """Often that of a neighbour, so that zones of several spaces come about."""
    near = [ground for side in SIDES if isinstance(ground := printed.get(at.moved(side)), Terrain)]
    return dice.choice(near) if near and dice.random() < 0.4 else dice.choice(tuple(Terrain))
