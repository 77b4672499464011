"""Readings of a value of each cell: texts, attributes, labels, styles."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from player.doctor.learn.candidate import MARKED, NAMED, PASSING, SEEN, STYLED, Candidate, Reading, is_lasting
from player.doctor.learn.names import SHAPELY, inner_names, is_central, is_painted, lies_over, loose_names, names
from player.doctor.probe import SurveyedElement, SurveyedLattice

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
