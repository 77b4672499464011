"""The answer of the solver inside a pycosat iterator, by name.

`pycosat.itersolve` ends alike where there is no further model and where its propagation limit was reached. PicoSAT
itself tells the two apart: `picosat_res` (picosat.h) is its answer to the last search. pycosat has no name for it, so
it is asked through the library that pycosat is. Where that can't be done, nothing is claimed: `pycosat.solve` answers
by name, and has to read the formula anew, which takes longer than to solve it.
"""

import ctypes
import sys
from collections.abc import Callable, Iterator

import pycosat  # noqa: TID251  # a part of the door

#: What picosat.h calls PICOSAT_UNKNOWN and PICOSAT_UNSATISFIABLE, as `pycosat.solve` calls it.
_NAMES = {0: "UNKNOWN", 20: "UNSAT"}
#: The version whose iterators are known: an object's head, the solver, and a buffer.
_VERSION = "0.6.6"
_ITERATOR = type(pycosat.itersolve([]))


def answer_of(ended: Iterator[object]) -> str | None:
    """The answer to the last search of an iterator that ended, "UNSAT" or "UNKNOWN"; None where it can't be asked."""
    return _NAMES.get(_answer(ended)) if _answer and type(ended) is _ITERATOR else None


def _reader() -> Callable[[Iterator[object]], int] | None:
    """A function that gives PicoSAT's last answer inside an iterator; None where iterators are not as expected."""
    size = object.__basicsize__ + 2 * ctypes.sizeof(ctypes.c_void_p)
    known = (sys.implementation.name, pycosat.__version__, _ITERATOR.__basicsize__) == ("cpython", _VERSION, size)
    if not known:
        return None
    try:
        result = ctypes.PyDLL(pycosat.__file__).picosat_res
    except (OSError, AttributeError):  # libraries for Windows keep it to themselves
        return None
    result.argtypes, result.restype = [ctypes.c_void_p], ctypes.c_int

    def answer(found: Iterator[object]) -> int:
        solver = ctypes.c_void_p.from_address(id(found) + object.__basicsize__)
        return int(result(solver))

    return answer if _is_right(answer) else None


def _is_right(answer: Callable[[Iterator[object]], int]) -> bool:
    """Whether `answer` tells a search that ended from one that was cut off."""
    ended, cut = pycosat.itersolve([(1,), (-1,)]), pycosat.itersolve([(1, 2, 3), (-1, -2, 3)], prop_limit=1)
    names = [_NAMES.get(answer(search)) for search in (ended, cut) if not list(search)]
    return names == ["UNSAT", "UNKNOWN"]


_answer = _reader()
