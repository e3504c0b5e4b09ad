"""Hand-over to BG Stats: a play for its web address, and the same play as a file of its own kind.

The address takes one JSON object; ``winner``, ``startPlayer``, ``highestWins`` and ``noPoints`` are always in it, since
the app stumbles over one that is not. A number at BoardGameGeek is told if it is known, and left out otherwise.
"""

import hashlib
import json
import uuid
from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote

from companion.games.contract import Json
from companion.games.people import key_of
from companion.service.results import Result
from companion.share.pad import Called, SharedPad
from companion.share.words import summary

ADDRESS = "https://app.bgstatsapp.com/createPlay.html?data="
SOURCE = "Companion"
"""Under this name the app remembers which of its players ours are: it must never change."""
MOST_COMMENT = 600
_NAMESPACE = uuid.UUID("5f5dca8e-9a3c-5d53-8c36-7d2f1d2f6a10")


def play(result: Result, pad: SharedPad, called: Called, minutes: int | None, bgg_id: int | None = None) -> Json:
    game: dict[str, Any] = {
        "name": pad.game,
        "sourceGameId": result.game,
        "highestWins": True,
        "noPoints": False,
    }
    if bgg_id is not None:
        game["bggId"] = bgg_id
    return {
        "sourceName": SOURCE,
        "sourcePlayId": result.table_id,
        "playDate": utc(result.ended_at),
        "durationMin": minutes or 0,
        "board": pad.scenario,
        "comments": summary(pad)[:MOST_COMMENT],
        "location": "",
        "game": game,
        "players": [_player(result, name, called) for name in result.players],
    }


def address(the_play: Json) -> str:
    return ADDRESS + quote(json.dumps(the_play, ensure_ascii=False, separators=(",", ":")), safe="")


def utc(moment: str) -> str:
    return datetime.fromisoformat(moment).astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S")


def _player(result: Result, name: str, called: Called) -> Json:
    column = result.scoreboard.column_of(name)
    return {
        "name": called(name),
        "sourcePlayerId": hashlib.sha256(key_of(called(name)).encode()).hexdigest()[:16],
        "startPlayer": name == result.first,
        "winner": result.over and name in result.winners,  # nobody has won a game under way
        "rank": result.scoreboard.place_of(column.name),
        "role": column.name if result.teams else "",
        "score": column.total,
    }


def play_file(result: Result, pad: SharedPad, called: Called, minutes: int | None, bgg_id: int | None = None) -> bytes:
    """``.bgsplay``: the app's own export of one play. Things refer to each other by number, and have a UUID each."""
    changed = utc(result.ended_at)
    given = play(result, pad, called, minutes, bgg_id)
    players = [_player(result, name, called) for name in result.players]
    document = {
        "games": [
            {
                "id": 1,
                "uuid": _uuid("game", result.game),
                "name": pad.game,
                "modificationDate": changed,
                "highestWins": True,
                "noPoints": False,
                "cooperative": False,
                "usesTeams": result.teams,
                "bggId": bgg_id or 0,
                "bggName": "",
                "bggYear": 0,
            }
        ],
        "players": [
            {
                "id": number,
                "uuid": _uuid("player", str(one["sourcePlayerId"])),
                "name": one["name"],
                "isAnonymous": False,
                "modificationDate": changed,
            }
            for number, one in enumerate(players, start=1)
        ],
        "locations": [],
        "plays": [
            {
                "uuid": _uuid("play", result.table_id),
                "gameRefId": 1,
                "playDate": given["playDate"],
                "entryDate": changed,
                "modificationDate": changed,
                "durationMin": given["durationMin"],
                "board": given["board"],
                "comments": given["comments"],
                "rounds": result.round if result.recorded else 0,
                "ignored": False,
                "manualWinner": True,
                "rating": 0,
                "scoringSetting": 0,
                "usesTeams": result.teams,
                "playImages": "[]",
                "playerScores": [
                    {
                        "playerRefId": number,
                        "seatOrder": number,
                        "score": str(one["score"]),
                        "winner": one["winner"],
                        "startPlayer": one["startPlayer"],
                        "rank": one["rank"],
                        "newPlayer": False,
                        "team": one["role"],
                        "role": "",
                    }
                    for number, one in enumerate(players, start=1)
                ],
            }
        ],
        "userInfo": {},
    }
    return json.dumps(document, ensure_ascii=False, indent=1).encode()


def _uuid(kind: str, name: str) -> str:
    return str(uuid.uuid5(_NAMESPACE, f"{kind}/{name}")).upper()
