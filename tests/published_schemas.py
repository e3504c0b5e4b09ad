"""The published schemas of records and boxes, ``docs/*.schema.json``, as the formats say them.

python -m tests.published_schemas        # write them again after a format was changed
"""

from pathlib import Path
from typing import Any

from companion.formats.objects import Document
from companion.formats.pretty_json import pretty_json
from companion.games.registry import PLUGINS

DOCS = Path(__file__).parents[1] / "docs"


def documents() -> dict[str, Document[Any]]:
    """Every published document, by the file of its schema."""
    published = [found for plugin in PLUGINS.values() if (found := plugin.load_published())]
    return {document.file: document for game in published for document in game.documents.values()}


def main() -> None:
    for file, document in documents().items():
        (DOCS / file).write_text(pretty_json(document.whole_schema()), encoding="utf-8")


if __name__ == "__main__":
    main()
