"""Names of elements in and between cells, and their places."""

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator

from player.doctor.learn.candidate import MARKED, NAMED, PASSING, STYLED, is_lasting
from player.doctor.probe import SurveyedCell, SurveyedElement, SurveyedLattice

NAME = re.compile(r"-?[A-Za-z_][\w-]*")
#: The most names of one kind that are tried.
MOST_NAMES = 40
#: Attributes of drawings that say where and how large something is.
SHAPELY = frozenset(
    {"width", "height", "viewBox", "x", "y", "cx", "cy", "r", "rx", "ry", "x1", "x2", "y1", "y2", "d", "points"}
    | {"transform", "stroke-width", "focusable", "xmlns", "preserveAspectRatio", "fill-rule", "clip-rule"}
)


def names(element: SurveyedElement) -> Iterator[tuple[str, int]]:
    """Yield selectors of `element` by its own names, each with its weight; no ids, which only one cell has."""
    for name, value in element.attributes.items():
        if name not in SHAPELY and name not in {"class", "style", "id", "tabindex", "src", "href"} and len(value) < 40:
            yield (f"[{name}={json.dumps(value, ensure_ascii=False)}]" if value else f"[{name}]"), MARKED
    for name in element.classes:
        if NAME.fullmatch(name):
            yield f".{name}", NAMED if is_lasting(name) else PASSING


def inner_names(cells: Iterable[SurveyedCell]) -> dict[str, int]:
    """Return the names of elements in cells, the most common first, with their weights; last their tags."""
    found: Counter[str] = Counter()
    weights: dict[str, int] = {}
    for cell in cells:
        here = {name: weight for element in cell.inner for name, weight in names(element)}
        here |= {element.tag: STYLED for element in cell.inner}
        found.update(here.keys())
        weights |= here
    common = [name for name, _ in sorted(found.most_common(), key=lambda item: -weights[item[0]])]
    return {name: weights[name] for name in common[:MOST_NAMES]}


def loose_names(lattice: SurveyedLattice) -> dict[str, int]:
    """Return the names of elements over and between cells that nothing in a cell has, with their weights."""
    inside = {name for cell in lattice.cells for one in (cell, *cell.inner) for name in (one.tag, *dict(names(one)))}
    found: dict[str, int] = {}
    for element in lattice.loose:
        found |= dict(names(element))
        found.setdefault(element.tag, STYLED)
    return {name: weight for name, weight in found.items() if name not in inside and "=" not in name} | {
        name: weight for name, weight in list(found.items())[:MOST_NAMES] if name not in inside and "=" in name
    }


def is_central(elements: Iterable[SurveyedElement]) -> bool:
    """Return whether elements in cells lie in the middle: others are signs between cells, or badges."""
    return all(max(map(abs, one.place[:2])) <= 0.3 for one in elements if one.shown)


def is_painted(name: str, lattice: SurveyedLattice) -> bool:
    """Return whether elements of this name are in the middle of cells without a text: their style may tell more."""
    there = [one for cell in lattice.cells for one in cell.inner if name in {one.tag, *dict(names(one))}]
    return is_central(there) and not any(one.text for one in there)


def lies_over(element: SurveyedElement) -> bool:
    """Return whether the element's middle is about that of a cell."""
    across, down, *_ = element.place
    return all(abs(at - round(at)) < 0.25 for at in (across, down))
