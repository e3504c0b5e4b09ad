"""What is seen of an example: a map, the pieces beside it, and what the rules say of it."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import singledispatch

from companion.dewan.drawing.map_svg import Gift, MapView, RouteDrawing
from companion.dewan.drawing.pieces import story_view
from companion.dewan.examples import kinds
from companion.dewan.examples.boards import card, cards, half
from companion.dewan.examples.kinds import ADA, COLORS, Example, OnMap, PieceExample, Scene, places
from companion.dewan.rules import game
from companion.dewan.rules.actions import PlaceCamp, TakeCards
from companion.dewan.rules.board import Camp
from companion.dewan.rules.cards import Card
from companion.dewan.rules.events import cover, fish_shares
from companion.dewan.rules.routes import RouteVerdict
from companion.dewan.rules.scoring import Sheet
from companion.dewan.rules.stories import StoryCheck, check_stories, count
from companion.i18n.catalog import Speaker
from companion.rules.hexes import Hex
from companion.rules.verdict import Evidence, Reason, ScoreLine
from companion.web.drawing.illustration import Illustration, PieceView, spoken
from companion.web.drawing.players import PlayerStyle, player_style

LOOKS: Mapping[str, PlayerStyle] = {name: player_style(color) for name, color in COLORS.items()}


def _drawn(
    map: MapView | None, lines: tuple[str, ...], pieces: tuple[PieceView, ...] = (), verdict: str = ""
) -> Illustration:
    """Without the map where the example has none."""
    if map is None or not map.board.printed:
        return Illustration(lines, pieces, verdict)
    return Illustration(lines, pieces, verdict, map, "dewan/rules/_map.html")


def at_table(example: Example, rulings: Mapping[str, str]) -> Example:
    """The example as a table sees it that has decided so."""
    if isinstance(example, OnMap) and rulings:
        return replace(example, scene=replace(example.scene, rulings=rulings))
    return example


@singledispatch
def picture(example: Example, say: Speaker) -> Illustration:
    raise TypeError(example)


@picture.register
def _route(example: kinds.RouteExample, say: Speaker) -> Illustration:
    table, path = example.scene.table, example.path
    verdict = judged(example)
    if verdict.legal:
        gifts = [Gift(toll.at, _to(say, toll.to), LOOKS[toll.to]) for toll in verdict.cost if toll.to]
        way = RouteDrawing(path, "chosen", [toll.at for toll in verdict.cost], gifts)
        drawn = MapView(table.board, LOOKS, routes=[way], planned_camps={path[-1]: ADA})
        lines = [say("example.costs", {"n": len(verdict.cost)}), *_given(verdict, say)]
        paid = [toll.card for toll in verdict.payment or ()]
    else:
        faults = {at: i for i, reason in enumerate(verdict.reasons, 1) for at in reason.spaces}
        drawn = MapView(table.board, LOOKS, routes=[RouteDrawing(path, "traced")], faults=faults)
        lines = [say(reason.code, reason.params) for reason in verdict.reasons]
        paid = list(table.player(ADA).hand)
    lines += [say(remark.code, remark.params) for remark in verdict.remarks if remark.rule == example.remark]
    pieces = tuple(_face("card", one, number=number if verdict.legal else None) for number, one in enumerate(paid, 1))
    return _drawn(drawn, spoken(example.words, lines, say), pieces, "legal" if verdict.legal else "illegal")


def judged(example: kinds.RouteExample) -> RouteVerdict:
    return game.check_route(example.scene.table, ADA, example.path)


def _given(verdict: RouteVerdict, say: Speaker) -> list[str]:
    return [say("example.gift", {"player": toll.to}) for toll in verdict.cost if toll.to]


def _to(say: Speaker, player: str) -> str:
    return say("web.table.to-player", {"player": player})


@picture.register
def _zones(example: kinds.Zones, say: Speaker) -> Illustration:
    board = example.scene.board
    zones = [zone.spaces for zone in board.zones if zone.terrain is example.terrain]
    line = say("example.zones", {"n": len(zones), "terrain": example.terrain})
    drawn = MapView(board, LOOKS, zones=zones, tiles=[places(tile) for tile in example.tiles])
    return _drawn(drawn, spoken(example.words, [line], say))


@picture.register
def _count(example: kinds.CountExample, say: Speaker) -> Illustration:
    found = count(example.scene.table, ADA, example.need)
    zones = [one.spaces for one in found.counted if one.what == "zone"]
    drawn = MapView(
        example.scene.board,
        LOOKS,
        zones=zones,
        chosen=[at for one in (*found.counted, *found.ignored) for at in one.camps if not any(at in z for z in zones)],
        lit_icons=[i for one in found.counted for i in one.icons] if example.scene.icons else None,
    )
    line = say("example.has", {"player": ADA, "number": found.have, "need": example.need})
    return _drawn(drawn, spoken(example.words, [line], say), _belongings(example.scene))


@picture.register
def _told(example: kinds.GivenExample, say: Speaker) -> Illustration:
    checks = checked(example)
    drawn = MapView(
        example.scene.board,
        LOOKS,
        zones=[spaces for check in checks for need in check.needs for spaces in _spaces(need.count.counted)],
    )
    line = say("example.complete" if all(check.complete for check in checks) else "example.not-complete")
    pieces = tuple(
        _face("story", story_view(check.story, {need.need: need.count.have for need in check.needs}))
        for check in checks
    )
    return _drawn(drawn, spoken(example.words, [line], say), pieces)


def checked(example: kinds.GivenExample) -> tuple[StoryCheck, ...]:
    return check_stories(example.scene.table, ADA)


@picture.register
def _points(example: kinds.Points, say: Speaker) -> Illustration:
    line = scored(example)
    spaces = _spaces(line.evidence)
    camps = [at for one in line.evidence for at in one.camps if not any(at in group for group in spaces)]
    drawn = MapView(example.scene.board, LOOKS, zones=spaces, chosen=camps)
    names = " + ".join(sheet(example).members)
    words = say("example.points", {"n": line.points, "player": names, "row": say(f"score.row.{line.row}")})
    return _drawn(drawn, spoken(example.words, [words], say), _belongings(example.scene))


def sheet(example: kinds.Points) -> Sheet:
    score = game.score(example.scene.table)
    return next(one for one in (*score.teams, *score.players) if one.name == example.of)


def scored(example: kinds.Points) -> ScoreLine:
    return next(line for line in sheet(example).lines if line.row == example.row)


@picture.register
def _targets(example: kinds.Targets, say: Speaker) -> Illustration:
    spaces = game.eligible_spaces(example.scene.table)
    line = say("example.targets", {"n": len(spaces)})
    drawn = MapView(example.scene.board, LOOKS, eligible=spaces)
    return _drawn(drawn, spoken(example.words, [line], say))


@picture.register
def _covered(example: kinds.CoveredExample, say: Speaker) -> Illustration:
    at = places(example.at)[0]
    before = example.scene.board
    after = cover(before, at, example.marker, example.scene.table.ruling("R-22"))
    old = before.zone_at(at)
    parts = {zone.spaces for space in (old.spaces if old else ()) if (zone := after.board.zone_at(space))}
    rest = [part for part in parts if at not in part]
    number, moved = (old.berries if old else 0), sum(after.board.berries.values())
    lines = [say("example.covered", {"n": len(rest)})]
    if number and not moved:
        lines.append(say("example.berries-gone"))
    elif after.odd:
        lines.append(say("example.berries-by-lot", {"n": after.odd}))
    elif number:
        lines.append(say("example.berries-there", {"n": number}))
    drawn = MapView(after.board, LOOKS, zones=sorted(rest), chosen=[at])
    return _drawn(drawn, spoken(example.words, lines, say))


@picture.register
def _gather(example: kinds.Gather, say: Speaker) -> Illustration:
    at = places(example.at)[0]
    board = example.scene.board.with_camp(at, Camp(ADA))
    zone = board.zone_at(at)
    line = say("example.takes-berry", {"n": gathered(example), "player": ADA})
    drawn = MapView(board, LOOKS, zones=[zone.spaces] if zone else (), chosen=[at])
    return _drawn(drawn, spoken(example.words, [line], say))


def gathered(example: kinds.Gather) -> int:
    """How many berries the rules let Ada take."""
    play = game.apply(game.resume(example.scene.table), PlaceCamp(ADA, to=places(example.at)[0]))
    return play.table.player(ADA).berries


@picture.register
def _fish(example: kinds.Fish, say: Speaker) -> Illustration:
    lines = [
        say("example.fish", {"player": name, "n": number})
        for name, number in fish_shares(example.scene.table).items()
        if number
    ]
    return _drawn(MapView(example.scene.board, LOOKS), spoken(example.words, lines, say))


@picture.register
def _shown(example: kinds.ShownExample, say: Speaker) -> Illustration:
    board = example.scene.board
    middle = places(example.next_to)
    drawn = MapView(
        board,
        LOOKS,
        chosen=[*places(example.spaces), *middle],
        eligible=[near for at in middle for near in board.near(at)],
        tiles=[places(tile) for tile in example.tiles],
    )
    return _drawn(drawn, (say(example.words),))


@picture.register
def _take(example: kinds.Take, say: Speaker) -> Illustration:
    against = taken(example)
    pieces = [_face("card", one, lit=number in example.places) for number, one in enumerate(_row(example), 1)]
    pile = _face("back", lit=0 in example.places)
    lines = [say(reason.code, reason.params) for reason in against] or [say("example.side-by-side")]
    return _drawn(None, spoken(example.words, lines, say), (pile, *pieces), "illegal" if against else "legal")


def taken(example: kinds.Take) -> tuple[Reason, ...]:
    """Every rule that taking these cards would break."""
    table = replace(Scene().table, row=_row(example))
    return game.judge(game.resume(table), TakeCards(ADA, example.places))


def _row(example: kinds.Take) -> tuple[Card, ...]:
    return cards(example.row)


@picture.register
def _pieces(example: kinds.PiecesExample, say: Speaker) -> Illustration:
    return _drawn(None, (say(example.words),), tuple(map(piece_view, example.pieces)))


@picture.register
def _tribe(example: kinds.TribeBoard, say: Speaker) -> Illustration:
    return Illustration((say(example.words),), drawing=example, template="dewan/rules/_tribe.html")


def piece_view(piece: PieceExample) -> PieceView:
    if piece.kind == "camp":
        return PieceView("camp", piece.what, LOOKS[piece.what], piece.number, piece.lit)
    if piece.kind in ("card", "half", "story", "back"):
        return _face(piece.kind, _FACES[piece.kind](piece), piece.number, piece.lit)
    return PieceView(piece.kind, piece.what, number=piece.number, lit=piece.lit)


_FACES: Mapping[str, Callable[[PieceExample], object]] = {
    "card": lambda piece: card(piece.what),
    "half": lambda piece: half(piece.what),
    "story": lambda piece: story_view(piece.story) if piece.story else None,
    "back": lambda piece: None,
}


def _face(kind: str, face: object = None, number: int | None = None, lit: bool = False) -> PieceView:
    return PieceView(kind, number=number, lit=lit, face=face, template="dewan/rules/_piece.html")


def _belongings(scene: Scene) -> tuple[PieceView, ...]:
    """What the players of a scene have beside the map, each behind a camp of the owner's colour."""
    views: list[PieceView] = []
    for player in scene.table.players:
        own = [_face("half", one) for one in player.tucked]
        own += [_face("story", story_view(tile)) for tile in player.stories]
        own += [PieceView("icon", "berry", number=player.berries)] if player.berries else []
        own += [PieceView("icon", "fish", number=player.fish)] if player.fish else []
        if own:
            views += [PieceView("camp", player.name, look=LOOKS[player.name]), *own]
    return tuple(views)


def _spaces(evidence: Iterable[Evidence]) -> list[tuple[Hex, ...]]:
    return list(dict.fromkeys(one.spaces for one in evidence if one.spaces and one.what != "icon"))
