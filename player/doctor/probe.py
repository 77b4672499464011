"""Probes of a page: the matches of selectors, the survey of all board-like structures, and what readings give."""

from typing import Any

from pydantic import BaseModel, ConfigDict

from player.browser.page.game_page import GamePage
from player.browser.page.isolated_world import script
from player.browser.selectors.schema import PageSelectors

_EXAMINE, _SURVEY = script("examine"), script("survey")


class Response(BaseModel):
    """A part of the page's response: unknown keys are errors."""

    model_config = ConfigDict(frozen=True)


class ReadingResult(Response):
    """The result of one alternative of a field for all cells, in order.

    `cells` have a value, `values` differ; `holds` if all expectations are met.
    """

    column: tuple[Any, ...]
    cells: int
    values: int
    holds: bool


class ProbedBoard(Response):
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


class GridMatches(Response):
    """The matches of a grid's selector, and the most cells in one of them."""

    matches: int
    cells: int


class Examination(Response):
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
    grid: tuple[GridMatches, ...]
    cell: tuple[int, ...]
    board: ProbedBoard | None
    switches: tuple[int, ...] = ()
    buttons: int = 0

    @property
    def signed(self) -> str | None:
        """The generation whose sign the page has; None if it has none, even if a generation's section finds a board."""
        return self.generation if any(self.generations.values()) else None


class SurveyedElement(Response):
    """An element at a cell: `place` is the way from the cell's middle (across, down) and the size, in cells."""

    tag: str
    attributes: dict[str, str]
    text: str
    place: tuple[float, float, float, float]
    shown: bool
    picture: str = ""
    """The address of what it shows, if it has no other name."""

    @property
    def classes(self) -> list[str]:
        """The element's class names."""
        return self.attributes.get("class", "").split()


class SurveyedCell(SurveyedElement):
    """A cell with the elements in it, and the texts of pseudo-elements at its sides."""

    inner: tuple[SurveyedElement, ...]
    placed: tuple[str, ...] = ()


class SurveyedList(Response):
    """Rows of slots beside a grid: selectors of the rows and of the slots in one, and how many slots each row has."""

    items: str
    parts: str
    counts: tuple[int, ...]


class SurveyedLattice(Response):
    """Rows and columns of similar boxes, with selectors of the grid and of the cells, the most lasting first.

    `numbered` is the attribute that numbers the cells in order, the text before the number, and the first number.
    `nests` holds of each cell the number of its parent, its place among the children there, and its parent's place,
    from 1. `loose` are the elements over and between the cells, placed from the middle of the first cell.
    """

    rows: int
    cols: int
    grids: tuple[str, ...]
    names: tuple[str, ...]
    numbered: tuple[str, str, int] | None
    nests: tuple[tuple[int, int, int], ...]
    cells: tuple[SurveyedCell, ...]
    lists: tuple[SurveyedList, ...]
    loose: tuple[SurveyedElement, ...]
    timer: str | None = None
    """The selector of the page's timer."""

    @property
    def size(self) -> str:
        """The numbers of rows and columns."""
        return f"{self.rows}x{self.cols}"


class Survey(Response):
    """The inventory of a page: its title and headings, its board-like structures, the likeliest first, and its names.

    `attributes` holds the values of each attribute on the page; of `class`, the single names.
    """

    title: str
    lattices: tuple[SurveyedLattice, ...]
    attributes: dict[str, frozenset[str]]

    def of_size(self, size: int) -> SurveyedLattice | None:
        """Return the likeliest lattice of so many cells."""
        return next((one for one in self.lattices if len(one.cells) == size), None)

    def size_of(self, board: ProbedBoard | None) -> int:
        """Return the number of cells that the page shows: of `board` if it is whole, else of the likeliest lattice."""
        if board is not None and board.rows * board.cols == board.cells:
            return board.cells
        return len(self.lattices[0].cells) if self.lattices else 0


def probe(page: GamePage, name: str = "", section: PageSelectors | None = None) -> Examination:
    """Count the matches of each selector: of the section that fits the page, or of `section` in place of `name`."""
    return Examination.model_validate_json(page.reader.answer(_EXAMINE, section, name))


def take_survey(page: GamePage) -> Survey:
    """Return the survey of the page as it is now."""
    return Survey.model_validate_json(page.reader.answer(_SURVEY))
