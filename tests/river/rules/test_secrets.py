"""What lies face down: who may know it before the end, and that everybody may afterwards."""

from dataclasses import replace

import pytest

from companion.river.rules.tiles import Building
from companion.river.secrets import as_seen_by, with_values_kept, without_values
from tests.river.rules.tables import WOOD, player, table

rule = pytest.mark.rule
CARD = Building({WOOD: 2}, 5)
ON = table(player("Ana", buildings=(7, 3), bonus=(6, 5), reserved=(CARD,)), player("Ben", buildings=(4,), bonus=(4,)))


@rule("V-SECRET-01", "V-SECRET-02", "V-SECRET-03")
def test_only_the_owner_sees_what_lies_face_down() -> None:
    for viewer in ("Ben", None):
        ana = as_seen_by(ON, viewer).player("Ana")
        assert (ana.buildings, ana.bonus, ana.reserved) == ((None, None), (None, None), (Building(),))
    assert as_seen_by(ON, "Ana").player("Ana") == ON.player("Ana")
    assert as_seen_by(replace(ON, over=True), None) == replace(ON, over=True)


@rule("V-SECRET-02")
def test_the_open_stack_of_bonus_tiles_stays_known() -> None:
    assert as_seen_by(ON, None).bonus_stack() == ON.bonus_stack() == (3, 2, 1, 0, 0)


@rule("V-SECRET-01")
def test_a_correction_leaves_what_it_was_not_shown() -> None:
    seen = as_seen_by(ON, None)
    assert with_values_kept(ON, seen).players == ON.players
    more = seen.with_player(replace(seen.player("Ana"), buildings=(None, None, 9)))
    assert with_values_kept(ON, more).player("Ana").buildings == (7, 3, 9)


@rule("V-SECRET-01", "V-SECRET-03")
def test_entries_are_written_out_without_values() -> None:
    build = {"do": "build", "player": "Ana", "building": {"cost": {"wood": 1}, "points": 5}, "bonus": 6}
    assert without_values(build, "Ana") == build
    assert without_values(build, "Ben") == {**build, "building": {"cost": {"wood": 1}}, "bonus": None}
    reserve = {"do": "reserve", "player": "Ana", "building": {"cost": {"wood": 1}, "points": 5}}
    assert without_values(reserve, None) == {**reserve, "building": {}}
    laid = {"do": "lay-out", "buildings": [{"cost": {"wood": 1}, "points": 5}]}
    assert without_values(laid, None) == laid, "what lies open is no secret"
