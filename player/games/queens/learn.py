"""Recipe of Star Battle on unknown pages: regions, and at most one mark in each row, column and region."""

from collections.abc import Hashable, Iterator

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
    parts_of,
    regrouped,
)

#: Words in titles of pages with this game, beside its own name.
TITLES = ("queen", "star battle", "crown")
#: What a page lacks on which the recipe finds nothing.
LACK = "no reading parts the cells into as many regions as rows"
#: The most kinds of marks: more kinds of a value are something else, such as colours.
MOST_MARKS = 3


def attempts(table: CellTable) -> Iterator[Attempt]:
    """Yield the ways to read regions, and marks that are given."""
    rows, cols = table.shape
    if rows != cols or len(table.texts) > MOST_MARKS or any(text.isdigit() for text in table.texts):
        return

    def parts(values: Values) -> Hashable:
        is_parted = None not in values and len(set(values)) == rows and not is_lines(values, rows, cols)
        return partition(values) if is_parted else None

    for column in regrouped(table.values, parts)[:MOST]:
        is_connected = parts_of(column.values, rows, cols) == rows
        if not is_connected and all(one.reading.keys() <= {"text", "name", "pattern"} for one in column.readings):
            continue  # it may be a puzzle of numbers or letters
        bonus = 2 if is_connected else -3
        region = chosen(column, ["every", "one each row"], bonus=bonus)
        for mark, locked in _marks(table, column.values):
            yield Attempt({"region": region, "mark": mark, "locked": locked})


def lack(table: CellTable) -> str:
    """Return what the page lacks, with the regions that it shows if these are too many or too few."""
    rows, cols = table.shape
    parted = [column for column in table.values if None not in column.values and len(set(column.values)) > 2]
    shown = [one for one in parted if len(set(one.values)) <= 2 * rows and not is_lines(one.values, rows, cols)]
    if rows != cols or not shown:
        return LACK
    return f"{LACK}: the likeliest one finds {len(set(shown[0].values))} regions, in {rows} rows"


def _marks(table: CellTable, region: Values) -> Iterator[tuple[Choice, Choice]]:
    """Yield the marks and locks: none, or those of a name that no two cells of a line or region have."""
    count, (_, cols) = len(region), table.shape
    yield all_empty(count), nowhere(count, "no queen is given")
    for flag in table.flags:
        there = [at for at, value in enumerate(flag.values) if value is True]
        lines = ([at // cols for at in there], [at % cols for at in there], [region[at] for at in there])
        if not there or any(len(set(line)) < len(line) for line in lines) or not _is_visible(table, flag.values):
            continue
        name, says = flag.best(1)[0].reading["has"], "what is marked at the start is given"
        queens = tuple("queen" if value is True else "empty" for value in flag.values)
        mark = {"first": {"queen": name, "empty": "*"}}
        yield (
            Choice(queens, mark, 1, f"{len(there)} cells have {name}", doubt=True),
            Choice(flag.values, {"has": name, "once": True}, 1, says, doubt=True),
        )


def _is_visible(table: CellTable, flags: Values) -> bool:
    """Return whether a value that is seen tells the cells with a flag from all others: one that just these have."""

    def tells_apart(column: Column) -> bool:
        inside = {value for value, flag in zip(column.values, flags, strict=True) if flag is True}
        others = {value for value, flag in zip(column.values, flags, strict=True) if flag is not True}
        return len(inside) == 1 and not inside & others and len(inside | others) <= MOST_MARKS

    return any(tells_apart(column) and any(one.is_seen for one in column.readings) for column in table.values)


def is_lines(values: Values, rows: int, cols: int) -> bool:
    """Return whether all cells of each row, or of each column, have the same value."""
    lines = [values[row * cols : row * cols + cols] for row in range(rows)]
    return any(all(len(set(line)) == 1 for line in way) for way in (lines, list(zip(*lines, strict=True))))
