"""``companion --help`` and ``companion --version``: what there is, before any of it is imported."""

from companion import __version__
from companion.cli import COMMANDS
from companion.i18n.arguments import Parser
from companion.i18n.environment import terminal_speaker


def front(arguments: list[str]) -> int:
    say = terminal_speaker()
    width = max(map(len, COMMANDS)) + 2
    commands = "\n".join(f"  {name:{width}}{say(f'cli.help.{name}')}" for name in COMMANDS)
    parser = Parser("companion", say("cli.help"), say("cli.usage"), f"{say('cli.commands')}\n{commands}")
    parser.add_argument("--version", action="version", version=f"companion {__version__}", help=say("cli.help.version"))
    parser.add_argument("command", choices=COMMANDS, metavar=say("cli.args.command"), help=say("cli.help.command"))
    parser.parse_args(arguments[:1])
    return 0
