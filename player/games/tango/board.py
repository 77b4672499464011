"""Boards and solutions of Tango: JSON, words, images, and the referee."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations, pairwise
from math import isqrt
from typing import Any, NamedTuple

from player.errors import BoardError, counted
from player.games.game import Description
from player.games.grid import (
    TURNS,
    Cell,
    between,
    in_rows,
    on_grid,
    shorten,
    square,
    take_list,
    take_side,
    to_cell,
    to_wall,
)

SUN, MOON = SYMBOLS = ("sun", "moon")
EQUAL, CROSS = SIGNS = ("equal", "cross")

Solution = tuple[str, ...]
"""The symbol of each cell, sun or moon, row by row."""


class Given(NamedTuple):
    """A symbol that is fixed at the start."""

    cell: Cell
    symbol: str


class Edge(NamedTuple):
    """A sign between two neighbours, the upper or left one first."""

    a: Cell
    b: Cell
    sign: str


@dataclass(frozen=True, slots=True)
class Board:
    """One board: `size` rows and columns, an even number; givens and edges in the order of their cells.

    On a `distinct` board no two rows are equal, and no two columns.
    """

    size: int
    givens: tuple[Given, ...] = ()
    edges: tuple[Edge, ...] = ()
    distinct: bool = False

    @property
    def shape(self) -> tuple[int, int]:
        """The numbers of rows and columns."""
        return self.size, self.size


def from_json(data: dict[str, Any]) -> Board:
    """Return the board of `{"size": int, "givens": [[row, col, symbol], ...], "edges": [[cell, cell, sign], ...]}`.

    Symbols are "sun" and "moon", signs "equal" and "cross"; "givens" and "edges" are optional, and so is "distinct",
    true or false. Raise BoardError if the data is malformed.
    """
    n = take_side(data, "size")
    distinct = data.get("distinct", False)
    if not isinstance(distinct, bool):
        raise BoardError(f"'distinct' must be true or false, not {shorten(distinct)}")
    givens = [Given(to_cell(at, n, n, "a given"), symbol) for at, symbol in _split(data, "givens", "a given", SYMBOLS)]
    edges = [Edge(*to_wall(ends, n, n, "an edge"), sign) for ends, sign in _split(data, "edges", "an edge", SIGNS)]
    return board_of(n, givens, edges, distinct=distinct)


def _split(data: dict[str, Any], key: str, what: str, words: tuple[str, str]) -> Iterator[tuple[list[Any], str]]:
    """Yield each JSON list of `data[key]` without its last item, and that item, which must be one of `words`."""
    for value in take_list(data, key, default=[]):
        if not isinstance(value, list) or len(value) != 3:
            form = '[row, column, "sun"]' if words == SYMBOLS else '[[row, column], [row, column], "equal"]'
            raise BoardError(f"{what} must be a list of three such as {form}, not {shorten(value)}")
        if value[2] not in words:
            raise BoardError(f"{what} is {shorten(value[2])}: one of {words[0]}, {words[1]} was expected")
        yield value[:2], value[2]


def board_of(n: int, givens: Iterable[Given], edges: Iterable[Edge], *, distinct: bool = False) -> Board:
    """Return a board of givens and edges, duplicates removed; raise BoardError if two of them contradict each other."""
    if n % 2:
        raise BoardError(f"a Tango board has an even number of rows, for as many suns as moons, not {n}")
    givens, edges = sorted(set(givens)), sorted(set(edges))
    for one, other in pairwise(givens):
        if one.cell == other.cell:
            raise BoardError(f"both a sun and a moon are given at {one.cell}")
    for here, there in pairwise(edges):
        if (here.a, here.b) == (there.a, there.b):
            raise BoardError(f"both an equal sign and a cross stand between {here.a} and {here.b}")
    return Board(n, tuple(givens), tuple(edges), distinct)


def to_json(board: Board) -> dict[str, Any]:
    """Return the board in the public format."""
    givens = [[*cell, symbol] for cell, symbol in board.givens]
    edges = [[list(a), list(b), sign] for a, b, sign in board.edges]
    distinct = {"distinct": True} if board.distinct else {}
    return {"game": "tango", "size": board.size, "givens": givens, "edges": edges, **distinct}


def to_solution(board: Board, data: list[Any]) -> Solution:
    """Return the solution of `size` JSON lists of "sun" and "moon"; raise BoardError if it is malformed."""
    symbols = [symbol for row in square(data, board.size, "the solution", "symbols") for symbol in row]
    if odd := next((symbol for symbol in symbols if symbol not in SYMBOLS), None):
        raise BoardError(f"the solution holds {shorten(odd)}: sun or moon was expected")
    return tuple(symbols)


def solution_to_json(solution: Solution) -> list[Any]:
    """Return the rows of the solution as lists of symbols."""
    return [list(row) for row in rows(solution)]


def rows(symbols: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """Split the symbols of a square grid into its rows."""
    return in_rows(symbols, isqrt(len(symbols)))


def describe(board: Board) -> Description:
    """Return the rules, the signs, and the symbols that are given."""
    rules = (
        "Fill each cell with a sun or a moon.",
        "Each row and each column holds as many suns as moons.",
        "Nowhere do three equal symbols stand next to each other in a row or column.",
        "No two rows are equal, and no two columns."
        if board.distinct
        else "Two cells with an equal sign between them hold the same symbol, two with a cross different ones.",
    )
    givens = tuple(given.cell for given in board.givens)
    parts = (("sign", len(board.edges)), ("given cell", len(givens)))
    return Description("Binairo" if board.distinct else "Tango", rules, parts=parts, cells=givens)


def images(board: Board) -> Iterator[Board]:
    """Yield the board in all turns, and each with the symbols exchanged."""
    for turn in TURNS:
        edges = [Edge(*between(*turn.cells((a, b), *board.shape)), sign) for a, b, sign in board.edges]
        places = [*turn.cells((given.cell for given in board.givens), *board.shape)]
        for names in ({SUN: SUN, MOON: MOON}, {SUN: MOON, MOON: SUN}):
            givens = [Given(at, names[given.symbol]) for at, given in zip(places, board.givens, strict=True)]
            yield board_of(board.size, givens, edges, distinct=board.distinct)


# The referee


def check(board: Board, solution: Solution) -> list[str]:
    """Return the rules that `solution` breaks, a sentence each; an empty list if it is correct.

    A cell may hold neither symbol, as on a page during play.
    """
    lines = rows(solution)
    named = [(f"row {number}", line) for number, line in enumerate(lines, start=1)]
    named += [(f"column {number}", line) for number, line in enumerate(zip(*lines, strict=True), start=1)]
    broken = []
    for name, line in named:
        suns, moons = line.count(SUN), line.count(MOON)
        if suns != board.size // 2 or moons != board.size // 2:
            broken.append(f"{name} has {counted(suns, 'sun')} and {counted(moons, 'moon')}")
        alike = {window[0] for window in zip(line, line[1:], line[2:], strict=False) if len(set(window)) == 1}
        broken += [f"{name} has three {symbol}s in line" for symbol in SYMBOLS if symbol in alike]
    if board.distinct:
        broken += _equal(named)
    symbols = on_grid(board.shape, solution)
    for a, b, sign in board.edges:
        if (symbols[a] == symbols[b]) != (sign == EQUAL):
            broken.append(f"{a} and {b} are {'not ' if sign == EQUAL else ''}alike, against the sign between them")
    return broken + [
        f"the given {symbol} at {cell} is missing" for cell, symbol in board.givens if symbols[cell] != symbol
    ]


def _equal(named: list[tuple[str, Solution]]) -> Iterator[str]:
    """Yield a sentence for each two full rows, and each two full columns, that are equal; `named` has rows first."""
    for lines in (named[: len(named) // 2], named[len(named) // 2 :]):
        full = [(name, line) for name, line in lines if set(line) <= set(SYMBOLS)]
        yield from (f"{one} and {other} are equal" for (one, a), (other, b) in combinations(full, 2) if a == b)


def facts(solution: list[Any], _known: Collection[str]) -> Iterator[str]:
    """Yield the suns, as formulas of certificates word them."""
    for row, symbols in enumerate(solution, start=1):
        yield from (f"sun at row {row}, column {col}" for col, symbol in enumerate(symbols, 1) if symbol == "sun")
