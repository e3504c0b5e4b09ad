"""What an entry of a game of Dewan says besides its label: which space, which cards, which Story tile."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from companion.dewan.drawing.map_svg import MapView
from companion.dewan.drawing.pieces import card_name, half_name
from companion.dewan.formats.actions import read_action
from companion.dewan.formats.cards import card_of
from companion.dewan.game import ACTION, TELL, TRACK, DewanState
from companion.dewan.rules.actions import (
    DiscardForFish,
    PlaceCamp,
    PlaceMarker,
    TakeCards,
    TakeStory,
    TuckCard,
)
from companion.dewan.rules.board import Board
from companion.dewan.rules.cards import Card
from companion.dewan.rules.play import Play
from companion.dewan.rules.tiles import StoryTile
from companion.formats.faults import BadInput, Node
from companion.games.contract import CORRECTION, Json
from companion.rules.hexes import Hex
from companion.service.playback import PlaybackStep
from companion.web.language import current_speaker, t


def details(before: PlaybackStep, step: PlaybackStep) -> tuple[str, ...]:
    """In words; nothing for a body that cannot be read."""
    if not isinstance(before.state, DewanState) or not isinstance(step.state, DewanState):
        return ()
    try:
        return tuple(_said(before.state.play, step.kind, step.body, step.state.play))
    except BadInput:
        return ()


def _said(before: Play, kind: str, body: Json, after: Play) -> Iterator[str]:
    if kind == ACTION:
        yield from _action(before, body, after)
    elif kind == TELL:
        for place, value in enumerate(_list(body.get("row")), 1):
            if value and (card := card_of(Node(value))):
                yield t("web.told.row-place", number=place, card=_card(card))
    elif kind == TRACK:
        told = [(key, value) for key, value in sorted(body.items()) if key in ("row", "stories")]  # of older logs
        yield from (t(f"web.told.track-{key}-{'on' if value else 'off'}") for key, value in told)
    elif kind == CORRECTION:
        yield from (said for change in _list(body.get("changes")) if (said := _change(change, after)))


def _action(before: Play, body: Json, after: Play) -> Iterator[str]:
    match read_action(body):
        case PlaceCamp(to=to, path=path, cards=cards, paid=paid):
            where = to or (path[-1] if path else None)
            if where is not None:
                yield space_words(after.table.board, where)
            if cards:
                yield t("web.told.paid", cards=_cards(cards))
            elif paid:
                yield t("web.told.paid-number", n=paid)
        case TakeCards(places=places, refill=refill):
            row = before.table.row or ()
            took = [row[place - 1] for place in places or () if 0 < place <= len(row)]
            if taken := [card for card in took if isinstance(card, Card)]:
                yield _cards(taken)
            if came := [card for card in refill if card]:
                yield t("web.told.laid-out", cards=_cards(came))
        case TakeStory(player=player):
            had = len(before.table.player(player).stories)
            if new := after.table.player(player).stories[had:]:
                yield story_words(new[-1])
        case TuckCard(shows=shows):
            yield half_name(shows, current_speaker()) if shows else t("web.told.not-tucked")
        case PlaceMarker(at=at) if at is not None:
            yield space_words(after.table.board, at)
        case DiscardForFish(discard=discard):
            yield t("web.told.fish" if discard else "web.told.no-fish")


def space_words(board: Board, at: Hex) -> str:
    """E.g. "Forest, row 3, place 4"."""
    space = next((one for one in MapView(board).spaces if one.at == at), None)
    if space is None:
        return t("web.told.off-map")
    ground = t("web.map.start") if space.printed == "start" else t(f"word.{space.ground}")
    return f"{ground}, {t('web.map.where', row=space.row, place=space.place)}"


def story_words(story: StoryTile) -> str:
    """E.g. "5 points: 2 Forest, 1 Crystal"."""
    needs = ", ".join(t("web.story.count", number=want, need=need) for need, want in story.needs.items())
    return t("web.told.story", n=story.points, needs=needs)


def _cards(cards: Sequence[Card | None]) -> str:
    return ", ".join(_card(card) if card else t("web.table.unseen-card") for card in cards)


def _card(card: Card) -> str:
    return card_name(card, current_speaker())


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


# --- Corrections


def _change(change: Any, after: Play) -> str | None:
    """What a change was about; none for what says too little, like a JSON Patch."""
    if not isinstance(change, dict) or not isinstance(change.get("do"), str):
        return None
    tell = _CHANGES.get(change["do"])
    try:
        return tell(change, after) if tell else None
    except (KeyError, TypeError, ValueError, BadInput):
        return None


def _at(change: Json, after: Play, key: str = "at") -> str:
    at = Node(change[key]).hex()
    return space_words(after.table.board, at) if at else ""


def _camp(change: Json, after: Play) -> str:
    if change.get("player") is None:
        return t("web.told.no-camp", where=_at(change, after))
    return t("web.told.camp", player=str(change["player"]), where=_at(change, after))


def _of_player(change: Json, after: Play) -> str:
    return t(f"web.told.{change['do']}", player=str(change["player"]))


_CHANGES: Mapping[str, Callable[[Json, Play], str]] = {
    "set-camp": _camp,
    "remove-camp": _camp,
    "move-camp": lambda change, after: t("web.told.camp-moved", where=_at(change, after, "to")),
    "set-marker": lambda change, after: t("web.told.marker", where=_at(change, after)),
    "set-berries": lambda change, after: (
        t("web.told.berries-on", n=int(str(change["berries"])), where=_at(change, after))
        if "at" in change
        else t("web.told.berries-of", n=int(str(change["berries"])), player=str(change["player"]))
    ),
    **dict.fromkeys(
        ("set-hand", "set-fish", "set-tucked", "set-stories", "swap-story", "set-turn", "add-player"), _of_player
    ),
    "set-round": lambda change, after: t("web.told.set-round", number=int(str(change["round"]))),
    **dict.fromkeys(
        ("set-row", "set-story-row", "set-piles", "set-seats", "set-ground", "end-game"),
        lambda change, after: t(f"web.told.{change['do']}"),
    ),
}
