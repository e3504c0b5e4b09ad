"""Base and what differs from it, a file a scenario."""

from collections.abc import Mapping

from companion.dewan.rules.scenarios.base import Base
from companion.dewan.rules.scenarios.downpour import Downpour
from companion.dewan.rules.scenarios.lake_villages import LakeVillages
from companion.dewan.rules.scenarios.team import Team
from companion.dewan.rules.scenarios.volcano import Volcano
from companion.dewan.rules.words import ScenarioName

SCENARIOS: Mapping[ScenarioName, Base] = {
    scenario.name: scenario for scenario in (Base(), Team(), Downpour(), Volcano(), LakeVillages())
}
