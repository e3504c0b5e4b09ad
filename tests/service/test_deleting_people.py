"""Whoever is deleted is gone: from every game, from the book of people, and from the bytes of the file."""

from pathlib import Path

import pytest

from companion.games.people import MERGE, RENAME
from companion.log.store import Store
from companion.river.rules.words import ActionSpace
from companion.service.deleting_people import forget_person
from companion.service.files import import_log
from companion.service.lists import Lists
from companion.service.people import PEOPLE, People
from companion.service.playback import PlaybackCache
from companion.service.results import finished
from companion.service.tables import Tables
from tests.golden_files import golden_logs, name_of, read
from tests.postgres import as_stored
from tests.service.tools import renamed, scored

NAME = "Zyprian Quorx"


@pytest.mark.parametrize("path", golden_logs()[::3], ids=name_of)
def test_the_game_stays_what_it_was_without_the_name(tables: Tables, database: Path | str, path: Path) -> None:
    look = import_log(tables, renamed(read(path), Alix=NAME))
    tables.record(look.info.id, look.seq, "why", "correction", {"reason": f"{NAME} forgot a berry", "changes": []})
    before = PlaybackCache(tables).course(look.info.id)
    finished(Lists(tables))
    assert NAME.encode() in as_stored(database)
    forgotten = forget_person(tables, NAME.casefold())
    assert (forgotten.games, forgotten.erased) == (1, True)
    after = PlaybackCache(tables).course(look.info.id)
    swap = {NAME: "#1"}
    assert len(after.steps) == len(before.steps)
    assert [{swap.get(name, name): points for name, points in lap.totals.items()} for lap in before.laps] == [
        lap.totals for lap in after.laps
    ]
    assert after.game.summary(after.last.state).players[0] == "#1"
    assert NAME.encode() not in as_stored(database)
    assert NAME.casefold().encode() not in as_stored(database).lower()


def test_the_guards_stand_again_afterwards(tables: Tables, store: Store) -> None:
    scored(tables, **{NAME: 3, "Mara": 4})
    forget_person(tables, NAME.casefold())
    store.check()
    with store.writing() as connection, pytest.raises(Exception, match="never edited"):
        connection.exec_driver_sql("UPDATE entries SET body = '{}'")


def test_the_book_of_people_forgets_too_and_keeps_the_others(tables: Tables, database: Path | str) -> None:
    scored(tables, **{NAME: 3, "Mara": 4})
    scored(tables, Zyp=3, Maja=4)
    people, results = People(tables), finished(Lists(tables))
    people.opened()
    tables.record(PEOPLE, 0, "a", MERGE, people.merge("Zyp", NAME, results))
    tables.record(PEOPLE, 1, "b", RENAME, people.rename("Maja", "Maya", results))
    tables.record(PEOPLE, 2, "c", RENAME, people.rename("Zyp", "Der Alte", results))
    forgotten = forget_person(tables, people.state().person("Zyp"))
    assert forgotten.games == 2
    assert people.state().name("Maja") == "Maya"
    for name in (NAME, "Zyp", "Der Alte"):
        assert name.casefold().encode() not in as_stored(database).lower()


def test_titles_people_wrote_lose_the_name_too(tables: Tables, database: Path | str) -> None:
    scored(tables, title=f"At {NAME}’s", Mara=4, Jonas=3)
    scored(tables, **{NAME: 3, "Mara": 4})
    forget_person(tables, NAME.casefold())
    assert NAME.encode() not in as_stored(database)


@pytest.mark.parametrize("name", ["forest", "base", "player", "stories", "action", "#2", "a/b~c", "Ann"])
def test_a_name_that_is_a_word_of_the_game_breaks_nothing(tables: Tables, name: str) -> None:
    log = renamed(read(golden_logs()[0]), Alix=name)
    look = import_log(tables, log)
    before = PlaybackCache(tables).course(look.info.id).laps[-1].totals
    scored(tables, Annabel=3, Ann=2)  # a name within a name
    forget_person(tables, name.casefold())
    after = PlaybackCache(tables).course(look.info.id).laps[-1].totals
    assert sorted(before.values()) == sorted(after.values())
    assert (name in after) == (name == "#2")  # which is what a deleted person is called
    assert any("Annabel" in result.players for result in finished(Lists(tables)))


def test_a_person_nobody_knows_changes_nothing(tables: Tables) -> None:
    look = scored(tables, Jonas=3, Mara=4)
    assert forget_person(tables, "nobody").games == 0
    assert tables.look(look.info.id).summary.players == ("Jonas", "Mara")


def test_a_table_of_the_other_game_forgets_as_well(tables: Tables, database: Path | str) -> None:
    record = {"format": "river-table/1", "players": [{"name": NAME}, {"name": "Ben"}], "start_player": NAME}
    look = tables.create("river", {"table": record})
    outcome = tables.record(
        look.info.id, 0, "r1", "action", {"do": "place-scout", "player": NAME, "space": next(iter(ActionSpace)).value}
    )
    assert outcome.look.seq == 1
    forget_person(tables, NAME.casefold())
    assert tables.look(look.info.id).summary.players == ("#1", "Ben")
    assert NAME.encode() not in as_stored(database)
