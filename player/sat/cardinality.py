"""Cardinality constraints: at most, at least or exactly k of some literals, by the encodings of the literature.

The encodings without auxiliary variables are best for few literals. The others take auxiliary variables from a `Fresh`,
which all constraints of a formula share.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, pairwise

from player.sat.cnf import Clause


class Fresh:
    """A source of auxiliary variables: each call returns the next unused one."""

    def __init__(self, first: int) -> None:
        self._next = first

    def __call__(self) -> int:
        """Return the next unused variable."""
        self._next += 1
        return self._next - 1


# Without auxiliary variables


def at_most_one(literals: Sequence[int]) -> Iterator[Clause]:
    """Return at most one (AMO) in the pairwise encoding: n(n-1)/2 clauses."""
    return combinations([-literal for literal in literals], 2)


def exactly_one(literals: Sequence[int]) -> Iterator[Clause]:
    """Yield exactly one (EO): one clause for at least one, and pairwise at most one."""
    yield tuple(literals)
    yield from at_most_one(literals)


def at_most(k: int, literals: Sequence[int]) -> Iterator[Clause]:
    """Return at most `k` in the binomial encoding: of each k + 1 literals one is false.

    The pairwise encoding is its case k = 1. It has C(n, k + 1) clauses. Source: A. Frisch, P. Giannaros, "SAT encodings
    of the at-most-k constraint", ModRef 2010.
    """
    return combinations([-literal for literal in literals], k + 1)


def at_least(k: int, literals: Sequence[int]) -> Iterator[Clause]:
    """Return at least `k` in the binomial encoding: of each n - k + 1 literals one is true.

    If there are fewer than `k` literals, the result is one empty clause.
    """
    return combinations(literals, max(len(literals) - k + 1, 0))


def exactly(k: int, literals: Sequence[int]) -> Iterator[Clause]:
    """Yield exactly `k` in the binomial encoding, for few literals or small `k`: C(n, k + 1) + C(n, k - 1) clauses."""
    yield from at_most(k, literals)
    yield from at_least(k, literals)


# With auxiliary variables


def at_most_one_product(literals: Sequence[int], fresh: Fresh) -> Iterator[Clause]:
    """Yield at most one in the product encoding: the literals form a table with at most one true row and column.

    If one of the literals is true, the auxiliary variables are determined. Up to six literals are encoded pairwise.
    About 2n + 4 sqrt(n) clauses.

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
    """Return at most `k` by a sequential counter, about 4nk clauses; the auxiliary variables are always determined.

    Source: C. Sinz, "Towards an optimal CNF encoding of Boolean cardinality constraints", CP 2005. There the counter is
    only a lower bound of the count; here it is the count.
    """
    return iter(_counter(k, literals, fresh)[0])


def exactly_sequential(k: int, literals: Sequence[int], fresh: Fresh) -> Iterator[Clause]:
    """Yield exactly `k` by a sequential counter: `at_most_sequential`, and its last count is `k`."""
    clauses, counted = _counter(k, literals, fresh)
    yield from clauses
    if k:
        yield tuple(counted[k - 1 : k])


def _counter(k: int, literals: Sequence[int], fresh: Fresh) -> tuple[list[Clause], list[int]]:
    """Return clauses that count `literals` and forbid more than `k`, and the counter's outputs.

    Output j, from 1 to k, is a literal for "j or more are true".
    """
    clauses: list[Clause] = []
    before: list[int] = []  # outputs of the counter so far, up to k
    for literal in literals:
        if len(before) == k:
            clauses.append((-literal, *(-full for full in before[-1:])))
        now = [fresh() for _ in range(min(len(before) + 1, k))]
        for j, at_least_j in enumerate(now):
            same, fewer = before[j : j + 1], before[max(j - 1, 0) : j]  # j before this literal, or one less
            clauses += [(-at_least_j, literal, *same), *((at_least_j, -old) for old in same)]
            clauses.append((at_least_j, -literal, *(-old for old in fewer)))
            clauses += [(-at_least_j, *same, old) for old in fewer]
        before = now
    return clauses, before


def exactly_apart(k: int, literals: Sequence[int], fresh: Fresh) -> Iterator[Clause]:
    """Yield exactly `k`, no two of them neighbours, by a sequential counter without the counts that cannot be.

    Of c literals in a row (c + 1) // 2 at most are true; the nearer `k` is to what fits, the fewer auxiliary variables
    there are. All are determined. If `k` don't fit, the result is one empty clause.
    """
    yield from ((-a, -b) for a, b in pairwise(literals))
    yield from _within(k, literals, fresh, least=lambda _c: 0, most=lambda c: (c + 1) // 2, gap=1)


def exactly_without_threes(k: int, literals: Sequence[int], fresh: Fresh) -> Iterator[Clause]:
    """Yield exactly `k`, no three neighbours of them equal, by a sequential counter without the counts that cannot be.

    Of c literals in a row a third at least and two thirds at most are true, rounded to the outside. All auxiliary
    variables are determined. If `k` don't fit, the result is one empty clause.
    """
    for a, b, c in zip(literals, literals[1:], literals[2:], strict=False):
        yield from ((a, b, c), (-a, -b, -c))
    yield from _within(k, literals, fresh, least=lambda c: c // 3, most=lambda c: c - c // 3)


def _within(
    k: int,
    literals: Sequence[int],
    fresh: Fresh,
    *,
    least: Callable[[int], int],
    most: Callable[[int], int],
    gap: int = 0,
) -> Iterator[Clause]:
    """Yield the sequential counter of exactly `k`, where any c literals in a row have `least(c)` to `most(c)` true.

    Other clauses must say so. Counts that this rules out, from either end, are constants. Between two true literals
    there are `gap` others at least.

    Source: the counter is that of C. Sinz, CP 2005, without what the bounds rule out.
    """
    n = len(literals)
    bounds = [(max(least(c), k - most(n - c)), min(most(c), k - least(n - c))) for c in range(n + 1)]
    if any(low > high for low, high in bounds):
        yield ()
        return
    counts = [[j <= low if j <= low or j > high else fresh() for j in range(k + 2)] for low, high in bounds]
    for c, literal in enumerate(literals, start=1):
        for j in range(1, k + 2):
            # counts[c][j]: of the first c literals j or more are true
            now, same, fewer = counts[c][j], counts[c - 1][j], counts[max(c - 1 - gap, 0)][j - 1]
            yield from _without_constants((_not(same), now), (-literal, _not(fewer), now))
            yield from _without_constants((_not(now), same, literal), (_not(now), same, fewer))


def _not(literal: int) -> int:
    """Return the negation of a literal, or of True or False."""
    return not literal if isinstance(literal, bool) else -literal


def _without_constants(*clauses: Clause) -> Iterator[Clause]:
    """Yield the clauses that have no True, each without its False."""
    for clause in clauses:
        if not any(literal is True for literal in clause):
            yield tuple(literal for literal in clause if literal is not False)
