"""Wend boards of a shape: letters stand on its marks, and holes on the cells without one."""

from random import Random

from player.games.grid import Cell
from player.games.shapes import EITHER, HOLE, Shape, Shaped
from player.games.wend.board import Board
from player.games.wend.generate import MAX_CHOICES, lettered, paths_on

#: The shortest and the longest word, and the most words of a board.
SHORTEST, LONGEST, MOST_WORDS = 3, 11, 8
#: The most divisions of a board into paths, and the most choices of lengths, in one try.
MAX_DIVISIONS, MAX_LENGTHS = 60, 200


def shaped() -> Shaped:
    """Return the generator of boards of a shape."""
    return Shaped(make, check)


def check(shape: Shape) -> None:
    """Raise BoardError if there are fewer letters than the shortest word has."""
    if len(_letters(shape)) + len(shape.of(EITHER)) < SHORTEST:
        at, _sign = next(shape.signs())
        raise shape.wrong(at, f"a board needs letters for a word: mark {SHORTEST} cells or more, for example with *")


def make(random: Random, shape: Shape) -> Board | None:
    """Return a board with a letter on each mark, and on cells that may have one where the words need it."""
    letters, optional = set(_letters(shape)), set(shape.of(EITHER))
    for _ in range(MAX_DIVISIONS):
        lengths = _lengths(random, len(letters), len(letters) + len(optional))
        paths = paths_on(random, shape.size, lengths, letters | optional) if lengths else []
        if not paths or not letters.issubset(at for path in paths for at in path):
            continue
        for _ in range(MAX_CHOICES):
            if board := lettered(random, shape.size, lengths, paths):
                return board
    return None


def _letters(shape: Shape) -> list[Cell]:
    return [at for at in shape.marks() if at not in shape.of(HOLE)]


def _lengths(random: Random, fewest: int, most: int) -> list[int]:
    """Return lengths of words, in rising order, that add up to `fewest` to `most` letters, or none."""
    for _ in range(MAX_LENGTHS):
        lengths = sorted(random.choices(range(SHORTEST, LONGEST + 1), k=random.randint(1, MOST_WORDS)))
        if fewest <= sum(lengths) <= most:
            return lengths
    return []
