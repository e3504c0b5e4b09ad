"""Base and what differs from it, a file a scenario."""

from collections.abc import Mapping

from companion.rules.dewan.scenarios.base import Base
from companion.rules.dewan.scenarios.downpour import Downpour
from companion.rules.dewan.scenarios.lake_villages import LakeVillages
from companion.rules.dewan.scenarios.team import Team
from companion.rules.dewan.scenarios.volcano import Volcano
from companion.rules.dewan.words import ScenarioName

SCENARIOS: Mapping[ScenarioName, Base] = {
    scenario.name: scenario for scenario in (Base(), Team(), Downpour(), Volcano(), LakeVillages())
}
