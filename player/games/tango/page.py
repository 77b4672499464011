"""What a page shows of Tango: the board, and what stands on it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from player.errors import PageNotUnderstood
from player.games.grid import Cell, between, cells
from player.games.snapshot import Snapshot
from player.games.tango.board import MOON, SIGNS, SUN, SYMBOLS, Board, Edge, Given, board_of

FIELDS = frozenset({"mark", "locked", "equal", "cross"})
WITNESSES = frozenset({"edge", "row", "column"})
MARK = "mark"
COMMON = frozenset(SIGNS)
EMPTY = "empty"

_SIDES = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}


@dataclass(frozen=True, slots=True)
class State:
    """What stands on the board: the `marks` of its cells (empty, sun or moon) row by row.

    On some days a page shows two other symbols. The puzzle is the same with suns and moons exchanged, so the first
    given symbol is then called sun: `words` are the page's own for sun and moon. Which of the two the `first` tap on a
    cell gives is known of suns and moons, and else learnt.
    """

    marks: tuple[str, ...]
    words: tuple[str, str] = SYMBOLS
    first: str = SUN


def state(snapshot: Snapshot, expected: State | None = None) -> State:
    """PageNotUnderstood where more than two kinds of symbol stand on the board."""
    shown = snapshot.texts(MARK)
    kinds = sorted(set(shown) - {EMPTY})
    if set(kinds) <= set(SYMBOLS):
        return State(tuple(shown))
    if len(kinds) > 2:
        raise PageNotUnderstood(
            f"{len(kinds)} kinds of symbol stand on the board ({', '.join(kind[:20] for kind in kinds)}), "
            f"Tango has two: mend {MARK!r} in selectors.yaml"
        )
    locked = snapshot.flags("locked")
    words = _words(kinds, [mark for mark, fixed in zip(shown, locked, strict=True) if fixed], expected)
    names = {EMPTY: EMPTY, **dict(zip(words, SYMBOLS, strict=True))}
    marks = tuple(names[mark] for mark in shown)
    return State(marks, words, _first(marks, locked, expected) if expected else SUN)


def _words(kinds: Sequence[str], givens: Sequence[str], expected: State | None) -> tuple[str, str]:
    """What the page calls sun and moon; a moon that is nowhere yet is called that."""
    sun = next((mark for mark in givens if mark != EMPTY), kinds[0])
    if expected and expected.words[0] in kinds:
        sun = expected.words[0]
    return sun, next((kind for kind in kinds if kind != sun), MOON)


def _first(marks: Sequence[str], locked: Sequence[bool], expected: State) -> str:
    """What the first tap gives: the other symbol, where most cells that were to show it show that instead."""
    first = expected.first
    there = [
        mark
        for mark, wanted, fixed in zip(marks, expected.marks, locked, strict=True)
        if wanted == first and not fixed and mark != EMPTY
    ]
    return other(first) if 2 * there.count(first) < len(there) else first


def other(symbol: str) -> str:
    return MOON if symbol == SUN else SUN


def read(snapshot: Snapshot) -> Board:
    """The board that `snapshot` shows: what is locked is given, and signs stand between the cells that they say."""
    n = snapshot.rows
    if snapshot.cols != n:
        raise PageNotUnderstood(
            f"a Tango grid is square, this one is {n}x{snapshot.cols}: mend 'grid' in selectors.yaml"
        )
    _agree(snapshot)
    givens = []
    for at, mark, fixed in zip(cells(n, n), state(snapshot).marks, snapshot.flags("locked"), strict=True):
        if fixed and mark == EMPTY:
            raise PageNotUnderstood(f"{at} is locked and empty, a given cell is not: mend 'locked' in selectors.yaml")
        if fixed:
            givens.append(Given(at, mark))
    return board_of(n, givens, [Edge(a, b, sign) for sign in SIGNS for a, b in _edges(snapshot, sign)])


def _edges(snapshot: Snapshot, field: str) -> Iterator[tuple[Cell, Cell]]:
    """The pairs of neighbours with a sign of the kind `field` between them, each told by one of its cells or both."""
    for at, sides in zip(cells(snapshot.rows, snapshot.cols), snapshot.lists(field), strict=True):
        for side in sides:
            if side not in _SIDES:
                raise PageNotUnderstood(f"{at} shows a sign {side!r}, a side is one of {', '.join(_SIDES)}")
            down, right = _SIDES[side]
            beyond = Cell(at.row + down, at.col + right)
            if not (0 <= beyond.row < snapshot.rows and 0 <= beyond.col < snapshot.cols):
                raise PageNotUnderstood(f"{at} shows a sign on the grid's rim ({side}): mend {field!r}")
            yield between(at, beyond)


def _agree(snapshot: Snapshot) -> None:
    """Raise unless every second witness on the page confirms the first."""
    places = list(cells(snapshot.rows, snapshot.cols))
    for field, expected in (("row", [at.row for at in places]), ("column", [at.col for at in places])):
        told = snapshot.witness(field)
        if told and told != [str(number) for number in expected]:
            raise PageNotUnderstood(f"the labels' {field}s are not those of the cells in order: mend {field!r}")
    if any(cell.get("edge") is not None for cell in snapshot.cells):
        signs, known = set(_edges(snapshot, "edge")), {edge for sign in SIGNS for edge in _edges(snapshot, sign)}
        if odd := signs ^ known:
            a, b = min(odd)
            raise PageNotUnderstood(f"the sign between {a} and {b} is neither equal nor cross: mend 'equal' or 'cross'")


def columns(board: Board) -> dict[str, list[list[str]]]:
    """For each sign, the sides of each cell on which one stands."""
    signs = {(a, b): sign for a, b, sign in board.edges}

    def sides(at: Cell, sign: str) -> list[str]:
        beyond = {side: Cell(at.row + down, at.col + right) for side, (down, right) in _SIDES.items()}
        return [side for side, near in beyond.items() if signs.get(between(at, near)) == sign]

    return {sign: [sides(at, sign) for at in cells(*board.shape)] for sign in SIGNS}
