"""A public instance: whoever comes may make tables, has those and no others, so many and so much on the disk; what
nobody touches for a year is deleted. The home page says so."""

import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from flask import current_app

from companion.log import visitors
from companion.log.errors import TableError, UnknownTable
from companion.log.roles import Role
from companion.service.permissions import NotAllowed
from companion.service.tables import Tables
from companion.web.access.codes import access_store
from companion.web.access.devices import this_device
from companion.web.backend import Backend

MEGABYTE = 1_000_000
KEPT = timedelta(days=365)
LOOK_SECONDS = 24 * 3600.0


@dataclass(frozen=True)
class VisitorLimits:
    """What one visitor may have: tables and boxes, photos that are kept, and all of it in bytes."""

    tables: int = 100
    photos: int = 100
    megabytes: int = 100


LIMITS = VisitorLimits()


class VisitorFull(NotAllowed):
    """A visitor has made as much as one may."""

    code = "access.visitor-full"


def is_public() -> bool:
    return bool(current_app.config["PUBLIC"])


def refuse_if_full(photo: int = 0) -> None:
    """Before a table is made, or a photo of so many bytes kept. Raises VisitorFull."""
    store, device = access_store(), this_device()
    if not is_public() or store is None or device is None:
        return
    kept: Backend = current_app.extensions["companion"]
    hosted = [one.place.table_id for one in store.places_of(device) if one.place.role is Role.HOST]
    photos = [one.size for table_id in hosted for one in kept.albums.of(table_id)]
    size = visitors.bytes_in_logs(kept.service.store, hosted) + sum(photos) + photo
    too_many = len(photos) >= LIMITS.photos if photo else len(hosted) >= LIMITS.tables
    if too_many or size > LIMITS.megabytes * MEGABYTE:
        raise VisitorFull(tables=LIMITS.tables, photos=LIMITS.photos, megabytes=LIMITS.megabytes)


@contextmanager
def tidied(service: Tables) -> Iterator[None]:
    """Once a day."""
    stopped = threading.Event()

    def tidy() -> None:
        while True:
            try:
                number = delete_untouched(service, datetime.now(UTC))
                logging.getLogger(__name__).info("tidied", extra={"facts": {"deleted": number}})
            except TableError as error:  # tomorrow is another day
                logging.getLogger(__name__).warning("not tidied", extra={"facts": {"code": error.code}})
            if stopped.wait(LOOK_SECONDS):
                return

    threading.Thread(target=tidy, name="tidy", daemon=True).start()
    try:
        yield
    finally:
        stopped.set()


def delete_untouched(service: Tables, now: datetime) -> int:
    number = 0
    for table_id in visitors.untouched(service.store, f"{now - KEPT:%Y-%m-%dT%H:%M:%SZ}"):
        with suppress(UnknownTable):  # another process was faster
            service.delete(table_id)
            number += 1
    return number
