"""The first page: go on playing, or start; and a QR code to open it on another device."""

from flask import Blueprint, render_template, url_for

from companion.web.config import Companion
from companion.web.doors.access import may_open, open_to_everyone
from companion.web.doors.addresses import address_for_others
from companion.web.doors.owner import may_sign_in
from companion.web.drawing.home_picture import picture
from companion.web.drawing.qr import qr_svg
from companion.web.language import t
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
        may_sign_in=may_sign_in(),
        tables=tuple(companion.tables()),
        picture=picture(),
        address=address,
        qr=qr_svg(address, t("web.home.qr-label")) if address else None,
    )


@bp.get("/healthz")
@open_to_everyone
def healthz() -> dict[str, bool]:
    return {"ok": True}
