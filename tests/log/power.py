"""Power cuts: the system calls of a program are recorded, and what a disk may hold after any of them is made again.

The disk of the model forgets as real ones do: what was written since the last fsync of a file is there in any part, cut
at any sector; files that were made, renamed or removed are so up to any moment after the last fsync, in their order, as
journaling file systems have it. What a program has said aloud was acknowledged.
"""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

SECTOR = 512
CALLS = (
    "openat,close,write,pwrite64,lseek,fsync,fdatasync,ftruncate,sendfile,rename,renameat,renameat2,link,linkat,"
    "unlink,unlinkat,mkdir,mkdirat,rmdir"
)
_LINE = re.compile(r"(\w+)\((.*)\)\s+= (-?\d+)")
_TEXT = re.compile(r'"((?:\\x[0-9a-f]{2})*)"')


def can_record() -> bool:
    strace = shutil.which("strace")
    if not strace:
        return False
    return subprocess.run([strace, "-o", os.devnull, "true"], capture_output=True, check=False).returncode == 0


@dataclass
class Inode:
    """``at_rest``: what a cut leaves in any case; ``later``: what came since, an offset with bytes or a length."""

    now: bytearray = field(default_factory=bytearray)
    at_rest: bytes = b""
    later: list[tuple[int, bytes | None]] = field(default_factory=list)

    def write(self, offset: int, data: bytes) -> None:
        _put(self.now, offset, data)
        self.later.append((offset, data))

    def cut(self, size: int) -> None:
        _resize(self.now, size)
        self.later.append((size, None))

    def sync(self) -> None:
        self.at_rest, self.later = bytes(self.now), []

    def after_cut(self, chance: Random) -> bytes:
        """What was at rest, and any part of what came later."""
        left = bytearray(self.at_rest)
        likely = chance.choice((0.0, 0.5, 1.0))
        for offset, data in self.later:
            if data is None:
                if chance.random() < likely:
                    _resize(left, offset)
                continue
            for start in range(0, len(data), SECTOR):
                if chance.random() < likely:
                    _put(left, offset + start, data[start : start + SECTOR])
        if self.later and chance.random() < 0.5:  # the last of it torn in the middle
            offset, data = self.later[-1]
            if data:
                _put(left, offset, data[: chance.randrange(len(data))])
        return bytes(left)


def _put(content: bytearray, offset: int, data: bytes) -> None:
    if len(content) < offset:
        content.extend(bytes(offset - len(content)))
    content[offset : offset + len(data)] = data


def _resize(content: bytearray, size: int) -> None:
    del content[size:]
    content.extend(bytes(size - len(content)))


Names = dict[str, Inode | None]
"""Files and, with None, folders by their path."""
Change = Callable[[Names], None]


class Disk:
    """Follows a recording, call by call. Only what lies below ``root`` is kept."""

    def __init__(self, root: Path) -> None:
        self.root = str(root)
        self.names: Names = {}
        self.names_at_rest: Names = {}
        self.changes: list[Change] = []
        self.open: dict[int, tuple[Inode | None, int]] = {}
        self.said = b""
        for path in sorted(root.rglob("*")):
            node = None if path.is_dir() else Inode(bytearray(path.read_bytes()), path.read_bytes())
            self.names[str(path)] = self.names_at_rest[str(path)] = node

    def follow(self, call: str, told: str, result: int) -> bool:
        """Whether this call changed what a cut may leave."""
        if result < 0:
            return False
        texts = [bytes.fromhex(text.replace("\\x", "")) for text in _TEXT.findall(told)]
        numbers = [int(one) for one in re.findall(r"(?<![\w\\])-?\d+(?![\w\\])", _TEXT.sub("", told))]
        act = getattr(self, f"_{call}", None)
        return bool(act(told, texts, numbers, result)) if act else False

    def _ours(self, path: bytes) -> str | None:
        text = os.fsdecode(path)
        return text if text.startswith(self.root + "/") else None

    def _change(self, change: Change) -> bool:
        change(self.names)
        self.changes.append(change)
        return True

    def _openat(self, told: str, texts: list[bytes], numbers: list[int], result: int) -> bool:
        path = self._ours(texts[0])
        self.open.pop(result, None)
        if path is None and os.fsdecode(texts[0]) != self.root:
            return False
        if path is None or (path not in self.names and "O_CREAT" not in told):
            self.open[result] = (None, 0)
            return False
        changed = False
        if path not in self.names:
            node = Inode()
            changed = self._change(lambda names: names.__setitem__(path, node))
        found = self.names[path]
        if found is not None and "O_TRUNC" in told and found.now:
            found.cut(0)
            changed = True
        self.open[result] = (found, 0)
        return changed

    def _close(self, told: str, texts: list[bytes], numbers: list[int], result: int) -> bool:
        self.open.pop(numbers[0], None)
        return False

    def _write(self, told: str, texts: list[bytes], numbers: list[int], result: int) -> bool:
        if numbers[0] == 1:
            self.said += texts[0]
            return True
        node, place = self.open.get(numbers[0], (None, 0))
        if node is None:
            return False
        node.write(place, texts[0][:result])
        self.open[numbers[0]] = (node, place + result)
        return True

    def _pwrite64(self, told: str, texts: list[bytes], numbers: list[int], result: int) -> bool:
        node, _ = self.open.get(numbers[0], (None, 0))
        if node is None:
            return False
        node.write(numbers[-1], texts[0][:result])
        return True

    def _sendfile(self, told: str, texts: list[bytes], numbers: list[int], result: int) -> bool:
        node, place = self.open.get(numbers[0], (None, 0))
        source, _ = self.open.get(numbers[1], (None, 0))
        if node is None or source is None or not result:
            return False
        began = numbers[2]
        node.write(place, bytes(source.now[began : began + result]))
        self.open[numbers[0]] = (node, place + result)
        return True

    def _lseek(self, told: str, texts: list[bytes], numbers: list[int], result: int) -> bool:
        if numbers[0] in self.open:
            self.open[numbers[0]] = (self.open[numbers[0]][0], result)
        return False

    def _ftruncate(self, told: str, texts: list[bytes], numbers: list[int], result: int) -> bool:
        node, _ = self.open.get(numbers[0], (None, 0))
        if node is not None:
            node.cut(numbers[1])
        return node is not None

    def _fsync(self, told: str, texts: list[bytes], numbers: list[int], result: int) -> bool:
        if numbers[0] not in self.open:
            return False
        node, _ = self.open[numbers[0]]
        if node is not None:
            node.sync()
        self.names_at_rest, self.changes = dict(self.names), []
        return True

    _fdatasync = _fsync

    def _rename(self, told: str, texts: list[bytes], numbers: list[int], result: int) -> bool:
        old, new = map(self._ours, texts[:2])
        if old is None or new is None:
            return False

        def move(names: Names) -> None:
            for path in [one for one in names if one == old or one.startswith(f"{old}/")]:
                names[new + path[len(old) :]] = names.pop(path)

        return self._change(move)

    _renameat = _renameat2 = _rename

    def _link(self, told: str, texts: list[bytes], numbers: list[int], result: int) -> bool:
        old, new = map(self._ours, texts[:2])
        return old is not None and new is not None and self._change(lambda names: names.__setitem__(new, names[old]))

    _linkat = _link

    def _unlink(self, told: str, texts: list[bytes], numbers: list[int], result: int) -> bool:
        path = self._ours(texts[0])
        return path is not None and self._change(lambda names: names.pop(path, None) and None)

    _unlinkat = _rmdir = _unlink

    def _mkdir(self, told: str, texts: list[bytes], numbers: list[int], result: int) -> bool:
        path = self._ours(texts[0])
        return path is not None and self._change(lambda names: names.__setitem__(path, None))

    _mkdirat = _mkdir

    def after_cut(self, target: Path, chance: Random) -> None:
        """What the disk may hold now, written out below ``target``."""
        names = dict(self.names_at_rest)
        for change in self.changes[: chance.choice((0, len(self.changes), chance.randint(0, len(self.changes))))]:
            change(names)
        target.mkdir(parents=True)
        for path, node in sorted(names.items()):
            there = target / Path(path).relative_to(self.root)
            if node is None:
                there.mkdir(parents=True, exist_ok=True)
            else:
                there.parent.mkdir(parents=True, exist_ok=True)
                there.write_bytes(node.after_cut(chance))


def recorded(program: str, root: Path, trace: Path) -> tuple[Disk, list[tuple[str, str, int]]]:
    """Run a program of Python's with ``root`` as its argument; the disk as it was before, and its calls."""
    disk = Disk(root)
    command = [
        "strace",
        "-xx",
        "-s",
        "3000000",
        "-e",
        f"trace={CALLS}",
        "-o",
        str(trace),
        sys.executable,
        "-c",
        program,
    ]
    subprocess.run([*command, str(root)], check=True, stdout=subprocess.DEVNULL)
    calls = []
    for line in trace.read_text("ascii").splitlines():
        if found := _LINE.match(line):
            calls.append((found[1], found[2], int(found[3])))
    return disk, calls


def cuts(disk: Disk, calls: list[tuple[str, str, int]], target: Path, number: int) -> Iterator[tuple[Path, list[str]]]:
    """Folders as cuts may leave them, spread over the whole recording, each with what was said before it."""
    chance = Random(1)
    began = next(at for at, (_, told, _) in enumerate(calls) if disk.root.encode().hex() in told.replace("\\x", ""))
    moments = set(chance.sample(range(began, len(calls)), min(number, len(calls) - began))) | {len(calls) - 1}
    for at, call in enumerate(calls):
        disk.follow(*call)
        if at in moments:
            folder = target / str(at)
            disk.after_cut(folder, chance)
            yield folder, disk.said.decode().split()
            shutil.rmtree(folder)
