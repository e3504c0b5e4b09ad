"""``companion backup [FILE]``: everything in one file, also while Companion is running."""

from datetime import UTC, datetime
from pathlib import Path

from companion.cli.terminal import complain, put
from companion.i18n.arguments import Parser
from companion.i18n.environment import terminal_speaker
from companion.log.archive import pack
from companion.log.datadir import find_data_dir
from companion.log.errors import TableError


def main(argv: list[str]) -> int:
    say = terminal_speaker()
    now = datetime.now(UTC)
    parser = Parser("companion backup", say("cli.help.backup"))
    parser.add_argument(
        "file",
        nargs="?",
        type=Path,
        default=Path(f"companion-{now:%Y-%m-%d}.zip"),
        metavar="FILE",
        help=say("cli.help.backup-file"),
    )
    parser.add_argument("--data", type=Path, metavar="DIR", help=say("web.serve.help-data"))
    parser.add_argument("--database", metavar="URL", help=say("web.serve.help-database"))
    parser.add_argument("--force", action="store_true", help=say("cli.help.force"))
    arguments = parser.parse_args(argv)
    if arguments.file.exists() and not arguments.force:
        complain("cli.would-overwrite", file=arguments.file)
        return 1
    if not arguments.file.parent.is_dir():
        complain("cli.cannot-write", file=arguments.file, why=say("cli.why.no-folder"))
        return 1
    try:
        pack(find_data_dir(arguments.data, database=arguments.database), arguments.file, now)
    except TableError as error:
        complain(error.code, **error.params)
        return 1
    put(say("cli.backup.done", {"file": arguments.file}))
    return 0
