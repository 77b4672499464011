"""A generator of Tango boards: some givens and signs of a random solution, then more until it is the only one."""

from functools import partial
from itertools import product
from random import Random
from typing import TypeVar

from player.games import tango
from player.games.game import Generator
from player.games.grid import between, cells, neighbours
from player.games.tango.board import CROSS, EQUAL, MOON, SUN, Board, Edge, Given
from player.proof import prove
from player.sat import solver

Line = tuple[str, ...]
Clue = TypeVar("Clue", Given, Edge)

#: First numbers of clues on 36 cells. With those that uniqueness adds there are as many as on the site.
GIVENS, SIGNS = (2, 4, 6, 6, 7, 9), (2, 3, 4, 5, 6, 9)


#: The largest side for which a random grid is searched row by row; all possible rows of larger ones are too many.
MAX_SEARCHED_SIDE = 12

#: Cells that differ in another solution for each clue that is added at once, so that large boards take fewer proofs.
CELLS_FOR_A_CLUE = 40


def make(random: Random, size: int, *, distinct: bool = False) -> Board:
    """Return a random board with one solution: random clues, then more where another solution differs.

    A `distinct` board has no signs.
    """
    symbols = dict(zip(cells(size, size), filled(random, size, distinct=distinct), strict=True))
    pairs = sorted({between(at, near) for at in symbols for near in neighbours(at, size, size)})
    signs = [Edge(a, b, EQUAL if symbols[a] == symbols[b] else CROSS) for a, b in pairs]
    givens = [Given(*given) for given in symbols.items()]
    shown: set[Given | Edge] = {*_some(random, givens, GIVENS, size)}
    if not distinct:
        shown.update(_some(random, signs, SIGNS, size))
    while others := [
        found
        for found in prove(tango.GAME, _board(size, shown, distinct=distinct)).found
        if list(found) != list(symbols.values())
    ]:
        other = dict(zip(symbols, others[0], strict=True))
        wrong = [given for given in givens if other[given.cell] != given.symbol]
        broken = [sign for sign in signs if (other[sign.a] == other[sign.b]) != (sign.sign == EQUAL)]
        for _ in range(1 + len(wrong) // CELLS_FOR_A_CLUE):
            given = random.random() < 0.5 or not broken or distinct
            shown.add(random.choice(wrong) if given else random.choice(broken))
    return _board(size, shown, distinct=distinct)


def _some(random: Random, clues: list[Clue], counts: tuple[int, ...], size: int) -> list[Clue]:
    """Return a random sample of `clues`, of a size from `counts` scaled to the board."""
    return random.sample(clues, round(random.choice(counts) * size * size / 36))


def _board(size: int, clues: set[Given | Edge], *, distinct: bool) -> Board:
    givens = sorted(clue for clue in clues if isinstance(clue, Given))
    return Board(size, tuple(givens), tuple(sorted(clue for clue in clues if isinstance(clue, Edge))), distinct)


def filled(random: Random, size: int, *, distinct: bool) -> Line:
    """Return the symbols of a random grid that breaks no rule; large or `distinct` ones are the solver's."""
    if size <= MAX_SEARCHED_SIDE and not distinct:
        return sum(_rows(random, size), ())
    empty = Board(size, distinct=distinct)
    cnf = tango.complete_encoding.encode(empty)
    model = solver.random_model(cnf, random)
    assert model, "there are grids of all sizes that are made"
    return tango.encoding.decode(empty, cnf.facts(model))


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


def _with_options(*, distinct: bool) -> Generator:
    return Generator(partial(make, distinct=distinct), (4, 30), (6, 8, 10, 14, 20), step=2)


GENERATOR = Generator(make, (4, 30), (6,), step=2, with_options=_with_options)
