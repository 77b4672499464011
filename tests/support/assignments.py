"""All that a formula allows, by trying every assignment."""

from collections.abc import Iterable
from itertools import product

from player.sat.cnf import Clause

Assignment = tuple[bool, ...]


def satisfying(clauses: Iterable[Clause], variables: int) -> set[Assignment]:
    """The assignments of `variables` that keep every clause."""
    kept = list(clauses)
    return {
        values
        for values in product((False, True), repeat=variables)
        if all(any(values[abs(literal) - 1] == (literal > 0) for literal in clause) for clause in kept)
    }
