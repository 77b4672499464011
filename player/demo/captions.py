"""The captions of a demo, and how long they stay, in beats: a beat is the time of a move."""

from typing import Any

from player.browser.page.observation import Verdict
from player.games import Game
from player.games.grid import Cell
from player.games.moves import Box, Drag, Enter, Move, Tap, Trace, touched
from player.playing.result import Result
from player.proof import Proof

_PRESSES = {"double": "Double click", "right": "Right click", "hold": "Long press"}
UNIQUE = "There is exactly one solution. Nothing was clicked on the board before this was known."
SEVERAL = "There is more than one solution. One of them is played, and the page will judge."
MADE = "All moves are made. Now the page has the word."
MADE_AND_GONE = "All moves are made. The page shows its results now: this is a picture of the finished board."
_SAYS = {
    Verdict.RESULTS: "it shows its results",
    Verdict.BANNER: "in a banner",
    Verdict.BOARD: "the board is marked as finished",
}


def board(game: Game, read: Any) -> str:
    """Describe a board: its size, and the number of its parts."""
    rows, cols = read.shape
    parts = [
        f"{rows} rows and {cols} columns",
        *(_several(count, name) for name, count in game.description(read).parts),
    ]
    return f"Read from the page: {', '.join(parts)}."


def proved(proof: Proof) -> str:
    """Describe the proof of a unique solution."""
    ms = sum(proof.ms.values())
    claim = f", {proof.claim.says}" if proof.claim else ""
    said = "Proved unique" if proof.picked is None else "Several solutions"
    return f"{said}: {proof.variables} variables, {proof.clauses} clauses, {ms:.1f} ms{claim}"


def move(made: Move, cell: Cell, says: str, click: int, clicks: int, *, press: str = "click") -> str:
    """Describe the move on `cell`, with its reason if known; it is number `click` of `clicks` on it.

    `press` is the kind of click.
    """
    if isinstance(made, Tap) and press != "click":
        done = f"{_PRESSES[press]} on {cell}"
    elif isinstance(made, Tap):
        done = f"Click on {cell}" if clicks == 1 else f"Click {click} of {clicks} on {cell}"
    elif isinstance(made, Enter):
        done = f"{made.text} goes to {cell}"
    elif isinstance(made, Box):
        done = f"A patch of {_several(len(made.cells), 'cell')}"
    elif isinstance(made, Trace):
        done = f"A word of {_several(len(made.cells), 'letter')}"
    elif isinstance(made, Drag):
        done = f"The path, cell {made.cells.index(cell) + 1} of {len(made.cells)}"
    else:
        done = f"What stands at {cell} is wrong: it goes"
    return f"{done}. {says}" if says else f"{done}."


def verdict(result: Result) -> str:
    """Describe the verdict."""
    if result.confirmed is not Verdict.NONE:
        return f"The page itself says that it is won: {_SAYS[result.confirmed]}."
    return f"Not won: {result.message}."


def _several(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


# Rests, in beats

#: Characters of new text that take one more beat to read.
CHARACTERS_PER_BEAT = 40
#: For reading all rows of a board, for a cell of a path, for a further input of a move or a cell with a new reason, and
#: for the page's verdict.
READING_BEATS, PATH_CELL_BEATS, INPUT_BEATS, VERDICT_BEATS = 2, 0.25, 0.5, 4


def settled(move: Move, cell: Cell) -> tuple[Cell, ...]:
    """Return the cells that `move` fills when it reaches `cell`."""
    if not isinstance(move, Drag):
        return touched(move)
    index = move.cells.index(cell)
    return move.cells[max(0, index - 1) : index + 1]
