"""From traced light to a phone's picture: lens, sensor, the phone's own ideas, and JPEG."""

import io
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image

Array = NDArray[np.float64]


class Camera:
    """A pinhole over the table; ``bend`` is added to the picture afterwards, as a lens would."""

    def __init__(
        self, eye: Array, target: Array, roll_deg: float, focal_px: float, width: int, height: int, bend: float
    ):
        self.eye, self.target, self.focal_px = eye, target, focal_px
        self.width, self.height, self.bend = width, height, bend
        ahead = (target - eye) / np.linalg.norm(target - eye)
        side = np.cross(ahead, [0, 0, 1.0])
        side = np.array([1.0, 0, 0]) if np.linalg.norm(side) < 1e-3 else side / np.linalg.norm(side)
        up = np.cross(side, ahead)
        a = np.radians(roll_deg)
        self.up = np.cos(a) * up + np.sin(a) * side
        self.axes = np.stack([np.cross(ahead, self.up), -self.up, ahead])  # right, down, ahead

    def project(self, points: Array) -> Array:
        """Points (n, 3) to pixels (n, 2); x of those behind the camera is not a number."""
        at = (points - self.eye) @ self.axes.T
        straight = at[:, :2] / np.where(at[:, 2:] > 0.05, at[:, 2:], np.nan) * self.focal_px
        px = straight
        for _ in range(5):  # the inverse of what ``bend_picture`` does, which is smooth and small
            r2 = (px**2).sum(axis=1, keepdims=True) / (self.width**2 + self.height**2) * 4
            px = straight / (1 + self.bend * r2)
        return px + np.array([self.width - 1, self.height - 1]) / 2

    def bend_picture(self, picture: NDArray[np.float32]) -> NDArray[np.float32]:
        """The traced picture as the lens would have drawn it."""
        ys, xs = np.mgrid[0 : self.height, 0 : self.width].astype(np.float32)
        cx, cy = (self.width - 1) / 2, (self.height - 1) / 2
        x, y = xs - cx, ys - cy
        r2 = (x**2 + y**2) / (self.width**2 + self.height**2) * 4
        grow = (1 + self.bend * r2).astype(np.float32)
        return cv2.remap(picture, x * grow + cx, y * grow + cy, cv2.INTER_CUBIC, borderMode=cv2.BORDER_REFLECT)


def develop(rng: np.random.Generator, light: NDArray[np.float32], hardness: float) -> NDArray[np.uint8]:
    """Linear light (h, w, 3) to 8-bit sRGB as a phone would: exposure, white balance, noise, tone curve, sharpening."""
    height, width = light.shape[:2]
    level = float(np.percentile(light.max(axis=2), rng.uniform(90, 98)))
    light = light / max(level, 1e-4) * rng.uniform(0.5, 0.95)
    grey = light.reshape(-1, 3).mean(axis=0)
    light = light * (grey.mean() / grey) ** rng.uniform(0.1, 0.55)  # automatic white balance, more or less
    ys, xs = np.mgrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j].astype(np.float32)
    light = light * (1 - rng.uniform(0, 0.35) * hardness * (xs**2 + ys**2) / 2)[..., None]
    shot = rng.uniform(0.003, 0.012 + 0.03 * hardness)
    light = light + rng.normal(0, 1, light.shape) * shot * np.sqrt(np.maximum(light, 0.01))
    light = np.clip(light, 0, None)
    tone = rng.uniform(0, 0.6)
    curve = np.where(light <= 0.0031308, 12.92 * light, 1.055 * np.maximum(light, 1e-6) ** (1 / 2.4) - 0.055)
    curve = (1 - tone) * np.clip(curve, 0, 1) + tone * (1 - np.exp(-2.2 * light)) / (1 - np.exp(-2.2)) ** 1.0
    picture = np.clip(curve, 0, 1).astype(np.float32)
    hsv = cv2.cvtColor(picture, cv2.COLOR_RGB2HSV)
    hsv[..., 1] = np.clip(hsv[..., 1] * rng.uniform(0.85, 1.2), 0, 1)
    picture = cv2.cvtColor(hsv, cv2.COLOR_HSV2RGB)
    blur = rng.uniform(0.2, 0.7 + 1.0 * hardness) * width / 1400
    picture = cv2.GaussianBlur(picture, (0, 0), blur)
    if rng.random() < 0.35 * hardness:  # a shaking hand
        reach = int(rng.integers(4, 10))
        kernel = np.zeros((reach, reach), np.float32)
        a = rng.uniform(0, np.pi)
        for t in np.linspace(-0.5, 0.5, 40):
            kernel[int(reach / 2 + t * (reach - 1) * np.sin(a)), int(reach / 2 + t * (reach - 1) * np.cos(a))] = 1
        picture = cv2.filter2D(picture, -1, kernel / kernel.sum())
    sharp = rng.uniform(0, 0.9)
    picture = picture + sharp * (picture - cv2.GaussianBlur(picture, (0, 0), 1.4))
    return np.clip(picture * 255 + 0.5, 0, 255).astype(np.uint8)


def save(rng: np.random.Generator, picture: NDArray[np.uint8], hardness: float, turned: int) -> bytes:
    """A JPEG whose pixels lie ``turned`` quarters off, which its EXIF undoes."""
    image = Image.fromarray(np.rot90(picture, turned))
    exif = Image.Exif()
    exif[0x0112] = {0: 1, 1: 6, 2: 3, 3: 8}[turned]
    out = io.BytesIO()
    options: dict[str, Any] = {"quality": int(rng.uniform(92 - 45 * hardness, 95)), "exif": exif}
    image.save(out, "JPEG", **options)
    return out.getvalue()
