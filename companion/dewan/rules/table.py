"""The whole table at one moment: what the table record says, as values."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from companion.dewan.rules.board import Board
from companion.dewan.rules.cards import JOKER, Card, Half
from companion.dewan.rules.piles import Piles
from companion.dewan.rules.rulings import choice
from companion.dewan.rules.tiles import StoryTile
from companion.dewan.rules.words import CAMPS_TO_PLACE, FISH_TOKENS, MARKERS, Marker, ScenarioName
from companion.rules.hexes import Hex


class Blank(StrEnum):
    """A place of the row without a known card."""

    UNTOLD = "untold"
    """A card lies there; nobody has told which."""
    GAP = "gap"
    """Nothing lies there, because nothing was left to lay out (R-16)."""


@dataclass(frozen=True)
class Player:
    """``hand`` are the cards everybody has seen, ``hidden_cards`` how many more are held unseen (R-52).

    ``secret`` are those of the unseen ones that the owner, and nobody else, has told the companion.
    """

    name: str
    color: str | None = None
    team: str | None = None
    hand: tuple[Card, ...] = ()
    hidden_cards: int = 0
    berries: int = 0
    fish: int = 0
    tucked: tuple[Half, ...] = ()
    stories: tuple[StoryTile, ...] = ()
    secret: tuple[Card, ...] = ()

    @property
    def cards_in_hand(self) -> int:
        """Tucked cards are not in hand (D-SCORE-WIN-01)."""
        return len(self.hand) + self.hidden_cards

    @property
    def payable(self) -> tuple[Card, ...]:
        """What the player may be able to pay with, as far as the table knows: unseen cards may be anything."""
        return self.hand + (JOKER,) * self.hidden_cards


@dataclass(frozen=True)
class Table:
    """Players sit clockwise in the order given (D-TURN-01)."""

    scenario: ScenarioName
    players: tuple[Player, ...]
    board: Board = field(default_factory=Board)
    rulings: Mapping[str, str] = field(default_factory=dict)
    first_player: str | None = None
    active_player: str | None = None
    row: tuple[Card | Blank, ...] | None = None
    """The open cards, the place next to the draw pile first; None when the row is not tracked."""
    piles: Piles = field(default_factory=Piles)
    water_markers: int = MARKERS
    lava_markers: int = MARKERS
    fish_tokens: int = FISH_TOKENS

    def player(self, name: str) -> Player:
        return next(player for player in self.players if player.name == name)

    def with_player(self, changed: Player) -> "Table":
        return replace(self, players=tuple(changed if one.name == changed.name else one for one in self.players))

    def as_seen_by(self, viewer: str | None) -> "Table":
        """The table with what this player knows of the own hand, and nobody's secrets besides."""

        def seen(player: Player) -> Player:
            if player.name != viewer:
                return replace(player, secret=())
            hidden = player.hidden_cards - len(player.secret)
            return replace(player, hand=player.hand + player.secret, secret=(), hidden_cards=hidden)

        return replace(self, players=tuple(map(seen, self.players)))

    def ruling(self, ruling: str) -> str:
        return choice(self.rulings, ruling)

    def clockwise_from(self, name: str) -> tuple[Player, ...]:
        at = next(i for i, player in enumerate(self.players) if player.name == name)
        return self.players[at:] + self.players[:at]

    def active(self) -> Player:
        """Whose turn it is; the first player, then the first seat, where that was not told."""
        return self.player(self.active_player or self.first_player or self.players[0].name)

    def placed_camps(self, name: str) -> tuple[Hex, ...]:
        """The camps that came from the Tribe board; the starting camp is not one of them."""
        return self.board.camps_of(name, starting=False)

    def camps_left(self, name: str) -> int:
        return CAMPS_TO_PLACE - len(self.placed_camps(name))

    def markers_left(self, marker: Marker) -> int:
        return self.water_markers if marker is Marker.WATER else self.lava_markers

    def with_marker_used(self, marker: Marker) -> "Table":
        left = max(0, self.markers_left(marker) - 1)
        if marker is Marker.WATER:
            return replace(self, water_markers=left)
        return replace(self, lava_markers=left)

    def team_of(self, name: str) -> tuple[Player, ...]:
        """The players of the same team, or the player alone."""
        team = self.player(name).team
        return tuple(one for one in self.players if one.name == name or (team is not None and one.team == team))
