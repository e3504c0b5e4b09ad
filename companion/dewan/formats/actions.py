"""Actions of a game under way as JSON: ``{"do": "take-cards", "player": "Alix", "places": [3, 4]}``."""

from collections.abc import Callable, Mapping

from companion.dewan.formats.box import MOST_POINTS, needs_of
from companion.dewan.formats.cards import card_of, half_of
from companion.dewan.rules.actions import (
    Action,
    DiscardForFish,
    NoMarker,
    Pass,
    PileEmpty,
    PlaceCamp,
    PlaceMarker,
    SlideUp,
    TakeCards,
    TakeStory,
    TellCards,
    TuckCard,
)
from companion.dewan.rules.cards import Card, Half
from companion.dewan.rules.tiles import StoryTile
from companion.dewan.rules.words import ROW_LENGTH, STORY_ROW_LENGTH, STORY_SPACES, TERRAIN_CARDS
from companion.formats.faults import BadInput, Node
from companion.rules.hexes import Hex

MOST_PATH = 200
Json = dict[str, object]


def read_action(value: object) -> Action:
    """Raises BadInput with every fault."""
    node = Node(value)
    action = action_of(node)
    if node.faults or action is None:
        raise BadInput(node.faults)
    return action


def action_of(node: Node) -> Action | None:
    kind = node.one_kind("do", _READERS)
    if kind is None:
        return None
    optional, read = _READERS[kind]
    fields = node.fields(["do", "player"], optional)
    player = fields["player"].text() if fields and "player" in fields else None
    action = read(player or "", _Keys(fields or {}))
    if isinstance(action, PlaceCamp) and action.to is not None and action.path and action.path[-1] != action.to:
        node.child("to", None).fault("route.two-destinations")
    return action


class _Keys:
    """The keys beside ``do`` and ``player``; a missing one and null both mean: not told."""

    def __init__(self, fields: Mapping[str, Node]) -> None:
        self._fields = {key: node for key, node in fields.items() if node.value is not None}

    def has(self, key: str) -> bool:
        return key in self._fields

    def number(self, key: str, least: int, most: int) -> int | None:
        return self._fields[key].number(least, most) if key in self._fields else None

    def flag(self, key: str) -> bool:
        return bool(self._fields[key].flag()) if key in self._fields else False

    def hex(self, key: str) -> Hex | None:
        return self._fields[key].hex() if key in self._fields else None

    def hexes(self, key: str, most: int) -> tuple[Hex, ...] | None:
        if key not in self._fields:
            return None
        return tuple(at for node in self._fields[key].items(most) if (at := node.hex()) is not None)

    def card(self, key: str) -> Card | None:
        return card_of(self._fields[key]) if key in self._fields else None

    def cards(self, key: str) -> tuple[Card, ...] | None:
        if key not in self._fields:
            return None
        return tuple(card for node in self._fields[key].items(TERRAIN_CARDS) if (card := card_of(node)))

    def faces(self, key: str, most: int) -> tuple[Card | None, ...]:
        if key not in self._fields:
            return ()
        return tuple(None if node.value is None else card_of(node) for node in self._fields[key].items(most))

    def half(self, key: str) -> Half | None:
        return half_of(self._fields[key]) if key in self._fields else None

    def story(self, key: str) -> StoryTile | None:
        return story_of(self._fields[key]) if key in self._fields else None

    def numbers(self, key: str, least: int, most: int, size: int) -> tuple[int, ...] | None:
        if key not in self._fields:
            return None
        nodes = self._fields[key].items(size)
        if len(nodes) < size:
            self._fields[key].fault("json.too-few", n=size)
        return tuple(n for node in nodes if (n := node.number(least, most)) is not None)


def story_of(node: Node) -> StoryTile | None:
    """A Story tile as the log writes it: with its name in the box, and whether it is done."""
    fields = node.fields(["needs", "points"], ["id", "fire", "done"])
    if not fields or not {"needs", "points"} <= set(fields):
        return None
    told = {key: field for key, field in fields.items() if field.value is not None}
    return StoryTile(
        needs_of(fields["needs"]),
        fields["points"].number(0, MOST_POINTS) or 0,
        (told["fire"].number(0, MOST_POINTS) or 0) if "fire" in told else 0,
        told["done"].flag() if "done" in told else None,
        told["id"].text() if "id" in told else None,
    )


def story_json(story: StoryTile | None) -> Json | None:
    if story is None:
        return None
    return {
        "id": story.id,
        "needs": dict(story.needs),
        "points": story.points,
        "fire": story.fire,
        "done": story.done,
    }


_Reader = Callable[[str, _Keys], Action]
_READERS: Mapping[str, tuple[tuple[str, ...], _Reader]] = {
    "take-cards": (
        ("places", "refill"),
        lambda player, told: TakeCards(
            player, told.numbers("places", 0, ROW_LENGTH, 2), told.faces("refill", ROW_LENGTH)
        ),
    ),
    "place-camp": (
        ("to", "path", "cards", "paid", "berry"),
        lambda player, told: PlaceCamp(
            player,
            told.hex("to"),
            told.hexes("path", MOST_PATH),
            told.faces("cards", TERRAIN_CARDS) if told.has("cards") else None,
            told.number("paid", 0, TERRAIN_CARDS),
            told.flag("berry"),
        ),
    ),
    "take-story": (
        ("place", "tile", "refill"),
        lambda player, told: TakeStory(
            player, told.number("place", 1, STORY_ROW_LENGTH), told.story("tile"), told.story("refill")
        ),
    ),
    "tuck-card": (("card", "shows"), lambda player, told: TuckCard(player, told.card("card"), told.half("shows"))),
    "place-marker": (
        ("at", "lot"),
        lambda player, told: PlaceMarker(player, told.hex("at"), told.hexes("lot", 5) or ()),
    ),
    "no-marker": ((), lambda player, told: NoMarker(player)),
    "discard-for-fish": (
        ("discard", "card"),
        lambda player, told: DiscardForFish(player, told.flag("discard"), told.card("card")),
    ),
    "pile-empty": ((), lambda player, told: PileEmpty(player)),
    "slide-up": (
        ("story",),
        lambda player, told: SlideUp(player, told.number("story", 0, STORY_SPACES - 1) or 0),
    ),
    "tell-cards": (("cards",), lambda player, told: TellCards(player, told.cards("cards") or ())),
    "pass": ((), lambda player, told: Pass(player)),
}
"""By the word of ``do``: the keys that may stand beside it, and how it is read."""
DO_WORDS = tuple(_READERS)


def write_action(action: Action) -> Json:
    """The JSON of an action, without what was not told; reading it back gives an equal action."""
    match action:
        case TakeCards():
            told: Json = {
                "do": "take-cards",
                "places": list(action.places) if action.places else None,
                "refill": [_text(card) for card in action.refill] or None,
            }
        case PlaceCamp():
            told = {
                "do": "place-camp",
                "to": _at(action.to),
                "path": None if action.path is None else [list(at) for at in action.path],
                "cards": None if action.cards is None else [_text(card) for card in action.cards],
                "paid": action.paid,
                "berry": action.berry or None,
            }
        case TakeStory():
            told = {
                "do": "take-story",
                "place": action.place,
                "tile": story_json(action.tile),
                "refill": story_json(action.refill),
            }
        case TuckCard():
            told = {"do": "tuck-card", "card": _text(action.card), "shows": _text(action.shows)}
        case PlaceMarker():
            lot = [list(at) for at in action.lot]
            told = {"do": "place-marker", "at": _at(action.at), "lot": lot or None}
        case NoMarker():
            told = {"do": "no-marker"}
        case DiscardForFish():
            told = {"do": "discard-for-fish", "discard": action.discard, "card": _text(action.card)}
        case PileEmpty():
            told = {"do": "pile-empty"}
        case SlideUp():
            told = {"do": "slide-up", "story": action.story}
        case TellCards():
            told = {"do": "tell-cards", "cards": [str(card) for card in action.cards]}
        case Pass():
            told = {"do": "pass"}
    return {"do": told.pop("do"), "player": action.player} | {k: v for k, v in told.items() if v is not None}


def _at(at: Hex | None) -> list[int] | None:
    return None if at is None else list(at)


def _text(card: Card | Half | None) -> str | None:
    return None if card is None else str(card)
