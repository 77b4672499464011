"""Recipe of Shikaku on unknown pages: areas to cover, each with a clue."""

from collections.abc import Iterator, Sequence
from itertools import permutations, product

from player.doctor.learn.readings import is_central
from player.doctor.learn.table import (
    MOST_COLUMNS,
    Attempt,
    CellTable,
    Choice,
    Column,
    Reading,
    all_empty,
    because,
    chain,
    chosen,
    escaped,
    forms,
    kinds_of,
    meaning,
)
from player.doctor.probe import SurveyedCell

#: Words in titles of pages with this game, beside its own name.
TITLES = ("patch", "shikaku", "rectangle")
#: What a page lacks on which the recipe finds nothing.
LACK = "no reading gives areas that fit into the grid"

#: Names of the shapes of a clue.
SHAPES = {
    "square": "square sq quadrat carré cuadrado quadrado quadrato ■ □ ◻ ◼ ⬜ ⬛ 🟦 🟥 🟩",
    "wide": "wide horizontal landscape hrect breit large ancho largo ▬ ▭ ↔ —",
    "tall": "tall vertical portrait vrect hoch haut alto ▮ ▯ ↕ |",
    "any": "any free freeform unknown beliebig libre ? ❓ ❔ ✱ ✳ *",
}

#: The least sides of a figure in cells, and the least ratio of its sides if it is wide or tall.
LEAST, OBLONG = 0.1, 1.25
#: The keys of a reading with the selector of an element in the cell.
_WHERE = ("name", "text", "in")
#: The most ways to read shapes that are tried.
MOST_SHAPES = 60


def attempts(table: CellTable) -> Iterator[Attempt]:
    """Yield the ways to read clues with areas, and shapes if the page shows any."""
    count = len(table.lattice.cells)
    numbers = [column for column in table.values if len(column.numbers) > 1 and sum(column.numbers) <= count]
    shapes = [one for one in _shapes(table) if one is None or not one.doubt or _is_borne_out(one, table)]
    for area, shape in product(numbers[:MOST_COLUMNS], shapes[:MOST_SHAPES]):
        full = shape or _any_shape(area)
        if not any(number and kind is None for number, kind in zip(area.there, full.values, strict=True)):
            yield Attempt({"shape": full, "area": chosen(area, []), "mark": all_empty(count)})


def _any_shape(area: Column) -> Choice:
    entry = {"first": {"any": area.told(r"^(\d+)$")}, "once": True}
    values = tuple("any" if here else None for here in area.there)
    return Choice(values, entry, 0, "no shape is shown: each area may have any")


def _shapes(table: CellTable) -> list[Choice | None]:
    """Return what may be the shapes of clues: outlines, words or glyphs for them, or kinds of value in any order."""
    found: list[Choice] = []
    kinds: list[Choice] = []
    for column in table.values:
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
    readings: list[Reading] = []
    best = column.best(6)
    of_any = [one for one in best if not any(meaning(str(one.reading.get(key, "")), SHAPES) for key in _WHERE)]
    for candidate in of_any or best:  # ".tall" has no other shapes
        reading, raw = candidate.reading, dict(zip(column.values, column.raw[candidate.key], strict=True))
        written: dict[str, set[str]] = {}
        for value, shape in known.items():
            if shape and raw[value]:
                written.setdefault(shape, set()).update(forms(raw[value], SHAPES[shape]))
        shapes = [shape for shape in known.values() if shape]
        if "pattern" not in reading and {"attribute", "text", "name"} & reading.keys() and all(written.values()):
            unseen = {shape: filter(str.isalpha, SHAPES[shape].split()) for shape in SHAPES if shape not in written}
            ways = {shape: "|".join(map(escaped, sorted(words))) for shape, words in {**written, **unseen}.items()}
            readings.append({"first": {shape: {**reading, "pattern": f"({way})"} for shape, way in ways.items()}})
        elif len(set(shapes)) == len(shapes) and (
            conditions := kinds_of(candidate, [raw[value] for value in known if known[value]])
        ):
            readings.append({"first": dict(zip(shapes, conditions, strict=True))})
    if not readings:
        return None
    values = tuple(known.get(value) for value in column.values)
    return Choice(values, chain(readings[:2], ["some"], once=True), column.score + 3, because(column))


def _is_borne_out(guess: Choice, table: CellTable) -> bool:
    """Return whether what is drawn on the clues is nowhere against the shapes of a guess, and somewhere for them."""
    outlines = [column.values for column in table.values if all("outline" in one.reading for one in column.readings)]
    bears = False
    for at, (shape, cell) in enumerate(zip(guess.values, table.lattice.cells, strict=True)):
        drawn = {str(outline[at]) for outline in outlines if outline[at]} or _oblong(cell)
        if shape is None or not drawn:
            continue
        is_free = shape == "any" and (drawn == {"any"} or len(drawn) > 1)
        if drawn != {shape} and not is_free:
            return False
        bears = True
    return bears


def _oblong(cell: SurveyedCell) -> set[str]:
    """Return whether figures in the middle of a cell are wide or tall; texts are no figures."""
    sides = [one.place[2:] for one in cell.inner if one.shown and not one.text and is_central([one])]
    ratios = [wide / high for wide, high in sides if LEAST <= min(wide, high) <= max(wide, high) < 1]
    return {"wide" if ratio > 1 else "tall" for ratio in ratios if max(ratio, 1 / ratio) >= OBLONG}


def _any_order(column: Column, kinds: Sequence[str]) -> Iterator[Choice]:
    """Yield the kinds of a value as shapes, in any order: which is which, the one solution tells."""
    candidate = column.best(1)[0]
    conditions = kinds_of(candidate, [column.raw[candidate.key][column.values.index(kind)] for kind in kinds])
    for shapes in permutations(SHAPES, len(kinds)) if conditions else ():
        reading: Reading = {"first": dict(zip(shapes, conditions or (), strict=True))}
        values = tuple(dict(zip(kinds, shapes, strict=True)).get(value) for value in column.values)
        evidence = f"{because(column)}; which shape is which, the one solution tells"
        yield Choice(values, chain([reading], ["some"], once=True), column.score - 4, evidence, doubt=True)
