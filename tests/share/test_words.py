"""What is pasted into a chat, and what a spreadsheet opens."""

import csv
import io

import pytest

from companion.i18n.catalog import LANGUAGES
from companion.share.standings import SharedStandings
from companion.share.words import RISKY, pad_csv, standings_csv, summary
from tests.share.pads import pad, result


def table(content: bytes) -> list[list[str]]:
    return list(csv.reader(io.StringIO(content.decode("utf-8-sig")), delimiter=";"))


def test_the_summary_says_who_won_best_first() -> None:
    lines = summary(pad(result(("Ana", 38), ("Bo", 41)))).splitlines()
    assert lines[0].startswith("Dewan · The Downpour · Friday · ")
    assert lines[1:] == ["Bo wins with 41 points", "", "1. Bo: 41", "2. Ana: 38"]


def test_a_team_wins_as_one() -> None:
    assert "Ana + Bo wins with 60 points" in summary(pad(result(("Ana+Bo", 60), ("Cy+Di", 50))))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_table_in_every_language_keeps_its_numbers(language: str) -> None:
    rows = table(pad_csv(pad(result(("Inês", 38), ("Väinö", 1041)), language)))
    assert rows[0][1:] == ["Inês", "Väinö"]
    assert [row[1:] for row in rows[1:]] == [["38", "1041"], ["38", "1041"]]


@pytest.mark.parametrize("begin", RISKY)
@pytest.mark.parametrize("before", ["", "Ada,", "Ada; ", 'Ada,"', "Ada|"])
def test_no_name_becomes_a_formula(begin: str, before: str) -> None:
    """Also in a country whose spreadsheet takes something else than we do for the end of a cell."""
    name = f"{before}{begin}HYPERLINK(1)"
    for content in (
        pad_csv(pad(result((name, 38), ("Bo", 1), title=name))),
        standings_csv(SharedStandings("Winter", "", ("place", "name"), (("1", name),), "")),
    ):
        assert b"HYPERLINK" in content
        for end in ";,|\t":
            rows = csv.reader(io.StringIO(content.decode("utf-8-sig")), delimiter=end)
            assert not [cell for row in rows for cell in row if cell.lstrip(' "').startswith(RISKY)]


def test_a_name_cannot_break_out_of_its_cell() -> None:
    rows = table(pad_csv(pad(result(('a;"b\n=1', 38), ("Bo", 1)))))
    assert len(rows) == 3
    assert rows[0][1] == 'a;"b =1'


def test_a_row_only_one_column_has_stays_empty_for_the_others() -> None:
    told = pad(result(("Ana", 38), ("Bo", 41)))
    told = type(told)(**{**told.__dict__, "rows": (("Meadow 3", (7, None)),)})
    assert table(pad_csv(told))[1] == ["Meadow 3", "7", ""]
