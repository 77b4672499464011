"""A generator of Tango boards: some givens and signs of a random solution, then more until it is the only one."""

from itertools import product
from random import Random
from typing import TypeVar

from player.games import tango
from player.games.game import Generator
from player.games.grid import between, cells, neighbours
from player.games.tango.board import CROSS, EQUAL, MOON, SUN, Board, Edge, Given
from player.solve import prove

Line = tuple[str, ...]
Clue = TypeVar("Clue", Given, Edge)

#: First numbers of clues on 36 cells. With those that uniqueness adds there are as many as on the site.
GIVENS, SIGNS = (2, 4, 6, 6, 7, 9), (2, 3, 4, 5, 6, 9)


def make(random: Random, size: int) -> Board:
    """Return a random board with one solution: random clues, then more where another solution differs."""
    symbols = dict(zip(cells(size, size), sum(_rows(random, size), ()), strict=True))
    pairs = sorted({between(at, near) for at in symbols for near in neighbours(at, size, size)})
    signs = [Edge(a, b, EQUAL if symbols[a] == symbols[b] else CROSS) for a, b in pairs]
    givens = [Given(*given) for given in symbols.items()]
    shown: set[Given | Edge] = {*_some(random, givens, GIVENS, size), *_some(random, signs, SIGNS, size)}
    while others := [
        found for found in prove(tango.GAME, _board(size, shown)).found if list(found) != list(symbols.values())
    ]:
        other = dict(zip(symbols, others[0], strict=True))
        wrong = [given for given in givens if other[given.cell] != given.symbol]
        broken = [sign for sign in signs if (other[sign.a] == other[sign.b]) != (sign.sign == EQUAL)]
        shown |= {random.choice(wrong)} if random.random() < 0.5 or not broken else {random.choice(broken)}
    return _board(size, shown)


def _some(random: Random, clues: list[Clue], counts: tuple[int, ...], size: int) -> list[Clue]:
    """Return a random sample of `clues`, of a size from `counts` scaled to the board."""
    return random.sample(clues, round(random.choice(counts) * size * size / 36))


def _board(size: int, clues: set[Given | Edge]) -> Board:
    givens = sorted(clue for clue in clues if isinstance(clue, Given))
    return Board(size, tuple(givens), tuple(sorted(clue for clue in clues if isinstance(clue, Edge))))


def _rows(random: Random, size: int) -> list[Line]:
    """Return a random grid that breaks no rule.

    Rows are tried in random order, by backtracking.
    """
    lines = [line for line in product((SUN, MOON), repeat=size) if _fits(line)]
    begun = {line[:length] for line in lines for length in range(size + 1)}

    def place(rows: list[Line]) -> list[Line] | None:
        if len(rows) == size:
            return rows
        for line in random.sample(lines, len(lines)):
            longer = [*rows, line]
            if begun.issuperset(zip(*longer, strict=True)) and (done := place(longer)):
                return done
        return None

    rows = place([])
    assert rows is not None, "rows and their opposites in turn are a grid"
    return rows


def _fits(line: Line) -> bool:
    """Return whether `line`, a whole row or column, has no three equal in a row, and as many suns as moons."""
    threes = any(len(set(window)) == 1 for window in zip(line, line[1:], line[2:], strict=False))
    return not threes and line.count(SUN) == line.count(MOON)


GENERATOR = Generator(make, (4, 12), (6,), step=2)
