import pytest

from companion.dewan.rules.cards import CardError, parse_card, parse_half
from companion.dewan.rules.words import RESOURCES, Symbol, Terrain
from tests.boards import ask, card, strip_path, table

rule = pytest.mark.rule


@rule("D-CARD-01")
def test_a_card_shows_one_or_two_terrains() -> None:
    assert parse_card("forest").terrains == (Terrain.FOREST,)
    assert parse_card("forest/water:fire").terrains == (Terrain.FOREST, Terrain.WATER)
    assert card("F/W:fire").shows(Terrain.WATER)
    assert not card("F/W:fire").shows(Terrain.DESERT)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "card.unknown-terrain"),
        ("lava", "card.unknown-terrain"),
        ("forest/", "card.unknown-terrain"),
        ("Forest", "card.unknown-terrain"),
        ("forest:", "card.unknown-symbol"),
        ("forest:fish", "card.unknown-symbol"),
        ("forest:fire:fire", "card.unknown-symbol"),
        ("forest/forest:fire", "card.same-terrain-twice"),
        ("forest/desert/water", "card.too-many-terrains"),
    ],
)
def test_other_texts_are_no_cards(text: str, code: str) -> None:
    with pytest.raises(CardError) as refused:
        parse_card(text)
    assert refused.value.code == code


@rule("D-CARD-02", "D-CARD-03")
def test_any_half_may_carry_any_of_five_symbols_or_none() -> None:
    assert set(Symbol) == {*RESOURCES, Symbol.BERRY, Symbol.FIRE}
    for symbol in Symbol:
        assert parse_half(f"water:{symbol}").symbol is symbol
        both = parse_card(f"desert:{symbol}/forest:{symbol}")
        assert [half.symbol for half in both.halves] == [symbol, symbol]
    assert parse_card("forest").halves[0].symbol is None


def test_the_order_of_the_halves_does_not_matter() -> None:
    assert parse_card("forest/water:fire") == parse_card("water:fire/forest")
    assert hash(parse_card("forest/water:fire")) == hash(parse_card("water:fire/forest"))
    assert parse_card("forest/water:fire") != parse_card("forest:fire/water")
    assert str(parse_card("water:fire/forest")) == "water:fire/forest"


@rule("D-CARD-04")
def test_symbols_mean_nothing_in_hand_or_on_the_road() -> None:
    plain = table("F:P1  D", hands={"P1": "F D F"})
    symbols = table("F:P1  D", hands={"P1": "F:fire D:berry F:artifact"})
    assert ask("score", plain) == ask("score", symbols)
    assert ask("routes", plain, player="P1") == ask("routes", symbols, player="P1")
    assert ask("route", symbols, player="P1", path=strip_path(0, 1))["legal"] is True
    tucked = table("F:P1  D", tucked={"P1": "F:fire D:berry"})
    assert ask("score", tucked)["players"]["P1"]["fire"] == 1
    assert ask("score", tucked)["players"]["P1"]["berries"] == 1
