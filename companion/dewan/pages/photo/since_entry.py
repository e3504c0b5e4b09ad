"""Bring the table up to date: what a photo in mid-game shows beyond the record, and the entries that record it.

Players take turns, so new camps are laid out over the turns from the next one on; who has no new camp took cards
meanwhile. Only where one player has several new camps does somebody have to say which came first.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from companion.dewan.pages.changes import Changes, space_changes
from companion.dewan.pages.photo.differences import laid_over
from companion.dewan.pages.photo.photo_map import PhotoMap, moved
from companion.dewan.rules.actions import (
    Action,
    DiscardForFish,
    PileEmpty,
    PlaceCamp,
    PlaceMarker,
    TakeCards,
    TakeStory,
)
from companion.dewan.rules.game import apply
from companion.dewan.rules.play import Play, StepKind
from companion.dewan.rules.scenarios import SCENARIOS
from companion.dewan.rules.turns import Impossible
from companion.dewan.rules.words import Landmark
from companion.rules.hexes import Hex

MOST_ENTRIES = 40
"""Of one photo; a game has about 70."""


@dataclass(frozen=True)
class ProposalLine:
    """One thing to record: a new ``camp`` of ``player``, a new ``marker``, or ``berries`` that lie there now.

    ``at`` is its space in the record, ``there`` in the photo; ``count`` how many berries more. A doubtful line is not
    ticked by itself.
    """

    kind: str
    at: Hex
    there: Hex
    player: str = ""
    count: int = 0
    doubtful: bool = False

    @property
    def key(self) -> str:
        return f"{self.kind} {self.at.q},{self.at.r}"

    @property
    def movable(self) -> bool:
        """Berries are told by zone, so that it does not matter where in it they lie."""
        return self.kind != "berries"


@dataclass(frozen=True)
class Update:
    """``first``: players with several new camps, whose order somebody has to tell. ``taking``: who took cards
    before the last of them, and how often; ``closing``: those who took cards after it, if the round is over."""

    lines: tuple[ProposalLine, ...]
    first: Mapping[str, tuple[ProposalLine, ...]]
    taking: Mapping[str, int]
    closing: tuple[str, ...] = ()
    whole_rounds: bool = False
    """Nobody records cards here, so a photo is most likely taken when a round is over."""
    ask_event: bool = False
    """A marker lies there although by the record the pile is not empty: somebody has to say who emptied it."""
    fish: tuple[str, ...] = ()
    """Who may have discarded a card for Fish meanwhile, in turn order: no photo shows that."""
    marker_due: bool = False
    """By the record a marker has been placed meanwhile, and the photo shows none."""

    @property
    def proposes(self) -> bool:
        """There is something to record: what is new, or, where nobody records cards, that all took some."""
        return bool(self.lines or self.fish) or (self.whole_rounds and bool(self.closing))

    @property
    def camps(self) -> tuple[ProposalLine, ...]:
        return tuple(line for line in self.lines if line.kind == "camp")

    @property
    def markers(self) -> tuple[ProposalLine, ...]:
        return tuple(line for line in self.lines if line.kind == "marker")


def update_of(play: Play, seen: PhotoMap, elsewhere: Collection[Hex] = ()) -> Update | None:
    """What the photo shows beyond the record; None where it shows another map.

    ``elsewhere``: where camps stand that are recorded on another space.
    """
    board = play.table.board
    found = laid_over(board, seen.ground)
    if found is None:
        return None
    turn, move = found
    there = {at.turned(turn).moved(move): at for at in seen.ground}
    shown = moved(seen, turn, move)
    lines: list[ProposalLine] = []
    for at, camp in sorted(shown.board.camps.items()):
        free = at in board.printed and at not in board.camps and at not in elsewhere
        if free and board.printed[at] is not Landmark.START:
            lines.append(ProposalLine("camp", at, there[at], camp.player, doubtful=at in shown.doubtful_camps))
    marker = marker_of(play)
    for at, kind in sorted(shown.markers.items()):
        if kind == marker and at in board.printed and at not in board.markers and at not in board.camps:
            lines.append(ProposalLine("marker", at, there[at], doubtful=at in shown.unsure))
    ordered = _in_turn(play, lines)
    ticked = [line for line in ordered if not line.doubtful]
    after = _after(play, entries_of(play, ticked))
    lines = [*ordered, *(_berries(after, shown, there) if after else ())]
    several = Counter(line.player for line in ticked if line.kind == "camp")
    first = {
        name: tuple(line for line in ticked if line.kind == "camp" and line.player == name)
        for name, count in several.items()
        if count > 1
    }
    actions = entries_of(play, ticked)
    whole_rounds = play.table.row is None
    all_of_them = entries_of(play, ticked, close=whole_rounds)
    then = _after(play, all_of_them)
    taking = Counter(a.player for a in actions if isinstance(a, TakeCards))
    closed = entries_of(play, ticked, close=True)[len(actions) :]
    closing = tuple(a.player for a in closed if isinstance(a, TakeCards))
    return Update(
        tuple(lines),
        first,
        taking,
        closing,
        whole_rounds,
        any(isinstance(action, PileEmpty) for action in all_of_them),
        tuple(action.player for action in all_of_them if isinstance(action, DiscardForFish)),
        then is not None and then.next.kind is StepKind.MARKER and not any(one.kind == "marker" for one in lines),
    )


def marker_of(play: Play) -> str | None:
    """What kind of marker the events of this table place."""
    marker = SCENARIOS[play.table.scenario].marker
    return None if marker is None else marker.value


def _in_turn(play: Play, lines: Sequence[ProposalLine]) -> list[ProposalLine]:
    """Camps in the order of turns from the next one on, then markers."""
    order = [player.name for player in play.table.clockwise_from(play.next.player)]
    left = {name: [line for line in lines if line.kind == "camp" and line.player == name] for name in order}
    camps: list[ProposalLine] = []
    while any(left.values()):
        camps += [left[name].pop(0) for name in order if left[name]]
    return [*camps, *(line for line in lines if line.kind == "marker")]


def _berries(after: Play, shown: PhotoMap, there: Mapping[Hex, Hex]) -> list[ProposalLine]:
    """Zones whose berries differ in number once the camps are recorded; where in a zone they lie does not matter."""
    lines: list[ProposalLine] = []
    if not shown.berries:  # they play without tokens, or none can be made out
        return lines
    for zone in after.table.board.zones:
        spaces = [at for at in zone.spaces if at in there]
        if len(spaces) < len(zone.spaces) or not spaces:
            continue
        count = sum(shown.berries.get(at, 0) for at in spaces)
        if count != zone.berries:
            at = max(spaces, key=lambda at: (shown.berries.get(at, 0), after.table.board.berries.get(at, 0), at))
            unsure = any(one in shown.unsure or one in shown.doubtful_camps for one in spaces)
            hidden = any(one in after.table.board.camps for one in spaces)
            lines.append(ProposalLine("berries", at, there[at], "", count - zone.berries, unsure or hidden))
    return lines


def entries_of(
    play: Play,
    lines: Sequence[ProposalLine],
    first: Mapping[str, str] | None = None,
    event: str = "",
    close: bool = False,
    fish: Collection[str] = (),
) -> list[Action]:
    """The actions that record the lines, in turn order. ``first``: by player, the key of the camp that came first.

    ``event``: who drew the last card of the pile, where a marker has been placed. ``close``: the round is over, so
    the players after the last camp took cards; without a new camp all did. ``fish``: who discarded a card for Fish,
    a name for each event. They end where an event waits for a marker that is none of the lines: the table asks for it.
    """
    first = first or {}
    left: dict[str, list[ProposalLine]] = {}
    for line in sorted(lines, key=lambda line: first.get(line.player) != line.key):
        if line.kind == "camp":
            left.setdefault(line.player, []).append(line)
    markers = [line.at for line in lines if line.kind == "marker"]
    actions: list[Action] = []
    discards = list(fish)
    while not play.over and len(actions) < MOST_ENTRIES:
        step = play.next
        unknown = step.kind in (StepKind.STORY, StepKind.FIRST_STORY) and play.story_row is None
        turn = step.kind is StepKind.TURN and (step.player != play.opener or not actions)
        closing = close and (turn or unknown or step.kind is StepKind.FISH)
        more = bool(markers) if step.kind is StepKind.MARKER else any(left.values()) or closing
        if not more:
            break
        action: Action
        if step.kind is StepKind.TURN:
            action = _turn(step.player, left)
        elif step.kind is StepKind.MARKER:
            action = PlaceMarker(step.player, markers.pop(0))
        elif step.kind in (StepKind.STORY, StepKind.FIRST_STORY):
            action = TakeStory(step.player)
        elif step.kind is StepKind.FISH:
            action = DiscardForFish(step.player, step.player in discards)
            if action.discard:
                discards.remove(step.player)
        else:  # going on is declining
            name = play.table.clockwise_from(step.player)[1].name
            action = _turn(name, left)
        try:
            play = apply(play, action)
        except Impossible:
            if not isinstance(action, PlaceCamp):
                break
            continue
        actions.append(action)
    if markers and not play.over:
        who = event or play.next.player
        actions.append(PileEmpty(who))
        actions += [PlaceMarker(who, at) for at in markers[:1]]
    return actions


def _turn(player: str, left: Mapping[str, list[ProposalLine]]) -> Action:
    camps = left.get(player)
    return PlaceCamp(player, camps.pop(0).at) if camps else TakeCards(player)


def _after(play: Play, actions: Sequence[Action]) -> Play | None:
    for action in actions:
        try:
            play = apply(play, action)
        except Impossible:
            return None
    return play


def berry_changes(play: Play, line: ProposalLine) -> Changes:
    """The correction after which the record has as many berries in the zone as the photo shows."""
    board, left, changes = play.table.board, line.count, []
    zone = board.zone_at(line.at)
    for at in (line.at, *(zone.spaces if zone else ())):
        have = board.berries.get(at, 0)
        step = max(left, -have)
        if step:
            standing = board.camps.get(at)
            changes += space_changes(
                play, at, standing.player if standing else None, have + step, board.markers.get(at)
            )
            left -= step
        if not left:
            break
    return changes
