"""What selectors.yaml may say, as types: everything is checked before a browser starts."""

import re
from typing import Annotated, Literal, Self
from zoneinfo import ZoneInfo

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints, model_validator

from player.errors import ConfigInvalid
from player.suggest import nearest


def _regex(text: str) -> str:
    """A regular expression that means the same here and in the page."""
    try:
        re.compile(text)
    except re.error as error:
        raise ValueError(f"not a regular expression: {error}") from None
    if python_only := re.search(r"\(\?(P|#|[aimsux]|>)|\\[AZ]|[*+?}]\+", text):
        raise ValueError(f"not a regular expression in a page's JavaScript: {python_only[0]!r}")
    return text


def _version(number: int) -> int:
    if number != 1:
        raise ValueError("only version 1 is known")
    return number


def _timezone(name: str) -> str:
    try:
        ZoneInfo(name)
    except (ValueError, OSError, KeyError):
        raise ValueError(f"no time zone {name!r}: a name such as Europe/Rome was expected") from None
    return name


Text = Annotated[str, StringConstraints(min_length=1, max_length=2000)]
Regex = Annotated[Text, AfterValidator(_regex)]
Way = Literal["keys", "drag", "taps"]


class Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class Target(Part):
    selector: Text
    text: list[Text] = []


class Overlay(Part):
    name: Text
    close: Target


class Sign(Part):
    proves: Literal["results", "banner", "board"] = Field(alias="as")
    path: Regex | None = None
    selector: Text | None = None
    text: list[Text] = []
    not_text: list[Text] = []
    cells: Text | None = None

    @model_validator(mode="after")
    def _says_something(self) -> Self:
        if self.selector is None and self.cells is None:
            raise ValueError("a sign needs a 'selector' or 'cells': a path alone proves nothing")
        return self


_KINDS = ("attribute", "property", "text", "first", "all", "has")


class Reading(Part):
    attribute: Text | None = None
    pattern: Regex | None = None
    property: Text | None = None
    text: Text | None = None
    first: dict[Text, Text] | None = None
    all: dict[Text, Text] | None = None
    has: Text | None = None

    @model_validator(mode="after")
    def _is_one_kind(self) -> Self:
        kinds = [kind for kind in _KINDS if getattr(self, kind) is not None]
        if len(kinds) != 1:
            raise ValueError(f"a field is read in one way, one of {', '.join(_KINDS)}, not in {len(kinds)}")
        if self.pattern is not None and self.attribute is None:
            raise ValueError("'pattern' goes with 'attribute'")
        if self.pattern is not None and re.compile(self.pattern).groups == 0:
            raise ValueError("'pattern' needs a group: (...) around what is to be read")
        return self


class Size(Part):
    rows: Reading
    cols: Reading


class GameSelectors(Part):
    url: Annotated[str, StringConstraints(pattern=r"^https?://[^/\s]+/\S*$")]
    start: Target | None = None
    overlays: list[Overlay] = []
    grid: Text
    cell: Text
    size: Size
    index: Reading
    read: dict[Text, Reading]
    draw: Annotated[list[Way], Field(min_length=1)] = ["keys", "drag", "taps"]
    won: list[Sign] = []
    already: list[Sign] = []


class SiteSelectors(Part):
    origin: Annotated[str, StringConstraints(pattern=r"^https?://[^/\s]+$")]
    locale: Text
    timezone: Annotated[Text, AfterValidator(_timezone)]
    signin: Regex | None = None
    generations: dict[Text, Text] = {}
    frame: Text = "iframe"
    overlays: list[Overlay] = []
    won: list[Sign] = []
    already: list[Sign] = []
    games: dict[Text, GameSelectors]


class Selectors(Part):
    version: Annotated[int, AfterValidator(_version)]
    sites: dict[Text, SiteSelectors]

    def site(self, name: str) -> SiteSelectors:
        if name not in self.sites:
            raise ConfigInvalid(f"selectors.yaml knows no site {name!r}: {nearest(name, self.sites)}")
        return self.sites[name]


#: The part that stands under a key.
PARTS: dict[str, type[Part]] = {
    "sites": SiteSelectors,
    "games": GameSelectors,
    "overlays": Overlay,
    "start": Target,
    "close": Target,
    "won": Sign,
    "already": Sign,
    "size": Size,
    "rows": Reading,
    "cols": Reading,
    "index": Reading,
    "read": Reading,
}
