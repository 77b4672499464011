"""Two symbols, which of them are given, and signs between cells."""

from collections.abc import Iterator, Sequence
from itertools import product

from player.doctor.learn.candidate import AT_START, Candidate, Reading, at_start
from player.doctor.learn.choices import (
    Attempt,
    Choice,
    all_empty,
    because,
    is_shading,
    nowhere,
    regroup,
)
from player.doctor.learn.columns import Column, Columns, Values, partition
from player.doctor.learn.recipes.common import MOST, is_square, kinds_of, texts
from player.doctor.learn.recipes.signs import sign_choices
from player.doctor.learn.words import GIVEN, SYMBOLS, meaning, speaks_of

#: The most different texts in cells with two symbols, and signs beside them.
_MOST_TEXTS = 12
#: The least way of a sign from the middle of its cell, in cells.
_ASIDE = 0.3


def by_symbols(columns: Columns) -> Iterator[Attempt]:
    """Yield the ways to read two symbols, those that are given, and the signs between cells."""
    rows, _ = columns.shape
    if not is_square(columns) or rows % 2 or len(texts(columns)) > _MOST_TEXTS:
        return
    for (mark, locked), (equal, cross) in product(list(_symbols(columns))[:MOST], list(sign_choices(columns))[:24]):
        if len(set(mark.values)) > 2 or any(equal.values) or any(cross.values):
            yield Attempt({"mark": mark, "locked": locked, "equal": equal, "cross": cross})


def _symbols(columns: Columns) -> Iterator[tuple[Choice, Choice]]:
    """Yield the marks and locks: one or two kinds of value beside that of most cells."""
    count = len(columns.lattice.cells)
    found: list[tuple[Choice, Choice]] = []
    for column in regroup(columns.values, lambda column: partition(column.values)):
        kinds = sorted(set(column.values), key=lambda value: -column.values.count(value))
        empty, *others = [None, *(kind for kind in kinds if kind is not None)] if None in kinds else kinds
        if not any(one.is_seen for one in column.readings) or _is_of_signs(columns, column):
            continue
        if not 1 <= len(others) <= 2 or not all(isinstance(kind, str) for kind in others):
            continue
        if 2 * column.values.count(empty) < count or is_shading(column.values, *columns.shape):
            continue
        if _is_shade(column) and _is_drawn_otherwise(column, empty, columns):
            continue
        if mark := _symbol_choice(columns, column, others):
            found.append((mark, _given(columns, mark)))
    finer = [_marked(mark) for mark, _ in found if len(set(mark.values)) > 2]
    kept = [pair for pair in found if len(set(pair[0].values)) > 2 or not any(_marked(pair[0]) <= one for one in finer)]
    yield from sorted(kept, key=lambda pair: -pair[0].score)
    yield all_empty(count), nowhere(count, "no symbol is given")


def _is_shade(column: Column) -> bool:
    """Return whether nothing but styles tells the values of a column."""
    return all("property" in one.reading for one in column.readings)


def _is_drawn_otherwise(column: Column, empty: object, columns: Columns) -> bool:
    """Return whether two kinds of drawings or texts stand on the cells that a column marks, and part them otherwise."""
    places = [at for at, value in enumerate(column.values) if value != empty]
    mine = partition(tuple(column.values[at] for at in places))
    for other in columns.values:
        there = tuple(other.values[at] for at in places)
        is_figure = any({"drawing", "text", "name"} & one.reading.keys() for one in other.readings)
        if is_figure and None not in there and len(set(there)) == 2 and partition(there) != mine:
            return True
    return False


def _marked(mark: Choice) -> set[int]:
    """Return the numbers of the cells with a mark."""
    return {at for at, value in enumerate(mark.values) if value != "empty"}


def _is_of_signs(columns: Columns, column: Column) -> bool:
    """Return whether the values are the texts of signs, which lie at the sides of cells."""
    signs = [
        {one.text for one in cell.inner if one.text and max(map(abs, one.place[:2])) > _ASIDE}
        for cell in columns.lattice.cells
    ]
    told = [
        (value, aside) for value, aside in zip(column.values, signs, strict=True) if isinstance(value, str) and value
    ]
    return any(aside for _, aside in told) and all(value in aside or not aside for value, aside in told)


def _symbol_choice(columns: Columns, column: Column, kinds: Sequence[str]) -> Choice | None:
    """Return the choice of marks: each kind under the name that its words have, else the first is called sun."""
    places = [column.values.index(kind) for kind in kinds]
    named = [_names_of(columns, tuple(value == kind for value in column.values)) for kind in kinds]
    told = [
        next(filter(None, (meaning(one.words, SYMBOLS) for one in names)), meaning(kind, SYMBOLS))
        for names, kind in zip(named, kinds, strict=True)
    ]
    sure = len(set(told)) == len(kinds) and None not in told
    calls = [str(name) for name in told] if sure else ["sun", "moon"][: len(kinds)]
    readings = []
    for candidate in sorted(column.readings, key=_as_mark):
        conditions = kinds_of(candidate, [column.raw[candidate.key][place] for place in places])
        if conditions is not None:
            readings.append((_as_mark(candidate), conditions))
            break
    if all(names for names in named):
        readings.append((max(_as_mark(names[0]) for names in named), [names[0].reading["has"] for names in named]))
    if not readings:
        return None
    _, best = min(readings, key=lambda one: one[0])
    values = tuple(dict(zip(kinds, calls, strict=True)).get(value, "empty") for value in column.values)
    evidence = because(column) if len(kinds) == 2 else f"{because(column)}; the other symbol is not on the board yet"
    reading: Reading = {"first": {**dict(zip(calls, best, strict=True)), "empty": "*"}}
    score = column.score + 2 * sure + sum(value != "empty" for value in values) / 10
    return Choice(values, reading, score, evidence, doubt=len(kinds) < 2)


def _names_of(columns: Columns, there: Values) -> list[Candidate]:
    """Return the names that just these cells have, those that tell a symbol first."""
    return sorted((one for flag in columns.flags if flag.values == there for one in flag.readings), key=_as_mark)


def _as_mark(candidate: Candidate) -> tuple[bool, bool, bool, int, int]:
    """Return the rank of a reading for a mark, which moves change: last if it tells what is given, or of a style."""
    reading = candidate.reading
    return (
        speaks_of(candidate.words, GIVEN),
        reading.get("attribute") in {"class", "style"} and "pattern" not in reading,
        meaning(candidate.words, SYMBOLS) is None,
        -candidate.weight,
        len(candidate.key),
    )


def _given(columns: Columns, mark: Choice) -> Choice:
    """Return the locks of the marks that are there: by a name that the same cells have, else what is there at first."""
    there = tuple(value != "empty" for value in mark.values)
    named = [
        (one, flag.values)
        for flag in columns.flags
        if any(value is True for value in flag.values)
        and all(mine or value is not True for value, mine in zip(flag.values, there, strict=True))
        for one in flag.readings
        if speaks_of(one.words, GIVEN)
    ]
    if named:
        best, values = max(named, key=lambda pair: (sum(value is True for value in pair[1]), pair[0].weight))
        says = f"cells with a symbol have {best.reading['has']}"
        return Choice(values, dict(best.reading), 1 + best.weight / 5, says)
    assert isinstance(mark.entry, dict)
    first = mark.entry["first"]
    conditions = [condition for name, condition in first.items() if name != "empty"]
    return Choice(there, at_start(conditions), 0, AT_START, doubt=True)
