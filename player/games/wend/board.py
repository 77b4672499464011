"""Boards and solutions of Wend: JSON, words, images, and the referee."""

import unicodedata
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any, NamedTuple

from player.errors import BoardError
from player.games.game import Description
from player.games.grid import TURNS, Cell, adjacent, as_lists, cells, is_int, shorten, side, take_list, to_cell

#: The sign of a cell without a letter.
HOLE = "."
#: The most letters of a board: the formula of a larger one may not fit into memory. No known board has more than 45.
MAX_LETTERS = 200
#: The language of a board that names none, as a tag of BCP 47 without its region.
LANGUAGE = "en"


class Word(NamedTuple):
    """A word on a path: its letters as the board shows them, and their cells in order."""

    text: str
    path: tuple[Cell, ...]


Solution = tuple[Word, ...]
"""The words in the order of the board's lengths; of words of one length, the one with the first cell first."""


@dataclass(frozen=True, slots=True)
class Board:
    """One board: a row of `grid` has a character for each cell, a letter or `HOLE`.

    What was learnt while the board is played does not make it another one: the words that the page has `found` to be
    right, and those that it has `rejected` (as the board shows their letters).
    """

    grid: tuple[str, ...]
    lengths: tuple[int, ...]
    language: str = LANGUAGE
    found: tuple[Word, ...] = field(default=(), compare=False)
    rejected: frozenset[str] = field(default=frozenset(), compare=False)

    @property
    def shape(self) -> tuple[int, int]:
        """The numbers of rows and columns."""
        return len(self.grid), len(self.grid[0])

    @property
    def letters(self) -> dict[Cell, str]:
        """The letter of each cell that is no hole, row by row."""
        return {at: self.grid[at.row][at.col] for at in cells(*self.shape) if self.grid[at.row][at.col] != HOLE}

    def in_order(self, words: Iterable[Word]) -> Solution:
        """Return `words` in the order of the lengths; those that no length is left for come last."""
        left = sorted(words, key=lambda word: min(word.path))
        ordered = []
        for length in self.lengths:
            word = next((word for word in left if len(word.path) == length), None)
            if word is not None:
                left.remove(word)
                ordered.append(word)
        return *ordered, *left


def from_json(data: dict[str, Any]) -> Board:
    """Return the board of `{"grid": ["MARSE", "E.F.E", ...], "lengths": [3, 5, ...], "lang": "en"}`.

    "lang" is optional. Raise BoardError if the data is malformed.
    """
    rows = take_list(data, "grid")
    for row in rows:
        if not isinstance(row, str):
            raise BoardError(f"a row of 'grid' must be text, not {shorten(row)}")
    language = data.get("lang", LANGUAGE)
    if not isinstance(language, str):
        raise BoardError(f"'lang' must be the tag of a language, as \"en\", not {shorten(language)}")
    return board_of([unicodedata.normalize("NFC", row) for row in rows], take_list(data, "lengths"), language)


def to_json(board: Board) -> dict[str, Any]:
    """Return the board in the public format."""
    language = {} if board.language == LANGUAGE else {"lang": board.language}
    return {"game": "wend", "grid": list(board.grid), "lengths": list(board.lengths), **language}


def to_solution(board: Board, data: list[Any]) -> Solution:
    """Return the solution of a JSON list of `[word, [cell, ...]]`; raise BoardError if it is malformed."""
    words = []
    for value in data:
        if not (isinstance(value, list) and len(value) == 2 and isinstance(value[0], str)):
            raise BoardError(f"a word of the solution must be [word, [cell, ...]], not {shorten(value)}")
        if not isinstance(value[1], list):
            raise BoardError(f"the path of {shorten(value[0])} must be a list of cells, not {shorten(value[1])}")
        path = tuple(to_cell(cell, *board.shape, f"a cell of {shorten(value[0])}") for cell in value[1])
        words.append(Word(unicodedata.normalize("NFC", value[0]), path))
    return tuple(words)


def solution_to_json(solution: Solution) -> list[Any]:
    """Return the words as a list of `[word, [[row, col], ...]]`."""
    return [[word.text, as_lists(word.path)] for word in solution]


def board_of(rows: list[str], lengths: list[Any], language: str = LANGUAGE) -> Board:
    """Return the board; raise BoardError if it is no rectangle of letters and holes that the lengths fill."""
    _require_letters(rows)
    for length in lengths:
        if not is_int(length) or length < 1:
            raise BoardError(f"a length must be a whole number from 1, not {shorten(length)}")
    letters = sum(len(row) - row.count(HOLE) for row in rows)
    if letters > MAX_LETTERS:
        raise BoardError(f"a Wend board has at most {MAX_LETTERS} letters, this one has {letters}")
    if not lengths or sum(lengths) != letters:
        raise BoardError(f"the lengths add up to {sum(lengths)}, and the board has {letters} letters")
    return Board(tuple(rows), tuple(lengths), primary(language))


def _require_letters(rows: list[str]) -> None:
    """Raise BoardError unless `rows` are a rectangle of letters and holes."""
    if not rows:
        raise BoardError("a Wend board needs a row at least, this one has none")
    for what, value in (("the number of rows", len(rows)), ("the number of columns", len(rows[0]))):
        side(value, what)
    for number, row in enumerate(rows, start=1):
        if len(row) != len(rows[0]):
            raise BoardError(f"row {number} has {len(row)} cells, row 1 has {len(rows[0])}")
        for col, sign in enumerate(row):
            if sign != HOLE and not sign.isalpha():
                raise BoardError(f"{Cell(number - 1, col)} must be a letter, or {HOLE!r} for a hole, not {sign!r}")


def primary(tag: str) -> str:
    """Return the language of a tag of BCP 47 in lower case, without script and region: "pt" of "pt-BR"."""
    return tag.replace("_", "-").split("-")[0].lower() or LANGUAGE


def describe(board: Board) -> Description:
    """Return the rules, the lengths of the words, and the holes."""
    rules = (
        "Divide all letters into words, each on a path of its own.",
        "A path goes from a letter to one of its neighbours, left, right, up or down, and takes no letter twice.",
        "Dark cells are holes. The lengths of the words stand below the board.",
    )
    caption = f"Words of {', '.join(map(str, board.lengths))} letters"
    holes = tuple(at for at in cells(*board.shape) if at not in board.letters)
    return Description(
        "Wend", rules, caption, (("word", len(board.lengths)), ("hole", len(holes))), holes, board.lengths
    )


def images(board: Board) -> Iterator[Board]:
    """Yield the board in all turns, its lengths in rising order; other letters would be other words."""
    for turn in TURNS:
        grid = tuple(map("".join, turn.rows(board.grid)))
        yield replace(board, grid=grid, lengths=tuple(sorted(board.lengths)))


# The referee


def check(board: Board, solution: Solution) -> list[str]:
    """Return the rules that `solution` breaks, a sentence each; an empty list if it is correct.

    No list of words is asked: a path spells its word, and the page says whether that is one.
    """
    lengths = [len(word.path) for word in solution]
    broken = []
    if lengths != list(board.lengths):
        broken.append(f"the words have {lengths} letters, not {list(board.lengths)}")
    letters = board.letters
    for word in solution:
        spelled = "".join(letters.get(at, HOLE) for at in word.path)
        if spelled != word.text:
            broken.append(f"the path of {word.text} spells {spelled}")
        for a, b in pairwise(word.path):
            if not adjacent(a, b):
                broken.append(f"the path of {word.text} jumps from {a} to {b}")
    visits = Counter(at for word in solution for at in word.path)
    broken += [f"{at} is on {visits[at]} paths" for at in sorted(letters) if visits[at] != 1]
    return broken + [f"{at} is a hole, and on a path" for at in sorted(visits.keys() - letters.keys())]


def facts(solution: list[Any], known: Collection[str]) -> Iterator[str]:
    """Yield the candidates, as formulas of certificates word them: the words that may lie on the cells of one word.

    One that is not ASCII is "a word".
    """
    by_cells = {text.partition(" on ")[2]: text for text in known}
    for word, path in solution:
        cells = ", ".join(f"(row {row + 1}, column {col + 1})" for row, col in sorted(map(tuple, path)))
        text = by_cells.get(cells, "")
        words = text.partition(" on ")[0].split(" or ")
        yield text if word in words or not word.isascii() else f"{word} on {cells}"
