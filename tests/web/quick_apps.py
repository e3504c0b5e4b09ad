"""What many applications of one process have in common is compiled once: the tests make thousands of them.

Templates become bytecode and addresses become functions. Neither depends on the application, so the second one gets
what the first one made. That is most of what ``create_app`` and the first page cost.
"""

from types import CodeType, MethodType
from typing import Any

from flask import Flask
from jinja2 import BytecodeCache
from jinja2.bccache import Bucket
from werkzeug.routing import Rule


class _InMemory(BytecodeCache):
    """Jinja checks that the source is still the same."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[str, CodeType | None]] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        checksum, code = self._known.get(bucket.key, ("", None))
        if checksum == bucket.checksum:
            bucket.code = code

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._known[bucket.key] = (bucket.checksum, bucket.code)


_compile = Rule.compile
_compiled: dict[object, dict[str, Any]] = {}
_OF_THE_RULE = ("_parts", "_trace", "_converters", "arguments")
_BUILDERS = ("_build", "_build_unknown")


def _compile_once(rule: Rule) -> None:
    key = (rule.rule, rule.host, rule.subdomain, rule.merge_slashes, repr(rule.defaults))
    known = _compiled.get(key)
    if known is None:
        _compile(rule)
        made = {name: getattr(rule, name) for name in _OF_THE_RULE}
        _compiled[key] = made | {name: getattr(rule, name).__func__ for name in _BUILDERS}
    else:
        for name in _OF_THE_RULE:
            setattr(rule, name, known[name])
        for name in _BUILDERS:
            setattr(rule, name, MethodType(known[name], rule))


def install() -> None:
    Flask.jinja_options = {"bytecode_cache": _InMemory()}
    Rule.compile = _compile_once  # type: ignore[method-assign]
