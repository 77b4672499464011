"""Exact cover by Knuth's Algorithm X, in plain Python: up to two solutions, and the proof that there are no others.

Source: D. Knuth, "Dancing links" (2000), with secondary items, which are covered once at most. In place of linked lists
there is a dictionary of sets, as Python's are fast; the order of the search, the item with the fewest options first,
is the same.
"""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from player.games import mini_sudoku, patches, queens
from player.games.grid import Cell, cells

Items = Sequence[Hashable]


def covers(options: Mapping[Any, Items], primary: set[Hashable]) -> list[list[Any]]:
    """The first two exact covers of the `primary` items, each a list of options; other items are secondary."""
    having: dict[Hashable, set[Any]] = {item: set() for item in primary}
    for option, items in options.items():
        for item in items:
            having.setdefault(item, set()).add(option)
    return [list(cover) for cover in islice(_search(options, having, set(primary), []), 2)]


def _search(
    options: Mapping[Any, Items], having: dict[Hashable, set[Any]], left: set[Hashable], chosen: list[Any]
) -> Iterator[list[Any]]:
    if not left:
        yield chosen
        return
    item = min(left, key=lambda item: len(having[item]))
    for option in list(having[item]):
        chosen.append(option)
        hidden = _cover(options, having, option)
        yield from _search(options, having, left.difference(options[option]), chosen)
        _uncover(options, having, option, hidden)
        chosen.pop()


def _cover(options: Mapping[Any, Items], having: dict[Hashable, set[Any]], option: Any) -> list[set[Any]]:
    """Take the items of `option` away, and from all others the options that share one with it."""
    hidden = []
    for item in options[option]:
        for rival in having[item]:
            for other in options[rival]:
                if other != item:
                    having[other].remove(rival)
        hidden.append(having.pop(item))
    return hidden


def _uncover(
    options: Mapping[Any, Items], having: dict[Hashable, set[Any]], option: Any, hidden: list[set[Any]]
) -> None:
    """Undo `_cover`."""
    for item in reversed(options[option]):
        having[item] = hidden.pop()
        for rival in having[item]:
            for other in options[rival]:
                if other != item:
                    having[other].add(rival)


def queens_cover(board: queens.board.Board) -> list[queens.board.Solution]:
    """A queen covers its row, its column and its region; secondary are the corners of its cell: one queen at each."""
    options: dict[Cell, Items] = {}
    for at in cells(*board.shape):
        corners = [("corner", at.row + down, at.col + right) for down, right in cells(2, 2)]
        options[at] = [("row", at.row), ("col", at.col), ("region", board.regions[at.row][at.col]), *corners]
    primary = {item for items in options.values() for item in items[:3]}
    taken = {item for given in board.givens for item in options[given]}
    free = {at: items for at, items in options.items() if at in board.givens or not taken.intersection(items)}
    return [tuple(sorted(cover)) for cover in covers(free, primary)]


def patches_cover(board: patches.board.Board) -> list[patches.board.Solution]:
    """A rectangle covers its clue and its cells."""
    options: dict[tuple[int, patches.board.Patch], Items] = {
        (number, patch): [("clue", number), *patch.cells()]
        for number, clue in enumerate(board.clues)
        for patch in patches.encoding.admissible(board, clue)
    }
    primary: set[Hashable] = {*cells(*board.shape), *(("clue", number) for number in range(len(board.clues)))}
    return [tuple(patch for _, patch in sorted(cover)) for cover in covers(options, primary)]


def sudoku_cover(board: mini_sudoku.board.Board) -> list[mini_sudoku.board.Solution]:
    """A number on a cell covers the cell, and the number in its row, its column and its box."""
    n, (height, width) = board.size, board.box
    options: dict[tuple[Cell, int], Items] = {}
    for at in cells(n, n):
        box = at.row // height, at.col // width
        for number in [board.given(at)] if board.given(at) else range(1, n + 1):
            options[at, number] = [
                ("cell", at), ("row", at.row, number), ("col", at.col, number), ("box", box, number),
            ]  # fmt: skip
    kinds = [[("row", line, number), ("col", line, number)] for line in range(n) for number in range(1, n + 1)]
    primary: set[Hashable] = {item for items in kinds for item in items} | {("cell", at) for at in cells(n, n)}
    primary |= {
        ("box", (row, col), number) for row in range(width) for col in range(height) for number in range(1, n + 1)
    }
    solutions = []
    for cover in covers(options, primary):
        numbers = dict(cover)
        solutions.append(tuple(tuple(numbers[Cell(row, col)] for col in range(n)) for row in range(n)))
    return solutions
