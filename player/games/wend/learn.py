"""Recipe of Wend on unknown pages: letters, and a list of words beside the grid."""

from collections.abc import Iterator
from itertools import product

from player.doctor.learn.table import (
    MOST_COLUMNS,
    Attempt,
    CellTable,
    Choice,
    Column,
    Values,
    all_empty,
    chosen,
    nowhere,
)
from player.games.snapshot import Item

#: Words in titles of pages with this game, beside its own name.
TITLES = ("word",)
#: What a page lacks on which the recipe finds nothing.
LACK = "no letters with a list of words beside the grid"


def attempts(table: CellTable) -> Iterator[Attempt]:
    """Yield the ways to read letters and holes, with each list whose slots are as many as the letters."""
    letters = [column for column in table.values if _is_letters(column.values)]
    for letter, listed in product(letters[:MOST_COLUMNS], table.lattice.lists):
        if sum(listed.counts) == sum(letter.there):
            mark = all_empty(len(letter.values))
            yield Attempt(
                {"letter": chosen(letter, ["some"]), "hole": _holes(table, letter), "mark": mark},
                beside={"words": {"items": listed.items, "parts": listed.parts, "done": ":not(*)"}},
                items={"words": tuple(Item(count) for count in listed.counts)},
            )


def _is_letters(values: Values) -> bool:
    told = [value for value in values if value is not None]
    is_letter = (isinstance(text, str) and len(text) == 1 and text.isalpha() for text in told)
    return 2 * len(told) > len(values) and all(is_letter)


def _holes(table: CellTable, letter: Column) -> Choice:
    """Return the cells without a letter: by a name that just these have, else because no text is in them."""
    holes = tuple(not here for here in letter.there)
    if not any(holes):
        return nowhere(len(holes), "each cell has a letter")
    if flag := table.flag(holes):
        reading = flag.best(1)[0].reading
        return Choice(holes, dict(reading), 1, f"just the cells without a letter have {reading['has']}")
    entry = {"has": {"glyph": "*", "pattern": "^(empty)$"}, "once": True}
    return Choice(holes, entry, 0, "cells without a letter")
