"""Which card, which Story tile: what can be chosen, narrowed by what one sees on it."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from companion.dewan.drawing.pieces import StoryView, story_view
from companion.dewan.pages.referee_question import paying_cards
from companion.dewan.rules.cards import Card, Half
from companion.dewan.rules.play import Play
from companion.dewan.rules.tiles import Box, StoryTile
from companion.dewan.rules.words import Need, Symbol, Terrain

MOST_POINTS, MOST_FIRE = 9, 3
"""On a Story tile that is in no box."""
NEEDS: tuple[Need, ...] = (*Terrain, Symbol.ARTIFACT, Symbol.PIGMENT, Symbol.CRYSTAL)


def deck_of(box: Box) -> tuple[Card, ...]:
    """The different cards of the box; where its cards were never entered, every card there can be."""
    return tuple(sorted(box.cards, key=_card_order)) or paying_cards()


def cards_left(box: Box, play: Play) -> tuple[Card, ...]:
    """Those of which one may still turn up: not all of them lie in the row or in hands, faceup."""
    seen = Counter(card for card in play.table.row or () if isinstance(card, Card))
    for player in play.table.players:
        seen.update(player.hand)
    left = tuple(card for card in deck_of(box) if box.cards.get(card, seen[card] + 1) > seen[card])
    return left or deck_of(box)


def showing(cards: Sequence[Card], terrain: Terrain | None) -> tuple[Card, ...]:
    return tuple(card for card in cards if terrain is None or terrain in card.terrains)


def halves_of(box: Box) -> tuple[Half, ...]:
    """What a tucked card may show, terrain by terrain."""
    order = list(Terrain)
    halves = {half for card in deck_of(box) for half in card.halves}
    return tuple(sorted(halves, key=lambda half: (order.index(half.terrain), half.symbol or "")))


def _card_order(card: Card) -> tuple[int, tuple[int, ...], str]:
    order = list(Terrain)
    return len(card.halves), tuple(order.index(terrain) for terrain in card.terrains), str(card)


@dataclass(frozen=True)
class NeedButton:
    """Something a Story tile may ask for; ``number``: how much of it was seen. ``more``: what a tap leads to."""

    need: Need
    number: int
    more: str


@dataclass(frozen=True)
class StoryPick:
    """The Story tiles that ask for everything tapped so far; ``own``: the tile as tapped, where none does."""

    buttons: tuple[NeedButton, ...]
    tiles: tuple[StoryView, ...]
    needs: tuple[Need, ...]
    points: int | None

    @property
    def own(self) -> tuple[StoryTile, ...]:
        """With as much fire as there may be, once its points are known."""
        if self.points is None or not self.needs:
            return ()
        wanted: dict[Need, int] = dict(Counter(self.needs))
        return tuple(StoryTile(wanted, self.points, fire) for fire in range(MOST_FIRE + 1))

    @property
    def address(self) -> str:
        return "".join(f"&need={need}" for need in self.needs)


def story_pick(tiles: Sequence[StoryTile], needs: Sequence[Need], points: int | None) -> StoryPick:
    seen = Counter(needs)
    fitting = [tile for tile in tiles if all(tile.needs.get(need, 0) >= number for need, number in seen.items())]

    def button(need: Need) -> NeedButton:
        more = (*needs, need)
        if fitting and not any(tile.needs.get(need, 0) > seen[need] for tile in fitting):
            more = tuple(one for one in needs if one != need)  # no tile has more of it: begin again
        return NeedButton(need, seen[need], "".join(f"&need={one}" for one in more))

    return StoryPick(tuple(map(button, NEEDS)), tuple(map(story_view, fitting)), tuple(needs), points)
