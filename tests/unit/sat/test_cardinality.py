"""Each encoding against all assignments of its literals, and what it leaves to its auxiliary variables."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise, product

import pytest

from player.sat.cardinality import (
    Fresh,
    at_least,
    at_most,
    at_most_one,
    at_most_one_product,
    at_most_sequential,
    exactly,
    exactly_apart,
    exactly_one,
    exactly_sequential,
    exactly_without_threes,
)
from player.sat.cnf import CNF, Clause
from player.sat.solver import models
from tests.support.assignments import satisfying

Plain = Callable[[int, Sequence[int]], Iterable[Clause]]
Encoding = Callable[[int, Sequence[int], Fresh], Iterable[Clause]]

PLAIN: dict[str, tuple[Plain, Callable[[int, int], bool]]] = {
    "at most one, pairwise": (lambda _, literals: at_most_one(literals), lambda _, true: true <= 1),
    "exactly one, pairwise": (lambda _, literals: exactly_one(literals), lambda _, true: true == 1),
    "at most k, binomial": (at_most, lambda k, true: true <= k),
    "at least k, binomial": (at_least, lambda k, true: true >= k),
    "exactly k, binomial": (exactly, lambda k, true: true == k),
}
WITH_AUXILIARIES: dict[str, tuple[Encoding, Callable[[int, int], bool]]] = {
    "at most one, product": (
        lambda _, literals, fresh: at_most_one_product(literals, fresh),
        lambda _, true: true <= 1,
    ),
    "at most k, sequential": (at_most_sequential, lambda k, true: true <= k),
    "exactly k, sequential": (exactly_sequential, lambda k, true: true == k),
}


#: By name: the encoding, and what holds in a row besides the number.
IN_A_ROW: dict[str, tuple[Encoding, Callable[[tuple[bool, ...]], bool]]] = {
    "apart": (exactly_apart, lambda values: not any(a and b for a, b in pairwise(values))),
    "without threes": (
        exactly_without_threes,
        lambda values: not any(a == b == c for a, b, c in zip(values, values[1:], values[2:], strict=False)),
    ),
}


def counts(after: int) -> list[tuple[int, int]]:
    """Numbers of literals, below `after`, each with the numbers of true ones, and one more."""
    return [(n, k) for n in range(after) for k in range(n + 2)]


@pytest.mark.parametrize(("encoding", "right"), PLAIN.values(), ids=PLAIN)
def test_a_plain_encoding_keeps_the_assignments_that_its_name_says(
    encoding: Plain, right: Callable[[int, int], bool]
) -> None:
    for n, k in counts(7):
        wanted = {values for values in product((False, True), repeat=n) if right(k, sum(values))}
        assert satisfying(encoding(k, range(1, n + 1)), n) == wanted, k
        negated = {tuple(not value for value in values) for values in wanted}
        assert satisfying(encoding(k, [-literal for literal in range(1, n + 1)]), n) == negated, k


@pytest.mark.slow
@pytest.mark.parametrize(("encoding", "right"), WITH_AUXILIARIES.values(), ids=WITH_AUXILIARIES)
def test_an_encoding_with_auxiliary_variables_allows_the_assignments_that_its_name_says(
    encoding: Encoding, right: Callable[[int, int], bool]
) -> None:
    for n, k in counts(9):
        for true, found in extensions(encoding, k, n):
            assert bool(found) == right(k, true), (k, true)


@pytest.mark.parametrize("encoding", [at_most_sequential, exactly_sequential])
def test_a_counter_leaves_its_auxiliary_variables_no_choice(encoding: Encoding) -> None:
    for n, k in counts(8):
        for true, found in extensions(encoding, k, n):
            assert found <= 1, (k, true)


def test_a_product_leaves_its_auxiliary_variables_no_choice_beside_a_true_literal() -> None:
    for n in range(1, 14):
        clauses = [*at_most_one_product(range(1, n + 1), Fresh(n + 1)), tuple(range(1, n + 1))]
        found = models(CNF(clauses, names=range(1, n + 1)), most=50)
        assert sorted(literal for model in found for literal in model[:n] if literal > 0) == list(range(1, n + 1))


@pytest.mark.parametrize(("encoding", "right"), IN_A_ROW.values(), ids=IN_A_ROW)
def test_literals_in_a_row_are_counted_and_leave_no_choice(
    encoding: Encoding, right: Callable[[tuple[bool, ...]], bool]
) -> None:
    for n, k in counts(10):
        wanted = {values for values in product((False, True), repeat=n) if sum(values) == k and right(values)}
        clauses = [*encoding(k, range(1, n + 1), Fresh(n + 1)), *((-at, at) for at in range(1, n + 1))]
        found = [] if () in clauses else models(CNF(clauses, names=range(1, n + 1)), most=200)
        assert sorted(tuple(literal > 0 for literal in model[:n]) for model in found) == sorted(wanted), k


def extensions(encoding: Encoding, k: int, n: int) -> Iterator[tuple[int, int]]:
    """For each assignment: how many of `n` literals it makes true, and in how many ways (up to 2) auxiliaries allow it.

    The first literal is a negative one.
    """
    literals = [-1, *range(2, n + 1)][:n]
    clauses = list(encoding(k, literals, Fresh(n + 1)))
    for signs in product((1, -1), repeat=n):
        fixed = [(sign * literal,) for sign, literal in zip(signs, literals, strict=True)]
        yield signs.count(1), len(models(CNF([*clauses, *fixed], names=literals), most=2))


@pytest.mark.parametrize(
    ("encoding", "clauses"),
    [
        (lambda literals, _: at_most_one(literals), 79_800),
        (at_most_one_product, 912),
        (lambda literals, fresh: at_most_sequential(1, literals, fresh), 1_598),
    ],
    ids=["pairwise", "product", "sequential"],
)
def test_at_most_one_of_hundreds_is_small_with_auxiliary_variables(
    encoding: Callable[[Sequence[int], Fresh], Iterable[Clause]], clauses: int
) -> None:
    assert len(list(encoding(range(1, 401), Fresh(401)))) == clauses


def test_constraints_of_one_formula_share_no_auxiliary_variable() -> None:
    fresh = Fresh(21)
    one, other = (
        {abs(literal) for clause in at_most_sequential(2, range(first, first + 10), fresh) for literal in clause}
        for first in (1, 11)
    )
    assert not one & other
