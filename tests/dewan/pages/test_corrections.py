"""Correct the table by tapping: what is tapped reaches the record, and what does not hold together is said in words."""

import html
import json
import re

import pytest
from flask.testing import FlaskClient

from companion.dewan.rules.play import Play
from companion.rules.hexes import Hex
from companion.web.backend import Backend
from tests.dewan.pages.test_table_screen import hidden
from tests.web.tables import Hand, new_table


@pytest.fixture
def hand(backend: Backend) -> Hand:
    hand = Hand(backend, new_table(backend, "volcano"))
    hand.tell_all()
    hand.choose_first_stories()
    return hand


def now(backend: Backend, hand: Hand) -> Play:
    play: Play = backend.service.look(hand.look.info.id).state.play
    return play


def tap(client: FlaskClient, table: Hand, address: str, **change: object) -> None:
    """The button of a page that makes this change; its other keys may be anything."""
    here = f"/tables/{table.look.info.id}/correct"
    page = client.get(f"{here}?{address}").text
    for form in re.findall(r"<form.*?</form>", page, re.S):
        fields = hidden(form, "<form")
        (offered,) = json.loads(fields.get("changes", "[{}]"))
        if change.items() <= offered.items():
            assert client.post(f"{here}/do", data=fields).status_code == 303
            return
    raise AssertionError(f"no button for {change}")


def test_a_camp_is_moved_by_tapping_it_and_where_it_really_stands(
    client: FlaskClient, backend: Backend, hand: Hand
) -> None:
    board = hand.play.table.board
    first, other = [at for at, ground in board.ground.items() if ground == "forest" and at not in board.camps][:2]
    tap(client, hand, f"at={first.q},{first.r}", do="set-camp", player="Inês")
    tap(client, hand, f"at={first.q},{first.r}&to={other.q},{other.r}", do="move-camp", to=list(other))
    camps = now(backend, hand).table.board.camps
    assert first not in camps
    assert camps[other].player == "Inês"
    tap(client, hand, f"at={other.q},{other.r}", do="remove-camp")
    assert other not in now(backend, hand).table.board.camps


def test_a_tapped_camp_is_followed_by_where_it_goes(client: FlaskClient, hand: Hand) -> None:
    at, camp = next(iter(hand.play.table.board.camps.items()))
    page = client.get(f"/tables/{hand.look.info.id}/correct?at={at.q},{at.r}").text
    free = next(one for one in hand.play.table.board.ground if one not in hand.play.table.board.camps)
    assert html.escape(f"at={at.q},{at.r}&to={free.q},{free.r}") in page
    assert camp.player in page


def test_berries_and_a_marker_on_a_space(client: FlaskClient, backend: Backend, hand: Hand) -> None:
    board = hand.play.table.board
    at = next(at for at, ground in board.ground.items() if ground == "forest" and at not in board.camps)
    tap(client, hand, f"at={at.q},{at.r}", do="set-berries", berries=board.berries.get(at, 0) + 1)
    tap(client, hand, f"at={at.q},{at.r}", do="set-marker", kind="lava")
    after = now(backend, hand).table.board
    assert after.berries[at] == board.berries.get(at, 0) + 1
    assert after.markers[at] == "lava"


def test_what_a_player_has_is_tapped(client: FlaskClient, backend: Backend, hand: Hand) -> None:
    tap(client, hand, "who=Mara", do="set-berries", berries=1)
    tap(client, hand, "who=Mara", do="set-hand", hidden_cards=3)
    tap(client, hand, "who=Mara&pick=hand&terrain=forest", do="set-hand", hand=["forest:berry"])
    tap(client, hand, "who=Mara&pick=tuck", do="set-tucked", tucked=["water"])
    mara = now(backend, hand).table.player("Mara")
    assert (mara.berries, mara.hidden_cards) == (1, 3)
    assert ([str(card) for card in mara.hand], [str(half) for half in mara.tucked]) == (["forest:berry"], ["water"])
    tap(client, hand, "who=Mara", do="set-hand", hand=[])
    tap(client, hand, "who=Mara", do="set-tucked", tucked=[])
    mara = now(backend, hand).table.player("Mara")
    assert (mara.hand, mara.tucked) == ((), ())


def test_a_wrong_story_tile_is_swapped_in_its_place(client: FlaskClient, backend: Backend, hand: Hand) -> None:
    (had,) = hand.play.table.player("Mara").stories
    tap(client, hand, "who=Mara&pick=story&place=1&need=forest", do="swap-story", place=1)
    (story,) = now(backend, hand).table.player("Mara").stories
    assert story != had
    assert story.needs["forest"]  # type: ignore[index]
    tap(client, hand, "who=Mara", do="set-stories", stories=[])
    assert now(backend, hand).table.player("Mara").stories == ()


def test_the_row_the_turn_the_round_and_the_piles(client: FlaskClient, backend: Backend, hand: Hand) -> None:
    tap(client, hand, "pick=row&place=2&terrain=water", do="set-row")
    tap(client, hand, "", do="set-turn", player="Mara")
    tap(client, hand, "", do="set-round", round=2)
    before = hand.play.table.piles.draw
    assert before is not None
    tap(client, hand, "", do="set-piles", draw_pile=before - 1)
    stack = hand.play.story_stack
    assert stack
    tap(client, hand, "", do="set-piles", story_stack=stack - 1)
    play = now(backend, hand)
    assert play.table.row is not None
    assert "water" in str(play.table.row[1])
    assert (play.next.player, play.round, play.table.piles.draw) == ("Mara", 2, before - 1)
    assert play.story_stack == stack - 1


@pytest.mark.parametrize(
    ("scenario", "stock"),
    [("volcano", "lava_markers"), ("downpour", "water_markers"), ("lake-villages", "fish_tokens")],
)
def test_markers_and_fish_nobody_has_are_counted_anew_by_a_tap(
    client: FlaskClient, backend: Backend, scenario: str, stock: str
) -> None:
    hand = Hand(backend, new_table(backend, scenario, 3))
    before = getattr(hand.play.table, stock)
    tap(client, hand, "", do="set-piles", **{stock: before - 1})
    assert getattr(now(backend, hand).table, stock) == before - 1


@pytest.mark.parametrize(
    "changes",
    [
        "[]",
        "nonsense",
        '[{"do": "set-camp", "at": [900, 900], "player": "Mara"}]',
        '[{"do": "set-hand", "player": "Nobody", "hand": []}]',
        '[{"do": "set-hand", "player": "Mara", "hand": ["lemon"]}]',
        '[{"do": "set-berries", "player": "Mara", "berries": -1}]',
    ],
)
def test_what_does_not_hold_together_is_refused_without_a_path(
    client: FlaskClient, backend: Backend, hand: Hand, changes: str
) -> None:
    here = f"/tables/{hand.look.info.id}/correct"
    fields = hidden(client.get(here).text, "set-turn")
    answer = client.post(f"{here}/do", data={**fields, "changes": changes})
    assert answer.status_code == 422
    assert "Nothing was changed" in answer.text
    assert "table.players" not in answer.text
    assert "changes[" not in answer.text
    assert backend.service.look(hand.look.info.id).seq == hand.look.seq


def test_nothing_has_to_be_typed(client: FlaskClient, hand: Hand) -> None:
    at: Hex = next(iter(hand.play.table.board.camps))
    for address in ("", "who=Mara", "who=Mara&pick=story", f"at={at.q},{at.r}", "pick=row&place=1"):
        page = client.get(f"/tables/{hand.look.info.id}/correct?{address}").text
        assert not re.search(r"<textarea|type=\"(text|number)\"", page), address


def test_who_sits_where_and_in_which_color(client: FlaskClient, backend: Backend, hand: Hand) -> None:
    names = [player.name for player in hand.play.table.players]
    tap(
        client,
        hand,
        "",
        do="set-seats",
        players=[{"name": "Inês", "color": "marigold"}, *seated(hand, "Jonas", "Mara")],
    )
    after = now(backend, hand).table.players
    assert [player.name for player in after] == ["Inês", "Jonas", "Mara"] != names
    assert {player.name: player.stories for player in after} == {
        player.name: player.stories for player in hand.play.table.players
    }
    tap(
        client,
        hand,
        "who=Jonas",
        do="set-seats",
        players=[{"name": "Inês", "color": "indigo"}, {"name": "Jonas", "color": "marigold"}, *seated(hand, "Mara")],
    )
    assert [player.color for player in now(backend, hand).table.players] == ["indigo", "marigold", "raspberry"]


def seated(hand: Hand, *names: str) -> list[dict[str, str | None]]:
    return [{"name": name, "color": hand.play.table.player(name).color} for name in names]


def test_somebody_joins_late_without_a_name_being_typed(client: FlaskClient, backend: Backend, hand: Hand) -> None:
    backend.service.create(
        "dewan",
        {
            "table": {
                "format": "dewan-table/1",
                "scenario": "base",
                "players": [{"name": "Zoe", "color": "pearl"}, {"name": "Mara", "color": "indigo"}],
            }
        },
    )
    tap(client, hand, "", do="add-player", player="Zoe", color="pearl")
    play = now(backend, hand)
    assert [player.name for player in play.table.players] == ["Jonas", "Inês", "Mara", "Zoe"]
    assert play.table.player("Zoe").hidden_cards == 2
    assert backend.service.look(hand.look.info.id).summary.players[-1] == "Zoe"
    # Four sit there: nobody else fits in.
    page = client.get(f"/tables/{hand.look.info.id}/correct").text
    assert "add-player" not in page
    assert "No Starting tile on the map yet: Zoe." in page
    tap(client, hand, "", do="set-turn", player="Zoe")
    hand.look = backend.service.look(hand.look.info.id)
    hand.take()
    assert hand.play.next.player == "Jonas"


def test_a_wrong_open_story_tile_is_swapped(client: FlaskClient, backend: Backend, hand: Hand) -> None:
    had = hand.play.story_row
    tap(client, hand, "pick=story-row&place=3&need=water", do="set-story-row")
    row = now(backend, hand).story_row
    assert had
    assert row
    assert row[2]
    assert row[2].needs["water"]  # type: ignore[index]
    assert [one for i, one in enumerate(row) if i != 2] == [one for i, one in enumerate(had) if i != 2]


def test_what_is_not_recorded_is_not_corrected(client: FlaskClient, backend: Backend) -> None:
    table = Hand(backend, new_table(backend, "volcano", way="camps"))
    player = client.get(f"/tables/{table.look.info.id}/correct?who=Mara").text
    assert "set-berries" in player
    for change in ("set-hand", "set-tucked", "pick=story"):
        assert change not in player
    assert "pick=row" not in client.get(f"/tables/{table.look.info.id}/correct").text


@pytest.mark.parametrize(
    "seats",
    [[], [{"name": "Mara"}] * 3, [{"name": "Mara"}, {"name": "Jonas"}, {"name": "Nobody"}], [3, {"name": []}, {}]],
)
def test_seats_are_those_of_the_same_people(
    client: FlaskClient, backend: Backend, hand: Hand, seats: list[object]
) -> None:
    here = f"/tables/{hand.look.info.id}/correct"
    fields = hidden(client.get(here).text, "set-turn")
    changes = json.dumps([{"do": "set-seats", "players": seats}])
    assert client.post(f"{here}/do", data={**fields, "changes": changes}).status_code == 422
    assert backend.service.look(hand.look.info.id).seq == hand.look.seq


def test_what_is_tapped_on_the_table_leads_to_its_correction(client: FlaskClient, hand: Hand) -> None:
    here, board = f"/tables/{hand.look.info.id}", hand.play.table.board
    camp = next(at for at, one in board.camps.items() if one.player != hand.play.next.player)
    for tapped, leads in (
        ("?who=Mara", "/correct?who=Mara"),
        ("?piles=1", "/correct"),
        (f"?to={camp.q},{camp.r}", f"/correct?at={camp.q},{camp.r}"),
    ):
        assert f'href="{here}{leads}" aria-label="Correct the table"' in client.get(here + tapped).text
        assert client.get(here + leads).status_code == 200
