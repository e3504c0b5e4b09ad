"""Quick score over HTTP: a game nobody recorded, from the players to the winner, by forms alone."""

import re
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.dewan.demo import demo_box
from companion.dewan.formats.box import write_box
from companion.dewan.rules.words import LAND
from companion.dewan.scoreboard import scoreboard as pad
from companion.games.scoreboard import Scoreboard
from companion.log.roles import Role
from companion.service.lists import Lists
from companion.web.backend import Backend
from tests.dewan.pages.test_table_screen import hidden
from tests.web.people import Device, House, network_app
from tests.web.tables import demo_tiles, new_table


class Quick:
    """Somebody who fills in the pad."""

    def __init__(
        self, client: FlaskClient, backend: Backend, *names: str, scenario: str = "base", do: str = "plain"
    ) -> None:
        self.client, self.backend = client, backend
        fields = hidden(client.get("/score").text, "create:plain")
        fields |= {"scenario": scenario, "players": str(len(names)), "do": f"create:{do}"}
        del fields["color"]
        answer = client.post("/score", data={**fields, "name": list(names)})
        assert answer.status_code == 303, answer.text
        self.id = re.search(r"/(?:score|tables)/([^/]+)", answer.headers["Location"])[1]  # type: ignore[index]
        self.here = f"/score/{self.id}"

    def page(self, who: int = 0) -> str:
        return self.client.get(f"{self.here}?who={who}").text

    def tell(self, who: int, what: str, value: object, **more: str) -> int:
        fields = hidden(self.page(who), f'name="what" value="{what}"')
        return self.client.post(self.here, data={**fields, "value": str(value), **more}).status_code

    @property
    def pad(self) -> Scoreboard:
        return pad(self.backend.service.look(self.id).state)

    @property
    def totals(self) -> dict[str, int]:
        return {column.name: column.total for column in self.pad.columns}

    def rows(self, name: str) -> dict[str, int]:
        column = self.pad.column(name)
        assert column
        return {cell.row: cell.points for cell in column.cells}


def test_the_rulebooks_pad_without_a_map(client: FlaskClient, backend: Backend) -> None:
    # G-19. Alix has five Fire on her tiles; the sixth is that of her last camp (D-SCORE-FIRE-01).
    quick = Quick(client, backend, "Billy", "Alix", "Charlie")
    told = [
        (0, "story", "17/1"), (0, "groups", 2), (0, "berries", 5),
        (1, "story", "19/5"), (1, "groups", 4), (1, "berries", 2), (1, "final", 1),
        (2, "story", "5/1"), (2, "story", "7/1"), (2, "story", "4/0"),
        (2, "groups", 2), (2, "berries", 3), (2, "tucked-berry", 1), (2, "tucked-fire", 1),
    ]  # fmt: skip
    for who, what, value in told:
        assert quick.tell(who, what, value) == 303
    assert quick.totals == {"Billy": 36, "Alix": 49, "Charlie": 35}
    assert [quick.rows(name)["fire_majority"] for name in ("Billy", "Alix", "Charlie")] == [0, 4, 0]
    assert "Alix wins with 49 points" in quick.page()
    shown = client.get(f"/tables/{quick.id}/score").text
    assert "Alix wins with 49 points" in shown
    assert client.get(f"/tables/{quick.id}").headers["Location"] == quick.here
    assert "counted 0" not in shown


def test_every_answer_can_be_taken_back_but_not_the_pad_itself(client: FlaskClient, backend: Backend) -> None:
    quick = Quick(client, backend, "Ada", "Bo")
    quick.tell(0, "berries", 4)
    undo = hidden(quick.page(), "-undo")
    assert client.post(f"{quick.here}/undo", data=undo).status_code == 303
    assert quick.totals == {"Ada": 0, "Bo": 0}
    assert re.search(r'class="button square undo"[^>]* disabled', quick.page())
    redo = hidden(quick.page(), "-redo")
    assert client.post(f"{quick.here}/redo", data=redo).status_code == 303
    assert quick.totals == {"Ada": 8, "Bo": 0}


def test_it_waits_where_quick_scores_are_begun(client: FlaskClient, backend: Backend) -> None:
    quick = Quick(client, backend, "Ada", "Bo")
    assert quick.here not in client.get("/").text
    assert f'href="{quick.here}"' in client.get("/score").text


def test_two_taps_on_one_page_are_two_answers_and_one_tap_sent_twice_is_one(
    client: FlaskClient, backend: Backend
) -> None:
    quick = Quick(client, backend, "Ada", "Bo")
    page = quick.page()
    tile = {**hidden(page, 'value="5/0"'), "value": "5/0"}
    for _ in range(2):
        assert client.post(quick.here, data=tile).status_code == 303
    assert client.post(quick.here, data={**hidden(page, 'value="4/1"'), "value": "4/1"}).status_code == 303
    assert quick.rows("Ada")["stories"] == 9


def test_names_are_optional_and_colours_stand_in(client: FlaskClient, backend: Backend) -> None:
    quick = Quick(client, backend, "", "Bo", "  ")
    names = [column.name for column in quick.pad.columns]
    assert names[1] == "Bo"
    assert all(names)
    assert len(set(names)) == 3


@pytest.mark.parametrize(
    ("names", "fault"),
    [
        (["Ada", "Ada"], "Ada"),
        ([f"P{i}" for i in range(9)], "2 to 4"),
        (["x" * 200, "Bo"], "longer than 80 characters"),
    ],
)
def test_players_that_cannot_be_are_refused_where_they_were_typed(
    client: FlaskClient, backend: Backend, names: list[str], fault: str
) -> None:
    fields = hidden(client.get("/score").text, "create:plain")
    players = str(len(names)) if len(names) < 5 else ""
    refused = client.post("/score", data={**fields, "players": players, "name": names, "do": "create:plain"})
    assert refused.status_code == 422
    assert 'class="fault" role="alert"' in refused.text
    assert fault in refused.text
    assert f'value="{names[0]}"' in refused.text
    assert not Lists(backend.service).made()


@pytest.mark.parametrize("value", ["1e9", "-4", "many", "100", "٣", "1.5", "", "9" * 400])
@pytest.mark.parametrize("what", ["berries", "story"])
def test_a_number_that_is_none_is_refused_and_kept_in_its_field(
    client: FlaskClient, backend: Backend, what: str, value: str
) -> None:
    quick = Quick(client, backend, "Ada", "Bo")
    form = hidden(quick.page(1), 'class="typed-number"' if what == "berries" else 'name="flames"')
    more = {"flames": "2"} if what == "story" else {}
    refused = client.post(quick.here, data={**form, "value": value, **more})
    assert refused.status_code == 422
    assert "from 0 to 99" in refused.text
    assert f'value="{value}" aria-invalid="true"' in refused.text
    assert quick.totals == {"Ada": 0, "Bo": 0}


@pytest.mark.parametrize(
    ("what", "value"),
    [("groups", "10"), ("tucked-fire", "4"), ("final", "x" * 99), ("nonsense", "1"), ("water_zones", "1")],
)
def test_what_no_table_can_show_changes_nothing(client: FlaskClient, backend: Backend, what: str, value: str) -> None:
    quick = Quick(client, backend, "Ada", "Bo")
    form = {**hidden(quick.page(), 'name="what" value="berries"'), "what": what, "value": value}
    assert client.post(quick.here, data=form).status_code in (303, 422)
    assert quick.totals == {"Ada": 0, "Bo": 0}


def test_a_fifth_tile_and_a_fourth_tucked_card_are_refused(client: FlaskClient, backend: Backend) -> None:
    quick = Quick(client, backend, "Ada", "Bo")
    spare = hidden(quick.page(), 'value="5/0"')
    for _ in range(4):
        quick.tell(0, "story", "5/0")
    assert client.post(quick.here, data={**spare, "id": "fifth", "value": "5/0"}).status_code == 422
    quick.tell(0, "tucked-fire", 2)
    assert quick.tell(0, "tucked-berry", 2) == 422
    assert quick.rows("Ada") == {"stories": 20, "fire": 2, "fire_majority": 4, "groups": 0, "berries": 0}


def test_volcano_without_a_map(client: FlaskClient, backend: Backend) -> None:
    # D-VOLC-07 to D-VOLC-10: 2 a zone, 2 a rival tile, 3 a pair. The volcano's Fire counts in all three Fire rows,
    # and stays when a tile with Fire is told after it.
    quick = Quick(client, backend, "Ada", "Bo", scenario="volcano")
    for what, value in (("water_zones", 3), ("starting_tiles", 1), ("berries", 4), ("volcano", 1), ("story", "4/1")):
        assert quick.tell(0, what, value) == 303
    assert quick.rows("Ada") == {
        "stories": 4, "fire": 2, "fire_majority": 4, "water_zones": 6, "starting_tiles": 2, "pairs": 6,
    }  # fmt: skip
    quick.tell(0, "volcano", 0)
    assert quick.rows("Ada")["fire"] == 1
    assert quick.rows("Ada")["pairs"] == 3


def test_lake_villages_without_a_map(client: FlaskClient, backend: Backend) -> None:
    # G-30: Dana has a majority of her own and shares one: 6 + 3.
    quick = Quick(client, backend, "Dana", "Billy", scenario="lake-villages")
    for _, points in (("alone", 6), ("tied", 3)):
        before = quick.rows("Dana")["water_majorities"]
        assert f'value="{before + points}"' in quick.page()
        quick.tell(0, "water_majorities", before + points)
    quick.tell(0, "fish", 4)
    assert (quick.rows("Dana")["water_majorities"], quick.rows("Dana")["fish"]) == (9, 12)


def test_partners_share_what_their_camps_make(client: FlaskClient, backend: Backend) -> None:
    # D-TEAM-05, D-TEAM-06: the groups are the team's, each pair of berries is one of each partner.
    quick = Quick(client, backend, "A", "B", "C", "D", scenario="team")
    quick.tell(2, "groups", 3)
    quick.tell(0, "berries", 2)
    quick.tell(2, "berries", 1)
    first = quick.pad.columns[0]
    assert first.members == ("A", "C")
    assert first.total == 3 * 4 + 4


def test_equal_points_ask_for_the_cards_in_hand(client: FlaskClient, backend: Backend) -> None:
    quick = Quick(client, backend, "Ada", "Bo")
    for who in (0, 1):
        assert 'id="ask-cards"' not in quick.page(who)
        quick.tell(who, "story", "7/0")
    assert quick.pad.winners == ("Ada", "Bo")
    quick.tell(1, "cards", 3)
    assert quick.pad.winners == ("Bo",)


def with_map(client: FlaskClient, backend: Backend, scenario: str = "base") -> Quick:
    quick = Quick(client, backend, "Ada", "Bo", "Cy", scenario=scenario, do="pick")
    look = backend.service.look(quick.id)
    body = {"map": {"box": write_box(demo_box()), "tiles": demo_tiles(scenario, 3)}}
    backend.service.record(quick.id, look.seq, "map", "map", body)
    return quick


def tap_space(client: FlaskClient, quick: Quick, who: int, at: tuple[int, int], **more: str) -> int:
    fields = hidden(quick.page(who), "camp-form") | {"at": f"{at[0]},{at[1]}", "id": f"tap-{who}-{at[0]}_{at[1]}"}
    return client.post(f"{quick.here}/camp", data=fields | more).status_code


def test_with_a_map_camps_are_tapped_and_the_rows_count_themselves(client: FlaskClient, backend: Backend) -> None:
    quick = with_map(client, backend)
    page = quick.page()
    assert "Where the Camps are" not in page
    ground = backend.service.look(quick.id).state.play.table.board.ground
    starts = {at for at in ground if ground[at] == "start"}
    # Away from the starting camps, which count for groups.
    lonely = [at for at in sorted(ground) if ground[at] in LAND and not starts.intersection(at.neighbours())]
    land, beside = next((at, near) for at in lonely for near in at.neighbours() if near in lonely)
    assert tap_space(client, quick, 0, land) == 303
    assert tap_space(client, quick, 0, beside) == 303
    assert quick.rows("Ada")["groups"] == 4
    assert tap_space(client, quick, 0, beside, id="again") == 303
    assert quick.rows("Ada")["groups"] == 0


def test_a_camp_where_none_can_stand_is_refused_beside_the_map(client: FlaskClient, backend: Backend) -> None:
    quick = with_map(client, backend)
    ground = backend.service.look(quick.id).state.play.table.board.ground
    for at in ((99, 99), *(next(at for at in ground if ground[at] == kind) for kind in ("water", "start"))):
        assert tap_space(client, quick, 0, at) == 422
    nowhere = hidden(quick.page(), "camp-form") | {"at": "nowhere"}
    assert client.post(f"{quick.here}/camp", data=nowhere).status_code == 422


def test_a_finger_over_spaces_puts_a_camp_on_each_that_is_free(client: FlaskClient, backend: Backend) -> None:
    quick = with_map(client, backend)
    ground = backend.service.look(quick.id).state.play.table.board.ground
    land = [at for at in sorted(ground) if ground[at] in LAND]
    water = next(at for at in ground if ground[at] == "water")
    assert tap_space(client, quick, 1, land[0]) == 303
    over = ";".join(f"{q},{r}" for q, r in (*land[:2], water, *land[2:12]))
    fields = hidden(quick.page(0), "camp-form") | {"at": over}
    assert client.post(f"{quick.here}/camp", data=fields).status_code == 303
    table = backend.service.look(quick.id).state.play.table
    first, second = (player.name for player in table.players[:2])
    assert table.placed_camps(second) == (land[0],)
    assert sorted(table.placed_camps(first)) == land[1:9]  # eight, and none on Water
    # All are placed: one more is one too many.
    fields = hidden(quick.page(0), "camp-form") | {"at": f"{over};{land[12].q},{land[12].r}"}
    assert client.post(f"{quick.here}/camp", data=fields).status_code == 422


def test_markers_are_tapped_too(client: FlaskClient, backend: Backend) -> None:
    quick = with_map(client, backend, "downpour")
    ground = backend.service.look(quick.id).state.play.table.board.ground
    land = next(at for at in sorted(ground) if ground[at] == "forest")
    assert tap_space(client, quick, 0, land, brush="marker") == 303
    assert backend.service.look(quick.id).state.play.table.board.ground[land] == "water"


def test_a_recorded_game_is_not_changed_from_here(client: FlaskClient, backend: Backend) -> None:
    table = new_table(backend).info.id
    assert client.get(f"/score/{table}").headers["Location"] == f"/tables/{table}/score"
    fields = hidden(client.get("/score").text, "create:plain")
    assert client.post(f"/score/{table}", data={**fields, "what": "berries", "value": "1"}).status_code == 404
    assert client.get("/score/nowhere").status_code == 404


@pytest.mark.parametrize("game", ["dewan", "river"])
def test_who_looks_on_reads_the_pad_and_is_asked_nothing(backend: Backend, tmp_path: Path, game: str) -> None:
    app = network_app(backend, tmp_path)
    tablet = Device(app.test_client())
    form = {"game": game, "players": "2", "name": ["Ada", "Ben"], "do": "create:plain"}
    here = tablet.post("/score", form).headers["Location"]  # type: ignore[arg-type]
    table_id = here.rpartition("/")[2]
    house = House(app, backend, tablet, table_id)
    for guest in (house.joined(Role.SPECTATOR), house.joined(Role.SEAT, "Ada")):
        pad_page = f"/tables/{table_id}/score"
        assert tablet.get(here).status_code == 200
        assert guest.get(here).headers["Location"] == pad_page
        cell = re.search(r'href="([^"]+column=[^"]+)"', guest.get(pad_page).text)
        assert cell
        asked, looked_at = (who.get(cell[1].replace("&amp;", "&")).text for who in (tablet, guest))
        assert f'action="{pad_page}/cell"' in asked
        assert 'method="post"' not in looked_at
        assert f'href="/tables/{table_id}"' not in looked_at, "it would only lead back to the pad"


@pytest.mark.parametrize("game", ["dewan", "river"])
def test_who_played_is_asked_as_for_a_new_table_but_not_who_begins(client: FlaskClient, game: str) -> None:
    page = client.get(f"/score?game={game}").text
    assert 'name="do" value="color:1:' in page
    assert "first:" not in page
    assert "earlier:" not in page
    assert "earlier:" in client.get(f"/tables/new?game={game}").text


def test_a_colour_is_chosen_for_the_pad(client: FlaskClient) -> None:
    fields = hidden(client.get("/score").text, "create:plain")
    page = client.post(
        "/score", data={**fields, "color": ["raspberry", "indigo", "marigold", "pearl"], "do": "color:1:pearl"}
    )
    colors = re.findall(r'type="hidden" name="color" value="([^"]+)"', page.text)
    assert colors == ["pearl", "indigo", "marigold", "raspberry"]
