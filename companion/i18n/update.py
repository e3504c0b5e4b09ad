"""``python -m companion.i18n.update``: brings the other catalogues level with the English one.

New codes come in with empty texts, codes English no longer has go out, and every file is sorted by code. What it leaves
empty is for people to translate; the tests name it until then.
"""

from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import escape, read_po

from companion.i18n.catalog import LANGUAGES

LOCALES = Path(__file__).parent / "locales"


def update(folder: Path, languages: tuple[str, ...] = LANGUAGES) -> dict[str, list[str]]:
    """Rewrites the catalogues in a folder, and returns by language the codes still without a text."""
    source, *others = languages
    english = _texts(_read(folder, source))
    _write(folder, source, english)
    open_codes = {}
    for language in others:
        catalog = _read(folder, language)
        theirs = _texts(catalog)
        level = {code: _fitting(theirs.get(code, ()), forms, catalog.num_plurals) for code, forms in english.items()}
        _write(folder, language, level)
        open_codes[language] = sorted(code for code, forms in level.items() if not all(forms))
    return open_codes


def _fitting(theirs: tuple[str, ...], english: tuple[str, ...], plurals: int) -> tuple[str, ...]:
    """Their text, if it has as many forms as it needs; else as many empty ones."""
    wanted = plurals if len(english) > 1 else 1
    return theirs if len(theirs) == wanted else ("",) * wanted


def _read(folder: Path, language: str) -> Catalog:
    with (folder / f"{language}.po").open("rb") as file:
        return read_po(file, abort_invalid=True)


def _texts(catalog: Catalog) -> dict[str, tuple[str, ...]]:
    """The forms of each text by its code; a text that is marked fuzzy counts as none."""
    texts = {}
    for message in catalog:
        if message.id:
            code = message.id if isinstance(message.id, str) else message.id[0]
            forms = (message.string,) if isinstance(message.string, str) else tuple(message.string or ())
            texts[code] = tuple("" for _ in forms) if message.fuzzy else forms
    return texts


def _write(folder: Path, language: str, texts: dict[str, tuple[str, ...]]) -> None:
    """Babel's own writer would add dates and tool names, which change with every run; the head stays as it is."""
    path = folder / f"{language}.po"
    head = path.read_text(encoding="utf-8").partition("\n\n")[0]
    blocks = [head]
    for code, forms in sorted(texts.items()):
        lines = [f"msgid {escape(code)}"]
        if len(forms) > 1:
            lines.append(f"msgid_plural {escape(code)}")
            lines += [f"msgstr[{i}] {escape(form)}" for i, form in enumerate(forms)]
        else:
            lines.append(f"msgstr {escape(forms[0])}")
        blocks.append("\n".join(lines))
    path.write_text("\n\n".join(blocks) + "\n", encoding="utf-8")


if __name__ == "__main__":
    for language, codes in update(LOCALES).items():
        print(f"{language}: {len(codes)} without a text", *codes, sep="\n  ")
