"""Chains: the alternative readings of a field, the first that holds counts."""

from collections.abc import Mapping
from typing import Annotated, Any, Self

from pydantic import BeforeValidator, Discriminator, Field, Tag, model_validator

from player.browser.selectors.base import OrOne, Part
from player.browser.selectors.extractors import NONE, READINGS, NoneReading, Reading
from player.browser.selectors.reading_options import Expectation


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


def as_reading(mapping: Mapping[str, Any]) -> Reading:
    """Return the reading of a mapping in selectors.yaml; raise ValidationError if it has none."""
    return Chain.model_validate({"any": [mapping]}).any[0]


def as_written(reading: Reading) -> dict[str, Any]:
    """Return `reading` as it stands in selectors.yaml: what is not its default, the key of its kind first."""
    return _kind_first(reading.model_dump(exclude_none=True, exclude_defaults=True, by_alias=True))


def _kind_first(value: dict[str, Any]) -> dict[str, Any]:
    ordered = sorted(value, key=lambda key: key not in READINGS)
    return {key: _kind_first(value[key]) if isinstance(value[key], dict) else value[key] for key in ordered}
