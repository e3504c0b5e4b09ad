"""The two pipes of a process that reads one photo: nothing of it ever lies on the disk.

In: a line of JSON with ``bytes``, the length of the photo, and what the reader is asked; then the photo. Out: a line
of JSON as each stage begins (``{"stage": "load"}``), and a last one: ``{"reading": …, "picture": …}`` or
``{"failed": code, "sentence": …}``. The picture is the photo upright, no larger than the reader needs it, without any
of its metadata.
"""

import base64
import json
import traceback
from collections.abc import Callable, Mapping
from typing import Any, BinaryIO

from companion.vision.limits import decoding

QUALITY = 92

Progress = Callable[..., None]
Reader = Callable[[Mapping[str, Any], bytes, Progress], dict[str, Any]]
"""Given the head, the photo and what is called at the start of every stage; the last line."""


def answer_through(given: BinaryIO, out: BinaryIO, read: Reader) -> int:
    def tell(line: Mapping[str, object]) -> None:
        out.write(json.dumps(line, ensure_ascii=False).encode() + b"\n")
        out.flush()

    head = json.loads(given.readline())
    photo = given.read(head["bytes"])
    tell(answer(head, photo, lambda stage, *_: tell({"stage": stage}), read))
    return 0


def answer(head: Mapping[str, Any], photo: bytes, progress: Progress, read: Reader) -> dict[str, Any]:
    """Whatever goes wrong, something to say about it."""
    try:
        from companion.vision.errors import PhotoError

        try:
            return read(head, photo, progress)
        except PhotoError as error:
            return {"failed": error.code, "sentence": error.sentence}
    except MemoryError:
        return {"failed": "too-large"}
    except Exception as error:  # the server has words for it, and its log the reason
        memory = "Insufficient memory" in str(error)  # OpenCV's own way of saying so
        return {"failed": "too-large" if memory else "crashed", "trace": traceback.format_exc()[-2000:]}


def opened(photo: bytes, progress: Progress) -> bytes:
    progress("load")
    return clean_picture(photo)


def with_picture(reading: Mapping[str, Any], picture: bytes) -> dict[str, Any]:
    return {"reading": reading, "picture": base64.b64encode(picture).decode()}


def clean_picture(photo: bytes) -> bytes:
    """The photo as a plain JPEG of its pixels: where and when it was taken, and with what, is gone."""
    import cv2

    from companion.vision.load import load_photo
    from companion.vision.settings import DEFAULTS

    with decoding():
        rgb = load_photo(photo, DEFAULTS).rgb
    options = [cv2.IMWRITE_JPEG_QUALITY, QUALITY, cv2.IMWRITE_JPEG_SAMPLING_FACTOR]
    options.append(cv2.IMWRITE_JPEG_SAMPLING_FACTOR_444)  # terrains are told by colour: keep all of it
    _, written = cv2.imencode(".jpg", cv2.cvtColor(rgb, cv2.COLOR_RGB2BGR), options)
    return written.tobytes()
