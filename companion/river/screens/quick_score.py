"""Quick score of The River, in fast mode: results read off a tableau, one tap an answer."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.formats.faults import BadInput, Fault
from companion.formats.mode import Mode
from companion.games.contract import Json
from companion.river.formats.players import MOST_SUM
from companion.river.formats.table import FORMAT
from companion.river.game import QUICK
from companion.river.rules.meadows import MOST_FOR_PRODUCTION, SCORING
from companion.river.rules.scoring import COLUMN_RESULTS
from companion.river.rules.table import Player, Quick, Table
from companion.river.rules.words import COLUMNS, MOST_RESOURCES, SCOUTS, SPACES, MeadowKind
from companion.web.forms import number_in
from companion.web.screens.entry import Entry
from companion.web.screens.seating import Seating

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
    told = player.quick or Quick()
    return Answers(
        told.columns or (0,) * COLUMNS, told.resources or 0, told.buildings or 0, told.bonus or 0, told.meadows or ()
    )


def answer_entry(table: Table, seat: int, what: str, value: str) -> Entry:
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
    told: Json = {
        "columns": columns,
        **numbers,
        "meadows": [{"meadow": kind.value, "count": count} for kind, count in meadows],
    }
    return Entry(QUICK, {"player": player.name, "quick": told})


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
