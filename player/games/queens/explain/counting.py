"""Rules of Queens on counts: lines in squares, composite regions, and stars that take too much of their room."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, product

from player.explanations.steps import Fact, Step, listed, sentence
from player.games.grid import Cell
from player.games.queens.explain.counts import Count, Counts
from player.games.queens.explain.double_counts import double_counts
from player.games.queens.explain.state import MAX_CELLS, Unit, View, at_any, at_each, named, no_queens

#: The word for how often a unit is counted.
TIMES = {2: "twice", 3: "three times", 4: "four times", 5: "five times", 6: "six times"}
#: The most units and squares of a count that a person may find, and of any.
MAX_PARTS, MAX_LONG_PARTS = 20, 80
#: The longest sentence, in characters, that says where the squares are.
MAX_SENTENCE_CHARACTERS = 160


def line_pairs(view: View) -> Iterator[Step]:
    """Yield what follows from two neighbouring lines that need all squares that cover their open cells."""
    counts = Counts.of(view)
    for count in counts.of_pairs():
        yield from _steps("line pair in squares", view, counts, count)


def composites(view: View) -> Iterator[Step]:
    """Yield what follows from composite regions that need all squares that cover them, the simplest first."""
    yield from _all("composite region", view, spare=0)


def pressured(view: View) -> Iterator[Step]:
    """Yield cells where a star takes too much room from a composite region that has a square to spare."""
    yield from _all("pressured count", view, spare=1)


def double(view: View) -> Iterator[Step]:
    """Yield cells where a star takes too much room from units that are counted together, by short counts."""
    yield from _together("double count", view, MAX_PARTS)


def long(view: View) -> Iterator[Step]:
    """Yield the same by counts that are too long to be found by eye."""
    yield from _together("long count", view, MAX_LONG_PARTS)


def _together(name: str, view: View, parts: int) -> Iterator[Step]:
    for count, out in double_counts(view, parts):
        uses = view.standing() + view.left_out(view.layout.union(count.units))
        units = tuple(dict.fromkeys(count.units))
        yield Step(name, _says(view, count, _too_much(view, out)), no_queens(out), uses, units)


def _all(name: str, view: View, spare: int) -> Iterator[Step]:
    counts = Counts.of(view)
    for count in sorted(counts.with_spare(spare), key=_size):
        yield from _steps(name, view, counts, count)


def _size(count: Count) -> tuple[int, int]:
    return len(count.units) + 2 * len(count.taking), len(count.squares)


def _steps(name: str, view: View, counts: Counts, count: Count) -> Iterator[Step]:
    """Yield the steps of a count: stars without which there is too little room, and stars that take too much."""
    uses = view.standing() + view.left_out(view.layout.union(count.units))
    piece = view.layout.piece
    if count.need == len(count.squares) and (forced := counts.forced(count)):
        need = "they need" if len(count.units) > 1 else "it needs"
        what = "one" if len(forced) == 1 else f"{piece}s"
        ends = [f"{need} {what} {where}" for where in (at_each(forced), f"at each of these {len(forced)} cells")]
        yield Step(name, _says(view, count, ends), tuple(map(Fact, forced)), uses, count.units)
    if out := counts.out(count):
        yield Step(name, _says(view, count, _too_much(view, out)), no_queens(out), uses, count.units)


def _too_much(view: View, out: Sequence[Cell]) -> list[str]:
    """Return the end of a sentence: first with the cells where a star takes too much room, if they are few."""
    some = (at_any(out), f"at any of these {len(out)} cells")
    return [f"a {view.layout.piece} {where} would take too much" for where in some]


def _says(view: View, count: Count, ends: Sequence[str]) -> str:
    """Return the sentence of a count: what the units miss, where there is room for it, and what follows.

    It says where the squares are, and ends with the first of `ends`, if that is short; else only how many.
    """
    demand, alone = sum(view.missing[unit] for unit in count.units), len(count.units) == 1
    pieces = f"{demand} {view.layout.piece}{'s' * (demand > 1)}"
    miss, have = ("misses", "has") if alone else ("miss", "have")
    together = len(count.units) > len(set(count.units)) or len({unit.kind for unit in count.units}) > 1
    start = f"{'counted together, ' * together}{_in_words(count.units)} {miss} {pieces}, and {have} room for"
    taking = [f"{demand - count.need} in {_in_words(count.taking)}"] if count.taking else []
    text = ""
    for squares, end in product(_squares(view, count), ends):
        text = sentence(f"{start} {' and '.join([*taking, *squares])}: {end}.")
        if len(text) <= MAX_SENTENCE_CHARACTERS:
            break
    return text


def _squares(view: View, count: Count) -> Iterator[list[str]]:
    """Yield the squares in words, in none if there is none: those of two lines by the lines across, and counted."""
    number = len(count.squares)
    one = "one" if number == 1 else "one each"
    if not number:
        yield []
    if number and len(count.units) == 2 and {unit.kind for unit in count.units} in ({"row"}, {"column"}):
        yield [f"{one} in {_across(view, count)}"]
    if 0 < number <= MAX_CELLS:
        corners = [next(view.layout.members(square)) for square in count.squares]
        yield [f"{one} in the square{'s' * (number > 1)} (2x2) {at_each(corners)}"]
    several = len(set(count.squares))
    if several < number:
        yield [f"{number} in {several} square{'s' * (several > 1)} (2x2)"]
    elif number:
        yield [f"one in each of {number} squares (2x2)" if number > 1 else "one in a square (2x2)"]


def _across(view: View, count: Count) -> str:
    """Return the columns of squares in two rows, or the rows of squares in two columns, in words."""
    kind, other = ("column", 1) if count.units[0].kind == "row" else ("row", 0)
    lines = [sorted({cell[other] + 1 for cell in view.layout.members(square)}) for square in count.squares]
    places = ["-".join(map(str, dict.fromkeys((some[0], some[-1])))) for some in sorted(lines)]
    return f"{kind}{'s' * (sum(map(len, lines)) > 1)} {listed(places)}"


def _in_words(units: Iterable[Unit]) -> str:
    """Return units in words, those of a kind together, three or more neighbouring lines as a range.

    Those that are there several times follow, such as "twice row 3".
    """
    times = Counter(units)
    texts = []
    ordered = sorted(times, key=lambda unit: (times[unit], unit))
    for (number, kind), group in groupby(ordered, key=lambda unit: (times[unit], unit.kind)):
        some = list(group)
        first, last = some[0], some[-1]
        run = kind != "region" and len(some) > 2 and last.number - first.number == len(some) - 1
        text = f"{kind}s {first.name} to {last.name}" if run else named(some)
        texts.append(text if number == 1 else f"{TIMES[number]} {text}")
    return " and ".join(texts)
