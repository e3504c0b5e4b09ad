"""``companion pack FOLDER``: the whole Companion as static files, which any web host can serve.

What it holds, and how a browser starts it: docs/alone.md.
"""

import gzip
import hashlib
import io
import json
import re
import shutil
import tempfile
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path

from companion.alone import fetch
from companion.alone.fetch import CannotPack
from companion.cli.terminal import complain, put
from companion.i18n.arguments import Parser
from companion.i18n.catalog import LANGUAGES, patterns, speaker
from companion.i18n.environment import terminal_speaker
from companion.paths import asset_dir

_PACKAGE = Path(__file__).parents[1]
_PAGE = Path(__file__).with_name("page")
_COMPILERS = (Path(__file__).with_name("precompile.mjs"), Path(__file__).with_name("precompile.py"))
_RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
_OURS = (".py", ".po", ".json", ".txt", ".ttf")
_NOT_OURS = (
    "bootstrap.py",
    "alone/fetch.py",
    "alone/pack.py",
    "alone/precompile.py",
    "alone/wheels.txt",
    "web/access/key.py",
    "web/connections.py",
    "web/serve.py",
    "cli/",
    "dewan/cli/",
    "river/cli/",
    "dewan/vision/",
    "river/vision/",
    "vision/",
    "i18n/update.py",
    "log/postgresql.py",
    "share/pdf.py",
    "share/picture.py",
    "share/ttf/",
    "alone/page/",
)
"""What a browser cannot use, or brings along in another way."""
_STILL_OURS = (
    "dewan/vision/__init__.py",
    "dewan/vision/settings.py",
    "vision/__init__.py",
    "vision/settings.py",
)
"""Numbers of the photo reader that the pages speak of."""
_PHOTOS = ("dewan/vision/", "river/vision/", "vision/", "share/pdf.py", "share/picture.py", "share/ttf/", "reportlab/")
"""Comes along with the photo reader: pictures and PDF files need Pillow as well."""
PHOTO_PACKAGES = ("numpy", "opencv-python", "pillow")
"""What the photo reader needs of the runtime's own distribution, by its names there."""
_NOT_THEIRS = re.compile(
    r"\.(so|pyd|pyi|pyx|pxd|c|h|typed|txt|md|afm|pfb|pfa|mako)$|\.(dist-info|data)/|/tests?/|/testing/|/__main__\.py$"
    r"|^babel/(locale-data/(?!(root|en|de|fr|pt|pt_BR)\.dat)|messages/(?!__init__|catalog|plurals|pofile|_compat))"
    r"|^reportlab/(fonts|graphics|platypus)/|^werkzeug/(debug/(?!__init__)|_reloader|middleware/(?!proxy_fix|__init__))"
    r"|^wtforms/locale/|^sqlalchemy/(orm/|future/|connectors/)|^sqlalchemy/dialects/\w+/provision|^babel/units"
    r"|^sqlalchemy/(ext/(?!__init__|compiler)|dialects/(oracle|mssql|mysql|postgresql)/)|^(jsonpatch|jsonpointer)_cli"
    r"|^snowballstemmer/(?!__init__|basestemmer|among|(english|german|french|portuguese)_stemmer)"
    r"|^click/(_termui_impl|testing|shell_completion|_winconsole)|^platformdirs/(windows|macos|android|ios|testing)"
    r"|^jinja2/(ext|sandbox|nativetypes|meta)\.|^mako/(cmd|lookup|ext/(?!__init__))|^alembic/templates/"
    r"|^qrcode/(console_scripts|image/(svg|styledpil|styles/(colormasks|moduledrawers/(pil|svg))))"
    r"|^flask/testing|^werkzeug/testapp|^babel/localtime/_win32|^platformdirs/pytest"
)
"""Other machines, other databases, other languages, and parts of theirs nothing here imports."""
_EMPTIED = re.compile(
    r"^(snowballstemmer/__init__|alembic/ddl/(mssql|mysql|oracle|postgresql)"
    r"|sqlalchemy/dialects/sqlite/(aiosqlite|pysqlcipher))\.py$"
)
"""Other languages and databases, which their packages import all at once; ours are imported by their own names."""
_NOT_STANDARD = re.compile(
    r"^(__hello__|__phello__|_aix_support|_android_support|_apple_support|_ios_support|_osx_support|_pydatetime|_pydecimal"
    r"|_ast_unparse|_pyio|_pylong|_pyrepl|antigravity|asyncio/(windows\w*|proactor_events|tools|__main__)|bdb|cProfile|cgi"
    r"|cmd|code|compileall|concurrent/(futures/process|interpreters)|ctypes/(_aix|macholib|wintypes)|curses|dbm|distutils"
    r"|doctest|email/mime|ensurepip|filecmp|fileinput|ftplib|html/parser|http/cookiejar|idlelib|imaplib|lib2to3"
    r"|logging/config|mailbox|mailcap|modulefinder|multiprocessing|netrc|nntplib|optparse|pdb|pickletools|plistlib|poplib|profile"
    r"|pstats|pty|py_compile|pyclbr|pydoc|pydoc_data|pyodide/(console|_nodesock\w*)|rlcompleter|sched|shelve|smtplib"
    r"|sqlite3/(__main__|dump)|symtable|sysconfig/__main__|tabnanny|tarfile|telnetlib|this|tkinter|trace|tracemalloc"
    r"|turtle|turtledemo|unittest|urllib/robotparser|venv|wave|webbrowser|wsgiref|xdrlib|xml|xmlrpc|zipapp"
    r"|encodings/(cp(?!437|1252)|mac_|iso|euc_|big5|gb|hz|johab|koi8|ptcp|shift_jis|tis|hp_|kz|palmos|quopri|rot|uu|hex|bz2"
    r"|zlib)\w*)"
    r"(\.py$|/|$)"
)
"""What nothing here imports: a browser has no terminal, no mail and no old code pages."""
_TYPES = {
    ".mjs": "text/javascript",
    ".js": "text/javascript",
    ".wasm": "application/wasm",
    ".zip": "application/zip",
    ".html": "text/html; charset=utf-8",
    ".css": "text/css",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
    ".webmanifest": "application/manifest+json",
    ".tree": "application/octet-stream",
}
_EXPORT = b"\nexport default module.exports.default ?? module.exports;\n"
_ICONS = ("icon.svg", *(f"icon-{size}{kind}.png" for size in (192, 512) for kind in ("", "-maskable")))


def main(argv: list[str]) -> int:
    say = terminal_speaker()
    parser = Parser("companion pack", say("cli.help.pack"))
    parser.add_argument("folder", type=Path, metavar="FOLDER", help=say("cli.help.pack-folder"))
    parser.add_argument("--photos", metavar="ADDRESS", help=say("cli.help.pack-photos"))
    arguments = parser.parse_args(argv)
    folder: Path = arguments.folder
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())) and not (folder / "sw.js").is_file():
        complain("pack.not-empty", folder=folder)
        return 1
    try:
        files, first_visit = pack(folder, photos=arguments.photos)
    except CannotPack as error:
        complain(error.code, **error.params)
        return 1
    put(say("pack.done", {"folder": folder, "files": files, "megabytes": f"{first_visit / 1e6:.1f}"}))
    return 0


def pack(folder: Path, kept: Path | None = None, photos: str | None = None) -> tuple[int, int]:
    """Write the pack; how many files it has, and the bytes of a first visit. Raises CannotPack.

    ``photos``: where the packages of the photo reader are, if it comes along; a browser loads them when it needs them.
    """
    kept = kept or fetch.kept_folder()
    contents = _contents(kept, photos)
    packed = {name: gzip.compress(content, 9, mtime=0) for name, content in sorted(contents.items())}
    files = [_listed(name, content) for name, content in packed.items()]
    version = hashlib.sha256(json.dumps(files).encode()).hexdigest()[:12]
    written = {str(one["url"]): packed[str(one["path"])] for one in files}
    worker = (_PAGE / "sw.js").read_text(encoding="utf-8")
    apart = json.loads(contents["photos.json"])["files"]
    head = f"const VERSION = {json.dumps(version)};\nconst FILES = {json.dumps(files)};\n"
    head += f"const APART = {json.dumps(apart)};\n"
    written["sw.js"] = (head + worker).encode()
    for name, content in contents.items():
        if "/" not in name and not name.endswith(".tree"):  # for the first visit, when nothing is kept yet
            written[name] = content
    written["licenses.txt"] = _licenses(kept)
    partial = folder.with_name(f"{folder.name}.partial")
    shutil.rmtree(partial, ignore_errors=True)
    for name, data in sorted(written.items()):
        (partial / name).parent.mkdir(parents=True, exist_ok=True)
        (partial / name).write_bytes(data)
    shutil.rmtree(folder, ignore_errors=True)
    partial.replace(folder)
    return len(written), sum(map(len, packed.values()))


def _listed(name: str, packed: bytes) -> dict[str, object]:
    """Compressed by us: not every host does it. The address says the content, so that it can be kept for ever."""
    sha256 = hashlib.sha256(packed).hexdigest()
    return {
        "path": name,
        "url": f"files/{sha256[:16]}.bin",
        "bytes": len(packed),
        "sha256": sha256,
        "type": _TYPES[Path(name).suffix],
    }


def _contents(kept: Path, photos: str | None) -> dict[str, bytes]:
    """Every file as the browser sees it, by its address."""
    runtime = dict(fetch.package(kept, fetch.RUNTIME, *_RUNTIME))
    app, standard = _compiled(runtime, kept, photos is not None)
    lock = json.loads(runtime["pyodide-lock.json"])
    wanted = {name: lock["packages"][name] for name in PHOTO_PACKAGES} if photos is not None else {}
    address = f"{(photos or '').rstrip('/')}/"
    apart = {
        "address": address,
        "packages": list(wanted),
        "files": [{"url": address + one["file_name"], "sha256": one["sha256"]} for one in wanted.values()],
    }
    contents = {
        "runtime/pyodide.mjs": runtime["pyodide.mjs"],
        "runtime/pyodide.asm.mjs": runtime["pyodide.asm.mjs"],
        "runtime/pyodide.asm.wasm": runtime["pyodide.asm.wasm"],
        "runtime/python_stdlib.zip": _zip(standard),
        "runtime/pyodide-lock.json": json.dumps({**lock, "packages": wanted}).encode(),
        "photos.json": json.dumps(apart).encode(),
        "app.tree": _tree(app),
        "words.json": json.dumps(
            {one: patterns(one, "alone.") for one in LANGUAGES}, ensure_ascii=False, sort_keys=True
        ).encode(),
    }
    # Not every host knows that ".mjs" is a script.
    contents["qrcode.js"] = fetch.package(kept, fetch.QR_WRITER, "dist/qrcode.mjs")["dist/qrcode.mjs"]
    # It is a script of the older kind: wrapped, so that it can be imported.
    reader = fetch.package(kept, fetch.QR_READER, "dist/jsQR.js")["dist/jsQR.js"]
    contents["jsqr.js"] = b"const module = { exports: {} }; const exports = module.exports;\n" + reader + _EXPORT
    for path in sorted(_PAGE.iterdir()):
        if path.name != "sw.js":
            contents[path.name] = path.read_bytes()
    for name in _ICONS:
        contents[name] = (asset_dir("static") / "img" / name).read_bytes()
    contents["manifest.webmanifest"] = _manifest()
    return contents


def _compiled(runtime: Mapping[str, bytes], kept: Path, photos: bool) -> tuple[dict[str, bytes], dict[str, bytes]]:
    """Our code with what it needs, and the standard library: as the runtime itself compiles them.

    A module takes its time to compile, and changes seldom: it is kept.
    """
    with zipfile.ZipFile(io.BytesIO(runtime["python_stdlib.zip"])) as archive:
        modules = [one for one in archive.namelist() if not one.endswith("/") and not _NOT_STANDARD.match(one)]
        files = {f"standard/{one}": archive.read(one) for one in modules}
    files |= {f"app/{name}": content for name, content in (*_ours(photos), *_theirs(kept, photos))}
    whole = _kept_as(kept, "whole", b"".join(name.encode() + files[name] for name in sorted(files)))
    if not whole.is_file():
        _keep(whole, _tree(_compile(files, runtime, kept)))
    made = _untree(whole.read_bytes())
    return _below("app/", made), _below("standard/", made)


def _compile(files: Mapping[str, bytes], runtime: Mapping[str, bytes], kept: Path) -> dict[str, bytes]:
    known = {name: _kept_as(kept, name, content) for name, content in files.items() if name.endswith(".py")}
    with tempfile.TemporaryDirectory(prefix="companion-pack-") as scratch:
        work = Path(scratch)
        _write(work / "runtime", runtime)
        for name, content in files.items():
            path = known.get(name)
            if path is not None and path.is_file():
                _write(work / "stage", {f"{name}c": path.read_bytes()})
            else:
                _write(work / "stage", {name: content})
        fetch.node(*map(str, (_COMPILERS[0], work / "runtime", work / "stage", work / "out")))
        made = _read(work / "out")
    for name, path in known.items():
        if not path.is_file():
            _keep(path, made[f"{name}c"])
    return made


def _keep(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.with_suffix(".partial").write_bytes(content)
    path.with_suffix(".partial").replace(path)


def _kept_as(kept: Path, name: str, content: bytes) -> Path:
    made_of = (fetch.RUNTIME.encode(), *(path.read_bytes() for path in _COMPILERS), name.encode(), content)
    return kept / "compiled" / f"{hashlib.sha256(b'|'.join(made_of)).hexdigest()[:32]}.pyc"


def _below(folder: str, files: Mapping[str, bytes]) -> dict[str, bytes]:
    return {name.removeprefix(folder): content for name, content in files.items() if name.startswith(folder)}


def _ours(photos: bool = False) -> Iterator[tuple[str, bytes]]:
    for path in sorted(_PACKAGE.rglob("*")):
        inside = path.relative_to(_PACKAGE).as_posix()
        wanted = inside in _STILL_OURS or (photos and inside.startswith(_PHOTOS))
        if path.suffix in _OURS and (wanted or not inside.startswith(_NOT_OURS)):
            yield f"companion/{inside}", path.read_bytes()
    for name in ("templates", "static"):
        for path in sorted(asset_dir(name).rglob("*")):
            if path.is_file() and path.suffix != ".md" and path.name not in _ICONS[1:]:
                yield f"companion/{name}/{path.relative_to(asset_dir(name)).as_posix()}", path.read_bytes()


def _theirs(kept: Path, photos: bool) -> Iterator[tuple[str, bytes]]:
    for wheel in fetch.wheels(kept):
        with zipfile.ZipFile(wheel) as archive:
            for name in archive.namelist():
                if not name.endswith("/") and not _NOT_THEIRS.search(name) and (photos or not name.startswith(_PHOTOS)):
                    yield name, b"" if _EMPTIED.match(name) else archive.read(name)


def _licenses(kept: Path) -> bytes:
    """What the authors of everything that comes along want to be said. It lies beside the pack."""
    texts = [path.read_text(encoding="utf-8") for path in [_PACKAGE.parent / "LICENSE"] if path.is_file()]
    for one in fetch.NPM:
        about = json.loads(fetch.package(kept, one, "package.json")["package.json"])
        said = (str(about.get(what, "")) for what in ("name", "version", "license", "author", "homepage"))
        texts.append(" ".join(said).rstrip())
    for wheel in fetch.wheels(kept):
        with zipfile.ZipFile(wheel) as archive:
            for name in archive.namelist():
                if re.search(r"\.dist-info/(licenses/)?(LICENSE|COPYING|AUTHORS)[.\w]*$", name):
                    texts.append(f"{name}\n\n{archive.read(name).decode()}")
    return f"\n\n{'-' * 80}\n\n".join(texts).encode()


def _manifest() -> bytes:
    say = speaker("en")
    icons = [{"src": "icon.svg", "sizes": "any", "type": "image/svg+xml"}]
    for size in (192, 512):
        for purpose, kind in (("any", ""), ("maskable", "-maskable")):
            icons.append(
                {"src": f"icon-{size}{kind}.png", "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}
            )
    given = {
        "id": "./",
        "name": say("web.app.name"),
        "short_name": say("web.app.name"),
        "description": say("web.home.hello"),
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        "background_color": "#e9dabf",
        "theme_color": "#e9dabf",
        "categories": ["games", "utilities"],
        "icons": icons,
    }
    return json.dumps(given, indent=1, ensure_ascii=False).encode()


def _tree(files: Mapping[str, bytes]) -> bytes:
    """A folder in one piece: the length of the list, the list of names and sizes, and all contents in its order."""
    names = sorted(files)
    listed = json.dumps([[name, len(files[name])] for name in names]).encode()
    return len(listed).to_bytes(4, "little") + listed + b"".join(files[name] for name in names)


def _untree(tree: bytes) -> dict[str, bytes]:
    at = 4 + int.from_bytes(tree[:4], "little")
    files = {}
    for name, size in json.loads(tree[4:at]):
        files[name], at = tree[at : at + size], at + size
    return files


def _zip(files: Mapping[str, bytes]) -> bytes:
    """Not compressed inside: modules are read from it, and it travels compressed as a whole."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name in sorted(files):
            archive.writestr(zipfile.ZipInfo(name), files[name])
    return made.getvalue()


def _write(folder: Path, files: Mapping[str, bytes]) -> None:
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)


def _read(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
