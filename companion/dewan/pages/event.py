"""What the event's screen says in words, and what it has to look up in the log."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from companion.dewan.drawing.map_svg import MapView
from companion.dewan.pages.entries import marker_entry
from companion.dewan.rules import game
from companion.dewan.rules.board import Board
from companion.dewan.rules.events import villages
from companion.dewan.rules.piles import new_event_pile
from companion.dewan.rules.play import News, NewsKind, Play, StepKind
from companion.dewan.rules.table import Table
from companion.dewan.rules.words import CAMPS_TO_PLACE, LAND, MARKERS, Landmark, Marker, ScenarioName, Terrain
from companion.rules.hexes import Hex
from companion.service.answers import TableView
from companion.web.access.policy import viewer_at
from companion.web.drawing.players import PlayerStyle
from companion.web.entry import EntryRequest
from companion.web.language import t
from companion.web.submit import backend, view_table

EVENT_STEPS = (StepKind.MARKER, StepKind.FISH)


class BerryFate(StrEnum):
    """What becomes of the berries of the zone a marker is put on; the last three where it was its only space (R-22)."""

    NONE = "none"
    SHRINK = "shrink"
    LARGER = "larger"
    SHARED = "shared"
    ODD = "odd"
    GONE = "out-of-the-game"
    NEIGHBOUR = "to-the-largest-neighbour"
    STAY = "stay-on-the-marker"


@dataclass(frozen=True)
class Choice:
    """The marker on a space that qualifies: the board it leads to, and the button that puts it there.

    ``parts`` are the pieces the old zone falls into, the largest first; those the berries go to are ``winners``.
    ``share`` is what each of them gets for certain, ``odd`` what is left for the lot.
    """

    at: Hex
    board: Board
    terrain: Terrain
    before: int
    parts: tuple[tuple[Hex, ...], ...]
    winners: tuple[tuple[Hex, ...], ...]
    berries: int
    share: int
    odd: int
    fate: BerryFate
    rule: str
    entry: EntryRequest


@dataclass(frozen=True)
class NoChoice:
    """A space that does not qualify; ``entry`` is None where no marker can lie at all."""

    at: Hex
    why: str
    rule: str
    entry: EntryRequest | None


class Decision(StrEnum):
    TOOK = "took"
    KEPT = "kept"
    NOW = "now"
    LATER = "later"
    NO_VILLAGE = "no-village"
    NO_CARD = "no-card"


@dataclass(frozen=True)
class FishLine:
    """A player in turn order; ``fish``: taken, or to be had for a card. None where the villages are not recorded."""

    player: str
    decision: Decision
    fish: int | None


@dataclass(frozen=True)
class Afterwards:
    """When the event is over: the new pile, then what the turn still holds. ``supply`` None: not counted."""

    pile: int
    supply: int | None
    reshuffled: bool
    lay_out: int
    """Cards the row still lacks, now from the new pile (R-14)."""
    ends_turn: bool
    player: str
    """Who checks the stories; or who goes on, where the event did not end the turn."""
    following: str | None
    """Whose turn is next; None: the game is over."""


@dataclass(frozen=True)
class EventScreen:
    scenario: ScenarioName
    player: str
    mapped: bool
    marker: Marker | None
    left: int
    """Markers, or Fish tokens."""
    of: int
    after: Afterwards
    eligible: tuple[Hex, ...] = ()
    choice: Choice | None = None
    refused: NoChoice | None = None
    fish: tuple[FishLine, ...] = ()


def event_screen(play: Play, to: Hex | None, before: Table | None = None) -> EventScreen | None:
    """None while there is no event to resolve. ``before``: the table before the first decision about Fish."""
    if play.next.kind not in EVENT_STEPS:
        return None
    table = play.table
    mapped, player = bool(table.board.printed), play.next.player
    after = _afterwards(play)
    if play.next.kind is StepKind.FISH:
        fish = _fish(play, before or table)
        return EventScreen(table.scenario, player, mapped, None, table.fish_tokens, table.fish_tokens, after, fish=fish)
    marker = game.scenario_of(table).marker or Marker.WATER
    eligible = game.eligible_spaces(table)
    asked = to if to is not None and table.board.has(to) else None
    return EventScreen(
        table.scenario,
        player,
        mapped,
        marker,
        table.markers_left(marker),
        MARKERS,
        after,
        eligible,
        _choice(table, player, asked) if asked in eligible and asked is not None else None,
        _refusal(table, player, asked) if asked is not None and asked not in eligible else None,
    )


def _choice(table: Table, player: str, at: Hex) -> Choice:
    old, covered = table.board.zone_at(at), game.place_marker(table, at)
    # What qualifies is land, and all land lies in a zone.
    terrain, spaces, berries = (old.terrain, old.spaces, old.berries) if old else (Terrain.FOREST, (at,), 0)
    remaining = {
        zone.spaces: zone for space in spaces if space != at and (zone := covered.board.zone_at(space)) is not None
    }
    parts = sorted(remaining, key=len, reverse=True)
    winners = tuple(part for part in parts if len(part) == len(parts[0]))
    share, odd = divmod(berries, len(winners)) if winners else (0, 0)
    if not berries:
        fate = BerryFate.NONE
    elif not parts:
        fate = BerryFate(table.ruling("R-22"))
    elif len(parts) == 1:
        fate = BerryFate.SHRINK
    elif len(winners) == 1:
        fate = BerryFate.LARGER
    else:
        fate = BerryFate.ODD if odd else BerryFate.SHARED
    return Choice(
        at,
        covered.board,
        terrain,
        len(spaces),
        tuple(parts),
        winners if fate in (BerryFate.LARGER, BerryFate.SHARED, BerryFate.ODD) else (),
        berries,
        share,
        odd,
        fate,
        _rule(table.scenario, fate),
        marker_entry(player, at),
    )


def _rule(scenario: ScenarioName, fate: BerryFate) -> str:
    if fate in (BerryFate.GONE, BerryFate.NEIGHBOUR, BerryFate.STAY):
        return "R-22"
    if scenario is ScenarioName.VOLCANO:
        return "D-VOLC-04"
    return {BerryFate.LARGER: "D-DOWN-05", BerryFate.SHARED: "D-DOWN-06", BerryFate.ODD: "D-DOWN-06"}.get(
        fate, "D-DOWN-07"
    )


def _refusal(table: Table, player: str, at: Hex) -> NoChoice:
    board = table.board
    ground = board.ground[at]
    beside = "D-DOWN-03" if table.scenario is ScenarioName.DOWNPOUR else "D-VOLC-02"
    entry = marker_entry(player, at) if board.is_free(at) and at not in board.markers else None
    if at in board.markers:
        return NoChoice(at, "marker", "R-20", None)
    if ground is Landmark.START:
        return NoChoice(at, "centre", "R-20", entry)
    if not board.is_free(at):
        return NoChoice(at, "camp", beside, None)
    if ground not in LAND:
        return NoChoice(at, "water" if ground is Terrain.WATER else "volcano", "R-20", entry)
    return NoChoice(at, f"beside-{table.scenario}", beside, entry)


def _fish(play: Play, before: Table) -> tuple[FishLine, ...]:
    """Everybody in turn order from who took the last card (D-LAKE-08); the tokens as far as they last (R-38)."""
    table = play.table
    waiting = [step.player for step in play.steps if step.kind is StepKind.FISH]
    starter = next((step.player for step in play.steps if step.kind is StepKind.NEW_PILE), play.next.player)
    left, lines = table.fish_tokens, []
    for player in table.clockwise_from(starter):
        count = villages(table, player.name)
        then = before.player(player.name)
        if player.name in waiting:
            share = min(left, count)
            left -= share
            decision = Decision.NOW if player.name == waiting[0] else Decision.LATER
            lines.append(FishLine(player.name, decision, share if table.board.printed else None))
        elif table.board.printed and not count:
            lines.append(FishLine(player.name, Decision.NO_VILLAGE, 0))
        elif player.cards_in_hand < then.cards_in_hand or player.fish > then.fish:
            took = player.fish - then.fish if table.board.printed else None
            lines.append(FishLine(player.name, Decision.TOOK, took))
        else:
            lines.append(
                FishLine(player.name, Decision.KEPT if then.cards_in_hand or play.camps_only else Decision.NO_CARD, 0)
            )
    return tuple(lines)


def _afterwards(play: Play) -> Afterwards:
    table = play.table
    drawn = new_event_pile(table.piles, len(table.players))
    lay_out = sum(step.kind is StepKind.LAY_OUT for step in play.steps)
    pile, supply = drawn.cards, drawn.piles.supply
    ending = next((step for step in play.steps if step.kind is StepKind.END_OF_TURN), None)
    if ending is None:
        goes_on = next((step.player for step in play.steps if step.kind is StepKind.TURN), play.next.player)
        return Afterwards(pile, supply, drawn.reshuffled, lay_out, False, goes_on, goes_on)
    following = table.clockwise_from(ending.player)[1].name
    last = play.last_round or play.camps_placed(ending.player) >= CAMPS_TO_PLACE
    over = last and following == (table.first_player or table.players[0].name)
    return Afterwards(pile, supply, drawn.reshuffled, lay_out, True, ending.player, None if over else following)


def event_map(
    event: EventScreen, board: Board, looks: Mapping[str, PlayerStyle], link: Callable[[Hex], str] | None
) -> MapView:
    """The spaces that qualify, breathing; after a tap the board as it would be, the berries where they would lie."""
    if event.marker is None:
        own = [at for at in board.camps_of(event.player, starting=False) if board.ground[at] is Terrain.WATER]
        return MapView(board, looks=looks, chosen=own, fade_others=bool(own))
    choice, refused = event.choice, event.refused
    outlined: Sequence[Sequence[Hex]] = choice.winners if choice else ()
    return MapView(
        choice.board if choice else board,
        looks=looks,
        eligible=[at for at in event.eligible if choice is None or at != choice.at],
        chosen=[choice.at] if choice else (),
        faults={refused.at: 1} if refused else {},
        zones=outlined,
        fade_others=True,
        link=link,
    )


_DECIDED = "label.discard-for-fish"


def table_before_fish(look: TableView) -> Table | None:
    """The table before the first decision about Fish of this event; None while nobody has decided."""
    if look.state.play.next.kind is not StepKind.FISH:
        return None
    first = None
    for line in reversed(backend().service.history(look.info.id, viewer=viewer_at(look.info.id))):
        if not line.counts or line.seq > look.seq:
            continue
        if line.label.code != _DECIDED:
            break
        first = line.seq
    if first is None:
        return None
    table: Table = view_table(look.info.id, first - 1).state.play.table
    return table


def consequence(choice: Choice) -> tuple[str, str]:
    """What the marker does to the zone it covers, and to its berries."""
    sizes = " + ".join(str(len(part)) for part in choice.parts)
    if choice.parts:
        zone = t("web.event.zone", terrain=choice.terrain, n=choice.before, after=sizes)
    else:
        zone = t("web.event.zone-gone", terrain=choice.terrain)
    if choice.fate is BerryFate.ODD:
        return zone, t("web.event.berries-odd", n=choice.odd, share=choice.share)
    number = choice.share if choice.fate is BerryFate.SHARED else choice.berries
    return zone, t(f"web.event.berries-{choice.fate}", n=number)


GREAT_MOMENTS = {NewsKind.STORY_DONE, NewsKind.FINAL_CAMP, NewsKind.END_OF_GAME}
"""The table's screen shows these large."""


def news_texts(play: Play, view: MapView, *, in_event: bool) -> list[str]:
    """What happened by itself, one line each, where the screen does not say so in large letters."""
    texts = []
    large = (NewsKind.EVENT,) if in_event else GREAT_MOMENTS - ({NewsKind.STORY_DONE} if play.over else set())
    for news in play.news:
        if news.kind is NewsKind.LOT:
            texts += _lot(play, news, view)
        elif news.kind not in large:
            texts.append(t(f"web.news.{news.kind}", player=news.player or "", n=news.number))
    return texts


def _lot(play: Play, news: News, view: MapView) -> list[str]:
    """Where the odd berries fell: the zone, and how to find it on the map."""
    texts = []
    for at in news.spaces:
        zone = play.table.board.zone_at(at)
        if zone is None:
            continue
        resting = next((space for space in zone.spaces if play.table.board.berries.get(space)), at)
        shown = next(space for space in view.spaces if space.at == resting)
        texts.append(
            t(
                "web.news.lot",
                terrain=zone.terrain,
                n=len(zone.spaces),
                row=shown.row,
                place=shown.place,
            )
        )
    return texts
