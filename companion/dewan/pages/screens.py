"""Dewan on the shared pages."""

from collections.abc import Mapping, Sequence
from typing import Any

from flask import Response, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.dewan.drawing.map_svg import MapOptions, map_view
from companion.dewan.game import only_scored
from companion.dewan.pages import corrections as dewan_corrections
from companion.dewan.pages import quick_score, setup
from companion.dewan.pages import seat as dewan_seat
from companion.dewan.pages import table as dewan_table
from companion.dewan.screens import scorepad
from companion.dewan.screens.timer import is_timer
from companion.service.answers import Look
from companion.service.course import Step
from companion.web.access.policy import current_viewer
from companion.web.drawing.players import CampLook, camp_looks
from companion.web.game_screens import GameScreens, MenuItem, View, offered, shared_menu
from companion.web.htmx import see_other
from companion.web.recording import desk
from companion.web.screens.pad import Pad, Picture, Why
from companion.web.screens.replay import replay_map


class DewanScreens(GameScreens):
    key = "dewan"
    blueprints = (dewan_table.bp, dewan_corrections.bp, dewan_seat.bp, quick_score.bp)
    quick = True

    def setup(self) -> AnyResponse:
        return setup.change() if request.method == "POST" else setup.new()

    def table(self, look: Look, view: View) -> AnyResponse:
        """A quick score and a timer have screens of their own."""
        if view.plain and only_scored(look.state.play):
            return see_other(url_for("quick.answer", table_id=look.info.id))
        if view.plain and is_timer(look.state.play):
            return see_other(url_for("timer.table", table_id=look.info.id))
        return dewan_table.table_page(look, view, self.menu(look))

    def seat(self, look: Look, view: View) -> AnyResponse:
        return dewan_seat.seat_page(look, view)

    def goes_on(self, look: Look) -> dict[str, Any]:
        return {"tell": dewan_table.untold_place(look)} if request.form.get("then") == "tell" else {}

    def looks(self, look: Look) -> Mapping[str, CampLook]:
        return camp_looks(look.state.play.table.players, desk().box(look.state.box))

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

    def pad(self, look: Look) -> Pad:
        return scorepad.pad(look.state)

    def why(self, look: Look, pad: Pad, column: str, row: str) -> Why | None:
        return scorepad.why(look.state, pad, column, row)

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
