"""Where templates and static files are: inside the package in a wheel, beside it in a checkout."""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def asset_dir(name: str) -> Path:
    """The folder ``templates`` or ``static``."""
    packed = _PACKAGE / name
    if packed.is_dir():
        return packed
    checkout = _PACKAGE.parent
    if (checkout / "pyproject.toml").is_file() and (checkout / name).is_dir():
        return checkout / name
    raise FileNotFoundError(f"Companion's {name} folder is missing from this installation")
