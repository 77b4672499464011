"""The player on abstract pages with up to two faults: no click is wrong, and no win is false.

`python -m tests.model` explores all kinds of pages, and more faults.
"""

import pytest

from tests.model.cases import CASES
from tests.model.exploration import explored
from tests.model.mutants import MUTANTS, Mutant


@pytest.mark.full
def test_the_properties_hold_with_two_faults() -> None:
    for game in CASES:
        report = explored(next(CASES[game]()), 2)
        assert not report.broken, f"{game}: {report.broken}\n{report.trace}"
        assert report.endings["solved"] > 100, game


@pytest.mark.full
@pytest.mark.parametrize("mutant", MUTANTS, ids=str)
def test_a_property_breaks_if(mutant: Mutant, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mutant.owner, mutant.name, mutant.function())
    assert explored(mutant.case, 2).broken
