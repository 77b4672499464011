"""How selectors.yaml says what to read of a cell: readings, and chains of them."""

import re
from typing import Annotated, Literal, Self

from pydantic import BaseModel, BeforeValidator, Discriminator, Field, Tag, model_validator

from player.browser.selectors.base import Borders, Part, Regex, Text

_KINDS = (
    "attribute", "property", "text", "first", "all", "has", "borders", "sides", "bars", "stroke", "drawing", "outline",
    "enclosed",
)  # fmt: skip


#: How a condition is written: these are steps of an error's place that the file does not have.
CONDITIONS = ("a selector", "a reading")
Condition = Annotated[
    Annotated[Text, Tag(CONDITIONS[0])] | Annotated["Reading", Tag(CONDITIONS[1])],
    Discriminator(lambda value: CONDITIONS[isinstance(value, (dict, BaseModel))]),
]


Expectation = Literal[
    "every", "some", "some side", "not all", "one each row", "two kinds", "numbers", "walls", "digits"
]


class Reading(Part):
    attribute: Text | None = None
    pattern: Regex | None = None
    property: Text | None = None
    text: Text | None = None
    first: dict[Text, Condition] | None = None
    all: dict[Text, Condition] | None = None
    has: Condition | None = None
    borders: Borders | None = None
    sides: Text | None = None
    unless: dict[Text, Text] | None = None
    bars: Text | None = None
    stroke: Text | None = None
    alongside: Text | None = Field(default=None, alias="with")
    inside: Text | None = Field(default=None, alias="in")
    over: Text | None = None
    pseudo: Literal["::before", "::after"] | None = None
    rim: bool = False
    either: bool = False
    drawing: Text | None = None
    outline: Text | None = None
    enclosed: Borders | None = None
    thin: bool = False
    crossed: bool | None = None
    expect: list[Expectation] = []
    fallback: bool = False
    once: bool = False

    @model_validator(mode="after")
    def _is_one_kind(self) -> Self:
        kinds = [kind for kind in _KINDS if getattr(self, kind) is not None]
        if len(kinds) != 1:
            raise ValueError(f"a field is read in one way, one of {', '.join(_KINDS)}, not in {len(kinds)}")
        if self.pattern is not None and kinds[0] not in {"attribute", "property", "text", "drawing"}:
            raise ValueError("'pattern' goes with 'attribute', 'property', 'text' or 'drawing'")
        if self.pseudo is not None and self.property is None:
            raise ValueError("'pseudo' goes with 'property'")
        if (self.rim or self.either) and kinds[0] not in {"all", "borders", "bars"}:
            raise ValueError("'rim' and 'either' go with 'all', 'borders' or 'bars'")
        if (self.thin or self.crossed is not None) and self.sides is None:
            raise ValueError("'thin' and 'crossed' go with 'sides'")
        if self.inside is not None and self.over is not None:
            raise ValueError("an element is 'in' the cell or 'over' it: leave one of them out")
        if self.pattern is not None and re.compile(self.pattern).groups == 0:
            raise ValueError("'pattern' needs a group: (...) around what is to be read")
        return self


class Chain(Part):
    """Alternatives: the first whose expectations hold is believed, unless another that holds says something else."""

    any: Annotated[list[Reading], Field(min_length=1)]
    expect: list[Expectation] = []
    once: bool = False


def _chain(value: object) -> object:
    """One reading is a chain of one, of which nothing is expected."""
    return {"any": [value]} if isinstance(value, dict) and not value.keys() & {"any", "expect"} else value


#: A chain, or the one reading that it would be of.
Readings = Annotated[Chain, BeforeValidator(_chain)]
