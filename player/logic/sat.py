"""The only door to pycosat."""

from collections.abc import Iterator
from itertools import islice

import pycosat  # noqa: TID251  # this is the door

from player.logic.cnf import CNF, Model, no_cuts


def models(cnf: CNF, most: int) -> list[Model]:
    """Up to `most` models of `cnf` that differ in its named variables.

    Fewer than `most` is a proof that there are no others.
    """
    if cnf.cuts is no_cuts:
        # Incremental inside: the proof that there is no second model costs microseconds.
        return list(islice(pycosat.itersolve(cnf.clauses), most))
    return list(islice(_with_cuts(cnf), most))


def _with_cuts(cnf: CNF) -> Iterator[Model]:
    """Solve again from the start only when a model needs cuts; otherwise go on from it, which is far cheaper."""
    clauses = list(cnf.clauses)
    while True:
        for model in pycosat.itersolve(clauses):
            if cuts := cnf.cuts(model):
                clauses += cuts
                break
            yield model
            clauses.append(tuple(-literal for literal in model[: len(cnf.names)] if literal > 0))
        else:
            return
