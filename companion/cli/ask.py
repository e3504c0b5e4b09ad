"""``companion ask``: a question a line in, an answer a line out."""

import sys

from companion.ask.lines import answer_lines


def main(argv: list[str]) -> int:
    if argv:  # nothing to parse otherwise, and asking should start at once
        from companion.i18n.arguments import Parser
        from companion.i18n.environment import terminal_speaker

        Parser("companion ask", terminal_speaker()("cli.help.ask")).parse_args(argv)
    answer_lines(sys.stdin.buffer, sys.stdout.buffer)
    return 0
