"""Duration of a demo, in beats: a beat is the time of a move."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from player.explanations.explanation import Explanation
from player.games.grid import Cell
from player.games.moves import Box, Drag, Enter, Move, Trace, touched

if TYPE_CHECKING:
    from player.explanations.steps import Step

#: Characters of new text that take one more beat to read.
CHARACTERS_PER_BEAT = 40
#: Beats for reading all rows of a board, per cell of a path, per extra input of a move or path cell with a new reason,
#: and for the page's verdict.
READING_BEATS, PATH_CELL_BEATS, INPUT_BEATS, VERDICT_BEATS = 2, 0.25, 0.5, 4
#: Overhead of an input, or of drawing the overlay, in seconds.
OVERHEAD_S = 0.1


def expected(captions: Iterable[str], explanation: Explanation, plan: Sequence[Move], *, steps: bool) -> float:
    """Return the expected beats of a game: `captions`, with `steps` its reasons, and the moves of `plan`."""
    texts = [*captions, *(step.says for step in explanation.steps if steps)]
    beats = READING_BEATS + VERDICT_BEATS + sum(1 + len(text) / CHARACTERS_PER_BEAT for text in texts)
    read = {step for step in explanation.steps if steps}
    for move, times in Counter(plan).items():
        if isinstance(move, Drag):
            beats += _of_path(move, explanation)
            continue
        beats += 1 + INPUT_BEATS * (times - 1 + isinstance(move, Enter | Box | Trace))
        step = explanation.why(touched(move))
        if step and step not in read:
            read.add(step)
            beats += len(step.says) / CHARACTERS_PER_BEAT
    return beats


def _of_path(path: Drag, explanation: Explanation) -> float:
    beats, before = 0.0, None
    for cell in path.cells:
        step: Step | None = explanation.why(settled(path, cell))
        beats += PATH_CELL_BEATS if step is before else INPUT_BEATS
        before = step
    return beats


def settled(move: Move, cell: Cell) -> tuple[Cell, ...]:
    """Return the cells that `move` fills when it reaches `cell`."""
    if not isinstance(move, Drag):
        return touched(move)
    index = move.cells.index(cell)
    return move.cells[max(0, index - 1) : index + 1]
