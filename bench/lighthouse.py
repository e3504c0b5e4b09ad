"""Lighthouse on the four screens that are looked at most: home, table, score pad, and a seat on a phone.

    npm install --prefix DIRECTORY lighthouse@12.8
    python -m bench.lighthouse --lighthouse DIRECTORY/node_modules/.bin/lighthouse

Starts a server of its own with a demo table and asks Lighthouse, in the Chromium of the system (or the one ``CHROMIUM``
names), for performance, accessibility and best practices. A table holds a stream open for as long as it is shown, and
Lighthouse waits for a page to fall silent; so the streams are kept away from it here. Ends with an error where a screen
stays below 95 in performance or 100 in the other two.
"""

import argparse
import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from urllib.request import HTTPCookieProcessor, build_opener

from companion.dewan.demo import demo_table
from companion.dewan.formats.table import write_table
from companion.dewan.rules.words import ScenarioName
from companion.log.access import Place
from companion.log.datadir import DataDir
from companion.log.roles import Role
from companion.service.files import import_record
from companion.web.access.codes import access_store, shown_code
from companion.web.app import create_app
from companion.web.backend import open_backend
from companion.web.config import WebConfig
from companion.web.serve import Server, listen
from tests.web.browser import chromium_path

LEAST = {"performance": 95, "accessibility": 100, "best-practices": 100}
STREAMS = "*/live*"
FLAGS = "--headless=new --no-sandbox --disable-gpu"


@contextmanager
def served() -> Iterator[tuple[str, str, str]]:
    """Where the server is, the table, and the code of a seat at it."""
    with TemporaryDirectory() as folder, open_backend(DataDir(Path(folder))) as backend:
        app = create_app(WebConfig(data_dir=Path(folder), companion=backend))
        table = import_record(backend.service, write_table(demo_table(ScenarioName.VOLCANO)))
        with app.app_context():
            store = access_store()
            assert store is not None
            code = shown_code(store, Place(table.info.id, Role.SEAT, table.state.play.table.players[0].name))
        server = Server(app, listen("127.0.0.1", 0))
        running = threading.Thread(target=server.run, daemon=True)
        running.start()
        yield f"http://127.0.0.1:{server.port}", table.info.id, code
        server.stop()
        running.join(timeout=10)


def seat_cookie(url: str, code: str) -> str:
    """What a phone carries after it has scanned the code."""
    cookies = HTTPCookieProcessor()
    build_opener(cookies).open(f"{url}/join/{code}").close()
    return "; ".join(f"{one.name}={one.value}" for one in cookies.cookiejar)


def ask(lighthouse: str, url: str, options: Sequence[str]) -> dict[str, object]:
    found = subprocess.run(
        [
            *(lighthouse, url, "--quiet", "--output=json", f"--only-categories={','.join(LEAST)}"),
            *(f"--chrome-flags={FLAGS}", f"--blocked-url-patterns={STREAMS}", *options),
        ],
        env={**os.environ, "CHROME_PATH": chromium_path() or ""},
        stdout=subprocess.PIPE,
        check=True,
    )
    report: dict[str, object] = json.loads(found.stdout)
    return report


def points(report: dict) -> dict[str, int]:
    return {name: round(100 * (report["categories"][name]["score"] or 0)) for name in LEAST}


def lost_points(report: dict) -> list[str]:
    """What weighs in a category and is not as it should be."""
    counted = {one["id"] for name in LEAST for one in report["categories"][name]["auditRefs"] if one["weight"]}
    audits = (audit for key, audit in report["audits"].items() if key in counted)
    return [
        f"{audit['id']}: {audit.get('displayValue') or audit['title']} {where(audit)}".rstrip()
        for audit in audits
        if audit["score"] is not None and audit["score"] < 0.9
    ]


def where(audit: dict) -> str:
    items = audit.get("details", {}).get("items", [])
    return ", ".join(str(one.get("node", {}).get("selector") or one.get("description") or "") for one in items[:3])


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--lighthouse", default="lighthouse", help="the command, if it is not on the PATH")
    parser.add_argument("--runs", type=int, default=3, help="of each screen; the median counts")
    asked = parser.parse_args()
    short = False
    print("| screen | performance | accessibility | best practices |\n| --- | ---: | ---: | ---: |")
    with served() as (url, table, code):
        seat = json.dumps({"Cookie": seat_cookie(url, code)})
        desktop = ["--preset=desktop"]
        screens = {
            "home": ("/", desktop),
            "table": (f"/tables/{table}", desktop),
            "score pad": (f"/tables/{table}/score", desktop),
            "seat, on a phone": (f"/tables/{table}/seat", [f"--extra-headers={seat}"]),
        }
        for name, (path, options) in screens.items():
            reports = [ask(asked.lighthouse, url + path, options) for _ in range(asked.runs)]
            got = {what: round(median(points(one)[what] for one in reports)) for what in LEAST}
            print(f"| {name} | " + " | ".join(str(got[what]) for what in LEAST) + " |", flush=True)
            if any(got[what] < least for what, least in LEAST.items()):
                short = True
                print("\n".join(f"    {line}" for line in lost_points(reports[-1])), file=sys.stderr)
    return int(short)


if __name__ == "__main__":
    sys.exit(main())
