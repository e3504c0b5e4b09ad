"""The runtime and the wheels of a pack, by the ordinary clients (npm, pip), pinned with their sums and kept for the
next time."""

import base64
import hashlib
import io
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Mapping, Sequence
from pathlib import Path

import platformdirs

RUNTIME = "pyodide@314.0.7"
QR_WRITER = "qrcode-generator@2.0.4"
QR_READER = "jsqr@1.4.0"
NPM: Mapping[str, str] = {
    RUNTIME: "0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A==",
    QR_WRITER: "mZSiP6RnbHl4xL2Ap5HfkjLnmxfKcPWpWe/c+5XxCuetEenqmNFf1FH/ftXPCtFG5/TDobjsjz6sSNL0Sr8Z9g==",
    QR_READER: "dxLob7q65Xg2DvstYkRpkYtmKm2sPJ9oFhrhmudT1dZvNFFTlroai3AWSpLey/w5vMcLBXRgOJsbXpdN9HzU/A==",
}
"""Packages of npm, each with its SHA-512."""
WHEELS = Path(__file__).with_name("wheels.txt")
# MarkupSafe comes for machines only; its compiled part is left out, and the rest is the same everywhere.
_ANY_MACHINE = "--python-version 3.14 --implementation cp --abi cp314 --abi none --platform manylinux2014_x86_64"


class CannotPack(Exception):
    """``code`` with its ``params``, for the catalogue."""

    def __init__(self, code: str, **params: object) -> None:
        super().__init__(code)
        self.code = code
        self.params = params


def kept_folder() -> Path:
    return platformdirs.user_cache_path("dewan-companion", appauthor=False) / "pack"


def package(kept: Path, package: str, *names: str) -> Mapping[str, bytes]:
    """Files of a package of npm, by name. Raises CannotPack."""
    file = kept / f"{package.replace('@', '-')}.tgz"
    if not _is_sound(file, NPM[package]):
        kept.mkdir(parents=True, exist_ok=True)
        _run("npm", "pack", package, "--silent", "--pack-destination", str(kept))
        if not _is_sound(file, NPM[package]):
            raise CannotPack("pack.other-sum", file=file)
    with tarfile.open(fileobj=io.BytesIO(file.read_bytes())) as archive:
        return {name: _member(archive, f"package/{name}") for name in names}


def wheels(kept: Path) -> Sequence[Path]:
    """All of ``wheels.txt``. pip holds each against its sum, also those that were kept. Raises CannotPack."""
    folder = kept / f"wheels-{hashlib.sha256(WHEELS.read_bytes()).hexdigest()[:12]}"
    if not folder.is_dir():
        partial = folder.with_name(f"{folder.name}.partial")
        shutil.rmtree(partial, ignore_errors=True)
        options = ("download", "--quiet", "--no-deps", "--only-binary=:all:", "--require-hashes")
        _run(
            *(sys.executable, "-m", "pip", *options, *_ANY_MACHINE.split()),
            *("--requirement", str(WHEELS), "--dest", str(partial)),
        )
        partial.replace(folder)
    found = sorted(folder.glob("*.whl"))
    wanted = sorted(line.rpartition(":")[2] for line in WHEELS.read_text(encoding="ascii").split("\n") if line)
    if wanted != sorted(hashlib.sha256(path.read_bytes()).hexdigest() for path in found):
        raise CannotPack("pack.other-sum", file=folder)
    return found


def node(*arguments: str) -> str:
    return _run("node", *arguments)


def _run(*command: str) -> str:
    program = shutil.which(command[0])
    if program is None:
        raise CannotPack("pack.no-program", program=command[0])
    run = subprocess.run([program, *command[1:]], capture_output=True, text=True, check=False)
    if run.returncode:
        raise CannotPack("pack.failed", command=" ".join(command[:4]), why=(run.stderr or run.stdout)[-1500:])
    return run.stdout


def _is_sound(file: Path, sha512: str) -> bool:
    return file.is_file() and base64.b64encode(hashlib.sha512(file.read_bytes()).digest()).decode() == sha512


def _member(archive: tarfile.TarFile, name: str) -> bytes:
    file = archive.extractfile(name)
    assert file is not None
    return file.read()
