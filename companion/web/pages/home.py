"""The first page: go on playing, or start; and a QR code to open it on another device."""

from flask import Blueprint, render_template, request, url_for

from companion.web.access.addresses import address_for_others
from companion.web.access.owner import may_sign_in
from companion.web.access.policy import may_open, open_to_everyone, visible_tables
from companion.web.config import Companion
from companion.web.drawing.qr import qr_svg
from companion.web.game_screens import all_screens
from companion.web.language import t
from companion.web.recording import desk
from companion.web.screens.paging import A_PAGE, page_asked, pages_of

bp = Blueprint("home", __name__)

SHOWN = 4
"""More tables would push what else can be done here out of the window."""

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
    scope = visible_tables()
    number = companion.number_of_tables(scope)
    pages = pages_of(number)
    page = page_asked(request.args, pages)
    address = address_for_others()
    return render_template(
        "home/page.html",
        doors=[(name, url, icon) for name, endpoint, icon in DOORS if may_open(url := url_for(endpoint))],
        keeping=url_for("keeping.show"),
        may_sign_in=may_sign_in(),
        tables=companion.tables(scope, (page - 1) * A_PAGE, A_PAGE),
        page=page,
        pages=pages,
        more=number - SHOWN,
        shown=SHOWN if page == 1 else A_PAGE,
        picture=next(iter(all_screens().values())).home_picture(),
        address=address,
        qr=qr_svg(address, t("web.home.qr-label")) if address else None,
    )


@bp.get("/healthz")
@open_to_everyone
def healthz() -> dict[str, bool]:
    return {"ok": True}
