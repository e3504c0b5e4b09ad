"""Runs inside the runtime while a pack is made: compiles every module of a tree, and the templates.

Modules lose their sources and what only people read. Always in the same order and with the same hashes, so that two
packs are the same.
"""

import ast
import importlib._bootstrap_external as bytecode
import importlib.util
import os
import sys
from pathlib import Path


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
    return bytes(
        bytecode._code_to_hash_pyc(  # type: ignore[attr-defined]
            code, importlib.util.source_hash(b""), False
        )
    )


def compile_tree(root: str) -> None:
    for path in sorted(Path(root).rglob("*.py")):
        path.with_suffix(".pyc").write_bytes(compiled(path.read_bytes(), str(path)))
        path.unlink()


def compile_templates(root: str) -> None:
    """Draw nothing, but have every template ready."""
    sys.path.insert(0, root)
    from jinja2 import FileSystemBytecodeCache

    from companion.alone.inside import TEMPLATES
    from companion.web.app import create_app
    from companion.web.config import WebConfig

    os.makedirs(TEMPLATES)
    app = create_app(WebConfig(compress=False))
    app.jinja_env.bytecode_cache = FileSystemBytecodeCache(TEMPLATES)
    for name in sorted(app.jinja_env.list_templates(extensions=["html"])):
        app.jinja_env.get_template(name)
