"""An evening from the organiser's side and from everybody else's: codes, tables, calls, rounds, standings, leagues."""

import json
import re
from pathlib import Path

import pytest

from companion.log.access import Place
from companion.log.datadir import DataDir
from companion.log.roles import Role
from companion.service.deleting_people import forget_person
from companion.web.access.codes import access_store, shown_code
from companion.web.access.policy import still_welcome
from companion.web.access.secret_key import house_key
from companion.web.backend import Backend, open_backend
from tests.web.past_games import golden, quick_score
from tests.web.people import Device, made_table, network_app

NOON = "2026-11-16T12:00:00Z"


class Club:
    """``organiser`` has opened an evening; ``guest`` has scanned the code on its wall and hosts a table of its own."""

    def __init__(self, backend: Backend, folder: Path) -> None:
        self.backend, self.folder, self.app = backend, folder, network_app(backend, folder)
        self.organiser, self.guest = self.device(), self.device()
        answer = self.organiser.post("/evenings", {"name": "Club night"})
        assert answer.status_code == 303
        self.address = answer.headers["Location"]
        self.evening = self.address.rpartition("/")[2]
        assert "Club night" in self.guest.scan(self.wall()).text

    def device(self) -> Device:
        return Device(self.app.test_client())

    def wall(self) -> str:
        with self.app.app_context():
            store = access_store()
            assert store is not None
            return shown_code(store, Place(self.evening, Role.SPECTATOR)) or ""

    def do(self, do: str, **fields: str) -> str:
        answer = self.organiser.post(f"{self.address}/do", {"do": do, **fields}, follow_redirects=True)
        assert answer.status_code == 200, answer.text
        return answer.text

    def finished(self, **points: int) -> str:
        """A finished game that takes part."""
        made = quick_score(self.backend, **points).info.id
        self.take_in(self.evening, made)
        return made

    def take_in(self, evening: str, table: str) -> None:
        """As the page does it that has asked whose table it is."""
        seen = self.backend.service.look(evening).seq
        self.backend.service.record(evening, seen, f"join-{table}", "evening", {"do": "join", "table": table})

    def state(self):  # type: ignore[no-untyped-def]
        return self.backend.service.look(self.evening).state


@pytest.fixture
def club(tmp_path: Path):  # type: ignore[no-untyped-def]
    with open_backend(DataDir(tmp_path)) as backend:
        yield Club(backend, tmp_path)


def test_a_stranger_sees_no_evening_and_a_guest_decides_nothing(club: Club) -> None:
    stranger = club.device()
    assert stranger.get(club.address).status_code == 404
    assert "Club night" not in stranger.get("/evenings").text
    assert "Club night" in club.guest.get("/evenings").text
    assert club.guest.post(f"{club.address}/do", {"do": "close"}).status_code == 403
    assert club.guest.get(f"{club.address}/wall").status_code == 403
    assert "<svg" in club.organiser.get(f"{club.address}/wall").text


def test_guests_say_who_they_are_and_bring_their_own_table_alone(club: Club) -> None:
    page = club.guest.post(f"{club.address}/come", {"name": "Ada"}, follow_redirects=True).text
    assert "Ada" in page
    again = club.guest.post(f"{club.address}/come", {"name": "ada"})
    assert (again.status_code, "Ada is here already." in again.text) == (422, True)
    table, foreign = made_table(club.guest), made_table(club.device())
    assert club.guest.post(f"{club.address}/bring", {"table": foreign}).status_code == 422
    assert club.guest.post(f"{club.address}/bring", {"table": table}).status_code == 303
    assert list(club.state().tables) == [table]


def test_one_guest_gives_a_few_names_and_others_still_come(club: Club) -> None:
    answers = [club.guest.post(f"{club.address}/come", {"name": f"Guest {number}"}) for number in range(13)]
    assert [answer.status_code for answer in answers] == [303] * 12 + [429]
    club.do("come", name="Ada")
    other = club.device()
    other.scan(club.wall())
    assert other.post(f"{club.address}/come", {"name": "Ben"}).status_code == 303


@pytest.mark.parametrize("name", ["\u0410da", "Ada\u200b"], ids=["of another alphabet", "with a mark nobody sees"])
def test_nobody_comes_under_a_name_that_looks_like_anothers(club: Club, name: str) -> None:
    club.do("come", name="Ada")
    assert club.guest.post(f"{club.address}/come", {"name": name}).status_code == 422
    assert club.organiser.post(f"{club.address}/do", {"do": "come", "name": name}).status_code == 422
    assert club.state().people == ("Ada",)


def test_the_organiser_looks_on_at_tables_that_take_part_and_at_no_others(club: Club) -> None:
    table = made_table(club.guest)
    assert club.organiser.get(f"/tables/{table}").status_code == 404
    club.guest.post(f"{club.address}/bring", {"table": table})
    assert club.organiser.get(f"/tables/{table}").status_code == 200
    assert club.organiser.get(f"/tables/{table}/live").status_code == 200
    assert club.organiser.post(f"/tables/{table}/undo", {}).status_code == 403
    assert club.device().get(f"/tables/{table}").status_code == 404
    club.do("put-out", table=table)
    assert club.organiser.get(f"/tables/{table}").status_code == 404


def amended(entry: int, body: dict[str, object]) -> dict[str, object]:
    return {"entry": entry, "kind": "evening", "body": body}


@pytest.mark.parametrize("way", ["organiser", "button", "program", "instead of another"])
def test_nobody_takes_a_table_of_others_into_an_evening_of_their_own(club: Club, way: str) -> None:
    """Its address is known to whoever was ever there: also to somebody who was put out, and comes in no other way."""
    foreign = made_table(club.guest)
    club.do("come", name="Ada")
    join: dict[str, object] = {"do": "join", "table": foreign}
    seen = club.backend.service.look(club.evening).seq
    if way == "organiser":
        club.organiser.post(f"{club.address}/do", join)
    elif way == "button":
        entry = {"kind": "evening", "body": json.dumps(join), "seen": str(seen), "id": "x"}
        assert club.organiser.post(f"/tables/{club.evening}/record", entry).status_code == 403
    else:
        kind, body = ("evening", join) if way == "program" else ("amend", amended(1, join))
        entry = {"seen": seen, "id": "x", "kind": kind, "body": body}
        assert club.organiser.client.post(f"/api/tables/{club.evening}/entries", json=entry).status_code == 403
    assert not club.state().tables
    assert club.organiser.get(f"/tables/{foreign}").status_code == 404


def test_nobody_counts_an_evening_of_others_by_a_program(club: Club) -> None:
    league = club.guest.post("/leagues", {"name": "Mine"}).headers["Location"].rpartition("/")[2]
    entry = {"seen": 0, "id": "x", "kind": "league", "body": {"do": "add-evening", "evening": club.evening}}
    assert club.guest.client.post(f"/api/tables/{league}/entries", json=entry).status_code == 403
    assert not club.backend.service.look(league).state.evenings


@pytest.mark.parametrize("game", ["evening", "league", "people"])
def test_evenings_are_opened_on_their_page_and_read_in_from_no_file(club: Club, game: str) -> None:
    """A file may say that it is of the house, or that any table takes part."""
    header = {"name": "Ours", "of_house": True}
    stranger = club.device().client
    made = stranger.post("/api/tables", json={"game": game, "header": header})
    assert (made.status_code, "Unknown game" in made.text) == (422, True)
    join = {"do": "join", "table": club.evening}
    entry = {"seq": 1, "id": "x", "kind": game, "body": join, "by": None, "at": NOON, "rules": "evening/1"}
    log = {"format": "companion-log/1", "game": game, "header": header, "entries": [{**entry, "verdict": None}]}
    made = stranger.post("/api/tables", json={"log": log})
    assert (made.status_code, "Unknown game" in made.text) == (422, True)


def test_who_organised_an_evening_follows_its_tables_no_further(club: Club) -> None:
    table = made_table(club.guest)
    club.guest.post(f"{club.address}/bring", {"table": table})
    helper, place = club.device(), Place(club.evening, Role.RECORDER)
    with club.app.app_context():
        store = access_store()
        assert store is not None
        helper.scan(shown_code(store, place) or "")
    with helper.client:
        assert helper.get(f"/tables/{table}").status_code == 200
        welcome = still_welcome(table)
        assert welcome()
        store.revoke(place, NOON)
        assert not welcome()
    assert helper.get(f"/tables/{table}").status_code == 404


def test_a_table_calls_the_organiser_with_its_position(club: Club) -> None:
    table = made_table(club.guest)
    assert club.guest.get(f"/tables/{table}/organiser").status_code == 404, "not at an evening"
    assert 'id="evening-line"' not in club.guest.get(f"/tables/{table}").text
    club.guest.post(f"{club.address}/bring", {"table": table})
    assert 'id="evening-line"' in club.guest.get(f"/tables/{table}").text
    page = club.guest.post(f"/tables/{table}/organiser", {"text": "Camp on water?"}, follow_redirects=True).text
    assert "The organizer has been called." in page
    assert "The organizer has been called." in club.guest.get(f"/tables/{table}/organiser/line").text
    shown = club.organiser.get(f"{club.address}/tables").text
    assert "Camp on water?" in shown
    seq = club.backend.service.look(table).seq
    assert f'href="/tables/{table}/at/{seq}"' in shown
    assert "Camp on water?" not in club.guest.get(club.address).text, "calls are the organiser's"
    club.do("answer", call="1")
    assert "Camp on water?" not in club.organiser.get(club.address).text


def test_no_table_takes_all_calls_there_may_be(club: Club) -> None:
    tables = [made_table(club.guest), made_table(club.guest)]
    for table in tables:
        club.guest.post(f"{club.address}/bring", {"table": table})
    calls = [club.guest.post(f"/tables/{tables[0]}/organiser", {"text": "Come!"}).status_code for _ in range(6)]
    assert calls == [303] * 5 + [422]
    assert club.guest.post(f"/tables/{tables[1]}/organiser", {"text": "Here."}).status_code == 303


def test_time_is_called_at_every_table(club: Club) -> None:
    table = made_table(club.guest)
    club.guest.post(f"{club.address}/bring", {"table": table})
    club.do("set-clock", minutes="30")
    assert "Time!" not in re.sub(r'data-over="[^"]*"', "", club.guest.get(f"/tables/{table}/organiser/line").text)
    club.do("set-clock", minutes="0")
    assert "Time!" in re.sub(r'data-over="[^"]*"', "", club.guest.get(f"/tables/{table}/organiser/line").text)
    club.do("set-clock", minutes="")
    assert "data-until" not in club.guest.get(f"/tables/{table}/organiser/line").text


def test_a_round_is_paired_and_its_tables_are_set_up_with_the_names(club: Club) -> None:
    for name in ("Ada", "Ben", "Cleo", "Dora"):
        club.do("come", name=name)
    club.do("pair", size="2", how="drawn")
    first, second = club.state().rounds[0]
    answer = club.guest.post(f"{club.address}/open", {"pairing": "2"})
    setup = answer.headers["Location"]
    page = club.guest.get(setup).text
    assert all(f'value="{name}"' in page for name in second)
    table = made_table(club.guest)
    assert list(club.state().tables) == [table]
    another = made_table(club.guest)
    assert another not in club.state().tables, "only the one it was opened for"
    club.do("swap", one=first[0], other=second[0])
    assert club.state().rounds[0][0][0] == second[0]
    undone = club.organiser.post(
        f"{club.address}/undo", {"seen": str(club.backend.service.look(club.evening).seq), "id": "u"}
    )
    assert undone.status_code == 303
    assert club.state().rounds[0] == (first, second)


def test_nobody_is_paired_before_there_are_two(club: Club) -> None:
    answer = club.organiser.post(f"{club.address}/do", {"do": "pair", "size": "4", "how": "swiss"})
    assert (answer.status_code, "At least two people" in answer.text) == (422, True)


def test_results_flow_into_the_standings_and_pair_the_next_round(club: Club) -> None:
    club.finished(Ada=50, Ben=25)
    club.finished(Cleo=40, Dora=10)
    for name in ("Ada", "Ben", "Cleo", "Dora"):
        club.do("come", name=name)
    page = club.guest.get(club.address).text
    assert re.findall(r'class="name"><bdi>(\w+)', page) == ["Ada", "Cleo", "Ben", "Dora"]
    assert "50%" in page
    club.do("pair", size="2", how="swiss")
    assert {frozenset(one) for one in club.state().rounds[0]} == {
        frozenset(("Ada", "Cleo")),
        frozenset(("Ben", "Dora")),
    }
    assert club.guest.get(club.address).text.count('name="pairing"') == 2
    club.finished(Dora=5, Ben=9)
    page = club.guest.get(club.address).text
    assert page.count('name="pairing"') == 1, "Ben and Dora have their table"
    assert ">Table 3<" in page


def test_a_league_counts_its_evenings_and_is_seen_by_others_only_when_published(club: Club) -> None:
    club.finished(Ada=50, Ben=25)
    league = club.organiser.post("/leagues", {"name": "Winter"}).headers["Location"]
    added = club.organiser.post(f"{league}/do", {"do": "add-evening", "evening": club.evening}, follow_redirects=True)
    assert "Club night" in added.text
    assert "Ada" in added.text
    stranger = club.device()
    for path in ("", "/public", "/standings.csv", "/standings.pdf"):
        assert stranger.get(league + path).status_code == 404
    club.organiser.post(f"{league}/do", {"do": "publish", "public": "yes"})
    public = stranger.get(f"{league}/public")
    assert (public.status_code, "Ada" in public.text, "<form" in public.text) == (200, True, False)
    assert stranger.get(league).status_code == 404
    assert stranger.get(f"{league}/standings.csv").data.decode("utf-8-sig").splitlines()[1].split(";")[:3] == [
        "1",
        "Ada",
        "1",
    ]
    assert stranger.get(f"{league}/standings.pdf").data.startswith(b"%PDF")
    club.organiser.post(f"{league}/do", {"do": "publish", "public": "no"})
    assert stranger.get(f"{league}/public").status_code == 404


def test_nobody_counts_an_evening_of_others(club: Club) -> None:
    league = club.guest.post("/leagues", {"name": "Mine"}).headers["Location"]
    assert club.guest.post(f"{league}/do", {"do": "add-evening", "evening": club.evening}).status_code == 403
    stranger = club.device()
    theirs = stranger.post("/leagues", {"name": "Theirs"}).headers["Location"]
    assert stranger.post(f"{theirs}/do", {"do": "add-evening", "evening": club.evening}).status_code == 404


def test_two_evenings_make_a_chart(club: Club) -> None:
    club.finished(Ada=50, Ben=25)
    league = club.organiser.post("/leagues", {"name": "Winter"}).headers["Location"]
    club.organiser.post(f"{league}/do", {"do": "add-evening", "evening": club.evening})
    assert "<polyline" not in club.organiser.get(league).text
    second = club.organiser.post("/evenings", {"name": "Second night"}).headers["Location"]
    game = quick_score(club.backend, Ada=30, Ben=30).info.id
    club.take_in(second.rpartition("/")[2], game)
    club.organiser.post(f"{league}/do", {"do": "add-evening", "evening": second.rpartition("/")[2]})
    page = club.organiser.get(league).text
    assert "<polyline" in page
    assert "Ada: 1.5. Ben: 0.5." in page  # who shares a first place has half a win


def test_a_league_counts_a_table_of_two_evenings_once_and_halves_of_wins(club: Club) -> None:
    drawn = club.finished(Ada=20, Ben=20)
    league = club.organiser.post("/leagues", {"name": "Winter"}).headers["Location"]
    second = club.organiser.post("/evenings", {"name": "Second"}).headers["Location"].rpartition("/")[2]
    club.take_in(second, drawn)
    for evening in (club.evening, second):
        club.organiser.post(f"{league}/do", {"do": "add-evening", "evening": evening})
    page = club.organiser.get(league)
    assert page.status_code == 200
    assert "Ada: 0.5." in page.text


def test_names_of_the_house_are_used_where_the_house_opened_the_evening(club: Club) -> None:
    owner = club.device()
    owner.scan(house_key(club.folder))
    game = quick_score(club.backend, Jonny=50, Ben=25).info.id
    people = club.backend.people
    people.opened()
    club.backend.service.record("people", 0, "m", "merge", {"from": "Jonny", "into": "Jonas"})
    ours = owner.post("/evenings", {"name": "Ours"}).headers["Location"]
    owner.post(f"{ours}/bring", {"table": game})
    assert "Jonas" in owner.get(ours).text
    club.take_in(club.evening, game)
    assert "Jonas" not in club.organiser.get(club.address).text


def test_a_deleted_person_is_gone_from_evenings_too(club: Club) -> None:
    club.finished(Ada=50, Ben=25)
    for name in ("Ada", "ben"):
        club.do("come", name=name)
    club.do("pair", size="2", how="drawn")
    assert forget_person(club.backend.service, "ben").games == 1
    assert club.state().people == ("Ada", "#1")
    assert "Ben" not in club.organiser.get(club.address).text
    kept = [entry.body for entry in club.backend.service.entries(club.evening, 100)]
    assert not re.search("ben", str(kept), re.IGNORECASE)


def test_a_table_that_was_deleted_is_left_out(club: Club) -> None:
    table = club.finished(Ada=50, Ben=25)
    golden(club.backend)
    club.backend.service.delete(table)
    assert "Results appear here" in club.organiser.get(club.address).text


def test_evenings_and_leagues_are_no_tables_to_go_on_with(club: Club) -> None:
    home = club.organiser.get("/").text
    assert "Club night" not in home
    assert 'href="/evenings"' in home
    assert "Club night" not in club.organiser.get("/games").text
