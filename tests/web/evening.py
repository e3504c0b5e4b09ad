"""A table in mid-game with everybody at it: for tests of who sees and may do what."""

from dataclasses import dataclass

from flask import Flask

from companion.log.roles import Role
from tests.dewan.pages.test_table_screen import hidden
from tests.web.people import Device, House
from tests.web.tables import Hand, new_table

JONAS, INES, MARA = "Jonas", "Inês", "Mara"


@dataclass
class Evening:
    """Three players with a phone each, the tablet between them, and somebody who looks on. It is Jonas's turn."""

    house: House
    hand: Hand
    phones: dict[str, Device]
    spectator: Device

    @property
    def here(self) -> str:
        return f"/tables/{self.house.table_id}"

    @property
    def seat(self) -> str:
        return f"{self.here}/seat"

    def look_again(self) -> None:
        self.hand.look = self.hand.backend.service.look(self.house.table_id)

    def hidden_of(self, name: str) -> list[str]:
        play = self.hand.backend.service.look(self.house.table_id).state.play
        return [str(card) for card in play.table.player(name).secret]

    def tell(self, name: str, card: str, page: str | None = None, **more: object) -> int:
        page = page or self.phones[name].get(f"{self.seat}?hidden=1&terrain=forest").text
        fields = hidden(page, "/seat/cards") | {"card": card, **more}
        fields["had"] = self.hidden_of(name)  # type: ignore[assignment]
        return self.phones[name].post(f"{self.seat}/cards", fields).status_code


def new_evening(app: Flask) -> Evening:
    backend = app.extensions["companion"]
    hand = Hand(backend, new_table(backend))
    hand.tell_all()
    hand.choose_first_stories()
    tablet = Device(app.test_client())
    house = House(app, backend, tablet, hand.look.info.id)
    tablet.scan(house.code(Role.HOST))
    assert tablet.post("/join").status_code == 303
    phones = {name: house.joined(Role.SEAT, name) for name in (JONAS, INES, MARA)}
    return Evening(house, hand, phones, house.joined(Role.SPECTATOR))


def hide(evening: Evening, name: str, number: int) -> None:
    """Unseen cards in a hand, as rewards bring them."""
    evening.look_again()
    seat = [one.name for one in evening.hand.play.table.players].index(name)
    changes = [{"op": "replace", "path": f"/table/players/{seat}/hidden_cards", "value": number}]
    evening.hand.record("correction", {"reason": "as on the table", "changes": changes})
