"""Readings of marks, chosen from examples: how cells look that have a mark, and how cells look that have it not."""

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from player.browser.page.trials import Appearance, Trait, Traits
from player.doctor.learn.table import AMONG_SIGNS, escaped, with_value

Condition = str | dict[str, Any]
"""A condition as in selectors.yaml: a selector, or a reading."""

#: Longest value that is written out.
LONGEST = 40
#: What is in a layer over cells is trusted less than what is in them.
LAYERS = {"over": 1.0, "covered": 1.5}
#: Most values that a condition excludes one by one.
MAX_EXCLUDED = 3


@dataclass(frozen=True, slots=True)
class Example:
    """One look at a cell that has `mark`: its name, or what will be given a name."""

    look: Appearance
    mark: Hashable


@dataclass(frozen=True, slots=True)
class MarkCondition:
    """A condition, its `rank` (the lower, the more stable its names are), and whether it tells by something missing."""

    rank: float
    condition: Condition
    of: Trait


def conditions(examples: Sequence[Example], mark: str | bool, cells: Sequence[str]) -> list[MarkCondition]:
    """Return the conditions that hold for all examples of `mark` and for no other one, the most stable first.

    `cells` are the selectors of cells: a condition may be that a cell lacks something.
    """
    having, lacking = _parted(examples, mark)
    if not having or not lacking:
        return []
    own = _common(having) - _ever(lacking)
    others = _common(lacking) - _ever(having)
    elsewhere = {trait.selector for trait in _ever(lacking) if _is_selector(trait)}
    doubtful = {trait for trait in own if _is_selector(trait) and trait.selector in elsewhere}
    told = [(trait, _cells(trait, cells, "is") if trait in doubtful else written(trait), 0) for trait in own]
    told += [(trait, without(trait, cells), 3) for trait in others]
    found = [MarkCondition(rank(trait, mark) + more, one, trait) for trait, one, more in told if one is not None]
    found += _by_other_values(having, lacking)
    return sorted(found, key=lambda one: (one.rank, len(str(one.condition)), str(one.condition)))


def _parted(examples: Sequence[Example], mark: Hashable) -> tuple[list[Appearance], list[Appearance]]:
    """Return how cells look that have the mark, and all others."""
    having = [one.look for one in examples if one.mark == mark]
    return having, [one.look for one in examples if one.mark != mark]


def _common(looks: Sequence[Appearance]) -> Traits:
    return frozenset.intersection(*(one.always for one in looks))


def _ever(looks: Sequence[Appearance]) -> Traits:
    return frozenset().union(*(one.ever for one in looks))


def _by_other_values(having: Sequence[Appearance], lacking: Sequence[Appearance]) -> Iterable[MarkCondition]:
    """Yield conditions that a style of the cell is none of the values that the other cells have."""
    values: dict[tuple[str, str, str, str], tuple[set[str], set[str]]] = {}
    for side, looks in enumerate((having, lacking)):
        for look in looks:
            for trait in look.ever:
                if trait.kind == "style" and trait.where != "over":
                    values.setdefault(trait[:4], (set(), set()))[side].add(trait.value)
    for key, (mine, theirs) in values.items():
        if len(mine) > 1 and theirs and not mine & theirs and len(theirs) <= MAX_EXCLUDED:
            kind, where, selector, name = key
            excluded = "|".join(map(escaped, sorted(theirs)))
            reading = {"property": name, "pattern": f"^((?!(?:{excluded})$).+)$"}
            reading |= {"in": selector} if where == "in" else {}
            yield MarkCondition(9.0, reading, Trait(kind, where, selector, name, ""))


def rank(trait: Trait, mark: str | bool) -> float:
    """Return how far the names of `trait` may be expected to change: 0 for none."""
    inner = 0.0 if trait.where == "" else 1.0
    match trait.kind:
        case "selector" | "over" | "covered":
            base = _rank_of_name(trait) + inner + LAYERS.get(trait.kind, 0.0)
        case "text" | "symbol":
            base = 5.0 + inner + 0.25 * (trait.kind == "symbol")
        case "stroke":
            base = 6.0
        case "style":
            base = 7.0 + inner
        case _:
            base = 8.5 + inner
    says = isinstance(mark, str) and mark.lower() in trait.value.lower()
    has_number = mark is True and any(letter.isdigit() for letter in trait.value)  # of a colour, perhaps
    return base - (0.75 if says else 0) + (3 if has_number else 0)


def _rank_of_name(trait: Trait) -> float:
    if trait.name.startswith(("data-", "aria-")):
        sentence = " " in trait.value or trait.name == "aria-label"
        return 2.5 if sentence else 0.0
    by_name = {"class": 2.0, "id": 2.0, "tag": 5.0, "d": 6.0, "src": 4.0, "href": 4.0, "style": 6.0}
    by_name |= dict.fromkeys(("fill", "stroke"), 7.0)  # a conflict has its own colour
    return by_name.get(trait.name, 3.0)


def written(trait: Trait) -> Condition | None:
    """Return the condition that an element has `trait`, as in selectors.yaml; None if there are no words for it."""
    if trait.kind == "selector":
        return trait.selector
    if trait.kind == "passing" or (trait.kind == "text" and not trait.value):
        return None
    place = {trait.where: trait.selector} if trait.where in {"in", "over"} else {}
    exact = f"^({escaped(trait.value)})$"
    match trait.kind:
        case "over":
            return {"over": trait.selector, "property": "display"}
        case "stroke" | "covered":
            return {trait.kind: trait.selector}
        case "text" | "symbol":
            among = with_value({"pattern": AMONG_SIGNS}, trait.value) if trait.kind == "symbol" else {"pattern": exact}
            return {**place, "text": "*", **among}
        case "style":
            is_long = len(trait.value) > LONGEST  # a picture that stands in the style itself
            exact, pseudo = f"({escaped(trait.value[-LONGEST:])})$" if is_long else exact, {}
        case kind:
            pseudo = {"pseudo": kind}
    return {**place, "property": trait.name, **pseudo, "pattern": exact}


def without(trait: Trait, cells: Sequence[str]) -> Condition | None:
    """Return the condition that a cell lacks `trait`; None if selectors.yaml has no words for it."""
    if _is_selector(trait):
        return _cells(trait, cells, "not")
    if trait.kind == "text" and trait.where == "":
        return {"text": "*", "pattern": f"^((?!{escaped(trait.value)}$).+)$"} if trait.value else {"text": "*"}
    return None


def _is_selector(trait: Trait) -> bool:
    """Return whether a trait is a selector that finds the cell or something in it: a condition does not tell which."""
    return trait.kind == "selector" and trait.where != "around"


def _cells(trait: Trait, cells: Sequence[str], function: str) -> str:
    """Return the selector of the cells that have `trait` (`function` "is") or lack it ("not")."""
    cell = cells[0] if len(cells) == 1 else f":is({', '.join(cells)})"
    return f"{cell}:{function}({trait.selector if trait.where == '' else f':has({trait.selector})'})"


def reading_of_marks(
    examples: Sequence[Example], marks: Sequence[str], blank: str, cells: Sequence[str]
) -> tuple[dict[str, Any], dict[str, Trait]] | None:
    """Return the reading `first` that names `marks`, and `blank` for any other cell; None if a mark can't be told.

    The second value is the trait that names each mark.
    """
    first: dict[str, Condition] = {}
    told: dict[str, Trait] = {}
    for mark in marks:
        found = conditions(examples, mark, cells)
        if not found:
            return None
        first[mark], told[mark] = found[0].condition, found[0].of
    return {"first": {**first, blank: "*"}}, told


def phrase(trait: Trait) -> str:
    """Return the words for a trait in a comment."""
    place = {"": "the cell", "in": "something in the cell", "over": "something over the cell"}.get(trait.where, "it")
    match trait.kind:
        case "text" | "symbol":
            return f"the {trait.kind} {trait.value!r} in {place}" if trait.value else f"a {trait.kind} in {place}"
        case "stroke":
            return f"the line {trait.selector} goes through the middle"
        case "::before" | "::after":
            return f"the {trait.name} of {trait.kind} of {place}"
        case _:
            return f"the {trait.name} of {place}"


def likeness(state: Appearance, examples: Sequence[Example], mark: Hashable) -> int:
    """Return how many traits a state shares with all examples of `mark` that no example of another mark has."""
    having, lacking = _parted(examples, mark)
    return len((_common(having) - _ever(lacking)) & state.always) if having else 0
