"""The score pad as a picture: 1200 by 630, as links are shown, or square, as chats like it.

Drawn like the pad on the screen. The only user of Pillow outside of the photo reader.
"""

import io
from functools import cache
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from companion.share import fonts
from companion.share.pad import SharedColumn, SharedPad, ShareStyle

SIZES = {"wide": (1200, 630), "square": (1080, 1080)}

TABLE, PAPER, LINE, INK, SOFT, BLUE, EMBER = "#e9dabf", "#fffdf6", "#d8cba9", "#2c241d", "#5f5143", "#26304f", "#a8401a"
MARGIN, RING = 36, 26


def pad_picture(pad: SharedPad, shape: str = "wide") -> bytes:
    """A PNG file."""
    size = SIZES[shape]
    image = Image.new("RGB", size, TABLE)
    draw = ImageDraw.Draw(image)
    width, height = size
    draw.rounded_rectangle((MARGIN + 6, MARGIN + 8, width - MARGIN + 6, height - MARGIN + 8), 18, fill="#cbb78e")
    draw.rounded_rectangle((MARGIN, MARGIN, width - MARGIN, height - MARGIN), 18, fill=PAPER)
    _rings(draw, width)
    left, right = MARGIN + 36, width - MARGIN - 36
    y = MARGIN + 34.0
    y = _line(draw, pad.headline, fonts.SERIF, 46, (left, y), right - left, INK) + 4
    y = _line(draw, pad.subtitle, fonts.SANS, 23, (left, y), right - left, SOFT)
    if pad.tie:
        y = _line(draw, pad.tie, fonts.SANS, 21, (left, y + 2), right - left, SOFT)
    foot = height - MARGIN - 40
    _line(draw, pad.made_with, fonts.SANS, 18, (left, foot + 6), right - left, SOFT)
    _table(draw, pad, (left, y + 14, right, foot))
    file = io.BytesIO()
    image.save(file, "PNG", optimize=True)
    return file.getvalue()


def _rings(draw: ImageDraw.ImageDraw, width: int) -> None:
    number = 13
    for i in range(number):
        x = MARGIN + 40 + i * (width - 2 * MARGIN - 80 - 12) / (number - 1)
        draw.rounded_rectangle(
            (x, MARGIN - RING // 2, x + 12, MARGIN + RING // 2), 6, fill="#7d7368", outline="#5d554b"
        )


def _table(draw: ImageDraw.ImageDraw, pad: SharedPad, frame: tuple[float, float, float, float]) -> None:
    """Rows as high as there is room for; the head and the total take more."""
    left, top, right, bottom = frame
    share = (bottom - top) / (len(pad.rows) + 4.2)
    row = min(share, 96.0)
    bottom = top + row * (len(pad.rows) + 3.9)
    head, foot = row * 2.4, row * 1.5
    names = left + (right - left) * (0.34 if len(pad.columns) < 4 else 0.28)
    width = (right - names) / len(pad.columns)
    y = top + head
    for i, column in enumerate(pad.columns):
        x = names + i * width
        _head(draw, column, (x, top, x + width, y), row)
        draw.line((x, top, x, bottom), LINE, 2)
    draw.line((left, y, right, y), INK, 4)
    for name, points in pad.rows:
        _line(draw, name, fonts.BOLD, min(27, row * 0.5), (left, y + row / 2), names - left - 14, INK, anchor="lm")
        for i, number in enumerate(points):
            text = "" if number is None else str(number) if number else "–"
            _line(
                draw, text, fonts.DIGITS, row * 0.62, (names + (i + 0.5) * width, y + row / 2), width, BLUE, anchor="mm"
            )
        y += row
        draw.line((left, y, right, y), LINE, 2)
    draw.line((left, y, right, y), INK, 4)
    middle = y + foot / 2
    _line(draw, pad.total, fonts.SERIF, min(34, row * 0.6), (left, middle), names - left - 14, INK, anchor="lm")
    for i, column in enumerate(pad.columns):
        x = names + (i + 0.5) * width
        _line(draw, str(column.total), fonts.DIGITS, row * 0.9, (x, middle), width, BLUE, anchor="mm")
        if column.won:
            draw.ellipse((x - row * 1.05, y + 7, x + row * 1.05, y + foot - 3), outline=EMBER, width=5)


def _head(draw: ImageDraw.ImageDraw, column: SharedColumn, cell: tuple[float, float, float, float], row: float) -> None:
    left, top, right, bottom = cell
    size = row * 1.15
    start = (left + right) / 2 - len(column.looks) * size / 2
    for i, look in enumerate(column.looks):
        _tent(draw, look, start + (i + 0.5) * size, top + size * 0.6, size * 0.92)
    at = ((left + right) / 2, bottom - row * 0.5)
    _line(draw, column.name, fonts.BOLD, min(30, row * 0.56), at, right - left - 10, INK, anchor="mm")


def _tent(draw: ImageDraw.ImageDraw, look: ShareStyle, x: float, y: float, size: float) -> None:
    """A camp in its colour with its mark: nobody is told by colour alone."""
    half = size / 2
    if look.shape == "ship":
        draw.line((x, y + half * 0.2, x, y - half), INK, 4)
        draw.polygon([(x + 3, y - half), (x + half * 0.8, y), (x + 3, y)], PAPER, INK, 3)
        hull = [
            (x - half, y + half * 0.1),
            (x + half, y + half * 0.1),
            (x + half * 0.6, y + half),
            (x - half * 0.6, y + half),
        ]
        draw.polygon(hull, look.fill, INK, 4)
        _mark(draw, look, x, y + half * 0.52, size * 0.12)
        return
    draw.line((x, y - half, x + size * 0.1, y - half - size * 0.12), INK, 4)
    draw.line((x, y - half, x - size * 0.1, y - half - size * 0.12), INK, 4)
    draw.polygon([(x, y - half), (x + half, y + half * 0.8), (x - half, y + half * 0.8)], look.fill, INK, 4)
    _mark(draw, look, x, y + half * 0.28, size * 0.14)


def _mark(draw: ImageDraw.ImageDraw, look: ShareStyle, x: float, middle: float, r: float) -> None:
    if look.mark == "square":
        draw.rectangle((x - r, middle - r, x + r, middle + r), look.ink)
    elif look.mark == "triangle":
        draw.polygon([(x, middle - r * 1.2), (x + r * 1.2, middle + r), (x - r * 1.2, middle + r)], look.ink)
    elif look.mark == "diamond":
        draw.polygon(
            [(x, middle - r * 1.3), (x + r * 1.3, middle), (x, middle + r * 1.3), (x - r * 1.3, middle)], look.ink
        )
    else:
        draw.ellipse((x - r, middle - r, x + r, middle + r), look.ink)


def _line(
    draw: ImageDraw.ImageDraw,
    text: str,
    font: Path,
    size: float,
    at: tuple[float, float],
    room: float,
    color: str,
    anchor: str = "la",
) -> float:
    """A line of text that fits: first smaller, then shortened. Returns where the next one may begin."""
    least = max(14, int(size * 0.62))
    sized = int(size)
    written = fonts.printable(text, lambda letter: _has(font, letter))
    while sized > least and _font(font, sized).getlength(written) > room:
        sized -= 1
    used = _font(font, sized)
    if used.getlength(written) > room:
        while written and used.getlength(written + "…") > room:
            written = written[:-1]
        written = written.rstrip() + "…"
    draw.text(at, written, color, used, anchor=anchor)
    return at[1] + sized * 1.25


def can_print(name: str) -> bool:
    """Whether a name can be drawn, if need be without an accent."""
    return fonts.UNKNOWN not in fonts.printable(name, lambda letter: _has(fonts.BOLD, letter))


@cache
def _font(path: Path, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(path, size)


@cache
def _has(path: Path, letter: str) -> bool:
    """A letter the font lacks is drawn as the box that stands for all of them."""
    font = _font(path, 24)
    return bytes(font.getmask(letter)) != bytes(font.getmask("\uffff"))
