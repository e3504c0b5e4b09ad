"""The eyes of the device that asks: which tables it sees, whose hidden cards, and what it may record there."""

from collections.abc import Sequence

from companion.games.contract import Game, Json, State
from companion.games.registry import all_games
from companion.log.access import Place, Role
from companion.log.entries import REDO, UNDO, Entry
from companion.log.rows import TableInfo
from companion.log.summaries import Scope
from companion.service.tables import utc_now
from companion.service.viewer import NotAllowed, NotYourCards, NotYourTurn
from companion.web.access.codes import access_store
from companion.web.access.devices import known_device
from companion.web.access.limits import Kind, address, limits
from companion.web.access.policy import current_viewer, is_owner, may_change_box, own_tables, viewer_at


class DeviceEyes:
    """Asks anew with every request; see ``companion.service.viewer``."""

    def see(self, info: TableInfo) -> bool:
        """Boxes are there for everybody: whoever sets up a table chooses one."""
        return is_box(info) or viewer_at(info.id) is not None

    def scope(self) -> Scope | None:
        return None if is_owner() else Scope(own_tables(), {key for key, game in all_games().items() if game.is_box})

    def seen(self, game: Game, info: TableInfo, state: State) -> State:
        viewer = viewer_at(info.id)
        player = viewer.player if viewer else None
        return game.seen(state, player)

    def made(self, info: TableInfo) -> None:
        """Whoever makes a table is its host."""
        if not is_owner():
            limits().take(Kind.TABLE, address())
        if store := access_store():
            store.join(known_device(), Place(info.id, Role.HOST), utc_now())

    def may_ask(self, game: Game, info: TableInfo, kind: str, body: Json) -> None:
        if is_box(info):
            if not may_change_box(info.id):
                raise NotAllowed()
            return
        viewer, store = current_viewer(info.id), access_store()
        own_cards = viewer.player is not None and game.seat_may(kind, body, viewer.player, in_turn=False)
        phones = viewer.player is not None and store is not None and store.phones_record(info.id)
        if not (viewer.records or own_cards or phones):
            raise NotAllowed()
        # Also what was recorded before is not told apart from what was not, for somebody who would be guessing at it.
        if kind not in (UNDO, REDO) and game.seen_body(kind, body, viewer.player) != body:
            raise NotYourCards()

    def may_record(
        self, game: Game, state: State, info: TableInfo, kind: str, body: Json, back: Sequence[Entry]
    ) -> None:
        """A seat records its own turns and its own cards, and takes back what it recorded itself."""
        if is_box(info) or (viewer := current_viewer(info.id)).records:
            return
        if kind in (UNDO, REDO):
            # Several at once are taken back by those who record for everybody, and brought back by them.
            allowed = [entry.by for entry in back] == [viewer.player] and not body
        else:
            in_turn = game.summary(state).turn == viewer.player
            allowed = viewer.player is not None and game.seat_may(kind, body, viewer.player, in_turn)
        if not allowed:
            raise NotYourTurn()

    def sign(self, info: TableInfo, by: str | None) -> str | None:
        """From a seat, its player; shared screens may say who tapped."""
        viewer = viewer_at(info.id)
        return viewer.player if viewer and not viewer.records else by


def is_box(info: TableInfo) -> bool:
    """Of whatever game."""
    game = all_games().get(info.game)
    return game is not None and game.is_box
