"""Queens on a page: the board and marks of a snapshot, and the taps that lead to the solution."""

from collections.abc import Iterable, Mapping

from player.games.fields import PLACES, BoardRule, Field, Kind, require_allowed, rule_of
from player.games.grid import beyond, in_rows, on_grid
from player.games.moves import Move, Tap, tapped
from player.games.queens.board import Board, Solution, board_of, check
from player.games.snapshot import Snapshot

MARK = "mark"
#: The most stars of each row, of a board of the largest size.
MAX_STARS = 8
#: The click cycle: one click takes a cell from each mark to the next.
CYCLE = {"empty": "cross", "cross": "queen", "queen": "empty"}
ALLOWED: Mapping[str, Field] = {
    "region": Field("the region of the cell, by any name", Kind.TEXT, others="any text: as many as rows", common=True),
    MARK: Field("what stands in the cell", Kind.TEXT, tuple(CYCLE)),
    "locked": Field("a queen that is given", Kind.FLAG, none=True),
    "outside": Field("the cell is in no region", Kind.FLAG, witness=True),
    **PLACES,
}
RULES: Mapping[str, BoardRule] = {
    "stars": BoardRule(
        "how many stars each row has",
        default=1,
        most=MAX_STARS,
        titles=("star battle", "stars"),
        inferred_from_rows=8,
        said=r"\b(two|three|[2-5]|zwei|drei|deux|trois|dos|tres|due|tre|duas|três) ?"
        r"(★|(queens|stars|crowns|damen|sterne|reines|étoiles|reinas|estrellas|regine|stelle|rainhas|estrelas)\b)[^.!,;]*"
        r"\b(each|every|per|je|jede[rm]?|pro|chaque|par|cada|por|ogni) (row|line|column|zeile|reihe|spalte|ligne|"
        r"rangée|colonne|fila|línea|columna|riga|colonna|linha|coluna)\b",
    )
}

State = tuple[str, ...]
"""The mark of each cell (empty, cross or queen), row by row."""


def read(snapshot: Snapshot) -> Board:
    """Return the board of `snapshot`; raise PageNotUnderstood or BoardError if it shows none.

    If labels name rows and columns too, they must agree with the order of the cells: contradictory boards are refused.
    """
    n = snapshot.side("Queens")
    require_allowed(snapshot, ALLOWED)
    regions = _regions(snapshot)
    snapshot.agree_on_places()
    fixed = on_grid((n, n), zip(state(snapshot), snapshot.flags("locked"), strict=True))
    givens = [at for at, mark in fixed.items() if mark == ("queen", True)]
    return board_of(in_rows(regions, n), givens, rule_of(RULES, "stars", snapshot))


def _regions(snapshot: Snapshot) -> list[str | None]:
    """Return the region of each cell, None for none.

    A page may show the cells in no region, but no border between two others: that board is shapeless, and all others
    are one region, though they may lie in several parts.
    """
    shown: list[str | None] = [*snapshot.texts("region")]
    if all(cell.get("outside") is None for cell in snapshot.cells):
        return shown
    outside = snapshot.flags("outside")
    found = [None if out else name for out, name in zip(outside, shown, strict=True)]
    named = on_grid((snapshot.rows, snapshot.cols), found)
    pairs = [(at, beyond(at, side)) for at in named for side in ("down", "right")]
    bordered = any(named[a] != named[b] for a, b in pairs if named[a] is not None and named.get(b) is not None)
    return found if bordered or not any(outside) else [None if out else "inside" for out in outside]


def columns(board: Board) -> dict[str, list[int | None]]:
    """Return the region of each cell."""
    return {"region": [region for row in board.regions for region in row]}


def state(snapshot: Snapshot, expected: State | None = None) -> State:  # noqa: ARG001  # a Queens page hides no mark
    """Return the mark of each cell; raise PageNotUnderstood if a mark is unknown."""
    require_allowed(snapshot, ALLOWED, [MARK])
    return tuple(snapshot.texts(MARK))


def plan(board: Board, solution: Solution, state: State) -> list[Move]:
    """Return the taps from `state` to `solution`: wrong queens first, then each queen's first tap, then its second.

    Crosses are left on cells without a queen: the page ignores them.
    """
    now = on_grid(board.shape, state)
    wrong = [at for at in queens(board, state) if at not in solution]
    first = [at for at in solution if now[at] == "empty"]
    last = [at for at in solution if now[at] != "queen"]
    return [Tap(at) for at in (*wrong, *first, *last)]


def simulate(board: Board, state: State, moves: Iterable[Move]) -> State:
    """Return the state after `moves`: a tap takes a cell through `CYCLE`; a given queen stays."""
    return tapped(on_grid(board.shape, state), moves, CYCLE, board.givens)


def solved(board: Board, state: State) -> bool:
    """Return whether the queens in `state` are a solution, by the referee."""
    return not check(board, queens(board, state))


def queens(board: Board, state: State) -> Solution:
    """Return the cells with a queen."""
    return tuple(at for at, mark in on_grid(board.shape, state).items() if mark == "queen")
