"""Cardinality constraints: at most, at least, or exactly so many of some literals, by the encodings of the literature.

The plain ones need no auxiliary variable, and are the best for few literals. Those that do take theirs from a `Fresh`,
which all constraints of a formula share.
"""

import math
from collections.abc import Iterator, Sequence
from itertools import combinations

from player.sat.cnf import Clause


class Fresh:
    """Auxiliary variables: each call gives the next one that is not used yet."""

    def __init__(self, first: int) -> None:
        self._next = first

    def __call__(self) -> int:
        self._next += 1
        return self._next - 1


# Without auxiliary variables


def at_most_one(literals: Sequence[int]) -> Iterator[Clause]:
    """The pairwise encoding: n(n-1)/2 clauses."""
    return combinations([-literal for literal in literals], 2)


def exactly_one(literals: Sequence[int]) -> Iterator[Clause]:
    """At least one, and pairwise at most one."""
    yield tuple(literals)
    yield from at_most_one(literals)


def at_most(k: int, literals: Sequence[int]) -> Iterator[Clause]:
    """The binomial encoding, which is the pairwise one for any `k`: of each k + 1 literals one is false."""
    return combinations([-literal for literal in literals], k + 1)


def at_least(k: int, literals: Sequence[int]) -> Iterator[Clause]:
    """The binomial encoding: of each n - k + 1 literals one is true; an empty clause where there are not `k`."""
    return combinations(literals, max(len(literals) - k + 1, 0))


def exactly(k: int, literals: Sequence[int]) -> Iterator[Clause]:
    """The binomial encoding, for few literals or small `k`: its clauses are as many as there are such subsets."""
    yield from at_most(k, literals)
    yield from at_least(k, literals)


# With auxiliary variables


def at_most_one_product(literals: Sequence[int], fresh: Fresh) -> Iterator[Clause]:
    """The product encoding: the literals in a table, of whose rows and columns at most one may hold a true one.

    Where one of them is true, the auxiliary variables have no choice. Six and fewer are encoded pairwise. About
    2n + 4 sqrt(n) clauses.

    Source: J. Chen, "A new SAT encoding of the at-most-one constraint", ModRef 2010.
    """
    if len(literals) <= 6:
        yield from at_most_one(literals)
        return
    width = math.isqrt(len(literals) - 1) + 1
    rows = [fresh() for _ in range(0, len(literals), width)]
    cols = [fresh() for _ in range(width)]
    for index, literal in enumerate(literals):
        yield (-literal, rows[index // width])
        yield (-literal, cols[index % width])
    yield from at_most_one_product(rows, fresh)
    yield from at_most_one_product(cols, fresh)


def at_most_sequential(k: int, literals: Sequence[int], fresh: Fresh) -> Iterator[Clause]:
    """The sequential counter. The auxiliary variables never have a choice. About 4nk clauses.

    Source: C. Sinz, "Towards an optimal CNF encoding of Boolean cardinality constraints", CP 2005; there the counter
    is a lower bound only, and may be higher than the count.
    """
    return iter(_counter(k, literals, fresh)[0])


def exactly_sequential(k: int, literals: Sequence[int], fresh: Fresh) -> Iterator[Clause]:
    """The sequential counter, read off at its end: as `at_most_sequential`, and no fewer."""
    clauses, counted = _counter(k, literals, fresh)
    yield from clauses
    if k:
        yield tuple(counted[k - 1 : k])


def _counter(k: int, literals: Sequence[int], fresh: Fresh) -> tuple[list[Clause], list[int]]:
    """Clauses that count `literals` and forbid more than `k`; and for j = 1 to k what says that j or more are true."""
    clauses: list[Clause] = []
    before: list[int] = []  # as counted so far, up to k
    for literal in literals:
        if len(before) == k:
            clauses.append((-literal, *(-full for full in before[-1:])))
        now = [fresh() for _ in range(min(len(before) + 1, k))]
        for j, at_least_so_many in enumerate(now):
            kept, fewer = before[j : j + 1], before[max(j - 1, 0) : j]  # it was so before, or one less was
            clauses += [(-at_least_so_many, literal, *kept), *((at_least_so_many, -old) for old in kept)]
            clauses.append((at_least_so_many, -literal, *(-old for old in fewer)))
            clauses += [(-at_least_so_many, *kept, old) for old in fewer]
        before = now
    return clauses, before
