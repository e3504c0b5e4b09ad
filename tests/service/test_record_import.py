"""What a table record keeps when it is written out and read in again."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.dewan.game import DewanState
from companion.dewan.rules.play import StepKind
from companion.formats.faults import BadInput
from companion.log.store import open_store
from companion.service.answers import Recorded, TableView
from companion.service.files import export_record, import_record
from companion.service.tables import Tables

rule = pytest.mark.rule
Json = dict[str, object]
NAMES = ("Alix", "Billy")


@pytest.fixture
def tables(tmp_path: Path) -> Iterator[Tables]:
    with open_store(tmp_path / "companion.sqlite3") as store:
        yield Tables(store)


def strip(camps: int, active: str = "Billy") -> Json:
    """Alix's centre and a row of forests with so many camps of hers; Billy's centre at the end."""
    spaces: list[Json] = [{"at": [0, 0], "terrain": "start"}, {"at": [20, 0], "terrain": "start"}]
    spaces += [{"at": [q, 0], "terrain": "forest"} for q in range(1, 20)]
    placed: list[Json] = [{"player": "Alix", "at": [q, 0]} for q in range(1, camps + 1)]
    placed += [{"player": "Alix", "at": [0, 0], "starting": True}, {"player": "Billy", "at": [20, 0], "starting": True}]
    return {
        "format": "dewan-table/1",
        "scenario": "base",
        "players": [{"name": name} for name in NAMES],
        "map": {"spaces": spaces, "camps": placed},
        "first_player": "Alix",
        "active_player": active,
    }


def act(tables: Tables, look: TableView, **body: object) -> TableView:
    outcome = tables.record(look.info.id, look.seq, f"e{look.seq}", "action", body)
    assert isinstance(outcome, Recorded), outcome
    return outcome.look


def play_of(look: TableView) -> tuple[object, ...]:
    state = look.state
    assert isinstance(state, DewanState)
    play = state.play
    return play.round, play.last_round, play.steps, play.story_row, play.story_stack


@rule("D-END-01", "D-EFF-06")
def test_an_old_record_with_eight_camps_is_in_its_last_round(tables: Tables) -> None:
    look = import_record(tables, strip(8))
    assert look.state.play.last_round
    over = act(tables, look, do="take-cards", player="Billy")
    assert over.summary.over
    again = import_record(tables, export_record(tables, over.info.id))
    assert again.summary.over


@rule("D-END-01")
def test_a_header_of_a_game_in_mid_course_knows_it_too(tables: Tables) -> None:
    assert tables.create("dewan", {"table": strip(8), "begun": True}).state.play.last_round
    assert not tables.create("dewan", {"table": strip(7), "begun": True}).state.play.last_round


@rule("D-EFF-03")
def test_an_open_decision_and_the_story_row_are_kept(tables: Tables) -> None:
    look = tables.create("dewan", {"table": {**strip(1, "Alix"), "active_player": None}})
    for name in ("Billy", "Alix"):
        look = act(tables, look, do="take-story", player=name)
    look = act(tables, look, do="place-camp", player="Alix", path=[[1, 0], [2, 0]], paid=2)
    assert look.state.play.next.kind is StepKind.STORY
    again = import_record(tables, export_record(tables, look.info.id))
    assert play_of(again) == play_of(look)


@rule("D-TEAM-01")
def test_partners_side_by_side_are_refused_at_set_up(tables: Tables) -> None:
    def header(*teams: str) -> Json:
        players = [{"name": f"P{i}", "team": team} for i, team in enumerate(teams)]
        return {"table": {"format": "dewan-table/1", "scenario": "team", "players": players}}

    tables.create("dewan", header("X", "Y", "X", "Y"))
    with pytest.raises(BadInput) as refused:
        tables.create("dewan", header("X", "X", "Y", "Y"))
    assert [fault.code for fault in refused.value.faults] == ["table.partners-opposite"]
    assert tables.create("dewan", {**header("X", "X", "Y", "Y"), "begun": True}), "a game under way is as it is"
