"""``companion move --from … --to …``: everything of one database into another, either way, compared row by row."""

from pathlib import Path

from companion.cli.terminal import complain, put
from companion.i18n.arguments import Parser
from companion.i18n.environment import terminal_speaker
from companion.log.errors import TableError
from companion.log.moving import move


def main(argv: list[str]) -> int:
    say = terminal_speaker()
    parser = Parser("companion move", say("cli.help.move"))
    parser.add_argument("--from", dest="source", required=True, metavar="URL", help=say("cli.help.move-from"))
    parser.add_argument("--to", dest="target", required=True, metavar="URL", help=say("cli.help.move-to"))
    arguments = parser.parse_args(argv)
    try:
        moved = move(_place(arguments.source), _place(arguments.target))
    except TableError as error:
        complain(error.code, **error.params)
        return 1
    counts = {"tables": moved["tables"], "entries": moved["entries"], "rows": sum(moved.values())}
    put(say("cli.move.done", counts))
    put(say("cli.move.not-moved"))
    return 0


def _place(text: str) -> Path | str:
    """A URL, or a file."""
    return text if "://" in text else Path(text).expanduser()
