"""Whether the log beside a database has lost entries: SQLite plays it up to the first page that is not sound, and says
nothing of what comes after.

The format: https://www.sqlite.org/fileformat2.html#the_write_ahead_log
"""

import struct
from pathlib import Path

_HEAD, _FRAME = 32, 24
_LITTLE, _BIG = 0x377F0682, 0x377F0683


def has_lost_commits(log: Path) -> bool:
    """A last commit that is not whole was never acknowledged: the power failed. Two or more behind a page that is not
    sound were, since each waits for the disk before the next begins."""
    try:
        content = log.read_bytes()
    except OSError:
        return False
    if len(content) < _HEAD:
        return False
    magic, _, size, _, *_ = struct.unpack(">8I", content[:_HEAD])
    salts = content[16:24]
    if magic not in (_LITTLE, _BIG) or not 512 <= size <= 65536:
        return any(content)
    order = "<" if magic == _LITTLE else ">"
    sums = _summed(content[:24], (0, 0), order)
    sound = content[24:32] == struct.pack(">2I", *sums)
    commits = 0
    for start in range(_HEAD, len(content) - _FRAME - size + 1, _FRAME + size):
        frame = content[start : start + _FRAME + size]
        if frame[8:16] != salts:  # left over from before the log was begun anew
            break
        if sound:
            sums = _summed(frame[:8] + frame[_FRAME:], sums, order)
            sound = frame[16:24] == struct.pack(">2I", *sums)
        if not sound:
            commits += frame[4:8] != bytes(4)
    return commits > 1


def _summed(data: bytes, sums: tuple[int, int], order: str) -> tuple[int, int]:
    one, two = sums
    words = struct.unpack(f"{order}{len(data) // 4}I", data)
    for first, second in zip(words[::2], words[1::2], strict=True):
        one = (one + first + two) & 0xFFFFFFFF
        two = (two + second + one) & 0xFFFFFFFF
    return one, two
