"""The pages of The River's quick score: one page a game, every tap an answer."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from flask import Response, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.formats.faults import BadInput, Fault
from companion.formats.mode import Mode
from companion.games.contract import Json
from companion.games.scoreboard import Scoreboard
from companion.log.entries import timeline
from companion.river.formats.players import MOST_SUM
from companion.river.formats.table import FORMAT
from companion.river.game import QUICK, RiverState, reads_results
from companion.river.rules.meadows import MOST_FOR_PRODUCTION, SCORING
from companion.river.rules.scoring import COLUMN_RESULTS
from companion.river.rules.table import Player, Quick, Table
from companion.river.rules.words import COLUMNS, MOST_RESOURCES, SCOUTS, SPACES, MeadowKind
from companion.river.scoreboard import scoreboard
from companion.service.answers import TableView
from companion.service.replay import whole
from companion.web.drawing.players import PlayerStyle
from companion.web.entry import EntryRequest
from companion.web.forms import number_in
from companion.web.game_screens import screens_of
from companion.web.htmx import page_or_fragment, see_other
from companion.web.seating import Seating
from companion.web.submit import Refused, backend, entry_id, submit

RESOURCE_KEYS, BONUS_KEYS = range(16), range(25)
TENS, UNITS = range(0, 70, 10), range(10)
MEADOW_KEYS = {
    MeadowKind.TERRAIN: range(1, 8),
    MeadowKind.PRODUCTION: range(1, MOST_FOR_PRODUCTION + 1),
    MeadowKind.CLEANUP: range(1, 2),
    MeadowKind.SCOUTS: range(SCOUTS + 1),
    MeadowKind.BONUS: range(1, 7),
}
"""What one tap tells of a meadow: how many things it counts."""


@dataclass(frozen=True)
class Answers:
    """What one player's results are so far."""

    columns: tuple[int, ...]
    resources: int
    buildings: int
    bonus: int
    meadows: tuple[tuple[MeadowKind, int], ...]


def answers(player: Player) -> Answers:
    given = player.quick or Quick()
    return Answers(
        given.columns or (0,) * COLUMNS,
        given.resources or 0,
        given.buildings or 0,
        given.bonus or 0,
        given.meadows or (),
    )


def answer_entry(table: Table, seat: int, what: str, value: str) -> EntryRequest:
    """What a tap records: all results of the player, with this one among them. Raises BadInput."""
    player = table.players[seat]
    now = answers(player)
    columns, meadows = list(now.columns), list(now.meadows)
    numbers = {"resources": now.resources, "buildings": now.buildings, "bonus": now.bonus}
    most = {"resources": MOST_RESOURCES, "buildings": MOST_SUM, "bonus": MOST_SUM}
    if what in numbers:
        numbers[what] = _number(what, value, most[what])
    elif what == "tens":
        numbers["buildings"] = _number(what, value, MOST_SUM) + now.buildings % 10
    elif what == "units":
        numbers["buildings"] = now.buildings // 10 * 10 + _number(what, value, 9)
    elif what.removeprefix("column-") in map(str, range(1, COLUMNS + 1)):
        columns[int(what.removeprefix("column-")) - 1] = _number(what, value, max(COLUMN_RESULTS))
    elif what == "meadow":
        meadows.append(_meadow(value, len(meadows)))
    elif what == "drop-meadow":
        place = _number(what, value, SPACES)
        meadows = [one for i, one in enumerate(meadows) if i != place]
    else:
        raise BadInput([Fault("what", "json.unknown-word", {"word": what[:40], "words": "column-1, meadow"})])
    given: Json = {
        "columns": columns,
        **numbers,
        "meadows": [{"meadow": kind.value, "count": count} for kind, count in meadows],
    }
    return EntryRequest(QUICK, {"player": player.name, "quick": given})


def _meadow(value: str, laid: int) -> tuple[MeadowKind, int]:
    word, _, count = value.partition(":")
    kind = next((kind for kind in SCORING if kind.value == word), None)
    if kind is None or laid >= SPACES:
        raise BadInput([Fault("meadow", "json.unknown-word", {"word": word[:40], "words": ", ".join(SCORING)})])
    return kind, _number("meadow", count or "0", MOST_RESOURCES)


def _number(what: str, text: str, most: int) -> int:
    found = number_in(text, what, most)
    if found is None:
        raise BadInput([Fault(what, "json.out-of-range", {"least": 0, "most": most})])
    return found


def header(draft: Seating, names: Sequence[str]) -> Json:
    """A game that is over and of which nothing is known yet."""
    players = [{"name": names[seat], "color": draft.colors[seat] or None} for seat in draft.seats]
    return {"table": {"format": FORMAT, "players": players, "over": True}, "begun": True, "mode": Mode.QUICK_SCORE}


@dataclass(frozen=True)
class QuickPage:
    look: TableView
    looks: Mapping[str, PlayerStyle]
    seat: int
    notice: str | None
    begun: bool
    entry_id: str = field(default_factory=entry_id)
    results = COLUMN_RESULTS
    tens, units, bonus_keys, resource_keys, meadow_keys = TENS, UNITS, BONUS_KEYS, RESOURCE_KEYS, MEADOW_KEYS
    why = None

    @property
    def table(self) -> Table:
        table: Table = self.look.state.table
        return table

    @cached_property
    def pad(self) -> Scoreboard:
        return scoreboard(self.look.state)

    @property
    def given(self) -> Answers:
        return answers(self.table.players[self.seat])


def page(look: TableView, notice: str | None = None) -> AnyResponse:
    """The page as it stands, or what one of its forms sends."""
    state: RiverState = look.state
    if not look.summary.quick_score and not reads_results(state):
        return see_other(url_for("scorepad.show", table_id=look.info.id))
    if request.method == "POST" and notice is None:
        return _written(look)
    return _page(look, notice)


def _written(look: TableView) -> AnyResponse:
    """An answer says how something is, whoever else wrote meanwhile."""
    seat = _seat(look)
    what, value = request.form.get("what", ""), request.form.get("value", "")
    done = submit(look.info.id, lambda look: answer_entry(look.state.table, seat, what, value), retry=True)
    if isinstance(done, Refused):
        return _page(done.look, done.text)
    return see_other(url_for("quick.answer", table_id=look.info.id, who=seat or None))


def _page(look: TableView, notice: str | None) -> Response:
    answered = len(timeline(whole(backend().service.store.entries(look.info.id))).effective) > 0
    page = QuickPage(look, screens_of(look).looks(look), _seat(look), notice, answered)
    return page_or_fragment("river/quick.html", "river/_quick.html", page, 422 if notice else 200)


def _seat(look: TableView) -> int:
    given = request.values.get("who", "0")
    return int(given) if given in map(str, range(len(look.state.table.players))) else 0
