"""QR codes: for a page as one SVG path, for a terminal as half blocks."""

from typing import TextIO

from markupsafe import Markup, escape
from qrcode.constants import ERROR_CORRECT_M
from qrcode.main import QRCode

QUIET = 2
"""Light modules around the code; the paper it is drawn on adds more."""


def qr_svg(text: str, label: str) -> Markup:
    """Runs of dark modules as one path, so that no style or script is needed and it stays small."""
    code = _code(text)
    size = len(code.modules) + 2 * QUIET
    runs = []
    for y, row in enumerate(code.modules):
        x = 0
        while x < len(row):
            if row[x]:
                end = next((i for i in range(x, len(row)) if not row[i]), len(row))
                runs.append(f"M{x + QUIET} {y + QUIET}h{end - x}v1h-{end - x}z")
                x = end
            else:
                x += 1
    return Markup(
        '<svg class="qr" viewBox="0 0 {0} {0}" role="img" aria-label="{1}" shape-rendering="crispEdges">'
        '<path class="qr-light" d="M0 0h{0}v{0}H0z"/><path class="qr-dark" d="{2}"/></svg>'
    ).format(size, escape(label), Markup("".join(runs)))


def print_qr(text: str, out: TextIO) -> None:
    _code(text, border=2).print_ascii(out=out, invert=True)


def _code(text: str, border: int = QUIET) -> QRCode:
    code = QRCode(error_correction=ERROR_CORRECT_M, border=border)
    code.add_data(text)
    code.make(fit=True)
    return code
