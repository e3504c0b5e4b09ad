"""Corrections that say what they mean, in both games: each leads where the JSON Patch led that stood for it before."""

import json
from collections.abc import Sequence
from typing import Any

import pytest

from companion.dewan.corrections import CHANGES
from companion.dewan.formats.play import write_play
from companion.dewan.game import Dewan, DewanState
from companion.formats.faults import BadInput
from companion.games.contract import Json
from companion.games.corrections import correction_label
from companion.games.viewer import Viewer
from companion.log.roles import Role
from companion.river.corrections import CHANGES as RIVER_CHANGES
from companion.river.formats.table import write_river_table
from companion.river.game import River, RiverState
from tests.wooden import header

DEWAN, RIVER = Dewan(), River()


def lot(below: int, number: int) -> Sequence[int]:
    return range(number)


def dewan(**told: bool) -> DewanState:
    state = DEWAN.begin(DEWAN.open_header(header("base", 2, stories=False, **told), lot))
    return state


def river() -> RiverState:
    table = {
        "format": "river-table/1",
        "players": [{"name": "Ana", "tiles": [{"kind": "forest"}]}, {"name": "Ben"}],
        "round": 2,
        "start_player": "Ana",
        "active_player": "Ana",
    }
    return RIVER.begin(RIVER.open_header({"table": table, "begun": True}, lot))


def after(state: DewanState, *changes: Json) -> Any:
    body: Json = {"reason": "looked", "changes": list(changes)}
    return write_play(DEWAN.play(state, "correction", body).state.play)


def faults(state: Any, *changes: Json) -> list[tuple[str, str]]:
    game = DEWAN if isinstance(state, DewanState) else RIVER
    with pytest.raises(BadInput) as refused:
        game.play(state, "correction", {"reason": "looked", "changes": list(changes)})
    return [(fault.path, fault.code) for fault in refused.value.faults]


def free_spaces(state: DewanState) -> list[list[int]]:
    board = state.play.table.board
    return [list(at) for at in sorted(board.printed) if board.is_free(at)]


def test_camps_are_set_moved_and_removed() -> None:
    state = dewan()
    here, there = free_spaces(state)[:2]
    camps = write_play(state.play)["table"]["map"]["camps"]  # type: ignore[index]
    mine = {"player": "Alix", "at": here, "starting": False}
    put: Json = {"do": "set-camp", "at": here, "player": "Alix"}
    patch: Json = {"op": "replace", "path": "/table/map/camps", "value": [*camps, mine]}
    assert after(state, put) == after(state, patch)
    moved = after(state, put, {"do": "move-camp", "at": here, "to": there})
    assert moved == after(state, {"do": "set-camp", "at": there, "player": "Alix"})
    assert after(state, put, {"do": "remove-camp", "at": here}) == after(state, {"do": "set-round", "round": 1})
    assert faults(state, {"do": "move-camp", "at": here, "to": there}) == [
        ("changes[0].at", "correction.not-applicable")
    ]
    assert faults(state, {"do": "set-camp", "at": [99, 0], "player": "Alix"}) == [
        ("changes[0].at", "map.no-such-space")
    ]


@pytest.mark.parametrize(
    ("change", "patch"),
    [
        ({"do": "set-berries", "player": "Billy", "berries": 4}, ("replace", "/table/players/1/berries", 4)),
        ({"do": "set-fish", "player": "Billy", "fish": 2}, ("replace", "/table/players/1/fish", 2)),
        ({"do": "set-hand", "player": "Alix", "hand": ["forest"]}, ("replace", "/table/players/0/hand", ["forest"])),
        (
            {"do": "set-tucked", "player": "Alix", "tucked": ["forest:fire"]},
            ("replace", "/table/players/0/tucked", ["forest:fire"]),
        ),
        ({"do": "set-row", "row": None}, ("replace", "/row", None)),
        ({"do": "set-piles", "draw_pile": 12}, ("add", "/table/draw_pile", 12)),
        ({"do": "set-off-map", "player": "Alix", "camps": 2}, ("add", "/off_map/Alix", 2)),
        ({"do": "set-round", "round": 3}, ("replace", "/round", 3)),
        ({"do": "end-game"}, ("replace", "/steps", [{"kind": "over", "player": "Alix"}])),
        (
            {"do": "set-stories", "player": "Alix", "stories": [{"needs": {}, "points": 4, "fire": 0, "done": True}]},
            ("replace", "/stories/Alix", [{"needs": {}, "points": 4, "fire": 0, "done": True}]),
        ),
    ],
)
def test_a_change_leads_where_its_patch_led(change: Json, patch: tuple[str, str, object]) -> None:
    state = dewan()
    op, path, value = patch
    assert after(state, change) == after(state, {"op": op, "path": path, "value": value})


def test_berries_markers_and_turns() -> None:
    state = dewan()
    here = free_spaces(state)[0]
    place = [list(at) for at in sorted(state.play.table.board.printed)].index(here)
    assert after(state, {"do": "set-berries", "at": here, "berries": 3}) == after(
        state, {"op": "add", "path": f"/table/map/spaces/{place}/berries", "value": 3}
    )
    turn = after(state, {"do": "set-turn", "player": "Billy"})
    assert (turn["steps"], turn["table"]["active_player"]) == ([{"kind": "turn", "player": "Billy"}], "Billy")
    story: Json = {"needs": {}, "points": 4, "fire": 0, "done": True}
    told: Json = {"do": "set-stories", "player": "Alix", "stories": [story, story]}
    swapped = after(state, told, {"do": "swap-story", "player": "Alix", "place": 2, "story": {**story, "points": 7}})
    assert [one["points"] for one in swapped["stories"]["Alix"]] == [4, 7]


def test_every_fault_is_named_and_nothing_breaks() -> None:
    state = dewan()
    assert faults(state, {"do": "set-fish", "player": "Zoe", "fish": 1}) == [
        ("changes[0].player", "table.unknown-player")
    ]
    assert faults(state, {"do": "fly", "to": 3}, {"do": "set-round"}) == [
        ("changes[0].do", "json.unknown-word"),
        ("changes[1].round", "json.missing-key"),
    ]
    assert faults(state, {"do": "set-round", "round": 2}, {"op": "remove", "path": "/row"})[0][0] == "changes[1].do"
    ruined: Json = {"do": "set-ground", "spaces": 7, "icons": []}
    assert faults(state, ruined, {"do": "set-camp", "at": [0, 0], "player": "Alix"}) == [
        ("changes[1].do", "correction.not-applicable")
    ]
    for do in CHANGES:
        strange: Json = {key: {"x": [None]} for key in (*CHANGES[do].keys, *CHANGES[do].may)}
        if strange:
            assert faults(state, {"do": do, **strange})
    for do in RIVER_CHANGES:
        strange = {key: {"x": [None]} for key in (*RIVER_CHANGES[do].keys, *RIVER_CHANGES[do].may)}
        assert faults(river(), {"do": do, **strange})


def test_a_correction_without_secrets_is_the_same_for_everybody() -> None:
    body: Json = {"reason": "r", "changes": [{"do": "set-round", "round": 3}]}
    assert DEWAN.redact_body("correction", body, Viewer(Role.SEAT, "Billy")) == body


def test_corrections_of_the_river() -> None:
    state = river()

    def played(*changes: Json) -> Any:
        body: Json = {"reason": "looked", "changes": list(changes)}
        return write_river_table(RIVER.play(state, "correction", body).state.table)

    def patched(path: str, value: object) -> Any:
        return played({"op": "add", "path": path, "value": value})

    assert played({"do": "set-player", "player": "Ben", "scouts": 2}) == patched("/players/1/scouts", 2)
    assert played({"do": "set-turn", "round": 4}) == patched("/round", 4)
    assert "active_player" not in played({"do": "set-turn", "active_player": None})
    tiles = played({"do": "set-tile", "player": "Ana", "place": 2, "tile": {"kind": "meadow"}})["players"][0]["tiles"]
    assert [tile["kind"] for tile in tiles] == ["forest", "meadow"]
    assert played({"do": "remove-tile", "player": "Ana"})["players"][0]["tiles"] == []


def test_values_of_the_river_stay_secret_in_a_correction() -> None:
    body: Json = {"reason": "r", "changes": [{"do": "set-player", "player": "Ana", "buildings": [7, 5]}]}
    shown = RIVER.exported(river(), "correction", body, Viewer(Role.SEAT, "Ben"))
    assert "7" not in json.dumps(shown)


@pytest.mark.parametrize("body", [{}, {"reason": None}, {"reason": ""}])
def test_a_correction_without_a_reason_says_so(body: dict[str, object]) -> None:
    assert correction_label(body).code == "label.correction-no-reason"
    assert correction_label({"reason": "counted again"}).params == {"reason": "counted again"}
