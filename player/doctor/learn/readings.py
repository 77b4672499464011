"""Readings of a lattice's cells to try: values, sides and flags, each with its source and its weight.

The page evaluates them all: what a reading gives is then what the player will read by it.
"""

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice

from pydantic import ValidationError

from player.browser.selectors.readings import as_reading
from player.doctor.learn.table import (
    AMONG_SIGNS,
    MARKED,
    NAMED,
    PASSING,
    SEEN,
    STYLED,
    Candidate,
    Reading,
    escaped,
    is_lasting,
)
from player.doctor.probe import SurveyedElement, SurveyedLattice

#: The most candidates of each kind, names of one kind, and painted elements in cells whose styles are tried.
_MOST, MOST_NAMES, _MOST_PAINTED = 500, 40, 12
#: The most different texts of what may be signs.
MOST_TEXTS = 4


def candidates_for(lattice: SurveyedLattice) -> dict[str, list[Candidate]]:
    """Return the readings that may tell values, sides or flags (whether something is there) of the cells."""
    sides = _valid(_sides_of(lattice))
    enclosed = [Candidate({"areas": one.reading}, one.source, one.weight) for one in sides]
    return {
        "values": _valid([*_values_of(lattice), *enclosed]),
        "sides": sides,
        "flags": _valid(_flags_of(lattice)),
    }


def _valid(candidates: Iterable[Candidate]) -> list[Candidate]:
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
    return sorted(found.values(), key=lambda one: "pattern" in one.reading)[:_MOST]


# Names

_NAME = re.compile(r"-?[A-Za-z_][\w-]*")
#: The name of a picture's file without what a build adds after a dot: "cross." in assets/cross.4f3a.svg; and the number
#: of characters that tell a longer address from others.
_FILE, _TELLING = re.compile(r"^(?!data:)(?:[^?#]*/)?([\w-]+\.)[\w.-]+(?:[?#]|$)"), 12
#: Attributes of drawings that say where and how large something is.
_SHAPELY = frozenset(
    {"width", "height", "viewBox", "x", "y", "cx", "cy", "r", "rx", "ry", "x1", "x2", "y1", "y2", "d", "points"}
    | {"transform", "stroke-width", "focusable", "xmlns", "preserveAspectRatio", "fill-rule", "clip-rule"}
)
#: Attributes with names of other kinds, of one cell only, or of nothing.
_UNNAMED = _SHAPELY | {"class", "style", "id", "tabindex", "src", "href"}


def _attribute(name: str, value: str) -> str:
    """Return the selector of an attribute with its value."""
    return f"[{name}={json.dumps(value, ensure_ascii=False)}]" if value else f"[{name}]"


def _names(element: SurveyedElement) -> dict[str, int]:
    """Return selectors of `element` by its own names, with their weights; no ids, which only one cell has."""
    attributes = element.attributes.items()
    told = {_attribute(name, value): MARKED for name, value in attributes if name not in _UNNAMED and len(value) < 40}
    classes = [name for name in element.classes if _NAME.fullmatch(name)]
    return told | {f".{name}": NAMED if is_lasting(name) else PASSING for name in classes}


def _inside(lattice: SurveyedLattice) -> list[SurveyedElement]:
    return [element for cell in lattice.cells for element in cell.inner]


def _called(name: str, elements: Iterable[SurveyedElement]) -> list[SurveyedElement]:
    """Return the elements that the selector or tag `name` finds."""
    return [one for one in elements if name in {one.tag, _bare(one)} or name in _names(one)]


def _bare(element: SurveyedElement) -> str:
    """Return the selector of elements with the tag of `element` and no class; empty if it has one."""
    return "" if element.classes else f"{element.tag}:not([class])"


def _inner_names(lattice: SurveyedLattice) -> dict[str, int]:
    """Return the names of elements in cells, the most common first, with their weights; last their tags, and values
    that one cell alone has, as a label with its place.

    An element without a class, among others of its tag that have one, is called by that.
    """
    found: Counter[str] = Counter()
    weights: dict[str, int] = {}
    classed = {one.tag for one in _inside(lattice) if one.classes}
    for cell in lattice.cells:
        bare = {name: STYLED for one in cell.inner if one.tag in classed and (name := _bare(one))}
        here = _names_in(cell.inner) | bare
        found.update(here.keys())
        weights |= here
    common = sorted(found.most_common(), key=lambda item: ("=" in item[0] and item[1] == 1, -weights[item[0]]))
    return {name: weights[name] for name, _ in common[:MOST_NAMES]}


def _names_in(elements: Iterable[SurveyedElement]) -> dict[str, int]:
    """Return the names of `elements`, and last their tags, with their weights."""
    elements = list(elements)
    named = {name: weight for one in elements for name, weight in _names(one).items()}
    return named | {one.tag: STYLED for one in elements}


def _loose_names(lattice: SurveyedLattice) -> dict[str, int]:
    """Return the names of elements over and between cells that nothing in a cell has, with their weights."""
    inside = {name for cell in lattice.cells for one in (cell, *cell.inner) for name in (one.tag, *_names(one))}
    found: dict[str, int] = {}
    for element in lattice.loose:
        found |= _names(element)
        found.setdefault(element.tag, STYLED)
    first = {*[*found][:MOST_NAMES]}
    own = {name: weight for name, weight in found.items() if name not in inside and ("=" not in name or name in first)}
    return dict(sorted(own.items(), key=lambda item: "=" in item[0]))


def is_central(elements: Iterable[SurveyedElement]) -> bool:
    """Return whether elements in cells lie in the middle: others are signs between cells, or badges. Those that are
    empty, without a size, lie anywhere.
    """
    return all(max(map(abs, one.place[:2])) <= 0.3 for one in elements if one.shown and any(one.place[2:]))


def _lies_over(element: SurveyedElement) -> bool:
    """Return whether the element's middle is about that of a cell."""
    return all(abs(at - round(at)) < 0.25 for at in element.place[:2])


# Values

_NUMBER_IN_NAME = r"(?:^|\D)(\d+)\D*$"
_STYLES = ("background-color", "background-image", "color", "box-shadow", "opacity", "font-weight", "outline-style")
#: What is read of each cell, whatever is in it: its text and its name, as a whole and in part.
_OF_ANY = {
    "text": ("", AMONG_SIGNS, r"^\D*(\d+)\D*$", r"^(\D+?)\s*\d*$", r"^\d*\s*(\D+)$"),
    "name": ("", _NUMBER_IN_NAME, r"(?:^|[\s:])([^\W\d_])$"),
}


def _matching(pattern: str) -> Reading:
    return {"pattern": pattern} if pattern else {}


def _values_of(lattice: SurveyedLattice) -> Iterator[Candidate]:
    """Yield the readings that may tell a value of each cell of `lattice`."""
    cells, inside = lattice.cells, _inside(lattice)
    yield from _of_attributes(cells, lattice, {}, "")
    for kind, patterns in _OF_ANY.items():
        yield from (Candidate({kind: "*", **_matching(pattern)}, kind, SEEN) for pattern in patterns)
    inner = _inner_names(lattice)
    for name, weight in inner.items():
        there = _called(name, inside)
        if not is_central(there) or ("=" in name and len(there) < len(cells)):
            continue
        if any(element.text for element in there):
            yield Candidate({"text": name}, "text", weight)
            yield Candidate({"text": name, "pattern": r"(\d+)"}, "text", weight)
        elif any({"title", "alt", "aria-label", "href"} & one.attributes.keys() for one in there) or name == "svg":
            yield Candidate({"name": name}, f"name of {name}", weight)
            yield Candidate({"name": name, "pattern": _NUMBER_IN_NAME}, f"name of {name}", weight)
        yield from _of_attributes(there, lattice, {"in": name}, f" of {name}", most=weight)
    yield from _of_styles(inner, lattice)
    for name, weight in _loose_names(lattice).items():
        if over := [one for one in _called(name, lattice.loose) if _lies_over(one)]:
            yield Candidate({"text": "*", "over": name}, "text over cells", weight)
            yield from _of_attributes(over, lattice, {"over": name}, " over cells", most=weight)
            for style in ("background-color", "fill"):
                yield Candidate({"property": style, "over": name}, "colour over cells", STYLED)


def _of_attributes(
    elements: Iterable[SurveyedElement], lattice: SurveyedLattice, where: Reading, of: str, most: int = MARKED
) -> Iterator[Candidate]:
    """Yield readings of attributes that differ: as a whole, numbers in them, what stands beside common words."""
    elements = list(elements)
    numbering = lattice.numbered[0] if lattice.numbered and not where else None
    for name in dict.fromkeys(name for one in elements for name in one.attributes):
        texts = [one.attributes[name] for one in elements if name in one.attributes]
        is_alike = len(set(texts)) < 2 and len(texts) == len(elements) and not where
        if name in _SHAPELY | {"id", "tabindex", numbering} or is_alike:
            continue
        told = name.startswith(("data-", "aria-")) or name in {"alt", "title", "value", "href", "src", "role"}
        weight, is_list = min(most, MARKED if told else NAMED), name in {"class", "style"}
        parts = _of_style(texts) if name == "style" else _of_classes(texts) if is_list else _of_label(texts, weight)
        whole = ("", PASSING if is_list else weight)
        for pattern, trust in (*parts, whole) if is_list else (whole, *parts):
            yield Candidate({"attribute": name, **_matching(pattern), **where}, f"attribute {name}{of}", trust)


def _of_style(texts: list[str]) -> Iterator[tuple[str, int]]:
    """Yield the patterns of declarations in styles, with their weights."""
    for key in dict.fromkeys(key for text in texts for key in re.findall(r"(?:^|;)\s*([\w-]+)\s*:", text)):
        if key not in {"left", "top", "right", "bottom", "width", "height"}:
            yield rf"(?:^|;)\s*{re.escape(key)}\s*:\s*([^;]+)", NAMED


def _of_classes(texts: list[str]) -> Iterator[tuple[str, int]]:
    """Yield the patterns of classes that differ by their ends, with their weights."""
    form = r"^([A-Za-z][\w-]*?[-_])[^\W_]+$|^([A-Za-z]+?)\d+$"
    stems = Counter(
        stem
        for text in texts
        for stem in {stem for word in text.split() for both in re.findall(form, word) for stem in both if stem}
    )
    for stem, number in stems.items():
        if number > 1:
            tail = r"([^\s_-]+)" if stem[-1] in "-_" else r"(\d+)"
            weight = NAMED if is_lasting(stem.strip("-_")) else PASSING
            yield rf"(?:^|\s){re.escape(stem)}{tail}(?=\s|$)", weight


def _of_label(texts: list[str], weight: int) -> Iterator[tuple[str, int]]:
    """Yield the patterns of one part of a label: a number in it, or what stands beside a word that all labels have."""
    patterns: list[str] = []
    if any(re.search(r"\d", text) for text in texts):
        patterns += [r"^\D*(\d+)\D*$", r"^(\d+)", r"(\d+)\D*$"]
        patterns += [rf"{word}\W{{1,2}}(\d+)" for word in _found(r"([^\W\d]+)\W{1,2}\d", texts)]
        patterns += [rf"(\d+)[^\w:,;.]{{1,2}}{word}" for word in _found(r"\d[^\w:,;.]{1,2}([^\W\d]+)", texts)]
    words = [re.findall(r"[^\W\d]+", text) for text in texts]
    common = set.intersection(*map(set, words)) if words else set()
    for word in [word for word in dict.fromkeys(words[0] if words else ()) if word in common][:8]:
        patterns += [rf"(?:^|\s){word} ([^,]+)", rf"^([^,]+?) {word}(?:[\s,]|$)"]
    if any(re.search(r"\w: ", text) for text in texts):
        patterns += [r":\s+([^,:]+)"]
    if any("," in text for text in texts):
        patterns += [r"^([^,]+),", r",\s*([^,]+)$", r"^[^,]+,\s*([^,]+),"]
    return ((pattern, weight) for pattern in patterns)


def _found(pattern: str, texts: list[str]) -> list[str]:
    """Return the first few different matches of a pattern in the texts."""
    return list(dict.fromkeys(word for text in texts for word in re.findall(pattern, text)))[:6]


def _of_styles(inner: dict[str, int], lattice: SurveyedLattice) -> Iterator[Candidate]:
    """Yield readings of computed styles: of cells, their pseudo-elements, painted elements in them, and drawings."""
    drawn = ("fill", "stroke") if lattice.cells[0].tag in {"rect", "path", "polygon", "g"} else ()
    for style in (*_STYLES, *drawn):
        yield Candidate({"property": style}, f"style {style}", STYLED)
    for pseudo in ("::before", "::after"):
        for style in ("content", "background-color", "background-image"):
            yield Candidate({"property": style, "pseudo": pseudo}, f"style of {pseudo}", STYLED)
    there = {name: _called(name, _inside(lattice)) for name in inner if "=" not in name}
    painted = [name for name, some in there.items() if is_central(some) and not any(one.text for one in some)]
    for name in painted[:_MOST_PAINTED]:
        for style in ("background-color", "fill", "background-image", "border-bottom-color", "clip-path"):
            yield Candidate({"property": style, "in": name}, f"style {style} inside", STYLED)
    yield Candidate({"drawing": "svg, img"}, "drawing", STYLED)
    for style in ("background-color", "fill"):
        yield Candidate({"areas": {"property": style}}, f"style {style}", STYLED)
    yield Candidate({"outline": "*"}, "outline", STYLED)


# Sides

#: By side: its words, and the letters that stand for it in names and values.
_SIDE_WORDS = {
    "up": ("up", "top", "north", "above", "t", "u", "n"),
    "down": ("down", "bottom", "south", "below", "b", "d", "s"),
    "left": ("left", "west", "l", "w"),
    "right": ("right", "east", "r", "e"),
}
_SIDE_OF = {word: side for side, words in _SIDE_WORDS.items() for word in words}
_LETTERS = {side: "".join(word for word in words if len(word) == 1) for side, words in _SIDE_WORDS.items()}
_LONG = sorted((word for word in _SIDE_OF if len(word) > 1), key=len, reverse=True)
_SIDED = re.compile(rf"(.*?)([-_]*)({'|'.join(_LONG)})", re.IGNORECASE)
_SIDED_SHORT = re.compile(r"(.+?)([-_]*)([tunbdslwre])")
_ORIENTED = re.compile(r"(\..+?)[-_]*(?:h|v|hor|ver|horizontal|vertical)", re.IGNORECASE)
#: How borders may be measured that are walls.
_BORDERS: tuple[Reading, ...] = (
    *({"times": times, "several": True} for times in (1.5, 2.0, 3.0)),
    *({"share": share, "several": True} for share in (0.025, 0.04, 0.07, 0.1)),
    *({"px": px, "several": True} for px in (1.5, 2.5, 3.5)),
    *({"share": 0.1}, {"share": 0.05}, {"within": ":scope > *", "share": 0.1}),
)


def _sides_of(lattice: SurveyedLattice) -> Iterator[Candidate]:
    """Yield the readings that may tell sides of the cells of `lattice`."""
    yield from _by_sided_names(lattice)
    yield from _by_listed_sides(lattice)
    beside = [one for one in _inside(lattice) if max(map(abs, one.place[:2])) > 0.2]
    yield from _signs("sides", _inner_names(lattice), beside)
    if any(cell.inner for cell in lattice.cells):
        yield Candidate({"sides": ":empty", "thin": True}, "places", STYLED)
        for crossed in (True, False):
            yield Candidate({"sides": "svg", "crossed": crossed}, "drawing", STYLED)
    if any(one.tag == "svg" and not _lies_over(one) for one in lattice.loose):
        yield from (Candidate({"bars": "svg", "crossed": crossed}, "drawing", STYLED) for crossed in (True, False))
    yield from _signs("bars", _loose_names(lattice), [one for one in lattice.loose if not _lies_over(one)])
    placed = dict.fromkeys(text for cell in lattice.cells for text in cell.placed)
    for text in placed if len(placed) <= MOST_TEXTS and lattice.names else ():
        yield Candidate({"bars": lattice.names[0], "pattern": f"^{escaped(text)}$"}, "signs", STYLED)
    yield from (Candidate({"borders": measure}, "borders", STYLED) for measure in _BORDERS)


def _signs(kind: str, names: Mapping[str, int], elements: Sequence[SurveyedElement]) -> Iterator[Candidate]:
    """Yield the readings of the sides at which elements lie: of all that have one of the names, and by their texts, if
    few. Of names that differ by a direction (.sign-h and .sign-v), no one has all of such signs on another board.
    """
    stems: dict[str, list[str]] = {}
    for name in names:
        if match := _ORIENTED.fullmatch(name) or _SIDED.fullmatch(name):
            stems.setdefault(match[1], []).append(name)
    directed = [both for both in stems.values() if len(both) > 1]
    for parts in (*([name] for name in names), *directed):
        name, weight = ", ".join(parts), min(map(names.__getitem__, parts))
        called = [one for part in parts for one in _called(part, elements)]
        if called:
            yield Candidate({kind: name}, f"places of {name}", weight)
        labels = ("aria-label", "alt", "title")
        said = (text for one in called for text in (one.text, *(one.attributes.get(label, "") for label in labels)))
        texts = dict.fromkeys(text for text in said if text and len(text) < 20)
        patterns = [f"^{escaped(text)}$" for text in texts if len(texts) <= MOST_TEXTS]
        patterns += map(escaped, _parts_of({one.picture for one in called if one.picture}))
        for pattern in patterns if not any(name in both for both in directed) else ():
            yield Candidate({kind: name, "pattern": pattern}, "signs", weight)


def _parts_of(addresses: set[str]) -> Iterator[str]:
    """Yield a part of each address of a picture that none of the others has, if they are few: the name of its file, or
    some characters, or all of them if there is no other.
    """
    for address in sorted(addresses) if len(addresses) <= MOST_TEXTS else ():
        others = addresses - {address}
        size = _TELLING if others else len(address)
        pieces = (address[at : at + size] for at in range(len(address) - size + 1))
        own = (one for one in chain(_FILE.findall(address), pieces) if not any(one in other for other in others))
        yield from islice(own, 1)


def _by_sided_names(lattice: SurveyedLattice) -> Iterator[Candidate]:
    """Yield readings of classes and attributes whose names end in a side: wall-right, data-wall-top."""
    families: dict[tuple[str, str, str], dict[str, str]] = {}
    named: dict[tuple[str, str], dict[str, str]] = {}
    for element in (one for cell in lattice.cells for one in (cell, *cell.inner)):
        for name in element.classes:
            for form in (_SIDED, _SIDED_SHORT):
                if (match := form.fullmatch(name)) and _NAME.fullmatch(name):
                    stem, dashes, end = match.groups()
                    families.setdefault((stem, dashes, form.pattern), {})[_SIDE_OF[end.lower()]] = f".{name}"
        for name, value in element.attributes.items():
            if (match := _SIDED.fullmatch(name)) and value not in {"0", "false", "none", "no"}:
                stem, dashes, end = match.groups()
                families.setdefault((f"[{stem}", dashes, value), {})[_SIDE_OF[end.lower()]] = _attribute(name, value)
                if not re.search(r"\d", value):  # no place in pixels
                    named.setdefault((f"[{stem}", dashes), {})[_SIDE_OF[end.lower()]] = name
    for (stem, dashes, value), known in families.items():
        # A sign may be on this board to the right only, while others are below.
        names = {} if re.search(r"\d", value) else named.get((stem, dashes), {})
        sides = {side: _attribute(name, value) for side, name in names.items()} or known
        if len(sides) > 1:
            weight = MARKED if stem.startswith("[") else NAMED if not stem or is_lasting(stem) else PASSING
            yield Candidate({"all": sides}, f"names {stem}", weight)


def _by_listed_sides(lattice: SurveyedLattice) -> Iterator[Candidate]:
    """Yield readings of attributes that list sides: data-walls="top left", or "tl"."""
    values: dict[str, set[str]] = {}
    for cell in lattice.cells:
        for name, value in cell.attributes.items():
            values.setdefault(name, set()).add(value)
    for name, texts in values.items():
        words = {word.lower() for text in texts for word in re.findall(r"[A-Za-z]+", text)}
        if not words or name in {"class", "style", "id"}:
            continue
        if words <= _SIDE_OF.keys():
            ways = {side: rf"(?:^|[^A-Za-z])({'|'.join(forms)})(?![A-Za-z])" for side, forms in _SIDE_WORDS.items()}
        elif all(set(word) <= _SIDE_OF.keys() and len(word) <= 4 for word in words):
            ways = {side: f"([{letters}])" for side, letters in _LETTERS.items()}
        else:
            continue
        sides: Reading = {side: {"attribute": name, "pattern": way} for side, way in ways.items()}
        yield Candidate({"all": sides}, f"attribute {name}", MARKED)


# Flags


def _flags_of(lattice: SurveyedLattice) -> Iterator[Candidate]:
    """Yield names that some cells have; none of an attribute that tells cells apart, as a number does."""
    found: dict[str, int] = {}
    counts: Counter[str] = Counter()
    kinds: dict[str, set[str]] = {}
    for cell in lattice.cells:
        for element in (cell, *cell.inner):
            for name, value in element.attributes.items():
                kinds.setdefault(name, set()).add(value)
        disabled = {":disabled": MARKED} if "disabled" in cell.attributes else {}
        here = _names(cell) | _names_in(cell.inner) | disabled
        counts.update(here.keys())
        found |= here
    telling = {name for name, values in kinds.items() if len(values) <= max(4, lattice.rows)}
    flags = [name for name in found if counts[name] < len(lattice.cells)]
    flags = [name for name in flags if not (told := re.match(r"\[([\w-]+)=", name)) or told[1] in telling]
    for name in sorted(flags, key=lambda name: -found[name])[: 2 * MOST_NAMES]:
        yield Candidate({"has": name}, f"name {name}", found[name])
