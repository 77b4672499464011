"""The picture of an explanation: the board, and layers for what each step points at and what it settles."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple
from xml.etree.ElementTree import Element, SubElement, tostring

from player.explanations.explanation import Explanation
from player.explanations.steps import Mark
from player.games import Game
from player.render import glyphs
from player.render.scene import mark_shapes, scene
from player.render.shapes import Shape
from player.render.svg import elements, svg


class Shown(NamedTuple):
    """A mark, the step from which it is shown, and the step from which it no longer is."""

    begin: int
    end: int
    mark: Mark


def stepped(game: Game, board: Any, explanation: Explanation) -> str:
    """Return the picture as SVG; `data-from` and `data-until` of a layer are numbers of steps, from 1."""
    whole = svg(scene(game, board))
    layers = "".join(_layers(game, board, explanation))
    return f"{whole.rpartition('</svg>')[0]}{layers}</svg>\n"


def _layers(game: Game, board: Any, explanation: Explanation) -> Iterator[str]:
    steps = [*enumerate(explanation.steps, start=1)]
    found = {number: [explanation.reasoner.mark(fact) for fact in step.settles] for number, step in steps}
    lit = {number: explanation.lit(step) for number, step in steps}
    for number, _ in steps:
        yield _layer(glyphs.tinted(lit[number]), number, number + 1)
    for (begin, end), group in groupby(sorted(shown(found), key=lambda one: one[:2]), key=lambda one: one[:2]):
        yield _layer(mark_shapes(game, board, [one.mark for one in group]), begin, end)
    for number, _ in steps:
        fresh = dict.fromkeys(at for mark in found[number] for at in mark.cells)
        used = [at for at in lit[number] if at not in fresh]
        yield _layer([*glyphs.framed(used, "lit"), *glyphs.framed(fresh, "settled")], number, number + 1)


def shown(found: Mapping[int, Sequence[Mark]]) -> list[Shown]:
    """Return when each mark is shown, by the marks that each step has found.

    A mark that a move puts on the board hides what an earlier step has noted in its cells.
    """
    end = max(found, default=0) + 1
    all_marks = [(number, mark) for number, marks in found.items() for mark in marks]
    return [Shown(number, next(_hidden(mark, number, found), end), mark) for number, mark in all_marks]


def _hidden(mark: Mark, number: int, found: Mapping[int, Sequence[Mark]]) -> Iterator[int]:
    """Yield the steps after `number` that hide `mark`."""
    for later, marks in found.items():
        if later > number and any(one.positive and {*one.cells}.issuperset(mark.cells) for one in marks):
            yield later


def _layer(shapes: Iterable[Shape], begin: int, end: int) -> str:
    """Return a group of SVG; nothing without shapes."""
    group = Element("g", {"data-from": str(begin), "data-until": str(end)})
    for element in elements(shapes):
        SubElement(group, element.name, element.attributes).text = element.text or None
    return tostring(group, encoding="unicode") + "\n" if len(group) else ""
