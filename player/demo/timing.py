"""How long a demo takes, in beats: a beat is the time of a move."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from player.explain.explanation import Explanation
from player.games.grid import Cell
from player.games.moves import Box, Drag, Enter, Move, touched

if TYPE_CHECKING:
    from player.explain.steps import Step

#: What is new takes a beat more to read for so many characters.
CHARACTERS = 40
#: Beats in which all rows of a board are read, for a cell of a path, for what a move needs besides its first input or a
#: cell of a path that has another reason than the one before, and in which the page's verdict stands.
READING, OF_PATH, REST, VERDICT = 2, 0.25, 0.5, 4
#: Seconds that an input, or what is shown, takes besides.
DRAWN = 0.1


def expected(captions: Iterable[str], explanation: Explanation, plan: Sequence[Move], *, steps: bool) -> float:
    """The beats in which a game is told: its `captions`, with `steps` its reasons, and the moves of its `plan`."""
    told = [*captions, *(step.says for step in explanation.steps if steps)]
    beats = READING + VERDICT + sum(1 + len(text) / CHARACTERS for text in told)
    read = {step for step in explanation.steps if steps}
    for move, times in Counter(plan).items():
        if isinstance(move, Drag):
            beats += _of_path(move, explanation)
            continue
        beats += 1 + REST * (times - 1 + isinstance(move, Enter | Box))
        step = explanation.why(touched(move))
        if step and step not in read:
            read.add(step)
            beats += len(step.says) / CHARACTERS
    return beats


def _of_path(path: Drag, explanation: Explanation) -> float:
    beats, before = 0.0, None
    for cell in path.cells:
        step: Step | None = explanation.why(settled(path, cell))
        beats += OF_PATH if step is before else REST
        before = step
    return beats


def settled(move: Move, cell: Cell) -> tuple[Cell, ...]:
    """The cells on which `move` puts something when it comes to `cell`."""
    if not isinstance(move, Drag):
        return touched(move)
    index = move.cells.index(cell)
    return move.cells[max(0, index - 1) : index + 1]
