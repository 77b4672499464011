"""Readings: the ways to read a cell in selectors.yaml, and chains of alternative readings."""

import re
from collections.abc import Mapping
from typing import Annotated, Any, Literal, Self, get_args

from pydantic import AfterValidator, BaseModel, BeforeValidator, Discriminator, Field, Tag, model_validator
from pydantic_core import PydanticCustomError

from player.browser.selectors.base import Borders, OrOne, Part, Regex, Text
from player.errors import did_you_mean

# Options of readings, by what is read


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

    @classmethod
    def unknown(cls, key: str) -> PydanticCustomError:
        """Return the error for a key that goes with other readings than this one, or with none."""
        if key not in OPTIONS:
            hint = did_you_mean(key, OPTIONS)
            return PydanticCustomError("unknown_key", "unknown key: {hint}", {"key": key, "hint": hint})
        others = " or ".join(", ".join(map(repr, OPTIONS[key])).rsplit(", ", 1))
        hint = one_way(2) if key in READINGS else f"{key!r} goes with {others}"
        return PydanticCustomError("misplaced_key", "misplaced key: {hint}", {"key": key, "hint": hint})


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


# Readings


#: The word for a field that a site does not have.
NONE = "none"

#: The forms of a condition: these are steps of an error's place that the file does not have.
CONDITIONS = ("a selector", "a reading")
Condition = Annotated[
    Annotated[Text, Tag(CONDITIONS[0])] | Annotated["CellReading", Tag(CONDITIONS[1])],
    Discriminator(lambda value: CONDITIONS[isinstance(value, (dict, BaseModel))]),
]


class AttributeReading(TextOptions):
    """An attribute of the cell."""

    attribute: Text


class PropertyReading(TextOptions):
    """A CSS property of the cell as computed, or of its ::before or ::after."""

    property: Text
    pseudo: Literal["::before", "::after"] | None = None


class TextReading(TextOptions):
    """The trimmed text of what the selector finds in the cell."""

    text: Text


class NameReading(TextOptions):
    """The name of what the selector finds in the cell: its text, label, `alt`, title, SVG title or symbol.

    With `pattern` the first name that matches.
    """

    name: Text


class FirstReading(CellOptions):
    """The first name whose condition holds in the cell."""

    first: dict[Text, Condition]

    @property
    def names(self) -> set[str]:
        """The names of its conditions too."""
        return super().names | set(self.first)


class AllReading(SideOptions):
    """All names whose conditions hold in the cell."""

    all: dict[Text, Condition]

    @property
    def names(self) -> set[str]:
        """The names of its conditions too."""
        return super().names | set(self.all)


class HasReading(NameOptions):
    """True if the condition holds in the cell; with `pattern`, of an element that has such a name."""

    has: Condition

    @model_validator(mode="after")
    def _names_an_element(self) -> Self:
        if self.pattern is not None and not isinstance(self.has, str):
            raise ValueError("'pattern' goes with a selector under 'has', or into the reading there")
        return self


class BordersReading(SideOptions):
    """The sides of the cell that an element in it draws thick."""

    borders: Borders


class SidesReading(NameOptions):
    """The sides of the cell at whose middle something lies that the selector finds in the cell.

    `thin` takes what is drawn as walls are. `crossed` takes SVGs that show a cross (true) or an equals sign
    (false).
    """

    sides: Text
    thin: bool = False
    crossed: bool | None = None


class BarsReading(SideOptions, NameOptions):
    """The sides of the cell at whose middle something lies that the selector finds in the grid, in cells or between.

    `crossed` takes signs in an SVG: crosses (true), or equals signs (false).
    """

    bars: Text
    crossed: bool | None = None


class LinesReading(ReadingOptions):
    """The sides of the cell on which a line is drawn that is heavier than others, of what the selector finds.

    It may be drawn in any way: as borders, bars, shadows, backgrounds, by pseudo-elements, in an SVG.
    """

    lines: Text


class PaintReading(ReadingOptions):
    """The colour painted in the cell, of what the selector finds: the cell itself, layers behind or over it, an SVG.

    Shades of one colour that make up one area are one value if there are more colours than rows.
    """

    paint: Text


class StrokeReading(CellOptions):
    """True if a line of an SVG that the selector finds in the grid is drawn through the cell's middle."""

    stroke: Text


class CoveredReading(CellOptions):
    """True if something that the selector finds in the grid lies over the cell's middle, also over other cells."""

    covered: Text


class DrawingReading(TextOptions):
    """The look of the SVG or image that the selector finds in the cell's middle: its shapes, colours or address."""

    drawing: Text


class GlyphReading(TextOptions):
    """The content of the cell's middle, of what the selector finds there: its names, or else its look; or "empty".

    With `pattern` that part of its names that matches.
    """

    glyph: Text


class OutlineReading(CellOptions):
    """The outline in the cell's middle, of what the selector finds in the cell and is painted.

    Its values are square, wide and tall, and any if it is dashed or a wide one crosses a tall one.
    """

    outline: Text


class AreasReading(ReadingOptions):
    """The connected cells of one value, or those that walls enclose if the reading is one of sides.

    The value is another one for each area.
    """

    areas: "PartReading"


class NoneReading(ReadingOptions):
    """The word `none`: a field that the site does not have."""

    none: Literal[True]


def _tag(value: object) -> str | None:
    """Return the tag of the class that reads `value`; None where its keys name no reading or several.

    With keys that no reading has, the class of one is returned all the same: its error names the key.
    """
    if isinstance(value, BaseModel):
        return next((TAGS[kind] for kind in READINGS if kind in type(value).model_fields), None)
    if not isinstance(value, Mapping):
        return None
    kinds = [kind for kind in READINGS if kind in value]
    if len(kinds) == 1 or not all(key in OPTIONS for key in value):
        return TAGS[kinds[0] if kinds else "has"]
    return None


#: One reading, by its one key of these: attribute, property, text, name, first, all, has, borders, sides, bars, stroke,
#: covered, lines, paint, drawing, glyph, outline, areas, none.
Reading = Annotated[
    Annotated[AttributeReading, Tag("a reading of attribute")]
    | Annotated[PropertyReading, Tag("a reading of property")]
    | Annotated[TextReading, Tag("a reading of text")]
    | Annotated[NameReading, Tag("a reading of name")]
    | Annotated[FirstReading, Tag("a reading of first")]
    | Annotated[AllReading, Tag("a reading of all")]
    | Annotated[HasReading, Tag("a reading of has")]
    | Annotated[BordersReading, Tag("a reading of borders")]
    | Annotated[SidesReading, Tag("a reading of sides")]
    | Annotated[BarsReading, Tag("a reading of bars")]
    | Annotated[LinesReading, Tag("a reading of lines")]
    | Annotated[StrokeReading, Tag("a reading of stroke")]
    | Annotated[CoveredReading, Tag("a reading of covered")]
    | Annotated[PaintReading, Tag("a reading of paint")]
    | Annotated[DrawingReading, Tag("a reading of drawing")]
    | Annotated[GlyphReading, Tag("a reading of glyph")]
    | Annotated[OutlineReading, Tag("a reading of outline")]
    | Annotated[AreasReading, Tag("a reading of areas")]
    | Annotated[NoneReading, Tag("a reading of none")],
    Discriminator(_tag),
]


def _without(*kinds: str) -> AfterValidator:
    """Return the check that a reading is of none of these kinds."""

    def check(reading: Any) -> Any:
        own = next(kind for kind in READINGS if TAGS[kind] == _tag(reading))
        if own in kinds:
            raise ValueError(f"{own!r} is a reading of a field only")
        return reading

    return AfterValidator(check)


#: A reading of one cell or element by itself, and one of the cells that make an area.
CellReading = Annotated[Reading, _without("areas", "lines", "paint", NONE)]
PartReading = Annotated[Reading, _without("areas", NONE)]

_MEMBERS = [get_args(member) for member in get_args(get_args(Reading)[0])]
#: The class of a reading and its tag, by its key. Tags are steps of an error's place that the file does not have.
READINGS: dict[str, type[ReadingOptions]] = {tag.tag.removeprefix("a reading of "): kind for kind, tag in _MEMBERS}
TAGS: dict[str, str] = {kind: f"a reading of {kind}" for kind in READINGS}
#: The readings that each key may stand in.
OPTIONS: dict[str, list[str]] = {}
for _kind, _class in READINGS.items():
    for _name, _info in _class.model_fields.items():
        OPTIONS.setdefault(_info.alias or _name, []).append(_kind)


# Chains


class Chain(Part):
    """Alternatives: the first whose expectations hold is believed, unless another that holds says something else."""

    any: Annotated[list[Reading], Field(min_length=1)]
    expect: list[Expectation] = []
    once: bool = False

    @property
    def is_none(self) -> bool:
        """True of a field that the site does not have."""
        return isinstance(self.any[0], NoneReading)

    @model_validator(mode="after")
    def _is_none_alone(self) -> Self:
        if len(self.any) > 1 and any(isinstance(reading, NoneReading) for reading in self.any):
            raise ValueError("'none' stands alone: a field that the site does not have is read in no other way")
        return self


def _chain(value: object) -> object:
    """One reading is a chain of one, of which nothing is expected; `none` is one too."""
    if value == NONE:
        return {"any": [{NONE: True}]}
    return {"any": [value]} if isinstance(value, dict) and not value.keys() & {"any", "expect"} else value


#: A chain, the one reading that it would be of, or the word `none`.
Readings = Annotated[Chain, BeforeValidator(_chain), OrOne("any", (NONE,))]


#: The forms of a rule: these are steps of an error's place that the file does not have.
RULES = ("a flag", "a number", "a field")
#: A rule of a site's boards: the same for all of them, or a field of the page as a whole.
Rule = Annotated[
    Annotated[bool, Tag(RULES[0])]
    | Annotated[Annotated[int, Field(ge=1, le=99)], Tag(RULES[1])]
    | Annotated[Readings, Tag(RULES[2])],
    Discriminator(lambda value: RULES[2 - isinstance(value, int) - isinstance(value, bool)]),
]


def one_way(number: int) -> str:
    """Return the problem of a reading of so many kinds."""
    return f"a cell is read in one way, one of {', '.join(READINGS)}, not in {number}"


def as_reading(mapping: Mapping[str, Any]) -> Reading:
    """Return the reading of a mapping in selectors.yaml; raise ValidationError if it has none."""
    return Chain.model_validate({"any": [mapping]}).any[0]


def as_written(reading: Reading) -> dict[str, Any]:
    """Return `reading` as it stands in selectors.yaml: what is not its default, the key of its kind first."""
    return _kind_first(reading.model_dump(exclude_none=True, exclude_defaults=True, by_alias=True))


def _kind_first(value: dict[str, Any]) -> dict[str, Any]:
    ordered = sorted(value, key=lambda key: key not in READINGS)
    return {key: _kind_first(value[key]) if isinstance(value[key], dict) else value[key] for key in ordered}
