"""``companion score TABLE.json``: the score pad."""

from typing import Any

from companion.cli.record_file import ScoreRequest, parser_for
from companion.cli.terminal import put
from companion.games.registry import BY_FORMAT, PLUGINS


def main(argv: list[str]) -> int:
    asked = ScoreRequest(parser_for("score").parse_args(argv), "score")
    answer: dict[str, Any] = asked.answer or {}
    if asked.to_draw:
        PLUGINS[BY_FORMAT[asked.format]].load_score()(asked, answer)
        put(_ranking(answer["ranking"]))
        for remark in _remarks(answer):
            put(f"{remark['text']} ({remark['rule']})")
    return asked.status


def _remarks(answer: dict[str, Any]) -> list[dict[str, Any]]:
    return [remark for part in (*answer["players"].values(), answer) for remark in part.get("remarks", ())]


def _ranking(ranking: list[list[str]]) -> str:
    """Places as in sport: who shares the first leaves no second."""
    lines, place = [], 1
    for names in ranking:
        lines.append(f"{place}. {', '.join(names)}")
        place += len(names)
    return "\n".join(lines)
