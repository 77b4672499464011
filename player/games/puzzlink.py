"""The codes of cells and of borders in URLs of puzz.link, from which the games make their boards.

The client is https://github.com/robx/pzprjs (pzv.jp has the same): its URL is `?TYPE/COLUMNS/ROWS/BODY`.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import Any, NamedTuple, TypeVar

from player.errors import BoardError
from player.games.grid import Cell, Wall, cells, regions_within

T = TypeVar("T")

#: The number of a cell that shows "?".
UNKNOWN = -1
#: A letter from g to z: 1 to 20 empty cells. A dot: "?". Else a number, with a sign before two or three digits.
_RUN, _LONGEST_RUN = re.compile(r"[g-z]"), 20
_NUMBER = re.compile(r"[0-9a-f]|-[0-9a-f]{2}|[+=][0-9a-f]{3}")
#: The sign = adds this to a number.
_ADDED = 0x1000
#: A character has five bits, the first as its greatest.
_DIGITS, _BITS = "0123456789abcdefghijklmnopqrstuv", 5


class UrlBody(NamedTuple):
    """The grid in a URL: its size, and the text after it, which begins at character `start` (from 0) of the URL."""

    rows: int
    cols: int
    text: str
    start: int = 0

    def wrong(self, at: int, problem: str) -> BoardError:
        """Return the error at character `at` of the text."""
        return BoardError(f"the URL is broken at character {self.start + at + 1}: {problem}")


class UrlFormat(NamedTuple):
    """A game's boards in URLs: `kind` is the client's name of the puzzle.

    `write` returns the body of a board, and raises BoardError (by `unsaid`) if the client has no such boards. `read`
    returns the board of a body; it raises BoardError if that is malformed.
    """

    kind: str
    write: Callable[[Any], str]
    read: Callable[[UrlBody], Any]


def unsaid(what: str) -> BoardError:
    """Return the error for a board that has `what`."""
    return BoardError(f"no URL of puzz.link says {what}")


# Numbers


def numbers_in(body: UrlBody) -> list[int | None]:
    """Return the number of each cell, row by row: `UNKNOWN` for "?", None for an empty cell. Nothing may follow."""
    size, text, at = body.rows * body.cols, body.text, 0
    found: list[int | None] = []
    while at < len(text):
        token = _RUN.match(text, at) or _NUMBER.match(text, at)
        if token is None and text[at] != ".":
            raise body.wrong(at, f"{text[at : at + 4]!r} is no number and no run of empty cells")
        if token is None:
            found.append(UNKNOWN)
        elif token.re is _RUN:
            found += [None] * (int(token[0], 36) - 15)
        else:
            found.append(int(token[0].lstrip("-+="), 16) + _ADDED * token[0].startswith("="))
        if len(found) > size:
            raise body.wrong(at, f"there are more cells than the {size} of the grid")
        at += len(token[0]) if token else 1
    if len(found) < size:
        raise body.wrong(at, f"it ends after {len(found)} of {size} cells")
    return found


def numbers_of(numbers: Iterable[int | None]) -> str:
    """Return the code of the numbers of all cells, row by row."""
    code, empty = [], 0
    for number in numbers:
        if number is not None or empty == _LONGEST_RUN:
            code.append(_run(empty))
            empty = 0
        if number is None:
            empty += 1
        else:
            code.append("." if number == UNKNOWN else _number(number))
    return "".join([*code, _run(empty)])


def _run(empty: int) -> str:
    return chr(ord("g") + empty - 1) if empty else ""


def _number(number: int) -> str:
    if number < 0x10:
        return f"{number:x}"
    if number < 0x100:
        return f"-{number:x}"
    return f"+{number:x}" if number < _ADDED else f"={number - _ADDED:03x}"


# Borders


def regions_in(body: UrlBody) -> tuple[tuple[int, ...], ...]:
    """Return the number of the region of each cell: the parts that the borders enclose. Nothing may follow."""
    rows, cols, *_ = body
    walls = {side for side, is_border in _read(body, _sides(rows, cols), "borders") if is_border}
    return regions_within((rows, cols), walls)


def borders_of(regions: Sequence[Sequence[object]]) -> str:
    """Return the code of the borders between regions."""
    groups = _sides(len(regions), len(regions[0]))
    return "".join(_written(regions[a.row][a.col] != regions[b.row][b.col] for a, b in group) for group in groups)


def _sides(rows: int, cols: int) -> tuple[list[Wall], list[Wall]]:
    """Return the sides between cells of a row, and those between cells of a column; each group has its characters."""
    return (
        [(at, Cell(at.row, at.col + 1)) for at in cells(rows, cols - 1)],
        [(at, Cell(at.row + 1, at.col)) for at in cells(rows - 1, cols)],
    )


# Bits, five to a character


def marked_in(body: UrlBody) -> frozenset[Cell]:
    """Return the marked cells; no text marks none. Nothing may follow."""
    groups = [[*cells(body.rows, body.cols)]]
    return frozenset(at for at, is_marked in _read(body, groups, "marks") if is_marked) if body.text else frozenset()


def marks_of(rows: int, cols: int, marked: Collection[Cell]) -> str:
    """Return the code of the marked cells."""
    return _written(at in marked for at in cells(rows, cols)) if marked else ""


def _read(body: UrlBody, groups: Sequence[Sequence[T]], what: str) -> Iterator[tuple[T, bool]]:
    """Yield each thing of each group, which has characters of its own, with its bit."""
    text, needed = body.text, sum(-(-len(group) // _BITS) for group in groups)
    if wrong := re.search(rf"[^{_DIGITS}]", text):
        raise body.wrong(wrong.start(), f"{wrong[0]!r} is no code of {what}")
    if len(text) != needed:
        raise body.wrong(min(len(text), needed), f"the {what} have {needed} characters, not {len(text)}")
    bits = "".join(f"{int(digit, 32):0{_BITS}b}" for digit in text)
    for group in groups:
        yield from ((one, bit == "1") for one, bit in zip(group, bits, strict=False))
        bits = bits[-(-len(group) // _BITS) * _BITS :]


def _written(flags: Iterable[bool]) -> str:
    bits = "".join("01"[flag] for flag in flags)
    return "".join(_DIGITS[int(bits[at : at + _BITS].ljust(_BITS, "0"), 2)] for at in range(0, len(bits), _BITS))
