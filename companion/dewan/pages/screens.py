"""Dewan on the shared pages."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from flask import Flask, Response, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.dewan.boxes import box_in
from companion.dewan.drawing import pieces
from companion.dewan.drawing.camps import colors_in, player_styles
from companion.dewan.drawing.home_picture import picture
from companion.dewan.drawing.map_svg import MapView
from companion.dewan.drawing.map_words import board_words, space_name
from companion.dewan.drawing.replay import replay_map
from companion.dewan.game import ACTION, TELL
from companion.dewan.pages import (
    asking,
    box,
    lot,
    picker,
    quick_score,
    recording,
    referee,
    scorepad,
    setup,
    sketch,
    stories,
    timer,
)
from companion.dewan.pages import corrections as dewan_corrections
from companion.dewan.pages import seat as dewan_seat
from companion.dewan.pages import table as dewan_table
from companion.dewan.pages.details import details
from companion.dewan.pages.guide import guide_steps
from companion.dewan.pages.photo import pages as photos
from companion.dewan.pages.photo.boards import Sources, source_photos
from companion.games.contract import Json, Mode
from companion.games.scoreboard import Scoreboard
from companion.i18n.catalog import Speaker
from companion.service.answers import TableView
from companion.service.playback import PlaybackStep
from companion.web.access.policy import current_viewer
from companion.web.config import WebConfig
from companion.web.drawing.illustration import GuideStep
from companion.web.drawing.players import PlayerStyle
from companion.web.game_screens import GameScreens, offered, shared_menu
from companion.web.htmx import see_other
from companion.web.language import current_speaker
from companion.web.pad import Picture, Why
from companion.web.photo.jobs import can_read
from companion.web.submit import backend
from companion.web.table_page import Link, MenuItem, ScreenRequest

_WORDS: Mapping[str, Callable[[Any, Speaker], str]] = {
    "space_name": space_name,
    "board_words": board_words,
    "card_name": pieces.card_name,
    "half_name": pieces.half_name,
    "letter": pieces.letter,
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
        recording.bp,
        dewan_seat.bp,
        quick_score.bp,
        picker.bp,
        lot.bp,
        box.bp,
        photos.bp,
        referee.bp,
        sketch.bp,
        stories.bp,
        timer.bp,
        asking.bp,
    )
    sheets = ("photo", "dewan/boards")
    quick = True

    def init_app(self, app: Flask, config: WebConfig) -> None:
        super().init_app(app, config)
        asking.init_app(app)
        for name, words in _WORDS.items():
            app.add_template_global(_spoken(words), name)
        if config.styleguide:
            from companion.dewan.pages import styleguide

            app.register_blueprint(styleguide.bp)

    def setup(self) -> AnyResponse:
        return setup.setup()

    def table(self, look: TableView, view: ScreenRequest) -> AnyResponse:
        """A quick score, a timer and a map for the referee have screens of their own."""
        own = {
            Mode.QUICK_SCORE: "quick.answer",
            Mode.TIMER: "timer.table",
            Mode.REFEREE: "referee.at_table",
        }.get(look.summary.mode)
        if view.plain and own:
            return see_other(url_for(own, table_id=look.info.id))
        return dewan_table.table_page(look, view, self.menu(look))

    def seat(self, look: TableView, view: ScreenRequest) -> AnyResponse:
        return dewan_seat.seat_page(look, view)

    def goes_on(self, look: TableView) -> dict[str, Any]:
        return {"tell": dewan_table.untold_place(look)} if request.form.get("then") == "tell" else {}

    def looks(self, look: TableView) -> Mapping[str, PlayerStyle]:
        return player_styles(look.state.play.table.players, box_in(backend(), look.state.box))

    def box_colors(self, box: str | None) -> Mapping[str, str]:
        return colors_in(box_in(backend(), box)) if box else {}

    def menu(self, look: TableView) -> list[MenuItem]:
        table_id = look.info.id
        photo = url_for("photos.take", table_id=table_id)
        seated = current_viewer(table_id).player is not None
        whole = [
            *([("seat", url_for("seat.show", table_id=table_id), "hand")] if seated else []),
            ("phones", url_for("phones.show", table_id=table_id), "phone"),
            ("score", url_for("scorepad.show", table_id=table_id), "score"),
            ("referee", url_for("referee.at_table", table_id=table_id), "route"),
            ("stories", url_for("stories.show", table_id=table_id), "story"),
            ("zones", url_for("tables.show", table_id=table_id, zones=1), "eye"),
            ("map", url_for("picker.show", table_id=table_id), "route"),
            *([("boards", url_for("photos.boards", table_id=table_id), "camera")] if can_read() else []),
            ("compare" if look.state.play.table.board.printed else "photo", photo, "camera"),
            *([("photos", url_for("photos.album", table_id=table_id), "eye")] if backend().albums.of(table_id) else []),
            ("way", url_for("dewan_recording.show", table_id=table_id), "pencil"),
            *(item for item in shared_menu(look) if item[0] != "phones"),
        ]
        return offered(whole)

    def guide(self, look: TableView) -> tuple[GuideStep, ...]:
        return guide_steps(look.state.play, box_in(backend(), look.state.box))

    def rulings(self, look: TableView) -> Mapping[str, str]:
        rulings: Mapping[str, str] = look.state.play.table.rulings
        return rulings

    def home_picture(self) -> Picture:
        return Picture("dewan/_home.html", picture())

    def why(self, look: TableView, board: Scoreboard, column: str, row: str) -> Why | None:
        return scorepad.why(look.state, board, column, row)

    def why_picture(self, look: TableView, why: Why) -> Picture | None:
        board, drawn = look.state.play.table.board, None
        if board.printed and isinstance(why, scorepad.MapWhy):
            drawn = MapView(board, self.looks(look), zones=why.zones, chosen=why.camps, fade_others=True, letters=False)
        photos = source_photos(look, why)
        return Picture("dewan/photo/_why.html", Sources(photos, drawn)) if photos or drawn else None

    def rematch(self, look: TableView) -> str | None:
        table = look.state.play.table
        return url_for(
            "setup.new",
            scenario=table.scenario,
            name=[player.name for player in table.players],
            color=[player.color or "" for player in table.players],
            box=look.state.box,
        )

    def replay_picture(
        self, look: TableView, before: PlaybackStep | None, step: PlaybackStep, link: Link | None = None
    ) -> Picture | None:
        view = replay_map(before, step, self.looks(look))
        return Picture("games/_map.html", replace(view, link=link)) if view else None

    def details(self, before: PlaybackStep, step: PlaybackStep) -> Sequence[str]:
        return details(before, step)

    def can_be_changed(self, kind: str, body: Json) -> bool:
        return kind == TELL or (kind == ACTION and body.get("do") not in ("tell-cards", "slide-up", "pile-empty"))

    def correct(self, look: TableView, faults: Sequence[tuple[str, str]] = (), status: int = 200) -> Response:
        return dewan_corrections.page(look, faults=faults, status=status)

    def quick_start(self) -> AnyResponse:
        return setup.quick_start()

    def quick_page(self, look: TableView, notice: str | None = None) -> AnyResponse:
        if request.method == "POST" and notice is None:
            return quick_score.write(look.info.id)
        return quick_score.answer_page(look, notice)
