"""``companion key``: the key of the house, as a link and a code to scan; the owner's passphrase; and an end to all keys
and codes at once.
"""

import getpass
import sys
from pathlib import Path

from companion.i18n.arguments import Parser
from companion.i18n.catalog import Speaker
from companion.i18n.environment import terminal_speaker
from companion.log.access import AccessStore
from companion.log.datadir import DataDir, find_data_dir, held
from companion.log.errors import TableError
from companion.log.store import open_store
from companion.service.tables import utc_now
from companion.web.access.addresses import lan_addresses
from companion.web.access.owner import LONGEST, SHORTEST, drop_passphrase, set_passphrase
from companion.web.access.secret_key import house_key, new_house_key, new_secret_key
from companion.web.drawing.qr import print_qr
from companion.web.serve import PORT


def main(argv: list[str] | None = None) -> int:
    say = terminal_speaker()
    arguments = _parser(say).parse_args(argv)
    data = find_data_dir(arguments.data, database=arguments.database)
    try:
        if arguments.passphrase:
            return _ask_passphrase(data.path, say)
        if arguments.no_passphrase:
            print(say("web.key.no-passphrase" if drop_passphrase(data.path) else "web.key.none-set"))
            return 0
        if arguments.rotate:
            _end_all(data, say)
        key = new_house_key(data.path) if arguments.new else house_key(data.path)
    except PermissionError as error:
        print(say("web.key.not-ours", {"file": str(error.filename)}), file=sys.stderr)
        return 1
    except TableError as error:
        print(say(error.code, error.params), file=sys.stderr)
        return 1
    _show(key, arguments.at, say)
    return 0


def _parser(say: Speaker) -> Parser:
    parser = Parser(prog="companion key", description=say("web.key.help"))
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--new", action="store_true", help=say("web.key.help-new"))
    what.add_argument("--rotate", action="store_true", help=say("web.key.help-rotate"))
    what.add_argument("--passphrase", action="store_true", help=say("web.key.help-passphrase"))
    what.add_argument("--no-passphrase", action="store_true", help=say("web.key.help-no-passphrase"))
    parser.add_argument("--at", metavar="ADDRESS", help=say("web.key.help-at"))
    parser.add_argument("--data", type=Path, metavar="DIR", help=say("web.serve.help-data"))
    parser.add_argument("--database", metavar="URL", help=say("web.serve.help-database"))
    return parser


def _show(key: str, at: str | None, say: Speaker) -> None:
    known = lan_addresses()
    base = at or f"http://{known[0] if known else '127.0.0.1'}:{PORT}"
    link = f"{base.rstrip('/')}/join/{key}"
    print(say("web.key.shown"))
    print(link)
    try:
        print_qr(link, sys.stdout)
    except UnicodeEncodeError:  # a terminal without block characters; the link will do
        print()


def _ask_passphrase(folder: Path, say: Speaker) -> int:
    """Typed twice, or handed over on a line of the standard input by a program."""
    if sys.stdin.isatty():
        text = getpass.getpass(say("web.key.type"))
        again = getpass.getpass(say("web.key.type-again"))
    else:
        text = again = sys.stdin.readline().rstrip("\r\n")
    if text != again or not SHORTEST <= len(text) <= LONGEST:
        code = "web.key.not-the-same" if text != again else "web.key.too-short"
        print(say(code, {"least": SHORTEST, "most": LONGEST}), file=sys.stderr)
        return 1
    set_passphrase(folder, text)
    print(say("web.key.passphrase-set"))
    return 0


def _end_all(data: DataDir, say: Speaker) -> None:
    """Nobody may have the directory in use: a running Companion would go on with the keys it knows."""
    with held(data), open_store(data.where) as store:
        codes, devices = AccessStore(store).end_all(utc_now())
        new_secret_key(data.path)
        new_house_key(data.path)
    print(say("web.key.rotated", {"codes": codes, "devices": devices}))
