"""Every command speaks the language of its terminal, down to what argparse would say in English."""

import re
from pathlib import Path

import pytest

import companion
from companion.cli import COMMANDS, main
from companion.i18n.catalog import LANGUAGES, speaker
from tests.i18n.catalogues import messages

ENGLISH_OF_ARGPARSE = ("positional arguments", "show this help message", "invalid choice", "unrecognized", "error:")


@pytest.fixture(params=LANGUAGES)
def language(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    wanted: str = request.param
    monkeypatch.setenv("LANG", f"{wanted}.UTF-8")
    return wanted


@pytest.mark.parametrize("command", COMMANDS)
def test_the_help_of_every_command(command: str, language: str, capsys: pytest.CaptureFixture[str]) -> None:
    say = speaker(language)
    assert main([command, "--help"]) == 0
    told = capsys.readouterr().out
    assert told.startswith(say("cli.args.usage"))
    assert say("cli.args.help") in told
    assert f"{say('cli.args.options')}:" in told
    assert [words for words in ENGLISH_OF_ARGPARSE if words in told] == []


@pytest.mark.parametrize(
    ("argv", "code", "params"),
    [
        (["frob"], "cli.args.choice", {"value": "frob", "words": ", ".join(COMMANDS)}),
        (["score"], "cli.args.required", {"names": "TABLE.json"}),
        (["doctor", "--frob"], "cli.args.unknown", {"names": "--frob"}),
        (["doctor", "--port", "many"], "cli.args.value", {"value": "many"}),
        (["doctor", "--port"], "cli.args.one-value", {}),
        (["read"], "cli.args.required", {"names": "PHOTO"}),
        (["routes", "a.json", "--p", "Ada", "--c"], "cli.args.one-value", {}),
        (["doctor", "--json=1"], "cli.args.no-value", {"value": "1"}),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_wrong_command_line_is_told_in_words(
    argv: list[str], code: str, params: dict[str, object], language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(argv) == 2
    told = capsys.readouterr().err
    assert speaker(language)(code, params) in told
    assert [words for words in ENGLISH_OF_ARGPARSE if words in told] == []


def test_a_file_that_is_not_there(language: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    say = speaker(language)
    assert main(["score", str(tmp_path / "none.json")]) == 1
    assert say("cli.why.missing") in capsys.readouterr().err
    assert main(["score", str(tmp_path)]) == 1
    assert say("cli.why.folder") in capsys.readouterr().err
    assert main(["read", str(tmp_path / "none.jpg")]) == 1
    assert say("web.photo.failed-missing") in capsys.readouterr().out


def test_every_reason_a_photo_can_fail_for_has_words() -> None:
    folder = Path(companion.__file__).parent
    texts = [path.read_text(encoding="utf-8") for path in folder.glob("**/vision/*.py")]
    codes = {code for text in texts for code in re.findall(r'PhotoError\(\s*"([a-z-]+)"', text)}
    assert {"missing", "damaged", "wrong-kind"} <= codes
    assert {f"web.photo.failed-{code}" for code in codes} - messages("en").keys() == set()
