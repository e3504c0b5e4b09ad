"""The set-up page over HTTP: every button works by the form alone, and nothing typed is lost."""

import re
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.dewan.demo import demo_box
from companion.dewan.formats.box import write_box
from companion.dewan.rules.table import Table
from companion.web.app import create_app
from companion.web.backend import Backend
from companion.web.config import WebConfig
from tests.dewan.pages.test_table_screen import hidden
from tests.looks import every_look
from tests.web.past_games import quick_score
from tests.web.tables import new_table

NEW = "/tables/new"
Form = dict[str, object]


def form(client: FlaskClient, **typed: object) -> Form:
    """The page's own fields, with what somebody typed and tapped on top."""
    token = hidden(client.get(NEW).text, 'id="setup"')["csrf_token"]
    told: Form = {"csrf_token": token, "shown": "1", "way": "everything"}
    return told | typed


def made(backend: Backend, location: str) -> Table:
    found = re.fullmatch(r"/tables/([\w-]+)(/map)?", location)
    assert found
    table: Table = backend.service.look(found[1]).state.play.table
    return table


def lines(page: str) -> list[str]:
    return re.findall(r"<span>([^<]+)</span></label></li>", page)


@pytest.mark.rule("D-SETUP-02", "D-SETUP-05", "D-SETUP-06", "D-EVENT-01", "D-DOWN-02")
@pytest.mark.parametrize(
    ("scenario", "players", "said"),
    [
        # The figures of section 1.2 of the catalogue.
        ("base", 2, ["2 Starting tiles", "2 random Neutral tiles", "(4 in all)", "45 cards left", "19 in the stack"]),
        ("base", 3, ["3 Starting tiles", "3 random Neutral tiles", "(6 in all)", "43 cards left", "19 in the stack"]),
        ("team", 4, ["4 Starting tiles", "4 random Neutral tiles", "(8 in all)", "41 cards left", "19 in the stack"]),
        (
            "downpour",
            3,
            ["1 Downpour tile", "5 Story tiles with Water", "14 in the stack", "8 cards on the Event tile, 35"],
        ),
        ("volcano", 2, ["1 Volcano tile", "8 Lava markers", "19 in the stack", "6 cards on the Event tile, 39"]),
        ("lake-villages", 4, ["20 Fish", "19 in the stack", "10 cards on the Event tile, 31"]),
    ],
)
def test_the_list_has_the_numbers_of_scenario_and_players(
    client: FlaskClient, scenario: str, players: int, said: list[str]
) -> None:
    told = lines(client.get(f"{NEW}?scenario={scenario}&players={players}").text)
    assert [text for text in said if not any(text in line for line in told)] == []


def test_buttons_change_the_page_and_keep_what_was_typed(client: FlaskClient) -> None:
    typed = {"name": ["Mara", "Jo"], "title": "Friday", "players": "2", "tick": "berries", "way": "score"}
    page = client.post(NEW, data=form(client, **typed, do="scenario:volcano")).text
    assert 'value="scenario:volcano" aria-pressed="true"' in page
    assert 'value="Mara"' in page
    assert 'value="Friday"' in page
    assert 'value="berries" checked' in page
    assert 'value="score" checked' in page
    assert 'value="camps" checked' not in page


def test_a_colour_somebody_has_is_exchanged(client: FlaskClient) -> None:
    colors = ["raspberry", "indigo", "marigold", "pearl"]
    page = client.post(NEW, data=form(client, players="3", color=colors, do="color:1:marigold")).text
    assert re.findall(r'name="color" value="(\w+)"', page) == ["marigold", "indigo", "raspberry", "pearl"]


def test_players_change_seats_with_colour_and_feather(client: FlaskClient, backend: Backend) -> None:
    typed = {"name": ["Ann", "Bo", "Cy"], "color": ["raspberry", "indigo", "pearl"], "players": "3", "first": "3"}
    page = client.post(NEW, data=form(client, **typed, do="earlier:3")).text
    fields = hidden(page, 'id="setup"')
    assert fields["first"] == "2"
    assert re.findall(r'name="color" value="(\w+)"', page)[:3] == ["raspberry", "pearl", "indigo"]
    assert re.findall(r'id="name-\d" name="name" value="(\w+)"', page) == ["Ann", "Cy", "Bo"]


@pytest.mark.rule("D-TEAM-01")
def test_team_play_is_for_four_and_partners_sit_opposite(client: FlaskClient, backend: Backend) -> None:
    typed = {"name": ["Ann", "Bo", "Cy", "Di"], "players": "2", "scenario": "team", "first": "2"}
    answer = client.post(NEW, data=form(client, **typed, do="create:later"))
    table = made(backend, answer.headers["Location"])
    assert [(player.name, player.team) for player in table.players] == [
        ("Ann", "Sun"),
        ("Bo", "Moon"),
        ("Cy", "Sun"),
        ("Di", "Moon"),
    ]
    assert table.first_player == "Bo"


def test_what_is_recorded_and_named_reaches_the_table(client: FlaskClient, backend: Backend) -> None:
    typed = {"name": ["Ann", "Bo"], "players": "2", "title": "Friday", "way": "everything"}
    answer = client.post(NEW, data=form(client, **typed, do="create:pick"))
    assert answer.status_code == 303
    location = answer.headers["Location"]
    assert location.endswith("/map")
    look = backend.service.look(location.split("/")[2])
    assert look.state.title == "Friday"
    assert look.state.way == "everything"
    assert len(look.state.play.table.row) == 6
    assert look.state.play.story_row == (None,) * 5
    assert look.state.play.table.first_player in ("Ann", "Bo")  # by lot


def test_camps_and_events_is_proposed_and_asks_for_nothing_else(client: FlaskClient, backend: Backend) -> None:
    page = client.get(NEW).text
    assert 'value="camps" checked' in page
    assert page.index('id="way-camps"') < page.index('id="scenario-base"')
    answer = client.post(NEW, data=form(client, players="2", way="camps", do="create:later"))
    look = backend.service.look(answer.headers["Location"].split("/")[2])
    assert look.state.way == "camps"
    assert [step.kind for step in look.state.play.steps] == ["turn"]


def test_only_the_score_leads_to_the_pad(client: FlaskClient, backend: Backend) -> None:
    answer = client.post(NEW, data=form(client, players="2", way="score", do="create:later"))
    table_id = answer.headers["Location"].split("/")[2]
    assert backend.service.look(table_id).state.way == "score"
    assert client.get(f"/tables/{table_id}").headers["Location"].startswith(f"/score/{table_id}")


def test_who_types_no_name_is_called_by_the_colour(client: FlaskClient, backend: Backend) -> None:
    answer = client.post(NEW, data=form(client, name=["  ", ""], players="2", do="create:later"))
    table = made(backend, answer.headers["Location"])
    assert [(player.name, player.color) for player in table.players] == [
        ("Raspberry", "raspberry"),
        ("Indigo", "indigo"),
    ]


@pytest.mark.parametrize(
    ("typed", "place", "said"),
    [
        ({"name": ["Mara", "Mara"]}, "2", "The name “Mara” is used twice."),
        ({"name": ["Mara", "x" * 2000]}, "2", "longer than 80 characters"),
        ({"color": ["pearl", "pearl"]}, "2", "The color “pearl” is used twice."),
        ({"title": "t" * 81}, "title", "longer than 80 characters"),
    ],
)
def test_what_is_wrong_is_said_where_it_was_typed(
    client: FlaskClient, backend: Backend, typed: Form, place: str, said: str
) -> None:
    told = {"name": ["Mara", "Jo"], "players": "2"} | typed
    answer = client.post(NEW, data=form(client, **told, do="create:later"))
    assert answer.status_code == 422
    field = re.search(
        rf'<input id="{"title" if place == "title" else f"name-{place}"}".*?</(?:li|label)>.*?', answer.text, re.S
    )
    assert field
    around = answer.text[field.start() : field.start() + 4000]
    assert 'aria-invalid="true"' in field[0]
    assert said in around
    assert 'value="Mara"' in answer.text
    assert every_look(backend.service) == ()


def test_a_hundred_players_are_too_many(client: FlaskClient, backend: Backend) -> None:
    answer = client.post(NEW, data=form(client, name=[f"P{i}" for i in range(100)], do="create:later"))
    assert answer.status_code == 422
    assert "The game is for 2 to 4 players, not 100." in answer.text
    assert 'value="P1"' in answer.text
    assert every_look(backend.service) == ()


def test_three_megabytes_of_name_are_not_even_read(client: FlaskClient, backend: Backend) -> None:
    answer = client.post(NEW, data=form(client, name=["x" * 3_000_000, "Jo"], do="create:later"))
    assert answer.status_code == 413
    assert "Too much at once" in answer.text
    assert every_look(backend.service) == ()


@pytest.mark.parametrize("name", ["שרה", "👩🏽‍🌾", "<b>Jo</b>", '"; DROP', "Weltmeisterschaftsqualifikation"])
def test_every_script_is_a_name(client: FlaskClient, backend: Backend, name: str) -> None:
    answer = client.post(NEW, data=form(client, name=[name, "Jo"], players="2", do="create:later"))
    location = answer.headers["Location"]
    assert made(backend, location).players[0].name == name
    page = client.get(location)
    assert page.status_code == 200
    assert "<b>Jo</b>" not in page.text


@pytest.mark.parametrize(
    "do",
    [
        "",
        "create",
        "color:9:pearl",
        "color:1:<script>",
        "players:9",
        "scenario:moon",
        "earlier:1",
        "box:none",
        "x" * 999,
    ],
)
def test_no_button_of_any_name_breaks_the_page(client: FlaskClient, do: str) -> None:
    assert client.post(NEW, data=form(client, do=do)).status_code in (200, 303, 422)


def test_a_form_with_nothing_in_it_is_a_fresh_page(client: FlaskClient) -> None:
    token = form(client)["csrf_token"]
    page = client.post(NEW, data={"csrf_token": token})
    assert page.status_code == 200
    assert 'value="players:3" aria-pressed="true"' in page.text


def test_a_rematch_is_filled_in_by_its_address(client: FlaskClient) -> None:
    page = client.get(f"{NEW}?scenario=volcano&name=Mara&name=Jo&color=pearl&color=indigo&first=2&title=Again").text
    assert 'value="scenario:volcano" aria-pressed="true"' in page
    assert 'value="players:2" aria-pressed="true"' in page
    assert re.findall(r'name="color" value="(\w+)"', page)[:2] == ["pearl", "indigo"]
    assert hidden(page, 'id="setup"')["first"] == "2"
    assert 'value="Again"' in page


def test_names_of_friends_are_offered_and_taken_with_one_tap_each(client: FlaskClient, backend: Backend) -> None:
    """Who played most comes first; a colour nobody named is nobody (REST bug 15)."""
    quick_score(backend, "Friday", Mara=41, Jonas=38)
    quick_score(backend, "Saturday", Zoe=41, Jonas=38)
    client.post(NEW, data=form(client, name=["Ida", ""], players="2", do="create:later"))
    offered = re.findall(r'value="friend:([^"]+)" aria-pressed="false"', client.get(NEW).text)
    assert offered == ["Jonas", "Ida", "Mara", "Zoe"]
    typed = {"name": ["", "Bo", ""], "players": "3"}
    page = client.post(NEW, data=form(client, **typed, do="friend:Jonas")).text
    assert re.findall(r'id="name-\d" name="name" value="(\w*)"', page) == ["Jonas", "Bo", ""]
    assert 'value="friend:Jonas" aria-pressed="true"' in page
    # A second tap takes the name out; where all seats are taken, one is added.
    page = client.post(NEW, data=form(client, name=["Jonas", "Bo"], players="2", do="friend:Jonas")).text
    assert re.findall(r'id="name-\d" name="name" value="(\w*)"', page) == ["", "Bo"]
    page = client.post(NEW, data=form(client, name=["Jonas", "Bo"], players="2", do="friend:Zoe")).text
    assert re.findall(r'id="name-\d" name="name" value="(\w*)"', page) == ["Jonas", "Bo", "Zoe"]


def test_an_owner_plays_with_the_own_box(client: FlaskClient, backend: Backend) -> None:
    own = write_box(demo_box()) | {"name": "Ours", "colors": [{"name": "teal", "rgb": "#008080"}], "stories": []}
    box_id = backend.service.create("dewan-box", {"box": own}).info.id
    page = client.post(NEW, data=form(client, do=f"box:{box_id}", players="2")).text
    assert "Ours" in page
    assert "made-up box" not in page
    # One colour was typed in: the other seats get ours.
    assert re.findall(r'name="color" value="(\w+)"', page) == ["raspberry", "indigo", "marigold", "pearl"]
    answer = client.post(NEW, data=form(client, box=box_id, color=["teal"], players="2", do="create:later"))
    look = backend.service.look(answer.headers["Location"].split("/")[2])
    assert look.state.box == box_id
    assert look.state.play.table.players[0].color == "teal"
    # Cards as in the box, Story tiles as in the rulebook since none were entered: 24 less 5 in the row.
    assert look.state.play.story_stack == 19


@pytest.mark.parametrize(("do", "leads"), [("pick", "/map"), ("photo", "/photo"), ("later", "")])
def test_the_map_is_picked_photographed_or_left_for_later(client: FlaskClient, do: str, leads: str) -> None:
    location = client.post(NEW, data=form(client, do=f"create:{do}")).headers["Location"]
    assert re.fullmatch(rf"/tables/[\w-]{{10,}}{leads}", location)
    assert client.get(location).status_code == 200


def test_where_nothing_can_be_kept_no_table_is_made(tmp_path: Path) -> None:
    client = create_app(WebConfig(data_dir=tmp_path, testing=True)).test_client()
    assert client.get(NEW).status_code == 503


def test_open_cards_are_told_one_after_the_other(client: FlaskClient, backend: Backend) -> None:
    here = f"/tables/{new_table(backend, players=2, stories=False).info.id}"
    assert "Enter 6 faceup cards" in client.get(here).text
    page = client.get(f"{here}?tell=1").text
    cards = [str(card) for card in demo_box().cards if len(card.halves) == 1][:6]
    for place, card in enumerate(cards, start=1):
        assert f"Which card is at position {place}?" in page
        fields = hidden(page, f"&#34;{card}&#34;")
        answer = client.post(f"{here}/record", data=fields)
        page = client.get(answer.headers["Location"]).text
    assert answer.headers["Location"] == here
    row = backend.service.look(here.rsplit("/", 1)[1]).state.play.table.row
    assert [str(card) for card in row] == cards


@pytest.mark.rule("D-SETUP-08")
def test_first_stories_are_chosen_against_the_clock(client: FlaskClient) -> None:
    typed = {"name": ["Ann", "Bo", "Cy"], "players": "3", "first": "2"}
    here = client.post(NEW, data=form(client, **typed, do="create:later")).headers["Location"]
    # The seat to the right of the first player comes before it in seat order.
    assert "Ann, Cy, Bo." in client.get(here).text
