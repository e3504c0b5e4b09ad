"""The command that brings the catalogues level."""

from pathlib import Path

from companion.i18n.catalog import LANGUAGES
from companion.i18n.update import update
from tests.i18n.catalogues import LOCALES, messages_in

HEAD = '# {0} texts.\nmsgid ""\nmsgstr ""\n"Language: {0}\\n"\n"Plural-Forms: nplurals=2; plural=({1});\\n"\n\n'


def write(folder: Path, language: str, plural: str, *blocks: str) -> None:
    (folder / f"{language}.po").write_text(HEAD.format(language, plural) + "\n\n".join(blocks) + "\n", encoding="utf-8")


def test_new_codes_come_in_empty_and_old_ones_go_out(tmp_path: Path) -> None:
    write(
        tmp_path,
        "en",
        "n != 1",
        'msgid "b.new"\nmsgid_plural "b.new"\nmsgstr[0] "{n} \\"b\\""\nmsgstr[1] "{n} bs"',
        'msgid "a.kept"\nmsgstr "kept"',
        'msgid "a.unsure"\nmsgstr "unsure"',
    )
    write(
        tmp_path,
        "fr",
        "n > 1",
        'msgid "z.old"\nmsgstr "vieux"',
        '#, fuzzy\nmsgid "a.unsure"\nmsgstr "peut-être"',
        'msgid "a.kept"\nmsgstr "gardé"',
    )
    assert update(tmp_path, ("en", "fr")) == {"fr": ["a.unsure", "b.new"]}
    assert messages_in(tmp_path, "fr") == {"a.kept": ("gardé",), "a.unsure": ("",), "b.new": ("", "")}
    assert list(messages_in(tmp_path, "en")) == ["a.kept", "a.unsure", "b.new"]
    assert messages_in(tmp_path, "en")["b.new"] == ('{n} "b"', "{n} bs")
    assert (tmp_path / "fr.po").read_text(encoding="utf-8").startswith(HEAD.format("fr", "n > 1"))


def test_what_is_level_stays_as_it_is(tmp_path: Path) -> None:
    for language in LANGUAGES:
        (tmp_path / f"{language}.po").write_bytes((LOCALES / f"{language}.po").read_bytes())
    assert update(tmp_path) == {language: [] for language in LANGUAGES[1:]}
    for language in LANGUAGES:
        assert (tmp_path / f"{language}.po").read_bytes() == (LOCALES / f"{language}.po").read_bytes(), language
