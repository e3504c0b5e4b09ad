"""Photos of the pieces of a box that somebody is going through: read one after another, sorted together, then put in.

Nothing here happens by itself: a look at the page moves it on a step. Where it is kept: ``sessions.py``.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, Protocol

from companion.games.contract import Json
from companion.web.access.limits import Client
from companion.web.photo.jobs import PhotoJobs
from companion.web.photo.process import PhotoFailed

MOST_PHOTOS = 24
AT_ONCE = 2
ART = "art"
"""What somebody calls a group that is no sign."""

Read = dict[str, Any]
"""What the reader of photos said, as it said it."""
SignKey = tuple[str, int, int]
"""A photo's key, the number of the piece in it, the number of the sign on that."""
PieceKey = tuple[str, int]


@dataclass
class PiecePhoto:
    """``waiting``: until it is read. ``cut``: what the reader gave for it, as it gave it."""

    key: str
    waiting: bool
    job: str | None = None
    failed: str | None = None
    cut: Read | None = None
    picture: bytes = b""
    again: bool | None = None


@dataclass
class Sorted:
    """What all photos show together. ``keys``: of the photos, in the order of ``shown``."""

    keys: tuple[str, ...]
    shown: Sequence[Sequence[Read]]
    groups: Sequence[Read]
    look: Read

    def sign(self, place: Sequence[int]) -> SignKey:
        return self.keys[place[0]], place[1], place[2]


class Keeping(Protocol):
    """Where what is too large to be written anew with every answer is kept: photos, and what all show together."""

    def get(self, name: str) -> tuple[Any, bytes] | None: ...

    def put(self, name: str, document: object, picture: bytes = b"") -> None: ...

    def drop(self, name: str) -> None: ...


@dataclass
class Session:
    """``typed``: what a person says a piece is, its kind and its line. ``put``: its name in the box."""

    kept: Keeping
    name: str
    photos: list[PiecePhoto] = field(default_factory=list)
    said: dict[SignKey, str] = field(default_factory=dict)
    apart: dict[SignKey, int] = field(default_factory=dict)
    typed: dict[PieceKey, tuple[str, str]] = field(default_factory=dict)
    put: dict[PieceKey, str] = field(default_factory=dict)
    sorted: Sorted | None = None
    failed: str | None = None
    stale: bool = False
    """Something is known that the last sorting did not know."""
    sorting: str | None = None
    """The job that sorts."""
    asked: tuple[str, ...] = ()
    """The photos it sorts."""
    version: str | None = None
    """Of what is sorted, as it is kept."""

    def add(self, data: bytes) -> bool:
        """False where this very photo is here already, or there are too many."""
        key = sha256(data).hexdigest()[:16]
        if any(photo.key == key for photo in self.photos) or len(self.photos) >= MOST_PHOTOS:
            return False
        self.kept.put(key, None, data)
        self.photos.append(PiecePhoto(key, waiting=True))
        return True

    def photo(self, key: str) -> PiecePhoto | None:
        return next((one for one in self.photos if one.key == key and one.cut is not None), None)

    @property
    def unread(self) -> int:
        return sum(photo.waiting for photo in self.photos)

    @property
    def busy(self) -> bool:
        return self.unread > 0 or self.sorting is not None or self.stale

    def drop(self, key: str) -> None:
        """A photo that is not wanted any more, with everything said of it."""
        self.photos = [one for one in self.photos if one.key != key]
        self.kept.drop(key)
        self.stale = any(one.cut for one in self.photos)
        if not self.stale:
            self.sorted = None

    def group(self, number: int) -> Read | None:
        groups = self.sorted.groups if self.sorted else ()
        return next((one for one in groups if one["number"] == number), None)

    def name_group(self, number: int, word: str) -> None:
        group = self.group(number)
        if group is not None and self.sorted is not None:
            for place in group["signs"]:
                self.said[self.sorted.sign(place)] = word
            self.stale = True

    def part(self, number: int, chosen: Sequence[int]) -> None:
        """These signs of a group are something else than its others."""
        group = self.group(number)
        if group is None or self.sorted is None or not 0 < len(chosen) < len(group["signs"]):
            return
        part = 1 + max(self.apart.values(), default=0)
        for index, place in enumerate(group["signs"]):
            if index in chosen:
                sign = self.sorted.sign(place)
                self.said.pop(sign, None)
                self.apart[sign] = part
        self.stale = True

    # Reading

    def advance(self, place: str, jobs: PhotoJobs, head: Json, clients: tuple[Client, ...]) -> None:
        """One step further: take in what has been read, begin what waits. Never raises PhotoFailed."""
        for photo in [one for one in self.photos if one.job is not None]:
            self._take_in(place, jobs, photo)
        for photo in [one for one in self.photos if one.waiting and one.job is None]:
            if sum(one.job is not None for one in self.photos) < AT_ONCE:
                self._begin(place, jobs, photo, head, clients)
        if self.sorting is not None:
            self._take_sorted(place, jobs)
        if not self.unread and self.stale and self.sorting is None:
            self._sort(place, jobs, head, clients)

    def _begin(self, place: str, jobs: PhotoJobs, photo: PiecePhoto, head: Json, clients: tuple[Client, ...]) -> None:
        _, data = self.kept.get(photo.key) or (None, b"")
        try:
            photo.job = jobs.start(place, data, {**head, "pieces": True}, clients=clients)
        except PhotoFailed as failed:
            if failed.code != "busy":  # else: tried again with the next look at the page
                photo.failed, photo.waiting = failed.code, False
                self.kept.drop(photo.key)

    def _take_in(self, place: str, jobs: PhotoJobs, photo: PiecePhoto) -> None:
        job = jobs.get(place, str(photo.job))
        if job is not None and not job.done:
            return
        try:
            if job is None:
                raise PhotoFailed("crashed")
            read = job.result()
            photo.cut, photo.picture = dict(read.reading), read.picture
            self.kept.put(photo.key, photo.cut, photo.picture)
            self.stale = True
        except PhotoFailed as failed:
            photo.failed = failed.code
            self.kept.drop(photo.key)
        jobs.forget(str(photo.job))
        photo.job, photo.waiting = None, False

    def _sort(self, place: str, jobs: PhotoJobs, head: Json, clients: tuple[Client, ...]) -> None:
        cut = [photo for photo in self.photos if photo.cut is not None]
        self.asked = tuple(photo.key for photo in cut)
        index = {key: i for i, key in enumerate(self.asked)}
        sort = {
            "photos": [photo.cut for photo in cut],
            "said": [[index[i], j, k, word] for (i, j, k), word in self.said.items() if i in index],
            "apart": [[index[i], j, k, part] for (i, j, k), part in self.apart.items() if i in index],
        }
        try:
            self.sorting = jobs.start(place, b"", {**head, "sort": sort}, clients=clients)
            self.stale = False
        except PhotoFailed as failed:
            if failed.code != "busy":
                self.failed, self.stale = failed.code, False

    def _take_sorted(self, place: str, jobs: PhotoJobs) -> None:
        job = jobs.get(place, str(self.sorting))
        if job is not None and not job.done:
            return
        try:
            if job is None:
                raise PhotoFailed("crashed")
            read: Read = dict(job.result().reading)
            self.sorted = Sorted(self.asked, read["photos"], read["groups"], read["look"])
            self.failed = None
        except PhotoFailed as failed:
            self.failed = failed.code
        jobs.forget(str(self.sorting))
        self.sorting = None


def piece_of(photo: PiecePhoto | None, number: int) -> Read | None:
    """What the reader gave for one piece, with its picture."""
    pieces = photo.cut["pieces"] if photo is not None and photo.cut else ()
    return pieces[number] if 0 <= number < len(pieces) else None
