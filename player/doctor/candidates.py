"""Candidates for selectors that find nothing any more, derived from a page's inventory; each is to be tried."""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from player.doctor.probe import Element, GridCandidate, PageInventory

Reading = dict[str, Any]
"""A reading as in selectors.yaml."""

_ATTRIBUTE = re.compile(r"""\[([\w-]+)(?:([\^$*~|]?=)["']?([^"'\]]*)["']?)?\]""")
_CLASS, _ID = re.compile(r"\.(-?[A-Za-z_][\w-]*)"), re.compile(r"#(-?[A-Za-z_][\w-]*)")
_NAME = re.compile(r"-?[A-Za-z_][\w-]*")
_ENDING = re.compile(r"(-?[A-Za-z_][\w-]*?)([-_]+)([a-z]+)")
_SIDES = {"up": ("up", "top"), "down": ("down", "bottom"), "left": ("left",), "right": ("right",)}


def lasting(name: str) -> bool:
    """Return True if `name` is no counter; names that a page's build made are in no answer of the page."""
    return bool(name) and not re.search(r"\d", name)


# The same under another name


#: Values that many attributes have: they tell nothing of a new name.
_COMMON = frozenset({"true", "false"})


@dataclass(frozen=True, slots=True)
class PageNames:
    """The names that the page has, those that the selectors use, and renamed attributes."""

    census: PageInventory
    known: frozenset[str]
    moved: Mapping[str, str]


def page_names(texts: Sequence[str], census: PageInventory, numbering: str | None) -> PageNames:
    """Compare a page's names with the selectors `texts`; `numbering` is the former attribute of the cells' numbers."""
    known = frozenset(name for text in texts for kind in (_CLASS, _ID) for name in kind.findall(text))
    return PageNames(census, known, _renames(texts, census, numbering))


def similarity(texts: Sequence[str], census: PageInventory) -> float:
    """Return the share of names and values in the selectors `texts` that the page has, in any attribute."""
    named = {name for text in texts for kind in (_CLASS, _ID) for name in kind.findall(text)}
    named |= {value for text in texts for _, _, value in _ATTRIBUTE.findall(text) if value}
    there = frozenset().union(*census.attributes.values())
    return len(named & there) / max(1, len(named))


def _renames(texts: Sequence[str], census: PageInventory, numbering: str | None) -> dict[str, str]:
    """Return the attributes in selectors that the page lacks, with those that hold their values now."""
    wanted: dict[str, set[str]] = {}
    for name, _, value in (token for text in texts for token in _ATTRIBUTE.findall(text)):
        wanted.setdefault(name, set()).add(value)
    moved = {}
    for name in sorted(set(wanted).difference(census.attributes)):
        score = {
            other: sum(any(value in has for has in values) for value in wanted[name] - _COMMON if lasting(value))
            for other, values in census.attributes.items()
            if other not in wanted
        }
        best = max(score, key=lambda other: score[other], default=None)
        if best and score[best]:
            moved[name] = best
    if numbering and numbering not in census.attributes and census.board and census.board.numbered:
        moved.setdefault(numbering, census.board.numbered[0])
    return moved


def with_moved(selector: str, moved: Mapping[str, str]) -> str:
    """Return `selector` with renamed attributes."""
    return _ATTRIBUTE.sub(lambda token: token[0].replace(token[1], moved.get(token[1], token[1]), 1), selector)


def renamed(selector: str, words: PageNames) -> list[str]:
    """Return `selector` with names replaced: renamed attributes, then similar classes and ids."""
    by_attribute = _ATTRIBUTE.sub(lambda token: _moved(token, words), selector)
    by_class = _CLASS.sub(lambda token: "." + _alike(token[1], words, "class"), by_attribute)
    by_id = _ID.sub(lambda token: "#" + _alike(token[1], words, "id"), by_class)
    return [variant for variant in dict.fromkeys([by_attribute, by_class, by_id]) if variant != selector]


def _moved(token: re.Match[str], words: PageNames) -> str:
    name, operator, value = token.groups()
    attributes = words.census.attributes
    if name in words.moved:
        return token[0].replace(name, words.moved[name], 1)
    if operator == "=" and value not in attributes.get(name, ()):
        holders = [other for other, values in attributes.items() if value in values and lasting(value)]
        if len(holders) == 1:
            return token[0].replace(name, holders[0], 1)
    return token[0]


def _alike(name: str, words: PageNames, attribute: str) -> str:
    """Return `name`, or the most similar name on the page that no selector uses."""
    names = words.census.attributes.get(attribute, frozenset())
    if name in names:
        return name
    return next(iter(get_close_matches(name, sorted(names - words.known), n=1, cutoff=0.7)), name)


def variants_of(reading: Reading, words: PageNames) -> Iterator[Reading]:
    """Yield `reading` with its attribute, or the names in its selectors, replaced by the page's."""
    for number in range(3):

        def other(selector: str, number: int = number) -> str:
            return [*renamed(selector, words), selector, selector, selector][number]

        changed = _mapped(reading, other, words.moved)
        if changed != reading:
            yield changed


def _mapped(reading: Reading, change: Callable[[str], str], moved: Mapping[str, str]) -> Reading:
    changed: Reading = {}
    for key, value in reading.items():
        if key in {"text", "has", "with", "in", "over", "sides", "bars", "stroke", "covered", "areas"}:
            changed[key] = _condition(value, change, moved)
        elif key in {"first", "all", "unless"}:
            changed[key] = {name: _condition(one, change, moved) for name, one in value.items()}
        elif key == "attribute":
            changed[key] = moved.get(value, value)
        else:
            changed[key] = value
    return changed


def _condition(value: str | Reading, change: Callable[[str], str], moved: Mapping[str, str]) -> str | Reading:
    return change(value) if isinstance(value, str) else _mapped(value, change, moved)


# The board by its structure


def names(element: Element) -> list[str]:
    """Return selectors of `element` by its own names, the most reliable first."""
    own = element.attributes
    found = [f"#{own['id']}"] if _NAME.fullmatch(own.get("id", "")) and lasting(own["id"]) else []
    for name, value in own.items():
        if name.startswith("data-") and (not value or lasting(value)):
            found.append(f"[{name}={json.dumps(value, ensure_ascii=False)}]" if value else f"[{name}]")
    return found + [f".{name}" for name in element.classes if _NAME.fullmatch(name) and lasting(name)]


def grids(found: GridCandidate) -> list[str]:
    """Return selectors of the grid: by its own names, by those of its ancestors, and last by position."""
    own, *outer = found.around
    selectors = names(own)
    steps = own.tag
    for element in outer:
        selectors += [f"{name} > {steps}" for name in names(element)]
        selectors += [f"{name} {mine}" for name in names(element) for mine in names(own)]
        steps = f"{element.tag} > {steps}"
    return [*dict.fromkeys(selectors), found.path]


def cells(found: GridCandidate, grid: str) -> list[str]:
    """Return selectors of the cells: by their numbers, by common names, and as children of `grid`."""
    selectors = []
    if found.numbered:
        name, prefix = found.numbered
        selectors.append(f"[{name}^={json.dumps(prefix, ensure_ascii=False)}]" if prefix else f"[{name}]")
    first, *others = found.cells
    if role := first.attributes.get("role"):
        selectors.append(f'[role="{role}"]')
    shared = set(first.classes).intersection(*(cell.classes for cell in others))
    selectors += [f".{name}" for name in first.classes if name in shared and _NAME.fullmatch(name) and lasting(name)]
    return [*selectors, f"{grid} > {first.tag}"]


def index(found: GridCandidate) -> Reading | None:
    """Return the reading of a cell's number; None if no attribute holds it."""
    if found.numbered is None:
        return None
    name, prefix = found.numbered
    return {"attribute": name, "pattern": f"^{re.escape(prefix)}(\\d+)$"} if prefix else {"attribute": name}


# Readings of a cell, by their expectations


def readings(expect: list[str], found: GridCandidate, cell: str) -> list[Reading]:
    """Return readings that may meet `expect`: regions, numbers, walls, or a mark that some cell has."""
    kinds = {"one each row": _regions, "numbers": _numbers, "walls": _walls, "some": _marks, "digits": _numbers}
    return [reading for name in expect if name in kinds for reading in kinds[name](found, cell)]


def _shared_attributes(found: GridCandidate) -> list[str]:
    """Return the attributes that all cells have, except those that identify or style them."""
    numbering = found.numbered[0] if found.numbered else None
    first, *others = found.cells
    shared = set(first.attributes).intersection(*(cell.attributes for cell in others))
    return [name for name in first.attributes if name in shared - {"class", "style", "id", numbering}]


def _regions(found: GridCandidate, _cell: str) -> Iterator[Reading]:
    """Yield readings of regions: numbers in class names, words beside a common word in labels, the colour itself."""
    numbered = [
        set(re.findall(r"(?:^|\s)([A-Za-z][\w-]*?[-_])\d+(?=\s|$)", c.attributes.get("class", ""))) for c in found.cells
    ]
    for prefix in sorted(set.intersection(*numbered)):
        yield {"attribute": "class", "pattern": rf"\b{re.escape(prefix)}(\d+)\b"}
    for name in _shared_attributes(found):
        labels = [cell.attributes[name] for cell in found.cells]
        common = set.intersection(*(set(re.findall(r"[^\W\d]+", label)) for label in labels))
        for word in (word for word in re.findall(r"[^\W\d]+", labels[0]) if word in common):
            yield {"attribute": name, "pattern": rf"(?:^|\s){word} ([^,]+)"}
            yield {"attribute": name, "pattern": rf"^([^,]+?) {word}(?:[\s,]|$)"}
        yield {"attribute": name}
    yield {"property": "background-color"}


def _numbers(found: GridCandidate, cell: str) -> Iterator[Reading]:
    """Yield readings of numbers: the text of a cell or of an element in it, or the end of a label."""
    inner = [element for one in found.cells for element in one.inner if element.text.isdigit()]
    for selector in dict.fromkeys(name for element in inner for name in names(element)):
        yield {"text": selector}
    yield {"text": cell}
    for name in dict.fromkeys(name for one in found.cells for name in one.attributes):
        if name not in {"class", "style", found.numbered and found.numbered[0]}:
            yield {"attribute": name, "pattern": r"(\d+)$"}


def _walls(found: GridCandidate, _cell: str) -> Iterator[Reading]:
    """Yield readings of walls: class names that end in a side, else thick borders."""
    classes = {name for cell in found.cells for element in (cell, *cell.inner) for name in element.classes}
    stems: dict[tuple[str, str], dict[str, str]] = {}
    for stem, dashes, end in sorted(match.groups() for match in map(_ENDING.fullmatch, classes) if match):
        for side in (side for side, ends in _SIDES.items() if end in ends):
            selector = f".{stem}{dashes}{end}" if lasting(stem) else f'[class*="{dashes}{end}"]'
            stems.setdefault((stem, dashes), {})[side] = selector
    yield from ({"all": sides} for sides in stems.values() if len(sides) > 1)
    yield {"borders": {"within": ":scope > *", "share": 0.1}}
    yield {"borders": {"share": 0.1}}


def _marks(found: GridCandidate, _cell: str) -> Iterator[Reading]:
    """Yield readings of marks: names in or on one cell, and no other."""
    of_cells = [{name for element in (cell, *cell.inner) for name in names(element)} for cell in found.cells]
    for number, mine in enumerate(of_cells):
        others: set[str] = set().union(*of_cells[:number], *of_cells[number + 1 :])
        for name in sorted(mine - others):
            yield {"has": name}
