"""The only door to pycosat."""

from collections.abc import Generator, Iterator
from itertools import count, islice
from random import Random

import pycosat  # noqa: TID251  # this is the door

from player.sat.cnf import CNF, Clause, Model
from player.sat.picosat import answer_of

#: The propagations after which a search stops to let signals in, and starts anew: a fifth of a second of work, or so.
SLICE = 1_000_000


def models(cnf: CNF, most: int) -> list[Model]:
    """Up to `most` models of `cnf` that differ in its named variables.

    Fewer than `most` is a proof that there are no others. However long it takes, signals are heard meanwhile.
    """
    return list(islice(_models(_Search(cnf)), most))


def stream(cnf: CNF) -> Iterator[Model]:
    """All models of a formula without cuts, in which no auxiliary variable is free, one after the other.

    In one search however long it takes, which suits large and easy formulas; signals are heard between two models.
    """
    # The end is PicoSAT's UNSAT: its other answer, UNKNOWN, needs a limit (picosat.h), and none is set here.
    return iter(pycosat.itersolve(cnf.clauses))


class _Search:
    """A formula, and what its models so far taught."""

    def __init__(self, cnf: CNF) -> None:
        self.clauses = list(cnf.clauses)
        self._cnf = cnf
        self._found: set[Clause] = set()

    def learn(self, model: Model) -> Model | None:
        """The solution that `model` is, or leads to; `clauses` come to forbid both."""
        cuts = self._cnf.cuts(model)
        self.clauses += cuts
        solution = self._cnf.repair(model) if cuts else model
        if solution is None:
            return None
        other = tuple(-literal for literal in solution[: len(self._cnf.names)] if literal > 0)
        if other in self._found:
            return None
        self._found.add(other)
        self.clauses.append(other)
        return solution


def _models(search: _Search) -> Iterator[Model]:
    answer = yield from _quick(search)
    if answer is None:
        answer = pycosat.solve(search.clauses, prop_limit=SLICE)
    if answer != "UNSAT":
        yield from _patient(search)


def _quick(search: _Search) -> Generator[Model, None, str | None]:
    """What is found incrementally, which makes a second model, or the proof that there is none, cost microseconds.

    Returns the solver's answer to the last search: "UNSAT" is that proof; None where it can't be asked.
    """
    while True:
        found = pycosat.itersolve(search.clauses, prop_limit=SLICE)
        for model in found:
            solution = search.learn(model)
            if solution is not None:
                yield solution
            if solution is not model:
                break  # pycosat has to be told of the cuts
        else:
            return answer_of(found)


def _patient(search: _Search) -> Iterator[Model]:
    """Slice by slice, each with a fresh numbering of the variables, until the proof: chance cuts the long runs short.

    Source of the lengths: M. Luby, A. Sinclair, D. Zuckerman, "Optimal speedup of Las Vegas algorithms", Inf. Process.
    Lett. 47 (1993).
    """
    most = max((abs(literal) for clause in search.clauses for literal in clause), default=0)
    for turn in count(1):
        numbers = [0, *Random(turn).sample(range(1, most + 1), most)]  # noqa: S311  # a numbering is no secret
        renamed = [*numbers, *(-number for number in reversed(numbers[1:]))]  # -1 is the last, -2 the one before
        answer: list[int] | str = []
        while isinstance(answer, list):
            clauses = (tuple(renamed[literal] for literal in clause) for clause in search.clauses)
            answer = pycosat.solve(clauses, prop_limit=SLICE * _luby(turn))
            if isinstance(answer, list):
                model = [number if answer[renamed[number] - 1] > 0 else -number for number in range(1, most + 1)]
                if (solution := search.learn(model)) is not None:
                    yield solution
        if answer == "UNSAT":
            return


def _luby(turn: int) -> int:
    """1, 1, 2, 1, 1, 2, 4, ..., from the first turn on."""
    power = 1 << (turn.bit_length() - 1)
    return power if turn == 2 * power - 1 else _luby(turn - power + 1)
