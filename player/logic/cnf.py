"""Formulas in conjunctive normal form: a literal is an int, negative for "not"; variables count from 1."""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

Clause = tuple[int, ...]
Model = Sequence[int]
"""For each variable in order its literal, positive where it is true."""


def no_cuts(_model: Model) -> list[Clause]:
    return []


def no_repair(_model: Model) -> None:
    return None


@dataclass(frozen=True, slots=True)
class CNF:
    """A formula whose models are the solutions of a board.

    `names[i]` is what variable i + 1 says of the board. Two models are two solutions when they differ in a named
    variable; the variables after these are auxiliary, and a solution leaves them no choice. All solutions have
    equally many true named variables.

    `cuts` takes a model and returns clauses that it breaks and every solution keeps: rules that are too many to
    write down before one of them is broken. A model without cuts is a solution. `repair` takes a model with cuts and
    may find a solution close by: the literals of the named variables.
    """

    clauses: list[Clause]
    names: Sequence[Any]
    cuts: Callable[[Model], list[Clause]] = no_cuts
    repair: Callable[[Model], Model | None] = no_repair

    def facts(self, model: Model) -> list[Any]:
        """The names of what `model` says is true."""
        return [name for name, literal in zip(self.names, model, strict=False) if literal > 0]


#: A formula without a model, for boards whose impossibility shows before any clause is written.
CONTRADICTION = CNF([(1,), (-1,)], names=("nothing",))


def at_most_one(literals: Sequence[int]) -> Iterator[Clause]:
    """The pairwise encoding: n(n-1)/2 clauses, no auxiliary variable."""
    return ((-a, -b) for a, b in combinations(literals, 2))


def exactly_one(literals: Sequence[int]) -> Iterator[Clause]:
    yield tuple(literals)
    yield from at_most_one(literals)


class Fresh:
    """Auxiliary variables: each call gives the next one that is not used yet."""

    def __init__(self, first: int) -> None:
        self._next = first

    def __call__(self) -> int:
        self._next += 1
        return self._next - 1


def at_most_one_product(literals: Sequence[int], fresh: Fresh) -> Iterator[Clause]:
    """The product encoding: the literals in a table, of whose rows and columns at most one may hold a true one.

    Where one of them is true, the auxiliary variables have no choice. Six and fewer are encoded pairwise.

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


def exactly_two(literals: Sequence[int]) -> Iterator[Clause]:
    """No three of them, and one of any n-1: for the few edges at a cell of a grid. `literals` are two at least."""
    yield from ((-a, -b, -c) for a, b, c in combinations(literals, 3))
    yield from combinations(literals, len(literals) - 1)


def equal_if(condition: int, a: int, b: int) -> tuple[Clause, Clause]:
    """Where `condition` holds, the literals a and b are both true or both false."""
    return (-condition, -a, b), (-condition, a, -b)


def exactly(k: int, literals: Sequence[int], fresh: int) -> tuple[list[Clause], int]:
    """Exactly `k` of `literals`, by a sequential counter (Sinz 2005) of variables from `fresh` on, and the next unused.

    The variable of i and j says that j of the first i literals are true, no less: a model leaves it no choice.
    """
    clauses: list[Clause] = []
    before: list[int] = []  # for j = 1, 2, ...: at least j of the literals so far
    for literal in literals:
        now = list(range(fresh, fresh + min(len(before) + 1, k + 1)))
        fresh += len(now)
        for j, at_least in enumerate(now):
            kept = before[j : j + 1]  # it was so before, or it is so by this literal
            clauses += [(-at_least, literal, *kept), *((at_least, -old) for old in kept)]
            clauses.append((at_least, -literal, *(-fewer for fewer in before[max(j - 1, 0) : j])))
            clauses += [(-at_least, *kept, fewer) for fewer in before[max(j - 1, 0) : j]]
        before = now
    return [*clauses, (before[k - 1],), *((-more,) for more in before[k:])], fresh
