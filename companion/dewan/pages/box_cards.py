"""The cards of a box as one types and taps them.

``fb`` or ``f:b`` is Forest with Berry, ``m/wf`` Mountain and Water with Fire, ``3m/b`` three of a kind, ``-fb`` one
less. Written-out words do as well: ``forest:berry``.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from companion.dewan.pages.box_shelf import BoxPage
from companion.dewan.rules.cards import Card, CardError, Half, parse_card
from companion.dewan.rules.words import TERRAIN_CARDS, Symbol, Terrain
from companion.formats.faults import BadInput, Fault, shortened
from companion.games.contract import Json

LINE = "line"
MOST_OF_ONE = 99
MOST_CARDS_A_LINE = 90
"""A patch has room for a hundred changes."""
TERRAIN_KEYS = {str(terrain)[0]: terrain for terrain in Terrain}
SYMBOL_KEYS = {str(symbol)[0]: symbol for symbol in Symbol}

_CARD = re.compile(r"(?P<number>-?\d{0,2})[x*]?(?P<card>[a-z:/]+)")
_HALF = re.compile(r"(?P<terrain>[mbdfw]):?(?P<symbol>[apcbf])?")


def read_cards(text: str) -> dict[Card, int]:
    """How many more (or fewer) of each card. Raises BadInput with every fault."""
    more: dict[Card, int] = {}
    faults = []
    words = re.split(r"[\s,;]+", text.strip().lower())
    if not words[0]:
        raise BadInput([Fault(LINE, "boxline.no-card")])
    for word in words:
        try:
            card, number = _read_card(word)
        except CardError as error:
            faults.append(Fault(LINE, error.code, {"word": shortened(error.word)}))
        else:
            more[card] = more.get(card, 0) + number
    if len(more) > MOST_CARDS_A_LINE:
        faults.append(Fault(LINE, "json.too-many", {"most": MOST_CARDS_A_LINE}))
    if faults:
        raise BadInput(faults)
    return more


def _read_card(word: str) -> tuple[Card, int]:
    part = _CARD.fullmatch(word)
    if part is None:
        raise CardError("boxline.unknown-card", word)
    number = int(part["number"]) if part["number"] not in ("", "-") else -1 if part["number"] else 1
    halves = []
    for half in part["card"].split("/"):
        short = _HALF.fullmatch(half)
        if short is None:
            if len(half) < 4:
                raise CardError("boxline.unknown-card", word)
            return parse_card(part["card"]), number
        symbol = SYMBOL_KEYS[short["symbol"]] if short["symbol"] else None
        halves.append(str(Half(TERRAIN_KEYS[short["terrain"]], symbol)))
    return parse_card("/".join(halves)), number


def write_card(card: Card) -> str:
    """E.g. ``F:B`` or ``M/W:F``."""
    return "/".join(
        f"{half.terrain[0]}:{half.symbol[0]}" if half.symbol else half.terrain[0] for half in card.halves
    ).upper()


def card_changes(cards: Mapping[Card, int], more: Mapping[Card, int]) -> list[Json]:
    """The changes to the box file. Raises BadInput where there would be fewer than none or too many."""
    kept = [[card, count] for card, count in cards.items()]
    changes: list[Json] = []
    faults = []
    for card, number in more.items():
        place = next((i for i, (known, _) in enumerate(kept) if known == card), None)
        count = number + (int(str(kept[place][1])) if place is not None else 0)
        if not 0 <= count <= MOST_OF_ONE:
            faults.append(Fault(LINE, "boxline.card-count", {"card": write_card(card), "most": MOST_OF_ONE}))
        elif place is None:
            if count:
                kept.append([card, count])
                changes.append({"op": "add", "path": "/cards/-", "value": {"card": str(card), "count": count}})
        elif count:
            kept[place][1] = count
            changes.append({"op": "replace", "path": f"/cards/{place}/count", "value": count})
        else:
            del kept[place]
            changes.append({"op": "remove", "path": f"/cards/{place}"})
    if faults:
        raise BadInput(faults)
    return changes


@dataclass(frozen=True)
class CardGrid:
    """Single terrains by symbol, then the two-terrain cards there are."""

    rows: tuple[tuple[Terrain, tuple[tuple[Card, int], ...]], ...]
    pairs: tuple[tuple[Card, int], ...]
    total: int
    wanted: int = TERRAIN_CARDS


SYMBOLS: tuple[Symbol | None, ...] = (None, *Symbol)


def card_grid(cards: Mapping[Card, int]) -> CardGrid:
    rows = []
    for terrain in Terrain:
        row = [Card((Half(terrain, symbol),)) for symbol in SYMBOLS]
        rows.append((terrain, tuple((card, cards.get(card, 0)) for card in row)))
    pairs = tuple((card, count) for card, count in cards.items() if len(card.halves) == 2)
    return CardGrid(tuple(rows), pairs, sum(cards.values()))


@dataclass(frozen=True)
class CardsPage(BoxPage):
    """``halves``: chosen of a card of two terrains."""

    line: str
    halves: Mapping[str, str]
    part = "cards"
    symbols = SYMBOLS
    terrains = tuple(Terrain)
    all_symbols = tuple(Symbol)

    @property
    def grid(self) -> CardGrid:
        return card_grid(self.opened.box.cards)
