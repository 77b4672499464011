"""Recipe of Star Battle on unknown pages: regions, and at most one mark in each row, column and region."""

from collections.abc import Hashable, Iterator, Sequence

from player.doctor.learn.table import (
    MOST,
    Attempt,
    CellTable,
    Choice,
    Column,
    Values,
    all_empty,
    chosen,
    nowhere,
    partition,
    regroup,
    texts,
)

#: Words in titles of pages with this game, beside its own name.
TITLES = ("queen", "star battle", "crown")
#: What a page lacks on which the recipe finds nothing.
LACK = "no reading parts the cells into as many regions as rows"

#: The most kinds of marks: more kinds of a value are something else, such as colours.
MOST_MARKS = 3


def attempts(columns: CellTable) -> Iterator[Attempt]:
    """Yield the ways to read regions, and marks that are given."""
    rows, cols = columns.shape
    if rows != cols or len(texts(columns)) > MOST_MARKS or any(text.isdigit() for text in texts(columns)):
        return
    for column in regions(columns)[:MOST]:
        bonus = 2 if is_connected(column.values, rows, cols) else -3
        region = chosen(column, ["every", "one each row"], bonus=bonus)
        for mark, locked in _marks(columns, column.values):
            yield Attempt({"region": region, "mark": mark, "locked": locked})


def _marks(columns: CellTable, region: Values) -> Iterator[tuple[Choice, Choice]]:
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


def _visible(columns: CellTable) -> Iterator[Column]:
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


def regions(columns: CellTable) -> list[Column]:
    """Return the columns that part a square lattice into as many parts as rows, but not into its lines."""
    rows, cols = columns.shape

    def parts(column: Column) -> Hashable:
        values = column.values
        if None in values or len(set(values)) != rows or is_lines(values, rows, cols):
            return None
        return partition(values)

    return regroup(columns.values, parts)


def is_lines(values: Values, rows: int, cols: int) -> bool:
    """Return whether all cells of each row, or of each column, have the same value."""
    lines = [values[row * cols : row * cols + cols] for row in range(rows)]
    return any(all(len(set(line)) == 1 for line in way) for way in (lines, list(zip(*lines, strict=True))))


def is_connected(values: Values, rows: int, cols: int) -> bool:
    """Return whether the cells of each value hang together."""
    left = set(range(rows * cols))
    parts = 0
    while left:
        parts += 1
        stack = [left.pop()]
        while stack:
            at = stack.pop()
            near = [at - cols, at + cols, *([at - 1] if at % cols else []), *([at + 1] if (at + 1) % cols else [])]
            for other in near:
                if other in left and values[other] == values[at]:
                    left.remove(other)
                    stack.append(other)
    return parts == len(set(values))
