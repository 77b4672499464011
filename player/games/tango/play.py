"""Tango on a page: the board and marks of a snapshot, and the taps that lead to the solution."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from player.errors import PageNotUnderstood
from player.games.fields import PLACES, BoardRule, Field, Kind, require_allowed, rule_of
from player.games.grid import cells, on_grid, sides
from player.games.moves import Move, Tap, tapped
from player.games.snapshot import Snapshot
from player.games.tango.board import MOON, SIGNS, SUN, SYMBOLS, Board, Edge, Given, Solution, board_of, check

MARK = "mark"
EMPTY = "empty"
ALLOWED: Mapping[str, Field] = {
    MARK: Field("the symbol in the cell", Kind.TEXT, (EMPTY, *SYMBOLS), others="two kinds by any name"),
    "locked": Field("a symbol that is given", Kind.FLAG, none=True),
    "equal": Field("the sides with an equal sign", Kind.SIDES, none=True, common=True),
    "cross": Field("the sides with a cross", Kind.SIDES, none=True, common=True),
    "edge": Field("the sides with any sign", Kind.SIDES, witness=True),
    **PLACES,
}
RULES: Mapping[str, BoardRule] = {
    "distinct": BoardRule(
        "whether all rows and all columns differ",
        default=False,
        titles=("binairo", "binario", "takuzu", "binary"),
        said=r"\b(rows?|columns?) (and (each |every |all )?columns? )?(must|have to|has to|should) (all )?be "
        r"(unique|differ|distinct)|\bno two (rows|columns)\b|\bkeine zwei (gleichen )?(zeilen|reihen|spalten)\b|"
        r"\bdeux (lignes|colonnes) (identiques|ne peuvent)|\bdos (filas|columnas) (iguales|idénticas|no pueden)|"
        r"\bdue (righe|colonne) (uguali|non)",
    )
}


@dataclass(frozen=True, slots=True)
class State:
    """The marks of the cells on the page (empty, sun or moon), row by row.

    On some days the page shows two other symbols. The first given symbol is then called sun; the puzzle is the same
    with the symbols exchanged. `words` are the page's own names of sun and moon. `first` is the symbol of the first tap
    on a cell: known for suns and moons, else learnt from the page.
    """

    marks: tuple[str, ...]
    words: tuple[str, str] = SYMBOLS
    first: str = SUN


def state(snapshot: Snapshot, expected: State | None = None) -> State:
    """Return the marks on the board; raise PageNotUnderstood if there are more than two kinds of symbol."""
    shown = snapshot.texts(MARK)
    kinds = sorted(set(shown) - {EMPTY})
    if set(kinds) <= set(SYMBOLS):
        return State(tuple(shown))
    if len(kinds) > 2:
        raise PageNotUnderstood(
            f"{len(kinds)} kinds of symbol stand on the board ({', '.join(kind[:20] for kind in kinds)}), "
            f"Tango has two: fix {MARK!r} in selectors.yaml"
        )
    locked = snapshot.flags("locked")
    words = _words(kinds, [mark for mark, fixed in zip(shown, locked, strict=True) if fixed], expected)
    names = {EMPTY: EMPTY, **dict(zip(words, SYMBOLS, strict=True))}
    marks = tuple(names[mark] for mark in shown)
    return State(marks, words, _first(marks, locked, expected) if expected else SUN)


def _words(kinds: Sequence[str], givens: Sequence[str], expected: State | None) -> tuple[str, str]:
    """Return the page's names of sun and moon; a moon that is nowhere on the page yet keeps its name."""
    sun = next((mark for mark in givens if mark != EMPTY), kinds[0])
    if expected and expected.words[0] in kinds:
        sun = expected.words[0]
    return sun, next((kind for kind in kinds if kind != sun), MOON)


def _first(marks: Sequence[str], locked: Sequence[bool], expected: State) -> str:
    """Return the symbol of the first tap: the other one, if most cells that should show `first` show that instead."""
    first = expected.first
    cells_shown = zip(marks, expected.marks, locked, strict=True)
    there = [mark for mark, wanted, fixed in cells_shown if wanted == first and not fixed and mark != EMPTY]
    return other(first) if 2 * there.count(first) < len(there) else first


def other(symbol: str) -> str:
    """Return the other symbol."""
    return MOON if symbol == SUN else SUN


def read(snapshot: Snapshot) -> Board:
    """Return the board of `snapshot`: locked cells are givens, signs are between cells.

    Raise PageNotUnderstood or BoardError if it shows no board.
    """
    n = snapshot.side("Tango")
    require_allowed(snapshot, ALLOWED)
    snapshot.agree_on_places()
    _agree(snapshot)
    givens = []
    for at, mark, fixed in zip(cells(n, n), state(snapshot).marks, snapshot.flags("locked"), strict=True):
        if fixed and mark == EMPTY:
            raise PageNotUnderstood(f"{at} is locked and empty, but a given cell is not: fix 'locked'")
        if fixed:
            givens.append(Given(at, mark))
    edges = [Edge(a, b, sign) for sign in SIGNS for _, (a, b) in snapshot.between(sign)]
    return board_of(n, givens, edges, distinct=bool(rule_of(RULES, "distinct", snapshot)))


def _agree(snapshot: Snapshot) -> None:
    """Raise PageNotUnderstood if the page marks edges with signs, and these are not those with a known sign."""
    if any(cell.get("edge") is not None for cell in snapshot.cells):
        signs = {wall for _, wall in snapshot.between("edge")}
        if odd := signs ^ {wall for sign in SIGNS for _, wall in snapshot.between(sign)}:
            a, b = min(odd)
            raise PageNotUnderstood(f"the sign between {a} and {b} is neither equal nor cross: fix 'equal' or 'cross'")


def columns(board: Board) -> dict[str, list[list[str]]]:
    """Return, for each kind of sign, the sides of each cell on which one is."""
    return {sign: sides({(a, b) for a, b, of in board.edges if of == sign}, *board.shape) for sign in SIGNS}


def plan(board: Board, solution: Solution, state: State) -> list[Move]:
    """Return the taps from `state` to `solution`: each cell's first, then the second ones."""
    cycle = [EMPTY, state.first, other(state.first)]
    pairs = on_grid(board.shape, zip(solution, state.marks, strict=True))
    needed = {at: (cycle.index(wanted) - cycle.index(mark)) % 3 for at, (wanted, mark) in pairs.items()}
    return [Tap(at) for turn in range(2) for at, times in needed.items() if times > turn]


def simulate(board: Board, state: State, moves: Iterable[Move]) -> State:
    """Return the state after `moves`: a tap takes a cell to its next mark; a given one stays."""
    first, second = state.first, other(state.first)
    cycle = {EMPTY: first, first: second, second: EMPTY}
    givens = {given.cell for given in board.givens}
    return replace(state, marks=tapped(on_grid(board.shape, state.marks), moves, cycle, givens))


def solved(board: Board, state: State) -> bool:
    """Return whether the marks are a solution, by the referee."""
    return not check(board, state.marks)


def shown(_board: Board, state: State) -> tuple[str, ...]:
    """Return the field `MARK` of each cell in `state`, in the page's words."""
    words = {EMPTY: EMPTY, **dict(zip(SYMBOLS, state.words, strict=True))}
    return tuple(words[mark] for mark in state.marks)
