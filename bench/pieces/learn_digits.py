"""Learn what digits look like: ``python -m bench.pieces.learn_digits`` writes the weights of the reader's net.

Story tiles with a number and other marks are drawn small, blurred and noisy; what the reader cuts out of them is a
digit or is none. The fonts are those of ``variety.fonts(False)`` and strokes of OpenCV; ``--held`` says how those kept
apart are read.
"""

import argparse
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from bench.pieces.signs import GLYPHS
from bench.pieces.variety import fonts
from companion.dewan.vision import digits
from companion.dewan.vision.digits import HIDDEN, NONE, features, glyphs_in

Floats = NDArray[np.float64]
_STROKES = (cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_COMPLEX, cv2.FONT_HERSHEY_TRIPLEX)
_SIDE, _FINE = 120, 4  # of a canvas in pixels as read; and how much finer it is drawn
_TALL = 240.0
Box = tuple[float, float, float, float]


def _number(
    canvas: Image.Image,
    font: Path | int,
    text: str,
    at: tuple[float, float],
    high: float,
    ink: int,
    rim: int,
    stroke: int,
) -> list[Box]:
    """Draws it; the frame of each digit."""
    boxes: list[Box] = []
    draw = ImageDraw.Draw(canvas)
    if isinstance(font, int):
        scale = high / 22.0
        thick = max(1, round(stroke + high * 0.1))
        mask = np.asarray(canvas).copy()
        x = at[0] - 0.45 * high * len(text)
        for digit in text:
            alone = np.zeros_like(mask)
            cv2.putText(alone, digit, (int(x), int(at[1] + high / 2)), font, scale, 255, thick, cv2.LINE_AA)
            ys, xs = np.nonzero(alone > 127)
            if len(xs):
                boxes.append((xs.min(), ys.min(), xs.max(), ys.max()))
                mask = np.where(alone > 0, (alone / 255.0 * ink + (1 - alone / 255.0) * mask), mask).astype(np.uint8)
            x += 0.9 * high
        canvas.paste(Image.fromarray(mask))
        return boxes
    face = ImageFont.truetype(str(font), 100)
    _, top, _, bottom = face.getbbox("8")
    face = ImageFont.truetype(str(font), max(8, round(100 * high / (bottom - top))))
    whole = draw.textbbox((0, 0), text, font=face)
    x, y = at[0] - (whole[0] + whole[2]) / 2, at[1] - (whole[1] + whole[3]) / 2
    for digit in text:
        box = draw.textbbox((x, y), digit, font=face)
        boxes.append((box[0], box[1], box[2], box[3]))
        if rim >= 0:
            draw.text((x, y), digit, fill=rim, font=face, stroke_width=stroke)
        x += draw.textlength(digit, font=face)
    x = at[0] - (whole[0] + whole[2]) / 2
    for digit in text:
        draw.text((x, y), digit, fill=ink, font=face)
        x += draw.textlength(digit, font=face)
    return boxes


def _others(rng: np.random.Generator, canvas: Image.Image, paper: int) -> None:
    """Marks that are no digits: signs, patches, letters."""
    draw = ImageDraw.Draw(canvas)
    side = canvas.size[0]
    for _ in range(int(rng.integers(0, 4))):
        x, y, size = *rng.uniform(0.1 * side, 0.9 * side, 2), rng.uniform(0.05, 0.14) * side
        ink = int(np.clip(paper + rng.choice([-1, 1]) * rng.uniform(50, 200), 0, 255))
        kind = rng.integers(4)
        if kind == 0:
            drawing = GLYPHS[str(rng.choice(list(GLYPHS)))]
            if rng.random() < 0.5:
                draw.ellipse(
                    (x - size * 1.4, y - size * 1.4, x + size * 1.4, y + size * 1.4), fill=255 - ink, outline=ink
                )
            for points, shade in drawing[int(rng.integers(len(drawing)))]:
                px = [(float(a), float(b)) for a, b in points * size + np.array([x, y])]
                draw.polygon(px, fill=[ink, (ink + paper) // 2, 255 - ink][shade])
        elif kind == 1:
            turn = rng.uniform(0, 360)
            draw.regular_polygon((x, y, size), int(rng.integers(3, 8)), rotation=turn, fill=ink)
        elif kind == 2:
            face = ImageFont.truetype(str(rng.choice([str(f) for f in fonts(False)])), max(8, int(size * 2)))
            draw.text((x, y), str(rng.choice(list("ABCDEFGHJKLMNPQRTUVWXYZaehkmnrtx+!?*&"))), fill=ink, font=face)
        else:
            draw.ellipse((x - size, y - size * rng.uniform(0.4, 1), x + size, y + size), fill=ink)


def sample(rng: np.random.Generator, font: Path | int) -> tuple[list[Floats], list[int]]:
    """Features and labels of all that is cut out of one drawn canvas."""
    side = _SIDE * _FINE
    paper = int(rng.uniform(175, 250)) if rng.random() < 0.6 else int(rng.uniform(20, 90))
    canvas = Image.new("L", (side, side), paper)
    _others(rng, canvas, paper)
    number = int(rng.integers(0, 10)) if rng.random() < 0.65 else int(rng.integers(10, 40))
    turn = int(rng.choice([0, 0, 0, 0, 1, 2, 3]))
    high = rng.uniform(0.075, 0.2) * _TALL * _FINE
    high = min(high, 0.3 * side)
    ink = int(np.clip(255 - paper + rng.uniform(-60, 40) * (1 if paper > 127 else -1), 0, 255))
    if abs(ink - paper) < 70:
        ink = 0 if paper > 127 else 255
    at = (rng.uniform(0.42, 0.58) * side, rng.uniform(0.42, 0.58) * side)
    dress = str(rng.choice(["plain", "plain", "disc", "ring", "hollow", "rimmed"]))
    draw = ImageDraw.Draw(canvas)
    reach = high * rng.uniform(0.85, 1.2)
    around = (at[0] - reach, at[1] - reach, at[0] + reach, at[1] + reach)
    rim, stroke = -1, 0
    if dress == "disc":
        draw.ellipse(around, fill=ink)
        ink = paper if rng.random() < 0.7 else (250 if ink < 127 else 5)
    elif dress == "ring":
        draw.ellipse(around, fill=paper, outline=ink, width=max(2, int(0.1 * high)))
    elif dress in ("hollow", "rimmed"):
        rim, stroke = ink, max(2, round(rng.uniform(0.05, 0.11) * high))
        ink = paper if dress == "hollow" else int(np.clip(255 - ink + rng.uniform(-50, 50), 0, 255))
    boxes = _number(canvas, font, str(number), at, high, ink, rim, stroke)
    drawn = np.asarray(canvas, np.float32)
    if dress != "ring" and rim < 0 and rng.random() < 0.3:
        kernel = np.ones((int(rng.integers(2, 7)),) * 2, np.uint8)
        drawn = cv2.erode(drawn, kernel) if rng.random() < 0.5 else cv2.dilate(drawn, kernel)
    # Lay it askew, and turn it, also wholly: what stands on its head or lies is none.
    degrees = 90 * turn + rng.normal(0, 4)
    spin = cv2.getRotationMatrix2D((side / 2, side / 2), degrees, 1.0)
    skew = np.array([[rng.uniform(0.85, 1.15), rng.normal(0, 0.1), 0], [0, 1, 0], [0, 0, 1]])
    skew[:2, 2] = side / 2 - skew[:2, :2] @ np.array([side / 2, side / 2])
    lay = (np.vstack([spin, [0, 0, 1]]) @ skew)[:2]
    drawn = cv2.warpAffine(drawn, lay, (side, side), borderValue=float(paper))
    # As a photo has it: few pixels, blurred, noisy; then laid straight at the size pieces are read.
    shrink = rng.uniform(0.35, 1.0) / _FINE
    small = cv2.resize(drawn, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
    small = cv2.GaussianBlur(small, (0, 0), rng.uniform(0.3, 0.95)) + rng.normal(0, rng.uniform(0, 5), small.shape)
    seen = cv2.resize(small.astype(np.float32), (_SIDE, _SIDE), interpolation=cv2.INTER_LINEAR) * (100 / 255)
    seen *= rng.uniform(0.6, 1.0)
    rows, labels = [], []
    for glyph in glyphs_in(np.asarray(seen, np.float32), _TALL):
        high_px, wide_px = glyph.ink.shape
        own = np.array([glyph.left + 1, glyph.top + 1, glyph.left + wide_px - 1, glyph.top + high_px - 1]) * _FINE
        label = NONE
        for box, digit in zip(boxes, str(number), strict=False):
            ends = np.array([[x, y, 1] for x in (box[0], box[2]) for y in (box[1], box[3])]) @ lay.T
            true = np.concatenate([ends.min(axis=0), ends.max(axis=0)])
            both = np.minimum(own[2:], true[2:]) - np.maximum(own[:2], true[:2])
            common = max(0.0, both[0]) * max(0.0, both[1])
            share = common / ((own[2:] - own[:2]).prod() + (true[2:] - true[:2]).prod() - common)
            if share > 0.72:
                value = int(digit)
                upright = turn == 0
                over = turn == 2 and value in (0, 6, 8, 9)
                label = (
                    value
                    if upright
                    else {0: 0, 6: 9, 8: 8, 9: 6}[value]
                    if over
                    else -1
                    if value in (0, 1, 8)
                    else NONE
                )
            elif share > 0.45:
                label = -1 if label == NONE else label
        if label >= 0:
            rows.append(features(glyph.ink))
            labels.append(label)
    return rows, labels


def samples(rng: np.random.Generator, kinds: list[Path | int], count: int) -> tuple[Floats, NDArray[np.int64]]:
    rows: list[Floats] = []
    labels: list[int] = []
    for k in range(count):
        more, own = sample(rng, kinds[k % len(kinds)])
        # Of what is no digit a few are enough.
        for row, label in zip(more, own, strict=True):
            if label != NONE or rng.random() < 0.5:
                rows.append(row)
                labels.append(label)
    return np.array(rows), np.array(labels)


def learn(x: Floats, y: NDArray[np.int64], rng: np.random.Generator, rounds: int) -> list[Floats]:
    """Two layers by Adam, (HIDDEN, n + 1) and (11, HIDDEN + 1); the last column is the offset."""
    ones = np.ones((len(x), 1))
    x = np.concatenate([x, ones], axis=1)
    layers = [rng.normal(0, 0.1, (HIDDEN, x.shape[1])), rng.normal(0, 0.1, (NONE + 1, HIDDEN + 1))]
    moments = [(np.zeros_like(w), np.zeros_like(w)) for w in layers]
    step = 0
    for round_ in range(rounds):
        order = rng.permutation(len(x))
        rate = 0.003 * (1 - round_ / rounds) + 1e-4
        for start in range(0, len(order), 128):
            part = order[start : start + 128]
            inner = x[part] + np.pad(rng.normal(0, 0.05, (len(part), x.shape[1] - 1)), ((0, 0), (0, 1)))
            hidden = np.tanh(inner @ layers[0].T)
            full = np.concatenate([hidden, ones[: len(part)]], axis=1)
            logs = full @ layers[1].T
            shares = np.exp(logs - logs.max(axis=1, keepdims=True))
            shares /= shares.sum(axis=1, keepdims=True)
            wanted = np.full_like(shares, 0.03 / (NONE + 1))
            wanted[np.arange(len(part)), y[part]] += 0.97
            off = (shares - wanted) / len(part)
            slopes = [((off @ layers[1][:, :-1]) * (1 - hidden**2)).T @ inner, off.T @ full]
            step += 1
            for k, slope in enumerate(slopes):
                slope = slope + 1e-5 * layers[k]
                first = 0.9 * moments[k][0] + 0.1 * slope
                second = 0.999 * moments[k][1] + 0.001 * slope**2
                moments[k] = (first, second)
                layers[k] -= rate * (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.999**step)) + 1e-8)
    return layers


def packed(layers: list[Floats]) -> bytes:
    parts = []
    for layer in layers:
        scales = (np.abs(layer).max(axis=1) / 127).astype("<f4")
        parts += [scales.tobytes(), np.rint(layer / scales[:, None]).astype(np.int8).tobytes()]
    return b"".join(parts)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=digits._WEIGHTS)
    parser.add_argument("--count", type=int, default=14000)
    parser.add_argument("--rounds", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--held", action="store_true", help="only say how the fonts kept apart are read")
    args = parser.parse_args()
    rng = np.random.default_rng(args.seed)
    if not args.held:
        x, y = samples(rng, [*fonts(False), *_STROKES], args.count)
        print(f"{len(x)} glyphs, {int((y == NONE).sum())} of them no digits")
        args.out.write_bytes(packed(learn(x, y, rng, args.rounds)))
    digits._net.cache_clear()
    for name, kinds in (("known", [*fonts(False), *_STROKES]), ("held", list(fonts(True)))):
        x, y = samples(np.random.default_rng(99), kinds, 1500)
        first, one, last, two = digits._net()
        said = (np.tanh(x @ first.T + one) @ last.T + two).argmax(axis=1)
        real = y != NONE
        print(
            f"{name}: {np.mean(said[real] == y[real]):.3f} of {real.sum()}; others {np.mean(said[~real] == NONE):.3f}"
        )
        wrong = [(int(a), int(b)) for a, b in zip(y, said, strict=True) if a != b and a != NONE]
        print("  ", sorted({pair: wrong.count(pair) for pair in wrong}.items(), key=lambda one: -one[1])[:12])


if __name__ == "__main__":
    main()
