import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules.hexes import (
    SIDES,
    Hex,
    are_adjacent,
    connected_parts,
    distance,
    shortest_chain,
    side_between,
)

hexes = st.builds(Hex, st.integers(-50, 50), st.integers(-50, 50))


def test_sides_are_those_of_the_contract() -> None:
    assert SIDES == ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))


@given(hexes, st.integers(-12, 12))
def test_six_turns_are_none(at: Hex, steps: int) -> None:
    assert at.turned(6) == at
    assert at.turned(steps).turned(-steps) == at


@given(hexes)
def test_one_turn_is_the_contracts_formula(at: Hex) -> None:
    assert at.turned(1) == (at.q + at.r, -at.q)


@pytest.mark.parametrize("side", range(6))
def test_a_turn_sends_each_side_to_the_next(side: int) -> None:
    assert SIDES[side].turned(1) == SIDES[(side + 1) % 6]
    assert Hex(3, -5).neighbour(side) == Hex(3 + SIDES[side].q, -5 + SIDES[side].r)


@given(hexes, hexes, st.integers(0, 5))
def test_turning_and_moving_keep_distances(a: Hex, b: Hex, steps: int) -> None:
    assert distance(a.turned(steps), b.turned(steps)) == distance(a, b) == distance(a.moved(b), b.moved(b))


@given(hexes, hexes)
def test_neighbours_are_at_distance_one(a: Hex, b: Hex) -> None:
    for at in (b, *a.neighbours()):
        assert are_adjacent(a, at) is (distance(a, at) == 1)
        side = side_between(a, at)
        assert (side is not None) is are_adjacent(a, at)
        assert side is None or a.neighbour(side) == at


@given(st.sets(st.builds(Hex, st.integers(-3, 3), st.integers(-3, 3)), max_size=20))
def test_connected_parts_are_a_partition_into_separate_pieces(spaces: set[Hex]) -> None:
    parts = list(connected_parts(spaces))
    assert sorted(at for part in parts for at in part) == sorted(spaces)
    assert parts == sorted(parts)
    for part in parts:
        assert list(part) == sorted(part)
        rest = spaces - set(part)
        assert not any(are_adjacent(a, b) for a in part for b in rest)
        for at in part[1:]:
            assert shortest_chain([part[0]], {at}, set(part)) is not None


def test_shortest_chain_goes_round_what_is_missing() -> None:
    ring = {Hex(0, 0), *SIDES} - {Hex(0, 0)}
    chain = shortest_chain([Hex(1, 0)], {Hex(-1, 0)}, ring)
    assert chain is not None
    assert len(chain) == 4
    assert Hex(0, 0) not in chain
    assert shortest_chain([Hex(1, 0)], {Hex(9, 9)}, ring) is None
    assert shortest_chain([Hex(1, 0)], {Hex(1, 0)}, ring) == (Hex(1, 0),)
