"""Which texts the rules at hand need: a title and a text for every id, more for a ruling."""

from pathlib import Path

from companion.dewan.rules.rulings import OPTIONS as DEWAN
from companion.river.rules.rulings import OPTIONS as RIVER

TESTS = Path(__file__).parent.parent
RULES = tuple(
    rule
    for name in ("rule_ids.txt", "river_rule_ids.txt")
    for rule in (TESTS / name).read_text(encoding="utf-8").split()
)
RULINGS = tuple(rule for rule in RULES if rule.startswith(("R-", "VR-")))
CHOICES = tuple((ruling, option) for ruling, options in (DEWAN | RIVER).items() for option in options)


def text(rule: str) -> str:
    """The code of what a rule says, or of what is done by default where it is a ruling."""
    return f"rule.{rule}"


def title(rule: str) -> str:
    return f"rule.{rule}.title"


def editions(ruling: str) -> str:
    """The code of what the editions say, differ in or leave open."""
    return f"rule.{ruling}.editions"


def option(ruling: str, choice: str) -> str:
    return f"rule.{ruling}.option.{choice}"


def rule_codes() -> set[str]:
    """Every code the screens of the rules may ask for, and no other."""
    return {
        *(code(rule) for rule in RULES for code in (text, title)),
        *map(editions, RULINGS),
        *(option(ruling, choice) for ruling, choice in CHOICES),
    }
