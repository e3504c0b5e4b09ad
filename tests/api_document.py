"""The parts of ``companion/web/api/openapi.json`` that repeat the published schemas of records and boxes.

    python -m tests.api_document             # write them again after a schema under docs/ was changed

The document must stand alone, as programs read it from a running server; the schemas are published beside their pages.
One of them is the truth, and a test holds the other to it.
"""

import json
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
DOCUMENT = ROOT / "companion" / "web" / "api" / "openapi.json"
SCHEMAS = {
    "dewan-table-1.schema.json": "DewanTable",
    "dewan-box-1.schema.json": "DewanBox",
    "river-table-1.schema.json": "RiverTable",
    "river-box-1.schema.json": "RiverBox",
    "river-box-2.schema.json": "RiverBox2",
}


def repeated() -> dict[str, Any]:
    """Components by name: a schema as a whole, and each of its definitions (``DewanTable.player``)."""
    found: dict[str, Any] = {}
    for file, name in SCHEMAS.items():
        schema = json.loads((ROOT / "docs" / file).read_text(encoding="utf-8"))
        definitions = schema.pop("$defs", {})
        schema.pop("$schema", None)
        found[name] = _moved(schema, name)
        found.update({f"{name}.{key}": _moved(part, name) for key, part in definitions.items()})
    return found


def _moved(part: Any, name: str) -> Any:
    if isinstance(part, list):
        return [_moved(one, name) for one in part]
    if not isinstance(part, dict):
        return part
    return {
        key: _pointer(value, name) if key == "$ref" and isinstance(value, str) else _moved(value, name)
        for key, value in part.items()
    }


def _pointer(reference: str, name: str) -> str:
    file, _, inside = reference.partition("#/$defs/")
    owner = SCHEMAS[file] if file else name
    return f"#/components/schemas/{owner}.{inside}" if inside else f"#/components/schemas/{owner}"


def main() -> None:
    document = json.loads(DOCUMENT.read_text(encoding="utf-8"))
    schemas = document["components"]["schemas"]
    kept = {name: one for name, one in schemas.items() if name.partition(".")[0] not in SCHEMAS.values()}
    document["components"]["schemas"] = {**kept, **repeated()}
    DOCUMENT.write_text(json.dumps(document, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
