"""The example of every rule of Dewan, by its number."""

from collections.abc import Mapping

from companion.dewan.examples import events, maps, pieces, points, routes
from companion.dewan.examples.kinds import Example
from companion.dewan.examples.pictures import at_table, picture
from companion.i18n.catalog import Speaker
from companion.web.drawing.illustration import Illustration

EXAMPLES: Mapping[str, Example] = {
    **maps.EXAMPLES,
    **pieces.EXAMPLES,
    **routes.EXAMPLES,
    **points.EXAMPLES,
    **events.EXAMPLES,
}


def illustration(rule: str, rulings: Mapping[str, str], say: Speaker) -> Illustration | None:
    """As it turns out where these rulings hold."""
    example = EXAMPLES.get(rule)
    return picture(at_table(example, rulings), say) if example else None
