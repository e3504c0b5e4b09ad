"""Runs inside the runtime while a pack is made: compiles every module of a tree, and the templates.

Modules lose their sources and what only people read; templates and the modules of others their line numbers as well.
Always in the same order and with the same hashes, so that two packs are the same.
"""

import ast
import importlib._bootstrap_external as bytecode
import importlib.util
import pickle
import re
import shutil
import sys
from pathlib import Path
from types import CodeType

_WRITTEN_BY_US = re.compile(r"/app/companion/(?!templates)")
_UNUSED_OF_BABEL = re.compile(
    "territories|territory_(zones|currencies)|languages|scripts|variants|unit_|compound_unit|currenc|date_fields"
    "|interval_|zone|likely_subtags"
)
"""Of its data: names of countries, languages, money, units and time zones, and what to guess where a locale is missing.
The pages say numbers, dates and lists."""


def compiled(source: bytes, name: str) -> bytes:
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and ast.get_docstring(
            node, clean=False
        ):
            node.body[0] = ast.copy_location(ast.Pass(), node.body[0])
            if isinstance(node, ast.Module) and len(node.body) > 1:
                node.body.pop(0)  # what comes from __future__ has to be first
    code = compile(tree, name, "exec", dont_inherit=True)
    if not _WRITTEN_BY_US.match(name):
        code = without_lines(code)
    return bytes(
        bytecode._code_to_hash_pyc(  # type: ignore[attr-defined]
            code, importlib.util.source_hash(b""), False
        )
    )


def without_lines(code: CodeType) -> CodeType:
    """The table says that instructions have no place, for eight of them a byte. Without a table tracebacks break."""
    eights, left = divmod(len(code.co_code) // 2, 8)
    nowhere = b"\xff" * eights + bytes([0xF8 | left - 1] if left else [])
    inside = tuple(without_lines(one) if isinstance(one, CodeType) else one for one in code.co_consts)
    return code.replace(co_linetable=nowhere, co_consts=inside)


def lighten_babel(root: str) -> None:
    babel = Path(root) / "babel"
    for path in (babel / "global.dat", *sorted((babel / "locale-data").glob("*.dat"))):
        data = pickle.loads(path.read_bytes())
        for key in data:
            if _UNUSED_OF_BABEL.search(key):
                data[key] = {}
        path.write_bytes(pickle.dumps(data))


def compile_tree(root: str) -> None:
    for path in sorted(Path(root).rglob("*.py")):
        path.with_suffix(".pyc").write_bytes(compiled(path.read_bytes(), str(path)))
        path.unlink()


def compile_templates(root: str) -> None:
    """Every template as a module, in the place of its source."""
    sys.path.insert(0, root)
    from companion.alone.inside import TEMPLATES
    from companion.web.app import create_app
    from companion.web.config import WebConfig

    app = create_app(WebConfig(compress=False))
    made = f"{TEMPLATES}-compiled"
    app.jinja_env.compile_templates(made, extensions=["html"], zip=None, ignore_errors=False)
    compile_tree(made)
    shutil.rmtree(TEMPLATES)
    Path(made).rename(TEMPLATES)
