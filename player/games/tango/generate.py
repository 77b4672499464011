"""A generator of Tango boards: some givens and signs of a random solution, then more until it is the only one.

On boards of a shape symbols are given on its marks and nowhere else; signs stand where they are needed.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial
from random import Random
from typing import TypeVar

from player.games import tango
from player.games.grid import Cell, neighbouring, on_grid
from player.games.shapes import EITHER, BoardShape, Generator, random_solution, rearranged, solutions
from player.games.tango.board import CROSS, EQUAL, Board, Edge, Given

T = TypeVar("T")
Symbols = dict[Cell, str]

#: First numbers of clues on 36 cells. With those that uniqueness adds there are as many as on the site.
GIVENS, SIGNS = (2, 4, 6, 6, 7, 9), (2, 3, 4, 5, 6, 9)
#: Cells that differ in another solution for each clue that is added at once, so that large boards take fewer proofs.
CELLS_FOR_A_CLUE = 40


def generator(*, distinct: bool = False) -> Generator:
    """Return the generator of boards, or of `distinct` ones."""

    def clues(random: Random, size: int) -> int:
        return round(random.choice(GIVENS[1:]) * size * size / 36 * (2.5 if distinct else 1))

    usual = (6, 8, 10, 14, 20) if distinct else (6,)
    make, make_shaped = partial(_make, distinct=distinct), partial(_make_shaped, distinct=distinct)
    check = partial(_check, distinct=distinct)
    return Generator(make, (4, 30), usual, step=2, make_shaped=make_shaped, check=check, clues=clues)


def _make(random: Random, size: int, *, distinct: bool) -> Board:
    """Return a random board with one solution: random clues, then more where another solution differs."""
    empty = Board(size, distinct=distinct)
    symbols = _filled(random, empty)
    given = dict(_some(random, [*symbols.items()], GIVENS, size))
    board = _completed(random, empty, symbols, given, [*symbols])
    assert board, "all symbols leave one solution"
    return board


def _completed(
    random: Random, empty: Board, symbols: Symbols, given: Symbols, optional: Sequence[Cell]
) -> Board | None:
    """Return a board with more clues than `given` until there is one solution; None if `optional` cells don't suffice.

    Signs are clues too, but a distinct board has none.
    """
    every = [] if empty.distinct else _signs(symbols, empty.size)
    signs = _some(random, every, SIGNS, empty.size) if every else []
    while other := next((one for one in _solutions(_with(empty, given, signs), 2) if one != symbols), None):
        wrong = [at for at in optional if other[at] != symbols[at]]
        broken = [sign for sign in every if (other[sign.a] == other[sign.b]) != (sign.sign == EQUAL)]
        if not (wrong or broken):
            return None
        for _ in range(1 + len(wrong) // CELLS_FOR_A_CLUE):
            if wrong and (not broken or random.random() < 0.5):
                at = random.choice(wrong)
                given[at] = symbols[at]
            else:
                signs.append(random.choice(broken))
    return _with(empty, given, signs)


def _signs(symbols: Symbols, size: int) -> list[Edge]:
    """Return the sign between each two neighbours."""
    return [Edge(a, b, EQUAL if symbols[a] == symbols[b] else CROSS) for a, b in neighbouring(size, size)]


def _some(random: Random, clues: list[T], counts: tuple[int, ...], size: int) -> list[T]:
    """Return a random sample of `clues`, of a size from `counts` scaled to the board."""
    return random.sample(clues, round(random.choice(counts) * size * size / 36))


def _with(empty: Board, given: Symbols, signs: Iterable[Edge]) -> Board:
    givens = tuple(sorted(Given(*item) for item in given.items()))
    return replace(empty, givens=givens, edges=tuple(sorted({*signs})))


def _solutions(board: Board, most: int) -> list[Symbols]:
    return [on_grid(board.shape, found) for found in solutions(tango.GAME, board, most)]


def _filled(random: Random, empty: Board) -> Symbols:
    """Return the symbols of a random grid that breaks no rule."""
    found = random_solution(random, tango.GAME, empty)
    assert found, "there are grids of all sizes that are made"
    return on_grid(empty.shape, found)


# Boards of a shape


def _check(shape: BoardShape, *, distinct: bool) -> None:
    """Raise BoardError if there is nothing to begin with: suns and moons could be exchanged."""
    if not shape.marks() and not shape.of(EITHER):
        first = next(at for at, _sign in shape.signs())
        kind = "a board without signs" if distinct else "a board"
        raise shape.wrong(first, f"{kind} needs a given symbol: mark a cell, for example with *")


def _make_shaped(random: Random, shape: BoardShape, *, distinct: bool) -> Board | None:
    """Return a board whose givens are those on the marks, and more on cells that may have one if it needs them.

    Signs are added until there is one solution; a `distinct` board has none, and the symbols on its marks change.
    """
    empty, optional = Board(shape.size, distinct=distinct), shape.of(EITHER)
    symbols = _filled(random, empty)
    given = {at: symbols[at] for at in shape.marks()}
    if not given and optional:
        at = random.choice(optional)
        given[at] = symbols[at]
    board = _completed(random, empty, symbols, given, optional)
    if board or not distinct:
        return board

    def found(some: Symbols, most: int) -> list[Symbols]:
        return _solutions(_with(empty, some, ()), most)

    done = rearranged(random, found, given, sorted(given))
    return None if done is None else _with(empty, done, ())
