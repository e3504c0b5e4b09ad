"""Every route of the application, asked by everybody: the answer each gets. A route that is not in here fails the test.

Columns: somebody unknown, a spectator, the phone of the first seat, the phone of the second, a second shared screen,
the tablet that made the table (and a box), the host of another table, and a device of the house. Forms are sent empty:
what is allowed then says what is missing (422), or that there is nothing to do; who may not gets 403 where they know
the table, and 404 where they should not even learn that it is there. Evenings and leagues are the tablet's: the
spectator and the second screen are at them, and the table takes part.
"""

from dataclasses import dataclass

WHO = ("nobody", "spectator", "seat", "neighbour", "recorder", "host", "elsewhere", "owner")

ANSWERS = """
#                                                 nob  spe  sea  nei  rec  hos  els  own
GET  /                                            200  200  200  200  200  200  200  200
GET  /alone/                                      404  404  404  404  404  404  404  404
GET  /alone/<path:filename>                       404  404  404  404  404  404  404  404
POST /alone/letters                               422  422  422  422  422  422  422  422
GET  /alone/letters/<code>                        404  404  404  404  404  404  404  404
POST /alone/letters/<code>                        404  404  404  404  404  404  404  404
GET  /api/                                        200  200  200  200  200  200  200  200
POST /api/ask                                     422  422  422  422  422  422  422  422
GET  /api/openapi.json                            200  200  200  200  200  200  200  200
GET  /api/tables                                  200  200  200  200  200  200  200  200
POST /api/tables                                  415  415  415  415  415  415  415  415
GET  /api/tables/<table_id>                       404  200  200  200  200  200  404  200
GET  /api/tables/<table_id>/entries               404  200  200  200  200  200  404  200
POST /api/tables/<table_id>/entries               404  403  415  415  415  415  404  415
GET  /api/tables/<table_id>/log                   404  200  200  200  200  200  404  200
GET  /api/tables/<table_id>/number                404  200  200  200  200  200  404  200
GET  /api/tables/<table_id>/record                404  200  200  200  200  200  404  200
GET  /api/tables/<table_id>/score                 404  200  200  200  200  200  404  200
GET  /box                                         200  200  200  200  200  200  200  200
GET  /box/<box_id>                                404  404  404  404  404  303  404  303
GET  /box/<box_id>/box.json                       404  404  404  404  404  200  404  200
GET  /box/<box_id>/cards                          404  404  404  404  404  200  404  200
POST /box/<box_id>/cards                          404  404  404  404  404  422  404  422
GET  /box/<box_id>/colors                         404  404  404  404  404  200  404  200
POST /box/<box_id>/colors                         404  404  404  404  404  422  404  422
POST /box/<box_id>/copy                           404  404  404  404  404  303  404  303
POST /box/<box_id>/delete                         404  404  404  404  404  200  404  200
GET  /box/<box_id>/layouts                        404  404  404  404  404  200  404  200
POST /box/<box_id>/layouts                        404  404  404  404  404  422  404  422
GET  /box/<box_id>/look                           404  404  404  404  404  200  404  200
POST /box/<box_id>/look                           404  404  404  404  404  422  404  422
GET  /box/<box_id>/look/<key>                     404  404  404  404  404  404  404  404
POST /box/<box_id>/look/<key>                     404  404  404  404  404  404  404  404
POST /box/<box_id>/look/<key>/cancel              404  404  404  404  404  404  404  404
POST /box/<box_id>/look/forget                    404  404  404  404  404  422  404  422
POST /box/<box_id>/name                           404  404  404  404  404  422  404  422
GET  /box/<box_id>/photos                         404  404  404  404  404  200  404  200
POST /box/<box_id>/photos                         404  404  404  404  404  422  404  422
GET  /box/<box_id>/photos/<key>.jpg               404  404  404  404  404  404  404  404
GET  /box/<box_id>/photos/<key>/<int:number>      404  404  404  404  404  404  404  404
POST /box/<box_id>/photos/<key>/<int:number>      404  404  404  404  404  404  404  404
GET  /box/<box_id>/photos/<key>/<int:number>.jpg  404  404  404  404  404  404  404  404
POST /box/<box_id>/photos/<key>/again             404  404  404  404  404  404  404  404
POST /box/<box_id>/photos/<key>/drop              404  404  404  404  404  404  404  404
POST /box/<box_id>/photos/forget                  404  404  404  404  404  303  404  303
GET  /box/<box_id>/photos/group/<int:number>      404  404  404  404  404  404  404  404
POST /box/<box_id>/photos/group/<int:number>      404  404  404  404  404  404  404  404
POST /box/<box_id>/photos/names                   404  404  404  404  404  404  404  404
POST /box/<box_id>/photos/put                     404  404  404  404  404  404  404  404
POST /box/<box_id>/redo                           404  404  404  404  404  303  404  303
GET  /box/<box_id>/share                          404  404  404  404  404  200  404  200
POST /box/<box_id>/share                          404  404  404  404  404  422  404  422
GET  /box/<box_id>/shared.json                    404  404  404  404  404  200  404  200
GET  /box/<box_id>/stories                        404  404  404  404  404  200  404  200
POST /box/<box_id>/stories                        404  404  404  404  404  422  404  422
GET  /box/<box_id>/tiles                          404  404  404  404  404  200  404  200
POST /box/<box_id>/tiles                          404  404  404  404  404  422  404  422
POST /box/<box_id>/undo                           404  404  404  404  404  303  404  303
POST /box/back                                    422  422  422  422  422  422  422  422
POST /box/new                                     303  303  303  303  303  303  303  303
POST /box/read                                    422  422  422  422  422  422  422  422
GET  /evenings                                    200  200  200  200  200  200  200  200
POST /evenings                                    422  422  422  422  422  422  422  422
GET  /evenings/<table_id>                          404  200  404  404  200  200  404  200
POST /evenings/<table_id>/bring                    404  422  404  404  422  422  404  422
POST /evenings/<table_id>/come                     404  422  404  404  422  422  404  422
POST /evenings/<table_id>/do                       404  403  404  404  422  422  404  422
POST /evenings/<table_id>/open                     404  303  404  404  303  303  404  303
GET  /evenings/<table_id>/tables                   404  200  404  404  200  200  404  200
POST /evenings/<table_id>/undo                     404  403  404  404  422  422  404  422
GET  /evenings/<table_id>/wall                     404  403  404  404  200  200  404  200
GET  /games                                       200  200  200  200  200  200  200  200
GET  /games/<table_id>                            404  200  200  200  200  200  404  200
GET  /games/<table_id>/replay                     404  200  200  200  200  200  404  200
GET  /games/<table_id>/share                      404  200  200  200  200  200  404  200
POST /games/<table_id>/share/bgg                  404  303  303  303  303  303  404  303
GET  /games/<table_id>/share/pad-<shape>.png      404  200  200  200  200  200  404  200
GET  /games/<table_id>/share/pad.csv              404  200  200  200  200  200  404  200
GET  /games/<table_id>/share/pad.pdf              404  200  200  200  200  200  404  200
GET  /games/<table_id>/share/play.bgsplay         404  200  200  200  200  200  404  200
GET  /games/<table_id>/share/summary.txt          404  200  200  200  200  200  404  200
POST /games/import                                422  422  422  422  422  422  422  422
GET  /healthz                                     200  200  200  200  200  200  200  200
GET  /owner                                       404  404  404  404  404  404  404  404
POST /owner                                       404  404  404  404  404  404  404  404
GET  /join                                        200  200  200  200  200  200  200  200
POST /join                                        404  404  404  404  404  404  404  404
POST /join/code                                   404  404  404  404  404  404  404  404
GET  /join/<code>                                 303  303  303  303  303  303  303  303
GET  /keeping                                     404  404  404  404  404  404  404  200
POST /keeping/daily                               404  404  404  404  404  404  404  404
GET  /keeping/everything.zip                      404  404  404  404  404  404  404  200
POST /keeping/restore                             404  404  404  404  404  404  404  422
GET  /keeping/tables                              404  404  404  404  404  404  404  200
GET  /keeping/tables/delete                       404  404  404  404  404  404  404  422
POST /keeping/tables/delete                       404  404  404  404  404  404  404  422
GET  /kept.json                                   200  200  200  200  200  200  200  200
POST /language                                    422  422  422  422  422  422  422  422
POST /leagues                                     422  422  422  422  422  422  422  422
GET  /leagues/<table_id>                           404  200  404  404  200  200  404  200
POST /leagues/<table_id>/do                        404  403  404  404  422  422  404  422
GET  /leagues/<table_id>/public                   404  404  404  404  404  404  404  404
GET  /leagues/<table_id>/standings.csv             404  200  404  404  200  200  404  200
GET  /leagues/<table_id>/standings.pdf             404  200  404  404  200  200  404  200
POST /leagues/<table_id>/undo                      404  403  404  404  422  422  404  422
GET  /manifest.webmanifest                        200  200  200  200  200  200  200  200
GET  /metrics                                     200  200  200  200  200  200  200  200
GET  /offline                                     200  200  200  200  200  200  200  200
GET  /people                                      404  404  404  404  404  404  404  200
GET  /people/forget                               404  404  404  404  404  404  404  404
POST /people/forget                               404  404  404  404  404  404  404  404
POST /people/merge                                404  404  404  404  404  404  404  404
GET  /people/one                                  404  404  404  404  404  404  404  404
POST /people/rename                               404  404  404  404  404  404  404  404
POST /people/undo                                 404  404  404  404  404  404  404  422
GET  /preferences                                 200  200  200  200  200  200  200  200
POST /preferences                                 422  422  422  422  422  422  422  422
GET  /readyz                                      200  200  200  200  200  200  200  200
GET  /referee                                     200  200  200  200  200  200  200  200
POST /referee                                     303  303  303  303  303  303  303  303
GET  /referee/sketch                              200  200  200  200  200  200  200  200
GET  /river-box                                   200  200  200  200  200  200  200  200
GET  /river-box/<box_id>                          404  404  404  404  404  404  404  404
GET  /river-box/<box_id>/box.json                 404  404  404  404  404  404  404  404
POST /river-box/<box_id>/buildings                404  404  404  404  404  404  404  404
POST /river-box/<box_id>/name                     404  404  404  404  404  404  404  404
GET  /river-box/<box_id>/photo                      404  404  404  404  404  404  404  404
POST /river-box/<box_id>/photo                      404  404  404  404  404  404  404  404
GET  /river-box/<box_id>/photo/<key>                404  404  404  404  404  404  404  404
POST /river-box/<box_id>/photo/<key>                404  404  404  404  404  404  404  404
POST /river-box/<box_id>/photo/<key>/cancel         404  404  404  404  404  404  404  404
GET  /river-box/<box_id>/photo/<key>/picture.jpg    404  404  404  404  404  404  404  404
POST /river-box/<box_id>/photo/forget               404  404  404  404  404  404  404  404
POST /river-box/<box_id>/side                     404  404  404  404  404  404  404  404
POST /river-box/<box_id>/supplies                 404  404  404  404  404  404  404  404
POST /river-box/<box_id>/tiles                    404  404  404  404  404  404  404  404
POST /river-box/<box_id>/undo                     404  404  404  404  404  404  404  404
POST /river-box/new                               303  303  303  303  303  303  303  303
POST /river-box/read                              422  422  422  422  422  422  422  422
GET  /rules                                       200  200  200  200  200  200  200  200
GET  /rules/<game>                                200  200  200  200  200  200  200  200
GET  /rules/<game>/<rule>                         200  200  200  200  200  200  200  200
GET  /rules/<game>/book/<language>                200  200  200  200  200  200  200  200
GET  /rules/<game>/reference/<scenario>           200  200  200  200  200  200  200  200
GET  /rules/<game>/topics/<topic>                 200  200  200  200  200  200  200  200
GET  /score                                       200  200  200  200  200  200  200  200
POST /score                                       200  200  200  200  200  200  200  200
GET  /score/<table_id>                            404  303  303  303  303  303  404  303
POST /score/<table_id>                            404  403  403  403  404  404  404  404
POST /score/<table_id>/camp                       404  403  403  403  422  422  404  422
POST /score/<table_id>/redo                       404  403  403  403  404  404  404  404
POST /score/<table_id>/undo                       404  403  403  403  404  404  404  404
GET  /service-worker.js                           200  200  200  200  200  200  200  200
GET  /static/<path:filename>                      200  200  200  200  200  200  200  200
GET  /styleguide                                  200  200  200  200  200  200  200  200
GET  /tables/<table_id>                           404  200  200  200  200  200  404  200
GET  /tables/<table_id>/ask                       404  303  303  303  303  303  404  303
POST /tables/<table_id>/ask                       404  422  422  422  422  422  404  422
POST /tables/<table_id>/ask/done                  404  303  303  303  303  303  404  303
GET  /tables/<table_id>/at/<int:seq>              404  200  200  200  200  200  404  200
GET  /tables/<table_id>/change/<int:entry>        404  403  403  403  404  404  404  404
POST /tables/<table_id>/change/<int:entry>        404  403  403  403  404  404  404  404
GET  /tables/<table_id>/clocks                    404  200  200  200  200  200  404  200
GET  /tables/<table_id>/correct                   404  403  403  403  200  200  404  200
POST /tables/<table_id>/correct                   404  403  403  403  422  422  404  422
POST /tables/<table_id>/correct/do                404  403  403  403  422  422  404  422
GET  /tables/<table_id>/guide                     404  200  200  200  200  200  404  200
POST /tables/<table_id>/guide                     404  422  422  422  422  422  404  422
GET  /tables/<table_id>/history                   404  200  200  200  200  200  404  200
POST /tables/<table_id>/history/<int:entry>/in    404  403  403  403  404  404  404  404
POST /tables/<table_id>/history/<int:entry>/out   404  403  403  403  422  422  404  422
GET  /tables/<table_id>/live                      404  200  200  200  200  200  404  200
GET  /tables/<table_id>/log.json                  404  200  200  200  200  200  404  200
GET  /tables/<table_id>/map                       404  403  403  403  200  200  404  200
POST /tables/<table_id>/map                       404  403  403  403  422  422  404  422
GET  /tables/<table_id>/map/lot                   404  403  403  403  200  200  404  200
POST /tables/<table_id>/map/lot                   404  403  403  403  422  422  404  422
POST /tables/<table_id>/map/tile                  404  403  403  403  400  400  404  400
GET  /tables/<table_id>/number                    404  200  200  200  200  200  404  200
GET  /tables/<table_id>/organiser                  404  403  200  200  200  200  404  200
POST /tables/<table_id>/organiser                  404  403  303  303  303  303  404  303
GET  /tables/<table_id>/organiser/line             404  200  200  200  200  200  404  200
GET  /tables/<table_id>/phones                    404  403  403  403  403  200  404  200
POST /tables/<table_id>/phones/host               404  403  403  403  403  422  404  422
POST /tables/<table_id>/phones/record             404  403  403  403  403  422  404  422
POST /tables/<table_id>/phones/renew              404  403  403  403  403  422  404  422
POST /tables/<table_id>/phones/withdraw           404  403  403  403  403  422  404  422
GET  /tables/<table_id>/photo                     404  403  403  403  200  200  404  200
POST /tables/<table_id>/photo/aim                 404  403  403  403  422  422  404  422
POST /tables/<table_id>/photo                     404  403  403  403  422  422  404  422
GET  /tables/<table_id>/photo/<key>               404  403  403  403  404  404  404  404
POST /tables/<table_id>/photo/<key>/accept        404  403  403  403  404  404  404  404
POST /tables/<table_id>/photo/<key>/cancel        404  403  403  403  303  303  404  303
POST /tables/<table_id>/photo/<key>/change        404  403  403  403  404  404  404  404
GET  /tables/<table_id>/photo/<key>/compare       404  403  403  403  404  404  404  404
POST /tables/<table_id>/photo/<key>/compare       404  403  403  403  404  404  404  404
POST /tables/<table_id>/photo/<key>/compare/undo  404  403  403  403  404  404  404  404
POST /tables/<table_id>/photo/<key>/keep          404  403  403  403  403  404  404  404
GET  /tables/<table_id>/photo/<key>/picture.jpg   404  403  403  403  404  404  404  404
POST /tables/<table_id>/photo/<key>/seats         404  403  403  403  404  404  404  404
GET  /tables/<table_id>/photo/<key>/taps          404  403  403  403  404  404  404  404
POST /tables/<table_id>/photo/<key>/taps          404  403  403  403  404  404  404  404
POST /tables/<table_id>/photo/<key>/undo          404  403  403  403  404  404  404  404
POST /tables/<table_id>/photo/<key>/update        404  403  403  403  404  404  404  404
GET  /tables/<table_id>/photo/kept                404  200  200  200  200  200  404  200
GET  /tables/<table_id>/photo/kept/<name>         404  404  404  404  404  404  404  404
POST /tables/<table_id>/photo/kept/<name>/drop    404  403  403  403  403  404  404  404
GET  /tables/<table_id>/photo/boards              404  403  403  403  200  200  404  200
POST /tables/<table_id>/photo/boards              404  403  422  422  422  422  404  422
POST /tables/<table_id>/photo/boards/story        404  403  422  422  422  422  404  422
GET  /tables/<table_id>/photo/pieces/<sort>       404  403  403  403  200  200  404  200
POST /tables/<table_id>/photo/pieces/<sort>       404  403  403  403  422  422  404  422
GET  /tables/<table_id>/photo/pieces/<sort>/<key> 404  403  404  404  404  404  404  404
POST /tables/<table_id>/photo/pieces/<sort>/<key>/change 404  403  404  404  404  404  404  404
POST /tables/<table_id>/photo/pieces/<sort>/<key>/drop 404  403  404  404  404  404  404  404
GET  /tables/<table_id>/photo/pieces/<sort>/<key>/picture.jpg 404  403  404  404  404  404  404  404
POST /tables/<table_id>/photo/pieces/<sort>/<key>/record 404  403  404  404  404  404  404  404
POST /tables/<table_id>/photo/pieces/board/<key>/answer 404  403  404  404  404  404  404  404
POST /tables/<table_id>/photo/pieces/board/<key>/keep 404  403  403  403  403  404  404  404
POST /tables/<table_id>/photo/pieces/board/<key>/settle 404  403  404  404  404  404  404  404
POST /tables/<table_id>/photo/pieces/board/<key>/whose 404  403  404  404  404  404  404  404
POST /tables/<table_id>/photo/pieces/row/<key>/turn 404  403  403  403  404  404  404  404
POST /tables/<table_id>/record                    404  403  422  422  422  422  404  422
POST /tables/<table_id>/redo                      404  403  422  422  422  422  404  422
GET  /tables/<table_id>/referee                   404  200  200  200  200  200  404  200
POST /tables/<table_id>/referee/keep              404  403  403  403  422  422  404  422
POST /tables/<table_id>/river/act                 404  403  422  422  422  422  404  422
POST /tables/<table_id>/river/round               404  403  422  422  422  422  404  422
POST /tables/<table_id>/river/cleanup             404  403  422  422  422  422  404  422
POST /tables/<table_id>/river/correct/box         404  403  403  403  404  404  404  404
POST /tables/<table_id>/river/correct/player      404  403  403  403  404  404  404  404
POST /tables/<table_id>/river/correct/tile        404  403  403  403  404  404  404  404
POST /tables/<table_id>/river/correct/track       404  403  403  403  404  404  404  404
POST /tables/<table_id>/river/correct/turn        404  403  403  403  404  404  404  404
GET  /tables/<table_id>/river/photo                 404  403  403  403  404  404  404  404
POST /tables/<table_id>/river/photo                 404  403  403  403  404  404  404  404
GET  /tables/<table_id>/river/photo/<key>           404  403  403  403  404  404  404  404
POST /tables/<table_id>/river/photo/<key>           404  403  403  403  404  404  404  404
POST /tables/<table_id>/river/photo/<key>/cancel    404  403  403  403  404  404  404  404
POST /tables/<table_id>/river/photo/<key>/change    404  403  403  403  404  404  404  404
POST /tables/<table_id>/river/photo/<key>/corners   404  403  403  403  404  404  404  404
GET  /tables/<table_id>/river/photo/<key>/picture.jpg  404  403  403  403  404  404  404  404
GET  /tables/<table_id>/rules                     404  200  200  200  200  200  404  200
GET  /tables/<table_id>/rules/<rule>              404  200  200  200  200  200  404  200
POST /tables/<table_id>/rules/<rule>              404  403  403  403  422  422  404  422
GET  /tables/<table_id>/rules/reference           404  200  200  200  200  200  404  200
GET  /tables/<table_id>/rules/topics/<topic>      404  200  200  200  200  200  404  200
GET  /tables/<table_id>/score                     404  200  200  200  200  200  404  200
POST /tables/<table_id>/score/cell                404  403  403  403  422  422  404  422
GET  /tables/<table_id>/seat                      404  403  200  200  403  403  404  403
GET  /tables/<table_id>/seat/asked                404  403  303  303  403  403  404  403
POST /tables/<table_id>/seat/asked                404  403  303  303  403  403  404  403
POST /tables/<table_id>/seat/cards                404  403  303  303  403  403  404  403
POST /tables/<table_id>/seat/record               404  403  422  422  403  403  404  403
POST /tables/<table_id>/seat/undo                 404  403  422  422  403  403  404  403
GET  /tables/<table_id>/stories                   404  200  200  200  200  200  404  200
GET  /tables/<table_id>/table.json                404  200  200  200  200  200  404  200
POST /tables/<table_id>/undo                      404  403  422  422  422  422  404  422
GET  /tables/<table_id>/way                       404  403  403  403  200  200  404  200
POST /tables/<table_id>/way                       404  403  403  403  422  422  404  422
GET  /tables/new                                  200  200  200  200  200  200  200  200
POST /tables/new                                  200  200  200  200  200  200  200  200
POST /theme                                       422  422  422  422  422  422  422  422
GET  /timer                                       200  200  200  200  200  200  200  200
POST /timer                                       422  422  422  422  422  422  422  422
GET  /timer/<table_id>                            404  200  200  200  200  200  404  200
POST /timer/<table_id>/pile                       404  403  403  403  422  422  404  422
POST /timer/<table_id>/resolved                   404  403  403  403  422  422  404  422
POST /timer/<table_id>/took                       404  403  403  403  422  422  404  422
POST /timer/<table_id>/undo                       404  403  403  403  422  422  404  422
"""


@dataclass(frozen=True)
class Route:
    method: str
    rule: str
    answers: dict[str, int]


def routes() -> list[Route]:
    found = []
    for line in filter(None, map(str.strip, ANSWERS.splitlines())):
        if not line.startswith("#"):
            method, rule, *answers = line.split()
            found.append(Route(method, rule, dict(zip(WHO, map(int, answers), strict=True))))
    return found
