"""The screens of the test game: a class, two templates, a rulebook and a handful of words."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from flask import request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.formats.faults import BadInput, Fault
from companion.games.contract import Json
from companion.games.plugin import GamePlugin
from companion.games.rulebook import Reference, Rulebook, Topic
from companion.games.rulebook import ReferenceRow as ReferenceRow
from companion.service.answers import TableView
from companion.web.drawing.illustration import GuideStep, Illustration, PieceView
from companion.web.entry import EntryRequest
from companion.web.game_screens import GameScreens
from companion.web.htmx import go_to_page
from companion.web.table_page import ScreenRequest
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
    steps: Sequence[EntryRequest]


class CountdownScreens(GameScreens):
    key = Countdown.key
    templates = Path(__file__).parent / "templates"
    quick = True

    def header(self, draft: Any, names: Sequence[str]) -> Json:
        told = request.form.get("from", "")
        if not told.isdigit():
            raise BadInput([Fault("number", "json.not-a-number", {"value": told[:40]})])
        return {"players": list(names), "number": int(told)}

    def own_table(self, look: TableView, view: ScreenRequest) -> OwnTable:
        count: Count = look.state
        steps = range(1, min(MOST_STEP, count.number) + 1)
        return OwnTable(count, [EntryRequest("step", {"player": count.active, "by": by}) for by in steps])

    def own_setup(self, draft: Any) -> str:
        return request.values.get("from", "10")

    def guide(self, look: TableView) -> tuple[GuideStep, ...]:
        return (GuideStep("number", "countdown.guide", "C-1", example="C-1"),)

    def quick_start(self) -> AnyResponse:
        """How many turns there were is all there is to say of a game nobody recorded."""

        def header(draft: Any, names: Sequence[str]) -> Json:
            return {**self.header(draft, names), "number": 0, "turn": int(request.form["from"])}

        draft, made, faults = self.draft_or_table(header)
        if made:
            return go_to_page(url_for("scorepad.show", table_id=made.info.id))
        return self.setup_page("quick/any.html", "quick/_any.html", draft, faults)
