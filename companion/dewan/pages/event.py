"""What the event's screen says in words, and what it has to look up in the log."""

from companion.dewan.drawing.map_svg import MapView
from companion.dewan.rules.play import News, NewsKind, Play, StepKind
from companion.dewan.rules.table import Table
from companion.dewan.screens.event import Choice, Fate
from companion.service.answers import Look
from companion.web.access.policy import viewer_at
from companion.web.language import t
from companion.web.recording import desk, view_table

_DECIDED = "label.discard-for-fish"


def table_before_fish(look: Look) -> Table | None:
    """The table before the first decision about Fish of this event; None while nobody has decided."""
    if look.state.play.next.kind is not StepKind.FISH:
        return None
    first = None
    for line in reversed(desk().service.history(look.info.id, viewer=viewer_at(look.info.id))):
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
    if choice.fate is Fate.ODD:
        return zone, t("web.event.berries-odd", n=choice.odd, share=choice.share)
    number = choice.share if choice.fate is Fate.SHARED else choice.berries
    return zone, t(f"web.event.berries-{choice.fate}", n=number)


def news_texts(play: Play, view: MapView, *, in_event: bool) -> list[str]:
    """What happened by itself, one line each. The event's own screen need not say that it is there."""
    texts = []
    for news in play.news:
        if news.kind is NewsKind.LOT:
            texts += _lot(play, news, view)
        elif not (in_event and news.kind is NewsKind.EVENT):
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
