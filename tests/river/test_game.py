"""The River behind the face of every game, through the real store."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.formats.faults import BadInput
from companion.games.contract import CannotPlay
from companion.games.viewer import PUBLIC
from companion.i18n.catalog import speaker
from companion.river.formats.actions import DO_WORDS, read_river_action, write_river_action
from companion.river.formats.box import write_river_box
from companion.river.game import River
from companion.river.rules import game
from companion.river.rules.words import ActionSpace, Resource
from companion.service.answers import Recorded, TableView
from companion.service.files import export_log, export_record, import_log, import_record
from companion.service.tables import Tables
from tests.empty_database import open_empty_store

rule = pytest.mark.rule
RIVER = River()


def record(*names: str, **told: Any) -> dict[str, Any]:
    players = [{"name": name} for name in names or ("Ana", "Ben", "Cleo")]
    return {"format": "river-table/1", "players": players, **told}


def header(*names: str, begun: bool = False, **told: Any) -> dict[str, Any]:
    return {"table": record(*names, **told), "begun": begun, "title": "Friday"}


@pytest.fixture
def tables(tmp_path: Path) -> Iterator[Tables]:
    with open_empty_store(tmp_path / "companion.sqlite3") as store:
        yield Tables(store, lot=lambda below, number: range(number), now=lambda: "2026-11-16T19:30:00Z")


def play(tables: Tables, look: TableView, *bodies: dict[str, Any], kind: str = "action") -> TableView:
    for body in bodies:
        outcome = tables.record(look.info.id, look.seq, f"e{look.seq}", kind, body)
        assert isinstance(outcome, Recorded), outcome
        look = outcome.look
    return look


@rule("V-SETUP-07", "V-SETUP-08", "V-TURN-01")
def test_a_round_from_the_first_tile_to_the_clean_up(tables: Tables) -> None:
    look = tables.create("river", header("Ana", "Ben"))
    assert look.state.table.start_player == "Ana", "drawn by lot"
    assert (look.summary.round, look.summary.turn) == (0, "Ben")
    look = play(tables, look, {"do": "take-tile", "player": "Ben", "tile": "forest"})
    look = play(tables, look, {"do": "take-tile", "player": "Ana", "tile": {"kind": "desert", "storages": 2}})
    assert (look.summary.round, look.summary.turn) == (1, "Ana")
    turns = [
        {"do": "produce", "player": "Ana", "resource": "wood", "taken": 1},
        {"do": "take-food", "player": "Ben"},
        {"do": "take-tile", "player": "Ana"},
        {"do": "take-figure", "player": "Ben"},
        {"do": "swap", "player": "Ana", "one": 1, "other": 2},
        {"do": "place-scout", "player": "Ben", "space": "stone"},
        {"do": "build", "player": "Ana", "building": {"cost": {"wood": 1}, "points": 4}},
        {"do": "reserve", "player": "Ben"},
    ]
    look = play(tables, look, *turns)
    assert look.summary.turn is None, "the clean-up is due"
    look = play(tables, look, {"do": "clean-up", "tiles": ["forest", "meadow"]})
    assert (look.summary.round, look.summary.turn) == (2, "Ben")
    assert [line.reasons for line in tables.history(look.info.id)] == [()] * 11, "all within the rules"
    ana = look.state.table.player("Ana")
    assert (ana.resources, ana.buildings, ana.bonus) == ({}, (4,), (6,))
    say = speaker("en")
    assert all(say(line.label.code, line.label.params) for line in tables.history(look.info.id))


def test_what_breaks_a_rule_is_recorded_with_its_verdict(tables: Tables) -> None:
    look = tables.create("river", header("Ana", "Ben", begun=True, active_player="Ana"))
    look = play(tables, look, {"do": "reserve", "player": "Ben"})
    assert tables.history(look.info.id)[0].reasons == ("V-TURN-01",)
    with pytest.raises(CannotPlay):
        play(tables, look, {"do": "swap", "player": "Ana", "one": 1, "other": 2})
    with pytest.raises(BadInput):
        play(tables, look, {"do": "fly", "player": "Ana"})
    assert tables.look(look.info.id).seq == look.seq


def test_undo_leads_back_and_replay_is_live_play(tables: Tables) -> None:
    look = tables.create("river", header("Ana", "Ben", begun=True))
    first = play(tables, look, {"do": "take-tile", "player": "Ana", "tile": "forest"})
    second = play(tables, first, {"do": "take-figure", "player": "Ben"})
    undone = tables.undo(look.info.id, second.seq, "u")
    assert isinstance(undone, Recorded)
    assert undone.look.state == first.state
    assert tables.look_back(look.info.id, second.seq).state == second.state


def test_typed_cells_rulings_and_results(tables: Tables) -> None:
    look = tables.create("river", header("Ana", "Ben", begun=True))
    look = play(tables, look, {"column": "Ana", "row": "bonus", "points": 9}, kind="score")
    assert look.state.typed == {"Ana": {"bonus": 9}}
    look = play(tables, look, {"VR-16": "others-only"}, kind="ruling")
    assert look.state.table.ruling("VR-16") == "others-only"
    results = {"columns": [6, 0, 2, 2], "buildings": 23, "bonus": 7, "meadows": [{"meadow": "cleanup"}]}
    look = play(tables, look, {"player": "Ben", "quick": results}, kind="quick")
    assert game.score(look.state.table).players[1].total == 10 + 23 + 7 + 2
    look = play(tables, look, {"player": "Ben", "quick": None}, kind="quick")
    assert look.state.table.players[1].quick is None
    for kind, body in (
        ("score", {"column": "Zoe", "row": "bonus", "points": 1}),
        ("score", {"column": "Ana", "row": "camps", "points": 1}),
        ("ruling", {"R-04": "starting-camp-counts"}),
        ("quick", {"player": "Zoe", "quick": {}}),
        ("quick", {"player": "Ben", "quick": {"columns": [1]}}),
        ("box", {"box": {}}),
        ("map", {}),
    ):
        with pytest.raises(BadInput):
            play(tables, look, body, kind=kind)


def test_a_correction_changes_the_record(tables: Tables) -> None:
    look = tables.create("river", header("Ana", "Ben", begun=True))
    changes = [
        {"op": "replace", "path": "/players/0/resources", "value": {"wood": 3}},
        {"op": "add", "path": "/players/0/tiles/-", "value": "forest"},
    ]
    corrected = tables.correct(look.info.id, look.seq, "c", "forgot to say", changes)
    assert isinstance(corrected, Recorded)
    ana = corrected.look.state.table.players[0]
    assert (ana.resources, len(ana.tiles)) == ({Resource.WOOD: 3}, 1)
    with pytest.raises(BadInput):
        tables.correct(look.info.id, 1, "d", "odd", [{"op": "replace", "path": "/players/0/name", "value": "Ben"}])


def test_an_owner_tells_the_box_once(tables: Tables) -> None:
    look = tables.create("river", header("Ana", "Ben", begun=True))
    own = {**write_river_box(look.state.table.box), "invented": False, "name": "ours"}
    look = play(tables, look, {"box": own}, kind="box")
    assert (look.state.table.box.name, look.state.table.box.invented) == ("ours", False)
    assert export_record(tables, look.info.id)["box"] == own


def test_a_record_and_a_log_make_the_same_table_again(tables: Tables) -> None:
    look = import_record(tables, record("Ana", "Ben", round=4), "Saturday")
    assert (look.info.game, look.summary.round, look.summary.title) == ("river", 4, "Saturday")
    look = play(tables, look, {"do": "take-tile", "player": "Ana", "tile": "forest"})
    again = import_log(tables, export_log(tables, look.info.id))
    assert again.state == look.state
    assert "box" not in export_record(tables, look.info.id), "the demo box need not be repeated"


def test_the_header_keeps_its_box(tables: Tables) -> None:
    look = tables.create("river", header("Ana", "Ben"))
    assert look.info.header is not None
    assert look.info.header["table"]["box"]["invented"] is True


names = st.sampled_from(["Ana", "Ben", "Cleo"])
heaps = st.dictionaries(st.sampled_from(list(Resource)), st.integers(0, 4), max_size=3)
kinds = st.sampled_from(["forest", "desert/forest", {"meadow": "gift:stone", "storages": 2}, {"meadow": "swap"}, {}])
cards = st.sampled_from([{}, {"cost": {"wood": 1}, "points": 3}, {"cost": {"clay": 2, "stone": 1}, "points": 6}])
places = st.none() | st.integers(1, 3)
moves = st.one_of(
    st.fixed_dictionaries({"do": st.just("take-tile"), "player": names, "tile": kinds, "returned": heaps}),
    st.fixed_dictionaries({"do": st.just("take-tile"), "player": names, "place": places}),
    st.fixed_dictionaries(
        {
            "do": st.just("produce"),
            "player": names,
            "resource": st.sampled_from(["wood", "clay", "stone"]),
            "taken": st.none() | st.integers(0, 5),
            "returned": heaps,
        }
    ),
    st.fixed_dictionaries({"do": st.just("take-food"), "player": names, "instead": st.none() | st.just("wood")}),
    st.fixed_dictionaries({"do": st.just("reserve"), "player": names, "place": places, "building": cards}),
    st.fixed_dictionaries(
        {"do": st.just("build"), "player": names, "reserved": st.booleans(), "place": places, "paid": st.none() | heaps}
    ),
    st.fixed_dictionaries({"do": st.sampled_from(["take-figure", "lay-aside"]), "player": names}),
    st.fixed_dictionaries(
        {"do": st.just("swap"), "player": names, "one": st.integers(1, 4), "other": st.integers(1, 4)}
    ),
    st.fixed_dictionaries({"do": st.just("place-scout"), "player": names, "space": st.sampled_from(list(ActionSpace))}),
    st.fixed_dictionaries({"do": st.just("exchange"), "player": names, "given": heaps}),
    st.fixed_dictionaries(
        {"do": st.just("lay-out"), "tiles": st.lists(kinds, max_size=4), "buildings": st.lists(cards)}
    ),
    st.fixed_dictionaries(
        {
            "do": st.just("round"),
            "tiles": st.dictionaries(names, st.integers(0, 3)),
            "built": st.dictionaries(names, st.integers(0, 3)),
            "figure": st.none() | names,
        }
    ),
    st.fixed_dictionaries({"do": st.just("clean-up"), "tiles": st.none() | st.lists(kinds, max_size=4)}),
)


def test_the_moves_above_leave_no_action_out() -> None:
    words = {"take-tile", "produce", "take-food", "reserve", "build", "take-figure", "lay-aside", "swap"}
    assert words | {"place-scout", "exchange", "lay-out", "round", "clean-up"} == set(DO_WORDS)


@given(st.lists(moves, max_size=25))
def test_whatever_is_played_can_be_kept_judged_and_read_again(entries: list[dict[str, Any]]) -> None:
    state = RIVER.begin(RIVER.open_header(header(), lambda below, number: range(number)))
    for body in entries:
        action = read_river_action(body)
        told = write_river_action(action)
        assert read_river_action(told) == action
        try:
            played = RIVER.play(state, "action", body, lambda below, number: ())
        except CannotPlay:
            continue
        assert all(reason.code.startswith(("river.", "table.")) for reason in played.reasons)
        state = played.state
        assert RIVER.restore(RIVER.snapshot(state)) == state
    score = game.score(state.table)
    assert {name for place in score.ranking for name in place} == {"Ana", "Ben", "Cleo"}
    assert game.clean_up(state.table).starts == state.table.start_player


@given(st.lists(moves, max_size=25))
def test_nothing_is_made_out_of_nothing_while_islands_are_told(entries: list[dict[str, Any]]) -> None:
    """Every action but a told number of resources moves them between tableau and island, and makes none."""
    full = {"wood": 13, "clay": 13, "stone": 13, "food": 5}
    state = RIVER.begin(RIVER.open_header(header(islands=full), lambda below, number: range(number)))
    for body in entries:
        body = {key: value for key, value in body.items() if key not in ("taken", "gift")}
        if body["do"] == "take-food":
            continue  # taken where none is left, it is recorded as told, and the verdict says so
        try:
            state = RIVER.play(state, "action", body).state
        except CannotPlay:
            continue
        held = sum(player.stored for player in state.table.players)
        assert held + sum(state.table.islands.values()) == 44


def test_rules_versions_and_secrets() -> None:
    assert RIVER.rules_version in RIVER.rules_known
    body = {"do": "take-figure", "player": "Ana"}
    assert RIVER.redact_body("action", body, PUBLIC) == body
    state = RIVER.begin(RIVER.open_header(header(begun=True), lambda below, number: range(number)))
    assert RIVER.summary(replace(state, title="x")).title == "x"
