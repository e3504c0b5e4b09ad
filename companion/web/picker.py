"""placeholder"""
from flask import Blueprint
bp = Blueprint("picker", __name__, url_prefix="/tables")
@bp.get("/<table_id>/map")
def show(table_id: str) -> str:
    return ""
