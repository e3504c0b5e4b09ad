"""The key that signs cookies: made on the first start, readable by its owner alone."""

import os
import secrets
from pathlib import Path

FILE_NAME = "secret-key"
_BYTES = 32


def secret_key(data_dir: Path | None) -> bytes:
    """The key kept in ``data_dir``. A file too short to be a key is replaced; its sessions end, nothing else."""
    if data_dir is None:
        return secrets.token_bytes(_BYTES)
    path = data_dir / FILE_NAME
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
    beside = path.with_name(f".{FILE_NAME}-{os.getpid()}")
    beside.unlink(missing_ok=True)
    descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(key)
    os.replace(beside, path)
    return key
