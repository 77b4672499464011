"""What the selectors of one game find on its page, and what else the page has: for `player doctor`."""

from typing import Any

from pydantic import BaseModel, ConfigDict

from player.browser.page.game_page import GamePage
from player.browser.page.observation import script
from player.browser.selectors.schema import PageSelectors

_EXAMINE = script("shown", "dom", "drawn", "grid", "boards", "page", "examine")
_CENSUS = script("shown", "dom", "drawn", "grid", "boards", "lattice", "census")


class Answer(BaseModel):
    model_config = ConfigDict(frozen=True)


class Column(Answer):
    """What one alternative of a field reads of the board's cells, in order.

    `cells` is how many of them show it, `values` how many different ones; `holds` when all is as expected.
    """

    column: tuple[Any, ...]
    cells: int
    values: int
    holds: bool


class Board(Answer):
    """The board as the selectors find it; `numbered` cells say their right number, None where none is looked for."""

    rows: int
    cols: int
    cells: int
    told: tuple[float | None, float | None]
    numbered: int | None
    fields: dict[str, tuple[Column, ...]]


class Grid(Answer):
    """How often a grid's selector matches, and the most cells in one match."""

    matches: int
    cells: int


class Examination(Answer):
    """How often each selector matches of the page's section `page`."""

    generation: str | None
    page: str
    generations: dict[str, int]
    paths: tuple[str, ...]
    start: int | None
    overlays: tuple[int, ...]
    won: tuple[bool, ...]
    already: tuple[bool, ...]
    grid: tuple[Grid, ...]
    cell: tuple[int, ...]
    board: Board | None
    switches: tuple[int, ...] = ()
    buttons: int = 0


class Element(Answer):
    tag: str
    attributes: dict[str, str]
    text: str
    inner: tuple["Element", ...] = ()

    @property
    def classes(self) -> list[str]:
        return self.attributes.get("class", "").split()


class Found(Answer):
    """What looks like a board: `around` is its grid and all that this is in, `path` leads to the grid.

    `numbered` is the attribute that numbers the cells from 0, and the text before the number; None where none does.
    """

    cells: tuple[Element, ...]
    around: tuple[Element, ...]
    path: str
    numbered: tuple[str, str] | None


class Census(Answer):
    """The values of each attribute on the page (of `class`, the single names), and the largest board-like group."""

    attributes: dict[str, frozenset[str]]
    board: Found | None


def examine(page: GamePage, name: str = "", section: PageSelectors | None = None) -> Examination:
    """What each selector finds: of the section that fits what is shown, or of `section` in place of the one `name`d."""
    return Examination.model_validate_json(page.answer(_EXAMINE, section, name))


def take_census(page: GamePage) -> Census:
    """What else the page has."""
    return Census.model_validate_json(page.answer(_CENSUS))
