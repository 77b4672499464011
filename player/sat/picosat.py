"""PicoSAT's answer to the last search of a pycosat iterator, and its propagation limit.

`pycosat.itersolve` ends in the same way if there are no more models and if its propagation limit was reached. PicoSAT
distinguishes the two: `picosat_res` (picosat.h) is its answer to the last search. pycosat does not export it, so it is
called with ctypes in pycosat's own shared library. If that is impossible, the answer is None, and the caller uses
`pycosat.solve`, which returns the answer but reads the whole formula again (slower than solving it).

A search that reached its limit goes on, with all that it has learnt, if the limit is raised and the iterator is asked
again. (pycosat's iterator calls `picosat_sat` each time; the limit counts all propagations so far.)
"""

import ctypes
import sys
from collections.abc import Callable, Iterator

import pycosat  # noqa: TID251  # a part of the door

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
