"""The River on the shared pages."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flask import Flask, Response, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.games.contract import Json, Label
from companion.games.scoreboard import Scoreboard
from companion.games.ways import ONLY_SCORE
from companion.river.boxes import boxes_in
from companion.river.drawing.tableau import TableauView, tableau
from companion.river.pages import board_photo, entries, setup, tiles_photo
from companion.river.pages import box as river_box
from companion.river.pages import corrections as river_corrections
from companion.river.pages import quick_score as river_quick
from companion.river.pages import scorepad as river_pad
from companion.river.pages import table as river_table
from companion.river.pages.guide import guide_steps
from companion.river.pages.seat import seat_page
from companion.river.pages.words import color_word, space_name
from companion.river.rules.ending import triggers
from companion.river.rules.table import Player
from companion.river.rules.tableau import tile_on
from companion.service.answers import TableView
from companion.service.playback import PlaybackStep
from companion.web.config import WebConfig
from companion.web.drawing.illustration import GuideStep
from companion.web.drawing.players import PlayerStyle, player_style
from companion.web.game_screens import GameScreens
from companion.web.htmx import go_to_page, see_other
from companion.web.language import t
from companion.web.pad import Picture, Why
from companion.web.seating import Fields
from companion.web.submit import backend
from companion.web.table_page import Head, HeadSeat, Link, MenuItem, ScreenRequest


@dataclass(frozen=True)
class WhyPicture:
    player: Player
    board: TableauView
    why: river_pad.RiverWhy


class RiverScreens(GameScreens):
    key = "river"
    sign = "ship"
    icon = "river"
    round_words: Mapping[str, str] = {
        "number": "river.round",
        "last": "river.last-round",
        "count": "river.rounds",
        "axis": "river.way.rounds",
        "turn": "river.round-turn",
    }
    sheets = ("river/river",)
    blueprints = (entries.bp, river_corrections.bp, river_box.bp, tiles_photo.bp, board_photo.bp)
    quick = True

    def init_app(self, app: Flask, config: WebConfig) -> None:
        super().init_app(app, config)
        app.add_template_global(space_name, "tableau_space_name")

    # --- Set-up

    def draft(self, fields: Fields) -> setup.SetupDraft:
        return setup.read_draft(fields, boxes_in(backend()))

    def tapped(self, draft: setup.SetupDraft, do: str) -> setup.SetupDraft:
        return setup.tapped(draft, do, boxes_in(backend()))

    def palette(self, draft: setup.SetupDraft) -> list[tuple[str, str, PlayerStyle]]:
        box = boxes_in(backend())[draft.box]
        rgb = {one.name: one.rgb for one in box.colors}
        return [
            (
                color,
                color_word(color),
                player_style(rgb.get(color, ""), place, self.sign),
            )
            for place, color in enumerate(setup.color_names(box))
        ]

    def own_setup(self, draft: setup.SetupDraft) -> setup.OwnSetup:
        return setup.OwnSetup(draft, boxes_in(backend()))

    def header(self, draft: setup.SetupDraft, names: Sequence[str]) -> Json:
        if draft.way == ONLY_SCORE:
            return river_quick.header(draft, names)
        return setup.header(draft, boxes_in(backend())[draft.box], names)

    # --- The table

    def table(self, look: TableView, view: ScreenRequest) -> AnyResponse:
        if view.plain and look.summary.quick_score:
            return see_other(url_for("quick.answer", table_id=look.info.id))
        return super().table(look, view)

    def own_table(self, look: TableView, view: ScreenRequest) -> river_table.OwnTable:
        return river_table.own_table(look, view)

    def seat(self, look: TableView, view: ScreenRequest) -> AnyResponse:
        """The player's river board, what every island would bring, what can be built; round by round, the round."""
        return seat_page(look, view, self.looks(look))

    def goes_on(self, look: TableView) -> dict[str, Any]:
        return entries.goes_on()

    def head(self, look: TableView) -> Head:
        table = look.state.table
        seats = tuple(
            HeadSeat(one.name, one.name == table.active_player, one.name == table.start_player) for one in table.players
        )
        what = Label("river.round", {"number": table.round}) if table.round else Label("river.first-tiles")
        notes = (t("web.table.invented"),) if table.box.invented else ()
        return Head(seats, what, bool(triggers(table)) and not table.over, notes)

    def looks(self, look: TableView) -> Mapping[str, PlayerStyle]:
        colors = look.summary.colors
        return {name: player_style(colors[seat], seat, self.sign) for seat, name in enumerate(look.summary.players)}

    def own_menu(self, look: TableView) -> list[MenuItem]:
        table_id = look.info.id
        return [
            ("score", url_for("scorepad.show", table_id=table_id), "score"),
            ("cleanup", url_for("tables.show", table_id=table_id, do="cleanup"), "broom"),
        ]

    def guide(self, look: TableView) -> tuple[GuideStep, ...]:
        table = look.state.table
        names = tuple(player.name for player in table.players)
        return guide_steps(names, table.opener().name, table.box)

    def rulings(self, look: TableView) -> Mapping[str, str]:
        rulings: Mapping[str, str] = look.state.table.rulings
        return rulings

    # --- The pad

    def why(self, look: TableView, board: Scoreboard, column: str, row: str) -> Why | None:
        return river_pad.why(look.state, board, column, row)

    def why_picture(self, look: TableView, why: Why) -> Picture | None:
        if not isinstance(why, river_pad.RiverWhy) or not look.state.table.player(why.cell.column).tiles:
            return None
        player = look.state.table.player(why.cell.column)
        view = tableau(look.state.table, player, marked=why.places)
        return Picture("river/_why.html", WhyPicture(player, view, why))

    def replay_picture(
        self, look: TableView, before: PlaybackStep | None, step: PlaybackStep, link: Link | None = None
    ) -> Picture | None:
        """All tableaus; where a tile came or changed places, it is marked."""
        table = step.state.table
        earlier = {one.name: one.tiles for one in before.state.table.players} if before else {}
        boards = []
        for player in table.players:
            old = earlier.get(player.name, player.tiles)
            changed = [space for space, tile in enumerate(player.tiles, 1) if tile_on(old, space) != tile]
            boards.append((player, tableau(table, player, marked=changed)))
        return Picture("river/_replay.html", boards)

    # --- Corrections and quick score

    def correct(self, look: TableView, faults: Sequence[tuple[str, str]] = (), status: int = 200) -> Response:
        if "text" in request.args or "record" in request.form:
            return super().correct(look, faults, status)
        return river_corrections.page(look, faults, status)

    def quick_start(self) -> AnyResponse:
        draft, made, faults = self.draft_or_table(river_quick.header)
        if made:
            return go_to_page(url_for("quick.answer", table_id=made.info.id))
        return self.setup_page("quick/any.html", "quick/_any.html", draft, faults)

    def quick_page(self, look: TableView, notice: str | None = None) -> AnyResponse:
        return river_quick.page(look, notice)

    def rematch(self, look: TableView) -> str | None:
        table = look.state.table
        return url_for(
            "setup.new",
            game=self.key,
            name=[player.name for player in table.players],
            color=[player.color or "" for player in table.players],
            **dict(table.rulings),
        )
