"""Readings of a lattice's cells to try: values, sides and flags, each with its source and its weight.

The page evaluates them all: what a reading gives is then what the player will read by it.
"""

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from pydantic import ValidationError

from player.browser.selectors.readings import as_reading
from player.doctor.learn.table import MARKED, NAMED, PASSING, SEEN, STYLED, Candidate, Reading, escaped, is_lasting
from player.doctor.probe import SurveyedCell, SurveyedElement, SurveyedLattice

#: The most candidates of each kind.
_MOST = 500


@dataclass(frozen=True, slots=True)
class Pool:
    """The candidates by what they give of a cell: a value, some sides, or whether something is there."""

    values: tuple[Candidate, ...]
    sides: tuple[Candidate, ...]
    flags: tuple[Candidate, ...]


def pool_of(lattice: SurveyedLattice) -> Pool:
    """Return the readings that may tell something of the cells of `lattice`."""
    sides = _valid(sides_of(lattice))
    enclosed = [Candidate({"areas": one.reading}, one.source, one.weight) for one in sides]
    return Pool(_valid([*values_of(lattice), *enclosed]), sides, _valid(flags_of(lattice)))


def _valid(candidates: Iterable[Candidate]) -> tuple[Candidate, ...]:
    """Return each candidate once, the first of its reading, without those that are no readings."""
    found: dict[str, Candidate] = {}
    for one in candidates:
        if one.key in found:
            continue
        try:
            as_reading(one.reading)
        except ValidationError:  # a pattern out of a name that is none
            continue
        found[one.key] = one
    plain_first = sorted(found.values(), key=lambda one: "pattern" in one.reading)
    return tuple(plain_first)[:_MOST]


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


_STYLES = ("background-color", "background-image", "color", "box-shadow", "opacity", "font-weight", "outline-style")


#: The most painted elements in cells whose styles are tried.
_MOST_PAINTED = 12


def values_of(lattice: SurveyedLattice) -> Iterator[Candidate]:
    """Yield the readings that may tell a value of each cell of `lattice`."""
    cells = lattice.cells
    yield from _of_attributes(cells, lattice, {}, "")
    yield Candidate({"text": "*"}, "text", SEEN)
    yield Candidate({"text": "*", "pattern": r"^\D*(\d+)\D*$"}, "text", SEEN)
    yield Candidate({"text": "*", "pattern": r"^(\D+?)\s*\d*$"}, "text", SEEN)
    yield Candidate({"text": "*", "pattern": r"^\d*\s*(\D+)$"}, "text", SEEN)
    yield Candidate({"name": "*"}, "name", SEEN)
    yield Candidate({"name": "*", "pattern": r"(?:^|\D)(\d+)\D*$"}, "name", SEEN)
    yield Candidate({"name": "*", "pattern": r"(?:^|[\s:])(\p{L})$".replace(r"\p{L}", "[^\\W\\d_]")}, "name", SEEN)
    inner = inner_names(cells)
    for name, weight in inner.items():
        there = [element for cell in cells for element in cell.inner if name in {element.tag, *dict(names(element))}]
        if not is_central(there) or ("=" in name and len(there) < len(cells)):
            continue
        if any(element.text for element in there):
            yield Candidate({"text": name}, "text", weight)
            yield Candidate({"text": name, "pattern": r"(\d+)"}, "text", weight)
        elif any({"title", "alt", "aria-label", "href"} & one.attributes.keys() for one in there) or name == "svg":
            yield Candidate({"name": name}, f"name of {name}", weight)
            yield Candidate({"name": name, "pattern": r"(?:^|\D)(\d+)\D*$"}, f"name of {name}", weight)
        yield from _of_attributes(there, lattice, {"in": name}, f" of {name}", most=weight)
    yield from _of_styles(inner, lattice)
    for name, weight in loose_names(lattice).items():
        over = [one for one in lattice.loose if name in {one.tag, *dict(names(one))} and lies_over(one)]
        if over:
            yield Candidate({"text": "*", "over": name}, "text over cells", weight)
            yield from _of_attributes(over, lattice, {"over": name}, " over cells", most=weight)
            yield Candidate({"property": "background-color", "over": name}, "colour over cells", STYLED)
            yield Candidate({"property": "fill", "over": name}, "colour over cells", STYLED)


def _of_attributes(
    elements: Iterable[SurveyedElement], lattice: SurveyedLattice, where: Reading, of: str, most: int = MARKED
) -> Iterator[Candidate]:
    """Yield readings of attributes that differ: as a whole, numbers in them, what stands beside common words."""
    elements = list(elements)
    numbering = lattice.numbered[0] if lattice.numbered and not where else None
    for name in dict.fromkeys(name for one in elements for name in one.attributes):
        texts = [one.attributes[name] for one in elements if name in one.attributes]
        if (
            name in SHAPELY
            or name in {"id", "tabindex", numbering}
            or (len(set(texts)) < 2 and len(texts) == len(elements) and not where)
        ):
            continue
        source = f"attribute {name}{of}"
        told = name.startswith(("data-", "aria-")) or name in {"alt", "title", "value", "href", "src", "role"}
        weight = min(most, MARKED if told else NAMED)
        if name in {"class", "style"}:
            yield from _of_parts(name, texts, where, source)
            weight = PASSING
        yield Candidate({"attribute": name, **where}, source, weight)
        if name not in {"class", "style"}:
            yield from _of_label(name, texts, where, source, weight)


def _of_parts(name: str, texts: list[str], where: Reading, source: str) -> Iterator[Candidate]:
    """Yield readings of names in a class, or of declarations in a style, that differ by their ends."""
    if name == "style":
        for key in dict.fromkeys(key for text in texts for key in re.findall(r"(?:^|;)\s*([\w-]+)\s*:", text)):
            if key not in {"left", "top", "right", "bottom", "width", "height"}:
                pattern = rf"(?:^|;)\s*{re.escape(key)}\s*:\s*([^;]+)"
                yield Candidate({"attribute": name, "pattern": pattern, **where}, source, NAMED)
        return
    stems = Counter(
        stem
        for text in texts
        for stem in {
            stem
            for word in text.split()
            for stem in re.findall(r"^([A-Za-z][\w-]*?[-_])[^\W_]+$|^([A-Za-z]+?)\d+$", word)
            for stem in stem
            if stem
        }
    )
    for stem, number in stems.items():
        if number > 1:
            weight = NAMED if is_lasting(stem.strip("-_")) else PASSING
            tail = r"([^\s_-]+)" if stem[-1] in "-_" else r"(\d+)"
            yield Candidate(
                {"attribute": name, "pattern": rf"(?:^|\s){re.escape(stem)}{tail}(?=\s|$)", **where}, source, weight
            )


def _of_label(name: str, texts: list[str], where: Reading, source: str, weight: int) -> Iterator[Candidate]:
    """Yield readings of one part of a label: a number in it, or what stands beside a word that all labels have."""

    def part(pattern: str) -> Candidate:
        return Candidate({"attribute": name, "pattern": pattern, **where}, source, weight)

    if any(re.search(r"\d", text) for text in texts):
        yield from map(part, (r"^\D*(\d+)\D*$", r"^(\d+)", r"(\d+)\D*$"))
        for word in _found(r"([^\W\d]+)\W{1,2}\d", texts):
            yield part(rf"{word}\W{{1,2}}(\d+)")
        for word in _found(r"\d\W{1,2}([^\W\d]+)", texts):
            yield part(rf"(\d+)\W{{1,2}}{word}")
    words = [re.findall(r"[^\W\d]+", text) for text in texts]
    common = set.intersection(*map(set, words)) if words else set()
    for word in [word for word in dict.fromkeys(words[0] if words else ()) if word in common][:8]:
        yield part(rf"(?:^|\s){word} ([^,]+)")
        yield part(rf"^([^,]+?) {word}(?:[\s,]|$)")
    if any("," in text for text in texts):
        yield from map(part, (r"^([^,]+),", r",\s*([^,]+)$", r"^[^,]+,\s*([^,]+),"))


def _found(pattern: str, texts: list[str]) -> list[str]:
    """Return the first few different matches of a pattern in the texts."""
    return list(dict.fromkeys(word for text in texts for word in re.findall(pattern, text)))[:6]


def _of_styles(inner: dict[str, int], lattice: SurveyedLattice) -> Iterator[Candidate]:
    """Yield readings of computed styles: of cells, their pseudo-elements, painted elements in them, and drawings."""
    for style in (*_STYLES, *(("fill", "stroke") if lattice.cells[0].tag in {"rect", "path", "polygon", "g"} else ())):
        yield Candidate({"property": style}, f"style {style}", STYLED)
    for pseudo in ("::before", "::after"):
        for style in ("content", "background-color", "background-image"):
            yield Candidate({"property": style, "pseudo": pseudo}, f"style of {pseudo}", STYLED)
    painted = [name for name in inner if "=" not in name and is_painted(name, lattice)]
    for name in painted[:_MOST_PAINTED]:
        for style in ("background-color", "fill", "background-image"):
            yield Candidate({"property": style, "in": name}, f"style {style} inside", STYLED)
    yield Candidate({"drawing": "svg, img"}, "drawing", STYLED)
    for style in ("background-color", "fill"):
        yield Candidate({"areas": {"property": style}}, f"style {style}", STYLED)
    yield Candidate({"outline": "*"}, "outline", STYLED)


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


def flags_of(lattice: SurveyedLattice) -> Iterator[Candidate]:
    """Yield names that some cells have; none of an attribute that tells cells apart, as a number does."""
    found: dict[str, int] = {}
    counts: Counter[str] = Counter()
    kinds: dict[str, set[str]] = {}
    for cell in lattice.cells:
        elements = (cell, *cell.inner)
        for element in elements:
            for name, value in element.attributes.items():
                kinds.setdefault(name, set()).add(value)
        here = {name: weight for element in elements for name, weight in names(element)}
        here |= {element.tag: STYLED for element in cell.inner}
        if "disabled" in cell.attributes:
            here[":disabled"] = MARKED
        counts.update(here.keys())
        found |= here
    telling = {name for name, values in kinds.items() if len(values) <= max(4, lattice.rows)}
    flags = [name for name in found if counts[name] < len(lattice.cells)]
    flags = [name for name in flags if not (told := re.match(r"\[([\w-]+)=", name)) or told[1] in telling]
    for name in sorted(flags, key=lambda name: -found[name])[: 2 * MOST_NAMES]:
        yield Candidate({"has": name}, f"name {name}", found[name])
