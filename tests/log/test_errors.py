"""Whatever can go wrong with a stored table has words, and the words fit its parameters."""

import re
import string
from pathlib import Path

import pytest

import companion.log
from companion.i18n.catalog import speaker
from companion.log import errors
from companion.log.errors import TableError

PARAMS: dict[str, dict[str, object]] = {
    "store.failed": {"detail": "SQLITE_MISUSE"},
    "store.unknown-table": {"table": "t"},
    "store.table-exists": {"table": "t"},
    "store.table-full": {"most": 5},
    "store.newer-version": {"found": "0999", "known": "0001"},
    "store.unsupported-url": {"dialect": "mysql"},
    "store.cannot-connect": {"detail": "no such server"},
    "store.not-empty": {"tables": 3},
    "store.not-the-same": {"detail": "entries (t, 2)"},
    "store.wrong-encoding": {"encoding": "LATIN1"},
    "backup.missing": {"path": "x"},
    "backup.bad": {"path": "x", "cause": "store.corrupt"},
    "datadir.in-use": {"path": "x", "process": "12"},
    "datadir.unusable": {"path": "x", "detail": "Permission denied"},
}


def kinds() -> list[type[TableError]]:
    found = [each for each in vars(errors).values() if isinstance(each, type) and issubclass(each, TableError)]
    return sorted(found, key=lambda kind: kind.code)


@pytest.mark.parametrize("kind", kinds(), ids=lambda kind: kind.code)
def test_every_error_has_a_code_of_its_own_and_words(kind: type[TableError]) -> None:
    assert [each.code for each in kinds()].count(kind.code) == 1
    error = kind(**PARAMS.get(kind.code, {}))
    sentence = speaker("en")(error.code, error.params)
    assert sentence.endswith(".")
    assert not [name for _, name, _, _ in string.Formatter().parse(sentence) if name]


def test_every_code_spelled_in_the_log_has_words() -> None:
    folder = Path(companion.log.__file__).parent
    texts = "\n".join(path.read_text(encoding="utf-8") for path in folder.glob("*.py"))
    codes = set(re.findall(r'"((?:store|entry|backup|datadir|json)\.[a-z0-9-]+)"', texts))
    assert len(codes) > 30
    catalogue = (Path(companion.log.__file__).parents[1] / "i18n/locales/en.po").read_text(encoding="utf-8")
    assert [code for code in sorted(codes) if f'msgid "{code}"' not in catalogue] == []
