"""A parser of command lines whose own words are in the catalogues, too: argparse would speak English alone."""

import re
import sys
from argparse import ArgumentParser, HelpFormatter, RawDescriptionHelpFormatter
from collections.abc import Iterable
from typing import Any, NoReturn

from companion.i18n.environment import terminal_speaker

# What argparse complains of, as it words it. Anything else is passed on as it comes.
_COMPLAINTS = (
    ("cli.args.of", r"argument (?P<name>.+?): (?P<why>.*)"),
    ("cli.args.required", r"the following arguments are required: (?P<names>.*)"),
    ("cli.args.unknown", r"unrecognized arguments: (?P<names>.*)"),
    ("cli.args.choice", r"invalid choice: '?(?P<value>.*?)'? \(choose from (?P<words>.*)\)"),
    ("cli.args.value", r"invalid \S+ value: '?(?P<value>.*?)'?"),
    ("cli.args.one-value", r"expected one argument"),
    ("cli.args.values", r"expected at least one argument"),
    ("cli.args.no-value", r"ignored explicit argument '?(?P<value>.*?)'?"),
    ("cli.args.ambiguous", r"ambiguous option: (?P<name>\S+) could match (?P<names>.*)"),
)


class _Spoken(HelpFormatter):
    def add_usage(self, usage: str | None, actions: Iterable[Any], groups: Iterable[Any], prefix: Any = None) -> None:
        super().add_usage(
            usage, actions, groups, terminal_speaker()("cli.args.usage") + " " if prefix is None else prefix
        )


class _SpokenAsItStands(_Spoken, RawDescriptionHelpFormatter):
    """For a help that ends in a list."""


class Parser(ArgumentParser):
    def __init__(self, prog: str, description: str, usage: str | None = None, epilog: str | None = None) -> None:
        form = _SpokenAsItStands if epilog else _Spoken
        super().__init__(
            prog=prog, usage=usage, description=description, epilog=epilog, formatter_class=form, add_help=False
        )
        say = terminal_speaker()
        self._positionals.title = say("cli.args.positionals")
        self._optionals.title = say("cli.args.options")
        self.add_argument("-h", "--help", action="help", help=say("cli.args.help"))

    def error(self, message: str) -> NoReturn:
        self.print_usage(sys.stderr)
        self.exit(2, f"{self.prog}: {_said(message)}\n")


def _said(message: str) -> str:
    for code, pattern in _COMPLAINTS:
        if found := re.fullmatch(pattern, message, re.DOTALL):
            words = found.groupdict()
            if "why" in words:
                words["why"] = _said(words["why"])
            if "words" in words:
                words["words"] = words["words"].replace("'", "")
            return terminal_speaker()(code, words)
    return message
