"""The survey of a page: its board-like structures, and what their cells are made of."""

from typing import Any

from player.browser.page.game_page import GamePage
from player.browser.page.scripts import script
from player.browser.selectors.schema import PageSelectors
from player.doctor.probe import Answer

_SURVEY, _COLUMNS = script("survey"), script("columns")


class SurveyedElement(Answer):
    """An element at a cell: `place` is the way from the cell's middle (across, down) and the size, in cells."""

    tag: str
    attributes: dict[str, str]
    text: str
    place: tuple[float, float, float, float]
    shown: bool

    @property
    def classes(self) -> list[str]:
        """The element's class names."""
        return self.attributes.get("class", "").split()


class SurveyedCell(SurveyedElement):
    """A cell with the elements in it."""

    inner: tuple[SurveyedElement, ...]


class SurveyedList(Answer):
    """Rows of slots beside a grid: selectors of the rows and of the slots in one, and how many slots each row has."""

    items: str
    parts: str
    counts: tuple[int, ...]


class SurveyedLattice(Answer):
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

    @property
    def size(self) -> str:
        """The numbers of rows and columns."""
        return f"{self.rows}x{self.cols}"


class Survey(Answer):
    """The board-like structures of a page, the likeliest first, and the page's title and headings."""

    title: str
    lattices: tuple[SurveyedLattice, ...]


def take_survey(page: GamePage) -> Survey:
    """Return the survey of the page as it is now."""
    return Survey.model_validate_json(page.answer(_SURVEY))


class ColumnsSeen(Answer):
    """The values of each cell, row by row, by the fields and alternatives of a section.

    `agrees` if the section's numbers of cells are those of their places.
    """

    rows: int
    cols: int
    cells: int
    agrees: bool
    fields: dict[str, tuple[tuple[Any, ...], ...]]


def read_columns(page: GamePage, section: PageSelectors) -> ColumnsSeen | None:
    """Return what all readings of `section` give on the page; None if it finds no board, or several."""
    answer = page.answer(_COLUMNS, section, "page")
    return None if answer == "null" else ColumnsSeen.model_validate_json(answer)
