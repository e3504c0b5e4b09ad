"""Score by camera: photos of the Tribe boards fill the pad, are put right, compared with a record, and refused."""

import re
from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from werkzeug.test import TestResponse

from companion.dewan.demo import demo_box
from companion.dewan.formats.box import write_box
from companion.dewan.formats.stories import story_json
from companion.dewan.rules.table import Player
from companion.log.roles import Role
from tests.web import told_reader
from tests.web.people import Device, House, made_table, open_house
from tests.web.photos import form_with, outcome, photo
from tests.web.tables import COLORS, NAMES, Hand, demo_tiles
from tests.web.told_reader import board, piece, story, told_photo

PICTURE = photo("easy_3")
ADA, BEA = NAMES[0], NAMES[1]


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """With a pad for a game of three that nobody recorded."""
    with open_house(tmp_path) as opened:
        jobs = opened.app.extensions["photo_jobs"]
        jobs._command = told_reader.WORKER
        form = {"players": "3", "name": list(NAMES[:3]), "color": list(COLORS[:3]), "do": "create:plain"}
        made = opened.tablet.post("/score", form)
        assert made.status_code == 303, made.text
        yield replace(opened, table_id=made.headers["Location"].rpartition("/")[2])
        jobs.stop()


def sent(house: House, device: Device, who: int, told: dict[str, Any]) -> str:
    """A photo of this player's board, read: the address of what was seen."""
    table_id = house.table_id
    answer = posted(house, device, who, told)
    assert answer.status_code == 303, answer.text
    jobs = house.app.extensions["photo_jobs"]
    key = jobs.of(f"{table_id} board")[-1].key
    outcome(jobs, f"{table_id} board", key)
    return f"/tables/{table_id}/photo/pieces/board/{key}"


def posted(house: House, device: Device, who: int, told: dict[str, Any]) -> TestResponse:
    device.post("/theme", {"theme": "auto"})
    body, kind = form_with(device.csrf, told_photo(PICTURE, **told), tile=[])
    who_part = f'------photo\r\nContent-Disposition: form-data; name="who"\r\n\r\n{who}\r\n'.encode()
    return device.client.post(f"/tables/{house.table_id}/photo/boards", data=who_part + body, content_type=kind)


def player(house: House, name: str = ADA) -> Player:
    found: Player = house.backend.service.look(house.table_id).state.play.table.player(name)
    return found


def worth(one: Player) -> list[tuple[int, int]]:
    return [(story.points, story.fire) for story in one.stories]


def boards(device: Device, house: House) -> str:
    return device.get(f"/tables/{house.table_id}/photo/boards").text


def test_the_pad_fills_as_photos_come_in_and_asks_for_what_was_not_seen(house: House) -> None:
    address = sent(
        house, house.tablet, 0, board(piece("tucked", 0, half="water:fire"), story(0, "T05"), story(1, "T02"))
    )
    ada = player(house)
    assert worth(ada) == [(4, 1), (2, 1)]
    assert [str(half) for half in ada.tucked] == ["water:fire"]
    page = boards(house.tablet, house)
    assert "How many Berries" in page
    house.tablet.post(f"{address}/answer", {"berries": "3"})
    assert player(house).berries == 3
    page = boards(house.tablet, house)
    assert "How many Berries" not in page
    assert "The record matches the photo" in page
    # Where a number comes from: the photo of it, with what was seen.
    why = house.tablet.get(f"/tables/{house.table_id}/score?column={ADA}&row=stories").text
    assert f"{address}/picture.jpg" in why
    assert "picture.jpg" not in house.tablet.get(f"/tables/{house.table_id}/score?column={BEA}&row=stories").text


def test_no_berries_is_an_answer_too(house: House) -> None:
    address = sent(house, house.tablet, 0, board(story(0, "T05")))
    house.tablet.post(f"{address}/answer", {"berries": "0"})
    assert "How many Berries" not in boards(house.tablet, house)
    for what, value in (
        ("berries", "many"),
        ("berries", ""),
        ("camps", "3"),
        ("piece-0", "story:T99"),
        ("piece-", "x"),
    ):
        assert house.tablet.post(f"{address}/answer", {what: value}).status_code == 422


def test_a_piece_that_was_not_recognized_is_one_question(house: House) -> None:
    address = sent(house, house.tablet, 0, board(story(0, "T05"), story(1, None, maybe=("T09", "T10"))))
    assert worth(player(house)) == [(4, 1)]
    page = boards(house.tablet, house)
    assert "What is this?" in page
    assert 'value="story:T09"' in page
    house.tablet.post(f"{address}/answer", {"piece-1": "story:T09", "back": "boards"})
    assert [one.id for one in player(house).stories] == ["T05", "T09"]
    assert "What is this?" not in boards(house.tablet, house)


def test_all_doubts_of_a_board_are_answered_at_once_with_the_best_guess_ticked(house: House) -> None:
    """What the reader is not sure of is on the pad, and asked about; the number of Berries saves that, too."""
    told = board(
        piece("tucked", 0, half="water:fire", confidence=0.5),
        piece("tucked", 1, half="forest"),
        {**story(0, "T05"), "confidence": 0.6},
        story(1, None, maybe=("T05", "T09", "T10")),
    )
    address = sent(house, house.tablet, 0, told)
    assert [one.id for one in player(house).stories] == ["T05"]
    page = boards(house.tablet, house)
    ticked = re.findall(r'name="(piece-\d)" value="([^"]+)" checked', page)
    assert ticked == [("piece-0", "half:water:fire"), ("piece-2", "story:T05"), ("piece-3", "story:T09")]
    house.tablet.post(f"{address}/answer", {**dict(ticked), "berries": "4"})
    ada = player(house)
    assert [one.id for one in ada.stories] == ["T05", "T09"]
    assert [str(half) for half in ada.tucked] == ["water:fire", "forest"]
    assert ada.berries == 4
    assert "The record matches the photo" in boards(house.tablet, house)
    before = house.backend.service.look(house.table_id).seq
    house.tablet.post(f"{address}/answer", {"piece-0": "nothing"})
    assert [str(half) for half in player(house).tucked] == ["forest"]
    assert house.backend.service.look(house.table_id).seq == before + 1


def test_a_tile_that_surely_lies_on_another_board_is_not_offered(house: House) -> None:
    sent(house, house.tablet, 0, board(story(0, "T05")))
    sent(house, house.tablet, 1, board(story(0, None, maybe=("T05", "T09", "T10")), story(1, "T02")))
    page = boards(house.tablet, house)
    assert re.findall(r'name="piece-0" value="([^"]+)"', page)[:2] == ["story:T09", "story:T10"]


def test_a_wrong_reading_is_put_right_on_the_photo_and_the_pad_follows(house: House) -> None:
    address = sent(
        house, house.tablet, 0, board(piece("tucked", 0, half="desert:fire"), story(0, "T05"), story(1, "T02"))
    )
    page = house.tablet.get(f"{address}?piece=1").text
    assert 'value="story:T06"' in page
    for number, value in ((1, "story:7/2"), (0, "half:desert:berry"), (2, "nothing"), (3, "story:T08")):
        assert house.tablet.post(f"{address}/change", {"piece": number, "value": value}).status_code == 303
    ada = player(house)
    assert worth(ada) == [(7, 2), (4, 1)]
    assert [str(half) for half in ada.tucked] == ["desert:berry"]
    for number, value in ((1, "story:T99"), (1, "half:sea"), (40, "nothing"), (1, "story:100/1"), (-1, "story:T08")):
        assert house.tablet.post(f"{address}/change", {"piece": number, "value": value}).status_code == 422
    assert player(house) == ada


def test_what_was_typed_is_never_overwritten_but_compared(house: House) -> None:
    pad = f"/score/{house.table_id}"
    seq = house.backend.service.look(house.table_id).seq
    house.tablet.post(pad, {"what": "story", "value": "5/0", "who": "0", "seen": str(seq), "id": "typed"})
    address = sent(house, house.tablet, 0, board(story(0, "T05")))
    assert worth(player(house)) == [(5, 0)]
    page = house.tablet.get(address).text
    keys = re.findall(r'name="difference" value="([^"]+)"', page)
    assert keys == ["more story 0", "less story 0"]
    house.tablet.post(f"{address}/settle", {"difference": keys[1], "right": "record"})
    house.tablet.post(f"{address}/settle", {"difference": keys[0], "right": "photo"})
    assert worth(player(house)) == [(5, 0), (4, 1)]
    assert not re.findall(r'name="difference"', house.tablet.get(address).text)


def test_another_players_board_is_noticed(house: House) -> None:
    told = board(story(0, "T05"), story(1, "T02"))
    sent(house, house.tablet, 0, told)
    address = sent(house, house.tablet, 1, told)
    assert player(house, BEA).stories == ()
    assert f"already recorded: {ADA}" in boards(house.tablet, house)
    house.tablet.post(f"{address}/whose", {"who": "0"})
    assert player(house, BEA).stories == ()
    assert "already recorded" not in boards(house.tablet, house)
    house.tablet.post(f"{address}/whose", {"who": "1"})
    assert len(player(house, BEA).stories) == 2, "whoever sits there knows better"


def test_a_story_the_map_shows_too_little_for_counts_when_somebody_says_so(house: House) -> None:
    """With a map, the map tells whether a tile is met: none is, where no Camp was placed."""
    hand = Hand(house.backend, house.backend.service.look(house.table_id))
    hand.record("map", {"map": {"box": write_box(demo_box()), "tiles": demo_tiles("base", 3)}})
    sent(house, house.tablet, 0, board(story(0, "T05")))
    pad = house.backend.service.look(house.table_id)
    assert pad.game.scoreboard(pad.state).cell(ADA, "stories").points == 0
    assert "The map shows too little" in boards(house.tablet, house)
    form = {"who": "0", "place": "0", "counts": "1"}
    assert house.tablet.post(f"/tables/{house.table_id}/photo/boards/story", form).status_code == 303
    pad = house.backend.service.look(house.table_id)
    assert pad.game.scoreboard(pad.state).cell(ADA, "stories").points == 4
    assert 'name="counts" value="0" aria-pressed="true"' in boards(house.tablet, house)
    bad = {"who": "0", "place": "3", "counts": "1"}
    assert house.tablet.post(f"/tables/{house.table_id}/photo/boards/story", bad).status_code == 422


@pytest.mark.parametrize(
    ("told", "said"),
    [
        (board(), "No Story tiles or cards were found"),
        ({"fails": "damaged"}, "damaged"),
        (board(story(0, "T05"), parts=2), "2 pieces are cut off"),
        (board(story(0, None, maybe=("T01",))), "What is this?"),
    ],
    ids=["without pieces", "damaged", "half a picture", "another game"],
)
def test_a_bad_photo_is_said_and_nothing_is_lost(house: House, told: dict[str, Any], said: str) -> None:
    sent(house, house.tablet, 0, board(story(0, "T05")))
    before = player(house)
    address = sent(house, house.tablet, 0, told)
    assert said in boards(house.tablet, house)
    assert player(house) == before
    assert house.tablet.get(address).status_code in (200, 422)
    assert house.tablet.post(f"{address}/drop").status_code == 303
    assert said not in boards(house.tablet, house)
    assert house.tablet.get(address).status_code == 404


def test_a_phone_sends_its_own_players_photo_and_no_other(house: House) -> None:
    phone, other = house.joined(Role.SEAT, ADA), house.joined(Role.SEAT, BEA)
    own = f"/tables/{house.table_id}/photo/boards"
    assert phone.get(f"/tables/{house.table_id}/seat").headers["Location"] == own
    page = phone.get(own).text
    assert ('id="board-0"' in page, 'id="board-1"' in page) == (True, False)
    address = sent(house, phone, 0, board(story(0, "T05")))
    assert worth(player(house)) == [(4, 1)]
    assert phone.post(f"{address}/answer", {"berries": "2"}).status_code == 303
    assert player(house).berries == 2
    assert phone.post(f"{address}/change", {"piece": 0, "value": "story:T08"}).status_code == 303
    assert [one.id for one in player(house).stories] == ["T08"]
    assert phone.post(f"{address}/whose", {"who": "1"}).status_code == 403
    for more in ("", "/picture.jpg"):
        assert other.get(address + more).status_code == 404
        assert house.joined(Role.SPECTATOR).get(address + more).status_code == 403
        assert house.tablet.get(address + more).status_code == 200, "boards lie open, and the pad is everybody's"
    body, kind = form_with(other.csrf or "none", PICTURE)
    other.post("/theme", {"theme": "auto"})
    body, kind = form_with(other.csrf, PICTURE)
    who = b'------photo\r\nContent-Disposition: form-data; name="who"\r\n\r\n0\r\n'
    assert other.client.post(own, data=who + body, content_type=kind).status_code == 403
    body, kind = form_with(other.csrf, PICTURE)
    assert other.client.post(own, data=who.replace(b"0", b"any") + body, content_type=kind).status_code == 403


def test_the_same_photos_check_a_recorded_game(house: House) -> None:
    house = replace(house, table_id=made_table(house.tablet))
    hand = Hand(house.backend, house.backend.service.look(house.table_id))
    mine = [story_json(replace(one, done=True)) for one in _stories(house, "T05", "T02")]
    hand.record("correction", {"changes": [{"do": "set-stories", "player": ADA, "stories": mine}, {"do": "end-game"}]})
    address = sent(
        house, house.tablet, 0, board(piece("tucked", 0, half="water:fire"), story(0, "T05"), story(1, "T07"))
    )
    assert [one.id for one in player(house).stories] == ["T05", "T02"], "a record is never changed by itself"
    page = house.tablet.get(address).text
    keys = re.findall(r'name="difference" value="([^"]+)"', page)
    assert keys == ["more story 1", "more half 0", "less story 1"]
    for key in keys:
        assert house.tablet.post(f"{address}/settle", {"difference": key, "right": "photo"}).status_code == 303
    assert [one.id for one in player(house).stories] == ["T05", "T07"]
    assert [str(half) for half in player(house).tucked] == ["water:fire"]
    assert "The record matches the photo" in house.tablet.get(address).text


def _stories(house: House, *names: str) -> list[Any]:
    return [one for name in names for one in demo_box().stories if one.id == name]


# --- Cards at hand


def sent_at_hand(house: House, device: Device, sort: str, told: dict[str, Any]) -> str:
    here = f"/tables/{house.table_id}/photo/pieces/{sort}"
    assert device.get(here).status_code == 200
    device.post("/theme", {"theme": "auto"})
    body, kind = form_with(device.csrf, told_photo(PICTURE, **told))
    answer = device.client.post(here, data=body, content_type=kind)
    assert answer.status_code == 303, answer.text
    outcome(
        house.app.extensions["photo_jobs"], f"{house.table_id} {sort}", answer.headers["Location"].rpartition("/")[2]
    )
    return answer.headers["Location"]


@pytest.fixture
def table(house: House) -> House:
    """A table that records everything; nobody has entered what lies open."""
    return replace(house, table_id=made_table(house.tablet))


def proof(house: House) -> dict[str, object]:
    return {"seen": str(house.backend.service.look(house.table_id).seq), "id": "from-a-photo"}


def test_the_open_row_and_the_story_row_are_read_from_one_photo(table: House) -> None:
    cards = ["forest", "mountain:fire", "desert/water"]
    told = board(
        *(piece("card", n, card=text) for n, text in enumerate(cards)), story(3, "T05"), story(4, None, maybe=("T09",))
    )
    address = sent_at_hand(table, table.tablet, "row", told)
    page = table.tablet.get(address).text
    assert page.count('class="difference-number"') == 6 + 5
    table.tablet.post(f"{address}/turn")
    table.tablet.post(f"{address}/change", {"piece": 0, "value": "card:badlands"})
    assert table.tablet.post(f"{address}/record", proof(table)).status_code == 303
    play = table.backend.service.look(table.table_id).state.play
    assert [str(card) for card in play.table.row[:4]] == ["desert/water", "mountain:fire", "badlands", "untold"]
    assert [one and one.id for one in play.story_row[:3]] == [None, "T05", None]
    assert table.tablet.get(address).status_code == 404, "recorded, and forgotten"


def test_a_row_somebody_else_entered_meanwhile_is_not_overwritten(table: House) -> None:
    address = sent_at_hand(table, table.tablet, "row", board(piece("card", 0, card="forest")))
    seen = proof(table)
    Hand(table.backend, table.backend.service.look(table.table_id)).record("tell", {"row": ["desert"]})
    table.tablet.post(f"{address}/record", seen)
    assert str(table.backend.service.look(table.table_id).state.play.table.row[0]) == "desert"
    assert "Your entry was not saved" in table.tablet.get(address).text


def test_a_hand_in_a_photo_is_seen_by_nobody_else(table: House) -> None:
    hand = Hand(table.backend, table.backend.service.look(table.table_id))
    hand.tell_all()
    hand.choose_first_stories()
    mine, other = table.joined(Role.SEAT, ADA), table.joined(Role.SEAT, BEA)
    held = hand.play.table.player(ADA)
    cards = ["forest", "forest/water:fire", "desert"][: held.hidden_cards]
    told = board(*(piece("card", n, card=text) for n, text in enumerate([*map(str, held.hand), *cards])))
    address = sent_at_hand(table, mine, "hand", told)
    key = address.rpartition("/")[2]
    assert mine.get(address).status_code == 200
    assert mine.get(f"{address}/picture.jpg").data == PICTURE
    assert "no-store" in mine.get(f"{address}/picture.jpg").headers["Cache-Control"]
    everybody = (other, table.tablet, table.joined(Role.RECORDER), table.joined(Role.SPECTATOR), table.device())
    here = f"/tables/{table.table_id}/photo"
    for device in everybody:
        for path in (address, f"{address}/picture.jpg", f"{here}/{key}", f"{here}/{key}/picture.jpg"):
            assert device.get(path).status_code in (403, 404), path
        for sort in ("board", "row"):
            assert device.get(f"{here}/pieces/{sort}/{key}/picture.jpg").status_code in (403, 404)
        for what in ("change", "record", "drop"):
            assert device.post(f"{address}/{what}", {"piece": 0, "value": "nothing"}).status_code in (403, 404)
        assert device.post(f"{here}/{key}/keep").status_code in (403, 404)
        assert device.post(f"{here}/pieces/board/{key}/answer", {"piece-0": "nothing"}).status_code in (403, 404)
        assert device.get(f"{here}/pieces/hand").status_code in (200, 403, 404)
        assert key not in device.get(f"{here}/boards").text
    assert mine.post(f"{address}/record", proof(table)).status_code == 303
    assert [str(card) for card in hand.play.table.player(ADA).secret] == []
    after = table.backend.service.look(table.table_id).state.play.table.player(ADA)
    assert sorted(map(str, after.secret)) == sorted(cards)
    for device in everybody[:4]:
        page = device.get(f"/api/tables/{table.table_id}/entries").text + device.get(f"/tables/{table.table_id}").text
        assert "forest/water:fire" not in page
    assert mine.get(address).status_code == 404, "entered, and forgotten"


def test_more_hidden_cards_than_are_held_are_refused_in_words(table: House) -> None:
    mine = table.joined(Role.SEAT, ADA)
    told = board(*(piece("card", n, card="forest") for n in range(7)))
    address = sent_at_hand(table, mine, "hand", told)
    assert "Remove what is not in your hand" in mine.get(address).text
    mine.post(f"{address}/record", proof(table))
    assert table.backend.service.look(table.table_id).state.play.table.player(ADA).secret == ()
    assert mine.get(address).status_code == 200, "the photo is still there to be put right"


def test_berries_in_the_photo_are_on_the_pad_and_put_right_on_the_photo(house: House) -> None:
    address = sent(house, house.tablet, 0, board(story(0, "T05"), berries=[[40, 500], [80, 510], [120, 500]]))
    assert player(house).berries == 3
    page = boards(house.tablet, house)
    assert re.findall(r'name="berries" value="(\d)" aria-pressed="true"', page) == ["3"], "one tap says that it is so"
    house.tablet.post(f"{address}/answer", {"berries": "3"})
    page = boards(house.tablet, house)
    assert "How many Berries" not in page
    assert "The record matches the photo" in page
    photo = house.tablet.get(address).text
    assert photo.count('<circle class="seen-edge"') == 3
    assert 'value="3" aria-pressed="true"' in photo
    house.tablet.post(f"{address}/answer", {"berries": "4", "back": "photo"})
    assert player(house).berries == 4
    sent(house, house.tablet, 2, board(story(0, "T08"), berries=[[9, 9]] * 12))
    assert 'name="berries" value="12" aria-pressed="true"' in boards(house.tablet, house)
    sent(house, house.tablet, 1, board(story(0, "T06"), berries=[]))
    assert "How many Berries" in boards(house.tablet, house), "they may lie where the photo does not show them"


def test_the_color_of_the_camps_left_says_whose_board_it_is(house: House) -> None:
    address = sent(house, house.tablet, 0, board(story(0, "T05"), color=COLORS[1], camps_left=2, berries=[[9, 9]]))
    assert player(house).stories == ()
    page = boards(house.tablet, house)
    assert f"another color: {BEA}" in page
    house.tablet.post(f"{address}/whose", {"who": "1"})
    bea = player(house, BEA)
    assert ([one.id for one in bea.stories], bea.berries) == (["T05"], 1)
    sent(house, house.tablet, 0, board(story(0, "T06"), color=COLORS[0], camps_left=2))
    assert [one.id for one in player(house).stories] == ["T06"]
    assert "another color" not in boards(house.tablet, house)


def sent_together(house: House, *seen: dict[str, Any]) -> TestResponse:
    """Photos of boards chosen in one go, once they are read."""
    house.tablet.post("/theme", {"theme": "auto"})
    photos = [(BytesIO(told_photo(PICTURE, **told)), f"{n}.jpg") for n, told in enumerate(seen)]
    data = {"csrf_token": house.tablet.csrf, "who": "any", "photo": photos}
    answer = house.tablet.client.post(f"/tables/{house.table_id}/photo/boards", data=data)
    jobs, place = house.app.extensions["photo_jobs"], f"{house.table_id} board"
    for job in jobs.of(place):
        outcome(jobs, place, job.key)
    return answer


def test_photos_of_all_boards_are_sent_at_once_and_the_camps_tell_whose_they_are(house: House) -> None:
    sent_together(
        house,
        board(story(0, "T05"), color=COLORS[2]),
        board(story(0, "T06"), color=COLORS[0]),
        board(story(0, "T07"), color=COLORS[1]),
    )
    players = house.backend.service.look(house.table_id).state.play.table.players
    assert [one.stories[0].id for one in players] == ["T06", "T07", "T05"]
    assert "Whose Tribe board" not in boards(house.tablet, house)


def test_where_no_color_is_seen_somebody_says_whose_board_it_is(house: House) -> None:
    assert sent_together(house, board(story(0, "T05")), board(story(0, "T06"))).status_code == 303
    assert [player(house, name).stories for name in NAMES[:3]] == [(), (), ()]
    page = boards(house.tablet, house)
    assert page.count("Whose Tribe board") == 2
    assert "How many Berries" not in page, "first of all, whose"
    jobs = house.app.extensions["photo_jobs"]
    first, second = (
        f"/tables/{house.table_id}/photo/pieces/board/{job.key}" for job in jobs.of(f"{house.table_id} board")
    )
    house.tablet.post(f"{second}/whose", {"who": "0"})
    house.tablet.post(f"{first}/whose", {"who": "2"})
    assert [one.id for one in player(house).stories] == ["T06"]
    assert [one.id for one in player(house, NAMES[2]).stories] == ["T05"]
    assert "Whose Tribe board" not in boards(house.tablet, house)
    many = sent_together(house, *[board(story(0, "T08"))] * 4)
    assert (many.status_code, "Choose 3 photos at most" in many.text) == (422, True)
    assert sent_together(house).status_code == 422


def test_all_boards_are_photographed_before_the_first_is_read(house: House) -> None:
    house.app.extensions["photo_jobs"]._stopped = True  # it reads none
    for who in (0, 1, 2):
        assert posted(house, house.tablet, who, board(story(0, "T05"))).status_code == 303
    assert boards(house.tablet, house).count("Reading the photo") == 3
