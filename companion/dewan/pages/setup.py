"""The set-up page of Dewan: one page from the scenario to the first tap on the table."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from flask import abort, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.dewan.box import counts_of
from companion.dewan.boxes import boxes_in
from companion.dewan.drawing.map_svg import MapView
from companion.dewan.drawing.scenario_pictures import picture
from companion.dewan.formats.setup import MOST_CARDS, MOST_STORIES
from companion.dewan.formats.table import FORMAT
from companion.dewan.pages import box_parts
from companion.dewan.pages.box_parts import PartView
from companion.dewan.pages.lot import lot_entry, short_of
from companion.dewan.rules.setup import WATER_STORIES, figures
from companion.dewan.rules.tiles import Box, TileKind
from companion.dewan.rules.words import (
    CAMPS_TO_PLACE,
    FEWEST_PLAYERS,
    FISH_TOKENS,
    MOST_PLAYERS,
    STARTING_HAND,
    STORY_TILES,
    TERRAIN_CARDS,
    ScenarioName,
)
from companion.dewan.tracking import CAMPS, WAYS
from companion.formats.faults import BadInput, Fault
from companion.formats.mode import Mode
from companion.games.ways import ONLY_SCORE
from companion.service.summaries import Listed
from companion.web.backend import DEMO_BOX, Backend, Boxes
from companion.web.drawing.players import PALETTE, PlayerStyle, player_style
from companion.web.form_errors import faults_by_place
from companion.web.friends import friends, half_scored
from companion.web.htmx import go_to_page, page_or_fragment
from companion.web.language import t
from companion.web.seating import Fields, Seating, first_name, given_seats, one, settled_seats, tapped_seats
from companion.web.submit import backend, create_table, submit

TEAMS = ("sun", "moon")
QUICK_SCORE: Mapping[str, object] = {"begun": True, "mode": Mode.QUICK_SCORE}
"""What the header of a game says of which only the score is entered."""


@dataclass(frozen=True)
class SetupDraft(Seating):
    scenario: ScenarioName = ScenarioName.BASE
    way: str = CAMPS
    """How much is recorded."""

    @property
    def opposite(self) -> bool:
        """Partners sit opposite (D-TEAM-01)."""
        return self.scenario is ScenarioName.TEAM

    def team(self, seat: int) -> str | None:
        return TEAMS[seat % 2] if self.opposite else None


def read_draft(fields: Fields, boxes: Mapping[str, Box]) -> SetupDraft:
    """Whatever was sent, as far as it makes sense; the rest as on a fresh page."""
    scenario, box, way = one(fields, "scenario"), one(fields, "box"), one(fields, "way")
    draft = SetupDraft(
        **given_seats(fields),
        scenario=ScenarioName(scenario) if scenario in tuple(ScenarioName) else ScenarioName.BASE,
        way=way if way in WAYS else CAMPS,
        box=box if box in boxes else next(iter(boxes)),
    )
    return settled(draft, boxes[draft.box])


def tapped(draft: SetupDraft, do: str, boxes: Mapping[str, Box]) -> SetupDraft:
    """The draft after a button; one that does not exist changes nothing."""
    verb, _, rest = do.partition(":")
    if verb == "scenario" and rest in tuple(ScenarioName):
        draft = replace(draft, scenario=ScenarioName(rest))
    elif verb == "box" and rest in boxes:
        draft = replace(draft, box=rest)
    else:
        draft = tapped_seats(draft, do)
    return settled(draft, boxes[draft.box])


def settled(draft: SetupDraft, box: Box) -> SetupDraft:
    """What follows from the rest: team play is for four, and every seat has a colour of the box."""
    if draft.opposite:
        draft = replace(draft, players=MOST_PLAYERS)
    return settled_seats(draft, color_names(box))


def color_names(box: Box) -> tuple[str, ...]:
    """The camps in the box; our own colours where it names too few for a game."""
    named = tuple(color.name for color in box.colors)
    return named if len(named) >= MOST_PLAYERS else (*named, *(color for color in PALETTE if color not in named))


def pieces(box: Box) -> tuple[int, int]:
    """Terrain cards and Story tiles of the box; those of the rulebook where not all were entered."""
    cards, stories = sum(box.cards.values()), len(box.stories)
    return min(max(cards, TERRAIN_CARDS), MOST_CARDS), min(max(stories, STORY_TILES), MOST_STORIES)


def header(
    draft: SetupDraft, box: Box, names: Sequence[str], teams: Mapping[str, str], no_box: str
) -> dict[str, object]:
    """What the new table is made from.

    ``names`` and ``teams`` as they are to be shown, ``no_box`` the box that needs no telling.
    """
    cards, stories = pieces(box)
    recorded: dict[str, object] = {"mode": Mode.RECORDED, "way": draft.way}
    return {
        "table": {
            "format": FORMAT,
            "scenario": draft.scenario,
            "players": [
                {"name": names[seat], "color": draft.colors[seat] or None, "team": teams.get(draft.team(seat) or "")}
                for seat in draft.seats
            ],
            "first_player": first_name(draft, names),
        },
        "title": draft.title.strip() or None,
        "cards": cards,
        "story_tiles": stories,
        "box": None if draft.box == no_box else draft.box,
        **(QUICK_SCORE if draft.way == ONLY_SCORE else recorded),
    }


@dataclass(frozen=True)
class SetupLine:
    """One line of the list for the table: a code of the catalogue, its numbers, the sign beside it."""

    code: str
    icon: str
    n: int
    params: Mapping[str, int]


def checklist(draft: SetupDraft, box: Box) -> tuple[SetupLine, ...]:
    """What to lay out on the table, in the order of the rules (D-SETUP-01 to D-SETUP-07)."""
    cards, stories = pieces(box)
    numbers = figures(draft.scenario, draft.players, cards, stories)
    scenario = draft.scenario
    lines = [
        SetupLine("starting-tiles", "camp-group", numbers.starting_tiles, {}),
        SetupLine("neutral-tiles", "route", numbers.neutral_tiles, {}),
    ]
    if scenario is ScenarioName.VOLCANO:
        lines.append(SetupLine("volcano-tile", "volcano", numbers.special_tiles, {}))
    if scenario is ScenarioName.DOWNPOUR:
        lines.append(SetupLine("downpour-tile", "water-marker", numbers.special_tiles, {}))
    lines.append(SetupLine("berries", "berry", 2, {}))
    lines.append(SetupLine("camps", "camp", CAMPS_TO_PLACE, {}))
    if scenario is ScenarioName.DOWNPOUR:
        lines.append(SetupLine("stories-out", "close", WATER_STORIES, {}))
    lines.append(SetupLine("stories", "story", numbers.story_row, {"stack": numbers.story_stack}))
    lines.append(SetupLine("hands", "hand", STARTING_HAND, {"dealt": numbers.dealt}))
    lines.append(SetupLine("row", "cards", numbers.row, {}))
    if numbers.supply:
        lines.append(SetupLine("event-pile", "countdown", numbers.draw_pile, {"supply": numbers.supply}))
    else:
        lines.append(SetupLine("draw-pile", "cards", numbers.draw_pile, {}))
    if scenario is ScenarioName.VOLCANO:
        lines.append(SetupLine("lava", "lava", numbers.markers, {}))
    if scenario is ScenarioName.DOWNPOUR:
        lines.append(SetupLine("water", "water-marker", numbers.markers, {}))
    if scenario is ScenarioName.LAKE_VILLAGES:
        lines.append(SetupLine("fish", "fish", FISH_TOKENS, {}))
    lines.append(SetupLine("first", "feather", 1, {}))
    return tuple(lines)


@dataclass(frozen=True)
class DewanSetupPage:
    """``scenarios``: each with its picture. ``colors``: as they are kept, in words, and drawn."""

    draft: SetupDraft
    boxes: Boxes[Box]
    faults: Mapping[str, Sequence[str]]
    demo = DEMO_BOX
    ways = WAYS

    @property
    def scenarios(self) -> list[tuple[ScenarioName, MapView]]:
        return [(scenario, picture(scenario)) for scenario in ScenarioName]

    @property
    def colors(self) -> list[tuple[str, str, PlayerStyle]]:
        return palette(self.boxes[self.draft.box])

    @property
    def shown_names(self) -> list[str]:
        return [name_of_seat(self.draft, seat) for seat in range(MOST_PLAYERS)]

    @property
    def box(self) -> Box:
        return self.boxes[self.draft.box]

    @property
    def missing(self) -> Mapping[TileKind, int]:
        """The tiles the box lacks for this map."""
        return short_of(self.box, self.draft.scenario, self.draft.players)

    @property
    def entered(self) -> tuple[PartView, ...]:
        """How complete the box is."""
        return box_parts.parts(counts_of(self.box))

    @property
    def friends(self) -> Sequence[str]:
        return friends()

    @property
    def half_scored(self) -> Sequence[Listed]:
        return half_scored()

    @property
    def lines(self) -> tuple[SetupLine, ...]:
        return checklist(self.draft, self.boxes[self.draft.box])


def setup() -> AnyResponse:
    """A fresh page, with what the address says filled in; a tap on it; or its last one: the table is made."""
    where = {"create:lot": "lot.show", "create:pick": "picker.show", "create:photo": "photos.take"}
    return draft_or_table("dewan/setup/page.html", "dewan/setup/_setup.html", {}, where, "tables.show")


def quick_start() -> AnyResponse:
    """The same for a game nobody recorded: who played what."""
    where = {"create:pick": "picker.show", "create:photo": "photos.take"}
    return draft_or_table("quick/start.html", "quick/_start.html", QUICK_SCORE, where, "quick.answer")


def draft_or_table(
    template: str, fragment: str, more: Mapping[str, object], where: Mapping[str, str], otherwise: str
) -> AnyResponse:
    """``more``: of the header. ``where``: the page that comes next, by what was tapped last."""
    boxes = known_boxes()
    fields = request.values.to_dict(flat=False)
    if request.method == "GET" and "box" not in fields:
        fields = {**fields, "box": [likely_box(boxes, read_draft(fields, boxes))]}
    draft, do = read_draft(fields, boxes), request.form.get("do", "")
    faults: Sequence[Fault] = ()
    if not do.startswith("create"):
        draft = tapped(draft, do, boxes)
    elif draft.too_many:
        params = {"least": FEWEST_PLAYERS, "most": MOST_PLAYERS, "number": draft.too_many}
        faults = [Fault("table.players", "table.player-count", params)]
    else:
        names = [name_of_seat(draft, seat) for seat in draft.seats]
        teams = {team: t(f"web.setup.team-{team}") for team in TEAMS}
        try:
            form = {**header(draft, boxes[draft.box], names, teams, DEMO_BOX), **more}
            look = create_table("dewan", form)
            if do == "create:lot":
                submit(look.info.id, lot_entry, retry=True)  # where nothing can be drawn, the page says so
            return go_to_page(url_for(where.get(do, otherwise), table_id=look.info.id))
        except BadInput as bad:
            faults = bad.faults
    page = DewanSetupPage(draft, boxes, faults_by_place(faults))
    return page_or_fragment(template, fragment, page, 422 if faults else 200)


def palette(box: Box) -> list[tuple[str, str, PlayerStyle]]:
    """The colours to choose from: as they are kept, in words, and drawn."""
    return [(color, _color_word(color), look_of_color(color, box)) for color in color_names(box)]


def name_of_seat(draft: SetupDraft, seat: int) -> str:
    """Whoever types no name is called by their colour."""
    return draft.names[seat].strip() or _color_word(draft.colors[seat])


def _color_word(color: str) -> str:
    return t(f"web.color.{color}") if color in PALETTE else color


def look_of_color(color: str, box: Box) -> PlayerStyle:
    """The mark follows the colour's place in the box, as long as nobody sits anywhere."""
    rgb = {one.name: one.rgb for one in box.colors}
    return player_style(color if color in PALETTE else rgb.get(color, ""), color_names(box).index(color))


def likely_box(boxes: Boxes[Box], draft: SetupDraft) -> str:
    """Whoever has entered a box of their own plays with it: the one touched last that has the tiles for a map."""
    own = (box_id for box_id in boxes if box_id != DEMO_BOX)
    return next((box_id for box_id in own if not short_of(boxes[box_id], draft.scenario, draft.players)), DEMO_BOX)


def known_boxes() -> Boxes[Box]:
    """Where no store is attached, no table can be made."""
    companion = backend()
    return boxes_in(companion) if isinstance(companion, Backend) else abort(503)
