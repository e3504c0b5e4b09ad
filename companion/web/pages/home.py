"""The first page: go on playing, start, or use a tool; and a QR code to open it on another device.

What is over is elsewhere: games and scores under *Past games*, half a score at *Quick score*, timers at the timer.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from flask import Blueprint, current_app, render_template, request, url_for
from markupsafe import Markup

from companion.web.access.addresses import address_for_others
from companion.web.access.owner import may_sign_in
from companion.web.access.policy import is_owner, may_open, open_to_everyone, visible_tables
from companion.web.access.visitors import LIMITS, VisitorLimits, is_public
from companion.web.config import Companion, TableCard
from companion.web.drawing.players import PlayerStyle
from companion.web.drawing.qr import qr_svg
from companion.web.game_screens import all_screens, with_looks
from companion.web.language import t
from companion.web.pad import Picture
from companion.web.paging import A_PAGE, page_asked, pages_of
from companion.web.submit import backend

bp = Blueprint("home", __name__)

SHOWN = 4
"""More tables would push what else can be done here out of the window."""

LINKS = (
    ("new-table", "setup.new", "camp"),
    ("quick-score", "quick.show", "score"),
    ("event-timer", "timer.show", "countdown"),
    ("referee", "referee.show", "route"),
    ("rules", "rulebook.index", "book"),
    ("my-box", "box.show", "box"),
    ("past-games", "history.index", "replay"),
    ("evenings", "evenings.index", "camp-group"),
)
"""What the home page leads to: name in the catalogue, endpoint, icon."""


@dataclass(frozen=True)
class HomePage:
    """``tables``: of the page ``number`` of ``pages``; ``shown`` of them at once, ``more`` when one asks."""

    doors: tuple[tuple[str, str, str], ...]
    may_sign_in: bool
    tables: Sequence[tuple[TableCard, Mapping[str, PlayerStyle]]]
    number: int
    pages: int
    more: int
    shown: int
    picture: Picture | None
    address: str | None
    qr: Markup | None
    visitors: VisitorLimits | None
    """Where anybody may make tables of their own: how much one visitor may have."""
    direct: bool
    """Phones come to this very device, table by table."""
    guest: bool
    """Not of the house: perhaps somebody who wants to come to a table."""


@bp.get("/")
@open_to_everyone
def show() -> str:
    companion: Companion = backend()
    scope = visible_tables()
    tables = companion.number_of_tables(scope)
    pages = pages_of(tables)
    number = page_asked(request.args, pages)
    address = address_for_others()
    page = HomePage(
        doors=tuple((name, url, icon) for name, endpoint, icon in LINKS if may_open(url := url_for(endpoint))),
        may_sign_in=may_sign_in(),
        tables=with_looks(companion.tables(scope, (number - 1) * A_PAGE, A_PAGE)),
        number=number,
        pages=pages,
        more=tables - SHOWN,
        shown=SHOWN if number == 1 else A_PAGE,
        picture=next(iter(all_screens().values())).home_picture(),
        address=address,
        qr=qr_svg(address.rstrip("/") + url_for("join.arrive"), t("web.home.qr-label")) if address else None,
        visitors=LIMITS if is_public() else None,
        direct=current_app.config["DIRECT"],
        guest=not is_owner(),
    )
    return render_template("home/page.html", page=page)


@bp.get("/healthz")
@open_to_everyone
def healthz() -> dict[str, bool]:
    return {"ok": True}
