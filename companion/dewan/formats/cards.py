"""Cards and their halves as JSON spells them."""

from companion.dewan.rules.cards import Card, CardError, Half, parse_card, parse_half
from companion.formats.faults import Node, shortened


def card_of(node: Node) -> Card | None:
    if not isinstance(node.value, str):
        node.not_a("card")
        return None
    try:
        return parse_card(node.value)
    except CardError as error:
        node.fault(error.code, word=shortened(error.word))
        return None


def half_of(node: Node) -> Half | None:
    if not isinstance(node.value, str):
        node.not_a("card")
        return None
    try:
        return parse_half(node.value)
    except CardError as error:
        node.fault("card.one-half" if "/" in node.value else error.code, word=shortened(error.word))
        return None
