"""The terminal speaks the language of its environment."""

import pytest

from companion.cli import main
from companion.i18n.environment import terminal_speaker

NAMES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "de_AT.UTF-8"}, "de"),
        ({"LANG": "pt_BR.UTF-8"}, "pt"),
        ({"LANG": "fr_FR@euro"}, "fr"),
        ({"LANG": "ja_JP.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "en_GB.UTF-8", "LANGUAGE": "ja:de:en"}, "de"),
        ({"LANG": "deseret"}, "en"),
    ],
)
def test_language_of_the_terminal(monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], language: str) -> None:
    for name in NAMES:
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert terminal_speaker().language == language


def test_help_in_german(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    for name in NAMES:
        monkeypatch.setenv(name, "de_DE.UTF-8")
    assert main(["--help"]) == 0
    assert "einen Tisch werten" in capsys.readouterr().out
