"""Keys made on the first start, readable by their owner alone: one signs cookies, one opens the house."""

import base64
import os
import secrets
import tempfile
from contextlib import suppress
from pathlib import Path

FILE_NAME = "secret-key"
HOUSE_FILE_NAME = "house-key"
PASSPHRASE_FILE_NAME = "passphrase"
_BYTES = 32


def secret_key(data_dir: Path | None) -> bytes:
    """The key kept in ``data_dir``. A file too short to be a key is replaced; its sessions end, nothing else."""
    return _kept(data_dir, FILE_NAME)


def house_key(data_dir: Path | None) -> str:
    """Whoever brings it is at home here, as if sitting at this machine. Raises PermissionError for one we may not read:
    it was made under another account."""
    return base64.urlsafe_b64encode(_kept(data_dir, HOUSE_FILE_NAME)[:_BYTES]).rstrip(b"=").decode()


def new_house_key(data_dir: Path) -> str:
    """From now on the only one: whoever came with the last one is a guest again."""
    _make(data_dir / HOUSE_FILE_NAME, over=True)
    return house_key(data_dir)


def new_secret_key(data_dir: Path) -> None:
    """No cookie and no code that was ever given out holds any longer."""
    _make(data_dir / FILE_NAME, over=True)


def passphrase_hash(data_dir: Path | None) -> str | None:
    """What the owner's passphrase is checked against; None where none was set."""
    kept = None if data_dir is None else _read(data_dir / PASSPHRASE_FILE_NAME)
    return kept.decode("ascii", "replace") if kept is not None else None


def _kept(data_dir: Path | None, name: str) -> bytes:
    if data_dir is None:
        return secrets.token_bytes(_BYTES)
    path = data_dir / name
    kept = _read(path)
    return _make(path, over=kept is not None) if kept is None or len(kept) < _BYTES else kept


def _read(path: Path) -> bytes | None:
    """None where there is none."""
    try:
        kept = path.read_bytes()
    except FileNotFoundError:
        return None
    with suppress(PermissionError):  # it is somebody else's, who lets us read it
        path.chmod(0o600)
    return kept


def _make(path: Path, *, over: bool) -> bytes:
    """Another key. If not to go over one that is there, and another thread or process was first, theirs is taken."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    # Written beside and moved into place, so that no reader ever meets half a key or one that others may read.
    descriptor, name = tempfile.mkstemp(prefix=f".{path.name}-", dir=path.parent)
    beside = Path(name)
    try:
        key = secrets.token_bytes(_BYTES)
        with os.fdopen(descriptor, "wb") as file:
            file.write(key)
            file.flush()
            os.fsync(file.fileno())
        if over or not hasattr(os, "link"):
            beside.replace(path)
        else:
            with suppress(FileExistsError):
                os.link(beside, path)
                return key
            key = path.read_bytes()
    finally:
        beside.unlink(missing_ok=True)
    return key
