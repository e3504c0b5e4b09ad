"""``companion demo [FOLDER]``: example tables of all scenarios, and the box they were laid from."""

from pathlib import Path

from companion.cli.terminal import complain, put, reason
from companion.dewan.demo import demo_box_json, demo_table
from companion.dewan.formats.table import write_table
from companion.dewan.rules.words import ScenarioName
from companion.formats.pretty_json import pretty_json
from companion.i18n.arguments import Parser
from companion.i18n.environment import terminal_speaker


def main(argv: list[str]) -> int:
    say = terminal_speaker()
    parser = Parser("companion demo", say("cli.help.demo"))
    parser.add_argument("folder", nargs="?", default="demo", type=Path, metavar="FOLDER", help=say("cli.help.folder"))
    parser.add_argument("--force", action="store_true", help=say("cli.help.force"))
    arguments = parser.parse_args(argv)
    folder: Path = arguments.folder
    files = {f"{scenario}.json": pretty_json(write_table(demo_table(scenario))) for scenario in ScenarioName}
    files["demo-box.json"] = pretty_json(demo_box_json())
    try:
        others = [name for name, text in files.items() if _is_other(folder / name, text)]
        if others and not arguments.force:
            for name in others:  # all of them are named before anything is written
                complain("cli.would-overwrite", file=folder / name)
            return 1
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in files.items():
            (folder / name).write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        complain("cli.cannot-write", file=error.filename or folder, why=reason(error))
        return 1
    put(say("demo.written", {"folder": folder, "files": ", ".join(files)}))
    put(say("demo.next", {"file": folder / next(iter(files))}))
    return 0


def _is_other(path: Path, text: str) -> bool:
    """Something is there that we did not write just so."""
    return path.exists() and (not path.is_file() or path.read_bytes() != text.encode())
