"""Correct a table of Dewan by tapping what differs: what lies on the map, what its players have, whose turn it is."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from flask import Blueprint, Response, abort, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.dewan.boxes import box_in
from companion.dewan.corrections import PILES
from companion.dewan.drawing.camps import player_styles
from companion.dewan.drawing.map_svg import MapView
from companion.dewan.drawing.map_words import hex_in
from companion.dewan.drawing.pieces import StoryView, story_view
from companion.dewan.formats.play import write_play
from companion.dewan.formats.stories import story_json
from companion.dewan.game import DewanState
from companion.dewan.pages.choosing import StoryPick, cards_left, halves_of, showing, story_pick
from companion.dewan.pages.details import space_words
from companion.dewan.pages.setup import palette
from companion.dewan.pages.table_screen import unseen_stories
from companion.dewan.pages.taps import TableTaps, tapped_so_far
from companion.dewan.rules.cards import Card, Half
from companion.dewan.rules.play import Play
from companion.dewan.rules.table import Player
from companion.dewan.rules.tiles import Box, StoryTile
from companion.dewan.rules.words import (
    MOST_PLAYERS,
    STARTING_HAND,
    STORY_SPACES,
    TUCK_SPOTS,
    Marker,
    ScenarioName,
    Terrain,
)
from companion.formats.faults import BadInput, Node
from companion.formats.strict_json import parse_json
from companion.games.contract import Json
from companion.rules.hexes import Hex
from companion.service.answers import TableView
from companion.web.access.policy import Role, open_to
from companion.web.drawing.players import PlayerStyle
from companion.web.entry import EntryRequest
from companion.web.friends import friends
from companion.web.htmx import page_or_fragment, see_other
from companion.web.language import t
from companion.web.submit import Refused, backend, correction_entry, entry_id, submit


@dataclass(frozen=True)
class CorrectionsPage:
    """``at``: the space that was tapped, ``to``: where its camp really stands; ``who``: the player that was. ``pick``:
    what is being chosen for them: a card of the ``hand``, a ``tuck``, a ``story``; ``row`` for a card of the row, and
    ``story-row`` for one of the open Story tiles."""

    look: TableView
    play: Play
    looks: Mapping[str, PlayerStyle]
    box: Box
    map: MapView
    at: Hex | None
    to: Hex | None
    who: Player | None
    pick: str
    place: int
    tapped: TableTaps
    faults: Sequence[str]
    notice: str | None
    entry_id: str = field(default_factory=entry_id)

    terrains = tuple(Terrain)
    most_tucked, most_stories = TUCK_SPOTS, STORY_SPACES

    @property
    def here(self) -> str:
        return url_for("corrections.show", table_id=self.look.info.id)

    @property
    def where(self) -> str:
        return space_words(self.play.table.board, self.at) if self.at else ""

    @property
    def marker(self) -> Marker | None:
        kinds = {ScenarioName.DOWNPOUR: Marker.WATER, ScenarioName.VOLCANO: Marker.LAVA}
        return kinds.get(self.play.table.scenario)

    @property
    def fish(self) -> bool:
        return self.play.table.scenario is ScenarioName.LAKE_VILLAGES

    @property
    def cards(self) -> Sequence[Card]:
        return showing(cards_left(self.box, self.play), self.tapped.terrain)

    @property
    def halves(self) -> Sequence[Half]:
        return halves_of(self.box)

    @property
    def story_pick(self) -> StoryPick:
        return story_pick(unseen_stories(self.play, self.box), self.tapped.needs, self.tapped.points)

    @property
    def piles(self) -> Mapping[str, int]:
        """Those that are counted."""
        piles = self.play.table.piles
        numbers = (piles.draw, piles.supply, piles.discard, self.play.story_stack)
        counted = zip((*PILES, "story_stack"), numbers, strict=True)
        found = {name: number for name, number in counted if number is not None}
        if self.marker:
            found[f"{self.marker}_markers"] = self.play.table.markers_left(self.marker)
        return found | ({"fish_tokens": self.play.table.fish_tokens} if self.fish else {})

    @property
    def without_start(self) -> list[str]:
        """On a map, who has no starting Camp: somebody who joined late, or whose tile was not in the photo."""
        board = self.play.table.board
        names = [player.name for player in self.play.table.players]
        return [name for name in names if board.printed and not board.camps_of(name, starting=True)]

    def story_view(self, story: StoryTile) -> StoryView:
        return story_view(story)

    # --- What the buttons change

    def space(self, do: str, **more: object) -> Json:
        assert self.at is not None
        return {"do": do, "at": list(self.at), **more}

    def move(self) -> Json:
        assert self.to is not None
        return self.space("move-camp", to=list(self.to))

    def of_player(self, do: str, **more: object) -> Json:
        assert self.who is not None
        return {"do": do, "player": self.who.name, **more}

    def hand_without(self, place: int) -> Json:
        assert self.who is not None
        return self.of_player("set-hand", hand=[str(card) for i, card in enumerate(self.who.hand) if i != place])

    def hand_with(self, card: Card) -> Json:
        assert self.who is not None
        return self.of_player("set-hand", hand=[*map(str, self.who.hand), str(card)])

    def tucked_without(self, place: int) -> Json:
        assert self.who is not None
        return self.of_player("set-tucked", tucked=[str(half) for i, half in enumerate(self.who.tucked) if i != place])

    def tucked_with(self, half: Half) -> Json:
        assert self.who is not None
        return self.of_player("set-tucked", tucked=[*map(str, self.who.tucked), str(half)])

    def stories_without(self, place: int) -> Json:
        return self.of_player("set-stories", stories=[one for i, one in enumerate(self._stories()) if i != place])

    def story_done(self, place: int, done: bool) -> Json:
        stories = self._stories()
        stories[place] = {**stories[place], "done": done}
        return self.of_player("set-stories", stories=stories)

    def story_with(self, story: StoryTile) -> Json:
        """In the place that was tapped, or as a further one."""
        if self.place:
            return self.of_player("swap-story", place=self.place, story=story_json(story))
        return self.of_player("set-stories", stories=[*self._stories(), story_json(story)])

    def row_story_with(self, story: StoryTile) -> Json:
        row = write_play(self.play)["story_row"]
        assert isinstance(row, list)
        row[self.place - 1] = story_json(story)
        return {"do": "set-story-row", "stories": row}

    def row_with(self, card: Card) -> Json:
        row = write_play(self.play)["row"]
        assert isinstance(row, list)
        row[self.place - 1] = str(card)
        return {"do": "set-row", "row": row}

    def seat_earlier(self, seat: int) -> Json:
        """Who sits there changes places with the one before; the first with the last."""
        seats = self._seats()
        seats[seat - 1], seats[seat] = seats[seat], seats[seat - 1]
        return {"do": "set-seats", "players": seats}

    def in_color(self, color: str) -> Json:
        """Whoever had this color takes the other one."""
        assert self.who is not None
        seats = self._seats()
        for seat in seats:
            if seat["name"] == self.who.name:
                seat["color"] = color
            elif seat["color"] == color:
                seat["color"] = self.who.color
        return {"do": "set-seats", "players": seats}

    @property
    def late(self) -> list[tuple[str, PlayerStyle, Json]]:
        """Who could still join, without a name to be typed: friends, or simply a color."""
        table = self.play.table
        names, colors = [player.name for player in table.players], [player.color for player in table.players]
        free = [one for one in self.colors if one[0] not in colors][:1]
        if len(names) == MOST_PLAYERS or table.scenario is ScenarioName.TEAM or not free:
            return []
        ((color, word, drawn),) = free
        join: Json = {"do": "add-player", "color": color}
        join |= {} if self.play.camps_only else {"hidden_cards": STARTING_HAND}
        return [(name, drawn, {**join, "player": name}) for name in (*friends(), word) if name not in names]

    @property
    def colors(self) -> list[tuple[str, str, PlayerStyle]]:
        return palette(self.box)

    def _seats(self) -> list[Json]:
        return [{"name": player.name, "color": player.color} for player in self.play.table.players]

    def _stories(self) -> list[Json]:
        assert self.who is not None
        written: dict[str, list[Json]] = write_play(self.play)["stories"]
        return list(written.get(self.who.name, []))


bp = Blueprint("dewan_corrections", __name__, url_prefix="/tables/<table_id>/correct")


@bp.post("/do")
@open_to(Role.RECORDER)
def write(table_id: str) -> AnyResponse:
    """What a button of the page changes."""

    def entry(look: TableView) -> EntryRequest:
        node = Node(parse_json(request.form.get("changes", "[]")), "changes")
        changes = [one.value for one in node.items(10)]
        if node.faults:
            raise BadInput(node.faults)
        return correction_entry(changes)  # type: ignore[arg-type]

    return _after(submit(table_id, entry))


def _after(done: TableView | Refused) -> AnyResponse:
    if isinstance(done, Refused):
        return page(done.look, faults=done.said, status=done.status)
    at = hex_in(request.form.get("at", ""))
    where = {"who": request.form.get("who"), "at": f"{at.q},{at.r}" if at else None}
    return see_other(url_for("corrections.show", table_id=done.info.id, done=1, **where))  # type: ignore[arg-type]


def page(look: TableView, *, faults: Sequence[tuple[str, str]] = (), status: int = 200) -> Response:
    if not isinstance(look.state, DewanState):
        abort(404)
    play = look.state.play
    table = play.table
    box = box_in(backend(), look.state.box)
    looks = player_styles(table.players, box)
    here = url_for("corrections.show", table_id=look.info.id)
    at, to = (_space(play, key) for key in ("at", "to"))
    if at is None or at not in table.board.camps or to == at:
        to = None
    address = f"{here}?at={at.q},{at.r}&to=" if at is not None and at in table.board.camps else f"{here}?at="

    def link(space: Hex) -> str:
        """A camp that was tapped moves to the space tapped next, unless another camp stands there."""
        free = space not in table.board.camps
        return f"{address if free else f'{here}?at='}{space.q},{space.r}"

    page = CorrectionsPage(
        look,
        play,
        looks,
        box,
        MapView(table.board, looks, chosen=[one for one in (at, to) if one], link=link),
        at,
        to,
        next((player for player in table.players if player.name == request.args.get("who")), None),
        request.args.get("pick", ""),
        request.args.get("place", default=0, type=int),
        tapped_so_far(),
        list(dict.fromkeys(text for _, text in faults)),
        t("web.correct.done") if "done" in request.args else None,
    )
    return page_or_fragment("dewan/table/correct.html", "dewan/table/_correct.html", page, status)


def _space(play: Play, key: str) -> Hex | None:
    at = hex_in(request.args.get(key, ""))
    return at if at is not None and play.table.board.has(at) else None
