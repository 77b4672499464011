"""Constants and helpers of several recipes."""

from collections.abc import Sequence

from player.doctor.learn.candidate import Candidate, Reading, with_value
from player.doctor.learn.columns import Columns

#: The most choices of one field that are tried.
MOST = 8
#: The most kinds of marks: more kinds of a value are something else, such as colours.
MOST_MARKS = 3
#: The longest text that may name a symbol.
LONGEST = 300


def texts(columns: Columns) -> set[str]:
    """Return the different texts in the cells, if some cells have none: where all have one, it is no clue."""
    found = {cell.text for cell in columns.lattice.cells}
    return found - {""} if "" in found else set()


def is_square(columns: Columns) -> bool:
    """Return whether there are as many rows as columns."""
    rows, cols = columns.shape
    return rows == cols


def kinds_of(candidate: Candidate, kinds: Sequence[object]) -> list[Reading] | None:
    """Return for each kind the condition that a cell has it; None if the reading can't be asked for a value."""
    if not {"attribute", "property", "text", "name", "drawing"} & candidate.reading.keys():
        return None
    if not all(isinstance(kind, str) and 0 < len(kind) < LONGEST for kind in kinds):
        return None
    return [with_value(candidate.reading, str(kind)) for kind in kinds]
