"""The drawn code holds the modules of the code, and the terminal's is framed in light."""

import io
import re

from qrcode.constants import ERROR_CORRECT_M
from qrcode.main import QRCode

from companion.web.drawing.qr import QUIET, print_qr, qr_svg

ADDRESS = "http://192.168.1.9:8650/"


def modules() -> list[list[bool]]:
    code = QRCode(error_correction=ERROR_CORRECT_M)
    code.add_data(ADDRESS)
    code.make(fit=True)
    return [[bool(one) for one in row] for row in code.modules]


def test_svg_draws_exactly_the_dark_modules() -> None:
    drawn = {
        (int(x) - QUIET + step, int(y) - QUIET)
        for x, y, width in re.findall(r"M(\d+) (\d+)h(\d+)v1", str(qr_svg(ADDRESS, "here")))
        for step in range(int(width))
    }
    assert drawn == {(x, y) for y, row in enumerate(modules()) for x, dark in enumerate(row) if dark}


def test_label_is_escaped() -> None:
    assert 'aria-label="&#34;&gt;&lt;x"' in qr_svg(ADDRESS, '"><x')


def test_terminal_prints_two_modules_a_character() -> None:
    out = io.StringIO()
    print_qr(ADDRESS, out)
    lines = out.getvalue().splitlines()
    size = len(modules()) + 4
    assert len(lines) == (size + 1) // 2
    assert {len(line) for line in lines} == {size}
