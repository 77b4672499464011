"""Clicks on a page where each click takes a cell to the next mark of a cycle."""

from collections.abc import Mapping, Sequence

from playwright.sync_api import Mouse  # noqa: TID251  # web drives the browser

from player.browser.page.inputs import InputEvent, click
from player.browser.page.observation import BoardSeen
from player.browser.selectors.schema import PageSelectors
from player.errors import PageNotUnderstood
from player.games.moves import Move, Tap, touched


def cycle_clicks(
    mouse: Mouse,
    moves: Sequence[Move],
    look: BoardSeen,
    page: PageSelectors,
    *,
    field: str,
    shown: Mapping[int, str | bool],
) -> list[InputEvent] | None:
    """Return the clicks that set the marks that taps should, by the page's click cycle; None if it has no cycle.

    Each cell that `moves` tap goes from its mark in `look` to the one in `shown` (cell index to mark). The first clicks
    of all cells come first. Raises PageNotUnderstood if no click leads from one mark to the other.
    """
    cycle = page.cycle
    if cycle is None or not all(isinstance(move, Tap) for move in moves):
        return None
    rounds: list[list[InputEvent]] = [[] for _ in cycle]
    for cell in dict.fromkeys(cell for move in moves for cell in touched(move)):
        index = cell.row * look.snapshot.cols + cell.col
        marks = (look.snapshot.cells[index].get(field), shown[index])
        if unknown := [mark for mark in marks if mark not in cycle]:
            raise PageNotUnderstood(
                f"{cell} is or should be marked {unknown[0]!r}, clicks lead to {', '.join(cycle)}: fix 'cycle'"
            )
        now, then = (cycle.index(str(mark)) for mark in marks)
        is_double = now != then and cycle[then] == page.double
        act = click(mouse, Tap(cell), cell, look.points[index], 2 if is_double else 1)
        for one in rounds[: 1 if is_double else (then - now) % len(cycle)]:
            one.append(act)
    return [act for one in rounds for act in one]
