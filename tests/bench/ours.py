"""Ours: the whole walk from a board to its one solution, and pycosat's share of it."""

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any
from unittest.mock import patch

import pycosat  # noqa: TID251  # the floor: what no encoding can be faster than

from player.games import Game
from player.nqueens import model as nqueens
from player.proof import prove
from player.sat import solver


def proved(game: Game, board: Any) -> list[Any]:
    """Up to two solutions: encoded, solved, proved and checked."""
    return list(prove(game, board).found)


def by_formula(game: Game, board: Any) -> list[Any]:
    """The same by the solver at once, without the game's own search."""
    return proved(_without_search(game), board)


def _without_search(game: Game) -> Game:
    return replace(game, search=lambda _board: None)


def placed(n: int) -> list[nqueens.Solution]:
    """N-queens: the first solution, checked."""
    first = nqueens.first(n)
    return [first] if first else []


def all_placed(n: int) -> list[nqueens.Solution]:
    return list(nqueens.each(n))


@dataclass
class Call:
    """One call of pycosat: `models` is how many were asked for, the last perhaps in vain; None: a call of `solve`."""

    clauses: list[tuple[int, ...]]
    options: dict[str, Any]
    models: int | None


class Tape(list[Call]):
    """Stands at the door in place of pycosat, and keeps what is asked of it, to ask pycosat alone for it again."""

    def itersolve(self, clauses: list[tuple[int, ...]], **options: Any) -> Iterator[list[int]]:
        call = Call(list(clauses), options, models=1)
        self.append(call)
        for number, model in enumerate(pycosat.itersolve(call.clauses, **options), start=1):
            call.models = number
            yield model
            call.models = number + 1

    def solve(self, clauses: Iterator[tuple[int, ...]], **options: Any) -> list[int] | str:
        self.append(Call(list(clauses), options, models=None))
        answer: list[int] | str = pycosat.solve(self[-1].clauses, **options)
        return answer


def taped(game: Game, board: Any) -> Tape:
    """All that proving `board` by its formula asks of pycosat, call by call: with cuts there are many."""
    tape = Tape()
    with patch.object(solver, "pycosat", tape), patch.object(solver, "answer_of", lambda _tape: "UNSAT"):
        prove(_without_search(game), board)
    return tape


def replayed(tape: Tape) -> None:
    for call in tape:
        if call.models is None:
            pycosat.solve(call.clauses, **call.options)
        else:
            deque(islice(pycosat.itersolve(call.clauses, **call.options), call.models), maxlen=0)
