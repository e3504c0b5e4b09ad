"""What the commands about one table share: its file, the question about it, and what to say when either is wrong."""

import sys
from argparse import Namespace
from pathlib import Path

from companion.ask.lines import dumps
from companion.ask.questions import Answer, answer, refusal
from companion.cli.terminal import complain, put, reason
from companion.formats.faults import BadInput
from companion.formats.strict_json import parse_json
from companion.i18n.arguments import Parser
from companion.i18n.catalog import LANGUAGES, Speaker, speaker
from companion.i18n.environment import terminal_speaker

STDIN = "-"


def parser_for(command: str) -> Parser:
    say = terminal_speaker()
    parser = Parser(f"companion {command}", say(f"cli.help.{command}"))
    parser.add_argument("table", metavar="TABLE.json", help=say("cli.help.table"))
    parser.add_argument("--json", action="store_true", help=say("cli.help.json"))
    parser.add_argument("--language", choices=LANGUAGES, default=say.language, help=say("cli.help.language"))
    return parser


class ScoreRequest:
    """A question put about a table in a file. ``answer`` is the contract's; without one the trouble has been told."""

    def __init__(self, arguments: Namespace, kind: str, **keys: object) -> None:
        self.say: Speaker = speaker(arguments.language)
        self._keys = {"language": arguments.language}
        self._json: bool = arguments.json
        self.record: object = None
        self.answer = self._ask(arguments.table, kind, keys)

    def _ask(self, file: str, kind: str, keys: dict[str, object]) -> Answer | None:
        try:
            text = sys.stdin.buffer.read() if file == STDIN else Path(file).read_bytes()
        except OSError as error:
            complain("cli.cannot-read", file=file, why=reason(error))
            return None
        try:
            self.record = parse_json(text)
        except BadInput as bad:
            reply = refusal(bad.faults, self.say)
        else:
            reply = self.also(kind, **keys)
        if self._json:
            put(dumps(reply).decode())
        elif not reply["ok"]:
            tell_faults(reply)
        return reply if reply["ok"] else None

    def also(self, kind: str, **keys: object) -> Answer:
        """A further question about the same table."""
        return answer({"ask": kind, "table": self.record, **self._keys, **keys})

    @property
    def to_draw(self) -> bool:
        """Whether people are to be answered, and there is something to tell them."""
        return self.answer is not None and not self._json

    @property
    def status(self) -> int:
        return 0 if self.answer is not None else 1

    @property
    def format(self) -> str:
        """Which game's record it is."""
        return str(self.record.get("format")) if isinstance(self.record, dict) else ""


def tell_faults(reply: Answer) -> None:
    """Every fault with its path, on the error stream."""
    errors = reply["errors"]
    assert isinstance(errors, list)
    for error in errors:
        print(f"{error['path']}: {error['text']}" if error["path"] else error["text"], file=sys.stderr)
