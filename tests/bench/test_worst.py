"""The worst input of every address, in small: a short log, and the same limits."""

from bench.worst import IN_CHECK, NOT_ASKED, figures, measured_routes
from tests.web.route_answers import routes


def test_every_address_has_a_figure_within_its_limit() -> None:
    """Also those that are new: ``tests/web/route_answers.py`` has every route there is."""
    found = list(figures(IN_CHECK))
    assert not [one for one in found if one.wrong]
    asked = {one.what.partition(": ")[2] for one in found if one.address}
    assert asked == {f"{route.method} {route.rule}" for route in measured_routes()}
    assert {route.rule for route in routes()} - {route.rule for route in measured_routes()} == set(NOT_ASKED)
