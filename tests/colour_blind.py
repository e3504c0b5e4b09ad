"""A map as four kinds of eyes see it: ``python -m tests.colour_blind`` writes docs/screenshots/colour-blind.jpg.

Chromium itself simulates the three kinds of colour blindness.
"""

from base64 import b64encode
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.log.datadir import DataDir
from companion.web.app import create_app
from companion.web.backend import open_backend
from companion.web.config import WebConfig
from tests.screenshots import SHOWN, tables_to_show
from tests.web.browser import open_browser
from tests.web.conftest import start_server

EYES = {
    "none": "as it is drawn",
    "protanopia": "without red",
    "deuteranopia": "without green",
    "tritanopia": "without blue",
}
SHEET = (
    "body{margin:0;display:grid;grid-template-columns:1fr 1fr}figure{margin:0;font:20px sans-serif;text-align:center}"
)


def main() -> None:
    with TemporaryDirectory() as folder, open_backend(DataDir(Path(folder))) as backend, open_browser() as browser:
        server = start_server(create_app(WebConfig(data_dir=Path(folder), companion=backend, testing=True)))
        page = browser.new_page(viewport={"width": 1280, "height": 800}, base_url=server.url, locale="en")
        page.goto(f"/tables/{tables_to_show(backend)[0]}")
        simulated = page.context.new_cdp_session(page)
        figures = []
        for kind, words in EYES.items():
            simulated.send("Emulation.setEmulatedVisionDeficiency", {"type": kind})
            seen = b64encode(page.locator(".table-map").screenshot()).decode()
            picture = f'<img width="600" src="data:image/png;base64,{seen}">'
            figures.append(f"<figure>{picture}<figcaption>{words}</figcaption></figure>")
        sheet = browser.new_page(viewport={"width": 1200, "height": 840})
        sheet.set_content(f"<style>{SHEET}</style>{''.join(figures)}")
        sheet.screenshot(path=SHOWN / "colour-blind.jpg", type="jpeg", quality=80, full_page=True)
        page.goto("about:blank")
        backend.service.feed.close()
        server.stop()


if __name__ == "__main__":
    main()
