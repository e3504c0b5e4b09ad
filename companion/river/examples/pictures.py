"""What is seen of an example of The River: the tableau as its table screen draws it, and what the rules say."""

from functools import singledispatch

from companion.i18n.catalog import Speaker
from companion.river.drawing.tableau import TableauView, tableau
from companion.river.examples import kinds
from companion.river.examples.kinds import ANA, RiverScene
from companion.river.rules import game
from companion.river.rules.payment import Payment, pay
from companion.river.rules.stock import Stock
from companion.river.rules.storing import Gain
from companion.rules.verdict import Reason, ScoreLine
from companion.web.drawing.illustration import Illustration, PieceView, spoken


@singledispatch
def picture(example: kinds.Example, say: Speaker) -> Illustration:
    raise TypeError(example)


@picture.register
def _pieces(example: kinds.PiecesExample, say: Speaker) -> Illustration:
    return Illustration((say(example.words),), example.pieces)


@picture.register
def _look(example: kinds.RiverLook, say: Speaker) -> Illustration:
    return _drawn(example.scene, spoken(example.words, [], say), example.marked)


@picture.register
def _points(example: kinds.RiverPoints, say: Speaker) -> Illustration:
    line = scored(example)
    marked = tuple(place for one in line.evidence for place in one.places)
    words = say("example.river-score", {"n": line.points, "player": ANA})
    return _drawn(example.scene, spoken(example.words, [words], say), marked, only_tiles=True)


def scored(example: kinds.RiverPoints) -> ScoreLine:
    lines = game.score(example.scene.table).players[0].lines
    return next(line for line in lines if line.row == example.row)


@picture.register
def _gains(example: kinds.Gains, say: Speaker) -> Illustration:
    gain = gained(example)
    lines = [say("example.river-gains", {"n": gain.kept, "player": ANA, "resource": example.resource})]
    if gain.returns:
        lines.append(say("example.river-returns", {"n": gain.most}))
    return _drawn(example.scene, spoken(example.words, lines, say))


def gained(example: kinds.Gains) -> Gain:
    return game.production(example.scene.table, ANA, example.resource)


@picture.register
def _closed(example: kinds.Closed, say: Speaker) -> Illustration:
    lines = [say(reason.code, reason.params) for reason in hindrances(example)]
    return _drawn(example.scene, spoken(example.words, lines, say), verdict="illegal")


def hindrances(example: kinds.Closed) -> tuple[Reason, ...]:
    return game.check_place(example.scene.table, ANA, example.space).reasons


@picture.register
def _settles(example: kinds.Settles, say: Speaker) -> Illustration:
    spaces = settled(example)
    words = say("example.river-settles", {"n": len(spaces)})
    return _drawn(example.scene, spoken(example.words, [words], say), spaces)


def settled(example: kinds.Settles) -> tuple[int, ...]:
    return (game.clean_up(example.scene.table).settles or {}).get(ANA, ())


@picture.register
def _pays(example: kinds.Pays, say: Speaker) -> Illustration:
    lines = [say("example.river-costs", {"resources": _stock(example.cost, say)})]
    lines += [say("example.river-reserved")] if example.reserved else []
    lines.append(say("example.river-pays", {"player": ANA, "resources": _stock(payment(example).pays, say)}))
    return Illustration(spoken(example.words, lines, say), (PieceView("icon", "building"), *_heap(example.scene)))


def payment(example: kinds.Pays) -> Payment:
    return pay(example.cost, example.scene.resources, reserved=example.reserved)


def _stock(stock: Stock, say: Speaker) -> str:
    return ", ".join(say("example.river-counts", {"number": n, "resource": kind}) for kind, n in stock.items())


def _drawn(
    scene: RiverScene, lines: tuple[str, ...], marked: tuple[int, ...] = (), verdict: str = "", only_tiles: bool = False
) -> Illustration:
    board: TableauView | None = tableau(scene.table, scene.table.player(ANA), marked=marked)
    if only_tiles and not scene.tiles:
        board = None  # what is counted lies beside the tableau
    return Illustration(lines, _heap(scene), verdict, board, "river/_example.html" if board else "")


def _heap(scene: RiverScene) -> tuple[PieceView, ...]:
    """What Ana has beside her tiles."""
    views = [PieceView("icon", str(kind), number=number) for kind, number in scene.resources.items()]
    views += [PieceView("icon", "building", number=points) for points in scene.buildings]
    views += [PieceView("icon", "bonus", number=value) for value in scene.bonus]
    views += [PieceView("icon", "lock") for _ in scene.reserved]
    return tuple(views)
