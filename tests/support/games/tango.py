"""Tango for tests: random boards, boards from drawings, and a search that shares nothing with the encoding.

A drawing has a sun (s), a moon (m) or a dot for each cell, = or x for a sign beside a cell or below it:

    s=. m .
    x     =
    . . . .
"""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

from hypothesis import strategies as st

from player.games import tango
from player.games.grid import Cell, cells
from player.games.tango.board import SIGNS, SYMBOLS, Edge, Given
from tests.support.games.shared import RANDOMS, Page, edges, rows_of


@st.composite
def tango_boards(draw: st.DrawFn, sizes: tuple[int, ...] = (2, 4)) -> tango.board.Board:
    """Givens and signs anywhere, some true of one grid, some at random: solvable, ambiguous and impossible."""
    n = draw(st.sampled_from(sizes))
    random = draw(RANDOMS)
    grid = {at: SYMBOLS[(at.row + at.col + (at.row // 2 if n == 4 else 0)) % 2] for at in cells(n, n)}
    honest = draw(st.booleans())

    def symbol(at: Cell) -> str:
        return grid[at] if honest else random.choice(SYMBOLS)

    def sign(a: Cell, b: Cell) -> str:
        return SIGNS[grid[a] != grid[b]] if honest else random.choice(SIGNS)

    givens = draw(st.sets(st.sampled_from(list(cells(n, n))), max_size=4))
    pairs = draw(st.sets(st.sampled_from(edges(n, n)), max_size=8))
    return tango.board.Board(
        n,
        tuple(Given(at, symbol(at)) for at in sorted(givens)),
        tuple(Edge(a, b, sign(a, b)) for a, b in sorted(pairs)),
    )


SYMBOL_OF = {".": "empty", "s": "sun", "m": "moon"}
SIGN_OF = {"=": "equal", "x": "cross"}


def tango_board(drawing: str) -> tango.board.Board:
    lines = [line for line in drawing.splitlines() if line.strip()]
    indent = min(len(line) - len(line.lstrip()) for line in lines)
    givens: list[Given] = []
    edges: list[Edge] = []
    row, cols = -1, 0
    for line in (line[indent:].rstrip() for line in lines):
        if set(line) <= set("=x "):
            below = [(Cell(row, at // 2), Cell(row + 1, at // 2), sign) for at, sign in enumerate(line)]
            edges += [Edge(a, b, SIGN_OF[sign]) for a, b, sign in below if sign in SIGN_OF]
            continue
        row, cols = row + 1, (len(line) + 1) // 2
        givens += [Given(Cell(row, at // 2), SYMBOL_OF[sign]) for at, sign in enumerate(line) if sign in "sm"]
        edges += [
            Edge(Cell(row, at // 2), Cell(row, at // 2 + 1), SIGN_OF[sign])
            for at, sign in enumerate(line)
            if sign in SIGN_OF
        ]
    assert row + 1 == cols
    return tango.board.Board(cols, tuple(sorted(givens)), tuple(sorted(edges)))


def symbols(drawing: str) -> tuple[str, ...]:
    return tuple(SYMBOL_OF[cell] for row in rows_of(drawing) for cell in row)


def tango_page(
    board: tango.board.Board,
    marks: Sequence[str] = (),
    *,
    labels: bool = False,
    words: tuple[str, str] = ("sun", "moon"),
) -> Page:
    """Signs are shown by the upper or left of their cells; `labels` adds the witnesses; `words` are the page's own."""
    given = dict(board.givens)
    named = {"empty": "empty", "sun": words[0], "moon": words[1]}
    shown: list[dict[str, Any]] = []
    for index, at in enumerate(cells(*board.shape)):
        signs = {
            sign: [_side(a, b) for a, b, kind in board.edges if a == at and kind == sign] for sign in tango.board.SIGNS
        }
        mark = marks[index] if marks else given.get(at, "empty")
        cell = {"mark": named[mark], "locked": at in given, **signs}
        place = {
            "row": str(at.row),
            "column": str(at.col),
            "edge": [side for sides in signs.values() for side in sides],
        }
        shown.append(cell | place if labels else cell)
    return Page(board.size, board.size, shown)


def _side(a: Cell, b: Cell) -> str:
    return "right" if a.row == b.row else "down"


def tango_solutions(board: tango.board.Board) -> Iterator[tango.board.Solution]:
    """Row by row, every row that is half suns, while nothing above speaks against it."""
    n = board.size

    def dull(line: Sequence[str]) -> bool:
        return any(line[at] == line[at + 1] == line[at + 2] for at in range(len(line) - 2))

    lines = [line for line in product(("sun", "moon"), repeat=n) if line.count("sun") == n // 2 and not dull(line)]

    def stands(rows: Sequence[Sequence[str]]) -> bool:
        columns = [[row[col] for row in rows] for col in range(n)]
        if any(dull(column) or max(column.count("sun"), column.count("moon")) > n // 2 for column in columns):
            return False
        if any(at.row < len(rows) and rows[at.row][at.col] != symbol for at, symbol in board.givens):
            return False
        signs = [(a, b, sign) for a, b, sign in board.edges if b.row < len(rows)]
        return all((rows[a.row][a.col] == rows[b.row][b.col]) == (sign == "equal") for a, b, sign in signs)

    def lay(rows: tuple[tuple[str, ...], ...]) -> Iterator[tango.board.Solution]:
        equal = len(set(rows)) < n or len(set(zip(*rows, strict=True))) < n if len(rows) == n else False
        if len(rows) == n and not (board.distinct and equal):
            yield tuple(symbol for row in rows for symbol in row)
            return
        for line in lines if len(rows) < n else ():
            if stands((*rows, line)):
                yield from lay((*rows, line))

    yield from lay(())
