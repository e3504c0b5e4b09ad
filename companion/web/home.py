"""The first page: go on playing, or start; and a QR code to open it on another device."""

from flask import Blueprint, current_app, render_template, request, url_for

from companion.web.access import may_open, open_to_everyone
from companion.web.addresses import host_of, lan_addresses
from companion.web.config import Companion
from companion.web.home_picture import picture
from companion.web.language import t
from companion.web.qr import qr_svg
from companion.web.recording import desk

bp = Blueprint("home", __name__)

DOORS = (
    ("new-table", "setup.new", "camp"),
    ("quick-score", "quick.show", "score"),
    ("event-timer", "timer.show", "countdown"),
    ("referee", "referee.show", "route"),
    ("rules", "rulebook.index", "book"),
    ("my-box", "box.show", "box"),
    ("past-games", "history.index", "replay"),
)
"""What the home page leads to: name in the catalogue, endpoint, icon."""


@bp.get("/")
@open_to_everyone
def show() -> str:
    companion: Companion = desk()
    address = address_for_others()
    return render_template(
        "home/page.html",
        doors=[(name, url, icon) for name, endpoint, icon in DOORS if may_open(url := url_for(endpoint))],
        keeping=url_for("keeping.show"),
        tables=tuple(companion.tables()),
        picture=picture(),
        address=address,
        qr=qr_svg(address, t("web.home.qr-label")) if address else None,
    )


@bp.get("/healthz")
@open_to_everyone
def healthz() -> dict[str, bool]:
    return {"ok": True}


def address_for_others() -> str | None:
    """Where another device finds this page: as this one did, unless that was a name for the machine itself."""
    host = host_of(request.host)
    if host not in ("localhost", "127.0.0.1", "::1"):
        return request.host_url
    addresses = lan_addresses() if current_app.config["REACHABLE"] else []
    port = request.host.rpartition(":")[2] if ":" in request.host.rpartition("]")[2] else ""
    return f"http://{addresses[0]}{':' if port else ''}{port}/" if addresses else None
