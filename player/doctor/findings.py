"""Findings about a page's selectors: what each matches on the page, and what was expected of it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from player.browser.selectors.readings import Chain, as_written
from player.browser.selectors.schema import PageSelectors, SiteSelectors
from player.doctor.environment import NOTE, OFF, OK
from player.doctor.probe import Examination, ProbedBoard, ReadingResult, Survey
from player.errors import counted

#: States of an alternative that is not needed now: it would work, or not.
SPARE, IDLE = "spare", "idle"
#: Found on no cell, as may be on some boards: whether it would be found is not known.
UNSEEN = "none seen"


@dataclass(frozen=True, slots=True)
class Finding:
    """The result for one selector: its place in the page's section of selectors.yaml, its matches, its expectations."""

    entry: str
    selector: str
    found: str
    expected: str
    state: str


def findings(site: SiteSelectors, page: PageSelectors, seen: Examination, survey: Survey) -> Iterator[Finding]:
    """Yield what each selector of the section `page` and of the site's generations matches."""
    for name, selector in site.generations.items():
        state = OFF if seen.signed is None else OK if name == seen.generation else NOTE
        yield Finding(f"generations.{name}", selector, _matches(seen.generations[name]), "one of them found", state)
    yield from _notes(page, seen)
    if not page.won and not site.won:  # without one, no game can be confirmed
        yield Finding("won", "none", "no sign", "a sign that the game is won", OFF)
    yield from _place(page, seen, survey)
    if seen.board:
        yield from _numbering(page, seen.board)
        for name, chain in page.read.items():
            yield from _field(name, chain, seen.board)
        for name, columns in seen.board.rules.items():
            yield from _rule(name, page.rules[name], columns)
        for name, items in seen.board.lists.items():
            parts = [number for number, *_ in items]
            found = f"{len(parts)} items of {', '.join(map(str, parts)) or 'no'} parts"
            state = OK if parts and all(parts) else OFF
            yield Finding(f"beside.{name}", page.beside[name].items, found, "items, each with parts", state)


def _notes(page: PageSelectors, seen: Examination) -> Iterator[Finding]:
    """Yield what is found of targets that need not be there now."""
    start = [f"start[{number}]" if len(page.start) > 1 else "start" for number, _ in enumerate(page.start)]
    shown = (f"{_matches(number)} to be seen" for number in seen.start)
    for entry, step, found in zip(start, page.start, shown, strict=False):
        yield Finding(entry, step.selector, found, "gone once the board is there", NOTE)
    for overlay, number in zip(page.overlays, seen.overlays, strict=False):
        yield Finding(f"overlays.{overlay.name}", overlay.close.selector, _matches(number), "shown at times", NOTE)
    for switch, on in zip(page.switches, seen.switches, strict=False):
        yield Finding(f"switches.{switch.name}", switch.press.selector, _matches(on), "found on at times", NOTE)
    if page.buttons:
        yield Finding("buttons", page.buttons.selector, _matches(seen.buttons), "one for each text", NOTE)


def _place(page: PageSelectors, seen: Examination, survey: Survey) -> Iterator[Finding]:
    size = survey.size_of(seen.board)
    expected = f"{size} cells" if size else "rows and columns of cells"
    for number, (selector, grid) in enumerate(zip(page.grid, seen.grid, strict=True)):
        found = f"{_matches(grid.matches)}, {grid.cells} cells"
        yield Finding(f"grid[{number}]", selector, found, expected, _state(number, holds=0 < grid.cells == size))
    for number, (selector, cells) in enumerate(zip(page.cell, seen.cell, strict=True)):
        yield Finding(f"cell[{number}]", selector, _matches(cells), expected, _state(number, holds=0 < cells == size))


def _numbering(page: PageSelectors, board: ProbedBoard) -> Iterator[Finding]:
    if numbering := page.index or page.place:
        found = f"{board.numbered} of {board.cells} cells in order"
        state = OK if board.numbered == board.cells else OFF
        name = "index" if page.index else "place"
        yield Finding(name, _text(numbering), found, f"0 to {board.cells - 1}", state)
    if page.size:
        for name, reading, shown, seen in zip(
            ("rows", "cols"), (page.size.rows, page.size.cols), board.told, (board.rows, board.cols), strict=True
        ):
            state = NOTE if shown is None else OK if shown == seen else OFF
            found = "unknown" if shown is None else f"{shown:g}"
            yield Finding(f"size.{name}", _text(reading), found, str(seen), state)


def _field(name: str, chain: Chain, board: ProbedBoard) -> Iterator[Finding]:
    for number, (reading, column) in enumerate(zip(chain.any, board.fields[name], strict=True)):
        found = f"{column.cells} of {board.cells} cells, {counted(column.values, 'value')}"
        state = _state(number, holds=column.holds) if chain.expect else NOTE
        if state == OK and not column.cells:  # of walls and signs that some boards have not
            found, state = f"{UNSEEN} in {board.cells} cells", NOTE
        yield Finding(f"read.{name}[{number}]", _text(reading), found, ", ".join(chain.expect) or "nothing", state)


def _rule(name: str, rule: Chain | int, columns: Sequence[ReadingResult]) -> Iterator[Finding]:
    """Yield findings about the readings of a rule, on the page as a whole."""
    assert isinstance(rule, Chain)
    for number, (reading, column) in enumerate(zip(rule.any, columns, strict=True)):
        found = str(column.column[0]) if column.cells else "nothing"
        yield Finding(
            f"rules.{name}[{number}]", _text(reading), found, "a value", _state(number, holds=column.cells > 0)
        )


def _state(number: int, *, holds: bool) -> str:
    if number == 0:
        return OK if holds else OFF
    return SPARE if holds else IDLE


def _text(reading: Any) -> str:
    """A reading as one line."""
    return ", ".join(f"{key}: {_inner(value)}" for key, value in as_written(reading).items())


def _inner(value: Any) -> str:
    return " ".join(map(_inner, value.values())) if isinstance(value, dict) else str(value)


def _matches(number: int) -> str:
    return f"{number} {'match' if number == 1 else 'matches'}"
