"""The table of observations: what readings give of each cell of a lattice, and choices of them for a game's fields."""

import json
import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from player.doctor.probe import SurveyedLattice
from player.games.grid import SIDES, Cell, between, beyond, cells

Reading = dict[str, Any]
"""A reading as in selectors.yaml."""

#: How far a reading is trusted to stay: what is there for programs, what is seen, styles, names of one build.
MARKED, SEEN, NAMED, STYLED, PASSING = 5, 5, 4, 3, 1


@dataclass(frozen=True, slots=True)
class Candidate:
    """A reading to try; `source` is what it reads: candidates with different sources are independent witnesses."""

    reading: Reading
    source: str
    weight: int

    @property
    def key(self) -> str:
        """The reading as text."""
        return json.dumps(self.reading, sort_keys=True)

    @property
    def is_seen(self) -> bool:
        """True if a person perceives what is read: a text, a label, a drawing, a colour; not a name in the markup."""
        labels = {"aria-label", "alt", "title", "src", "href", "xlink:href"}
        kinds = {"text", "name", "drawing", "property", "outline"}
        return bool(kinds & self.reading.keys()) or self.reading.get("attribute") in labels

    @property
    def words(self) -> str:
        """The names and texts in the reading: values of attributes, classes, patterns."""
        return " ".join(_words(self.reading))


def _words(part: Any) -> Iterator[str]:
    """Yield the names and texts in a part of a reading."""
    for key, value in part.items():
        if isinstance(value, dict):
            yield from _words(value)
        elif key == "pattern":
            yield str(value)
        elif isinstance(value, str):
            yield from (
                f"{quoted} {name}" for quoted, name in re.findall(r'="([^"]*)"|([.#]-?[A-Za-z_][\w-]*|^\w+$)', value)
            )


def is_lasting(name: str) -> bool:
    """Return True if `name` is no counter; names that a page's build made are in no answer of the page."""
    return bool(name) and not re.search(r"\d", name)


def with_value(reading: Reading, value: str) -> Reading:
    """Return `reading` so that it gives nothing but `value`, which stands in the place of its pattern's group."""
    told = escaped(value)
    pattern = reading.get("pattern", "^()$")
    start, end = _group(pattern)
    return {**reading, "pattern": f"{pattern[:start]}{told}{pattern[end:]}"}


def escaped(text: str) -> str:
    """Return a regex for just this text, here and in a page."""
    return re.sub(r"([\\^$.|?*+()\[\]{}/])", r"\\\1", text)


def _group(pattern: str) -> tuple[int, int]:
    """Return where the text in the first group of a pattern starts and ends."""
    start, depth, at, in_class = -1, 0, 0, False
    while at < len(pattern):
        sign = pattern[at]
        if sign == "\\":
            at += 2
            continue
        in_class = (in_class or sign == "[") and sign != "]"
        if sign == "(" and not in_class:
            if start < 0 and pattern[at + 1 : at + 2] != "?":
                start, depth = at + 1, 0
            elif start >= 0:
                depth += 1
        elif sign == ")" and not in_class and start >= 0:
            if not depth:
                return start, at
            depth -= 1
        at += 1
    raise ValueError(f"{pattern!r} has no group")


#: The evidence for `at_start`.
AT_START = "what is there at the start is given"


def at_start(marks: Iterable[str | Reading]) -> Reading:
    """Return the reading of what is given, if only the marks that are there at the start are: one of `marks`."""
    conditions = list(marks)
    selectors = [one for one in conditions if isinstance(one, str)]
    if len(selectors) == len(conditions):
        return {"has": ", ".join(selectors), "once": True}
    if len(conditions) == 1:
        return {"has": conditions[0], "once": True}
    return {"has": {"all": {f"given {number}": one for number, one in enumerate(conditions)}}, "once": True}


#: Words in names of what is given at the start.
GIVEN = "given fixed locked lock prefilled initial static disabled readonly clue hint start original"


def meaning(text: str, known: Mapping[str, str]) -> str | None:
    """Return the name in `known`, by names with their words, of which one word stands in `text`; None if several do."""
    words = {word.lower() for word in _words_in(text)}
    found = [name for name, written in known.items() if words.intersection(written.split())]
    return found[0] if len(found) == 1 else None


def forms(text: str, known: str) -> list[str]:
    """Return the words of `text`, as they are written there, that are in `known`."""
    return [word for word in _words_in(text) if word.lower() in known.split()]


def _words_in(text: str) -> list[str]:
    """Return the words, numbers and signs of a text; of names written together, each word."""
    return re.findall(r"[^\W\d_]+|\d+|[^\w\s]", re.sub(r"(?<=[a-z])(?=[A-Z])", " ", text))


def speaks_of(text: str, words: str | Iterable[str]) -> bool:
    """Return whether one of the words is in `text`."""
    low = text.lower()
    return any(word in low for word in (words.split() if isinstance(words, str) else words))


Values = tuple[Any, ...]
"""The values that a reading gives of the cells, row by row."""


@dataclass(slots=True)
class Column:
    """The values that readings with the same meaning give of each cell; `readings` are those candidates."""

    values: Values
    readings: list[Candidate] = field(default_factory=list)
    raw: dict[str, Values] = field(default_factory=dict)
    """The values of each reading in its own words, by its key."""

    @property
    def sources(self) -> list[str]:
        """The different sources of the readings: each is a witness of its own."""
        return list(dict.fromkeys(one.source for one in self.readings))

    @property
    def score(self) -> float:
        """The trust in the column: by its best reading, and by the number of witnesses."""
        return max(one.weight for one in self.readings) + 2 * min(2, len(self.sources) - 1)

    def best(self, most: int = 3) -> list[Candidate]:
        """Return a few readings, one of each source, the most lasting first."""
        ordered = sorted(self.readings, key=lambda one: (-one.weight, len(one.key)))
        first: dict[str, Candidate] = {}
        for one in ordered:
            first.setdefault(one.source, one)
        chosen = list(first.values())
        return [one for number, one in enumerate(chosen[:most]) if number == 0 or one.weight > 1]


@dataclass(frozen=True, slots=True)
class CellTable:
    """The columns of one lattice, whose `place` are the keys of its section that find its cells."""

    lattice: SurveyedLattice
    place: dict[str, Any]
    values: list[Column]
    sides: list[Column]
    flags: list[Column]

    @property
    def shape(self) -> tuple[int, int]:
        """The numbers of rows and columns."""
        return self.lattice.rows, self.lattice.cols


def numbering_of(lattice: SurveyedLattice) -> dict[str, Any]:
    """Return the keys of the section that read the cells' numbers."""
    if lattice.numbered is None:
        return {}
    name, before, first = lattice.numbered
    reading = {"attribute": name, **({"pattern": r"^\D*(\d+)$"} if before else {})}
    return {"index": reading, **({"numbered_from": 1} if first else {})}


def plain(values: Values) -> Values:
    """Return the values with "" for nothing, as texts are read."""
    return tuple(None if value in {"", "none", "normal"} or value is None else value for value in values)


def sided(candidate: Candidate, values: Values, rows: int, cols: int) -> Iterator[tuple[Candidate, Values]]:
    """Yield the candidate with its sides: without those on the rim, and from either cell, if the reading can say so."""
    if not all(isinstance(sides, list) for sides in values):
        return
    places = list(cells(rows, cols))
    inner = [
        [side for side in sides if _is_on(beyond(at, side), rows, cols)]
        for at, sides in zip(places, values, strict=True)
    ]
    drawn = {
        side: {between(at, beyond(at, side)) for at, sides in zip(places, inner, strict=True) if side in sides}
        for side in SIDES
    }
    options: dict[str, bool] = {}
    if inner != list(values):
        options["rim"] = True
    if drawn["left"] and drawn["right"] and drawn["left"] != drawn["right"]:
        options["either"] = True
    if options and not {"all", "borders", "bars"} & candidate.reading.keys():
        if "rim" in options:
            return
        options = {}
    yield replace(candidate, reading={**candidate.reading, **options}), tuple(inner)


def _is_on(at: Cell, rows: int, cols: int) -> bool:
    return 0 <= at.row < rows and 0 <= at.col < cols


def walls_of(values: Values, rows: int, cols: int) -> set[tuple[Cell, Cell]]:
    """Return the walls of the sides of each cell."""
    return {
        between(at, beyond(at, side))
        for at, sides in zip(cells(rows, cols), values, strict=True)
        for side in sides
        if side in SIDES
    }


def grouped(found: Iterable[tuple[Candidate, Values]], key: Callable[[Values], Hashable]) -> list[Column]:
    """Return a column for each meaning, with its readings; the most trusted first."""
    columns: dict[Hashable, Column] = {}
    for candidate, values in found:
        try:
            column = columns.setdefault(key(values), Column(values))
        except TypeError:  # a list where a text was expected
            continue
        column.readings.append(candidate)
        column.raw[candidate.key] = values
    return sorted(columns.values(), key=lambda column: -column.score)


def partition(values: Sequence[Hashable]) -> tuple[int, ...]:
    """Return the values by numbers in the order in which they first come: equal if two columns part the cells alike."""
    numbers: dict[Hashable, int] = {}
    return tuple(numbers.setdefault(value, len(numbers)) for value in values)


@dataclass(frozen=True, slots=True)
class Choice:
    """A possible meaning of one field: the value of each cell, the entry in the section, and the evidence.

    `doubt` if the page does not show yet what is to be known.
    """

    values: Values
    entry: Reading | str
    score: float
    evidence: str
    doubt: bool = False


Fields = dict[str, Choice]
"""A choice for each field of a game."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """One way to read a whole board: the choices of its fields, and lists beside the grid."""

    fields: Fields
    beside: dict[str, Any] = field(default_factory=dict)
    items: dict[str, Any] = field(default_factory=dict)

    @property
    def score(self) -> float:
        """The sum of the choices' scores."""
        return sum(choice.score for choice in self.fields.values())


def chosen(column: Column, expect: Sequence[str], *, once: bool = True, bonus: float = 0) -> Choice:
    """Return the choice of `column`, read by its best readings."""
    return Choice(column.values, chain(column.best(), expect, once=once), column.score + bonus, because(column))


def chain(readings: Iterable[Candidate | Reading], expect: Sequence[str], *, once: bool) -> Reading:
    """Return the entry of a field that these readings give; one reading of which nothing is expected stands alone."""
    mappings = [dict(one.reading) if isinstance(one, Candidate) else dict(one) for one in readings]
    told: Reading = {"once": True} if once else {}
    if len(mappings) == 1 and not expect:
        return {**mappings[0], **told}
    return {"any": mappings, **({"expect": list(expect)} if expect else {}), **told}


def because(column: Column) -> str:
    """Return the evidence of a column: the witnesses that agree."""
    sources = column.sources
    if len(sources) == 1:
        return f"read from the {sources[0]}"
    return f"{len(sources)} readings agree: {', '.join(sources[:3])}"


def nowhere(count: int, evidence: str) -> Choice:
    """Return the choice that no cell has it, on this board or on any."""
    return Choice((False,) * count, "none", 0, evidence, doubt=True)


def no_sides(count: int, evidence: str) -> Choice:
    """Return the choice that no cell has a side."""
    return Choice(([],) * count, "none", 0, evidence, doubt=True)


def all_empty(count: int) -> Choice:
    """Return the choice that no cell has a mark: what marks look like is to be seen when there is one."""
    return Choice(("empty",) * count, {"first": {"empty": "*"}}, 0, "no mark is on the board yet", doubt=True)


def regroup(columns: Iterable[Column], key: Any) -> list[Column]:
    """Return columns with equal keys as one, with all their readings; those with the key None are left out."""
    found: dict[Hashable, Column] = {}
    for column in columns:
        name = key(column)
        if name is None:
            continue
        mine = found.setdefault(name, Column(column.values))
        mine.readings.extend(column.readings)
        mine.raw |= column.raw
    return sorted(found.values(), key=lambda column: -column.score)


#: The most choices of one field that are tried.
MOST = 8
#: The longest text that may name a symbol.
LONGEST = 300


def texts(columns: CellTable) -> set[str]:
    """Return the different texts in the cells, if some cells have none: where all have one, it is no clue."""
    found = {cell.text for cell in columns.lattice.cells}
    return found - {""} if "" in found else set()


def kinds_of(candidate: Candidate, kinds: Sequence[object]) -> list[Reading] | None:
    """Return for each kind the condition that a cell has it; None if the reading can't be asked for a value."""
    if not {"attribute", "property", "text", "name", "drawing"} & candidate.reading.keys():
        return None
    if not all(isinstance(kind, str) and 0 < len(kind) < LONGEST for kind in kinds):
        return None
    return [with_value(candidate.reading, str(kind)) for kind in kinds]
