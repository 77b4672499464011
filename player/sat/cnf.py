"""Formulas in conjunctive normal form: a literal is an int, negative for "not"; variables count from 1."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
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


def equal_if(condition: int, a: int, b: int) -> tuple[Clause, Clause]:
    """Where `condition` holds, the literals a and b are both true or both false."""
    return (-condition, -a, b), (-condition, a, -b)
