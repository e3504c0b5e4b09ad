"""The screens of the test game: a class, two templates, a rulebook and a handful of words."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from flask import request

from companion.formats.faults import BadInput, Fault
from companion.games.contract import Json
from companion.games.plugin import GamePlugin
from companion.games.rulebook import Reference, Rulebook, Topic
from companion.games.rulebook import Row as ReferenceRow
from companion.service.answers import Look
from companion.web.drawing.illustration import Illustration, PieceView
from companion.web.game_screens import GameScreens, View
from companion.web.screens.entry import Entry
from companion.web.screens.guide import GuideStep
from tests.games.countdown import MOST_STEP, Count, Countdown

COUNTDOWN = GamePlugin(
    key=Countdown.key,
    game="tests.games.countdown:Countdown",
    screens="tests.games.countdown_screens:CountdownScreens",
    rules="tests.games.countdown_screens:RULEBOOK",
)

WORDS = {
    "game.countdown": "Countdown",
    "word.countdown": "Countdown",
    "countdown.number": "Still to go: {number}",
    "countdown.from": "From",
    "countdown.row": "Turns so far",
    "label.step": "{player} counted down",
    "rulebook.topic.counting": "Counting",
    "rule.C-1": "Whoever brings the number to zero wins.",
    "rule.C-1.title": "Zero wins",
    "countdown.guide": "Choose a number",
}

RULEBOOK = Rulebook(
    Countdown.key,
    (Topic("counting", "countdown", ("C-1",)),),
    {},
    "CR-",
    lambda rule, rulings, say: Illustration(pieces=(PieceView("icon", "countdown", number=9),)),
    (),
    lambda name: Reference(Countdown.key, name, (), (ReferenceRow("", ()),), (), (), ()),
)


class CountdownScreens(GameScreens):
    key = Countdown.key
    templates = Path(__file__).parent / "templates"

    def header(self, draft: Any, names: Sequence[str]) -> Json:
        told = request.form.get("from", "")
        if not told.isdigit():
            raise BadInput([Fault("number", "json.not-a-number", {"value": told[:40]})])
        return {"players": list(names), "number": int(told)}

    def table_context(self, look: Look, view: View) -> dict[str, Any]:
        count: Count = look.state
        steps = range(1, min(MOST_STEP, count.number) + 1)
        return {"count": count, "steps": [Entry("step", {"player": count.active, "by": by}) for by in steps]}

    def guide(self, look: Look) -> tuple[GuideStep, ...]:
        return (GuideStep("number", "countdown.guide", "C-1", example="C-1"),)
