"""Tango boards of a shape: symbols are given on its marks and nowhere else; signs stand where they are needed."""

from collections.abc import Sequence
from functools import partial
from random import Random

from player.games import tango
from player.games.grid import Cell, between, cells, neighbours
from player.games.rearranging import rearranged
from player.games.shapes import EITHER, Shape, Shaped
from player.games.tango.board import CROSS, EQUAL, Board, Edge, Given
from player.games.tango.generate import GIVENS, SIGNS, filled
from player.sat import solver

Symbols = dict[Cell, str]


def shaped(*, distinct: bool = False) -> Shaped:
    """Return the generator of boards of a shape, for boards of one kind."""
    return Shaped(
        partial(make, distinct=distinct),
        partial(check, distinct=distinct),
        lambda random, size: round(random.choice(GIVENS[1:]) * size * size / 36 * (2.5 if distinct else 1)),
    )


def check(shape: Shape, *, distinct: bool) -> None:
    """Raise BoardError if there is nothing to begin with: suns and moons could be exchanged."""
    if not shape.marks() and not shape.of(EITHER):
        first = next(at for at, _sign in shape.signs())
        kind = "a board without signs" if distinct else "a board"
        raise shape.wrong(first, f"{kind} needs a given symbol: mark a cell, for example with *")


def make(random: Random, shape: Shape, *, distinct: bool) -> Board | None:
    """Return a board whose givens are those on the marks, and more on cells that may have one if it needs them.

    Signs are added until there is one solution; a `distinct` board has none, and the symbols on its marks change.
    """
    size = shape.size
    symbols = dict(zip(cells(size, size), filled(random, size, distinct=distinct), strict=True))
    given = {at: symbols[at] for at in shape.marks()}
    optional = shape.of(EITHER)
    if not given and optional:
        at = random.choice(optional)
        given[at] = symbols[at]
    signs: list[Edge] = []
    if not distinct:
        pairs = sorted({between(at, near) for at in symbols for near in neighbours(at, size, size)})
        every = [Edge(a, b, EQUAL if symbols[a] == symbols[b] else CROSS) for a, b in pairs]
        signs = random.sample(every, round(random.choice(SIGNS) * size * size / 36))
    while others := [found for found in _solutions(size, given, signs, 2, distinct=distinct) if found != symbols]:
        wrong = [at for at in optional if at not in given and others[0][at] != symbols[at]]
        if wrong and (distinct or random.random() < 0.5):
            at = random.choice(wrong)
            given[at] = symbols[at]
        elif distinct:
            break
        else:
            signs.append(random.choice([edge for edge in every if _broken(edge, others[0])]))
    if not distinct:
        return _board(size, given, signs, distinct=False)
    done = rearranged(random, lambda some, most: _solutions(size, some, (), most, distinct=True), given, sorted(given))
    return None if done is None else _board(size, done, (), distinct=True)


def _broken(edge: Edge, symbols: Symbols) -> bool:
    return (symbols[edge.a] == symbols[edge.b]) != (edge.sign == EQUAL)


def _board(size: int, given: Symbols, signs: Sequence[Edge], *, distinct: bool) -> Board:
    return Board(size, tuple(sorted(Given(*item) for item in given.items())), tuple(sorted(signs)), distinct)


def _solutions(size: int, given: Symbols, signs: Sequence[Edge], most: int, *, distinct: bool) -> list[Symbols]:
    board = _board(size, given, signs, distinct=distinct)
    cnf = tango.encoding.encode(board)
    found = [tango.encoding.decode(board, cnf.facts(model)) for model in solver.models(cnf, most)]
    return [dict(zip(cells(size, size), solution, strict=True)) for solution in found]
