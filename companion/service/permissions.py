"""Permissions at a table: who sees it, what of it is redacted, and who may record what. Pure functions of a viewer.

Which page is open to which role stands beside each view (``web/access/policy.py``).
"""

from collections.abc import Sequence

from companion.games.contract import Game, Json, State, Summary
from companion.games.viewer import Viewer
from companion.log.entries import REDO, UNDO, Entry
from companion.log.errors import TableError
from companion.service.amending import inside


class NotAllowed(TableError):
    """They know the table, but may only look."""

    code = "access.only-look"


class NotYourTurn(NotAllowed):
    """A phone records the turns of its own player."""

    code = "access.not-your-turn"


class NotYourCards(NotAllowed):
    """Hidden cards are entered by the player who holds them."""

    code = "access.not-your-cards"


def may_see(viewer: Viewer, game: Game) -> bool:
    """Boxes are there for everybody: who sets up a table chooses one."""
    return viewer.role is not None or game.is_box


def redact(game: Game, state: State, viewer: Viewer) -> State:
    """The state without the secrets of others."""
    return state if viewer.sees_all else game.redact(state, viewer)


def redact_body(game: Game, kind: str, body: Json, viewer: Viewer) -> Json:
    return inside(kind, body, lambda kind, body: game.redact_body(kind, body, viewer))


def may_record(viewer: Viewer, summary: Summary) -> bool:
    """Whether there is anything this viewer may record just now."""
    return viewer.records or (viewer.phones_record and summary.acts(viewer.player))


def check_request(game: Game, viewer: Viewer, kind: str, body: Json) -> None:
    """Whether they may ask for such an entry at all, whatever becomes of it. Raises NotAllowed."""
    if viewer.sees_all:
        return
    if game.is_box:
        if not viewer.hosts:
            raise NotAllowed()
        return
    player = viewer.player
    own_cards = player is not None and game.seat_may(kind, body, player, in_turn=False)
    if not (viewer.records or own_cards or (player is not None and viewer.phones_record)):
        raise NotAllowed()
    # Also what was recorded before looks like what was not, for somebody who would be guessing at it.
    if kind not in (UNDO, REDO) and redact_body(game, kind, body, viewer) != body:
        raise NotYourCards()


def check_entry(game: Game, state: State, viewer: Viewer, kind: str, body: Json, back: Sequence[Entry]) -> None:
    """Whether they may record it on the table as it stands; ``back`` is what an undo or redo is about. A seat records
    its own turns and its own cards, and takes back what it recorded itself. Raises NotAllowed."""
    if viewer.records or game.is_box:
        return
    if kind in (UNDO, REDO):
        # Several at once are taken back by those who record for everybody, and brought back by them.
        allowed = [entry.by for entry in back] == [viewer.player] and not body
    else:
        in_turn = game.summary(state).acts(viewer.player)
        allowed = viewer.player is not None and game.seat_may(kind, body, viewer.player, in_turn)
    if not allowed:
        raise NotYourTurn()


def check_parts(game: Game, viewer: Viewer, kind: str, before: State, after: State) -> None:
    """What takes part in an evening is seen by its organiser: Companion alone takes a table in, once it has asked
    whether whoever brings it may. An undo brings back no more than once was there. Raises NotAllowed."""
    if viewer.sees_all or kind in (UNDO, REDO):
        return
    if not set(game.summary(after).tables) <= set(game.summary(before).tables):
        raise NotAllowed()


def author(viewer: Viewer, by: str | None) -> str | None:
    """Who is said to have recorded it: from a seat, its player; shared screens may say who tapped."""
    return by if viewer.records else viewer.player
