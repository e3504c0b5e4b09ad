"""The example of every rule, by its number."""

from collections.abc import Mapping

from companion.web.examples import dewan_events, dewan_map, dewan_pieces, dewan_points, dewan_routes, river
from companion.web.examples.kinds import Example

DEWAN: Mapping[str, Example] = {
    **dewan_map.EXAMPLES,
    **dewan_pieces.EXAMPLES,
    **dewan_routes.EXAMPLES,
    **dewan_points.EXAMPLES,
    **dewan_events.EXAMPLES,
}

RIVER: Mapping[str, Example] = {**river.EXAMPLES}
EXAMPLES: Mapping[str, Example] = {**DEWAN, **RIVER}
