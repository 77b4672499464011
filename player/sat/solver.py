"""SAT solving with PicoSAT: models of a CNF, and the proof that there are no others. The only user of pycosat."""

import ctypes
import sys
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import chain, count, islice
from random import Random

import pycosat  # noqa: TID251  # this is the door

from player.sat.cnf import CNF, Clause, Model

#: Propagations (about 0.2 s) after which a search stops, so that Python handles signals, and starts again.
SLICE_PROPAGATIONS = 1_000_000
#: The most parts of one search: a part that is too short for all that follows from one guess would change nothing.
MOST_PARTS = 64
#: The propagations of the first search whose work is counted; those of the next are twice as many, up to a slice.
FIRST_PROPAGATIONS = 10_000
#: Propagations that take as long as reading one clause.
PROPAGATIONS_PER_CLAUSE = 5


def models(cnf: CNF, most: int) -> list[Model]:
    """Return up to `most` models of `cnf` that differ in its named variables.

    Fewer than `most` is a proof that there are no others. The search has no time limit; signals are handled meanwhile.
    """
    return list(islice(_models(cnf, _turns()), most))


def models_within(
    cnf: CNF, most: int, turns: int, wanted: Callable[[Model], bool] = lambda _model: True
) -> tuple[list[Model], bool]:
    """Return up to `most` models, and whether they are all or as many, after `turns` turns at most (see `_turns`).

    Models that are not `wanted` do not count.

    The limit counts propagations, so that it is the same on every machine.
    """
    found: list[Model] = []
    with suppress(_OutOfTurns):
        found.extend(islice(filter(wanted, _models(cnf, islice(_turns(), turns))), most))
        return found, True
    return found, False


def counted_models(cnf: CNF, most: int, spend: Callable[[int], object]) -> list[Model]:
    """Return `models`, and count the work: `spend` is given the clauses that each search reads, or took as long as.

    An error that `spend` raises ends the search. The counts are the same on every machine. Of the searches each two may
    take twice as long as those before.
    """
    return list(islice(_models(cnf, (FIRST_PROPAGATIONS << turn // 2 for turn in count()), spend), most))


def random_model(cnf: CNF, random: Random) -> Model | None:
    """Return a model of `cnf`, None if there is none, by a search whose variables have random numbers and signs."""
    top = _most(cnf.clauses)
    numbers = _with_negations([random.choice((number, -number)) for number in random.sample(range(1, top + 1), top)])
    found = models(CNF([*_renamed(cnf.clauses, numbers)], names=range(1, top + 1)), most=1)
    return _original(found[0], numbers) if found else None


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
        blocking = self._cnf.blocking(solution)
        if blocking in self._blocked:
            return None
        self._blocked.add(blocking)
        self.clauses.append(blocking)
        return solution


class _OutOfTurns(Exception):
    """A search has had as many turns as it may."""


def _turns() -> Iterator[int]:
    """Yield the limits of searches that last longer and longer, in propagations.

    A proof that there is no model needs one long search. So long and short searches take turns, and both double: 4, 1,
    8, 2, 16, 4, 32 slices and so on.
    """
    return (((4, 1)[turn % 2] << turn // 2) * SLICE_PROPAGATIONS for turn in count())


def _models(cnf: CNF, limits: Iterable[int], spend: Callable[[int], object] = lambda _clauses: None) -> Iterator[Model]:
    """Yield models, by searches with these limits, each with its own numbering of the variables.

    New numberings avoid the long runs of heavy-tailed search times (C. Gomes, B. Selman, H. Kautz, "Boosting
    combinatorial search through randomization", AAAI 1998). Raise _OutOfTurns after the last of the `limits`.
    """
    search = _Search(cnf)
    for turn, limit in enumerate(limits):
        numbers = _numbers(search.clauses, turn)
        answer: str | None = None
        while answer is None:  # a new search after each cut
            spend(len(search.clauses))
            answer = yield from _searched(search, numbers, limit)
        if answer == "UNSAT":
            return
        spend(limit // PROPAGATIONS_PER_CLAUSE)
    raise _OutOfTurns


def _searched(search: _Search, numbers: Sequence[int] | None, limit: int) -> Generator[Model, None, str | None]:
    """Yield the models of a search of up to `limit` propagations; return its answer, None if there is a cut to add."""
    for answer in _answers(search, numbers, limit):
        if isinstance(answer, str):
            return answer
        model = _original(answer, numbers)
        solution = search.learn(model)
        if solution is not None:
            yield solution
        if solution is not model:
            break
    return None


def _answers(search: _Search, numbers: Sequence[int] | None, limit: int) -> Iterator[list[int] | str]:
    """Yield models of an incremental search, and in the end "UNSAT", or "UNKNOWN" if the search was not over.

    In an incremental search, a second model or the proof of none costs microseconds. If its answer is unavailable (see
    `answer_of`), `pycosat.solve` is asked, in a call that can't be parted, so that its limit grows more slowly.
    """
    parts = min(max(limit // SLICE_PROPAGATIONS, 1), MOST_PARTS)
    of_part = limit // parts
    iterator = pycosat.itersolve(_renamed(search.clauses, numbers), prop_limit=of_part)
    for part in range(2, parts + 2):
        yield from iterator
        answer = answer_of(iterator)
        if answer != "UNKNOWN":
            break
        raise_limit(iterator, part * of_part)
    while answer is None:
        unparted = min(limit, (limit // SLICE_PROPAGATIONS).bit_length() * SLICE_PROPAGATIONS or limit)
        found = pycosat.solve(_renamed(search.clauses, numbers), prop_limit=unparted)
        if isinstance(found, str):
            answer = found
        else:
            yield found
    yield answer


def _numbers(clauses: list[Clause], turn: int) -> list[int] | None:
    """Return a random number for each literal, at its own number as an index; None for the first turn: as it is."""
    if turn == 0:
        return None
    most = _most(clauses)
    return _with_negations(Random(turn).sample(range(1, most + 1), most))  # noqa: S311  # a numbering is not a secret


def _most(clauses: Iterable[Clause]) -> int:
    """Return the highest number of a variable in `clauses`; 0 if there is none."""
    literals = [0, *chain.from_iterable(clauses)]
    highest, lowest = max(literals), min(literals)
    return max(highest, -lowest)


def _with_negations(numbers: list[int]) -> list[int]:
    """Return the new literal of each literal, at its own number as an index, from those of the variables in order."""
    return [0, *numbers, *(-number for number in reversed(numbers))]  # -1 is the last, -2 the one before


def _renamed(clauses: Iterable[Clause], numbers: Sequence[int] | None) -> Iterable[Clause]:
    """Return the clauses with these numbers."""
    return clauses if numbers is None else (tuple(map(numbers.__getitem__, clause)) for clause in clauses)


def _original(model: Model, numbers: Sequence[int] | None) -> Model:
    """Return a model of renamed clauses with the original numbers; a variable in no clause is false."""
    if numbers is None:
        return model
    true = set(model)
    return [number if numbers[number] in true else -number for number in range(1, len(numbers) // 2 + 1)]


# PicoSAT's answer to the last search of an iterator, and its propagation limit
#
# `pycosat.itersolve` ends in the same way if there are no more models and if its propagation limit was reached. PicoSAT
# distinguishes the two: `picosat_res` (picosat.h) is its answer to the last search. pycosat does not export it, so it
# is called with ctypes in pycosat's own shared library. If that is impossible, the answer is None, and the caller uses
# `pycosat.solve`, which returns the answer but reads the whole formula again (slower than solving it).
#
# A search that reached its limit goes on, with all that it has learnt, if the limit is raised and the iterator is asked
# again. (pycosat's iterator calls `picosat_sat` each time; the limit counts all propagations so far.)


#: PICOSAT_UNKNOWN and PICOSAT_UNSATISFIABLE of picosat.h, by the names that `pycosat.solve` uses.
_NAMES = {0: "UNKNOWN", 20: "UNSAT"}
#: The pycosat version with a known iterator layout: object header, solver pointer, buffer pointer.
_VERSION = "0.6.6"
_ITERATOR = type(pycosat.itersolve([]))


def answer_of(ended: Iterator[object]) -> str | None:
    """Return the answer to an ended iterator's last search: "UNSAT" or "UNKNOWN"; None if it is unavailable."""
    return _NAMES.get(_answer(ended)) if _answer and type(ended) is _ITERATOR else None


def raise_limit(ended: Iterator[object], propagations: int) -> None:
    """Let the search of an iterator whose answer was "UNKNOWN" go on up to so many propagations in all."""
    solver = ctypes.c_void_p.from_address(id(ended) + object.__basicsize__)
    set_limit = ctypes.PyDLL(pycosat.__file__).picosat_set_propagation_limit
    set_limit.argtypes, set_limit.restype = [ctypes.c_void_p, ctypes.c_ulonglong], None
    set_limit(solver, propagations)


def _reader() -> Callable[[Iterator[object]], int] | None:
    """Return a function that reads PicoSAT's last answer from an iterator; None if the iterator's layout is unknown."""
    size = object.__basicsize__ + 2 * ctypes.sizeof(ctypes.c_void_p)
    known = (sys.implementation.name, pycosat.__version__, _ITERATOR.__basicsize__) == ("cpython", _VERSION, size)
    if not known:
        return None
    try:
        result = ctypes.PyDLL(pycosat.__file__).picosat_res
    except (OSError, AttributeError):  # libraries for Windows do not export it
        return None
    result.argtypes, result.restype = [ctypes.c_void_p], ctypes.c_int

    def answer(iterator: Iterator[object]) -> int:
        solver = ctypes.c_void_p.from_address(id(iterator) + object.__basicsize__)
        return int(result(solver))

    return answer if _is_right(answer) else None


def _is_right(answer: Callable[[Iterator[object]], int]) -> bool:
    """Return whether `answer` distinguishes a finished search from one that was cut off."""
    ended, cut = pycosat.itersolve([(1,), (-1,)]), pycosat.itersolve([(1, 2, 3), (-1, -2, 3)], prop_limit=1)
    names = [_NAMES.get(answer(search)) for search in (ended, cut) if not list(search)]
    return names == ["UNSAT", "UNKNOWN"]


_answer = _reader()
