"""Recipes: for each kind of game, the ways in which its fields may be read from a lattice's columns.

A game is known here by the one field that no other has.
"""

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import permutations, product

from player.doctor.learn.choices import (
    Attempt,
    Choice,
    all_empty,
    because,
    chain,
    chosen,
    is_connected,
    no_sides,
    nowhere,
    regions,
    regroup,
)
from player.doctor.learn.columns import Column, Columns, Values, partition, walls_of
from player.doctor.learn.pool import Candidate, Reading, escaped, with_value
from player.doctor.learn.words import GIVEN, SHAPES, SIGNS, SYMBOLS, WALLS, forms, meaning, speaks_of
from player.games.grid import Cell, between, beyond, cells
from player.games.snapshot import Item

#: The most choices of one field that are tried.
_MOST = 8
#: The most kinds of marks: more kinds of a value are something else, such as colours.
_MOST_MARKS = 3
#: The most different texts in cells with two symbols, and signs beside them.
_MOST_TEXTS = 12
#: The longest text of a value by which a symbol is told.
_LONGEST = 300


def attempts(fields: Collection[str], columns: Columns) -> Iterator[Attempt]:
    """Yield the ways to read a board of the game with these fields, the likeliest first."""
    recipe = next((recipe for field, recipe in RECIPES.items() if field in fields), None)
    if recipe is not None:
        yield from sorted(recipe(columns), key=lambda attempt: -attempt.score)


def lacking(fields: Collection[str], columns: Columns) -> str:
    """Return what a lattice lacks that no way to read a board of this game was found."""
    return next((LACKS[field] for field in LACKS if field in fields), "no way to read it is known")


def _texts(columns: Columns) -> set[str]:
    """Return the different texts in the cells, if some cells have none: where all have one, it is no clue."""
    texts = [cell.text for cell in columns.lattice.cells]
    return {text for text in texts if text} if "" in texts else set()


def _square(columns: Columns) -> bool:
    rows, cols = columns.shape
    return rows == cols


# Regions, and at most one mark in each


def _by_regions(columns: Columns) -> Iterator[Attempt]:
    rows, cols = columns.shape
    if rows != cols or len(_texts(columns)) > _MOST_MARKS or any(text.isdigit() for text in _texts(columns)):
        return
    for column in regions(columns)[:_MOST]:
        bonus = 2 if is_connected(column.values, rows, cols) else -3
        region = chosen(column, ["every", "one each row"], bonus=bonus)
        for mark, locked in _marks(columns, column.values):
            yield Attempt({"region": region, "mark": mark, "locked": locked})


def _marks(columns: Columns, region: Values) -> Iterator[tuple[Choice, Choice]]:
    """Yield the marks and locks: none yet, or names that only some cells have, which no two may share a line or region."""
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
        if len(set(column.values)) <= _MOST_MARKS and any(one.is_seen for one in column.readings)
    ]
    for flag in columns.flags:
        there = [at for at, value in enumerate(flag.values) if value is True]
        if there and any(_tells_apart(values, there) for values in seen):
            yield flag


def _tells_apart(values: Values, there: Sequence[int]) -> bool:
    """Return whether the cells `there` have one value, and all others another one."""
    inside = {values[at] for at in there}
    return len(inside) == 1 and sum(value in inside for value in values) == len(there)


# Numbers, and walls between cells


def _by_numbers(columns: Columns) -> Iterator[Attempt]:
    count = len(columns.lattice.cells)
    numbers = [column for column in columns.values if _is_count(column.values)]
    for number, walls in product(regroup(numbers, lambda column: column.values)[:4], _walls(columns)[:_MOST]):
        filled = Choice((False,) * count, {"has": ":not(*)"}, 0, "no path is on the board yet", doubt=True)
        yield Attempt({"number": chosen(number, ["numbers"]), "walls": walls, "filled": filled})


def _is_count(values: Values) -> bool:
    """Return whether the values are 1 to K, each once, on some cells but not on all."""
    told = [value for value in values if value is not None]
    if not 2 <= len(told) < len(values) or not all(
        isinstance(text, str) and re.fullmatch(r"[1-9]\d{0,2}", text) for text in told
    ):
        return False
    return sorted(map(int, told)) == list(range(1, len(told) + 1))


def _walls(columns: Columns) -> list[Choice]:
    """Return what may be the walls: sides that few cells have, or none."""
    rows, cols = columns.shape
    most = rows * (cols - 1) + cols * (rows - 1)
    found = []
    for column in columns.sides:
        walls = walls_of(column.values, rows, cols)
        if 0 < len(walls) <= 0.6 * most:
            bonus = 3 if any(speaks_of(one.words, WALLS) for one in column.readings) else 1
            found.append(chosen(_agreeing(column, columns), ["walls"], bonus=bonus))
    found.sort(key=lambda choice: -choice.score)
    return [*found[: _MOST - 1], no_sides(rows * cols, "nothing lies between the cells")]


def _agreeing(column: Column, columns: Columns) -> Column:
    """Return `column` with its soundest readings first: those that draw each wall from both of its cells, or from one."""
    del columns
    return column


# Two symbols, and signs between cells


def _by_signs(columns: Columns) -> Iterator[Attempt]:
    rows, _ = columns.shape
    if not _square(columns) or rows % 2 or len(_texts(columns)) > _MOST_TEXTS:
        return
    for (mark, locked), (equal, cross) in product(list(_symbols(columns))[:_MOST], list(_signs(columns))[:24]):
        yield Attempt({"mark": mark, "locked": locked, "equal": equal, "cross": cross})


def _symbols(columns: Columns) -> Iterator[tuple[Choice, Choice]]:
    """Yield the marks and locks: one or two kinds of value beside that of most cells."""
    count = len(columns.lattice.cells)
    found: list[tuple[Choice, Choice]] = []
    for column in regroup(columns.values, lambda column: partition(column.values)):
        kinds = sorted(set(column.values), key=lambda value: -column.values.count(value))
        empty, *others = [None, *(kind for kind in kinds if kind is not None)] if None in kinds else kinds
        if not any(one.is_seen for one in column.readings):
            continue
        if not 1 <= len(others) <= 2 or not all(isinstance(kind, str) for kind in others):
            continue
        if 2 * column.values.count(empty) < count:
            continue
        if mark := _symbol_choice(columns, column, others):
            found.append((mark, _given(columns, mark)))
    yield from sorted(found, key=lambda pair: -pair[0].score)
    yield all_empty(count), nowhere(count, "no symbol is given")


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
        conditions = _kinds_of(candidate, [column.raw[candidate.key][place] for place in places])
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
    """Return how well a reading suits a mark, which moves change: not if it tells what is given, or names of a style."""
    reading = candidate.reading
    return (
        speaks_of(candidate.words, GIVEN),
        reading.get("attribute") in {"class", "style"} and "pattern" not in reading,
        meaning(candidate.words, SYMBOLS) is None,
        -candidate.weight,
        len(candidate.key),
    )


def _kinds_of(candidate: Candidate, kinds: Sequence[object]) -> list[Reading] | None:
    """Return for each kind the condition that a cell has it; None if the reading can't be asked for a value."""
    if not {"attribute", "property", "text", "drawing"} & candidate.reading.keys():
        return None
    if not all(isinstance(kind, str) and 0 < len(kind) < _LONGEST for kind in kinds):
        return None
    return [with_value(candidate.reading, str(kind)) for kind in kinds]


def _given(columns: Columns, mark: Choice) -> Choice:
    """Return the locks of the marks that are there: by a name that the same cells have, else what is there at first."""
    there = tuple(value != "empty" for value in mark.values)
    named = [flag for flag in columns.flags if flag.values == there]
    by_words = [one for flag in named for one in flag.readings if speaks_of(one.words, GIVEN)]
    if by_words:
        best = max(by_words, key=lambda one: one.weight)
        return Choice(
            there, dict(best.reading), 1 + best.weight / 5, f"just the cells with a symbol have {best.reading['has']}"
        )
    assert isinstance(mark.entry, dict)
    first = mark.entry["first"]
    conditions = [condition for name, condition in first.items() if name != "empty"]
    reading: Reading = {"all": {f"given {number}": one for number, one in enumerate(conditions)}}
    entry = {"has": conditions[0] if len(conditions) == 1 else reading, "once": True}
    return Choice(there, entry, 0, "what is there at the start is given", doubt=True)


def _signs(columns: Columns) -> Iterator[tuple[Choice, Choice]]:
    """Yield the equal and the cross signs: two sets of sides that share none, either way round; one set; or none."""
    rows, cols = columns.shape
    most = rows * (cols - 1) + cols * (rows - 1)
    known = []
    for column in columns.sides:
        walls = frozenset(walls_of(column.values, rows, cols))
        if walls and len(walls) <= 0.6 * most and not all(one.source == "borders" for one in column.readings):
            known.append((column, walls))
    pairs: list[tuple[float, Column, Column]] = []
    for number, (one, mine) in enumerate(known):
        for other, theirs in known[number + 1 :]:
            if not mine & theirs and _kind_of(one) == _kind_of(other):
                pairs.append((one.score + other.score + (len(mine) + len(theirs)) / 4, one, other))
    pairs.sort(key=lambda pair: -pair[0])
    found: list[tuple[Choice, Choice]] = []
    for _, one, other in pairs[:6]:
        found += [_sign_pair(one, other), _sign_pair(other, one)]
    none = no_sides(rows * cols, "no such sign is on the board")
    for one, mine in known[:5]:
        parts = frozenset[object]().union(*(theirs for _, theirs in known if theirs < mine and not _is_one_way(theirs)))
        if parts == mine:  # two kinds of sign together
            continue
        equal, cross = _sign_pair(one, one)
        found += [(equal, none), (none, cross)]
    yield from sorted(found, key=lambda pair: -pair[0].score - pair[1].score)
    yield none, none


def _is_one_way(walls: Collection[tuple[Cell, Cell]]) -> bool:
    """Return whether all walls lie between cells of one row, or all between cells of one column."""
    return len({a.row == b.row for a, b in walls}) == 1


def _kind_of(column: Column) -> frozenset[str]:
    """Return the kinds of the readings of a column: of two signs, both are read alike."""
    return frozenset(next(iter(one.reading)) for one in column.readings[:1])


def _sign_pair(equal: Column, cross: Column) -> tuple[Choice, Choice]:
    """Return the choices of two signs, and prefer names that mean them."""
    both = []
    for sign, column in (("equal", equal), ("cross", cross)):
        meanings = [meaning(one.words, SIGNS) for one in column.readings]
        crossed = [one.reading["crossed"] == (sign == "cross") for one in column.readings if "crossed" in one.reading]
        bonus = 2 * (sign in meanings) - 8 * any(name not in {sign, None} for name in meanings)
        bonus += sum(1 if right else -2 for right in crossed)
        both.append(chosen(column, ["every"], bonus=bonus))
    return both[0], both[1]


# Digits in boxes


def _by_digits(columns: Columns) -> Iterator[Attempt]:
    rows, _ = columns.shape
    if not _square(columns) or rows < 4:
        return
    digits = [column for column in columns.values if _is_digits(column.values, rows)]
    for digit, walls in product(regroup(digits, lambda column: column.values)[:4], _boxes(columns)):
        for given in _given_digits(columns, digit):
            yield Attempt({"digit": chosen(digit, ["digits"], once=False), "given": given, "walls": walls})


def _is_digits(values: Values, rows: int) -> bool:
    told = [value for value in values if value is not None]
    if not rows <= len(told) + 2 or len(told) == len(values):
        return False
    return all(isinstance(text, str) and re.fullmatch(r"[1-9]\d?", text) and int(text) <= rows for text in told)


def _given_digits(columns: Columns, digit: Column) -> list[Choice]:
    there = tuple(value is not None for value in digit.values)
    found = []
    for flag in columns.flags:
        if not any(flag.values) or any(
            value is True and not digit for value, digit in zip(flag.values, there, strict=True)
        ):
            continue
        words = [one for one in flag.readings if speaks_of(one.words, GIVEN)]
        if words:
            best = max(words, key=lambda one: one.weight)
            found.append(
                Choice(flag.values, dict(best.reading), 2 + best.weight / 5, f"cells with {best.reading['has']}")
            )
        elif flag.values == there:
            best = flag.best(1)[0]
            found.append(
                Choice(
                    flag.values,
                    {**best.reading, "once": True},
                    1,
                    f"just the cells with a digit have {best.reading['has']}",
                )
            )
    best = digit.best(1)[0]
    pattern = {} if "pattern" in best.reading else {"pattern": r"^(\d+)$"}
    entry = {"has": {**best.reading, **pattern}, "once": True}
    return [*found[:3], Choice(there, entry, 0, "what is there at the start is given", doubt=True)]


def _boxes(columns: Columns) -> list[Choice]:
    """Return the walls of boxes of equal size: as the page draws them, and last as is usual for this size."""
    n, _ = columns.shape
    found, sizes = [], [(height, n // height) for height in range(1, n + 1) if n % height == 0]
    usual = [size for size in sizes if 1 < size[0] < n]
    for column in columns.sides:
        walls = walls_of(column.values, n, n)
        if any(walls == _box_walls(n, *size) for size in usual):
            found.append(chosen(column, ["walls"], bonus=2))
    for height, width in sorted(usual, key=lambda size: (abs(size[0] - size[1]), size[0])):
        sides = tuple(
            [side for side in ("down", "right") if between(at, beyond(at, side)) in _box_walls(n, height, width)]
            for at in cells(n, n)
        )
        entry = _lines_entry(columns, height, width)
        if entry and _are_boxes(columns, height, width):
            found.append(Choice(sides, {**entry, "once": True}, 2, f"boxes of {height}x{width} stand out together"))
        elif entry:
            found.append(
                Choice(sides, {**entry, "once": True}, -2, f"no boxes are drawn: {height}x{width} is usual", doubt=True)
            )
    return found


def _box_walls(n: int, height: int, width: int) -> set[tuple[object, object]]:
    return {
        between(at, beyond(at, side))
        for at in cells(n, n)
        for side, last in (
            ("down", (at.row + 1) % height == 0 and at.row + 1 < n),
            ("right", (at.col + 1) % width == 0 and at.col + 1 < n),
        )
        if last
    }


def _lines_entry(columns: Columns, height: int, width: int) -> Reading | None:
    """Return the reading of the walls of boxes by the places of cells in their parents; None if these do not tell them."""
    nests, cell = columns.lattice.nests, columns.place["cell"]
    n, _ = columns.shape
    places = list(cells(n, n))
    if not all(
        (place % width == 0) == ((at.col + 1) % width == 0) for at, (_, place, _) in zip(places, nests, strict=True)
    ):
        return None
    first = height * width - width + 1
    ranges = [(row * n + 1, row * n + n) for row in range(height - 1, n, height)]
    below = [(at.row + 1) % height == 0 for at in places]
    ways = {
        f"{cell}:nth-child(n+{first})": [place >= first for _, place, _ in nests],
        f":nth-child({height}n) > {cell}": [outer % height == 0 for *_, outer in nests],
        ", ".join(f"{cell}:nth-child(n+{low}):nth-child(-n+{high})" for low, high in ranges): [
            any(low <= place <= high for low, high in ranges) for _, place, _ in nests
        ],
    }
    down = next((way for way, told in ways.items() if told == below), None)
    return down and {"all": {"right": f"{cell}:nth-child({width}n)", "down": down}, "rim": True}


def _are_boxes(columns: Columns, height: int, width: int) -> bool:
    """Return whether each box has an element or a colour of its own, unlike those beside it."""
    n, _ = columns.shape
    boxes = [(at.row // height, at.col // width) for at in cells(n, n)]
    parents = partition([parent for parent, *_ in columns.lattice.nests])
    if parents == partition(boxes):
        return True
    return any(
        len({*zip(boxes, column.values, strict=True)}) == len(set(boxes))
        and _alternates(dict(zip(boxes, column.values, strict=True)))
        for column in columns.values
        if any(one.is_seen for one in column.readings)
    )


def _alternates(colours: Mapping[tuple[int, int], object]) -> bool:
    """Return whether no two neighbouring boxes have the same value."""
    return all(
        colours.get((row + 1, col)) != one and colours.get((row, col + 1)) != one for (row, col), one in colours.items()
    )


# Areas to cover, each with a clue


def _by_areas(columns: Columns) -> Iterator[Attempt]:
    rows, cols = columns.shape
    numbers = [column for column in columns.values if _is_areas(column.values, rows * cols)]
    for area, shape in product(regroup(numbers, lambda column: column.values)[:4], _shapes(columns)[:60]):
        there = tuple(value is not None for value in area.values)
        full = shape or _any_shape(area, there)
        if any(number and kind is None for number, kind in zip(there, full.values, strict=True)):
            continue
        yield Attempt({"shape": full, "area": chosen(area, []), "mark": all_empty(rows * cols)})


def _is_areas(values: Values, count: int) -> bool:
    told = [value for value in values if value is not None]
    if not 2 <= len(told) < len(values) or not all(
        isinstance(text, str) and re.fullmatch(r"[1-9]\d{0,2}", text) for text in told
    ):
        return False
    return sum(map(int, told)) <= count


def _any_shape(area: Column, there: Values) -> Choice:
    best = area.best(1)[0]
    pattern = {} if "pattern" in best.reading else {"pattern": r"^(\d+)$"}
    values = tuple("any" if here else None for here in there)
    entry = {"first": {"any": {**best.reading, **pattern}}, "once": True}
    return Choice(values, entry, 0, "no shape is shown: each area may have any")


def _shapes(columns: Columns) -> list[Choice | None]:
    """Return what may be the shapes of clues: outlines, words or glyphs for them, or kinds of value in any order."""
    found: list[Choice] = []
    kinds: list[Choice] = []
    for column in regroup(columns.values, lambda column: column.values):
        told = list(dict.fromkeys(value for value in column.values if value is not None))
        if not told or not all(isinstance(value, str) for value in told):
            continue
        if set(told) <= set(SHAPES) and all(one.source == "outline" for one in column.readings):
            found.append(chosen(column, ["some"]))
            continue
        known = {value: meaning(value, SHAPES) for value in told}
        if any(known.values()) and (choice := _worded_shapes(column, known)):
            found.append(choice)
        elif 2 <= len(told) <= len(SHAPES) and any(one.is_seen for one in column.readings):
            kinds += _any_order(column, told)
    found.sort(key=lambda choice: -choice.score)
    return [*found, None, *kinds]


def _worded_shapes(column: Column, known: dict[str, str | None]) -> Choice | None:
    """Return the shapes by the words for them; other values are no shapes."""
    readings = []
    for candidate in column.best(6):
        raw = dict(zip(column.values, column.raw[candidate.key], strict=True))
        written: dict[str, set[str]] = {}
        for value, shape in known.items():
            if shape and raw[value]:
                written.setdefault(shape, set()).update(forms(raw[value], SHAPES[shape]))
        if (
            "pattern" not in candidate.reading
            and {"attribute", "text", "name"} & candidate.reading.keys()
            and all(written.values())
        ):
            ways = {shape: "|".join(escaped(word) for word in sorted(words)) for shape, words in written.items()}
            readings.append(
                {"first": {shape: {**candidate.reading, "pattern": f"({way})"} for shape, way in ways.items()}}
            )
        elif conditions := _kinds_of(candidate, [raw[value] for value in known if known[value]]):
            shapes = [shape for shape in known.values() if shape]
            if len(set(shapes)) == len(shapes):
                readings.append({"first": dict(zip(shapes, conditions, strict=True))})
    if not readings:
        return None
    values = tuple(known.get(value) for value in column.values)
    return Choice(values, chain(readings[:2], ["some"], once=True), column.score + 3, because(column))


def _any_order(column: Column, kinds: Sequence[str]) -> Iterator[Choice]:
    """Yield the kinds of a value as shapes, in any order: which is which, the one solution tells."""
    candidate = column.best(1)[0]
    conditions = _kinds_of(candidate, [column.raw[candidate.key][column.values.index(kind)] for kind in kinds])
    for shapes in permutations(SHAPES, len(kinds)) if conditions else ():
        reading: Reading = {"first": dict(zip(shapes, conditions or (), strict=True))}
        values = tuple(dict(zip(kinds, shapes, strict=True)).get(value) for value in column.values)
        evidence = f"{because(column)}; which shape is which, the one solution tells"
        yield Choice(values, chain([reading], ["some"], once=True), column.score - 4, evidence, doubt=True)


# Letters


def _by_letters(columns: Columns) -> Iterator[Attempt]:
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


def _holes(columns: Columns, letter: Column) -> Choice:
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


RECIPES: dict[str, Callable[[Columns], Iterator[Attempt]]] = {
    "region": _by_regions,
    "number": _by_numbers,
    "equal": _by_signs,
    "digit": _by_digits,
    "area": _by_areas,
    "letter": _by_letters,
}
LACKS = {
    "region": "no reading parts the cells into as many regions as rows",
    "number": "no reading gives numbers from 1 on, each once",
    "equal": "no reading gives two kinds of symbol or sign",
    "digit": "no reading gives digits, or no boxes are drawn",
    "area": "no reading gives areas that fit into the grid",
    "letter": "no letters with a list of words beside the grid",
}
