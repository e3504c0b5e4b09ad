"""Files of others are the ones that were fetched, at the versions the script names, with their licences."""

import hashlib
import importlib.util
import re
from pathlib import Path
from types import ModuleType

import pytest

from companion.paths import asset_dir
from companion.share import fonts

STATIC = asset_dir("static")
PRINTED = fonts.FOLDER
VENDOR = Path(__file__).parents[2] / "tests" / "vendor.py"


@pytest.fixture
def vendor() -> ModuleType:
    spec = importlib.util.spec_from_file_location("vendor", VENDOR)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("folder", [STATIC / "vendor", STATIC / "fonts", VENDOR.parent / "axe", PRINTED], ids=str)
def test_files_are_those_listed(folder: Path) -> None:
    lines = (folder / "SHA256SUMS").read_text().splitlines()
    listed = {name: digest for digest, name in (line.split("  ") for line in lines)}
    lying = {
        path.name: hashlib.sha256(path.read_bytes()).hexdigest()
        for path in folder.iterdir()
        if path.name != "SHA256SUMS"
    }
    assert lying == listed


def test_htmx_is_the_pinned_version(vendor: ModuleType) -> None:
    (version,) = [version for package, version in vendor.SCRIPTS if package == "htmx.org"]
    assert f'version:"{version}"' in (STATIC / "vendor" / "htmx.min.js").read_text()


def test_every_font_is_small_and_has_its_licence(vendor: ModuleType) -> None:
    names = [name for _, name, _ in vendor.FONTS.values()]
    for name in names:
        assert "Open Font License" in (STATIC / "fonts" / f"{name}.OFL.txt").read_text()
    assert sum((STATIC / "fonts" / f"{name}.woff2").stat().st_size for name in names) < 80_000


def test_printed_fonts_have_their_licences_and_are_those_the_script_makes(vendor: ModuleType) -> None:
    made = {name for fonts_made in vendor.PRINTED_FONTS.values() for name in fonts_made}
    assert {path.name for path in PRINTED.glob("*.ttf")} == made
    for name in made:
        assert "Open Font License" in (PRINTED / f"{name.rpartition('-')[0]}.OFL.txt").read_text()


def test_no_page_asks_another_server(vendor: ModuleType) -> None:
    ours = [*STATIC.rglob("*.css"), *STATIC.rglob("*.js"), *asset_dir("templates").rglob("*.html")]
    assert ours
    for path in ours:
        text = path.read_text(encoding="utf-8").replace("http://www.w3.org/", "")
        assert "http://" not in text, path
        assert "https://" not in text, path


def test_every_vendored_script_is_used() -> None:
    """A script is loaded by a page, and an extension of htmx is asked for by one."""
    pages = "\n".join(path.read_text(encoding="utf-8") for path in asset_dir("templates").rglob("*.html"))
    for path in (STATIC / "vendor").glob("*.js"):
        assert f"vendor/{path.name}" in pages
        extensions = re.findall(r'defineExtension\("([^"]+)"', path.read_text(encoding="utf-8"))
        assert all(f'hx-ext="{name}"' in pages for name in extensions), path.name
