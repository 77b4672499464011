"""The player on abstract pages with up to two faults: no click is wrong, and no win is false.

`python -m tests.model` explores all kinds of pages, and more faults.
"""

import pytest

from tests.model.__main__ import tasks_of
from tests.model.cases import CASES
from tests.model.exploration import explored
from tests.model.mutants import MUTANTS, Mutant

#: The first has each kind of input: taps, a path and rectangles.
PARTS = [("queens", "zip", "patches"), ("tango", "mini-sudoku", "wend")]


@pytest.mark.full
@pytest.mark.parametrize("games", PARTS, ids="-".join)
def test_the_properties_hold_with_two_faults(games: tuple[str, ...]) -> None:
    for game in games:
        report = explored(next(CASES[game]()), 2)
        assert not report.broken, f"{game}: {report.broken}\n{report.trace}"
        assert report.endings["solved"] > 100, game


def test_no_game_is_left_out() -> None:
    assert {game for part in PARTS for game in part} == {*CASES}


def test_a_part_of_the_time_is_for_all_games() -> None:
    assert {game for game, *_ in tasks_of(CASES, 2, 1)[: len(CASES)]} == {*CASES}


@pytest.mark.full
@pytest.mark.parametrize("mutant", MUTANTS, ids=str)
def test_a_property_breaks_if(mutant: Mutant, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mutant.owner, mutant.name, mutant.function())
    assert explored(mutant.case, 2).broken
