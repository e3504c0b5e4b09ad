"""Who is who: merging, renaming, undo, and what each has to show."""

import pytest

from companion.formats.faults import BadInput
from companion.games.people import MERGE, PeopleState, key_of
from companion.service.answers import Recorded
from companion.service.lists import Lists
from companion.service.naming import is_somebody
from companion.service.people import PEOPLE, People, everybody
from companion.service.results import finished
from companion.service.tables import Tables
from tests.service.tools import scored


def test_spellings_of_a_name() -> None:
    assert key_of("  Jonas  B. ") == key_of("JONAS b.") != key_of("Jonas")
    assert key_of("Zoe\u0308") == key_of("Zoë")


def test_a_merged_name_stands_for_the_other_person_also_over_several_merges() -> None:
    state = PeopleState().merged("Jonny", "Jonas").merged("Jonas", "Jonas B.")
    assert {state.name(name) for name in ("Jonny", "jonas", "Jonas B.")} == {"Jonas B."}
    assert state.name("Mara") == "Mara"


def test_who_types_the_new_name_later_means_the_same_person() -> None:
    state = PeopleState().renamed("Jonas", "Joe")
    assert state.person("Joe") == state.person("Jonas")
    assert state.renamed("Joe", "Jonas").name("joe") == "Jonas"


@pytest.fixture
def people(tables: Tables) -> People:
    scored(tables, Jonas=40, Mara=41)
    scored(tables, Jonny=50, Mara=12)
    scored(tables, Jonas=30, Mara=30, Inês=1)
    return People(tables)


def test_merge_and_undo(tables: Tables, people: People) -> None:
    results = finished(Lists(tables))
    book = people.opened()
    merged = tables.record(PEOPLE, book.seq, "m1", MERGE, people.merge("Jonny", "Jonas", results))
    assert isinstance(merged, Recorded)
    jonas = next(one for one in everybody(results, people.state()) if one.name == "Jonas")
    assert (jonas.name, jonas.games, jonas.wins, set(jonas.names)) == ("Jonas", 3, 2, {"Jonas", "Jonny"})
    tables.undo(PEOPLE, merged.look.seq, "u1")
    assert {one.name: one.games for one in everybody(results, people.state())} == {
        "Mara": 3,
        "Jonas": 2,
        "Jonny": 1,
        "Inês": 1,
    }


def test_two_who_sat_at_one_table_are_not_merged(tables: Tables, people: People) -> None:
    people.opened()
    with pytest.raises(BadInput) as refused:
        people.merge("Mara", "Jonas", finished(Lists(tables)))
    assert refused.value.faults[0].code == "people.sat-together"
    assert people.opened().seq == 0


def test_nobody_takes_the_name_of_another(tables: Tables, people: People) -> None:
    people.opened()
    with pytest.raises(BadInput) as refused:
        people.rename("Jonas", "MARA", finished(Lists(tables)))
    assert refused.value.faults[0].code == "people.taken"


def test_a_record_counts_games_wins_best_rows_and_the_average(tables: Tables, people: People) -> None:
    mara = next(one for one in everybody(finished(Lists(tables)), people.state()) if one.name == "Mara")
    (record,) = mara.records
    assert (mara.games, mara.wins, mara.favourite) == (3, 2, "base")  # alone once, and once together with Jonas
    assert record.average == pytest.approx((41 + 12 + 30) / 3)
    assert record.best is not None
    assert record.best.points == 41
    assert {best.row: best.points for best in record.rows} == {"stories": 41}


def test_a_circle_of_names_is_impossible() -> None:
    state = PeopleState().renamed("A", "B").merged("A", "C").renamed("C", "A")
    assert state.person("A") == state.person("B") == state.person("C")


def test_a_colour_that_stands_for_a_name_is_nobody(tables: Tables) -> None:
    players = [{"name": "Coral", "color": "coral"}, {"name": "Mara", "color": "lagoon"}]
    assert [is_somebody("river", str(one["name"]), str(one["color"])) for one in players] == [False, True]
    assert not is_somebody("dewan", "Himbeere", "raspberry")  # whatever language the table was set up in


def test_nobody_likes_best_what_was_played_once(tables: Tables) -> None:
    scored(tables, Mara=41, Jonas=3)
    assert [one.favourite for one in everybody(finished(Lists(tables)), PeopleState())] == [None, None]
