"""Fetch the files of others that Companion ships, at pinned versions, and note their hashes.

    python -m tests.vendor          # needs npm, and the "assets" extra for the fonts

Scripts go to static/vendor, fonts to static/fonts, what only tests use to tests/axe; fonts are cut down to the letters
our languages use. Pictures and PDF files are set in the same fonts as TrueType, in companion/share/ttf. Each folder
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
AXE = Path(__file__).resolve().parent / "axe"
PRINTED = Path(__file__).resolve().parent.parent / "companion" / "share" / "ttf"

SCRIPTS = {
    ("htmx.org", "2.0.11"): {"dist/htmx.min.js": "htmx.min.js", "LICENSE": "htmx.LICENSE"},
}

TOOLS = {
    ("axe-core", "4.14.0"): {
        "axe.min.js": "axe.min.js",
        "LICENSE": "axe.LICENSE",
        "LICENSE-3RD-PARTY.txt": "axe-3rd-party.LICENSE",
    },
}
"""What the tests use and nobody else gets."""

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


PRINTED_FONTS = {
    ("@fontsource-variable/cabin", "5.3.0"): {
        "companion-sans-400.ttf": (("cabin-latin-wght-normal", "cabin-latin-ext-wght-normal"), 400),
        "companion-sans-700.ttf": (("cabin-latin-wght-normal", "cabin-latin-ext-wght-normal"), 700),
    },
    ("@fontsource/averia-serif-libre", "5.3.0"): {
        "companion-serif-700.ttf": (("averia-serif-libre-latin-700-normal",), None),
    },
    ("@fontsource/yusei-magic", "5.3.0"): {"companion-digits-400.ttf": (("yusei-magic-latin-400-normal",), None)},
}
"""For pictures and PDF files: the sources that are put together, and the weight taken of a variable font."""


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


def printed(sources: list[Path], weight: int | None, target: Path) -> None:
    """A TrueType font of one weight, of all letters its sources have: names have more than our languages do."""
    from fontTools import merge
    from fontTools.ttLib import TTFont
    from fontTools.varLib import instancer

    with tempfile.TemporaryDirectory() as folder:
        parts = []
        for source in sources:
            font = TTFont(source)
            font.flavor = None
            if weight is not None:
                font = instancer.instantiateVariableFont(font, {"wght": weight})
            for table in ("GSUB", "GPOS", "GDEF", "STAT", "MVAR"):
                if table in font:
                    del font[table]
            parts.append(str(Path(folder) / f"{len(parts)}.ttf"))
            font.save(parts[-1])
        made = merge.Merger().merge(parts) if len(parts) > 1 else TTFont(parts[0])
    ours = OUR_NAME[target.stem.rpartition("-")[0]]
    for name in (1, 3, 4, 6, 16):
        made["name"].setName(target.stem if name == 6 else ours, name, 3, 1, 0x409)
    made["name"].names = [one for one in made["name"].names if one.nameID in (0, 1, 2, 3, 4, 5, 6, 13, 14, 16)]
    made.save(target)


def write_sums(folder: Path) -> None:
    files = sorted(path for path in folder.iterdir() if path.name != "SHA256SUMS")
    sums = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in files]
    (folder / "SHA256SUMS").write_text("".join(sums), encoding="ascii")


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        for target, packages in ((STATIC / "vendor", SCRIPTS), (AXE, TOOLS)):
            for (package, version), files in packages.items():
                unpacked = fetch(package, version, work)
                for source, name in files.items():
                    shutil.copyfile(unpacked / source, target / name)
        for (package, version), (source, name, letters) in FONTS.items():
            unpacked = fetch(package, version, work)
            subset(unpacked / "files" / f"{source}.woff2", STATIC / "fonts" / f"{name}.woff2", letters)
            shutil.copyfile(unpacked / "LICENSE", STATIC / "fonts" / f"{name}.OFL.txt")
        for (package, version), fonts in PRINTED_FONTS.items():
            unpacked = fetch(package, version, work)
            for name, (sources, weight) in fonts.items():
                files = [unpacked / "files" / f"{source}.woff2" for source in sources]
                printed(files, weight, PRINTED / name)
                licence = name.rpartition("-")[0]
                shutil.copyfile(unpacked / "LICENSE", PRINTED / f"{licence}.OFL.txt")
    write_sums(PRINTED)
    write_sums(STATIC / "vendor")
    write_sums(STATIC / "fonts")
    write_sums(AXE)


if __name__ == "__main__":
    main()
