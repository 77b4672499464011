"""Repair of a page's section: what the page has under other names, then the search of `player learn` for the rest."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import islice
from math import prod
from typing import Any

from pydantic import ValidationError

from player.browser.page.game_page import GamePage
from player.browser.selectors.readings import NONE, Chain, Reading, as_reading, as_written
from player.browser.selectors.schema import PageSelectors
from player.doctor.learn.search import Wanted, search
from player.doctor.learn.table import is_lasting, numbering_of
from player.doctor.probe import Examination, ProbedBoard, ReadingResult, Survey, probe
from player.errors import ConfigInvalid, PageNotUnderstood
from player.games import Game

Examine = Callable[[PageSelectors], Examination]
Changes = dict[str, Any]
"""Keys of a page's section in selectors.yaml with their new values; `read` holds only changed fields."""
Differences = Callable[[Changes], float | None]
"""Counts where a picture differs from the board read with some changes, see `PicturedPage.differences`."""

_GRID = ("grid", "cell")
#: Keys that find the cells' places: of a learnt section all of them count, also those that it has not.
_PLACE = ("index", "place", "size", "numbered", "numbered_from")
#: What is learnt of a field of which the page shows nothing: its own readings may be right all the same.
_NOT_SEEN = {"any": [{NONE: True}]}
#: The most other readings of a field that are held against a picture.
_MOST_PICTURED = 12


def repairs(
    page: GamePage, game: Game, name: str, section: PageSelectors, survey: Survey, *, differences: Differences
) -> Iterator[Changes]:
    """Yield changes to `section`, called `name`, with which it may read the board on `page`, the smallest first.

    The first has what is found under other names, and may be empty or not be enough. The next has its readings in
    another order if a picture is more like what they read then. The others have what the search finds too: for the
    fields that nothing else reads, before all readings of the section, and in place of them.
    """

    def examine(trial: PageSelectors) -> Examination:
        return probe(page, name, trial)

    numbering = section.index.attribute if section.index else None
    names = page_names(texts_of(_parts(section)), survey, numbering)
    renames = _renamings(section, survey, names, examine)
    yield renames
    if (ordered := _reordered(section, renames, names, examine, differences)) != renames:
        yield ordered
    try:
        found = search(page, Wanted([game]))
    except (PageNotUnderstood, ConfigInvalid):
        return
    learnt, cells = found.section, prod(found.board.shape)
    if "grid" in renames and examine(changed(section, renames)).grid[0].cells != cells:  # it was an example's
        place: Changes = {key: _first(learnt[key], _parts(section)[key]) for key in _GRID}
        renames = {**place, **_renamings(changed(section, place), survey, names, examine)}
    section = changed(section, renames)
    own = _parts(section)
    place = {key: _first(learnt[key], own[key]) for key in _GRID}
    place |= {key: learnt.get(key) for key in _PLACE if key in learnt or key in own}
    place |= {"beside": learnt["beside"]} if "beside" in learnt else {}
    every = {field: _as_chain(entry) for field, entry in learnt["read"].items()}
    before = {field: _before(section, field, entry) for field, entry in every.items() if entry != _NOT_SEEN}
    if board := examine(changed(section, place)).board:
        read = {field for field, columns in board.fields.items() if any(one.holds and one.cells for one in columns)}
        yield _merged(renames, place, {field: entry for field, entry in before.items() if field not in read})
    yield _merged(renames, place, before)
    yield _merged(renames, place, every)


def changed(page: PageSelectors, changes: Mapping[str, Any]) -> PageSelectors:
    """Return `page` with the keys in `changes` replaced."""
    parts = _parts(page)
    return PageSelectors.model_validate({**parts, **changes, "read": {**parts["read"], **changes.get("read", {})}})


def _merged(renames: Changes, place: Changes, read: Mapping[str, Any]) -> Changes:
    fields = {**renames.get("read", {}), **read}
    return {**renames, **place, **({"read": fields} if fields else {})}


def _parts(page: PageSelectors) -> dict[str, Any]:
    return page.model_dump(exclude_none=True, exclude_defaults=True, by_alias=True)


def _as_chain(entry: Any) -> dict[str, Any]:
    if entry == NONE:
        return _NOT_SEEN
    return entry if "any" in entry else {"any": [entry]}


def _before(section: PageSelectors, field: str, entry: dict[str, Any]) -> dict[str, Any]:
    """Return the chain of a field with the learnt readings before its own, which are asked where those find nothing."""
    if field not in section.read:
        return entry
    chain = section.read[field]
    readings = (one for one in map(as_written, chain.any) if NONE not in one)  # one that is there is read in some way
    own = [{**one, "fallback": True} for one in readings if one not in entry["any"]]
    return _like(chain, [*entry["any"], *own]) | ({"once": True} if entry.get("once") else {})


def _like(chain: Chain, readings: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return the entry of a field with other `readings`, of which as much is expected as of `chain`."""
    expect = {"expect": list(chain.expect)} if chain.expect else {}
    return {**expect, "any": [*readings], **({"once": True} if chain.once else {})}


# The same under other names

_ATTRIBUTE = re.compile(r"""\[([\w-]+)(?:([\^$*~|]?=)["']?([^"'\]]*)["']?)?\]""")
_CLASS, _ID = re.compile(r"\.(-?[A-Za-z_][\w-]*)"), re.compile(r"#(-?[A-Za-z_][\w-]*)")
#: Values that many attributes have: they tell nothing of a new name.
_COMMON = frozenset({"true", "false"})
#: Keys of a section beside the board, in which attributes may be renamed.
_BESIDE = ("start", "overlays", "already", "won", "switches", "buttons", "beside", "lost", "submit")


@dataclass(frozen=True, slots=True)
class PageNames:
    """The values of each attribute on the page, the names that the selectors use, and renamed attributes."""

    attributes: Mapping[str, frozenset[str]]
    known: frozenset[str]
    moved: Mapping[str, str]

    def variants(self, part: Any) -> list[Any]:
        """Return other forms of a selector or a reading: with attributes renamed, then values, classes and ids found
        elsewhere on the page.
        """
        steps = (self._with_moved, self._with_values, self._with_classes, self._with_ids)
        found: list[Any] = []
        for step in steps:
            other = self.mapped(part, step)
            if other not in [part, *found]:
                found.append(other)
        return found

    def mapped(self, part: Any, change: Callable[[str], str], key: str = "text") -> Any:
        """Return a part of a section with its selectors changed and its attributes renamed."""
        if isinstance(part, Mapping):
            is_named = key in {"first", "all", "unless"}
            return {name: self.mapped(inner, change, "text" if is_named else name) for name, inner in part.items()}
        if isinstance(part, list):
            return [self.mapped(inner, change, key) for inner in part]
        if key == "attribute":
            return self.moved.get(part, part)
        return change(part) if isinstance(part, str) and key != "pattern" else part

    def renamed(self, part: Any) -> Any:
        """Return a part of a section with its attributes renamed."""
        return self.mapped(part, self._with_moved)

    def _with_moved(self, selector: str) -> str:
        return _ATTRIBUTE.sub(lambda token: token[0].replace(token[1], self.moved.get(token[1], token[1]), 1), selector)

    def _with_values(self, selector: str) -> str:
        def found(token: re.Match[str]) -> str:
            name, operator, value = token.groups()
            if operator != "=" or value in self.attributes.get(name, ()) or not is_lasting(value):
                return token[0]
            holders = [other for other, values in self.attributes.items() if value in values]
            return token[0].replace(name, holders[0], 1) if len(holders) == 1 else token[0]

        return _ATTRIBUTE.sub(found, self._with_moved(selector))

    def _with_classes(self, selector: str) -> str:
        return _CLASS.sub(lambda token: f".{self._alike(token[1], 'class')}", self._with_values(selector))

    def _with_ids(self, selector: str) -> str:
        return _ID.sub(lambda token: f"#{self._alike(token[1], 'id')}", self._with_classes(selector))

    def _alike(self, name: str, attribute: str) -> str:
        there = self.attributes.get(attribute, frozenset())
        if name in there:
            return name
        return next(iter(get_close_matches(name, sorted(there - self.known), n=1, cutoff=0.7)), name)


def page_names(texts: Sequence[str], survey: Survey, numbering: str | None = None) -> PageNames:
    """Compare a page's names with the selectors `texts`; `numbering` is the former attribute of the cells' numbers."""
    wanted: dict[str, set[str]] = {}
    for name, _, value in (token for text in texts for token in _ATTRIBUTE.findall(text)):
        wanted.setdefault(name, set()).add(value)
    moved = {}
    for name in sorted(wanted.keys() - survey.attributes.keys()):
        values = {value for value in wanted[name] - _COMMON if is_lasting(value)}
        score = {
            other: sum(any(value in has for has in there) for value in values)
            for other, there in survey.attributes.items()
            if other not in wanted
        }
        best = max(score, key=lambda other: score[other], default=None)
        if best and score[best]:
            moved[name] = best
    numbered = next((one.numbered for one in survey.lattices if one.numbered), None)
    if numbering and numbering not in survey.attributes and numbered:
        moved.setdefault(numbering, numbered[0])
    return PageNames(survey.attributes, _named(texts), moved)


def _named(texts: Iterable[str]) -> frozenset[str]:
    return frozenset(name for text in texts for kind in (_CLASS, _ID) for name in kind.findall(text))


def similarity(page: PageSelectors, survey: Survey) -> float:
    """Return the share of the names and values in the selectors of `page` that the page has, in any attribute."""
    texts = texts_of(_parts(page))
    named = _named(texts) | {value for text in texts for _, _, value in _ATTRIBUTE.findall(text) if value}
    there = frozenset().union(*survey.attributes.values())
    return len(named & there) / max(1, len(named))


def texts_of(part: Any) -> list[str]:
    """Return all selectors and other texts of a part of a page's section."""
    if isinstance(part, str):
        return [part]
    inner = part.values() if isinstance(part, dict) else part if isinstance(part, list) else ()
    return [text for one in inner for text in texts_of(one)]


def _renamings(page: PageSelectors, survey: Survey, names: PageNames, examine: Examine) -> Changes:
    """Return the changes to `page` after which more of its first alternatives meet their expectations.

    Each is tried by `examine`; a selector for which nothing fits stays.
    """
    parts = _parts(page)
    changes = _place(page, survey, names, examine)
    board = examine(changed(page, changes)).board
    if board is None:
        return changes
    lattice = survey.of_size(board.cells)
    if board.numbered not in {None, board.cells} and lattice:
        changes |= numbering_of(lattice)
    now = changed(page, changes)
    changes |= _readings(now, examine(now).board or board, names, examine)
    others = {key: names.renamed(parts[key]) for key in _BESIDE if key in parts}
    return {**changes, **{key: value for key, value in others.items() if value != parts[key]}}


def _place(page: PageSelectors, survey: Survey, names: PageNames, examine: Examine) -> Changes:
    """Return changes of grid and cells if their first alternatives find a wrong number of cells."""
    seen = examine(page)
    size = survey.size_of(seen.board)
    lattice = survey.of_size(size)
    fitting = [one for one, grid in zip(page.grid, seen.grid, strict=True) if size and grid.cells == size]
    grids, cells = (lattice.grids, lattice.names) if lattice else ((), ())
    # No grid has so many cells if a layer in it has more that another selector finds.
    anchor = next(iter((*fitting, *grids)), None)
    if anchor is None:
        return {}
    tried = [page.cell[0], *names.variants(page.cell[0]), *cells, *page.cell]
    counts = examine(page.model_copy(update={"grid": [anchor], "cell": tried})).cell
    cell = next((one for one, count in zip(tried, counts, strict=True) if count == size), None)
    if cell is None:
        return {}
    tried = [page.grid[0], *names.variants(page.grid[0]), *grids[:-1], *page.grid, *grids[-1:]]  # its path comes last
    matches = examine(page.model_copy(update={"grid": tried, "cell": [cell]})).grid
    ranked = sorted((one.matches > 1, number) for number, one in enumerate(matches) if one.cells == size)
    grid = tried[ranked[0][1]] if ranked else page.grid[0]
    changes = {"grid": _first(grid, page.grid), "cell": _first(cell, page.cell)}
    return {key: value for key, value in changes.items() if value != getattr(page, key)}


def _first(best: Any, others: Iterable[Any]) -> list[Any]:
    return [best, *(other for other in others if other != best)]


def _readings(page: PageSelectors, board: ProbedBoard, names: PageNames, examine: Examine) -> Changes:
    """Return the fields and rules whose first reading fails, with one that holds before it.

    Of a field without expectations, nothing can be tried: it follows the attributes that were renamed.
    """
    rules = {name: chain for name, chain in page.rules.items() if isinstance(chain, Chain)}
    failing = {name: chain for name, chain in page.read.items() if chain.expect and not board.fields[name][0].holds}
    lost = {name: chain for name, chain in rules.items() if not board.rules[name][0].cells}
    read, ruled = ({name: _tried(chain, names) for name, chain in some.items()} for some in (failing, lost))
    tried = examine(page.model_copy(update={"read": {**page.read, **read}, "rules": {**page.rules, **ruled}})).board
    if tried is None:
        return {}
    fields: dict[str, Any] = {}
    for name, chain in page.read.items():
        own = [as_written(reading) for reading in chain.any]
        if name in failing and (best := _best(chain.expect, tried.fields[name], tried)) is not None:
            fields[name] = _like(chain, _first(as_written(read[name].any[best]), own))
        elif names.moved and not chain.expect and (now := names.renamed(own)) != own:
            fields[name] = now[0] if len(now) == 1 else {"any": now}
    found = {
        name: _like(chain, _first(as_written(ruled[name].any[best]), map(as_written, chain.any)))
        for name, chain in lost.items()
        if (best := next((number for number, one in enumerate(tried.rules[name]) if one.cells), None)) is not None
    }
    changes = {"read": fields, "rules": {**_parts(page).get("rules", {}), **found} if found else {}}
    return {key: value for key, value in changes.items() if value}


def _tried(chain: Chain, names: PageNames) -> Chain:
    """Return a chain with the variants of its readings, and the readings themselves."""
    variants: list[Reading] = []
    for one in (variant for own in chain.any for variant in names.variants(as_written(own))):
        try:
            variants.append(as_reading(one))
        except ValidationError:  # a pattern out of a name that is none
            continue
    return chain.model_copy(update={"any": [*variants, *chain.any]})


def _best(expect: Sequence[str], columns: Sequence[ReadingResult], board: ProbedBoard) -> int | None:
    """Return the first alternative that meets `expect`; for walls, the first that finds any, as most boards do."""
    fitting = [number for number, one in enumerate(columns) if one.holds]
    if "some" in expect:
        fitting = [number for number in fitting if columns[number].cells < board.cells]
    if "walls" in expect:
        fitting.sort(key=lambda number: columns[number].cells == 0)
    return fitting[0] if fitting else None


# The same in another order


def _reordered(
    page: PageSelectors, changes: Changes, names: PageNames, examine: Examine, differences: Differences
) -> Changes:
    """Return `changes` to `page` with other first readings, as long as the board becomes more like a picture."""
    least = differences(changes)
    for name in [name for name, chain in page.read.items() if chain.expect]:
        for other in islice(_orders(changed(page, changes), name, names, examine), _MOST_PICTURED if least else 0):
            trial = {**changes, "read": {**changes.get("read", {}), name: other}}
            count = differences(trial)
            if count is not None and least and count < least:
                least, changes = count, trial
    return changes


def _orders(page: PageSelectors, name: str, names: PageNames, examine: Examine) -> Iterator[dict[str, Any]]:
    """Yield entries of the field `name` with another reading first, one for each column of values.

    Those that disagree with the first one become its fallbacks.
    """
    chain, tried = page.read[name], _tried(page.read[name], names)
    if not (board := examine(page.model_copy(update={"read": {**page.read, name: tried}})).board):
        return
    columns = [(as_written(one), result) for one, result in zip(tried.any, board.fields[name], strict=True)]
    known: list[Any] = []
    for first, result in columns:
        if result.holds and result.column not in known:
            known.append(result.column)
            others = [(one, has) for one, has in columns[-len(chain.any) :] if one != first]
            rest = (one if has.column == result.column else {**one, "fallback": True} for one, has in others)
            yield _like(chain, [first, *rest])
