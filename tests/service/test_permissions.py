"""Who sees what of a table and may record what: pure functions of a viewer, and pages that never forget to name one."""

import ast
from dataclasses import replace
from pathlib import Path

import pytest

import companion
from companion.games.contract import Json
from companion.games.viewer import PUBLIC, SERVER, STRANGER, Viewer
from companion.log.entries import UNDO, Entry
from companion.log.errors import UnknownTable
from companion.log.roles import Role
from companion.service import permissions
from companion.service.permissions import NotAllowed, NotYourTurn
from companion.service.tables import Tables
from tests.games.countdown import Count, Countdown
from tests.service.tools import recorded, take, without_stories

GAME = Countdown()
STATE = Count(("Ana", "Ben"), 9)
HOST, RECORDER = Viewer(Role.HOST), Viewer(Role.RECORDER)
ANA, BEN = (Viewer(Role.SEAT, name, phones_record=True) for name in ("Ana", "Ben"))
STEP: Json = {"player": "Ana", "by": 1}


def allowed(viewer: Viewer, kind: str = "step", body: Json = STEP, back: tuple[Entry, ...] = ()) -> bool:
    try:
        permissions.check_request(GAME, viewer, kind, body)
        permissions.check_entry(GAME, STATE, viewer, kind, body, back)
    except NotAllowed:
        return False
    return True


def test_shared_screens_record_for_everybody_and_a_phone_in_its_own_turn() -> None:
    assert [allowed(one) for one in (SERVER, HOST, RECORDER, ANA)] == [True] * 4
    assert [allowed(one) for one in (BEN, PUBLIC, STRANGER, replace(ANA, phones_record=False))] == [False] * 4
    with pytest.raises(NotYourTurn):
        permissions.check_entry(GAME, STATE, BEN, "step", STEP, ())


def test_a_phone_takes_back_what_it_recorded_itself() -> None:
    mine, theirs = (Entry(1, "a", "step", STEP, by, "", "") for by in ("Ana", "Ben"))
    assert allowed(ANA, UNDO, {}, (mine,))
    assert not allowed(ANA, UNDO, {}, (theirs,))
    assert not allowed(ANA, UNDO, {"to": 0}, (mine,))
    assert [permissions.author(one, "Ben") for one in (HOST, ANA)] == ["Ben", "Ana"]


class _OpenHands(Countdown):
    """The shared tablet shows the number, spectators do not see it."""

    def redact(self, state: Count, viewer: Viewer) -> Count:
        return state if viewer.records else replace(state, number=0)


def test_a_game_can_tell_a_spectator_from_the_shared_screen() -> None:
    seen = [permissions.redact(_OpenHands(), STATE, one).number for one in (SERVER, RECORDER, PUBLIC)]
    assert seen == [9, 9, 0]


def test_the_service_redacts_for_the_viewer_it_is_given(tables: Tables) -> None:
    look = without_stories(tables)
    told = recorded(tables, look, "e", "action", {"do": "tell-cards", "player": "Alix", "cards": ["forest"]})
    alix = Viewer(Role.SEAT, "Alix")

    def secrets(viewer: Viewer) -> int:
        return len(tables.look(look.info.id, viewer).state.play.table.player("Alix").secret)

    assert [secrets(one) for one in (SERVER, alix, HOST, PUBLIC, Viewer(Role.SEAT, "Billy"))] == [1, 1, 0, 0, 0]
    with pytest.raises(UnknownTable):
        tables.look(look.info.id, STRANGER)
    with pytest.raises(NotAllowed):
        tables.record(look.info.id, told.seq, "f", "action", take("Alix", 1, 2), viewer=PUBLIC)


SEES = ("look", "look_back", "history", "record", "undo", "redo", "correct")


def test_no_page_looks_or_records_without_naming_its_viewer() -> None:
    """The service sees everything unless it is told who looks: a page that forgets to say so would show secrets."""
    package = Path(companion.__file__).parent
    pages = [path for part in ("web", "dewan", "river") for path in (package / part).rglob("*.py")]
    forgetful = []
    for path in pages:
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr in SEES):
                continue
            service = ast.unparse(call.func.value)
            if not service.endswith("service"):
                continue
            named = [*map(ast.unparse, call.args), *(word.arg for word in call.keywords)]
            if not any("viewer" in (word or "") or word == "STRANGER" for word in named):
                forgetful.append(f"{path.name}:{call.lineno} {ast.unparse(call)}")
    assert forgetful == []
