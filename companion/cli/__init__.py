"""The command line. Each command is imported when it is called, so that asking never waits for the server's parts."""

import sys

COMMANDS = ("ask",)


def main(argv: list[str] | None = None) -> int:
    arguments = sys.argv[1:] if argv is None else argv
    if arguments[:1] == ["ask"]:
        from companion.ask.lines import answer_lines

        answer_lines(sys.stdin.buffer, sys.stdout.buffer)
        return 0
    if arguments and not arguments[0].startswith("-"):
        print(f"usage: companion [{' | '.join(COMMANDS)}]", file=sys.stderr)
        return 2
    from companion.web.serve import main as serve

    return serve(arguments)
