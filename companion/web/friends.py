"""What set-up offers of earlier evenings: the names of who played, so that nobody types them twice, and quick scores
that are not finished."""

from collections import Counter
from itertools import zip_longest

from companion.games.people import PeopleState, key_of
from companion.service.naming import is_somebody
from companion.service.summaries import Listed
from companion.web.access.policy import is_owner
from companion.web.submit import backend, lists

MOST_OFFERED = 12
LATEST = 20
"""Tables that are still played at, which past games do not know."""


def known_people() -> PeopleState:
    """The book of people is the house's: others would learn from it who somebody of a name they type in is."""
    return backend().people.state() if is_owner() else PeopleState()


def friends() -> tuple[str, ...]:
    """Their names, who played most first: of the tables whoever asks may see."""
    people, played, names = known_people(), Counter[str](), dict[str, str]()
    for one in lists().going_on(0, LATEST):
        summary = one.summary
        for name, color in zip_longest(summary.players, summary.colors, fillvalue="") if summary else ():
            if is_somebody(one.info.game, name, color):
                played[people.person(name)] += 1
                names.setdefault(people.person(name), people.name(name))
    for facet, games in lists().facets():
        if facet.facet == "player":
            played[people.person(facet.value)] += games
            names.setdefault(people.person(facet.value), people.name(facet.name))
    return tuple(names[key] for key, _ in sorted(played.items(), key=lambda one: (-one[1], key_of(names[one[0]]))))[
        :MOST_OFFERED
    ]


def half_scored() -> tuple[Listed, ...]:
    """Quick scores to go on with."""
    return lists().half_scored(LATEST)
