"""Worked out once for the very same things, and for nothing else."""

from companion.web.made_once import MadeOnce


def test_the_same_things_are_worked_out_once() -> None:
    kept: MadeOnce[object] = MadeOnce(4)
    table, box = {"camps": 1}, {"tiles": 2}
    first = kept.get((table, box), "tapped", object)
    assert kept.get((table, box), "tapped", object) is first


def test_equal_things_are_not_the_same_and_neither_is_another_rest() -> None:
    kept: MadeOnce[object] = MadeOnce(8)
    table, equal = {"camps": 1}, {"camps": 1}
    made = [
        kept.get((table,), None, object),
        kept.get((equal,), None, object),
        kept.get((table,), "Mara", object),
        kept.get((table, equal), None, object),
    ]
    assert len(set(map(id, made))) == 4


def test_a_thing_nobody_else_holds_is_not_mistaken_for_the_next() -> None:
    """Python gives the identity of a thing that is gone to the next one that is made."""
    kept: MadeOnce[int] = MadeOnce(200)
    assert [kept.get(({"camps": number},), None, lambda n=number: n) for number in range(100)] == list(range(100))  # type: ignore[misc]


def test_the_ones_asked_for_last_are_kept() -> None:
    kept: MadeOnce[str] = MadeOnce(2)
    one, two, three = object(), object(), object()
    kept.get((one,), None, lambda: "one")
    kept.get((two,), None, lambda: "two")
    kept.get((one,), None, lambda: "anew")
    kept.get((three,), None, lambda: "three")
    assert kept.get((one,), None, lambda: "anew") == "one"
    assert kept.get((two,), None, lambda: "anew") == "anew"
