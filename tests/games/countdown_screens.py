"""The screens of the test game: a class, two templates, a rulebook and a handful of words."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from flask import request

from companion.formats.faults import BadInput, Fault
from companion.games.contract import Json
from companion.games.plugin import GamePlugin
from companion.games.rulebook import Reference, Rulebook, Topic
from companion.games.rulebook import Row as ReferenceRow
from companion.service.answers import Look
from companion.web.drawing.illustration import GuideStep, Illustration, PieceView
from companion.web.entry import Entry
from companion.web.game_screens import GameScreens, View
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


@dataclass(frozen=True)
class OwnTable:
    count: Count
    steps: Sequence[Entry]


class CountdownScreens(GameScreens):
    key = Countdown.key
    templates = Path(__file__).parent / "templates"

    def header(self, draft: Any, names: Sequence[str]) -> Json:
        told = request.form.get("from", "")
        if not told.isdigit():
            raise BadInput([Fault("number", "json.not-a-number", {"value": told[:40]})])
        return {"players": list(names), "number": int(told)}

    def own_table(self, look: Look, view: View) -> OwnTable:
        count: Count = look.state
        steps = range(1, min(MOST_STEP, count.number) + 1)
        return OwnTable(count, [Entry("step", {"player": count.active, "by": by}) for by in steps])

    def own_setup(self, draft: Any) -> str:
        return request.values.get("from", "10")

    def guide(self, look: Look) -> tuple[GuideStep, ...]:
        return (GuideStep("number", "countdown.guide", "C-1", example="C-1"),)
