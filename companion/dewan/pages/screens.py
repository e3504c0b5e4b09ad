"""Dewan on the shared pages."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from flask import Flask, Response, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.dewan.boxes import box_in
from companion.dewan.drawing import map_picture, pieces
from companion.dewan.drawing.camps import camp_looks
from companion.dewan.drawing.home_picture import picture
from companion.dewan.drawing.map_svg import MapOptions, map_view
from companion.dewan.drawing.map_words import board_words, space_name
from companion.dewan.pages import asking, box, picker, quick_score, referee, setup, timer
from companion.dewan.pages import corrections as dewan_corrections
from companion.dewan.pages import seat as dewan_seat
from companion.dewan.pages import table as dewan_table
from companion.dewan.pages.photo import pages as photos
from companion.dewan.screens import scorepad
from companion.dewan.screens.guide import guide_steps
from companion.dewan.screens.replay import replay_map
from companion.games.contract import Mode
from companion.games.scoreboard import Scoreboard
from companion.i18n.catalog import Speaker
from companion.service.answers import Look
from companion.service.course import Step
from companion.web.access.policy import current_viewer
from companion.web.config import WebConfig
from companion.web.drawing.players import CampLook
from companion.web.game_screens import GameScreens, MenuItem, View, offered, shared_menu
from companion.web.htmx import see_other
from companion.web.language import current_speaker
from companion.web.recording import desk
from companion.web.screens.guide import GuideStep
from companion.web.screens.pad import Picture, Why

_WORDS: Mapping[str, Callable[[Any, Speaker], str]] = {
    "space_name": space_name,
    "board_words": board_words,
    "card_name": pieces.card_name,
    "half_name": pieces.half_name,
    "story_name": pieces.story_name,
    "missing_words": pieces.missing_words,
}
"""What templates say of the pieces they draw."""


def _spoken(words: Callable[[Any, Speaker], str]) -> Callable[[Any], str]:
    return lambda piece: words(piece, current_speaker())


class DewanScreens(GameScreens):
    key = "dewan"
    blueprints = (
        dewan_table.bp,
        dewan_corrections.bp,
        dewan_seat.bp,
        quick_score.bp,
        picker.bp,
        box.bp,
        photos.bp,
        referee.bp,
        timer.bp,
        asking.bp,
    )
    quick = True

    def init_app(self, app: Flask, config: WebConfig) -> None:
        super().init_app(app, config)
        asking.init_app(app)
        map_picture.init_app(app)
        app.add_template_global(pieces.letter, "letter")
        for name, words in _WORDS.items():
            app.add_template_global(_spoken(words), name)
        if config.styleguide:
            from companion.dewan.pages import styleguide

            app.register_blueprint(styleguide.bp)

    def setup(self) -> AnyResponse:
        return setup.change() if request.method == "POST" else setup.new()

    def table(self, look: Look, view: View) -> AnyResponse:
        """A quick score and a timer have screens of their own."""
        own = {Mode.QUICK_SCORE: "quick.answer", Mode.TIMER: "timer.table"}.get(look.summary.mode)
        if view.plain and own:
            return see_other(url_for(own, table_id=look.info.id))
        return dewan_table.table_page(look, view, self.menu(look))

    def seat(self, look: Look, view: View) -> AnyResponse:
        return dewan_seat.seat_page(look, view)

    def goes_on(self, look: Look) -> dict[str, Any]:
        return {"tell": dewan_table.untold_place(look)} if request.form.get("then") == "tell" else {}

    def looks(self, look: Look) -> Mapping[str, CampLook]:
        return camp_looks(look.state.play.table.players, box_in(desk(), look.state.box))

    def menu(self, look: Look) -> list[MenuItem]:
        table_id = look.info.id
        photo = url_for("photos.take", table_id=table_id)
        seated = current_viewer(table_id).player is not None
        whole = [
            *([("seat", url_for("seat.show", table_id=table_id), "hand")] if seated else []),
            ("score", url_for("scorepad.show", table_id=table_id), "score"),
            ("referee", url_for("referee.at_table", table_id=table_id), "route"),
            ("stories", url_for("referee.told", table_id=table_id), "story"),
            ("zones", url_for("tables.show", table_id=table_id, zones=1), "eye"),
            ("map", url_for("picker.show", table_id=table_id), "route"),
            ("compare" if look.state.play.table.board.printed else "photo", photo, "camera"),
            *([("photos", url_for("photos.album", table_id=table_id), "eye")] if desk().albums.of(table_id) else []),
            *shared_menu(look),
        ]
        return offered(whole)

    def guide(self, look: Look) -> tuple[GuideStep, ...]:
        table = look.state.play.table
        names = tuple(player.name for player in table.players)
        return guide_steps(table.scenario, names, table.first_player or names[0], box_in(desk(), look.state.box))

    def rulings(self, look: Look) -> Mapping[str, str]:
        rulings: Mapping[str, str] = look.state.play.table.rulings
        return rulings

    def home_picture(self) -> Picture:
        return Picture("dewan/_home.html", {"map": picture()})

    def why(self, look: Look, board: Scoreboard, column: str, row: str) -> Why | None:
        return scorepad.why(look.state, board, column, row)

    def why_picture(self, look: Look, why: Why) -> Picture | None:
        board = look.state.play.table.board
        if not board.printed or not isinstance(why, scorepad.MapWhy):
            return None
        options = MapOptions(looks=self.looks(look), zones=why.zones, chosen=why.camps, fade_others=True, letters=False)
        return Picture("scorepad/_why_map.html", {"map": map_view(board, options)})

    def rematch(self, look: Look) -> str | None:
        table = look.state.play.table
        return url_for(
            "setup.new",
            scenario=table.scenario,
            name=[player.name for player in table.players],
            color=[player.color or "" for player in table.players],
            box=look.state.box,
        )

    def replay_picture(self, look: Look, before: Step | None, step: Step) -> Picture | None:
        view = replay_map(before, step, self.looks(look))
        return Picture("games/_map.html", {"map": view}) if view else None

    def correct(self, look: Look, faults: Sequence[tuple[str, str]] = (), status: int = 200) -> Response:
        return dewan_corrections.page(look, faults=faults, status=status)

    def quick_start(self) -> AnyResponse:
        return quick_score.change() if request.method == "POST" else quick_score.start()

    def quick_page(self, look: Look, notice: str | None = None) -> AnyResponse:
        if request.method == "POST" and notice is None:
            return quick_score.write(look.info.id)
        return quick_score.answer_page(look, notice)
