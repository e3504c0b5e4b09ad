"""What is wrong with a form, in words, by where it was typed."""

import re
from collections.abc import Sequence

from companion.formats.faults import Fault
from companion.web.language import t

PLAYER_PATH = re.compile(r"(?:table\.)?players\[(\d+)\]")


def faults_by_place(faults: Sequence[Fault]) -> dict[str, list[str]]:
    """What is wrong, in words, by where it was typed: ``1`` to ``4`` for a seat, ``title``, or the page as a whole."""
    said: dict[str, list[str]] = {}
    for fault in faults:
        player = PLAYER_PATH.match(fault.path)
        if player:
            place = str(int(player[1]) + 1)
        elif fault.path in ("table.players", "players"):
            place = "players"
        else:
            place = "title" if fault.path == "title" else "page"
        texts = said.setdefault(place, [])
        text = t(fault.code, **fault.params)
        if text not in texts:
            texts.append(text)
    return said
