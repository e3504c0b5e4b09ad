"""The example of every rule, by its number."""

from collections.abc import Mapping

from companion.dewan.examples import (
    events as dewan_events,
)
from companion.dewan.examples import (
    maps as dewan_map,
)
from companion.dewan.examples import (
    pieces as dewan_pieces,
)
from companion.dewan.examples import (
    points as dewan_points,
)
from companion.dewan.examples import (
    routes as dewan_routes,
)
from companion.dewan.examples.kinds import Example
from companion.river.examples import examples as river

DEWAN: Mapping[str, Example] = {
    **dewan_map.EXAMPLES,
    **dewan_pieces.EXAMPLES,
    **dewan_routes.EXAMPLES,
    **dewan_points.EXAMPLES,
    **dewan_events.EXAMPLES,
}

RIVER: Mapping[str, Example] = {**river.EXAMPLES}
EXAMPLES: Mapping[str, Example] = {**DEWAN, **RIVER}
