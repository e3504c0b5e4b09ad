"""``companion routes TABLE.json --player NAME [--to Q,R]``: where could one go, and what would it cost?"""

import re
import sys
from argparse import ArgumentTypeError
from typing import Any

from companion.cli.record_file import ScoreRequest, parser_for, tell_faults
from companion.cli.terminal import colours, columns, marks, put
from companion.dewan.cli.drawing import Pens, draw, legend
from companion.dewan.formats.table import read_table
from companion.dewan.rules.words import Terrain
from companion.i18n.environment import terminal_speaker
from companion.rules.hexes import Hex


def main(argv: list[str]) -> int:
    say = terminal_speaker()
    parser = parser_for("routes")
    parser.add_argument("--player", required=True, metavar="NAME", help=say("cli.help.player"))
    parser.add_argument("--to", type=_space, metavar="Q,R", help=say("cli.help.to"))
    parser.add_argument("--cards", type=_cards, metavar="CARD,…", help=say("cli.help.cards"))
    # A negative q looks like an option: "--to -1,3" is "--to=-1,3".
    arguments = parser.parse_args(_joined(argv))
    keys: dict[str, object] = {"player": arguments.player}
    if arguments.to is not None:
        keys["to"] = arguments.to
    if arguments.cards is not None:
        keys["cards"] = arguments.cards
    asked = ScoreRequest(arguments, "routes", **keys)
    if not asked.to_draw or not asked.answer:
        return asked.status
    answer: dict[str, Any] = asked.answer
    if arguments.to is not None and answer["routes"]:
        return _one(asked, answer["routes"][0], keys)
    _every(asked, answer["routes"], arguments.to)
    return asked.status


def _joined(argv: list[str]) -> list[str]:
    joined: list[str] = []
    for word in argv:
        if joined and joined[-1] == "--to" and re.match(r"-\d", word):
            joined[-1] += f"={word}"
        else:
            joined.append(word)
    return joined


def _space(text: str) -> list[int]:
    found = re.fullmatch(r"\s*(-?\d{1,7})\s*,\s*(-?\d{1,7})\s*", text)
    if not found:
        raise ArgumentTypeError(terminal_speaker()("cli.not-a-space", {"text": text[:40]}))
    return [int(found[1]), int(found[2])]


def _cards(text: str) -> list[str]:
    return [card.strip() for card in text.split(",") if card.strip()]


def _every(asked: ScoreRequest, routes: list[dict[str, Any]], to: list[int] | None) -> None:
    table, pens, say = read_table(asked.record), Pens(marks(sys.stdout), colours(sys.stdout)), asked.say
    prices = {Hex(*route["to"]): route["cards"] for route in routes}
    put(f"{draw(table, pens, prices)}\n\n{legend(table, pens, say)}")
    if not routes:
        put("\n" + (say("routes.none") if to is None else say("routes.none-to", {"to": Hex(*to)})))
        return
    put(f"{say('routes.prices')}\n")
    head = [say("routes.to"), say("routes.cards"), say("routes.given"), say("routes.path")]
    rows = [
        [_spot(route["to"]), str(route["cards"]), str(route["given"]), " ".join(map(_spot, route["path"]))]
        for route in routes
    ]
    put(_table([head, *rows]))


def _one(asked: ScoreRequest, route: dict[str, Any], keys: dict[str, object]) -> int:
    """The way there space by space, and which card pays for what."""
    hand = {key: keys[key] for key in ("player", "cards") if key in keys}
    verdict: dict[str, Any] = asked.also("route", path=route["path"], **hand)
    if not verdict["ok"]:
        tell_faults(verdict)
        return 1
    table, pens, say = read_table(asked.record), Pens(marks(sys.stdout), colours(sys.stdout)), asked.say
    number_at = {Hex(*paid["at"]): number for number, paid in enumerate(verdict["payment"], start=1)}
    steps, number = {}, 0
    for at in (Hex(*space) for space in route["path"]):
        number = number_at.get(at, number)  # one card for the whole crossing of a Water zone (D-ROUTE-08)
        steps[at] = number
    put(f"{draw(table, pens, steps)}\n\n{legend(table, pens, say)}\n{say('routes.steps')}\n")
    head = ["", say("routes.space"), say("routes.needs"), say("routes.card"), say("routes.goes-to")]
    words = {terrain: say(f"word.{terrain}") for terrain in Terrain} | {"any": say("routes.any")}
    rows = [
        [
            str(number),
            _spot(paid["at"]),
            words[paid["as"]],
            paid["card"],
            say("routes.discard") if paid["to"] == "discard" else paid["to"],
        ]
        for number, paid in enumerate(verdict["payment"], start=1)
    ]
    put(columns([head, *rows], left=5))
    for remark in verdict["remarks"]:
        put(f"{remark['text']} ({remark['rule']})")
    return 0


def _table(rows: list[list[str]]) -> str:
    """The last column to the left, since its cells are of any length."""
    narrow = columns([row[:-1] for row in rows]).split("\n")
    width = max(map(len, narrow))
    return "\n".join(f"{line:{width}}  {row[-1]}" for line, row in zip(narrow, rows, strict=True))


def _spot(at: list[int]) -> str:
    return f"{at[0]},{at[1]}"
