"""Tables around boards drawn in ASCII (``companion/dewan/examples/boards.py`` says how), for the tests."""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from companion.ask.questions import answer
from companion.dewan.examples.boards import LETTERS, PITCH, IconDrawing, board, card, cards, half, story
from companion.dewan.formats.table import write_table
from companion.dewan.rules.board import Board
from companion.dewan.rules.table import Player, Table
from companion.dewan.rules.tiles import StoryTile
from companion.dewan.rules.words import ScenarioName
from companion.rules.hexes import Hex

__all__ = [
    "LETTERS",
    "PITCH",
    "IconDrawing",
    "ask",
    "board",
    "card",
    "cards",
    "half",
    "path",
    "points",
    "story",
    "strip_path",
    "table",
]


def table(
    on: Board | str,
    scenario: str = "base",
    *,
    players: Sequence[str] = (),
    hands: Mapping[str, str] | None = None,
    tucked: Mapping[str, str] | None = None,
    stories: Mapping[str, Sequence[StoryTile]] | None = None,
    berries: Mapping[str, int] | None = None,
    fish: Mapping[str, int] | None = None,
    hidden: Mapping[str, int] | None = None,
    teams: Mapping[str, str] | None = None,
    icons: Iterable[IconDrawing] = (),
    **more: Any,
) -> Table:
    """A table around a board. Who is not named in ``players`` but stands on the board sits down too, P2 always."""
    drawn = board(on, icons=icons) if isinstance(on, str) else on
    given: list[Mapping[str, Any]] = [part for part in (hands, tucked, stories, berries, fish, hidden, teams) if part]
    names = set(players).union(*given, (camp.player for camp in drawn.camps.values()))
    seats = list(players) or sorted(names | ({"P1", "P2"} if len(names) < 2 else set()))
    return Table(
        ScenarioName(scenario),
        tuple(
            Player(
                name,
                team=(teams or {}).get(name),
                hand=cards((hands or {}).get(name, "")),
                hidden_cards=(hidden or {}).get(name, 0),
                berries=(berries or {}).get(name, 0),
                fish=(fish or {}).get(name, 0),
                tucked=tuple(half(word) for word in (tucked or {}).get(name, "").split()),
                stories=tuple((stories or {}).get(name, ())),
            )
            for name in seats
        ),
        drawn,
        **more,
    )


def path(*spaces: tuple[int, int]) -> tuple[Hex, ...]:
    return tuple(Hex(*at) for at in spaces)


def strip_path(first: int, last: int) -> tuple[Hex, ...]:
    """Along a strip, in either direction."""
    step = 1 if first <= last else -1
    return tuple(Hex(q, 0) for q in range(first, last + step, step))


def ask(kind: str, about: Table, **keys: Any) -> dict[str, Any]:
    """Put the question as a stranger would: the record as JSON text, the answer as JSON text."""
    question = {"ask": kind, "table": write_table(about), **keys}
    reply: dict[str, Any] = json.loads(json.dumps(answer(json.loads(json.dumps(question)))))
    return reply


def points(about: Table, player: str) -> dict[str, int]:
    """The rows of one player's sheet, as the contract's answer has them."""
    reply = ask("score", about)
    assert reply["ok"], reply
    rows: dict[str, int] = reply["players"][player]["rows"]
    return rows
