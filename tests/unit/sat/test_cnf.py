from itertools import product

import pytest

from player.sat.cnf import CNF, CONTRADICTION, equal_if
from tests.support.assignments import Assignment, satisfying


@pytest.mark.parametrize(("a", "b"), [(2, 3), (-2, 3), (2, -3), (-2, -3)])
@pytest.mark.parametrize("condition", [1, -1])
def test_where_the_condition_holds_both_literals_are_equal(condition: int, a: int, b: int) -> None:
    def holds(values: Assignment, literal: int) -> bool:
        return values[abs(literal) - 1] == (literal > 0)

    wanted = {
        values
        for values in product((False, True), repeat=3)
        if not holds(values, condition) or holds(values, a) == holds(values, b)
    }
    assert satisfying(equal_if(condition, a, b), 3) == wanted


def test_a_contradiction_has_no_model() -> None:
    assert satisfying(CONTRADICTION.clauses, len(CONTRADICTION.names)) == set()


def test_facts_are_the_names_of_true_variables_and_auxiliary_ones_have_none() -> None:
    formula = CNF([], names=("north", "east", "south"))
    assert formula.facts([1, -2, 3, 4, -5]) == ["north", "south"]
