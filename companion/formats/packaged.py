"""JSON files that come with the package."""

from companion.formats.strict_json import parse_json


def packaged_json(package: str, name: str) -> object:
    from importlib.resources import files  # slow to import, and needed for nothing else

    return parse_json(files(package).joinpath(name).read_bytes())
