"""``companion restore FILE``: bring everything back from one file; what was there is put aside, not lost."""

from datetime import UTC, datetime
from pathlib import Path

from companion.cli.terminal import complain, put
from companion.i18n.arguments import Parser
from companion.i18n.environment import terminal_speaker
from companion.log.archive import bring_back
from companion.log.datadir import find_data_dir, held
from companion.log.errors import TableError


def main(argv: list[str]) -> int:
    say = terminal_speaker()
    parser = Parser("companion restore", say("cli.help.restore"))
    parser.add_argument("file", type=Path, metavar="FILE", help=say("cli.help.restore-file"))
    parser.add_argument("--data", type=Path, metavar="DIR", help=say("web.serve.help-data"))
    parser.add_argument("--database", metavar="URL", help=say("web.serve.help-database"))
    arguments = parser.parse_args(argv)
    try:
        with held(find_data_dir(arguments.data, database=arguments.database)) as data:
            brought = bring_back(arguments.file, data, datetime.now(UTC))
    except TableError as error:
        complain(error.code, **error.params)
        return 1
    put(say("cli.restore.done", {"file": arguments.file, "folder": data.path}))
    for kept in filter(None, (brought.database, brought.photos)):
        put(say("cli.restore.kept", {"file": kept}))
    return 0
