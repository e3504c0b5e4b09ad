"""Dewan behind the face of a recorded game: partial knowledge, lots, maps laid late, corrections, typed cells."""

from dataclasses import replace
from typing import Any

import pytest

from companion.dewan.formats.actions import DO_WORDS
from companion.dewan.game import Dewan, DewanState
from companion.dewan.rules.board import Camp
from companion.dewan.rules.play import StepKind
from companion.dewan.rules.words import Marker
from companion.formats.faults import BadInput
from companion.games.contract import CannotPlay
from companion.games.viewer import Viewer
from companion.i18n.catalog import speaker
from companion.log.roles import Role
from companion.rules.hexes import Hex
from tests.wooden import Json, header, map_json

DEWAN = Dewan()
ALIX = Viewer(Role.SEAT, "Alix")


def first(below: int, number: int) -> range:
    return range(number)


def begun(scenario: str = "base", players: int = 2, **told: bool) -> DewanState:
    return DEWAN.begin(DEWAN.open_header(header(scenario, players, **told), first))


def do(state: DewanState, **body: Any) -> DewanState:
    body["do"] = body["do"].replace("_", "-")
    return DEWAN.play(state, "action", body, first).state


def test_a_table_that_tells_only_scores_can_be_played_and_scored() -> None:
    """No map, no row, no stories: turns go round, camps are counted, and cells are typed."""
    state = begun(with_map=False, row=False, stories=False)
    for _ in range(8):
        state = do(state, do="place-camp", player="Alix")
        if state.play.next.kind is StepKind.STORY:
            state = do(state, do="take-story", player="Alix")
        state = do(state, do="take-cards", player="Billy")
    assert state.play.over
    assert state.play.camps_placed("Alix") == 8
    assert state.play.table.player("Billy").cards_in_hand == 18
    state = DEWAN.play(state, "score", {"column": "Billy", "row": "groups", "points": 12}).state
    assert state.typed == {"Billy": {"groups": 12}}
    assert DEWAN.play(state, "score", {"column": "Billy", "row": "groups", "points": None}).state.typed == {}


def test_camps_of_a_map_that_is_laid_late_are_counted_once() -> None:
    state = begun(with_map=False, stories=False)
    for _ in range(3):
        state = do(state, do="place-camp", player="Alix")
        state = do(state, do="take-cards", player="Billy")
    assert state.play.off_map == {"Alix": 3}
    late: Json = {"map": {**map_json("base", 2, 1), "camps": [{"player": "Alix", "at": [1, 0]}]}}
    state = DEWAN.play(state, "map", late).state
    assert state.play.camps_placed("Alix") == 3
    assert state.play.off_map == {"Alix": 2}
    starting = [camp for camp in state.play.table.board.camps.values() if camp.starting]
    assert sorted(camp.player for camp in starting) == ["Alix", "Billy"]


def test_a_map_that_tells_no_camps_leaves_them_standing() -> None:
    state = begun(stories=False)
    space = next(at for at in sorted(state.play.table.board.printed) if state.play.table.board.is_free(at))
    state = do(state, do="place-camp", player="Alix", to=list(space))
    again = DEWAN.play(state, "map", {"map": map_json("base", 2, 0)}).state
    assert again.play.table.board.camps == state.play.table.board.camps


def test_whose_starting_tile_is_where_can_be_told() -> None:
    state = begun(with_map=False, stories=False)
    laid = DEWAN.play(state, "map", {"map": map_json("base", 2, 0)}).state.play.table.board
    one, other = sorted(at for at, camp in laid.camps.items() if camp.starting)
    told: Json = {"map": map_json("base", 2, 0), "starts": {"Alix": list(other), "Billy": list(one)}}
    board = DEWAN.play(state, "map", told).state.play.table.board
    assert board.camps == {other: Camp("Alix", True), one: Camp("Billy", True)}


def test_an_odd_berry_falls_by_lot_also_where_the_marker_may_not_go() -> None:
    """Against the rules, but it lies there: no berry may vanish for it."""
    spaces: list[Json] = [{"at": [q, 0], "terrain": "forest"} for q in range(3)]
    spaces[1]["berries"] = 3
    table: Json = {
        "format": "dewan-table/1",
        "scenario": "downpour",
        "players": [{"name": "Alix"}, {"name": "Billy"}],
        "first_player": "Alix",
        "map": {"spaces": spaces},  # no Water far and wide
    }
    state = DEWAN.begin(DEWAN.open_header({"table": table, "stories": False}, first))
    played = DEWAN.play(state, "action", {"do": "place-marker", "player": "Alix", "at": [1, 0]}, first)
    body = played.body
    assert body is not None
    assert "event.not-eligible" in [reason.code for reason in played.reasons]
    assert sum(played.state.play.table.board.berries.values()) == 3
    with pytest.raises(CannotPlay) as refused:
        DEWAN.play(state, "action", {**body, "lot": [[40, 40]]})
    assert refused.value.reason.code == "event.wrong-lot"


@pytest.mark.parametrize("do_word", DO_WORDS)
def test_every_action_has_a_label(do_word: str) -> None:
    label = DEWAN.label("action", {"do": do_word, "player": "Alix"})
    assert speaker("en")(label.code, label.params)


@pytest.mark.parametrize("kind", ["action", "map", "tell", "track", "ruling", "score", "correction", "else"])
@pytest.mark.parametrize("body", [{}, {"do": 3, "player": [], "reason": {}, "column": None}])
def test_labels_of_strange_bodies_can_be_said(kind: str, body: Json) -> None:
    label = DEWAN.label(kind, body)
    assert speaker("en")(label.code, label.params)


def test_a_ninth_camp_a_fourth_tucked_card_and_a_ninth_marker_are_not_in_the_box() -> None:
    state = begun("downpour", with_map=False, stories=False)
    for _ in range(8):
        state = do(state, do="place-camp", player="Alix")
    with pytest.raises(CannotPlay) as ninth:
        do(state, do="place-camp", player="Alix")
    assert ninth.value.reason.code == "route.no-camp-left"
    for _ in range(3):
        state = do(state, do="tuck-card", player="Billy", shows="forest")
    with pytest.raises(CannotPlay) as fourth:
        do(state, do="tuck-card", player="Billy", shows="forest")
    assert fourth.value.reason.code == "tuck.no-spot"
    printed = {Hex(q, 0): ground for q, ground in enumerate(["forest"] * 9)}
    board = replace(state.play.table.board, printed=printed, markers={Hex(q, 0): Marker.WATER for q in range(8)})
    full = replace(state, play=replace(state.play, table=replace(state.play.table, board=board)))
    with pytest.raises(CannotPlay) as marker:
        do(full, do="place-marker", player="Alix", at=[8, 0])
    assert marker.value.reason.code == "map.too-many-markers"


def test_the_end_of_a_game_does_not_swallow_its_last_step() -> None:
    """Something out of turn after the end must leave a game that can still be looked at."""
    state = begun("downpour", with_map=False, row=False, stories=False)
    steps = [{"kind": "over", "player": "Alix"}]
    over = DEWAN.play(
        state, "correction", {"reason": "done", "changes": [{"op": "replace", "path": "/steps", "value": steps}]}
    ).state
    assert DEWAN.summary(over).over
    for body in ({"do": "place-marker", "player": "Alix"}, {"do": "tuck-card", "player": "Alix"}):
        with pytest.raises(CannotPlay) as refused:
            DEWAN.play(over, "action", dict(body))
        assert refused.value.reason.code == "turn.game-over"


def test_told_cards_move_with_a_correction_and_stay_the_owners() -> None:
    state = begun(with_map=False, stories=False)
    change = {"op": "replace", "path": "/secret/Alix", "value": ["forest", "desert"]}
    body: Json = {"reason": "looked", "changes": [change, {"op": "replace", "path": "/round", "value": 3}]}
    state = DEWAN.play(state, "correction", body).state
    hands = {player["name"]: player["hand"] for player in DEWAN.record(state, ALIX)["players"]}  # type: ignore[attr-defined]
    assert hands == {"Alix": ["forest", "desert"], "Billy": []}
    assert DEWAN.redact_body("correction", body, ALIX) == body
    assert DEWAN.redact_body("correction", body, Viewer(Role.SEAT, "Billy"))["changes"] == [body["changes"][1]]  # type: ignore[index]
    with pytest.raises(BadInput):
        DEWAN.play(state, "correction", {"reason": "r", "changes": [{"op": "remove", "path": "/secret"}]})
