"""The player on abstract pages with up to two faults: no click is wrong, and no win is false.

`python -m tests.model` explores all kinds of pages, and more faults.
"""

import pytest

from tests.model.cases import CASES
from tests.model.exploration import explored


@pytest.mark.full
@pytest.mark.parametrize("game", CASES)
def test_the_properties_hold_with_two_faults(game: str) -> None:
    report = explored(next(CASES[game]()), 2)
    assert not report.broken, f"{report.broken}\n{report.trace}"
    assert report.endings["solved"] > 100
