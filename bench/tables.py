"""Tables to ask about, the same ones for the same seed.

Maps are laid from the demo box as its layouts say, tiles drawn and turned at random; camps stand around, and the hand
is dealt from its 55 cards.
"""

from random import Random

from companion.dewan.demo import demo_box
from companion.dewan.rules.board import Board, Camp
from companion.dewan.rules.cards import Card, Half
from companion.dewan.rules.table import Player, Table
from companion.dewan.rules.tiles import LaidTile, lay
from companion.dewan.rules.words import LAND, Ground, Landmark, ScenarioName, Terrain
from companion.rules.hexes import Hex

NAMES = ("Alix", "Billy", "Charlie", "Dana")


def deck() -> list[Card]:
    return [card for card, number in demo_box().cards.items() for _ in range(number)]


def random_table(
    seed: int, players: int, cards: int, scenario: ScenarioName = ScenarioName.BASE, placed: int = 3
) -> Table:
    """A table in mid-game; Alix is the one who asks. ``placed`` camps at most beside each player's starting camp."""
    dice = Random(f"{seed}/{players}/{cards}/{scenario}")
    box = demo_box()
    tiles = dice.sample(box.tiles, len(box.tiles))
    laid = []
    for slot in next(one.slots for one in box.layouts if (one.scenario, one.players) == (scenario, players)):
        tile = next(tile for tile in tiles if tile.kind is slot.kind)
        tiles.remove(tile)
        laid.append(LaidTile(tile, slot.at, dice.randrange(6)))
    board = Board.of(lay(laid))
    starts = sorted(at for at, ground in board.printed.items() if ground is Landmark.START)
    camps = {at: Camp(name, starting=True) for name, at in zip(NAMES, starts, strict=False)}
    for name in NAMES[:players]:
        for _ in range(dice.randint(0, placed)):
            free = sorted(at for at, ground in board.printed.items() if ground in LAND and at not in camps)
            camps[dice.choice(free)] = Camp(name)
    hand = tuple(dice.sample(deck(), cards))
    seats = tuple(Player(name, hand=hand if name == NAMES[0] else ()) for name in NAMES[:players])
    return Table(scenario, seats, Board(board.printed, board.icons, board.berries, camps))


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
