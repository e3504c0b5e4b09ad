"""A table of wood and cardboard, played by seeded hands: it knows every face, the companion only what it is told.

After every action it checks that no card was lost or made: what lies unseen, in the row, in hands, under boards and on
the discards is always the whole box.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass, field

from companion.dewan.demo import demo_box
from companion.dewan.formats.actions import write_action
from companion.dewan.formats.box import write_box
from companion.dewan.rules import game
from companion.dewan.rules.actions import (
    Action,
    DiscardForFish,
    Pass,
    PlaceCamp,
    PlaceMarker,
    TakeCards,
    TakeStory,
    TellCards,
    TuckCard,
)
from companion.dewan.rules.cards import Card, Half
from companion.dewan.rules.events import villages
from companion.dewan.rules.play import NewsKind, Play, StepKind
from companion.dewan.rules.table import Blank
from companion.dewan.rules.tiles import StoryTile
from companion.dewan.rules.words import ROW_LENGTH, STORY_ROW_LENGTH, ScenarioName, Symbol, Terrain

Json = dict[str, object]
BOX = demo_box()
NAMES = ("Alix", "Billy", "Charlie", "Dana")


def laid_tiles(scenario: str, players: int, seed: int) -> list[Json]:
    """The tiles of a layout, drawn and turned by the seed."""
    chance = random.Random(seed)
    layout = BOX.layout(ScenarioName(scenario), players)
    assert layout is not None
    tiles: dict[str, list[str]] = {}
    for tile in BOX.tiles:
        tiles.setdefault(tile.kind, []).append(tile.id)
    for ids in tiles.values():
        chance.shuffle(ids)
    return [
        {"tile": tiles[slot.kind].pop(), "at": list(slot.at), "rotation": chance.randrange(6)} for slot in layout.slots
    ]


def map_json(scenario: str, players: int, seed: int) -> Json:
    return {"box": write_box(BOX), "tiles": laid_tiles(scenario, players, seed)}


def header(
    scenario: str, players: int, seed: int = 0, *, with_map: bool = True, row: bool = True, stories: bool = True
) -> Json:
    """What a new table says of itself; ``Wooden`` adds the cards it has dealt."""
    people: list[Json] = [{"name": name} for name in NAMES[:players]]
    if scenario == "team":
        for seat, player in enumerate(people):
            player["team"] = ("Sun", "Moon")[seat % 2]
    table: Json = {"format": "dewan-table/1", "scenario": scenario, "players": people, "first_player": NAMES[0]}
    if with_map:
        table["map"] = map_json(scenario, players, seed)
    return {"table": table, "row": row, "stories": stories}


@dataclass(frozen=True)
class Style:
    """How they play: cards in hand before a camp is placed, whether cards that come unseen are told, and who may place
    the final camp (all others wait with it until the last round)."""

    patience: int = 4
    tell: bool = False
    finishers: tuple[str, ...] = NAMES
    camps_first: int = 0
    """Nobody places the final camp before everybody has placed so many."""
    likes_water: bool = False


@dataclass
class Wooden:
    scenario: str
    players: int
    seed: int
    style: Style = field(default_factory=Style)

    def __post_init__(self) -> None:
        self.chance = random.Random(self.seed)
        cards = [card for card, count in BOX.cards.items() for _ in range(count)]
        self.chance.shuffle(cards)
        self.names = NAMES[: self.players]
        self.secret: dict[str, list[Card]] = {name: [] for name in self.names}
        dealt = {name: [cards.pop(), cards.pop()] for name in self.names}
        self.row: list[Card | None] = [cards.pop() for _ in range(ROW_LENGTH)]
        self.unseen, self.discards, self.buried = cards, list[Card](), list[Card]()
        rules = game.SCENARIOS[ScenarioName(self.scenario)]
        self.stack = [story for story in BOX.stories if rules.uses_story(story)]
        self.chance.shuffle(self.stack)
        self.stories: list[StoryTile] = [self.stack.pop() for _ in range(STORY_ROW_LENGTH)]
        self.header = header(self.scenario, self.players, self.seed)
        table = self.header["table"]
        assert isinstance(table, dict)
        table["row"] = [str(card) for card in self.row]
        for player in table["players"]:
            player["hand"] = [str(card) for card in dealt[player["name"]]]

    # --- Deciding

    def next_action(self, play: Play) -> Action:
        step = play.next
        if self.style.tell and (untold := self._untold(play)):
            return TellCards(untold, tuple(self.secret[untold]))
        match step.kind:
            case StepKind.FIRST_STORY | StepKind.STORY:
                return self._story(play, step.player)
            case StepKind.TUCK:
                return self._tuck(play, step.player)
            case StepKind.MARKER:
                return PlaceMarker(step.player, self.chance.choice(game.eligible_spaces(play.table)))
            case StepKind.FISH:
                return self._fish(play, step.player)
            case _:
                return self._turn(play, step.player)

    def _untold(self, play: Play) -> str | None:
        return next(
            (player.name for player in play.table.players if len(player.secret) < len(self.secret[player.name])), None
        )

    def hand(self, play: Play, name: str) -> list[Card]:
        return [*play.table.player(name).hand, *self.secret[name]]

    def _turn(self, play: Play, name: str) -> Action:
        hand = self.hand(play, name)
        pairs = [i for i in range(1, ROW_LENGTH) if self.row[i - 1] and self.row[i]]
        final_allowed = play.last_round or (
            name in self.style.finishers
            and all(play.camps_placed(other) >= self.style.camps_first for other in self.names if other != name)
        )
        wants = (len(hand) >= self.style.patience or not pairs or play.last_round) and play.camps_left(name)
        if wants and (play.camps_left(name) > 1 or final_allowed):
            routes = game.find_routes(play.table, name, hand)
            if self.style.likes_water and play.camps_left(name) > 1:
                water = [route for route in routes if play.table.board.ground[route.to] is Terrain.WATER]
                routes = tuple(water) or routes
            if routes:
                route = self.chance.choice(sorted(routes, key=lambda one: (one.cards, one.to))[:4])
                paid = game.check_route(play.table, name, route.path, hand).payment or ()
                return PlaceCamp(name, route.to, route.path, tuple(one.card for one in paid))
        if not pairs:
            return Pass(name)
        place = self.chance.choice(pairs)
        return TakeCards(name, (place, place + 1), tuple(self.unseen[::-1][:2]))

    def _story(self, play: Play, name: str) -> Action:
        refill = self.stack[-1] if self.stack else None
        if not self.stories or (self.stack and self.chance.random() < 0.2):
            return TakeStory(name, None, refill)
        place = self.chance.randrange(len(self.stories))
        return TakeStory(name, place + 1, self.stories[place], refill)

    def _tuck(self, play: Play, name: str) -> Action:
        hand = self.hand(play, name)
        if not hand:
            return TuckCard(name)
        card, half = max(((card, half) for card in hand for half in card.halves), key=lambda shown: _worth(shown[1]))
        return TuckCard(name, card, half)

    def _fish(self, play: Play, name: str) -> Action:
        hand = self.hand(play, name)
        if not hand or not villages(play.table, name):
            return DiscardForFish(name, False)
        return DiscardForFish(name, True, self.chance.choice(hand))

    # --- What happens on wood

    def done(self, before: Play, action: Action, after: Play) -> None:
        """Move the faces as the action says, and check that companion and table agree."""
        match action:
            case TakeCards(player=name, places=places):
                for place in places or ():
                    card = self.row[place - 1]
                    assert card is not None
                    self.row[place - 1] = None
                    told = before.table.row[place - 1] if before.table.row else None
                    if told is Blank.UNTOLD:
                        self.secret[name].append(card)
            case PlaceCamp(player=name, cards=cards):
                tolls = game.check_route(before.table, name, action.path or (), cards).cost
                for card, toll in zip(cards or (), tolls, strict=True):
                    self._leaves(before, name, card)
                    if toll.to is None:
                        self.discards.append(card)
            case TuckCard(player=name, card=card) if card:
                self._leaves(before, name, card)
                self.buried.append(card)
            case DiscardForFish(player=name, card=card) if card:
                self._leaves(before, name, card)
                self.discards.append(card)
            case TakeStory(place=None):
                self.stack.pop()
            case TakeStory(place=place) if place:
                self.stories.pop(place - 1)
                if self.stack:
                    self.stories.insert(place - 1, self.stack.pop())
        if any(news.kind is NewsKind.RESHUFFLED for news in after.news):
            self._before_reshuffle(action, after)
        self._lay_out(after)
        self._take_rewards(after)
        self._check(after)

    def _leaves(self, before: Play, name: str, card: Card) -> None:
        """Known cards are played before unseen equal ones, as the companion does."""
        known = list(before.table.player(name).hand)
        if self._spent.setdefault(name, []).count(card) < known.count(card):
            self._spent[name].append(card)
        else:
            self.secret[name].remove(card)

    @property
    def _spent(self) -> dict[str, list[Card]]:
        return self.__dict__.setdefault("spent", {})

    def _before_reshuffle(self, action: Action, after: Play) -> None:
        """What was told as refill left the old pile; the discards are then the new one."""
        told = action.refill if isinstance(action, TakeCards) else ()
        kept = [card for card in told if card in self.unseen]
        for card in kept:
            self.unseen.remove(card)
        self.chance.shuffle(self.discards)
        self.unseen, self.discards = [*self.discards, *self.unseen, *kept[::-1]], []

    def _lay_out(self, after: Play) -> None:
        assert after.table.row is not None
        for i, shown in enumerate(after.table.row):
            if self.row[i] is not None or shown is Blank.GAP:
                continue
            if isinstance(shown, Card):
                self.unseen.reverse()
                self.unseen.remove(shown)
                self.unseen.reverse()
                self.row[i] = shown
            else:
                self.row[i] = self.unseen.pop()

    def _take_rewards(self, after: Play) -> None:
        for news in after.news:
            if news.kind is NewsKind.REWARD and news.player:
                self.secret[news.player] += [self.unseen.pop() for _ in range(news.number)]

    def _check(self, after: Play) -> None:
        self._spent.clear()
        piles = after.table.piles
        assert len(self.unseen) == (piles.draw or 0) + (piles.supply or 0)
        assert len(self.discards) == piles.discard
        for player in after.table.players:
            assert player.hidden_cards == len(self.secret[player.name])
        hands = sum(player.cards_in_hand for player in after.table.players)
        laid = sum(card is not None for card in self.row)
        assert len(self.unseen) + len(self.discards) + len(self.buried) + hands + laid == sum(BOX.cards.values())
        assert after.story_row is not None
        assert (len(after.story_row), after.story_stack) == (len(self.stories), len(self.stack))


def _worth(half: Half) -> int:
    """Fire and berries score wherever they are; resources only help with stories."""
    return 0 if half.symbol is None else 2 if half.symbol in (Symbol.FIRE, Symbol.BERRY) else 1


def play_out(wooden: Wooden, play: Play, recorded: Callable[[Json], Play], most: int = 600) -> Play:
    """Play to the end, telling each action; ``recorded`` answers with the game after it."""
    for _ in range(most):
        if play.over:
            return play
        action = wooden.next_action(play)
        after = recorded(write_action(action))
        wooden.done(play, action, after)
        play = after
    raise AssertionError(f"not over after {most} actions")
