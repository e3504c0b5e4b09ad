"""Tables as files: the whole log, or the table record of one moment."""

from companion.games.contract import Json
from companion.record.faults import BadInput, Fault, Node
from companion.service.replay import readable
from companion.service.tables import Look, Tables
from companion.table.entries import Entry
from companion.table.entry_json import BadEntry, parse_log

LOG_FORMAT = "companion-log/1"


def export_log(tables: Tables, table_id: str, viewer: str | None = None) -> Json:
    """The log with everything this viewer may see; ``import_log`` makes the same table of it."""
    look = tables.look(table_id)
    entries, _ = readable(tables.store.entries(table_id))
    return {
        "format": LOG_FORMAT,
        "game": look.info.game,
        "created_at": look.info.created_at,
        "header": dict(look.info.header or {}),
        "entries": [
            {**entry.to_json(), "body": look.game.seen_body(entry.kind, dict(entry.body), viewer)} for entry in entries
        ],
    }


def import_log(tables: Tables, value: object) -> Look:
    """A new table from an exported log. Raises BadInput; then nothing was made."""
    node = Node(value)
    fields = node.fields(["format", "game", "header", "entries"], ["created_at"])
    if fields and "format" in fields and fields["format"].value != LOG_FORMAT:
        fields["format"].fault("json.wrong-format", wanted=LOG_FORMAT)
    if not fields or node.faults:
        raise BadInput(node.faults)
    game = fields["game"].text()
    entries: tuple[Entry, ...] = ()
    try:
        entries = parse_log(fields["entries"].value)
    except BadEntry as bad:
        for fault in bad.faults:
            node.faults.append(Fault(fault.path, fault.code, fault.params))
    if node.faults or game is None:
        raise BadInput(node.faults)
    return tables.create(game, fields["header"].value, [entry.draft() for entry in entries])


def export_record(tables: Tables, table_id: str, viewer: str | None = None) -> Json:
    """The table record as it stands, with the secrets of this viewer only."""
    look = tables.look(table_id)
    return look.game.record(look.state, viewer)


def import_record(tables: Tables, record: object, title: str | None = None) -> Look:
    """A new table from a Dewan table record, to be played on from there. Raises BadInput."""
    return tables.create("dewan", {"table": record, "begun": True, "title": title})
