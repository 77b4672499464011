"""Recipe of Binairo on unknown pages: two symbols, which of them are given, and signs between cells."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product
from typing import Any

from player.doctor.learn.table import (
    AT_START,
    GIVEN,
    MOST,
    Attempt,
    Candidate,
    CellTable,
    Choice,
    Column,
    Reading,
    Values,
    all_empty,
    at_start,
    because,
    chosen,
    given_choices,
    kinds_of,
    meaning,
    nowhere,
    partition,
    regrouped,
    speaks_of,
    walls_of,
)
from player.games.grid import Wall, neighbouring
from player.games.tango.play import RULES

#: Words in titles of pages with this game, beside its own name.
TITLES = (*RULES["distinct"].titles, "sun", "moon")
#: What a page lacks on which the recipe finds nothing.
LACK = "no reading gives two kinds of symbol or sign"

#: Names of the two signs between cells.
SIGNS = {
    "equal": "= 🟰 equal eq same alike gleich igual égal uguale eşit gelijk",
    "cross": "x × ✕ ✖ ❌ ≠ cross opp opposite diff different ne neq not unequal",  # noqa: RUF001  # the sign that pages show
}
#: Names of the two symbols.
SYMBOLS = {
    "sun": "sun ☀ 🌞 ☼ sonne soleil sol sole zon 0 zero",
    "moon": "moon 🌙 🌜 🌛 ☾ ☽ 🌚 mond lune luna lua maan 1 one",
}

#: The most different texts in cells with two symbols, and signs beside them; and how many of them are numbers.
_MOST_TEXTS, _MOST_NUMBERS = 12, 2
#: The numbers of a colour or a drawing, which name no symbol.
_NUMBERS = re.compile(r"[(\[].*")
#: By how much the second name of a symbol is behind the first: more than rivals may differ by.
_UNLIKELY = 5
#: The least way of a sign from the middle of its cell, in cells.
_ASIDE = 0.3


def attempts(table: CellTable) -> Iterator[Attempt]:
    """Yield the ways to read two symbols, those that are given, and the signs between cells."""
    rows, cols = table.shape
    numbers = sum(text.isdigit() for text in table.texts)
    if rows != cols or rows % 2 or len(table.texts) > _MOST_TEXTS or numbers > _MOST_NUMBERS:
        return
    for (mark, locked), (equal, cross) in product(list(_symbols(table))[:MOST], list(_sign_choices(table))[:24]):
        if len(set(mark.values)) > 2 or any(equal.values) or any(cross.values):
            yield Attempt({"mark": mark, "locked": locked, "equal": equal, "cross": cross})


def _symbols(table: CellTable) -> Iterator[tuple[Choice, Choice]]:
    """Yield the marks and locks: one or two kinds of value beside that of most cells."""
    count = len(table.lattice.cells)
    found: list[tuple[Choice, Choice]] = []
    columns = [(column, *_kinds(column)) for column in regrouped(table.values, partition)]
    alone = {_places(column, others[0]) for column, _, others in columns if len(others) == 1 and _is_seen(column)}
    for column, empty, others in columns:
        are_seen = _is_seen(column) or alone.issuperset(_places(column, kind) for kind in others)
        if not are_seen or _is_of_signs(table, column):
            continue
        if not 1 <= len(others) <= 2 or not all(isinstance(kind, str) for kind in others):
            continue
        if 4 * column.values.count(empty) < count or is_shading(column.values, *table.shape):
            continue
        if _says_where(column, empty, table.shape[1]):
            continue
        is_shade = all("property" in one.reading for one in column.readings)
        if is_shade and _is_drawn_otherwise(column, empty, table):
            continue
        found += [(mark, _given(table, mark)) for mark in _symbol_choices(table, column, others)]
    finer = [_marked(mark) for mark, _ in found if len(set(mark.values)) > 2]
    kept = [pair for pair in found if len(set(pair[0].values)) > 2 or not any(_marked(pair[0]) <= one for one in finer)]
    yield from sorted(kept, key=lambda pair: -pair[0].score)
    yield all_empty(count), nowhere(count, "no symbol is given")


def _kinds(column: Column) -> tuple[Any, list[Any]]:
    """Return the value of most cells, or None where some have none, and the others, the most common first."""
    kinds = sorted(dict.fromkeys(column.values), key=lambda value: -column.values.count(value))
    empty, *others = [None, *(kind for kind in kinds if kind is not None)] if None in kinds else kinds
    return empty, others


def _is_seen(column: Column) -> bool:
    """Return whether a person perceives what is read."""
    return any(one.is_seen for one in column.readings)


def _places(column: Column, kind: object) -> tuple[bool, ...]:
    """Return which cells have a value."""
    return tuple(value == kind for value in column.values)


def _says_where(column: Column, empty: object, cols: int) -> bool:
    """Return whether names alone tell the values, and hold the number of the row or of the column of each cell."""
    if any({"drawing", "property"} & one.reading.keys() for one in column.readings):
        return False
    held = []
    for at, value in enumerate(column.values):
        if value != empty:
            row, col = divmod(at, cols)
            numbers = {int(number) for number in re.findall(r"\d+", str(value))}
            held.append({kind for kind, place in enumerate((row, row + 1, col, col + 1)) if place in numbers})
    return bool(set.intersection(*held))


def _is_drawn_otherwise(column: Column, empty: object, table: CellTable) -> bool:
    """Return whether two kinds of drawings or texts stand on the cells that a column marks, and part them otherwise."""
    places = [at for at, value in enumerate(column.values) if value != empty]
    mine = partition(tuple(column.values[at] for at in places))
    for other in table.values:
        there = tuple(other.values[at] for at in places)
        is_figure = any({"drawing", "text", "name"} & one.reading.keys() for one in other.readings)
        if is_figure and None not in there and len(set(there)) == 2 and partition(there) != mine:
            return True
    return False


def _marked(mark: Choice) -> set[int]:
    """Return the numbers of the cells with a mark."""
    return {at for at, value in enumerate(mark.values) if value != "empty"}


def _is_of_signs(table: CellTable, column: Column) -> bool:
    """Return whether the values are the texts of signs, which lie at the sides of cells."""
    signs = [
        {one.text for one in cell.inner if one.text and max(map(abs, one.place[:2])) > _ASIDE} | {*cell.placed}
        for cell in table.lattice.cells
    ]
    pairs = [*zip(column.values, signs, strict=True)]
    told = [(value, aside) for value, aside in pairs if isinstance(value, str) and value]
    if any(cell.placed for cell in table.lattice.cells) and all(bool(value) == bool(aside) for value, aside in pairs):
        return True
    return any(aside for _, aside in told) and all(not aside or _is_made_of(value, aside) for value, aside in told)


def _is_made_of(text: str, parts: set[str]) -> bool:
    """Return whether nothing but `parts` is in a text: a cell may have several signs."""
    for part in parts:
        text = text.replace(part, "")
    return not text.strip()


def _symbol_choices(table: CellTable, column: Column, kinds: Sequence[str]) -> list[Choice]:
    """Return the choices of marks: each kind under the name that its words have, else the first is called sun; a kind
    that is alone may be called moon, too, if a picture shows it so.
    """
    places = [column.values.index(kind) for kind in kinds]
    named = [_names_of(table, tuple(value == kind for value in column.values)) for kind in kinds]
    told = [
        next(filter(None, (meaning(one.words, SYMBOLS) for one in names)), meaning(_NUMBERS.sub("", kind), SYMBOLS))
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
        return []
    _, best = min(readings, key=lambda one: one[0])
    evidence = because(column) if len(kinds) == 2 else f"{because(column)}; the other symbol is not on the board yet"
    choices = []
    for away, names in enumerate([calls] if sure or len(kinds) == 2 else [calls, ["moon"]]):
        values = tuple(dict(zip(kinds, names, strict=True)).get(value, "empty") for value in column.values)
        reading: Reading = {"first": {**dict(zip(names, best, strict=True)), "empty": "*"}}
        score = column.score + 2 * sure + sum(value != "empty" for value in values) / 10 - _UNLIKELY * away
        choices.append(Choice(values, reading, score, evidence, doubt=len(kinds) < 2))
    return choices


def _names_of(table: CellTable, there: Values) -> list[Candidate]:
    """Return the names that just these cells have, those that tell a symbol first."""
    flag = table.flag(there)
    return sorted(flag.readings if flag else (), key=_as_mark)


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


def _given(table: CellTable, mark: Choice) -> Choice:
    """Return the locks of the marks that are there: by a name that the same cells have, else what is there at first."""
    there = tuple(value != "empty" for value in mark.values)
    if named := given_choices(table, there):
        return named[0]
    assert isinstance(mark.entry, dict)
    conditions = [condition for name, condition in mark.entry["first"].items() if name != "empty"]
    return Choice(there, at_start(conditions), 0, AT_START, doubt=True)


def _sign_choices(table: CellTable) -> Iterator[tuple[Choice, Choice]]:
    """Yield the equal and the cross signs: two sets of sides that share none, either way round; one set; or none."""
    rows, cols = table.shape
    gaps = frozenset(neighbouring(rows, cols))
    across = frozenset(gap for gap in gaps if gap[0].row == gap[1].row)
    known = [(column, walls) for column, walls in _between(table) if len(walls) <= 0.6 * len(gaps)]
    known = _of_one_kind(
        [(column, walls) for column, walls in known if not (walls >= across or walls >= gaps - across)]
    )
    pairs: list[tuple[float, Column, Column]] = []
    for number, (one, mine) in enumerate(known):
        for other, theirs in known[number + 1 :]:
            if not mine & theirs and _kind_of(one) == _kind_of(other) and not _are_ways(mine, theirs, known):
                pairs.append((one.score + other.score + (len(mine) + len(theirs)) / 4, one, other))
    pairs.sort(key=lambda pair: -pair[0])
    found: list[tuple[Choice, Choice]] = []
    for _, *pair in pairs[:6]:
        for equal, cross in (pair, pair[::-1]):
            if _is_drawn_as(equal, crossed=False) and _is_drawn_as(cross, crossed=True):
                found.append((_sign_choice(equal, "equal"), _sign_choice(cross, "cross")))
    none = nowhere(rows * cols, "no such sign is on the board", sides=True)
    for one, mine in known[:5]:
        parts = frozenset[object]().union(*(theirs for _, theirs in known if theirs < mine and not _is_one_way(theirs)))
        if parts == mine:  # two kinds of sign together
            continue
        found += [(_sign_choice(one, "equal"), _unseen(one, "cross") or none)] * _is_drawn_as(one, crossed=False)
        found += [(_unseen(one, "equal") or none, _sign_choice(one, "cross"))] * _is_drawn_as(one, crossed=True)
    yield from sorted(found, key=lambda pair: -pair[0].score - pair[1].score)
    yield none, none


#: By sign: the pattern of what it is written as, and whether its drawing is crossed.
_WRITTEN = {"equal": ("^(=|🟰)$", False), "cross": ("^[xX×✕✖❌≠]$", True)}  # noqa: RUF001  # the signs that pages show


def _with_looks(column: Column, sign: str) -> list[Candidate]:
    """Return the readings of a column that say what its signs look like, if they look like `sign`."""
    crossed = _WRITTEN[sign][1]
    return [
        one
        for one in column.readings
        if ("pattern" in one.reading and meaning(one.reading["pattern"], SIGNS) == sign)
        or one.reading.get("crossed", not crossed) is crossed
    ]


def _unseen(column: Column, sign: str) -> Choice | None:
    """Return the choice of a `sign` that is not on the board: read as the other one is, by its own look; None if that
    has no look.
    """
    [other] = SIGNS.keys() - {sign}
    if not (readings := _with_looks(column, other)):
        return None
    known = min(readings, key=lambda one: (_names_a_sign(one), "pattern" not in one.reading)).reading
    pattern, crossed = _WRITTEN[sign]
    entry = {**known, "pattern": pattern} if "pattern" in known else {**known, "crossed": crossed}
    says = "read as the other sign is; there is none on the board yet"
    return Choice(([],) * len(column.values), {**entry, "once": True}, 0, says, doubt=True)


def _names_a_sign(candidate: Candidate) -> bool:
    """Return whether the elements of a reading have the name of one kind of sign."""
    return any(meaning(candidate.reading.get(key, ""), SIGNS) for key in ("bars", "sides"))


def _is_drawn_as(column: Column, *, crossed: bool) -> bool:
    """Return whether no reading of a column's drawings and texts says that its signs are of the other kind."""
    other = "equal" if crossed else "cross"
    texts = [str(one.reading.get("pattern")) for one in column.readings if "attribute" not in one.reading]
    are_other = any(meaning(text, SIGNS) == other for text in texts)
    return not are_other and all(one.reading.get("crossed", crossed) is crossed for one in column.readings)


Walls = frozenset[Wall]
Known = list[tuple[Column, Walls]]


def _between(table: CellTable) -> Iterator[tuple[Column, Walls]]:
    """Yield the columns of what lies between cells; borders are no signs."""
    for column in table.sides:
        walls = walls_of(column.values, *table.shape)
        if walls and not all(one.source == "borders" for one in column.readings):
            yield column, walls


def _looks(column: Column) -> set[str]:
    """Return what the signs of a column look like, if its readings say so: their text, or whether they are crossed."""
    told = [(one.reading.get("pattern"), one.reading.get("crossed")) for one in column.readings]
    return {str(look) for pair in told for look in pair if look is not None}


def _of_one_kind(known: Known) -> Known:
    """Return the columns whose signs look alike, and all of those: no part of them, such as those of one direction."""
    looks = [(look, walls) for column, walls in known for look in _looks(column)]
    kept = []
    for column, walls in known:
        mine = _looks(column)
        is_part = any(look in mine and walls < others for look, others in looks)
        is_mixed = not mine and len({look for look, others in looks if walls & others}) > 1 and _differ(walls, looks)
        if not is_part and not is_mixed:
            kept.append((column, walls))
    return kept


def _differ(walls: Walls, looks: Sequence[tuple[str, Walls]]) -> bool:
    """Return whether some of the signs look otherwise than others of them."""
    return any(one & walls and other & walls and not one & other for _, one in looks for _, other in looks)


def _are_ways(mine: Walls, theirs: Walls, known: Known) -> bool:
    """Return True if one set holds the signs across and the other those down, though their kinds can be told apart."""
    if not (_is_one_way(mine) and _is_one_way(theirs)):
        return False
    whole = mine | theirs
    return any(
        not one & other and one | other == whole and not (_is_one_way(one) and _is_one_way(other))
        for _, one in known
        for _, other in known
    )


def _is_one_way(walls: Walls) -> bool:
    """Return whether all walls lie between cells of one row, or all between cells of one column."""
    return len({a.row == b.row for a, b in walls}) == 1


def _kind_of(column: Column) -> frozenset[str]:
    """Return the kinds of the readings of a column: of two signs, both are read alike."""
    return frozenset(next(iter(one.reading)) for one in column.readings[:1])


def _sign_choice(column: Column, sign: str) -> Choice:
    """Return the choice of a sign; names that mean it are preferred. It is a guess if nothing tells its kind."""
    meanings = [meaning(one.words, SIGNS) for one in column.readings]
    drawn = sum("crossed" in one.reading for one in column.readings)
    bonus = 2 * (sign in meanings) - 8 * any(name not in {sign, None} for name in meanings)
    narrow = _with_looks(column, sign)  # the others take any sign for this one
    choice = chosen(replace(column, readings=narrow) if narrow else column, ["every"])
    return replace(choice, score=column.score + bonus + drawn, doubt=not narrow and sign not in meanings)


def is_shading(values: Values, rows: int, cols: int) -> bool:
    """Return whether the values alternate as on a chess board, or from line to line: a look, no clue."""
    places = [(row, col) for row in range(rows) for col in range(cols)]
    ways = ([(row + col) % 2 for row, col in places], [row % 2 for row, _ in places], [col % 2 for _, col in places])
    return any(len(set(zip(way, values, strict=True))) == len(set(values)) == len(set(way)) for way in ways)
