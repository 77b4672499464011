"""Regions, and at most one mark in each row, column and region."""

from collections.abc import Iterator, Sequence

from player.doctor.learn.choices import (
    Attempt,
    Choice,
    all_empty,
    chosen,
    is_connected,
    nowhere,
    regions,
)
from player.doctor.learn.columns import Column, Columns, Values
from player.doctor.learn.recipes.common import MOST, MOST_MARKS, texts


def by_regions(columns: Columns) -> Iterator[Attempt]:
    """Yield the ways to read regions, and marks that are given."""
    rows, cols = columns.shape
    if rows != cols or len(texts(columns)) > MOST_MARKS or any(text.isdigit() for text in texts(columns)):
        return
    for column in regions(columns)[:MOST]:
        bonus = 2 if is_connected(column.values, rows, cols) else -3
        region = chosen(column, ["every", "one each row"], bonus=bonus)
        for mark, locked in _marks(columns, column.values):
            yield Attempt({"region": region, "mark": mark, "locked": locked})


def _marks(columns: Columns, region: Values) -> Iterator[tuple[Choice, Choice]]:
    """Yield the marks and locks: none, or those of a name that no two cells of a line or region have."""
    count = len(region)
    yield all_empty(count), nowhere(count, "no queen is given")
    _, cols = columns.shape
    for flag in _visible(columns):
        there = [at for at, value in enumerate(flag.values) if value is True]
        lines = ([at // cols for at in there], [at % cols for at in there], [region[at] for at in there])
        if not there or any(len(set(line)) < len(line) for line in lines):
            continue
        queens = tuple("queen" if value is True else "empty" for value in flag.values)
        name = flag.best(1)[0].reading["has"]
        mark = Choice(
            queens, {"first": {"queen": name, "empty": "*"}}, 1, f"{len(there)} cells have {name}", doubt=True
        )
        yield (
            mark,
            Choice(flag.values, {"has": name, "once": True}, 1, "what is marked at the start is given", doubt=True),
        )


def _visible(columns: Columns) -> Iterator[Column]:
    """Yield the flags of cells that all others do not look like: a value that is seen tells them apart."""
    seen = [
        column.values
        for column in columns.values
        if len(set(column.values)) <= MOST_MARKS and any(one.is_seen for one in column.readings)
    ]
    for flag in columns.flags:
        there = [at for at, value in enumerate(flag.values) if value is True]
        if there and any(_tells_apart(values, there) for values in seen):
            yield flag


def _tells_apart(values: Values, there: Sequence[int]) -> bool:
    """Return whether the cells `there` have one value, and all others another one."""
    inside = {values[at] for at in there}
    return len(inside) == 1 and sum(value in inside for value in values) == len(there)
