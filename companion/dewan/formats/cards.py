"""Cards and their halves as JSON spells them."""

from collections.abc import Callable

from companion.dewan.rules.cards import Card, CardError, Half, parse_card, parse_half
from companion.dewan.rules.words import Symbol, Terrain
from companion.formats.faults import Node, shortened
from companion.formats.fields import Spelled, Value


def _reader(parse: Callable[[str], Value], with_slash: str = "") -> Callable[[Node], Value | None]:
    def read(node: Node) -> Value | None:
        if not isinstance(node.value, str):
            node.not_a("card")
            return None
        try:
            return parse(node.value)
        except CardError as error:
            code = with_slash if with_slash and "/" in node.value else error.code
            node.fault(code, word=shortened(error.word))
            return None

    return read


_TERRAIN, _SYMBOL = "|".join(Terrain), f"(?::(?:{'|'.join(Symbol)}))?"
CARD: Spelled[Card] = Spelled(
    _reader(parse_card),
    {"type": "string", "pattern": rf"^({_TERRAIN}){_SYMBOL}(?:/(?!\1)(?:{_TERRAIN}){_SYMBOL})?$"},
    description="One or two different terrains joined by /, each with :symbol where it carries one.",
    name="card",
)
HALF: Spelled[Half] = Spelled(
    _reader(parse_half, with_slash="card.one-half"),
    {"type": "string", "pattern": f"^(?:{_TERRAIN}){_SYMBOL}$"},
    description="One terrain, with its symbol if it has one.",
    name="half",
)
card_of = CARD.read
