from collections.abc import Callable, Iterable, Sequence
from itertools import combinations, product

import pytest

from player.logic.cnf import (
    CNF,
    CONTRADICTION,
    Clause,
    Fresh,
    at_most_one,
    at_most_one_product,
    equal_if,
    exactly_one,
    exactly_two,
)
from player.logic.sat import models

Assignment = tuple[bool, ...]


def satisfying(clauses: Iterable[Clause], variables: int) -> set[Assignment]:
    """All assignments of `variables` that keep every clause, by trying all of them."""
    kept = list(clauses)
    return {
        values
        for values in product((False, True), repeat=variables)
        if all(any(values[abs(literal) - 1] == (literal > 0) for literal in clause) for clause in kept)
    }


@pytest.mark.parametrize("n", range(1, 8))
@pytest.mark.parametrize(
    ("encoding", "smallest", "right"),
    [
        (at_most_one, 1, lambda trues: trues <= 1),
        (exactly_one, 1, lambda trues: trues == 1),
        (exactly_two, 2, lambda trues: trues == 2),
    ],
    ids=["at_most_one", "exactly_one", "exactly_two"],
)
def test_an_encoding_keeps_the_assignments_that_its_name_says(
    encoding: Callable[[Sequence[int]], Iterable[Clause]], smallest: int, right: Callable[[int], bool], n: int
) -> None:
    if n < smallest:
        return
    wanted = {values for values in product((False, True), repeat=n) if right(sum(values))}
    assert satisfying(encoding(range(1, n + 1)), n) == wanted


def test_encodings_take_negative_literals() -> None:
    assert satisfying(exactly_one([-1, 2]), 2) == {(False, False), (True, True)}


def test_at_most_one_of_none_says_nothing() -> None:
    assert list(at_most_one([])) == []


def test_at_most_one_is_pairwise() -> None:
    assert len(list(at_most_one(range(1, 7)))) == 15


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


def test_a_formula_without_cuts_cuts_nothing() -> None:
    assert CNF([(1, 2)], names="ab").cuts([1, 2]) == []


@pytest.mark.parametrize("n", [0, 1, 2, 6, 7, 8, 9, 12])
def test_the_product_encoding_allows_at_most_one_and_leaves_no_choice_beside_it(n: int) -> None:
    literals = range(1, n + 1)
    clauses = list(at_most_one_product(literals, Fresh(n + 1)))
    found = (
        [list(model[:n]) for model in models(CNF([*clauses, tuple(literals)], names=literals), most=50)] if n else []
    )
    assert sorted(found) == sorted([v if v == true else -v for v in literals] for true in literals), "each once"
    for pair in combinations(literals, 2):
        assert not models(CNF([*clauses, *((literal,) for literal in pair)], names=literals), most=1)
    assert models(CNF([*clauses, *((-literal,) for literal in literals)], names=literals), most=1), "none is fine"


def test_a_product_of_hundreds_is_small() -> None:
    pairwise, product_of_two = (
        list(clauses) for clauses in (at_most_one(range(1, 401)), at_most_one_product(range(1, 401), Fresh(401)))
    )
    assert (len(pairwise), len(product_of_two)) == (79_800, 912)
