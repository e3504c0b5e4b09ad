"""What a game brings to be shown, and the shared pages that ask for it.

Home, set-up, the frame around the table, history, undo, files, the score pad and corrections belong to no game. They
ask the ``GameScreens`` of the table's game for what is the game's own; a game overrides what it does differently. Its
templates stand in ``templates/<key>/``, or in a folder it names.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import jsonpatch
from flask import Blueprint, Flask, Response, abort, current_app, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.formats.faults import BadInput, Fault
from companion.formats.pretty_json import pretty_json
from companion.formats.strict_json import parse_json
from companion.games.contract import Json, Label
from companion.games.scoreboard import Scoreboard
from companion.service.answers import TableView
from companion.service.playback import PlaybackStep
from companion.service.summaries import Listed
from companion.web.access.policy import may_open
from companion.web.config import TableCard, WebConfig
from companion.web.drawing.illustration import GuideStep
from companion.web.drawing.looks import listed_looks
from companion.web.drawing.players import PALETTE, PlayerStyle, player_style
from companion.web.entry import EntryRequest
from companion.web.form_errors import faults_by_place
from companion.web.friends import friends, half_scored
from companion.web.htmx import go_to_page, page_or_fragment, see_other
from companion.web.language import t
from companion.web.pad import Picture, Why
from companion.web.rulebook.book import rulebooks
from companion.web.seating import FEWEST, MOST, Fields, Seating, given_seats, settled_seats, tapped_seats
from companion.web.submit import Refused, correction_entry, create_table, entry_id, submit
from companion.web.table_page import Head, HeadSeat, Link, LivePage, MenuItem, ScreenRequest


@dataclass(frozen=True)
class SetupPage:
    """``colors``: as they are kept, in words, and drawn. ``faults``: in words, by where they were typed."""

    screens: "GameScreens"
    draft: Seating
    colors: Sequence[tuple[str, str, PlayerStyle]]
    shown_names: Sequence[str]
    faults: Mapping[str, Sequence[str]]
    own: object = None

    @property
    def friends(self) -> Sequence[str]:
        return friends()

    @property
    def half_scored(self) -> Sequence[Listed]:
        return half_scored()

    @property
    def body(self) -> str:
        return f"{self.screens.key}/_setup.html"


@dataclass(frozen=True)
class TablePage(LivePage):
    """The frame around a table. ``own``: what the game's own template shows in it."""

    head: Head
    menu: Sequence[MenuItem]
    screens: "GameScreens"
    own: object = None

    @property
    def body(self) -> str:
        return f"{self.screens.key}/_table.html"


@dataclass(frozen=True)
class CorrectTextPage:
    """``faults``: each with the path it is about."""

    look: TableView
    text: str
    faults: Sequence[tuple[str, str]]
    entry_id: str = field(default_factory=entry_id)


class GameScreens:
    """The screens of one game; what stands here serves a game that has nothing of its own to show there."""

    key: str
    """Of the game; ``game.<key>`` in the catalogue is its name."""
    sign = "tent"
    """The shape of a player's sign: ``tent-disc`` and so on in ``img/icons.svg``."""
    icon = "camp"
    round_words: Mapping[str, str] = {
        "number": "web.table.round",
        "last": "web.table.last-round",
        "count": "web.games.rounds",
        "axis": "web.chart.rounds",
        "turn": "web.chart.turn",
    }
    """Codes of what the shared pages call a round: editions have words of their own."""
    sheets: Sequence[str] = ()
    """Style sheets of its own, beside the table's."""
    templates: Path | None = None
    blueprints: Sequence[Blueprint] = ()
    """Pages of its own."""
    quick = False
    """There is a pad for games nobody recorded."""

    def init_app(self, app: Flask, config: WebConfig) -> None:
        """Registers the game's pages, and the words its templates use."""
        for bp in self.blueprints:
            app.register_blueprint(bp)

    # --- Set-up: seats as in every game, and what the game asks beside them

    def setup(self) -> AnyResponse:
        """The page a new table is made on, and what its form sends."""
        draft, made, faults = self.draft_or_table(self.header)
        if made:
            return go_to_page(url_for("tables.show", table_id=made.info.id))
        return self.setup_page("setup/any.html", "setup/_any.html", draft, faults)

    def draft_or_table(
        self, header: Callable[[Any, Sequence[str]], Json]
    ) -> tuple[Seating, TableView | None, Sequence[Fault]]:
        """What was chosen so far; the table, when it was the last tap and nothing was wrong with it."""
        draft = self.draft(request.values.to_dict(flat=False))
        do = request.form.get("do", "")
        if not do.startswith("create"):
            return self.tapped(draft, do), None, ()
        if draft.too_many:
            params = {"least": FEWEST, "most": MOST, "number": draft.too_many}
            return draft, None, [Fault("players", "table.player-count", params)]
        try:
            return draft, create_table(self.key, header(draft, self.names(draft)[: draft.players])), ()
        except BadInput as bad:
            return draft, None, bad.faults

    def setup_page(self, page: str, fragment: str, draft: Seating, faults: Sequence[Fault]) -> Response:
        shown = SetupPage(
            self, draft, self.palette(draft), self.names(draft), faults_by_place(faults), self.own_setup(draft)
        )
        return page_or_fragment(page, fragment, shown, 422 if faults else 200)

    def draft(self, fields: Fields) -> Seating:
        draft = Seating(**given_seats(fields))
        return settled_seats(draft, tuple(PALETTE))

    def tapped(self, draft: Any, do: str) -> Seating:
        changed: Seating = tapped_seats(draft, do)
        return settled_seats(changed, tuple(PALETTE))

    def names(self, draft: Seating) -> list[str]:
        """Whoever types no name is called by their colour."""
        words = {color: word for color, word, _ in self.palette(draft)}
        return [draft.names[seat].strip() or words[draft.colors[seat]] for seat in range(MOST)]

    def palette(self, draft: Any) -> list[tuple[str, str, PlayerStyle]]:
        """The colours to choose from: as they are kept, in words, and drawn."""
        return [(color, t(f"web.color.{color}"), player_style(color, 0, self.sign)) for color in PALETTE]

    def own_setup(self, draft: Any) -> object:
        """What the game's own ``_setup.html`` shows, as ``page.own``."""
        return None

    def header(self, draft: Any, names: Sequence[str]) -> Json:
        """What the new table is made from, for the people called so. May raise BadInput."""
        raise NotImplementedError

    # --- The table

    def table(self, look: TableView, view: ScreenRequest) -> AnyResponse:
        page = TablePage(
            look, view, self.looks(look), self.head(look), self.menu(look), self, self.own_table(look, view)
        )
        return page_or_fragment("table/any.html", "table/_any.html", page, view.status)

    def seat(self, look: TableView, view: ScreenRequest) -> AnyResponse:
        """A player's own screen; where a game has none, the table as everybody sees it."""
        return self.table(look, view)

    def own_table(self, look: TableView, view: ScreenRequest) -> object:
        """What the game's own ``_table.html`` shows, as ``page.own``."""
        return None

    def head(self, look: TableView) -> Head:
        summary = look.summary
        seats = tuple(HeadSeat(name, name == summary.turn) for name in summary.players)
        return Head(seats, Label("web.table.round", {"number": summary.round}))

    def looks(self, look: TableView) -> Mapping[str, PlayerStyle]:
        """How each player is drawn."""
        given = (*look.summary.colors, *PALETTE)
        return {name: player_style(given[seat], seat, self.sign) for seat, name in enumerate(look.summary.players)}

    def box_colors(self, box: str | None) -> Mapping[str, str]:
        """``#rrggbb`` of the colours a box describes, by name."""
        return {}

    def listed_looks(self, players: Sequence[str], colors: Sequence[str], box: str | None) -> Mapping[str, PlayerStyle]:
        """How each player is drawn in a list, which opens no table."""
        return listed_looks(players, colors, self.box_colors(box), self.sign)

    def menu(self, look: TableView) -> list[MenuItem]:
        return offered([*self.own_menu(look), *shared_menu(look)])

    def own_menu(self, look: TableView) -> list[MenuItem]:
        return []

    def goes_on(self, look: TableView) -> dict[str, Any]:
        """After something was recorded: what the address of the table should ask for next."""
        return {}

    # --- The pad

    def why(self, look: TableView, board: Scoreboard, column: str, row: str) -> Why | None:
        """Where the number in a cell of the scoreboard comes from."""
        cell = board.cell(column, row)
        return Why(cell, board.row_of(cell).label, (), (cell.line.rule,)) if cell else None

    def why_picture(self, look: TableView, why: Why) -> Picture | None:
        return None

    def rematch(self, look: TableView) -> str | None:
        """The set-up page with the same people."""
        return None

    # --- Rules at the table

    def guide(self, look: TableView) -> tuple[GuideStep, ...]:
        """The first-game guide, with the numbers of this table; none where a game has none."""
        return ()

    def rulings(self, look: TableView) -> Mapping[str, str]:
        """What this table has decided."""
        return {}

    def home_picture(self) -> Picture | None:
        """What the home page shows, of the game that is offered first."""
        return None

    # --- Past games

    def replay_picture(
        self, look: TableView, before: PlaybackStep | None, step: PlaybackStep, link: Link | None = None
    ) -> Picture | None:
        """What the table looked like after a step, and what that step changed; the pad where there is none. ``link``:
        where a tap on a space leads."""
        return None

    # --- What happened

    def details(self, before: PlaybackStep, step: PlaybackStep) -> Sequence[str]:
        """What an entry says besides its label, in words."""
        return ()

    def can_be_changed(self, kind: str, body: Json) -> bool:
        """Whether the table's screen, as it stood before such an entry, records what really happened instead."""
        return False

    # --- Corrections: the record as text, for games that have no page of their own for them

    def correct(self, look: TableView, faults: Sequence[tuple[str, str]] = (), status: int = 200) -> Response:
        text = request.form.get("record") or pretty_json(look.game.record(look.state))
        page = CorrectTextPage(look, text, faults)
        return page_or_fragment("table/correct_text.html", "table/_correct_text.html", page, status)

    def record_correction(self, look: TableView) -> AnyResponse:
        """The record as somebody typed it, as a correction of what differs."""

        def entry(look: TableView) -> EntryRequest:
            wanted = parse_json(request.form.get("record", ""))
            changes = jsonpatch.make_patch(look.game.record(look.state), wanted).patch
            return correction_entry(changes)

        done = submit(look.info.id, entry)
        if isinstance(done, Refused):
            return self.correct(done.look, done.said, done.status)
        return see_other(url_for("tables.show", table_id=look.info.id))

    # --- Quick score

    def quick_start(self) -> AnyResponse:
        """The first page of a quick score, and what its form sends."""
        abort(404)

    def quick_page(self, look: TableView, notice: str | None = None) -> AnyResponse:
        """The pad of a game nobody recorded, to be filled in; what its forms send comes here, too.

        With a ``notice``, something could not be done: the page only says so.
        """
        return see_other(url_for("scorepad.show", table_id=look.info.id))


def shared_menu(look: TableView) -> list[MenuItem]:
    table_id = look.info.id
    has_rules = look.info.game in rulebooks()
    return [
        ("phones", url_for("phones.show", table_id=table_id), "phone"),
        *([("rules", url_for("rulebook.contents_at_table", table_id=table_id), "book")] if has_rules else []),
        *([("guide", url_for("guide.show", table_id=table_id), "feather")] if screens_of(look).guide(look) else []),
        ("history", url_for("happened.show", table_id=table_id), "replay"),
        ("correct", url_for("corrections.show", table_id=table_id), "pencil"),
        ("preferences", url_for("preferences.show", back=url_for("tables.show", table_id=table_id)), "sound"),
        ("table-file", url_for("tables.table_file", table_id=table_id), "share"),
        ("log-file", url_for("tables.log_file", table_id=table_id), "share"),
    ]


def offered(menu: Sequence[MenuItem]) -> list[MenuItem]:
    """What of a menu whoever asks may open."""
    return [item for item in menu if may_open(item[1])]


def all_screens() -> Mapping[str, GameScreens]:
    kept: Mapping[str, GameScreens] = current_app.extensions["game_screens"]
    return kept


def with_looks(cards: Sequence[TableCard]) -> list[tuple[TableCard, Mapping[str, PlayerStyle]]]:
    """Each table with how its players are drawn."""
    found = []
    for card in cards:
        names, colors = [name for name, _ in card.players], [color for _, color in card.players]
        found.append((card, all_screens()[card.game].listed_looks(names, colors, card.box)))
    return found


def screens_of(look: TableView) -> GameScreens:
    """The screens of the table's game; a box is no game and has none."""
    screens = all_screens().get(look.info.game)
    return screens or abort(404)


def chosen_screens() -> GameScreens:
    """The game that the address or the form names; the first where it names none."""
    games = all_screens()
    return games.get(request.values.get("game", "")) or next(iter(games.values()))
