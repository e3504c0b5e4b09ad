"""Asking starts at once because it loads little. Modules are counted here, never seconds."""

import json
import subprocess
import sys

HEAVY = {"flask", "cv2", "sqlalchemy", "babel", "pathlib", "argparse", "companion.web", "companion.dewan.vision"}
ONLY_FOR_ROUTES_AND_TURNS = {"companion.dewan.rules.finder", "companion.dewan.rules.turns"}


def _modules_after(question: dict[str, object]) -> set[str]:
    script = (
        "import io, sys\n"
        "from companion.ask.lines import answer_lines\n"
        "answers = io.BytesIO()\n"
        "answer_lines(sys.stdin.buffer, answers)\n"
        "assert answers.getvalue().startswith(b'{\"ok\":true'), answers.getvalue()\n"
        "print('\\n'.join(sys.modules))\n"
    )
    # -S: what a site's own start-up files import is not ours to answer for.
    done = subprocess.run(
        [sys.executable, "-S", "-c", script], input=json.dumps(question), capture_output=True, text=True, check=True
    )
    return set(done.stdout.split())


def _question(kind: str, **more: object) -> dict[str, object]:
    table = {"format": "dewan-table/1", "scenario": "base", "players": [{"name": "Alix"}, {"name": "Billy"}]}
    return {"ask": kind, "table": table, **more}


def test_a_score_waits_for_nothing_it_does_not_need() -> None:
    assert not _modules_after(_question("score")) & (HEAVY | ONLY_FOR_ROUTES_AND_TURNS)


def test_routes_are_loaded_when_they_are_asked_for() -> None:
    loaded = _modules_after(_question("routes", player="Alix"))
    assert "companion.dewan.rules.finder" in loaded
    assert not loaded & HEAVY
