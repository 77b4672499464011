"""SAT solving with PicoSAT: models of a CNF, and the proof that there are no others. The only user of pycosat."""

from collections.abc import Callable, Generator, Iterator
from contextlib import suppress
from itertools import count, islice
from random import Random

import pycosat  # noqa: TID251  # this is the door

from player.sat.cnf import CNF, Clause, Model
from player.sat.picosat import answer_of

#: Propagations (about 0.2 s) after which a search stops, so that Python handles signals, and starts again.
SLICE_PROPAGATIONS = 1_000_000
#: The propagations of the first search whose work is counted; those of the next are twice as many, up to a slice.
FIRST_PROPAGATIONS = 10_000
#: Propagations that take as long as reading one clause.
PROPAGATIONS_PER_CLAUSE = 5


def models(cnf: CNF, most: int) -> list[Model]:
    """Return up to `most` models of `cnf` that differ in its named variables.

    Fewer than `most` is a proof that there are no others. The search has no time limit; signals are handled meanwhile.
    """
    return list(islice(_models(_Search(cnf)), most))


def models_within(cnf: CNF, most: int, turns: int) -> tuple[list[Model], bool]:
    """Return up to `most` models, and whether they are all or as many; a search restarts `turns` times at most.

    The limit counts propagations, so that it is the same on every machine.
    """
    found: list[Model] = []
    with suppress(_OutOfTurns):
        found.extend(islice(_models(_Search(cnf), turns), most))
        return found, True
    return found, False


def counted_models(cnf: CNF, most: int, spend: Callable[[int], object]) -> list[Model]:
    """Return `models`, and count the work: each search gives the clauses that it reads, or took as long, to `spend`.

    An error that `spend` raises ends the search. The counts are the same on every machine.
    """
    search, found = _Search(cnf), list[Model]()
    limit = FIRST_PROPAGATIONS
    while len(found) < most:
        spend(len(search.clauses))
        iterator = pycosat.itersolve(search.clauses, prop_limit=limit)
        model = next(iterator, None)
        if model is not None:
            solution = search.learn(model)
            found += [] if solution is None else [solution]
        elif (answer_of(iterator) or pycosat.solve(search.clauses, prop_limit=limit)) == "UNSAT":
            break
        else:
            spend(limit // PROPAGATIONS_PER_CLAUSE)
            limit = min(2 * limit, SLICE_PROPAGATIONS)
    return found


def random_model(cnf: CNF, random: Random) -> Model | None:
    """Return a model of `cnf`, None if there is none, by a search whose variables have random numbers and signs."""
    top = max(abs(literal) for clause in cnf.clauses for literal in clause)
    named = [0, *(random.choice((number, -number)) for number in random.sample(range(1, top + 1), top))]
    renamed = [*named, *(-literal for literal in reversed(named[1:]))]  # -1 is the last, -2 the one before
    clauses = [tuple(renamed[literal] for literal in clause) for clause in cnf.clauses]
    for model in models(CNF(clauses, names=range(1, top + 1)), most=1):
        true = set(model)
        return [number if named[number] in true else -number for number in range(1, top + 1)]
    return None


def stream(cnf: CNF) -> Iterator[Model]:
    """Yield all models of a formula without cuts and with no undetermined auxiliary variable.

    This is one search without slices, which suits large and easy formulas: signals are handled only between models.
    """
    # The end is PicoSAT's UNSAT: its other answer, UNKNOWN, needs a limit (picosat.h), and none is set here.
    return iter(pycosat.itersolve(cnf.clauses))


class _Search:
    """A formula, with the clauses that were learnt from its models so far."""

    def __init__(self, cnf: CNF) -> None:
        self.clauses = list(cnf.clauses)
        self._cnf = cnf
        self._blocked: set[Clause] = set()

    def learn(self, model: Model) -> Model | None:
        """Return the solution that `model` is or is repaired to; None if there is none or it is known.

        Adds clauses that forbid both.
        """
        cuts = self._cnf.cuts(model)
        self.clauses += cuts
        solution = self._cnf.repair(model) if cuts else model
        if solution is None:
            return None
        blocking = tuple(-literal for literal in solution[: len(self._cnf.names)] if literal > 0)
        if blocking in self._blocked:
            return None
        self._blocked.add(blocking)
        self.clauses.append(blocking)
        return solution


class _OutOfTurns(Exception):
    """A search has restarted as often as it may."""


def _models(search: _Search, turns: int | None = None) -> Iterator[Model]:
    answer = yield from _incremental(search)
    if answer is None:
        answer = pycosat.solve(search.clauses, prop_limit=SLICE_PROPAGATIONS)
    if answer != "UNSAT":
        yield from _restarting(search, turns)


def _incremental(search: _Search) -> Generator[Model, None, str | None]:
    """Yield the models of incremental searches, in which a second model or the proof of none costs microseconds.

    Return the solver's answer to the last search: "UNSAT" proves that there are no more models; None if the answer is
    unavailable (see `picosat`).
    """
    while True:
        iterator = pycosat.itersolve(search.clauses, prop_limit=SLICE_PROPAGATIONS)
        for model in iterator:
            solution = search.learn(model)
            if solution is not None:
                yield solution
            if solution is not model:
                break  # a new search, to add the cuts
        else:
            return answer_of(iterator)


def _restarting(search: _Search, turns: int | None) -> Iterator[Model]:
    """Yield the remaining models, by searches with growing limits, each with a random numbering of the variables.

    Restarts with different numberings avoid the long runs of heavy-tailed search times. Source of the limits: M. Luby,
    A. Sinclair, D. Zuckerman, "Optimal speedup of Las Vegas algorithms", Inf. Process. Lett. 47 (1993).
    """
    most = max((abs(literal) for clause in search.clauses for literal in clause), default=0)
    for turn in count(1):
        if turns is not None and turn > turns:
            raise _OutOfTurns
        numbers = [0, *Random(turn).sample(range(1, most + 1), most)]  # noqa: S311  # a numbering is not a secret
        renamed = [*numbers, *(-number for number in reversed(numbers[1:]))]  # -1 is the last, -2 the one before
        answer: list[int] | str = []
        while isinstance(answer, list):
            clauses = (tuple(renamed[literal] for literal in clause) for clause in search.clauses)
            answer = pycosat.solve(clauses, prop_limit=SLICE_PROPAGATIONS * _luby(turn))
            if isinstance(answer, list):
                model = [number if answer[renamed[number] - 1] > 0 else -number for number in range(1, most + 1)]
                if (solution := search.learn(model)) is not None:
                    yield solution
        if answer == "UNSAT":
            return


def _luby(turn: int) -> int:
    """Return element `turn` of Luby's sequence 1, 1, 2, 1, 1, 2, 4, ..., counted from 1."""
    power = 1 << (turn.bit_length() - 1)
    return power if turn == 2 * power - 1 else _luby(turn - power + 1)
