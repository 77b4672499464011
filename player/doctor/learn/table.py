"""The table of observations: what readings give of each cell of a lattice, and choices of them for a game's fields."""

import json
import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from player.doctor.probe import SurveyedLattice
from player.games.grid import SIDES, Cell, between, beyond, cells, connected, neighbours, on_grid

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


#: The group of a pattern of a candidate, which has no group in it.
_GROUP = re.compile(r"(?<!\\)\((?!\?)[^()]*\)")


def with_value(reading: Reading, value: str) -> Reading:
    """Return `reading` so that it gives nothing but `value`, which stands in the place of its pattern's group."""
    return {**reading, "pattern": _GROUP.sub(lambda _: f"({escaped(value)})", reading.get("pattern", "^()$"), count=1)}


def escaped(text: str) -> str:
    """Return a regex for just this text, here and in a page."""
    return re.sub(r"([\\^$.|?*+()\[\]{}/])", r"\\\1", text)


#: The pattern of the one symbol in a text that has signs beside it, as js/traits.js has it.
AMONG_SIGNS = r"^[\s=×✕✖≠xX]*([^\s=×✕✖≠xX]+)[\s=×✕✖≠xX]*$"  # noqa: RUF001  # the signs that pages show

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
    found = [name for name, words in known.items() if forms(text, words)]
    return found[0] if len(found) == 1 else None


def forms(text: str, known: str) -> list[str]:
    """Return the words of `text` that are in `known`, as they are written there; of joined names, each word."""
    words = re.findall(r"[^\W\d_]+|\d+|[^\w\s]", re.sub(r"(?<=[a-z])(?=[A-Z])", " ", text))
    return [word for word in words if word.lower() in known.split()]


def speaks_of(text: str, words: str | Iterable[str]) -> bool:
    """Return whether one of the words is in `text`."""
    low = text.lower()
    return any(word in low for word in (words.split() if isinstance(words, str) else words))


#: Longest phrase that is looked for on a page.
LONGEST_PHRASE = 40


def phrase(text: str, is_wanted: Callable[[str], bool] = bool) -> str:
    """Return the part of `text` that is the same each time: the first words that are wanted, or else its first ones,
    without numbers.
    """
    split = re.split(r"\d|[\n!.?:;,\u2013\u2014(]", " ".join(text.split()))
    parts = [part.strip() for part in split if len(part.strip()) > part.isascii() + 1]
    said = next(filter(is_wanted, parts), parts[0] if parts else "")
    return said if len(said) <= LONGEST_PHRASE else said[:LONGEST_PHRASE].rpartition(" ")[0]


# Columns

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
        first: dict[str, Candidate] = {}
        for one in sorted(self.readings, key=lambda one: (-one.weight, len(one.key))):
            first.setdefault(one.source, one)
        return [one for number, one in enumerate([*first.values()][:most]) if number == 0 or one.weight > 1]

    def told(self, pattern: str) -> Reading:
        """Return the condition that a cell has a value: its best reading, which has a pattern, if need be `pattern`."""
        return {"pattern": pattern, **self.best(1)[0].reading}

    @property
    def there(self) -> tuple[bool, ...]:
        """True if each cell has a value."""
        return tuple(value is not None for value in self.values)

    @property
    def numbers(self) -> list[int]:
        """The values, if they are numbers from 1 to 999 of some cells and not of all; else none."""
        told = [value for value in self.values if value is not None]
        is_number = all(isinstance(value, str) and re.fullmatch(r"[1-9]\d{0,2}", value) for value in told)
        return [int(value) for value in told] if is_number and len(told) < len(self.values) else []


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

    @property
    def texts(self) -> set[str]:
        """The different texts in the cells, if some cells have none: where all have one, it is no clue."""
        found = {cell.text for cell in self.lattice.cells}
        return found - {""} if "" in found else set()

    def flag(self, there: Values) -> Column | None:
        """Return the column of the names that just the cells `there` have."""
        return next((flag for flag in self.flags if flag.values == there), None)


def numbering_of(lattice: SurveyedLattice) -> dict[str, Any]:
    """Return the keys of the section that read the cells' numbers."""
    if lattice.numbered is None:
        return {}
    name, before, first = lattice.numbered
    reading = {"attribute": name, **({"pattern": r"^\D*(\d+)$"} if before else {})}
    return {"index": reading, **({"numbered_from": 1} if first else {})}


def plain(values: Values) -> Values:
    """Return the values with None for nothing, as texts are read."""
    return tuple(None if value in {"", "none", "normal"} else value for value in values)


def sided(candidate: Candidate, values: Values, rows: int, cols: int) -> tuple[Candidate, Values] | None:
    """Return the candidate with its sides: without those on the rim, and from either cell; None if it can't say so."""
    if not all(isinstance(sides, list) for sides in values):
        return None
    inner = [
        [side for side in sides if 0 <= (other := beyond(at, side)).row < rows and 0 <= other.col < cols]
        for at, sides in zip(cells(rows, cols), values, strict=True)
    ]
    left, right = (_drawn(inner, side, rows, cols) for side in ("left", "right"))
    options = {"rim": inner != list(values), "either": bool(left and right and left != right)}
    if not {"all", "borders", "bars"} & candidate.reading.keys():
        return None if options["rim"] else (candidate, tuple(inner))
    told = {option: True for option, holds in options.items() if holds}
    return replace(candidate, reading={**candidate.reading, **told}), tuple(inner)


def _drawn(values: Iterable[Any], side: str, rows: int, cols: int) -> set[tuple[Cell, Cell]]:
    return {between(at, beyond(at, side)) for at, sides in zip(cells(rows, cols), values, strict=True) if side in sides}


def walls_of(values: Values, rows: int, cols: int) -> frozenset[tuple[Cell, Cell]]:
    """Return the walls of the sides of each cell."""
    return frozenset().union(*(_drawn(values, side, rows, cols) for side in SIDES))


def grouped(
    found: Iterable[tuple[Candidate, Values]], key: Callable[[Values], Hashable] = lambda values: values
) -> list[Column]:
    """Return a column for each meaning, by `key`, with its readings, the most trusted first; None is no meaning."""
    columns: dict[Hashable, Column] = {}
    for candidate, values in found:
        try:
            if (name := key(values)) is None:
                continue
            column = columns.setdefault(name, Column(values))
        except TypeError:  # a list where a text was expected
            continue
        column.readings.append(candidate)
        column.raw[candidate.key] = values
    return sorted(columns.values(), key=lambda column: -column.score)


def regrouped(columns: Iterable[Column], key: Callable[[Values], Hashable]) -> list[Column]:
    """Return columns of equal meaning as one, as `grouped` does; its values are those of the first."""
    found = ((column, one) for column in columns for one in column.readings)
    return grouped(((one, column.raw[one.key]) for column, one in found), key)


def partition(values: Sequence[Hashable]) -> tuple[int, ...]:
    """Return the values by numbers in the order in which they first come: equal if two columns part the cells alike."""
    numbers: dict[Hashable, int] = {}
    return tuple(numbers.setdefault(value, len(numbers)) for value in values)


def parts_of(values: Values, rows: int, cols: int) -> int:
    """Return the number of parts of a board: cells with one value that hang together."""
    of = on_grid((rows, cols), values)
    return len(connected(of, lambda at: (near for near in neighbours(at, rows, cols) if of[near] == of[at])))


# Choices


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


@dataclass(frozen=True, slots=True)
class Attempt:
    """One way to read a whole board: the choice of each field, and lists beside the grid."""

    fields: dict[str, Choice]
    beside: dict[str, Any] = field(default_factory=dict)
    items: dict[str, Any] = field(default_factory=dict)

    @property
    def score(self) -> float:
        """The sum of the choices' scores."""
        return sum(choice.score for choice in self.fields.values())


#: The most choices of one field that are tried, and columns that one field is chosen from.
MOST, MOST_COLUMNS = 8, 4


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


def nowhere(count: int, evidence: str, *, sides: bool = False) -> Choice:
    """Return the choice that no cell has it, or a side of it, on this board or on any."""
    return Choice(([] if sides else False,) * count, "none", 0, evidence, doubt=True)


def all_empty(count: int) -> Choice:
    """Return the choice that no cell has a mark: what marks look like is to be seen when there is one."""
    return Choice(("empty",) * count, {"first": {"empty": "*"}}, 0, "no mark is on the board yet", doubt=True)


def given_choices(table: CellTable, there: Values) -> list[Choice]:
    """Return what may be given of the cells `there`: by names of it that only these have, the most cells first."""
    found = []
    for flag in table.flags:
        names = [one for one in flag.readings if speaks_of(one.words, GIVEN)]
        elsewhere = any(value is True and not mine for value, mine in zip(flag.values, there, strict=True))
        if names and any(flag.values) and not elsewhere:
            best = max(names, key=lambda one: one.weight)
            says = f"cells with {best.reading['has']}"
            found.append(Choice(flag.values, dict(best.reading), 2 + best.weight / 5, says))
    return sorted(found, key=lambda one: (-sum(value is True for value in one.values), -one.score))


#: The longest text that may name a symbol.
_LONGEST = 300


def kinds_of(candidate: Candidate, kinds: Sequence[object]) -> list[Reading] | None:
    """Return for each kind the condition that a cell has it; None if the reading can't be asked for a value."""
    if not {"attribute", "property", "text", "name", "drawing"} & candidate.reading.keys():
        return None
    if not all(isinstance(kind, str) and 0 < len(kind) < _LONGEST for kind in kinds):
        return None
    return [with_value(candidate.reading, str(kind)) for kind in kinds]
