"""Readings that a picture of the page refutes: others take their places, as long as the board becomes more like it."""

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

from player.browser.selectors.chains import as_written
from player.browser.selectors.schema import PageSelectors
from player.doctor.candidates import PageNames
from player.doctor.repair import Changes, Examine, changed, readings_for

#: The number of places where a picture differs from the board that a section reads: infinite if it reads none, None if
#: the picture can't be judged.
Differences = Callable[[PageSelectors], float | None]

#: The most other readings of a field that are held against the picture.
MOST = 12


def corrected(
    page: PageSelectors, changes: Changes, words: PageNames, examine: Examine, differences: Differences
) -> Changes:
    """Return `changes` to `page` with other readings of its fields, where these are more like the picture."""
    least = differences(changed(page, changes))
    for name, chain in page.read.items():
        if not least:  # all agrees, or the picture can't be judged
            break
        if not chain.expect:
            continue
        for other in islice(_others(changed(page, changes), name, words, examine), MOST):
            trial = {**changes, "read": {**changes.get("read", {}), name: other}}
            count = differences(changed(page, trial))
            if count is not None and count < least:
                least, changes = count, trial
            if not least:
                break
    return changes


def _others(page: PageSelectors, name: str, words: PageNames, examine: Examine) -> Iterator[dict[str, Any]]:
    """Yield chains of the field `name` with another reading at the front, one for each column of values.

    A reading of the chain that disagrees with the first one becomes its fallback.
    """
    chain = page.read[name]
    readings = readings_for(chain, words, page.cell[0])
    trial = chain.model_copy(update={"any": readings})
    board = examine(page.model_copy(update={"read": {**page.read, name: trial}})).board
    if board is None:
        return
    columns = dict(zip((str(as_written(one)) for one in readings), board.fields[name], strict=True))
    known: set[str] = set()
    for reading in readings:
        first = as_written(reading)
        column = columns[str(first)]
        if not column.holds or str(column.column) in known:
            continue
        known.add(str(column.column))
        rest = [
            one if columns[str(one)].column == column.column else {**one, "fallback": True}
            for one in map(as_written, chain.any)
            if one != first
        ]
        entry = {"expect": list(chain.expect), "any": [first, *rest]}
        yield entry | ({"once": True} if chain.once else {})
