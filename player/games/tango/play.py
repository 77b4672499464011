"""Tango on a page: the board and the marks that a page shows, and the taps that lead to the solution."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from player.errors import PageNotUnderstood
from player.games.grid import SIDES, cells, sides
from player.games.moves import Move, Tap
from player.games.snapshot import Snapshot
from player.games.tango.board import MOON, SIGNS, SUN, SYMBOLS, Board, Edge, Given, Solution, board_of, check

FIELDS = frozenset({"mark", "locked", "equal", "cross"})
WITNESSES = frozenset({"edge", "row", "column"})
MARK = "mark"
COMMON = frozenset(SIGNS)
EMPTY = "empty"
VALUES: Mapping[str, frozenset[str]] = {
    MARK: frozenset({EMPTY, *SYMBOLS}),
    **dict.fromkeys((*SIGNS, "edge"), frozenset(SIDES)),
}


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
    n = snapshot.side("Tango")
    snapshot.agree_on_places(first=0)
    _agree(snapshot)
    givens = []
    for at, mark, fixed in zip(cells(n, n), state(snapshot).marks, snapshot.flags("locked"), strict=True):
        if fixed and mark == EMPTY:
            raise PageNotUnderstood(f"{at} is locked and empty, a given cell is not: mend 'locked' in selectors.yaml")
        if fixed:
            givens.append(Given(at, mark))
    return board_of(n, givens, [Edge(a, b, sign) for sign in SIGNS for _, (a, b) in snapshot.between(sign)])


def _agree(snapshot: Snapshot) -> None:
    """Raise unless the page, where it shows that there is a sign besides, shows it where a kind of sign is."""
    if any(cell.get("edge") is not None for cell in snapshot.cells):
        signs = {wall for _, wall in snapshot.between("edge")}
        if odd := signs ^ {wall for sign in SIGNS for _, wall in snapshot.between(sign)}:
            a, b = min(odd)
            raise PageNotUnderstood(f"the sign between {a} and {b} is neither equal nor cross: mend 'equal' or 'cross'")


def columns(board: Board) -> dict[str, list[list[str]]]:
    """For each sign, the sides of each cell on which one stands."""
    return {sign: sides({(a, b) for a, b, of in board.edges if of == sign}, *board.shape) for sign in SIGNS}


def _cycle(first: str) -> Mapping[str, str]:
    """From each mark to the next, by one tap."""
    return {EMPTY: first, first: other(first), other(first): EMPTY}


def plan(board: Board, solution: Solution, state: State) -> list[Move]:
    """The taps from `state` to `solution`: each cell's first, then the next of those that need two."""
    turns = [EMPTY, state.first, other(state.first)]
    needed = [
        (Tap(at), (turns.index(wanted) - turns.index(mark)) % 3)
        for at, wanted, mark in zip(cells(*board.shape), solution, state.marks, strict=True)
    ]
    return [tap for turn in range(2) for tap, taps in needed if taps > turn]


def simulate(board: Board, state: State, moves: Iterable[Move]) -> State:
    """What the page makes of `moves`: a tap takes a cell to its next mark, and a given one stays."""
    marks, cycle = list(state.marks), _cycle(state.first)
    given = {cell for cell, _ in board.givens}
    for move in moves:
        if not isinstance(move, Tap):
            raise TypeError("Tango is played by taps")
        if move.cell not in given:
            index = move.cell.row * board.size + move.cell.col
            marks[index] = cycle[marks[index]]
    return replace(state, marks=tuple(marks))


def solved(board: Board, state: State) -> bool:
    """Whether what stands is a solution, by the referee."""
    return not check(board, state.marks)


def shown(_board: Board, state: State) -> tuple[str, ...]:
    """What the field `MARK` of each cell shows in `state`, in the page's words."""
    words = {EMPTY: EMPTY, **dict(zip((SUN, MOON), state.words, strict=True))}
    return tuple(words[mark] for mark in state.marks)
