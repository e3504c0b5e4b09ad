"""The facts of one copy of The River, as forms tell them: boards, numbers for players, tiles, buildings.

Lists are typed a line a piece, in the words of the box file: ``6 forest wood storage``, ``2 wood 1 clay = 5``.
"""

from collections.abc import Mapping, Sequence

from companion.formats.faults import BadInput, Fault
from companion.games.contract import Json
from companion.river.formats.box import write_river_box
from companion.river.formats.tiles import meadow_text
from companion.river.rules.box import Box
from companion.river.rules.tiles import Building, Tile
from companion.river.rules.words import PRODUCED, SPACES, ActionSpace, MeadowKind, Resource
from companion.web.forms import number_in

Form = Mapping[str, str]
STORAGE = "storage"
PARTS = ("name", "sides", "boards", "supplies", "tiles", "buildings")


def side_json(form: Form, framed: Sequence[str], players: Sequence[int]) -> Json:
    """One side of the boards. What is left empty stays unknown. Raises BadInput."""
    faults: list[Fault] = []
    side: Json = {
        "players": list(players),
        "spaces": _spaces(form, faults),
        "framed": [int(space) for space in framed if _is_number(space)],
        "capacities": {str(one): form[f"capacity-{one}"] for one in ActionSpace if form.get(f"capacity-{one}")},
        "building_spaces": _number(form, "building_spaces", faults),
        "bonus": _values(form.get("bonus", ""), faults),
    }
    if faults:
        raise BadInput(faults)
    return {key: value for key, value in side.items() if value not in (None, [])} | {"players": list(players)}


def board_json(form: Form, framed: Sequence[str], players: Sequence[int], color: str) -> Json:
    """The river board of one colour on one side. Raises BadInput."""
    faults: list[Fault] = []
    board: Json = {"color": color, "players": list(players), "spaces": _spaces(form, faults)}
    if framed:
        board["framed"] = [int(space) for space in framed if _is_number(space)]
    if faults:
        raise BadInput(faults)
    return board


def with_board(box: Box, board: Json) -> list[Json]:
    """All boards, this one in place of what was told of it before."""
    written = write_river_box(box)["boards"]
    assert isinstance(written, list)
    return [*(one for one in written if (one["color"], one["players"]) != (board["color"], board["players"])), board]


def _spaces(form: Form, faults: list[Fault]) -> list[Json]:
    spaces: list[Json] = []
    for space in range(1, SPACES + 1):
        symbols = {
            str(kind): number for kind in PRODUCED if (number := _number(form, f"symbols-{space}-{kind}", faults))
        }
        storages = _number(form, f"storages-{space}", faults) or 0
        if symbols or storages:
            spaces.append({"space": space, "symbols": symbols, "storages": storages})
    return spaces


def supplies_json(form: Form) -> list[Json]:
    faults: list[Fault] = []
    supplies: list[Json] = []
    for players in (2, 3, 4):
        numbers = {kind: _number(form, f"supply-{players}-{kind}", faults) for kind in Resource}
        tiles = _number(form, f"tiles-{players}", faults)
        supply: Json = {"players": players}
        if any(number is not None for number in numbers.values()):
            supply["resources"] = {str(kind): number or 0 for kind, number in numbers.items()}
        if tiles is not None:
            supply["terrain_tiles"] = tiles
        if len(supply) > 1:
            supplies.append(supply)
    if faults:
        raise BadInput(faults)
    return supplies


def with_side(box: Box, side: Json, written: Sequence[Json]) -> list[Json]:
    """All sides, this one in place of whatever was told for its numbers of players."""
    others = [one for one, known in zip(written, box.sides, strict=True) if list(known.players) != side["players"]]
    return [*others, side]


# --- Tiles and buildings, a line each


def tile_line(tile: Tile, count: int) -> str:
    words = [str(count), "/".join(tile.kinds)]
    words += [str(kind) for kind in PRODUCED for _ in range((tile.symbols or {}).get(kind, 0))]
    words += [STORAGE] * (tile.storages or 0)
    if tile.meadow:
        words.append(meadow_text(tile.meadow))
    return " ".join(words)


def tiles_json(text: str, box: Box) -> list[Json]:
    """Raises BadInput, each fault with the number of its line."""
    faults: list[Fault] = []
    tiles: list[Json] = []
    names = {tile_line(tile, 0): tile.id for tile, _ in box.tiles}
    for number, words in _lines(text):
        count, words = _count(words)
        if not words:
            faults.append(Fault(str(number), "river.box-line", {"line": number}))
            continue
        tile: Json = {"kind": words[0], "symbols": {}, "storages": words.count(STORAGE)}
        symbols = {str(kind): words.count(kind) for kind in PRODUCED if kind in words}
        tile["symbols"] = symbols
        for word in words[1:]:
            if word.partition(":")[0] in tuple(MeadowKind) and word not in tuple(Resource):
                tile["meadow"] = word
            elif word != STORAGE and word not in PRODUCED:
                faults.append(Fault(str(number), "river.box-word", {"line": number, "word": word[:40]}))
        plain = " ".join(["0", *words])
        tiles.append({**tile, "id": names.get(plain), "count": count})
    if faults:
        raise BadInput(faults)
    return _named(tiles, "T")


def building_line(building: Building, count: int) -> str:
    cost = [f"{number} {kind}" for kind in Resource if (number := (building.cost or {}).get(kind, 0))]
    return " ".join([*([f"{count} x"] if count > 1 else []), *cost, "=", str(building.points)])


def buildings_json(text: str, box: Box) -> list[Json]:
    faults: list[Fault] = []
    cards: list[Json] = []
    names = {building_line(card, 1): card.id for card, _ in box.buildings}
    for number, words in _lines(text):
        count = 1
        if len(words) > 1 and words[1] == "x" and _is_number(words[0]):
            count, words = int(words[0][:3]), words[2:]
        cost: dict[str, int] = {}
        points = words[-1] if len(words) > 1 and words[-2] == "=" and _is_number(words[-1]) else None
        pairs = words[:-2]
        if (
            points is None
            or len(pairs) % 2
            or not all(
                _is_number(one) and kind in tuple(Resource) for one, kind in zip(pairs[::2], pairs[1::2], strict=True)
            )
        ):
            faults.append(Fault(str(number), "river.box-line", {"line": number}))
            continue
        for one, kind in zip(pairs[::2], pairs[1::2], strict=True):
            cost[kind] = cost.get(kind, 0) + int(one[:3])
        cards.append({"id": names.get(" ".join(words)), "cost": cost, "points": int(points[:4]), "count": count})
    if faults:
        raise BadInput(faults)
    return _named(cards, "G")


def _lines(text: str) -> list[tuple[int, list[str]]]:
    return [(i, words) for i, line in enumerate(text.splitlines(), 1) if (words := line.lower().split())]


def _count(words: list[str]) -> tuple[int, list[str]]:
    return (int(words[0][:3]), words[1:]) if _is_number(words[0]) else (1, words)


def _named(pieces: list[Json], letter: str) -> list[Json]:
    """Every piece has a name of its own; old ones keep theirs."""
    taken = {piece["id"] for piece in pieces if piece["id"]}
    seen: set[object] = set()
    free = (f"{letter}{number}" for number in range(1, 1000) if f"{letter}{number}" not in taken)
    for piece in pieces:
        if not piece["id"] or piece["id"] in seen:
            piece["id"] = next(free)
        seen.add(piece["id"])
    return pieces


def tile_text(box: Box) -> str:
    return "\n".join(tile_line(tile, count) for tile, count in box.tiles)


def building_text(box: Box) -> str:
    return "\n".join(building_line(card, count) for card, count in box.buildings)


def _values(text: str, faults: list[Fault]) -> list[int]:
    values = []
    for word in text.replace(",", " ").split():
        number = number_in(word, "bonus", faults=faults)
        values += [] if number is None else [number]
    return values


def _number(form: Form, key: str, faults: list[Fault]) -> int | None:
    return number_in(form.get(key, ""), key, faults=faults)


def _is_number(word: str) -> bool:
    """A short one in plain digits: there are others, as in ``²``, and numbers of thousands of them."""
    return word.isascii() and word.isdigit() and len(word) < 5
