"""The score pad: the same numbers as the referee's, every one open to why, any one typed over."""

import pytest
from flask.testing import FlaskClient
from hypothesis import given

from companion.ask.questions import answer
from companion.dewan.formats.table import read_table, write_table
from companion.dewan.game import DewanState
from companion.dewan.pages.scorepad import why
from companion.dewan.rules import game
from companion.dewan.rules.table import Table
from companion.dewan.scoreboard import scoreboard as pad
from companion.games.contract import Label
from companion.web.backend import Backend
from tests.dewan.pages.test_table_screen import hidden
from tests.strategies import tables
from tests.web.tables import Hand, new_table


def story(points: int, fire: int = 0) -> dict[str, object]:
    return {"needs": {}, "points": points, "fire": fire, "done": True}


def rulebook_pad(backend: Backend) -> Hand:
    """G-19: Billy 36, Alix 49, Charlie 35. Groups are camps on a strip with gaps between the groups."""
    groups = {"Billy": 2, "Alix": 4, "Charlie": 2}
    players = [
        {"name": "Billy", "color": "indigo", "berries": 5, "stories": [story(17, 1)]},
        {"name": "Alix", "color": "raspberry", "berries": 2, "stories": [story(19, 5)]},
        {
            "name": "Charlie",
            "color": "marigold",
            "berries": 3,
            "tucked": ["forest:berry", "forest:fire"],
            "stories": [story(5, 1), story(7, 1), story(4)],
        },
    ]
    spaces, camps = [], []
    for r, (name, number) in enumerate(groups.items()):
        for q in range(3 * number):
            spaces.append({"at": [q, 2 * r], "terrain": "desert"})
            if q % 3 < 2:
                camps.append({"player": name, "at": [q, 2 * r]})
    record = {
        "format": "dewan-table/1",
        "scenario": "base",
        "players": players,
        "map": {"spaces": spaces, "camps": camps},
    }
    return Hand(backend, backend.service.create("dewan", {"table": record, "begun": True}))


def test_the_rulebooks_pad_reads_36_49_35(client: FlaskClient, backend: Backend) -> None:
    # Alix has eight camps on the map, so her sixth Fire is that of the last camp (D-SCORE-FIRE-01).
    hand = rulebook_pad(backend)
    shown = pad(hand.look.state)
    assert {column.name: column.total for column in shown.columns} == {"Billy": 36, "Alix": 49, "Charlie": 35}
    assert shown.ranking == (("Alix",), ("Billy",), ("Charlie",))
    page = client.get(f"/tables/{hand.look.info.id}/score").text
    for total in ("36", "49", "35"):
        assert f">{total}</span>" in page


def test_every_cell_answers_why(client: FlaskClient, backend: Backend) -> None:
    hand = rulebook_pad(backend)
    for column in pad(hand.look.state).columns:
        for cell in column.cells:
            page = client.get(f"/tables/{hand.look.info.id}/score?column={column.name}&row={cell.row}").text
            assert f"Why {cell.points}?" in page
            assert cell.line.rule in page
    told = why(hand.look.state, pad(hand.look.state), "Alix", "groups")
    assert told is not None
    assert len(told.zones) == 4


def test_a_typed_cell_counts_is_marked_and_can_be_taken_back(client: FlaskClient, backend: Backend) -> None:
    hand = rulebook_pad(backend)
    here = f"/tables/{hand.look.info.id}/score"
    fields = hidden(client.get(f"{here}?column=Billy&row=berries").text, "points")
    page = client.post(f"{here}/cell", data={**fields, "points": "30"}, follow_redirects=True).text
    assert "counted 10" in page
    assert "pad-note" in page
    shown = pad(backend.service.look(hand.look.info.id).state)
    assert (shown.winners, shown.column("Billy").total) == (("Billy",), 56)  # type: ignore[union-attr]
    fields = hidden(page, "points")
    page = client.post(f"{here}/cell", data={**fields, "points": ""}, follow_redirects=True).text
    assert "pad-note" not in page, "nothing is typed by hand any more"
    assert pad(backend.service.look(hand.look.info.id).state).winners == ("Alix",)


@pytest.mark.parametrize("points", ["1e9", "-4", "many", "1000", "٣", "1.5", "9" * 400])
def test_a_number_that_is_none_is_refused(client: FlaskClient, backend: Backend, points: str) -> None:
    hand = rulebook_pad(backend)
    here = f"/tables/{hand.look.info.id}/score"
    fields = hidden(client.get(f"{here}?column=Billy&row=berries").text, "points")
    refused = client.post(f"{here}/cell", data={**fields, "points": points})
    assert refused.status_code == 422
    assert 'role="alert"' in refused.text
    assert backend.service.look(hand.look.info.id).seq == 0


def test_equal_points_are_decided_by_cards_in_hand_and_said_so() -> None:
    # G-22: 40 points each; three in hand against four.
    def state(hands: tuple[int, int]) -> DewanState:
        players = [
            {"name": name, "hidden_cards": cards, "stories": [story(40)]}
            for name, cards in zip(("P1", "P2"), hands, strict=True)
        ]
        record = {"format": "dewan-table/1", "scenario": "base", "players": players}
        return DewanState(game.resume(read_table(record)))

    decided = pad(state((3, 4)))
    assert decided.winners == ("P2",)
    assert decided.tie == Label("web.score.by-hand", {"name": "P2", "n": 4})
    shared = pad(state((4, 4)))
    assert (shared.winners, shared.tie) == (("P1", "P2"), None)


def test_final_scores_are_one_tap_from_the_table(client: FlaskClient, backend: Backend) -> None:
    hand = Hand(backend, new_table(backend))
    assert f'href="/tables/{hand.look.info.id}/score"' in client.get(f"/tables/{hand.look.info.id}").text


@given(tables())
def test_pad_and_question_give_the_same_answer(table: Table) -> None:
    asked = answer({"ask": "score", "table": write_table(table)})
    shown = pad(DewanState(game.resume(table)))
    sheets = asked.get("teams") or asked["players"]
    assert isinstance(sheets, dict)
    assert {column.name: {cell.row: cell.points for cell in column.cells} for column in shown.columns} == {
        name: sheet["rows"] for name, sheet in sheets.items()
    }
    assert [list(place) for place in shown.ranking] == asked["ranking"]
