"""Team play: two partners, one score. Everything else is the base game for four (D-TEAM-01)."""

from dataclasses import replace

from companion.dewan.rules import scoring
from companion.dewan.rules.scenarios.base import Base
from companion.dewan.rules.scoring import FireSource, PadRow, Score, Sheet, Tally
from companion.dewan.rules.table import Player, Table
from companion.dewan.rules.words import ScenarioName
from companion.rules.verdict import Evidence, ScoreLine

BERRY_PAIR = 4
_GROUPS = replace(scoring.GROUPS, rule="D-TEAM-05")
_BERRY_PAIRS = PadRow("berry_pairs", "D-TEAM-06", "pair")


class Team(Base):
    name = ScenarioName.TEAM
    players = (4,)
    rows = (_GROUPS, _BERRY_PAIRS)

    def score(self, table: Table, fire: FireSource | None = None) -> Score:
        fire = fire or self.fire
        teams: dict[str, list[Player]] = {}
        for player in table.players:
            teams.setdefault(player.team or player.name, []).append(player)
        fires = {
            team: tuple(item for partner in partners for item in fire(table, partner.name))
            for team, partners in teams.items()
        }
        majority = scoring.fire_majority(table, {team: scoring.size(tally) for team, tally in fires.items()})
        sheets = []
        for team, partners in teams.items():
            names = tuple(partner.name for partner in partners)
            lines = (
                scoring.story_line(table, names),  # D-TEAM-03
                scoring.fire_line(fires[team]),  # D-TEAM-04, R-53: the bonus once a team
                majority[team],
                _mixed_groups(table, names),
                _berry_pairs(table, names),
            )
            berries = sum(scoring.size(scoring.berries(table, name)) for name in names)
            hand = sum(partner.cards_in_hand for partner in partners)
            sheets.append(Sheet(team, names, lines, scoring.size(fires[team]), berries, hand))
        own = tuple(self._own(table, player.name, fire(table, player.name)) for player in table.players)
        return Score(own, tuple(sheets), scoring.rank(sheets))

    def _own(self, table: Table, name: str, fire: Tally) -> Sheet:
        """What a partner brings in alone: stories and Fire. Requirements are never pooled (D-TEAM-08)."""
        lines = (scoring.story_line(table, [name]), scoring.fire_line(fire))
        berries = scoring.size(scoring.berries(table, name))
        return Sheet(name, (name,), lines, scoring.size(fire), berries, table.player(name).cards_in_hand)


def _mixed_groups(table: Table, names: tuple[str, ...]) -> ScoreLine:
    """Groups of both partners' camps together, with at least one of each (D-TEAM-05)."""
    camps = {at: name for name in names for at in scoring.camps_for_groups(table, name)}
    mixed = [group for group in scoring.groups(table, camps) if len({camps[at] for at in group}) > 1]
    evidence = tuple(Evidence("group", "D-TEAM-05", 1, None, group, group) for group in mixed)
    return _GROUPS.line(scoring.GROUP * len(mixed), evidence)


def _berry_pairs(table: Table, names: tuple[str, ...]) -> ScoreLine:
    """One berry from each partner (D-TEAM-06)."""
    tallies = [scoring.berries(table, name) for name in names]
    pairs = min(map(scoring.size, tallies)) if len(tallies) > 1 else 0
    return _BERRY_PAIRS.line(BERRY_PAIR * pairs, tuple(item for tally in tallies for item in tally))
