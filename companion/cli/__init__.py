"""The command line. Each command is imported when it is called, so that asking never waits for the server's parts."""

import os
import sys
from collections.abc import Mapping
from importlib import import_module

from companion.games.registry import PLUGINS

COMMANDS: Mapping[str, str] = {
    "serve": "companion.web.serve",
    "key": "companion.web.access.key",
    "ask": "companion.cli.ask",
    "score": "companion.cli.score",
    **{name: module for plugin in PLUGINS.values() for name, module in plugin.commands.items()},
    "backup": "companion.cli.backup",
    "restore": "companion.cli.restore",
    "move": "companion.cli.move",
    "doctor": "companion.cli.doctor",
    "pack": "companion.alone.pack",
}
"""The module of each command; its ``main`` takes the arguments after the command and returns the exit status."""

USAGE = 2


def main(argv: list[str] | None = None) -> int:
    """Exit status 0 when done, 1 when something given is wrong, 2 when the command itself is."""
    arguments = sys.argv[1:] if argv is None else argv
    try:
        return _run(arguments)
    except SystemExit as end:  # argparse's way of ending; a caller in this process wants the number
        return end.code if isinstance(end.code, int) else USAGE
    except BrokenPipeError:  # the reader of our output has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # so that the last flush does not fail too
        return 0
    except KeyboardInterrupt:
        return 130


def _run(arguments: list[str]) -> int:
    first = arguments[0] if arguments else "serve"
    if first in COMMANDS:
        return _command(first, arguments[1:])
    if first in ("-h", "--help", "--version") or not first.startswith("-"):
        from companion.cli.front import front

        return front(arguments)
    return _command("serve", arguments)


def _command(name: str, arguments: list[str]) -> int:
    try:
        command = import_module(COMMANDS[name])
    except ModuleNotFoundError as error:
        if not error.name or not f"{COMMANDS[name]}.".startswith(f"{error.name}."):
            raise  # something the command needs is missing, and that is another matter
        from companion.cli.terminal import complain

        complain("cli.command-absent", command=name)
        return 1
    status: int = command.main(arguments)
    return status
