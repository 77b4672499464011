"""Base types of the selectors file, and its small independent parts."""

import re
from dataclasses import dataclass
from typing import Annotated, Any, Self

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints, model_validator


def _regex(text: str) -> str:
    """A regular expression that means the same here and in the page."""
    try:
        re.compile(text)
    except re.error as error:
        raise ValueError(f"not a regular expression: {error}") from None
    if python_only := re.search(r"\(\?(P|#|[aimsux]|>)|\\[AZ]|[*+?}]\+", text):
        raise ValueError(f"not a regular expression in a page's JavaScript: {python_only[0]!r}")
    return text


Text = Annotated[str, StringConstraints(min_length=1, max_length=2000)]
Regex = Annotated[Text, AfterValidator(_regex)]


@dataclass(frozen=True, slots=True)
class OrOne:
    """The mark, for the JSON Schema, of a list that one item may stand for: of the list under `key`, or of all.

    One of `words` may stand for it too.
    """

    key: str = ""
    words: tuple[str, ...] = ()

    def __get_pydantic_json_schema__(self, core_schema: Any, handler: Any) -> dict[str, Any]:
        schema = handler(core_schema)
        parts = handler.resolve_ref_schema(schema)
        items = parts["properties"][self.key]["items"] if self.key else parts["items"]
        words = [{"enum": list(self.words)}] if self.words else []
        return {"anyOf": [*words, items, schema]}


class Part(BaseModel):
    """Nothing unknown, nothing converted, nothing changed."""

    # A part is built when it is first used by itself: few are, and building all makes each command slower.
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, defer_build=True)


class Borders(Part):
    """A test for thick borders in a cell: exactly one of `share` (of the cell), `px`, or `times` the lightest side."""

    within: Text = "*"
    share: Annotated[float, Field(gt=0, le=1)] | None = None
    px: Annotated[float, Field(gt=0, le=100)] | None = None
    times: Annotated[float, Field(gt=1, le=100)] | None = None
    several: bool = False

    @model_validator(mode="after")
    def _has_one_measure(self) -> Self:
        if [self.share, self.px, self.times].count(None) != 2:
            raise ValueError("thick is a 'share' of the cell, so many 'px' or 'times' the lightest, one of them")
        return self


Milliseconds = Annotated[float, Field(ge=0, le=10_000)]


class PaceLimits(Part):
    """The least time between two clicks on one cell, and between any two inputs, in milliseconds."""

    cell: Milliseconds = 0
    any: Milliseconds = 0
