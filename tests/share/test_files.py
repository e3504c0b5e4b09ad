"""The pad as a picture and as a PDF file."""

import io
from pathlib import Path

import pytest
from PIL import Image
from pypdf import PdfReader

from companion.i18n.catalog import LANGUAGES
from companion.share import fonts
from companion.share.pdf import can_print as can_set
from companion.share.pdf import pad_pdf
from companion.share.picture import SIZES, can_print, pad_picture
from tests.share.pads import pad, result

NAMES = ("Zoë", "Łukasz", "João", "Großmutter Müller-Lüdenscheidt von und zu Hohenstein-Ernstthal")


def drawn(content: bytes) -> Image.Image:
    return Image.open(io.BytesIO(content)).convert("RGB")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("shape", "size"), [("wide", (1200, 630)), ("square", (1080, 1080))])
def test_pictures_have_the_sizes_chats_and_links_want(shape: str, size: tuple[int, int], language: str) -> None:
    told = pad(result(*zip(NAMES, (41, 38, 7, 0), strict=True)), language)
    assert SIZES[shape] == size
    picture = drawn(pad_picture(told, shape))
    assert picture.size == size
    colors = {color for _, color in picture.getcolors(1 << 20) or ()}
    for fill in ((0xB4, 0x23, 0x4D), (0x2F, 0x3F, 0xA3), (0xF2, 0xA9, 0x00)):  # three camps in the house's colours
        assert fill in colors


def test_the_winners_total_is_circled() -> None:
    ember = (0xA8, 0x40, 0x1A)

    def circled(*ranking: tuple[str, ...]) -> int:
        told = pad(result(("Ana", 10), ("Bo", 10), ranking=ranking))
        return sum(pixel == ember for pixel in drawn(pad_picture(told)).get_flattened_data())

    assert circled(("Ana", "Bo")) == 2 * circled(("Ana",), ("Bo",)) > 0


def test_letters_no_font_has_lose_their_accents_or_become_dots() -> None:
    def latin(letter: str) -> bool:
        return letter.isascii()

    assert fonts.printable("Žofia Ş", latin) == "Zofia S"
    assert fonts.printable("Мара", latin) == fonts.UNKNOWN * 4


@pytest.mark.parametrize("can", [can_print, can_set])
def test_it_is_known_which_names_can_be_set(can) -> None:  # type: ignore[no-untyped-def]
    assert all(map(can, (*NAMES, "Väinö", "Ş", "É")))
    assert not any(map(can, ("Мара", "まら", "🎲")))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_pdf_file_holds_the_words_of_its_language_as_text(language: str, tmp_path: Path) -> None:
    told = pad(result(*zip(NAMES[:3], (41, 38, 7), strict=True)), language)
    path = tmp_path / "pad.pdf"
    path.write_bytes(pad_pdf(told, language))
    assert path.read_bytes().startswith(b"%PDF-")
    text = _text_of(path)
    for words in (told.headline, told.total, *(name for name, _ in told.rows), *NAMES[:3], "41", "38"):
        assert words in text
    assert told.when in text


def _text_of(path: Path) -> str:
    return "\n".join(page.extract_text() for page in PdfReader(path).pages)
