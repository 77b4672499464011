"""What selectors.yaml may say, as types: everything is checked before a browser starts."""

import re
from typing import Annotated, Literal, Self
from zoneinfo import ZoneInfo

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints, model_validator

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


_KINDS = ("attribute", "property", "text", "first", "all", "has", "borders", "sides")


class Borders(Part):
    within: Text = "*"
    share: Annotated[float, Field(gt=0, le=1)]


class Reading(Part):
    attribute: Text | None = None
    pattern: Regex | None = None
    property: Text | None = None
    text: Text | None = None
    first: dict[Text, Text] | None = None
    all: dict[Text, Text] | None = None
    has: Text | None = None
    borders: Borders | None = None
    sides: Text | None = None
    of: Text | None = None
    unless: dict[Text, Text] | None = None
    alongside: Text | None = Field(default=None, alias="with")

    @model_validator(mode="after")
    def _is_one_kind(self) -> Self:
        kinds = [kind for kind in _KINDS if getattr(self, kind) is not None]
        if len(kinds) != 1:
            raise ValueError(f"a field is read in one way, one of {', '.join(_KINDS)}, not in {len(kinds)}")
        if self.pattern is not None and self.attribute is None:
            raise ValueError("'pattern' goes with 'attribute'")
        if self.of is not None and self.attribute is None:
            raise ValueError("'of' goes with 'attribute'")
        if self.pattern is not None and re.compile(self.pattern).groups == 0:
            raise ValueError("'pattern' needs a group: (...) around what is to be read")
        return self


Expectation = Literal["every", "some", "not all", "one each row", "two kinds", "numbers", "walls"]


class Chain(Part):
    """Alternatives: the first whose expectations hold is believed, unless another that holds says something else."""

    any: Annotated[list[Reading], Field(min_length=1)]
    expect: list[Expectation] = []


class Size(Part):
    rows: Reading
    cols: Reading


def _alternatives(value: object) -> object:
    """One selector is a list of one."""
    return [value] if isinstance(value, str) else value


def _chain(value: object) -> object:
    """One reading is a chain of one, of which nothing is expected."""
    return {"any": [value]} if isinstance(value, dict) and not value.keys() & {"any", "expect"} else value


Alternatives = Annotated[list[Text], Field(min_length=1), BeforeValidator(_alternatives)]


class PageSelectors(Part):
    start: Target | None = None
    overlays: list[Overlay] = []
    grid: Alternatives
    cell: Alternatives
    size: Size | None = None
    index: Reading | None = None
    read: dict[Text, Annotated[Chain, BeforeValidator(_chain)]]
    timer: Annotated[list[Text], BeforeValidator(_alternatives)] = []
    draw: Annotated[list[Way], Field(min_length=1)] = ["keys", "drag", "taps"]
    won: list[Sign] = []
    already: list[Sign] = []


class GameSelectors(Part):
    url: Annotated[str, StringConstraints(pattern=r"^https?://[^/\s]+/\S*$")]
    pages: Annotated[dict[Text, PageSelectors], Field(min_length=1)]

    def page(self, generation: str | None) -> PageSelectors:
        """The page of `generation`; where that could not be told, the first."""
        return self.pages.get(generation or "") or next(iter(self.pages.values()))


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
            raise ConfigInvalid(f"there is no site {name!r} in the selectors: {nearest(name, self.sites)}")
        return self.sites[name]


#: The part that stands under a key.
PARTS: dict[str, type[Part]] = {
    "sites": SiteSelectors,
    "games": GameSelectors,
    "pages": PageSelectors,
    "overlays": Overlay,
    "start": Target,
    "close": Target,
    "won": Sign,
    "already": Sign,
    "size": Size,
    "rows": Reading,
    "cols": Reading,
    "index": Reading,
    "read": Chain,
    "any": Reading,
    "borders": Borders,
}
