"""Recipe of Wend on unknown pages: letters, and a list of words beside the grid."""

from collections.abc import Iterator

from player.doctor.learn.table import Attempt, CellTable, Choice, Column, Values, all_empty, chosen, nowhere, regroup
from player.games.snapshot import Item

#: Words in titles of pages with this game, beside its own name.
TITLES = ("word",)
#: What a page lacks on which the recipe finds nothing.
LACK = "no letters with a list of words beside the grid"


def attempts(columns: CellTable) -> Iterator[Attempt]:
    """Yield the ways to read letters and holes, with each list whose slots are as many as the letters."""
    rows, cols = columns.shape
    letters = [column for column in columns.values if _is_letters(column.values)]
    for letter in regroup(letters, lambda column: column.values)[:4]:
        there = [value is not None for value in letter.values]
        for listed in columns.lattice.lists:
            if sum(listed.counts) != sum(there):
                continue
            yield Attempt(
                {
                    "letter": chosen(letter, ["some"]),
                    "hole": _holes(columns, letter),
                    "mark": all_empty(rows * cols),
                },
                beside={"words": {"items": listed.items, "parts": listed.parts, "done": ":not(*)"}},
                items={"words": tuple(Item(count) for count in listed.counts)},
            )


def _is_letters(values: Values) -> bool:
    told = [value for value in values if value is not None]
    return 2 * len(told) > len(values) and all(
        isinstance(text, str) and len(text) == 1 and text.isalpha() for text in told
    )


def _holes(columns: CellTable, letter: Column) -> Choice:
    """Return the cells without a letter: by a name that just these have, else because no text is in them."""
    holes = tuple(value is None for value in letter.values)
    if not any(holes):
        return nowhere(len(holes), "each cell has a letter")
    named = [flag for flag in columns.flags if flag.values == holes]
    if named:
        best = named[0].best(1)[0]
        return Choice(holes, dict(best.reading), 1, f"just the cells without a letter have {best.reading['has']}")
    best = letter.best(1)[0]
    conditions = {"letter": {**best.reading, "pattern": best.reading.get("pattern", "^(.+)$")}, "hole": "*"}
    entry = {"has": {"first": conditions, "unless": {}}, "once": True}
    return Choice(holes, entry, 0, "cells without a letter")
