"""The command line. Each command is imported when it is called, so that asking never waits for the server's parts."""

import sys

COMMANDS = ("ask",)


def main(argv: list[str] | None = None) -> int:
    arguments = sys.argv[1:] if argv is None else argv
    if arguments[:1] == ["ask"]:
        from companion.ask.lines import answer_lines

        answer_lines(sys.stdin.buffer, sys.stdout.buffer)
        return 0
    print("usage: companion ask", file=sys.stderr)
    return 2
