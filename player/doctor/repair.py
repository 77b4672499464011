"""Repair of a page's selectors: try candidates for those that find nothing, and keep the ones that fit."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from pydantic import ValidationError

from player.browser.selectors.chains import Chain, as_reading, as_written
from player.browser.selectors.extractors import AttributeReading, Reading
from player.browser.selectors.schema import PageSelectors
from player.doctor import candidates
from player.doctor.probe import Examination, PageInventory, ProbedBoard, ReadingResult

Examine = Callable[[PageSelectors], Examination]
Changes = dict[str, Any]
"""Keys of a page's section in selectors.yaml with their new values; `read` holds only changed fields."""


def repairs(page: PageSelectors, seen: Examination, census: PageInventory, examine: Examine) -> Changes:
    """Return the changes to `page` after which all first alternatives meet their expectations.

    Each candidate is tried by `examine`, which also gave `seen`; if none fits, the selector stays.
    """
    words = names_on(page, census)
    changes = _place(page, seen, words, examine)
    board = examine(changed(page, changes)).board
    if board is None:
        return changes
    if board.numbered not in {None, board.cells} and census.board and (index := candidates.index(census.board)):
        changes["index"] = index
    now = changed(page, changes)
    if fields := _fields(now, examine(now).board or board, words, examine):
        changes["read"] = fields
    if rules := _rules(now, examine(now).board or board, words, examine):
        changes["rules"] = {**_parts(page)["rules"], **rules}
    return {**changes, **_elsewhere(page, words)}


def names_on(page: PageSelectors, census: PageInventory) -> candidates.PageNames:
    """Return the names on the page, compared with those in the section `page`."""
    numbering = page.index.attribute if isinstance(page.index, AttributeReading) else None
    return candidates.page_names(texts(page), census, numbering)


def changed(page: PageSelectors, changes: Mapping[str, Any]) -> PageSelectors:
    """Return `page` with the keys in `changes` replaced."""
    parts = _parts(page)
    return PageSelectors.model_validate({**parts, **changes, "read": {**parts["read"], **changes.get("read", {})}})


def _parts(page: PageSelectors) -> dict[str, Any]:
    return page.model_dump(exclude_none=True, exclude_defaults=True, by_alias=True)


# Grid and cells


def _place(page: PageSelectors, seen: Examination, words: candidates.PageNames, examine: Examine) -> dict[str, Any]:
    """Return changes of grid and cells if their first alternatives find a wrong number of cells."""
    found, board = words.census.board, seen.board
    anchor, size = (found.path, len(found.cells)) if found else (None, 0)
    if board and board.rows * board.cols == board.cells:
        size = board.cells
        fitting = [one for one, grid in zip(page.grid, seen.grid, strict=True) if grid.cells == size]
        # No grid has so many cells if a layer in it has more that another selector finds.
        anchor = next(iter(fitting), anchor if found and len(found.cells) == size else None)
    if anchor is None:
        return {}
    guessed = candidates.cells(found, anchor) if found and len(found.cells) == size else []
    cells = [page.cell[0], *candidates.renamed(page.cell[0], words), *guessed, *page.cell]
    counts = examine(page.model_copy(update={"grid": [anchor], "cell": cells})).cell
    cell = next((one for one, count in zip(cells, counts, strict=True) if count == size), None)
    if cell is None:
        return {}
    guessed = candidates.grids(found) if found and len(found.cells) == size else []
    grids = [page.grid[0], *candidates.renamed(page.grid[0], words), *guessed, *page.grid]
    tried = examine(page.model_copy(update={"grid": grids, "cell": [cell]})).grid
    ranks = [(one.matches, place) for place, one in enumerate(tried) if one.cells == size]
    grid = grids[min(ranks, key=lambda fit: (fit[0] > 1, fit[1]))[1]] if ranks else page.grid[0]
    changes = {"grid": _first(grid, page.grid), "cell": _first(cell, page.cell)}
    return {key: value for key, value in changes.items() if value != getattr(page, key)}


def _first(best: Any, others: Iterable[Any]) -> list[Any]:
    return [best, *(other for other in others if other != best)]


# Fields


def _fields(page: PageSelectors, board: ProbedBoard, words: candidates.PageNames, examine: Examine) -> dict[str, Any]:
    """Return the chains whose first alternative fails, with a working one before it."""
    guessed = {
        name: readings_for(chain, words, page.cell[0])
        for name, chain in page.read.items()
        if chain.expect and not board.fields[name][0].holds
    }
    chains = {name: page.read[name].model_copy(update={"any": readings}) for name, readings in guessed.items()}
    tried = examine(page.model_copy(update={"read": {**page.read, **chains}})).board
    fields: dict[str, Any] = {}
    for name, readings in guessed.items():
        chain = page.read[name]
        best = _best(chain.expect, tried.fields[name], tried) if tried else None
        if best is not None:
            fields[name] = {"expect": list(chain.expect), "any": _written(_first(readings[best], chain.any))}
            fields[name] |= {"once": True} if chain.once else {}
    for name, chain in page.read.items():
        written = _written(chain.any)
        if not chain.expect and (now := [_renamed(one, words) for one in written]) != written:
            fields[name] = now[0] if len(now) == 1 else {"any": now}
    return fields


def _rules(page: PageSelectors, board: ProbedBoard, words: candidates.PageNames, examine: Examine) -> dict[str, Any]:
    """Return the rules whose first reading finds nothing on the page, with one that finds something before it."""
    chains = {
        name: chain.model_copy(update={"any": readings_for(chain, words, page.cell[0])})
        for name, chain in page.rules.items()
        if isinstance(chain, Chain) and not board.rules[name][0].cells
    }
    tried = examine(page.model_copy(update={"rules": {**page.rules, **chains}})).board
    rules = {}
    for name, chain in chains.items() if tried else ():
        best = next((number for number, one in enumerate(tried.rules[name]) if one.cells), None) if tried else None
        known = page.rules[name]
        if best is not None and isinstance(known, Chain):
            rules[name] = {"any": _written(_first(chain.any[best], known.any))}
    return rules


def readings_for(chain: Chain, words: candidates.PageNames, cell: str) -> list[Reading]:
    """Return candidates for the chain's first reading, and all alternatives of the chain."""
    alike = _valid(variant for one in _written(chain.any) for variant in candidates.variants_of(one, words))
    found = words.census.board
    guessed = _valid(candidates.readings(list(chain.expect), found, cell)) if found else []
    return [*alike, *chain.any, *guessed]


def _valid(readings: Iterable[candidates.Reading]) -> list[Reading]:
    valid = []
    for reading in readings:
        try:
            valid.append(as_reading(reading))
        except ValidationError:  # a pattern out of a name that is none
            continue
    return valid


def _written(readings: Iterable[Reading]) -> list[dict[str, Any]]:
    return [as_written(reading) for reading in readings]


def _renamed(reading: dict[str, Any], words: candidates.PageNames) -> dict[str, Any]:
    """Return `reading` with renamed attributes: without expectations, nothing else can be tried."""
    return next(iter(candidates.variants_of(reading, words)), reading) if words.moved else reading


def _best(expect: Sequence[str], columns: Sequence[ReadingResult], board: ProbedBoard) -> int | None:
    """Return the first alternative that meets `expect`; for walls, the first that finds any, as most boards do."""
    fitting = [number for number, one in enumerate(columns) if one.holds and not _is_place(expect, one, board)]
    if "some" in expect:
        fitting = [number for number in fitting if columns[number].cells < board.cells]
    if "walls" in expect:
        fitting.sort(key=lambda number: columns[number].cells == 0)
    return fitting[0] if fitting else None


def _is_place(expect: Sequence[str], column: ReadingResult, board: ProbedBoard) -> bool:
    """Return True if supposed regions are the rows or columns of the grid."""
    if "one each row" not in expect:
        return False
    lines = [column.column[start : start + board.cols] for start in range(0, board.cells, board.cols)]
    return any(all(len(set(line)) == 1 for line in way) for way in (lines, list(zip(*lines, strict=True))))


# Elements outside the board


def _elsewhere(page: PageSelectors, words: candidates.PageNames) -> Changes:
    """Return changes to the rest of the page's section that uses renamed attributes."""
    parts = {
        key: value
        for key, value in _parts(page).items()
        if key in {"start", "overlays", "already", "won", "switches", "buttons", "beside", "lost", "submit"}
    }
    now = {key: _replaced(value, words.moved) for key, value in parts.items()}
    return {key: value for key, value in now.items() if value != parts[key]}


def _replaced(value: Any, moved: Mapping[str, str]) -> Any:
    if isinstance(value, dict):
        named = {"attribute": moved.get(value["attribute"], value["attribute"])} if "attribute" in value else {}
        return {**{key: _replaced(inner, moved) for key, inner in value.items()}, **named}
    if isinstance(value, list):
        return [_replaced(inner, moved) for inner in value]
    return candidates.with_moved(value, moved) if isinstance(value, str) else value


def texts(page: PageSelectors) -> list[str]:
    """Return all selectors and other texts of a page's section."""
    return list(_texts(_parts(page)))


def _texts(value: Any) -> Iterable[str]:
    if isinstance(value, str):
        yield value
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from _texts(inner)
