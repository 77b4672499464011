"""Formulas in conjunctive normal form: a literal is an int, negative for "not"; variables count from 1."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

Clause = tuple[int, ...]
Model = Sequence[int]
"""The literal of each variable, in order; positive if the variable is true."""


def no_cuts(_model: Model) -> list[Clause]:
    """Return no clauses: the cuts of a complete encoding."""
    return []


def no_repair(_model: Model) -> None:
    """Return None: the repair of an encoding without one."""


@dataclass(frozen=True, slots=True)
class CNF:
    """A formula whose models are the solutions of a board.

    `names[i]` is the meaning of variable i + 1. Two models are different solutions if they differ in a named variable;
    the variables after the named ones are auxiliary and determined by them. All solutions have equally many true named
    variables.

    `cuts` takes a model and returns clauses that the model breaks and every solution satisfies. They replace rules with
    too many clauses to write down in advance. A model without cuts is a solution. `repair` takes a model with cuts and
    may return a solution close to it, as the literals of the named variables.
    """

    clauses: list[Clause]
    names: Sequence[Any]
    cuts: Callable[[Model], list[Clause]] = no_cuts
    repair: Callable[[Model], Model | None] = no_repair

    def facts(self, model: Model) -> list[Any]:
        """Return the names of the variables that are true in `model`."""
        return [name for name, literal in zip(self.names, model, strict=False) if literal > 0]

    def blocking(self, model: Model) -> Clause:
        """Return the clause against `model`: not all of its true named variables. Other solutions lack one of them."""
        return tuple(-literal for literal in model[: len(self.names)] if literal > 0)


#: A formula without a model, for boards that are known to be impossible before they are encoded.
CONTRADICTION = CNF([(1,), (-1,)], names=("nothing",))


def equal_if(condition: int, a: int, b: int) -> tuple[Clause, Clause]:
    """Return clauses for: if `condition` is true, the literals `a` and `b` are equal."""
    return (-condition, -a, b), (-condition, a, -b)


# Binary numbers: the literals of their bits, the lowest first


def equals(number: Sequence[int], value: int) -> Iterator[int]:
    """Return the literals that are all true if `number` is `value`."""
    return (literal if value >> bit & 1 else -literal for bit, literal in enumerate(number))


def next_if(condition: int, number: Sequence[int], following: Sequence[int]) -> Iterator[Clause]:
    """Yield clauses for: if `condition` is true, `following` is `number` + 1, modulo 2 to the number of bits.

    The lowest bit flips; each other bit flips if the bit below it went from 1 to 0.
    """
    yield from equal_if(condition, number[0], -following[0])
    for (below, below_next), (bit, bit_next) in pairwise(zip(number, following, strict=True)):
        for clause in equal_if(condition, bit, -bit_next):
            yield *clause, -below, below_next
        for clause in equal_if(condition, bit, bit_next):
            yield *clause, below
            yield *clause, -below_next
