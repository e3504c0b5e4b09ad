"""Every drawing on one page, to look at while drawing. Not there in production."""

from flask import Blueprint, render_template

bp = Blueprint("styleguide", __name__)


@bp.get("/styleguide")
def show() -> str:
    return render_template("styleguide/page.html")
