"""Names at a new table can be told apart by whoever reads them."""

import pytest

from companion.formats.faults import BadInput
from companion.service.naming import check_names


@pytest.mark.parametrize(
    "names",
    [
        ["Ada", "Ben"],
        ["Zoë", "Zoe"],
        ["Андрей", "Борис"],
        ["\U0001f469\u200d\U0001f680", "\U0001f469"],
        ["ندا", "علی\u200cرضا"],
    ],
)
def test_names_as_people_have_them(names: list[str]) -> None:
    check_names(names)


@pytest.mark.parametrize(
    ("names", "code"),
    [
        (["Ada\n", "Ben"], "table.name-unseen"),
        (["A\u200bda", "Ben"], "table.name-unseen"),
        (["\u202eadA", "Ben"], "table.name-unseen"),
        (["Ada", "\u0410da"], "table.name-alike"),
        (["Ada", "ada "], "table.name-alike"),
        (["Ada", "\uff21\uff44\uff41"], "table.name-alike"),
        (["Bo", "B\u03bf"], "table.name-alike"),
    ],
)
def test_names_nobody_can_tell_apart(names: list[str], code: str) -> None:
    with pytest.raises(BadInput) as bad:
        check_names(names)
    assert code in [fault.code for fault in bad.value.faults]
