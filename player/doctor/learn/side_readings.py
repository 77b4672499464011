"""Readings of sides of each cell: names that end in a side, places, borders."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping

from player.doctor.learn.candidate import MARKED, NAMED, PASSING, STYLED, Candidate, Reading, escaped, is_lasting
from player.doctor.learn.names import (
    NAME,
    inner_names,
    lies_over,
    loose_names,
    names,
)
from player.doctor.probe import SurveyedElement, SurveyedLattice

#: By side: its words, and the letters that stand for it in names and values.
_SIDE_WORDS = {
    "up": ("up", "top", "north", "above", "t", "u", "n"),
    "down": ("down", "bottom", "south", "below", "b", "d", "s"),
    "left": ("left", "west", "l", "w"),
    "right": ("right", "east", "r", "e"),
}
_SIDE_OF = {word: side for side, words in _SIDE_WORDS.items() for word in words}
_LONG = sorted((word for word in _SIDE_OF if len(word) > 1), key=len, reverse=True)
_SIDED = re.compile(rf"(.*?)([-_]*)({'|'.join(_LONG)})", re.IGNORECASE)
_SIDED_SHORT = re.compile(r"(.+?)([-_]*)([tunbdslwre])")
_ORIENTED = re.compile(r"(\..+?)[-_]*(?:h|v|hor|ver|horizontal|vertical)", re.IGNORECASE)
_WALL_LIKE = re.compile(r"wall|border|edge|side|bar|line|closed|block|thick|barrier|fence", re.IGNORECASE)


def sides_of(lattice: SurveyedLattice) -> Iterator[Candidate]:
    """Yield the readings that may tell sides of the cells of `lattice`."""
    yield from _by_sided_names(lattice)
    yield from _by_listed_sides(lattice)
    inner = inner_names(lattice.cells)
    for name, weight in inner.items():
        there = [one for cell in lattice.cells for one in cell.inner if name in {one.tag, *dict(names(one))}]
        aside = [one for one in there if max(map(abs, one.place[:2])) > 0.2]
        if aside:
            yield Candidate({"sides": name}, f"places of {name}", weight)
            for text in _few_texts(aside):
                yield Candidate({"sides": name, "pattern": f"^{escaped(text)}$"}, "signs", weight)
    if any(cell.inner for cell in lattice.cells):
        yield Candidate({"sides": ":empty", "thin": True}, "places", STYLED)
        for crossed in (True, False):
            yield Candidate({"sides": "svg", "crossed": crossed}, "drawing", STYLED)
    for name, weight in loose_names(lattice).items():
        beside = [one for one in lattice.loose if name in {one.tag, *dict(names(one))} and not lies_over(one)]
        if beside:
            yield Candidate({"bars": name}, f"places of {name}", weight)
            for text in _few_texts(beside):
                yield Candidate({"bars": name, "pattern": f"^{escaped(text)}$"}, "signs", weight)
    for both, weight in _oriented(loose_names(lattice)).items():
        yield Candidate({"bars": both}, f"places of {both}", weight)
    yield from _by_borders()


def _oriented(named: Mapping[str, int]) -> dict[str, int]:
    """Return selectors of classes that differ in their last part only, which is a direction: ".equal-h, .equal-v"."""
    stems: dict[str, list[str]] = {}
    for name in named:
        if match := _ORIENTED.fullmatch(name):
            stems.setdefault(match[1], []).append(name)
    return {", ".join(both): min(map(named.__getitem__, both)) for both in stems.values() if len(both) > 1}


def _few_texts(elements: Iterable[SurveyedElement]) -> list[str]:
    """Return the texts or labels of signs, if these are few."""
    texts = dict.fromkeys(
        text
        for one in elements
        for text in (one.text, *(one.attributes.get(name, "") for name in ("aria-label", "alt", "title")))
        if text and len(text) < 20
    )
    return list(texts) if len(texts) <= 4 else []


def _by_borders() -> Iterator[Candidate]:
    measures: list[Reading] = [{"times": times, "several": True} for times in (1.5, 2.0, 3.0)]
    measures += [{"share": share, "several": True} for share in (0.025, 0.04, 0.07, 0.1)]
    measures += [{"px": px, "several": True} for px in (1.5, 2.5, 3.5)]
    measures += [{"share": 0.1}, {"share": 0.05}, {"within": ":scope > *", "share": 0.1}]
    for measure in measures:
        yield Candidate({"borders": measure}, "borders", STYLED)


def _by_sided_names(lattice: SurveyedLattice) -> Iterator[Candidate]:
    """Yield readings of classes and attributes whose names end in a side: wall-right, data-wall-top."""
    families: dict[tuple[str, str, str], dict[str, str]] = {}
    for cell in lattice.cells:
        for element in (cell, *cell.inner):
            for name in element.classes:
                for pattern in (_SIDED, _SIDED_SHORT):
                    if (match := pattern.fullmatch(name)) and NAME.fullmatch(name):
                        stem, dashes, end = match.groups()
                        form = "long" if pattern is _SIDED else "short"
                        families.setdefault((stem, dashes, form), {})[_SIDE_OF[end.lower()]] = f".{name}"
            for name, value in element.attributes.items():
                if (match := _SIDED.fullmatch(name)) and value not in {"0", "false", "none", "no"}:
                    stem, dashes, end = match.groups()
                    told = f"[{name}={json.dumps(value, ensure_ascii=False)}]" if value else f"[{name}]"
                    families.setdefault((f"[{stem}", dashes, value), {})[_SIDE_OF[end.lower()]] = told
    for (stem, _, form), sides in families.items():
        if len(sides) > 1 and (form != "short" or len(sides) > 1):
            weight = MARKED if stem.startswith("[") else NAMED if not stem or is_lasting(stem) else PASSING
            yield Candidate({"all": sides}, f"names {stem}", weight)


def _by_listed_sides(lattice: SurveyedLattice) -> Iterator[Candidate]:
    """Yield readings of attributes that list sides: data-walls="top left", or "tl"."""
    values: dict[str, set[str]] = {}
    for cell in lattice.cells:
        for name, value in cell.attributes.items():
            if name not in {"class", "style", "id"}:
                values.setdefault(name, set()).add(value)
    for name, texts in values.items():
        words = {word.lower() for text in texts for word in re.findall(r"[A-Za-z]+", text)}
        if not words or not any(texts):
            continue
        if words <= _SIDE_OF.keys():
            ways = {side: rf"(?:^|[^A-Za-z])({'|'.join(forms)})(?![A-Za-z])" for side, forms in _SIDE_WORDS.items()}
        elif all(set(word) <= set("tunbdslwre") and len(word) <= 4 for word in words):
            ways = {
                side: rf"([{''.join(form for form in forms if len(form) == 1)}])" for side, forms in _SIDE_WORDS.items()
            }
        else:
            continue
        sides: Reading = {side: {"attribute": name, "pattern": f"{way}"} for side, way in ways.items()}
        yield Candidate({"all": sides}, f"attribute {name}", MARKED)
