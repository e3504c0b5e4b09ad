"""What makes Companion an app on a device: its manifest, its worker, and what is shown when the server is gone.

Browsers let a worker in over HTTPS and on the machine itself only; where a device came by plain HTTP over the local
network, the home page says so.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from flask import (
    Blueprint,
    Flask,
    Response,
    jsonify,
    make_response,
    render_template,
    request,
    send_from_directory,
    url_for,
)

from companion.paths import asset_dir
from companion.web.access.addresses import host_of
from companion.web.access.policy import open_to_everyone
from companion.web.config import WebConfig
from companion.web.language import current_speaker, t
from companion.web.rulebook.book import rulebooks

bp = Blueprint("installing", __name__)

KEPT_FILES = (
    *(f"css/{name}.css" for name in ("tokens", "base", "components", "dewan/map", "dewan/pieces", "live", "rules")),
    *("vendor/htmx.min.js", "js/companion.js", "js/rules.js", "js/offline.js"),
    *("img/icon.svg", "img/icons.svg", "fonts/companion-serif.woff2", "fonts/companion-sans.woff2"),
)
"""What every page needs, kept from the first visit on; what else a page asks for is kept when it is shown."""


def init_app(app: Flask, config: WebConfig) -> None:
    app.config["WORKER"] = config.worker if config.worker is not None else not config.testing
    app.add_template_global(can_be_installed)


def can_be_installed() -> bool:
    """Whether the browser that asks would take the worker."""
    host = host_of(request.host)
    return request.is_secure or host in ("localhost", "::1") or host.startswith("127.")


@bp.get("/manifest.webmanifest")
@open_to_everyone
def manifest() -> Response:
    answer = jsonify(
        id=url_for("home.show"),
        name=t("web.app.name"),
        short_name=t("web.app.name"),
        description=t("web.home.hello"),
        lang=current_speaker().language,
        start_url=url_for("home.show"),
        scope=url_for("home.show"),
        display="standalone",
        background_color="#e9dabf",
        theme_color="#e9dabf",
        categories=["games", "utilities"],
        icons=[
            {"src": url_for("static", filename="img/icon.svg"), "sizes": "any", "type": "image/svg+xml"},
            *(_picture(size, purpose) for size in (192, 512) for purpose in ("any", "maskable")),
        ],
    )
    answer.mimetype = "application/manifest+json"
    return answer


def _picture(size: int, purpose: str) -> dict[str, str]:
    name = f"img/icon-{size}{'-maskable' if purpose == 'maskable' else ''}.png"
    source = url_for("static", filename=name)
    return {"src": source, "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}


@bp.get("/service-worker.js")
@open_to_everyone
def worker() -> Response:
    """At the root, since a worker serves what lies below it."""
    answer = make_response(send_from_directory(asset_dir("static") / "js", "worker.js", max_age=0))
    answer.headers["Cache-Control"] = "no-cache"
    return answer


@bp.get("/kept.json")
@open_to_everyone
def kept() -> Response:
    """The addresses the worker keeps, which change with what is behind them."""
    return jsonify(
        files=[url_for("static", filename=name) for name in KEPT_FILES],
        pages=[url_for(".offline"), *_rulebooks().values()],
    )


@dataclass(frozen=True)
class OfflinePage:
    """``rulebooks``: the address of each game's."""

    rulebooks: Mapping[str, str]


@bp.get("/offline")
@open_to_everyone
def offline() -> str:
    """Shown by the worker where the server is gone and the page was never seen."""
    return render_template("installing/offline.html", page=OfflinePage(_rulebooks()))


def _rulebooks() -> dict[str, str]:
    language = current_speaker().language
    return {game: url_for("rulebook.whole", game=game, language=language) for game in rulebooks()}
