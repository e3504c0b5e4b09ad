"""``companion stories TABLE.json``: what every Story tile still asks for."""

import sys
from typing import Any

from companion.cli.record_file import ScoreRequest, parser_for
from companion.cli.terminal import colours, columns, marks, put
from companion.dewan.cli.drawing import Pens, draw, legend
from companion.dewan.formats.table import read_table
from companion.dewan.rules.tiles import StoryTile
from companion.i18n.catalog import Speaker


def main(argv: list[str]) -> int:
    asked = ScoreRequest(parser_for("stories").parse_args(argv), "stories")
    if asked.to_draw and asked.answer:
        table, pens, say = read_table(asked.record), Pens(marks(sys.stdout), colours(sys.stdout)), asked.say
        if drawing := draw(table, pens):
            put(f"{drawing}\n\n{legend(table, pens, say)}")
        judged: dict[str, Any] = asked.answer
        for seat, player in enumerate(table.players):
            put(f"\n{pens.marks[seat]} {player.name}")
            checks = judged["players"][player.name]
            rows = [_row(story, check, say) for story, check in zip(player.stories, checks, strict=True)]
            put(columns(rows, left=5) if rows else f"  {say('cli.no-stories')}")
    return asked.status


def _row(story: StoryTile, check: dict[str, Any], say: Speaker) -> list[str]:
    done = "stories.done" if story.done else "stories.complete" if check["complete"] else "stories.open"
    needs = ", ".join(
        f"{say(f'word.{need}')} {counts['have']}/{counts['want']}" for need, counts in check["needs"].items()
    )
    return ["", say(done), say("stories.points", {"n": story.points}), say("stories.fire", {"n": story.fire}), needs]
