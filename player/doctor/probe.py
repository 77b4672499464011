"""Probes of a game's page for `player doctor`: the matches of its selectors, and an inventory of the page."""

from typing import Any

from pydantic import BaseModel, ConfigDict

from player.browser.page.game_page import GamePage
from player.browser.page.scripts import script
from player.browser.selectors.schema import PageSelectors

_EXAMINE = script("examine")
_CENSUS = script("census")


class Answer(BaseModel):
    """A part of the page's response: unknown keys are errors."""

    model_config = ConfigDict(frozen=True)


class ReadingResult(Answer):
    """The result of one alternative of a field for all cells, in order.

    `cells` have a value, `values` differ; `holds` if all expectations are met.
    """

    column: tuple[Any, ...]
    cells: int
    values: int
    holds: bool


class ProbedBoard(Answer):
    """The board by the selectors; `numbered` cells have the right number, None if no number is read."""

    rows: int
    cols: int
    cells: int
    told: tuple[float | None, float | None]
    numbered: int | None
    fields: dict[str, tuple[ReadingResult, ...]]
    rules: dict[str, tuple[ReadingResult, ...]] = {}
    """The rules that are read on the page as a whole: of one cell, so to speak."""
    lists: dict[str, tuple[tuple[int, str, bool], ...]] = {}
    """Beside the grid: of each item the number of its parts, their texts, and whether it is done."""


class Grid(Answer):
    """The matches of a grid's selector, and the most cells in one of them."""

    matches: int
    cells: int


class Examination(Answer):
    """The matches of each selector in the page's section `page`."""

    generation: str | None
    page: str
    generations: dict[str, int]
    paths: tuple[str, ...]
    start: list[int]
    """The visible matches of each step."""
    overlays: tuple[int, ...]
    won: tuple[bool, ...]
    already: tuple[bool, ...]
    grid: tuple[Grid, ...]
    cell: tuple[int, ...]
    board: ProbedBoard | None
    switches: tuple[int, ...] = ()
    buttons: int = 0

    @property
    def signed(self) -> str | None:
        """The generation whose sign the page has; None if it has none, even if a generation's section finds a board."""
        return self.generation if any(self.generations.values()) else None


class Element(Answer):
    """An element with its attributes."""

    tag: str
    attributes: dict[str, str]
    text: str
    inner: tuple["Element", ...] = ()

    @property
    def classes(self) -> list[str]:
        """The element's class names."""
        return self.attributes.get("class", "").split()


class GridCandidate(Answer):
    """A board-like structure: `around` is its grid and the grid's ancestors, `path` leads to the grid.

    `numbered` is the attribute that numbers the cells from 0, and the text before the number; None if there is none.
    """

    cells: tuple[Element, ...]
    around: tuple[Element, ...]
    path: str
    numbered: tuple[str, str] | None


class PageInventory(Answer):
    """The values of each attribute on the page (of `class`, the single names), and the largest board-like structure."""

    attributes: dict[str, frozenset[str]]
    board: GridCandidate | None


def probe(page: GamePage, name: str = "", section: PageSelectors | None = None) -> Examination:
    """Count the matches of each selector: of the section that fits the page, or of `section` in place of `name`."""
    return Examination.model_validate_json(page.answer(_EXAMINE, section, name))


def take_inventory(page: GamePage) -> PageInventory:
    """Return the inventory of the page."""
    return PageInventory.model_validate_json(page.answer(_CENSUS))
