"""A cursor that arrow keys lead over the cells of a page: whether there is one, and how the page shows it."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import pairwise
from typing import Any

from player.browser.page.trials import Looks, Trait
from player.browser.selectors.schema import CLICKED, CORNER, FOCUS
from player.doctor.learn.marks import rank, written
from player.doctor.learn.session import LearntPage
from player.errors import PageNotUnderstood

#: The arrows that are tried, one after the other: back to the first cell, unless it is at a side.
_ARROWS = ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp")
#: The keys that may set a mark, or the ends of what is drawn; other letters only if the page names them.
ENDS, MARKING = ("Space", "Enter"), ("Space", "Enter", "1", "2", "0")
#: Cells to which a cursor is led at least, to be known: in two directions.
_PLACES = 3


def ways_with_cursor(learnt: LearntPage, ways: Iterable[str], more: Sequence[str]) -> Iterator[str]:
    """Yield `ways`, then those of `more` that keys at a cursor can take, with the cursor in force."""
    yield from ways
    at = cursor_of(learnt) if hears_keys(learnt) else None
    for key in ENDS if at else ():
        for way in more:
            learnt.use(*cursor_section(at, key=key))
            learnt.afresh()
            yield way


def hears_keys(learnt: LearntPage) -> bool:
    """Return whether the page listens to keys, or does not tell."""
    return "keys" in (learnt.trials.heard() or {"keys"})


def cursor_of(learnt: LearntPage) -> Any:
    """Return what tells which cell arrow keys lead a cursor to, as in selectors.yaml; None if they lead none.

    The page hears keys. A cursor that is in no document is taken for one that stops in a corner.
    """
    if learnt.by_sight:
        return CORNER
    with suppress(PageNotUnderstood):
        return _shown_cursor(learnt)
    learnt.afresh()  # the keys did something else
    return None


def cursor_section(at: Any, **more: str) -> tuple[dict[str, Any], dict[str, str]]:
    """Return the key of a section for a cursor, and its evidence."""
    says = "the page listens to keys" if at == CORNER else "arrow keys led it from cell to cell"
    if at == CLICKED:
        says = "keys acted on the cell that was clicked"
    return {"cursor": {"at": at, **more}}, {"cursor": says}


def _shown_cursor(learnt: LearntPage) -> Any:
    """Return the word or the condition for the cursor that the page shows; None if it shows none."""
    places, looks = [learnt.trials.cursor()], [learnt.looks()]
    free = [index for index, point in enumerate(learnt.look.points) if point.free]
    for arrow in _ARROWS:
        learnt.clear(free)
        learnt.trials.arrow(arrow)
        looks.append(learnt.looks(looks[-1]))
        places.append(learnt.trials.cursor())
    cols = learnt.look.snapshot.cols
    if _is_led(places, cols):
        return FOCUS
    found = [(rank(trait, mark=True), condition) for trait in _alone(looks, cols) if (condition := written(trait))]
    return min(found, key=lambda one: (one[0], len(str(one[1])), str(one[1])))[1] if found else None


def _alone(looks: Sequence[Looks], cols: int) -> Iterator[Trait]:
    """Yield the traits that one cell has at a time, as the arrows lead it."""
    having = [
        {trait: [number for number, cell in enumerate(look.cells) if trait in cell.ever] for trait in traits}
        for look in looks
        for traits in [frozenset().union(*(cell.always for cell in look.cells))]
    ]
    for trait in having[0]:
        places = [cells[0] if len(cells := one.get(trait, [])) == 1 else -1 for one in having]
        if _is_led(places, cols):
            yield trait


def _is_led(places: Sequence[int], cols: int) -> bool:
    """Return True if a cursor was at these cells: in its row after the first and third arrow, else in its column."""
    at = [divmod(place, cols) for place in places]
    stays = all(two[step % 2] == one[step % 2] for step, (one, two) in enumerate(pairwise(at)))
    return min(places) >= 0 and stays and len({*places}) >= _PLACES
