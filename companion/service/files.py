"""Tables as files: the whole log, or the table record of one moment."""

from companion.formats.faults import BadInput, Fault, Node
from companion.games.contract import Json
from companion.games.not_played import NotPlayed
from companion.games.registry import BY_FORMAT, FIRST_HEADERS
from companion.games.viewer import PUBLIC, Viewer
from companion.log.entries import Entry, timeline
from companion.log.entry_json import MOST_ENTRIES, check_time, parse_log
from companion.service.amending import inside
from companion.service.answers import TableView
from companion.service.replay import UNREADABLE, whole
from companion.service.tables import Tables

LOG_FORMAT = "companion-log/1"


def export_log(tables: Tables, table_id: str, viewer: Viewer = PUBLIC) -> Json:
    """The log with everything this viewer may see; ``import_log`` reads it.

    Of a damaged log, what can still be read and counts is exported, numbered anew.
    """
    look = tables.look(table_id, viewer)
    entries = whole(tables.store.entries(table_id, 0, look.seq))
    if any(entry.kind == UNREADABLE for entry in entries):
        entries = _sound(entries)
    header = dict(look.info.header or {})
    return {
        "format": LOG_FORMAT,
        "game": look.info.game,
        "created_at": look.info.created_at,
        "header": header if viewer.sees_all else look.game.exported(look.state, None, header, viewer),
        "entries": [
            {
                **entry.to_json(),
                "seq": seq,
                "body": dict(entry.body)
                if viewer.sees_all
                else inside(
                    entry.kind,
                    dict(entry.body),
                    lambda kind, body: look.game.exported(look.state, kind, body, viewer),
                ),
            }
            for seq, entry in enumerate(entries, start=1)
        ],
    }


def _sound(entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
    """The entries that count, up to the first that cannot be read. Undo goes by numbers, so none of it is kept."""
    sound: list[Entry] = []
    for entry in timeline(entries).effective:
        if entry.kind == UNREADABLE:
            break
        sound.append(entry)
    return tuple(sound)


def import_log(tables: Tables, value: object, most: int = MOST_ENTRIES) -> TableView:
    """A new table from an exported log of at most so many entries. Raises BadInput; then nothing was made.

    A log that cannot be replayed to its end is taken all the same: the table then says where it breaks off.
    """
    node = Node(value)
    fields = node.fields(["format", "game", "header", "entries"], ["created_at"])
    if fields and "format" in fields and fields["format"].value != LOG_FORMAT:
        fields["format"].fault("json.wrong-format", wanted=LOG_FORMAT)
    if not fields or node.faults:
        raise BadInput(node.faults)
    game, created_at = fields["game"].text(), None
    entries: tuple[Entry, ...] = ()
    try:
        if "created_at" in fields:
            created_at = check_time(fields["created_at"].value, "created_at")
        fields["entries"].items(most)
        entries = parse_log(fields["entries"].value) if not node.faults else ()
    except BadInput as bad:
        node.faults.extend(bad.faults)
    if node.faults or game is None:
        raise BadInput(node.faults)
    header = fields["header"].value
    check_brought(tables, game)
    if isinstance(header, dict):
        header = {**FIRST_HEADERS.get(game, {}), **header}
    return tables.create(game, header, [entry.draft() for entry in entries], created_at)


def check_brought(tables: Tables, game: str) -> None:
    """Games and boxes are made from a file or by a program. An evening or a league says of itself whose it is and which
    tables take part: it is opened on its page, where that is asked. Raises BadInput."""
    known = [key for key, one in tables.games.items() if one.is_box or not isinstance(one, NotPlayed)]
    if game not in known:
        raise BadInput([Fault("game", "table.unknown-game", {"words": ", ".join(known)})])


def export_record(tables: Tables, table_id: str, viewer: Viewer = PUBLIC) -> Json:
    """The table record as it stands, with the secrets of this viewer only."""
    look = tables.look(table_id, viewer)
    return look.game.record(look.state, viewer)


def import_record(tables: Tables, record: object, title: str | None = None) -> TableView:
    """A new table from a table record of any game, to be played on from there. Raises BadInput."""
    named = record.get("format") if isinstance(record, dict) else None
    game = BY_FORMAT.get(named, "dewan") if isinstance(named, str) else "dewan"
    return tables.create(game, {"table": record, "begun": True, "title": title})
