"""Answers without sentences, so that a test of the rules needs no catalogue and nothing that reads one."""

from collections.abc import Iterator, Mapping

import pytest

from companion.i18n.catalog import Speaker


def _code(speaker: Speaker, code: str, params: Mapping[str, object] | None = None) -> str:
    return code


@pytest.fixture(scope="package", autouse=True)
def only_codes() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Speaker, "__call__", _code)
        yield
