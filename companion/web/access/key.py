"""``companion key``: the key of the house, as a link and a code to scan. Whoever brings it is at home here."""

import sys
from pathlib import Path

from companion.i18n.arguments import Parser
from companion.i18n.environment import tongue
from companion.log.datadir import find_data_dir
from companion.web.access.addresses import lan_addresses
from companion.web.access.secret_key import house_key, new_house_key
from companion.web.drawing.qr import print_qr
from companion.web.serve import PORT


def main(argv: list[str] | None = None) -> int:
    say = tongue()
    parser = Parser(prog="companion key", description=say("web.key.help"))
    parser.add_argument("--new", action="store_true", help=say("web.key.help-new"))
    parser.add_argument("--at", metavar="ADDRESS", help=say("web.key.help-at"))
    parser.add_argument("--data", type=Path, metavar="DIR", help=say("web.serve.help-data"))
    arguments = parser.parse_args(argv)
    folder = find_data_dir(arguments.data).path
    key = new_house_key(folder) if arguments.new else house_key(folder)
    known = lan_addresses()
    base = arguments.at or f"http://{known[0] if known else '127.0.0.1'}:{PORT}"
    link = f"{base.rstrip('/')}/join/{key}"
    print(say("web.key.shown"))
    print(link)
    try:
        print_qr(link, sys.stdout)
    except UnicodeEncodeError:  # a terminal without block characters; the link will do
        print()
    return 0
