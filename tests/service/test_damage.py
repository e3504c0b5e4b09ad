"""A damaged or unknown entry gives the state up to it and a plain message; undo leads past it; no table is lost."""

from pathlib import Path

import pytest

from companion.dewan.rules.table import Player
from companion.formats.faults import BadInput
from companion.games.viewer import SERVER
from companion.i18n.catalog import speaker
from companion.log.store import Store
from companion.service.answers import Recorded, TableView
from companion.service.files import export_log, import_log
from companion.service.lists import Lists
from companion.service.tables import Tables
from tests.postgres import by_hand
from tests.service.tools import recorded, take, turns, without_stories

DAMAGES = {
    "no-json": ("UPDATE entries SET body = 'not JSON' WHERE seq = ?", "entry.damaged"),
    "no-text": ("UPDATE entries SET body = x'ff00fe' WHERE seq = ?", "entry.damaged"),
    "missing": ("DELETE FROM entries WHERE seq = ?", "entry.missing"),
    "unknown-kind": ("UPDATE entries SET kind = 'dance' WHERE seq = ?", "table.unknown-entry"),
    "unknown-action": ('UPDATE entries SET body = \'{"do": "dance"}\' WHERE seq = ?', "json.unknown-word"),
    "unknown-rules": ("UPDATE entries SET rules = 'dewan/99' WHERE seq = ?", "log.unknown-rules"),
    "stranger": (
        'UPDATE entries SET body = \'{"do": "pass", "player": "Zoe"}\' WHERE seq = ?',
        "table.unknown-player",
    ),
}
damages = pytest.mark.parametrize(("statement", "code"), DAMAGES.values(), ids=DAMAGES)


def hand(look: TableView, name: str) -> int:
    player: Player = look.state.play.table.player(name)
    return player.cards_in_hand


@damages
def test_damage_leaves_the_state_before_it_and_undo_leads_on(
    store: Store, database: Path, statement: str, code: str
) -> None:
    look = turns(Tables(store), without_stories(Tables(store)), 4)
    before = Tables(store).look_back(look.info.id, 2)
    by_hand(database, statement, 3)

    tables = Tables(store)
    broken = tables.look(look.info.id)
    assert broken.state == before.state
    assert broken.broken is not None
    assert (broken.broken.seq, broken.broken.code) == (3, code)
    assert speaker("en")(code, broken.broken.params)
    assert broken.undo is not None
    assert speaker("en")(broken.undo.code, broken.undo.params)

    # Nothing may be built on what nobody can read …
    with pytest.raises(BadInput) as refused:
        tables.record(look.info.id, 4, "on", "action", take("Alix", 1, 2))
    assert [fault.code for fault in refused.value.faults] == ["log.broken"]
    # … until it is taken back, which takes all of it at once.
    outcome = tables.undo(look.info.id, 4, "past")
    assert isinstance(outcome, Recorded)
    assert outcome.look.broken is None
    assert outcome.look.state == before.state
    look = recorded(tables, outcome.look, "on", "action", take("Alix", 1, 2))
    assert hand(look, "Alix") == 6
    assert Tables(store).look(look.info.id).state == look.state
    assert [line.counts for line in tables.history(look.info.id)] == [True, True, False, False, True, True]
    for line in tables.history(look.info.id):
        assert speaker("en")(line.label.code, line.label.params)


@damages
def test_what_is_left_of_a_damaged_log_can_be_exported(store: Store, database: Path, statement: str, code: str) -> None:
    tables = Tables(store)
    look = turns(tables, without_stories(tables), 4)
    by_hand(database, statement, 3)
    again = import_log(Tables(store), export_log(Tables(store), look.info.id, SERVER))
    assert again.state == Tables(store).look_back(look.info.id, 2).state


def test_redo_after_undoing_past_damage_brings_the_damage_back_and_undo_again_takes_it(
    store: Store, database: Path
) -> None:
    look = turns(Tables(store), without_stories(Tables(store)), 3)
    by_hand(database, "UPDATE entries SET body = '' WHERE seq = ?", 2)
    tables = Tables(store)
    tables.undo(look.info.id, 3, "past")
    outcome = tables.redo(look.info.id, 4, "back")
    assert isinstance(outcome, Recorded)
    assert outcome.look.broken is not None
    outcome = tables.undo(look.info.id, 5, "past-again")
    assert isinstance(outcome, Recorded)
    assert outcome.look.broken is None
    assert outcome.look.state == tables.look_back(look.info.id, 1).state


def test_damage_at_the_very_first_entry_leaves_the_start(store: Store, database: Path) -> None:
    look = without_stories(Tables(store))
    turns(Tables(store), look, 2)
    by_hand(database, "UPDATE entries SET body = '[]' WHERE seq = ?", 1)
    tables = Tables(store)
    assert tables.look(look.info.id).state == look.state
    outcome = tables.undo(look.info.id, 2, "past")
    assert isinstance(outcome, Recorded)
    assert outcome.entry.body == {"to": 0}
    assert outcome.look.broken is None


def test_a_snapshot_carries_a_table_over_older_damage(store: Store, database: Path) -> None:
    """What was known of the table when it was whole is not given up; the history says what cannot be read."""
    look = turns(Tables(store), without_stories(Tables(store)), 12)
    by_hand(database, "UPDATE entries SET body = '' WHERE seq = ?", 2)
    tables = Tables(store)
    assert tables.look(look.info.id).state == look.state
    assert tables.look(look.info.id).broken is None
    assert tables.history(look.info.id)[1].label.code == "label.unreadable"
    outcome = tables.undo(look.info.id, 12, "far", to=3)
    assert isinstance(outcome, Recorded)
    assert outcome.look.broken is not None
    assert outcome.look.broken.seq == 2
    assert outcome.look.state == tables.look_back(look.info.id, 1).state


@pytest.mark.parametrize("state", ["", "{}", "[]", '{"play": {}, "title": null, "typed": {}}', "null"])
def test_a_damaged_snapshot_is_no_snapshot(store: Store, database: Path, state: str) -> None:
    look = turns(Tables(store), without_stories(Tables(store)), 12)
    by_hand(database, "UPDATE snapshots SET state = ?", state)
    assert Tables(store).look(look.info.id).state == look.state


def test_a_table_whose_header_is_lost_is_still_listed(store: Store, database: Path) -> None:
    tables = Tables(store)
    lost, sound = without_stories(tables), without_stories(tables)
    by_hand(database, "UPDATE tables SET header = 'x' WHERE id = ?", lost.info.id)
    by_hand(database, "UPDATE summaries SET made_by = ?", "")
    listed = {one.info.id: one.summary is not None for one in Lists(Tables(store)).everything()}
    assert listed == {lost.info.id: False, sound.info.id: True}


@pytest.mark.parametrize("column", ["game", "created_at", "header"])
@pytest.mark.parametrize("value", ["", "x", 7, b"\xff\x00"])
@pytest.mark.parametrize("stale", [False, True])
def test_a_damaged_row_hides_no_other_table(
    store: Store, database: Path, column: str, value: object, stale: bool
) -> None:
    tables = Tables(store)
    lost, sound = without_stories(tables), without_stories(tables)
    by_hand(database, f"UPDATE tables SET {column} = ? WHERE id = ?", value, lost.info.id)
    if stale:
        by_hand(database, "UPDATE summaries SET made_by = ?", "")
    listed = {one.info.id: one for one in Lists(Tables(store)).everything()}
    assert set(listed) == {lost.info.id, sound.info.id}
    assert listed[sound.info.id].summary is not None


@pytest.mark.sqlite  # other databases let nothing into a column that does not belong there
@pytest.mark.parametrize("value", ["", "x", "[]", "{}", b"\xff\x00"])
def test_a_damaged_number_of_a_summary_does_not_matter(store: Store, database: Path, value: object) -> None:
    test_a_damaged_summary_is_made_anew(store, database, "seq", value)


@pytest.mark.parametrize("column", ["summary", "standing", "touched_at", "search"])
@pytest.mark.parametrize("value", ["", "x", "[]", "{}", 7, b"\xff\x00"])
def test_a_damaged_summary_is_made_anew(store: Store, database: Path, column: str, value: object) -> None:
    look = turns(Tables(store), without_stories(Tables(store)), 2)
    (before,) = Lists(Tables(store)).everything()
    by_hand(database, f"UPDATE summaries SET {column} = ?", value)
    (after,) = Lists(Tables(store)).everything()
    assert after.info.id == look.info.id
    assert after.summary == before.summary
