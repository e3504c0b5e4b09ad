"""An earlier entry changed or taken out: later ones stay and are judged again, what no longer fits is marked."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.formats.faults import BadInput
from companion.games.contract import CannotPlay
from companion.games.viewer import PUBLIC, Viewer
from companion.log.entries import AMEND, REDO, UNDO
from companion.log.roles import Role
from companion.log.store import Store
from companion.service.answers import Fate, TableView
from companion.service.files import export_log, import_log
from companion.service.permissions import NotAllowed, NotYourCards, NotYourTurn
from companion.service.playback import PlaybackCache
from companion.service.tables import Tables
from tests.service.tools import NOW, first_lot, recorded, take, turns, without_stories
from tests.wooden import Json

SECRET = "badlands:fire/water:crystal"


def camp(player: str, q: int, r: int) -> Json:
    return {"do": "place-camp", "player": player, "to": [q, r]}


def instead(entry: int, body: Json, kind: str = "action") -> Json:
    return {"entry": entry, "kind": kind, "body": body}


def camps(look: TableView) -> dict[tuple[int, int], str]:
    board = look.state.play.table.board
    return {(at.q, at.r): one.player for at, one in board.camps.items() if not one.starting}


def fates(tables: Tables, look: TableView) -> list[str]:
    return [line.fate.value for line in tables.history(look.info.id)]


def same_as(tables: Tables, look: TableView, *bodies: Json) -> None:
    """As if only these had been recorded."""
    other = without_stories(tables)
    for number, body in enumerate(bodies):
        other = recorded(tables, other, f"x{number}", "action", body)
    assert look.state.play == other.state.play


def test_a_camp_recorded_on_the_wrong_space_is_put_right_five_entries_later(tables: Tables) -> None:
    look = recorded(tables, without_stories(tables), "camp", "action", camp("Alix", 1, 0))
    look = turns(tables, look, 5, first=1)
    look = recorded(tables, look, "amend", AMEND, instead(1, camp("Alix", 0, 1)))
    assert camps(look) == {(0, 1): "Alix"}
    later = [take(("Alix", "Billy")[i % 2], 1, 2) for i in range(1, 6)]
    same_as(tables, look, camp("Alix", 0, 1), *later)
    assert fates(tables, look) == ["changed", *["stands"] * 6]


def test_a_turn_recorded_twice_is_taken_out(tables: Tables) -> None:
    look = turns(tables, without_stories(tables), 1)
    look = recorded(tables, look, "again", "action", take("Alix", 1, 2))
    look = recorded(tables, look, "next", "action", take("Billy", 3, 4))
    assert [line.reasons for line in tables.history(look.info.id)][1:] == [("D-TURN-01",), ()]
    look = recorded(tables, look, "amend", AMEND, {"entry": 2})
    same_as(tables, look, take("Alix", 1, 2), take("Billy", 3, 4))
    assert fates(tables, look) == ["stands", "taken-out", "stands", "stands"]


def test_what_was_recorded_later_is_judged_again(tables: Tables) -> None:
    """Without Alix's turn, Billy's came too early."""
    look = turns(tables, without_stories(tables), 2)
    assert tables.history(look.info.id)[1].reasons == ()
    look = recorded(tables, look, "amend", AMEND, {"entry": 1})
    assert tables.history(look.info.id)[1].reasons == ("D-TURN-01",)
    steps = PlaybackCache(tables).course(look.info.id).steps
    assert [(step.seq, step.broke) for step in steps] == [(0, ()), (2, ("D-TURN-01",))]


def test_what_no_longer_fits_is_marked_and_changes_nothing(tables: Tables) -> None:
    """Billy's camp comes to stand where Alix's is put now."""
    look = recorded(tables, without_stories(tables), "one", "action", camp("Alix", 1, 0))
    look = recorded(tables, look, "two", "action", camp("Billy", 0, 1))
    look = recorded(tables, look, "three", "action", take("Alix", 1, 2))
    look = recorded(tables, look, "amend", AMEND, instead(1, camp("Alix", 0, 1)))
    assert look.broken is None
    assert camps(look) == {(0, 1): "Alix"}
    line = tables.history(look.info.id)[1]
    assert line.fate is Fate.MISFIT
    assert line.why is not None
    assert not PlaybackCache(tables).course(look.info.id).steps[2].counts
    look = recorded(tables, look, "fits", AMEND, instead(2, camp("Billy", 1, 0)))
    assert camps(look) == {(0, 1): "Alix", (1, 0): "Billy"}
    assert fates(tables, look)[:3] == ["changed", "changed", "stands"]


def test_an_amendment_is_undone_and_brought_back_like_anything_else(tables: Tables) -> None:
    look = recorded(tables, without_stories(tables), "camp", "action", camp("Alix", 1, 0))
    look = recorded(tables, look, "take", "action", take("Billy", 1, 2))
    look = recorded(tables, look, "amend", AMEND, instead(1, camp("Alix", 0, 1)))
    assert look.undo is not None
    assert (look.undo.code, look.undo.params) == ("label.amended", {"number": 1})
    look = recorded(tables, look, "undo", UNDO, {})
    assert camps(look) == {(1, 0): "Alix"}
    look = recorded(tables, look, "redo", REDO, {})
    assert camps(look) == {(0, 1): "Alix"}


def test_an_entry_taken_out_is_put_back(tables: Tables) -> None:
    look = turns(tables, without_stories(tables), 3)
    before = look.state.play
    look = recorded(tables, look, "out", AMEND, {"entry": 2})
    look = recorded(tables, look, "back", AMEND, instead(2, take("Billy", 1, 2)))
    assert look.state.play == before
    assert fates(tables, look)[:3] == ["stands", "changed", "stands"]


@pytest.mark.parametrize(
    "body",
    [
        {"entry": 9},
        {"entry": 0},
        {"entry": True},
        {},
        {"entry": 1, "body": {}},
        {"entry": 1, "kind": "undo", "body": {}},
        {"entry": 1, "kind": "action", "body": []},
        {"entry": 1, "kind": "action", "body": {"do": "dance"}},
        {"entry": 1, "kind": "action", "body": {"do": "place-camp", "player": "Alix", "to": [99, 0]}},
    ],
)
def test_an_amendment_that_makes_no_sense_is_refused_and_nothing_is_written(tables: Tables, body: Json) -> None:
    look = turns(tables, without_stories(tables), 2)
    with pytest.raises((BadInput, CannotPlay)):
        tables.record(look.info.id, 2, "amend", AMEND, body)
    assert tables.look(look.info.id).seq == 2


def test_neither_an_amendment_nor_what_is_undone_or_out_can_be_taken_out(tables: Tables) -> None:
    look = recorded(tables, turns(tables, without_stories(tables), 2), "undo", UNDO, {})
    look = recorded(tables, look, "out", AMEND, {"entry": 1})
    for number in (1, 2, 3, 4):
        with pytest.raises(BadInput):
            tables.record(look.info.id, look.seq, f"amend-{number}", AMEND, {"entry": number})


def test_the_same_amendment_asked_for_twice_is_recorded_once(tables: Tables) -> None:
    look = recorded(tables, without_stories(tables), "camp", "action", camp("Alix", 1, 0))
    for _ in range(2):
        look = recorded(tables, look, "amend", AMEND, instead(1, camp("Alix", 0, 1)))
    assert look.seq == 2


def test_a_seat_amends_nothing_and_nobody_enters_the_hidden_cards_of_others(tables: Tables) -> None:
    look = turns(tables, without_stories(tables), 2)
    seat = Viewer(Role.SEAT, "Alix", phones_record=True)
    with pytest.raises(NotYourTurn):
        tables.record(look.info.id, 2, "amend", AMEND, {"entry": 1}, viewer=seat)
    with pytest.raises(NotAllowed):
        tables.record(look.info.id, 2, "amend", AMEND, {"entry": 1}, viewer=PUBLIC)
    told: Json = {"do": "tell-cards", "player": "Alix", "cards": ["forest"]}
    with pytest.raises(NotYourCards):
        tables.record(look.info.id, 2, "amend", AMEND, instead(1, told), viewer=Viewer(Role.RECORDER))


def test_hidden_cards_in_an_amendment_stay_out_of_files_for_others(tables: Tables) -> None:
    look = without_stories(tables)
    changes: list[Json] = [{"do": "set-hand", "player": "Alix", "hidden_cards": 2}]
    look = recorded(tables, look, "hide", "correction", {"changes": changes})
    told: Json = {"do": "tell-cards", "player": "Alix", "cards": ["forest"]}
    look = recorded(tables, look, "tell", "action", told)
    look = recorded(tables, look, "amend", AMEND, instead(2, {**told, "cards": [SECRET]}))
    assert SECRET in str(export_log(tables, look.info.id, Viewer(Role.SEAT, "Alix")))
    assert SECRET not in str(export_log(tables, look.info.id))


def test_an_exported_log_with_amendments_is_imported_as_it_is(tables: Tables) -> None:
    look = turns(tables, without_stories(tables), 4)
    look = recorded(tables, look, "amend", AMEND, instead(2, take("Billy", 3, 4)))
    again = import_log(tables, export_log(tables, look.info.id))
    assert again.state.play == look.state.play
    assert fates(tables, again) == fates(tables, look)


@given(st.data())
@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_table_opened_anew_stands_where_it_stood(store: Store, data: st.DataObject) -> None:
    """Whatever is recorded, amended, undone and brought back, with snapshots in between: memory and disk agree."""
    tables = Tables(store, lot=first_lot, now=lambda: NOW)
    look = without_stories(tables)
    for number in range(data.draw(st.integers(5, 25))):
        kinds = ["take", "take", "take", "out", "change", UNDO, "undo-to", REDO]
        what = data.draw(st.sampled_from(kinds))
        entry = data.draw(st.integers(1, max(1, look.seq)))
        player = look.summary.turn or "Alix"
        asked: dict[str, tuple[str, Json]] = {
            "take": ("action", take(player, 1, 2)),
            "out": (AMEND, {"entry": entry}),
            "change": (AMEND, instead(entry, take("Billy", 3, 4))),
            UNDO: (UNDO, {}),
            "undo-to": (UNDO, {"to": entry}),
            REDO: (REDO, {}),
        }
        try:
            look = recorded(tables, look, f"e{number}", *asked[what])
        except BadInput:
            continue
        anew = Tables(store, lot=first_lot, now=lambda: NOW).look(look.info.id)
        assert anew.state.play == look.state.play
