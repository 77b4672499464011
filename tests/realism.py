"""The likeness of our boards to LinkedIn's: `python -m tests.realism`, with the real ones in ../shared/puzzles.

For each board there we make one of its size, and show what both sorts have of it: quartiles, and how far apart the two
distributions are (Kolmogorov and Smirnov: the largest gap between the shares of values up to some x; 0 is alike, 1 is
nothing in common).
"""

import json
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from statistics import quantiles
from typing import Any

from player.boards.generation import generate
from player.games.word_lists import list_for
from tests.support.places import SHARED

Board = dict[str, Any]
Traits = Iterator[tuple[str, float]]
"""The counts of a board, by name; some have several values."""


def queens(board: Board) -> Traits:
    cells = {(r, c): region for r, row in enumerate(board["regions"]) for c, region in enumerate(row)}
    sizes = sorted(Counter(cells.values()).values())
    yield from (("cells of a region", size) for size in sizes)
    yield "its smallest region", sizes[0]
    yield "its largest region", sizes[-1]
    yield "regions of one or two cells", sum(size <= 2 for size in sizes)
    yield "neighbours in one region, %", 100 * _alike(cells) / (2 * len(sizes) * (len(sizes) - 1))


def _alike(cells: Mapping[tuple[int, int], int]) -> int:
    return sum(cells[at] == cells.get(near) for at in cells for near in ((at[0] + 1, at[1]), (at[0], at[1] + 1)))


def zip_(board: Board) -> Traits:
    last = board["rows"] - 1

    def rim(cell: Sequence[int]) -> bool:
        return bool({0, last} & set(cell))

    numbers, walls = board["numbers"], board["walls"]
    yield "numbers", len(numbers)
    yield "walls", len(walls)
    yield "boards without walls, %", 100 * (not walls)
    yield "numbers on the rim, %", 100 * sum(map(rim, numbers)) / len(numbers)
    if walls:
        yield "walls that end at the rim, %", 100 * sum(rim(a) and rim(b) for a, b in walls) / len(walls)


def tango(board: Board) -> Traits:
    signs = [sign for _, _, sign in board["edges"]]
    yield "givens", len(board["givens"])
    yield "signs", len(signs)
    yield "equal signs, %", 100 * signs.count("equal") / len(signs) if signs else 0


def mini_sudoku(board: Board) -> Traits:
    rows = [sum(map(bool, row)) for row in board["givens"]]
    yield "givens", sum(rows)
    yield from (("givens in a row", givens) for givens in rows)


def patches(board: Board) -> Traits:
    clues = board["clues"]
    yield "clues", len(clues)
    yield from (("cells of a patch", height * width) for _, _, height, width in board["solution"])
    yield "clues with a shape, %", 100 * sum(shape != "any" for _, _, shape, _ in clues) / len(clues)
    yield "clues without an area, %", 100 * sum(area is None for *_, area in clues) / len(clues)
    yield "clues with neither, %", 100 * sum(clue[2:] == ["any", None] for clue in clues) / len(clues)


def wend(board: Board) -> Traits:
    grid, last = board["grid"], len(board["grid"]) - 1
    holes = [(r, c) for r, row in enumerate(grid) for c, sign in enumerate(row) if sign == "."]
    paths = board.get("paths") or [path for _, path in board["solution"]]
    words = board.get("words") or [word for word, _ in board["solution"]]
    yield "words", len(board["lengths"])
    yield from (("letters of a word", length) for length in board["lengths"])
    yield "holes", len(holes)
    yield "holes on the rim, %", 100 * sum(bool({0, last} & {*at}) for at in holes) / len(holes)
    yield "turns of the paths, %", 100 * _turns(paths)
    common = list_for("en")
    yield from (("frequency of a word, in thousands", (common.frequency(word.lower()) or 0) / 1000) for word in words)


def _turns(paths: Sequence[Sequence[Sequence[int]]]) -> float:
    """The share of the inner cells of the paths at which they turn."""
    inner = [(a, c) for path in paths for a, _, c in zip(path, path[1:], path[2:], strict=False)]
    return sum(a[0] != c[0] and a[1] != c[1] for a, c in inner) / len(inner)


TRAITS: Mapping[str, Callable[[Board], Traits]] = {
    "queens": queens,
    "zip": zip_,
    "tango": tango,
    "mini-sudoku": mini_sudoku,
    "patches": patches,
    "wend": wend,
}


def size(board: Board) -> int:
    return int(
        board.get("rows") or board.get("size") or len(board.get("regions") or board.get("grid") or board["givens"])
    )


def gathered(game: str, boards: Sequence[Board]) -> dict[str, list[float]]:
    found: dict[str, list[float]] = {}
    for board in boards:
        for name, value in TRAITS[game](board):
            found.setdefault(name, []).append(value)
    return found


def distance(one: Sequence[float], other: Sequence[float]) -> float:
    """Kolmogorov and Smirnov's, of two samples."""
    a, b = sorted(one), sorted(other)
    return max(abs(bisect_right(a, x) / len(a) - bisect_right(b, x) / len(b)) for x in {*a, *b})


def quartiles(values: Sequence[float]) -> str:
    return " / ".join(f"{value:.0f}" for value in quantiles(values, n=4, method="inclusive"))


def main() -> None:
    print("| game | of a board | real: quartiles | ours: quartiles | distance |\n|---|---|--:|--:|--:|")
    for game in TRAITS:
        file = SHARED / "puzzles" / f"{game}.jsonl"
        real = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
        ours = [generate(game, size(board), seed) for seed, board in enumerate(real, start=1)]
        mine = gathered(game, ours)
        for name, values in gathered(game, real).items():
            of = f"{game} ({len(real)})" if name == next(iter(mine)) else ""
            both = f"{quartiles(values)} | {quartiles(mine[name])}"
            print(f"| {of} | {name} | {both} | {distance(values, mine[name]):.2f} |")


if __name__ == "__main__":
    main()
