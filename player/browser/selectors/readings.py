"""Readings: the ways to read a cell in selectors.yaml, and chains of alternative readings."""

import re
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal, Self, cast

from pydantic import AfterValidator, BaseModel, BeforeValidator, Discriminator, Field, Tag, model_validator
from pydantic_core import PydanticCustomError

from player.browser.selectors.base import Borders, Part, Regex, Text, keys_of

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


#: The word for a field that a site does not have.
NONE = "none"

#: The forms of a condition: these are steps of an error's place that the file does not have.
CONDITIONS = ("a selector", "a reading")
Condition = Annotated[
    Annotated[Text, Tag(CONDITIONS[0])] | Annotated["CellReading", Tag(CONDITIONS[1])],
    Discriminator(lambda value: CONDITIONS[isinstance(value, (dict, BaseModel))]),
]


#: The options of every reading, of those of one cell, of texts, and of walls.
EVERY = ("expect", "fallback", "once")
CELL = ("with", "in", "over", "unless")
TEXT = (*CELL, "pattern")
WALLS = (*CELL, "rim", "either")

#: Readings whose `pattern` has a group, which is the value; of the others a name must match it.
_GROUPED = ("attribute", "property", "text", "name", "drawing", "glyph")


def _kind(gives: str, options: Sequence[str] = (), key: str | None = None) -> Any:
    """Return the field of a kind of readings: what they give, and the options that go with them beside `EVERY`."""
    return Field(default=None, alias=key, description=gives, json_schema_extra={"options": [*options]})


class Reading(Part):
    """A way to read a cell: one of `READINGS`, with options.

    `expect`, `fallback` and `once` say how far a chain believes it. `with`: a cell where this selector finds nothing
    has no value. `in`: the first element it finds in the cell is read in place of the cell. `over`: the first element
    of the grid with its middle over the cell that gives a value is read in its place. `unless`: a cell where a selector
    finds something has the value of that name instead. `pattern` is a regex whose first group is the value, or that a
    name of the element must match.

    Of walls: with `rim`, the grid's rim is drawn as walls are, and is none; with `either`, a wall is drawn from one of
    its two cells. `thin` takes what is drawn as walls are. `crossed` takes signs in an SVG: crosses (true), or equals
    signs (false).
    """

    attribute: Text | None = _kind("An attribute of the cell.", TEXT)
    style: Text | None = _kind(
        "A CSS property of the cell as computed, or of its ::before or ::after.", (*TEXT, "pseudo"), "property"
    )
    text: Text | None = _kind("The trimmed text of what the selector finds in the cell.", TEXT)
    name: Text | None = _kind(
        "The name of what the selector finds in the cell: its text, label, `alt`, title, SVG title or symbol. With "
        "`pattern` the first name that matches.",
        TEXT,
    )
    first: dict[Text, Condition] | None = _kind("The first name whose condition holds in the cell.", CELL)
    all: dict[Text, Condition] | None = _kind("All names whose conditions hold in the cell.", WALLS)
    has: Condition | None = _kind(
        "True if the condition holds in the cell; with `pattern`, of an element that has such a name.", TEXT
    )
    borders: Borders | None = _kind("The sides of the cell that an element in it draws thick.", WALLS)
    sides: Text | None = _kind(
        "The sides of the cell at whose middle something lies that the selector finds in the cell.",
        (*TEXT, "thin", "crossed"),
    )
    bars: Text | None = _kind(
        "The sides of the cell at whose middle something lies that the selector finds in the grid, also between cells.",
        (*WALLS, "pattern", "crossed"),
    )
    lines: Text | None = _kind(
        "The sides of the cell on which a line is drawn that is heavier than others, of what the selector finds: as "
        "borders, bars, shadows, backgrounds, by pseudo-elements, in an SVG."
    )
    paint: Text | None = _kind(
        "The colour painted in the cell, of what the selector finds: the cell itself, layers behind or over it, an "
        "SVG. Shades of one colour that make up one area are one value if there are more colours than rows."
    )
    stroke: Text | None = _kind(
        "True if a line of an SVG that the selector finds in or over the grid is drawn through the cell's middle.", CELL
    )
    covered: Text | None = _kind(
        "True if something that the selector finds in or over the grid lies over the cell's middle, and maybe others.",
        CELL,
    )
    drawing: Text | None = _kind(
        "The look of the SVG or image that the selector finds in the cell's middle: its shapes, colours or address.",
        TEXT,
    )
    glyph: Text | None = _kind(
        "The content of the cell's middle, of what the selector finds there: its names, or else its look; or "
        '"empty". With `pattern` that part of its names that matches.',
        TEXT,
    )
    outline: Text | None = _kind(
        "The outline in the cell's middle, of what the selector finds in the cell and is painted: square, wide or "
        "tall, and any if it is dashed or a wide one crosses a tall one.",
        CELL,
    )
    areas: "PartReading | None" = _kind(
        "The connected cells of one value, or those that walls enclose if the reading is one of sides: another value "
        "for each area."
    )
    none: Literal[True] | None = _kind("The word `none`: a field that the site does not have.")
    expect: list[Expectation] = []
    fallback: bool = False
    once: bool = False
    alongside: Text | None = Field(default=None, alias="with")
    inside: Text | None = Field(default=None, alias="in")
    over: Text | None = None
    unless: dict[Text, Text] | None = None
    pattern: Regex | None = None
    pseudo: Literal["::before", "::after"] | None = None
    rim: bool | None = None
    either: bool | None = None
    thin: bool | None = None
    crossed: bool | None = None

    @property
    def kind(self) -> str:
        """The one of `READINGS` that it is."""
        return next(iter(READINGS.keys() & self.values().keys()))

    @property
    def names(self) -> set[str]:
        """The values that the reading gives under names of its own."""
        return {*(self.unless or ()), *(self.first or ()), *(self.all or ())}

    @model_validator(mode="before")
    @classmethod
    def _is_of_one_kind(cls, data: Any) -> Any:
        if not isinstance(data, dict) or not data.keys() <= keys_of(cls):
            return data
        kinds = [kind for kind in READINGS if data.get(kind) is not None]
        if len(kinds) != 1:
            raise ValueError(f"a cell is read in one way, one of {', '.join(READINGS)}, not in {len(kinds)}")
        for key in data.keys() - {*kinds, *EVERY, *READINGS[kinds[0]]}:
            owners = [kind for kind, options in READINGS.items() if key in options]
            hint = f"{key!r} goes with {' or '.join(', '.join(map(repr, owners)).rsplit(', ', 1))}"
            raise PydanticCustomError("misplaced_key", "misplaced key: {hint}", {"key": key, "hint": hint})
        return data

    @model_validator(mode="after")
    def _fits_its_options(self) -> Self:
        if self.inside is not None and self.over is not None:
            raise ValueError("an element is 'in' the cell or 'over' it: leave one of them out")
        if self.pattern is None:
            return self
        if self.kind in _GROUPED and re.compile(self.pattern).groups == 0:
            raise ValueError("'pattern' needs a group: (...) around what is to be read")
        if self.has is not None and not isinstance(self.has, str):
            raise ValueError("'pattern' goes with a selector under 'has', or into the reading there")
        return self


#: The kinds of readings by their keys: the options that go with each beside `EVERY`.
READINGS: Mapping[str, Sequence[str]] = {
    info.alias or name: cast("dict[str, Any]", info.json_schema_extra)["options"]
    for name, info in Reading.model_fields.items()
    if info.json_schema_extra
}


def _without(*kinds: str) -> AfterValidator:
    """Return the check that a reading is of none of these kinds."""

    def check(reading: Reading) -> Reading:
        if reading.kind in kinds:
            raise ValueError(f"{reading.kind!r} is a reading of a field only")
        return reading

    return AfterValidator(check)


#: A reading of one cell or element by itself, and one of the cells that make an area.
CellReading = Annotated[Reading, _without("areas", "lines", "paint", NONE)]
PartReading = Annotated[Reading, _without("areas", NONE)]


# Chains


class Chain(Part):
    """Alternatives: the first whose expectations hold is believed, unless another that holds says something else."""

    any: Annotated[list[Reading], Field(min_length=1)]
    expect: list[Expectation] = []
    once: bool = False

    @property
    def is_none(self) -> bool:
        """True of a field that the site does not have."""
        return self.any[0].none is not None

    @model_validator(mode="after")
    def _is_none_alone(self) -> Self:
        if len(self.any) > 1 and any(reading.none for reading in self.any):
            raise ValueError("'none' stands alone: a field that the site does not have is read in no other way")
        return self


def _chain(value: object) -> object:
    """One reading is a chain of one, of which nothing is expected; `none` is one too."""
    if value == NONE:
        return {"any": [{NONE: True}]}
    return {"any": [value]} if isinstance(value, dict) and not value.keys() & {"any", "expect"} else value


#: A chain, the one reading that it would be of, or the word `none`.
Readings = Annotated[Chain, BeforeValidator(_chain, json_schema_input_type=Literal["none"] | Reading | Chain)]


#: The forms of a rule: these are steps of an error's place that the file does not have.
RULES = ("a flag", "a number", "a field")
#: A rule of a site's boards: the same for all of them, or a field of the page as a whole.
Rule = Annotated[
    Annotated[bool, Tag(RULES[0])]
    | Annotated[Annotated[int, Field(ge=1, le=99)], Tag(RULES[1])]
    | Annotated[Readings, Tag(RULES[2])],
    Discriminator(lambda value: RULES[2 - isinstance(value, int) - isinstance(value, bool)]),
]


def as_reading(mapping: Mapping[str, Any]) -> Reading:
    """Return the reading of a mapping in selectors.yaml; raise ValidationError if it has none."""
    return Chain.model_validate({"any": [mapping]}).any[0]


def as_written(reading: Reading) -> dict[str, Any]:
    """Return `reading` as it stands in selectors.yaml: what is not its default, the key of its kind first."""
    return _kind_first(reading.model_dump(exclude_none=True, exclude_defaults=True, by_alias=True))


def _kind_first(value: dict[str, Any]) -> dict[str, Any]:
    ordered = sorted(value, key=lambda key: key not in READINGS)
    return {key: _kind_first(value[key]) if isinstance(value[key], dict) else value[key] for key in ordered}
