"""Fetch the files of others that Companion ships, at pinned versions, and note their hashes.

    python -m tests.vendor          # needs npm, and the "assets" extra for the fonts

Scripts go to static/vendor, fonts to static/fonts; fonts are cut down to the letters our languages use. Each folder
gets the licences and a SHA256SUMS, which the tests compare with what lies there.
"""

import hashlib
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

STATIC = Path(__file__).resolve().parent.parent / "static"

SCRIPTS = {
    ("htmx.org", "2.0.11"): {"dist/htmx.min.js": "htmx.min.js", "LICENSE": "htmx.LICENSE"},
    ("htmx-ext-sse", "2.2.4"): {"dist/sse.min.js": "sse.min.js", "LICENSE": "sse.LICENSE"},
}

# The letters of English, German, French and Portuguese, typographic marks, and the few arrows and signs we print.
LETTERS = (
    "U+0020-007E,U+00A0-00FF,U+0152,U+0153,U+0178,U+2010-2015,U+2018-201E,U+2022,U+2026,U+202F,U+2039,U+203A,"
    "U+20AC,U+2190-2193,U+2212,U+2260,U+2264,U+2265"
)
DIGITS = "U+0020,U+0028,U+0029,U+002B-003A,U+003D,U+00D7,U+2013,U+2212"
FONTS = {
    ("@fontsource/averia-serif-libre", "5.3.0"): ("averia-serif-libre-latin-700-normal", "companion-serif", LETTERS),
    ("@fontsource-variable/cabin", "5.3.0"): ("cabin-latin-wght-normal", "companion-sans", LETTERS),
    ("@fontsource/yusei-magic", "5.3.0"): ("yusei-magic-latin-400-normal", "companion-digits", DIGITS),
}
OUR_NAME = {
    "companion-serif": "Companion Serif",
    "companion-sans": "Companion Sans",
    "companion-digits": "Companion Digits",
}


def fetch(package: str, version: str, into: Path) -> Path:
    """The unpacked package."""
    npm = shutil.which("npm")
    if npm is None:
        sys.exit("npm is needed to fetch the files")
    packed = subprocess.run(
        [npm, "pack", "--silent", f"{package}@{version}"], cwd=into, check=True, capture_output=True, text=True
    )
    folder = into / package.replace("/", "-")
    with tarfile.open(into / packed.stdout.strip().splitlines()[-1]) as archive:
        archive.extractall(folder, filter="data")
    return folder / "package"


def subset(source: Path, target: Path, letters: str) -> None:
    from fontTools import subset as cutter
    from fontTools.ttLib import TTFont

    cutter.main(
        [
            str(source),
            f"--unicodes={letters}",
            "--flavor=woff2",
            f"--output-file={target}",
            "--layout-features=kern,liga,lnum,tnum,mark,mkmk,ccmp,locl",
            # Hinting only helps screens that no longer exist, and doubles the size.
            "--no-hinting",
            "--desubroutinize",
        ]
    )
    # A reserved font name must not be kept by a changed font (OFL, condition 3).
    with TTFont(target) as font:
        for name in (1, 3, 4, 6, 16):
            font["name"].setName(target.stem if name == 6 else OUR_NAME[target.stem], name, 3, 1, 0x409)
        font.save(target)


def write_sums(folder: Path) -> None:
    files = sorted(path for path in folder.iterdir() if path.name != "SHA256SUMS")
    sums = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in files]
    (folder / "SHA256SUMS").write_text("".join(sums), encoding="ascii")


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        for (package, version), files in SCRIPTS.items():
            unpacked = fetch(package, version, work)
            for source, name in files.items():
                shutil.copyfile(unpacked / source, STATIC / "vendor" / name)
        for (package, version), (source, name, letters) in FONTS.items():
            unpacked = fetch(package, version, work)
            subset(unpacked / "files" / f"{source}.woff2", STATIC / "fonts" / f"{name}.woff2", letters)
            shutil.copyfile(unpacked / "LICENSE", STATIC / "fonts" / f"{name}.OFL.txt")
    write_sums(STATIC / "vendor")
    write_sums(STATIC / "fonts")


if __name__ == "__main__":
    main()
