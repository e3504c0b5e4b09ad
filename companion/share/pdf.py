"""The score pad as a PDF file, for a sheet of A4 paper. The only user of ReportLab."""

import io
from functools import cache

from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from companion.share import fonts
from companion.share.pad import SharedPad, ShareStyle
from companion.share.standings import SharedStandings

INK, SOFT, LINE, BLUE, EMBER = "#2c241d", "#5f5143", "#b9a778", "#26304f", "#a8401a"
LEFT, TOP, MOST_ROW = 20 * mm, 277 * mm, 13 * mm
SANS, BOLD, SERIF, DIGITS = "Companion Sans", "Companion Sans Bold", "Companion Serif", "Companion Digits"


def pad_pdf(pad: SharedPad, language: str) -> bytes:
    """One page; the text in it can be searched and read aloud."""
    _register()
    file = io.BytesIO()
    canvas = Canvas(file, pagesize=A4, lang=language)
    canvas.setTitle(pad.headline)
    canvas.setSubject(pad.subtitle)
    canvas.setCreator("Companion")
    width = A4[0] - 2 * LEFT
    y = _text(canvas, pad.headline, SERIF, 24, (LEFT, TOP - 8 * mm), width, INK) - 8 * mm
    y = _text(canvas, pad.subtitle, SANS, 12, (LEFT, y), width, SOFT) - 6 * mm
    if pad.tie:
        y = _text(canvas, pad.tie, SANS, 12, (LEFT, y), width, SOFT) - 6 * mm
    _table(canvas, pad, y - 4 * mm)
    _text(canvas, pad.made_with, SANS, 9, (LEFT, 15 * mm), width, SOFT)
    canvas.showPage()
    canvas.save()
    return file.getvalue()


STANDINGS_ROW, STANDINGS_ON_A_PAGE = 8 * mm, 28
STANDINGS_WIDTHS = (0.08, 0.32, 0.1, 0.12, 0.12, 0.13, 0.13)
"""Parts of the width of the sheet, column by column."""


def standings_pdf(shared: SharedStandings, language: str) -> bytes:
    """As many pages as it takes; the heads stand on each."""
    _register()
    file = io.BytesIO()
    canvas = Canvas(file, pagesize=A4, lang=language)
    canvas.setTitle(shared.name)
    canvas.setCreator("Companion")
    width = A4[0] - 2 * LEFT
    lefts = [LEFT + width * sum(STANDINGS_WIDTHS[:i]) for i in range(len(STANDINGS_WIDTHS))]
    for start in range(0, max(1, len(shared.rows)), STANDINGS_ON_A_PAGE):
        y = _text(canvas, shared.name, SERIF, 24, (LEFT, TOP - 8 * mm), width, INK) - 8 * mm
        y = _text(canvas, shared.subtitle, SANS, 12, (LEFT, y), width, SOFT) - 10 * mm
        for number, row in enumerate((shared.heads, *shared.rows[start : start + STANDINGS_ON_A_PAGE])):
            font = SANS if number else BOLD
            for text, x, part in zip(row, lefts, STANDINGS_WIDTHS, strict=True):
                _text(canvas, text, font, 11, (x, y), width * part - 2 * mm, INK)
            _rule(canvas, y - 2.2 * mm, LINE if number else INK, 0.8)
            y -= STANDINGS_ROW
        _text(canvas, shared.made_with, SANS, 9, (LEFT, 15 * mm), width, SOFT)
        canvas.showPage()
    canvas.save()
    return file.getvalue()


def _table(canvas: Canvas, pad: SharedPad, top: float) -> None:
    right = A4[0] - LEFT
    row = min(MOST_ROW, (top - 30 * mm) / (len(pad.rows) + 4))
    names = LEFT + (right - LEFT) * (0.36 if len(pad.columns) < 4 else 0.28)
    width = (right - names) / len(pad.columns)
    bottom = top - row * (len(pad.rows) + 3.6)
    y = top - row * 2
    for i, column in enumerate(pad.columns):
        x = names + i * width
        canvas.setStrokeColor(LINE)
        canvas.setLineWidth(0.8)
        canvas.line(x, top, x, bottom)
        tents = len(column.looks)
        for j, look in enumerate(column.looks):
            _tent(canvas, look, x + width / 2 + (j - (tents - 1) / 2) * row, top - row * 0.55, row * 0.85)
        _text(canvas, column.name, BOLD, 12, (x + width / 2, y + row * 0.35), width - 2 * mm, INK, centred=True)
    _rule(canvas, y, INK, 1.6)
    for name, points in pad.rows:
        y -= row
        _text(canvas, name, BOLD, 12, (LEFT, y + row * 0.35), names - LEFT - 3 * mm, INK)
        for i, number in enumerate(points):
            text = "" if number is None else str(number) if number else "–"
            _text(canvas, text, DIGITS, 17, (names + (i + 0.5) * width, y + row * 0.3), width, BLUE, centred=True)
        _rule(canvas, y, LINE, 0.8)
    _rule(canvas, y, INK, 1.6)
    y = bottom
    _text(canvas, pad.total, SERIF, 16, (LEFT, y + row * 0.6), names - LEFT - 3 * mm, INK)
    for i, column in enumerate(pad.columns):
        x = names + (i + 0.5) * width
        _text(canvas, str(column.total), DIGITS, 24, (x, y + row * 0.55), width, BLUE, centred=True)
        if column.won:
            canvas.setStrokeColor(EMBER)
            canvas.setLineWidth(2)
            canvas.ellipse(x - row * 0.95, y + row * 0.15, x + row * 0.95, y + row * 1.45)


def _rule(canvas: Canvas, y: float, color: str, width: float) -> None:
    canvas.setStrokeColor(color)
    canvas.setLineWidth(width)
    canvas.line(LEFT, y, A4[0] - LEFT, y)


def _tent(canvas: Canvas, look: ShareStyle, x: float, y: float, size: float) -> None:
    half = size / 2
    canvas.setStrokeColor(INK)
    canvas.setLineWidth(1.4)
    if look.shape == "ship":
        canvas.line(x, y, x, y + half)
        hull = [(x - half, y), (x + half, y), (x + half * 0.6, y - half * 0.9), (x - half * 0.6, y - half * 0.9)]
        _shape(canvas, look.fill, hull, edge=True)
        r, middle = size * 0.12, y - half * 0.45
    else:
        _shape(canvas, look.fill, [(x, y + half), (x + half, y - half * 0.8), (x - half, y - half * 0.8)], edge=True)
        r, middle = size * 0.14, y - half * 0.28
    if look.mark == "square":
        _shape(canvas, look.ink, [(x - r, middle - r), (x + r, middle - r), (x + r, middle + r), (x - r, middle + r)])
    elif look.mark == "triangle":
        _shape(canvas, look.ink, [(x, middle + r * 1.2), (x + r * 1.2, middle - r), (x - r * 1.2, middle - r)])
    elif look.mark == "diamond":
        r *= 1.3
        _shape(canvas, look.ink, [(x, middle + r), (x + r, middle), (x, middle - r), (x - r, middle)])
    else:
        canvas.setFillColor(look.ink)
        canvas.circle(x, middle, r, stroke=0, fill=1)


def _shape(canvas: Canvas, fill: str, points: list[tuple[float, float]], *, edge: bool = False) -> None:
    path = canvas.beginPath()
    path.moveTo(*points[0])
    for point in points[1:]:
        path.lineTo(*point)
    path.close()
    canvas.setFillColor(fill)
    canvas.drawPath(path, stroke=int(edge), fill=1)


def _text(
    canvas: Canvas,
    text: str,
    font: str,
    size: float,
    at: tuple[float, float],
    room: float,
    color: str,
    *,
    centred: bool = False,
) -> float:
    """A line that fits: first smaller, then shortened. Returns its height above the foot of the page."""
    written = fonts.printable(text, lambda letter: _has(font, letter))
    least = size * 0.6
    while size > least and pdfmetrics.stringWidth(written, font, size) > room:
        size -= 0.5
    if pdfmetrics.stringWidth(written, font, size) > room:
        while written and pdfmetrics.stringWidth(written + "…", font, size) > room:
            written = written[:-1]
        written = written.rstrip() + "…"
    canvas.setFillColor(color)
    canvas.setFont(font, size)
    (canvas.drawCentredString if centred else canvas.drawString)(*at, written)
    return at[1]


@cache
def _register() -> None:
    for name, path in ((SANS, fonts.SANS), (BOLD, fonts.BOLD), (SERIF, fonts.SERIF), (DIGITS, fonts.DIGITS)):
        pdfmetrics.registerFont(TTFont(name, str(path)))


def can_print(name: str) -> bool:
    """Whether a name can be set, if need be without an accent."""
    _register()
    return fonts.UNKNOWN not in fonts.printable(name, lambda letter: _has(BOLD, letter))


def _has(font: str, letter: str) -> bool:
    return ord(letter) in pdfmetrics.getFont(font).face.charToGlyph
