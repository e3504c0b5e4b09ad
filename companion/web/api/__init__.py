"""The JSON API under ``/api``. What it says of itself is made in ``document.py``."""

from flask import Blueprint

from companion.web.api import ask, document, tables

bp = Blueprint("api", __name__, url_prefix="/api")
bp.register_blueprint(ask.bp)
bp.register_blueprint(document.bp)
bp.register_blueprint(tables.bp)
