"""Options of readings in selectors.yaml, by what is read."""

import re
from typing import Literal, Self

from pydantic import Field, model_validator

from player.browser.selectors.base import Part, Regex, Text

Expectation = Literal[
    "every",
    "some",
    "some side",
    "several",
    "not all",
    "one each row",
    "two kinds",
    "numbers",
    "walls",
    "digits",
    "sizes",
]


class ReadingOptions(Part):
    """The options of every reading: `expect`, `fallback` and `once` say how far a chain believes it."""

    expect: list[Expectation] = []
    fallback: bool = False
    once: bool = False

    @property
    def names(self) -> set[str]:
        """The values that the reading gives under names of its own."""
        return set()


class CellOptions(ReadingOptions):
    """The options of readings of one cell.

    `with`: a cell where this selector finds nothing has no value. `in`: the first element it finds in the cell is read
    in place of the cell. `over`: the first element of the grid with its middle over the cell that gives a value is read
    in its place. `unless`: a cell where a selector finds something has the value of that name instead.
    """

    alongside: Text | None = Field(default=None, alias="with")
    inside: Text | None = Field(default=None, alias="in")
    over: Text | None = None
    unless: dict[Text, Text] | None = None

    @model_validator(mode="after")
    def _is_in_one_place(self) -> Self:
        if self.inside is not None and self.over is not None:
            raise ValueError("an element is 'in' the cell or 'over' it: leave one of them out")
        return self

    @property
    def names(self) -> set[str]:
        """The names under `unless`."""
        return set(self.unless or ())


class TextOptions(CellOptions):
    """The option of readings of a text: `pattern`, a regex whose first group is the value."""

    pattern: Regex | None = None

    @model_validator(mode="after")
    def _has_a_group(self) -> Self:
        if self.pattern is not None and re.compile(self.pattern).groups == 0:
            raise ValueError("'pattern' needs a group: (...) around what is to be read")
        return self


class NameOptions(CellOptions):
    """The option of readings that look for elements: `pattern`, a regex that a name of the element must match."""

    pattern: Regex | None = None


class SideOptions(CellOptions):
    """The options of readings of walls.

    `rim`: the grid's rim is drawn as walls are, and is none. `either`: a wall is drawn from one of its two cells.
    """

    rim: bool = False
    either: bool = False
