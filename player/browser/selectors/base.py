"""What the parts of selectors.yaml are made of, and those that stand by themselves."""

import re
from typing import Annotated, Self

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


class Part(BaseModel):
    """Nothing unknown, nothing converted, nothing changed."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class Borders(Part):
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


class Pace(Part):
    """The least time between two clicks on one cell, and between any two inputs, in milliseconds."""

    cell: Milliseconds = 0
    any: Milliseconds = 0
