"""Keys made on the first start, readable by their owner alone: one signs cookies, one opens the house."""

import base64
import os
import secrets
from pathlib import Path

FILE_NAME = "secret-key"
HOUSE_FILE_NAME = "house-key"
_BYTES = 32


def secret_key(data_dir: Path | None) -> bytes:
    """The key kept in ``data_dir``. A file too short to be a key is replaced; its sessions end, nothing else."""
    return _kept(data_dir, FILE_NAME)


def house_key(data_dir: Path | None) -> str:
    """Whoever brings it is at home here, as if sitting at this machine."""
    return base64.urlsafe_b64encode(_kept(data_dir, HOUSE_FILE_NAME)[:_BYTES]).rstrip(b"=").decode()


def new_house_key(data_dir: Path) -> str:
    """From now on the only one: whoever came with the last one is a guest again."""
    _make(data_dir / HOUSE_FILE_NAME)
    return house_key(data_dir)


def _kept(data_dir: Path | None, name: str) -> bytes:
    if data_dir is None:
        return secrets.token_bytes(_BYTES)
    path = data_dir / name
    try:
        kept = path.read_bytes()
        if len(kept) >= _BYTES:
            path.chmod(0o600)
            return kept
    except FileNotFoundError:
        pass
    return _make(path)


def _make(path: Path) -> bytes:
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    key = secrets.token_bytes(_BYTES)
    # Written beside and moved into place, so that no reader ever meets half a key or one that others may read.
    beside = path.with_name(f".{path.name}-{os.getpid()}")
    beside.unlink(missing_ok=True)
    descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(key)
    os.replace(beside, path)
    return key
