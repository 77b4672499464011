"""The models of the selectors file, checked before a browser starts."""

from typing import Annotated, Literal, Self
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from pydantic import AfterValidator, BeforeValidator, Field, StringConstraints, model_validator

from player.browser.selectors.base import OrOne, PaceLimits, Part, Regex, Text
from player.browser.selectors.extractors import CellReading, Readings
from player.errors import ConfigInvalid, did_you_mean


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


Way = Literal["keys", "drag", "taps"]
Typing = Literal["keys", "buttons"]


class Target(Part):
    """A visible element of the page: a selector, and the words that its name must have or lack."""

    selector: Text
    text: list[Text] = []
    words: list[Text] = []
    not_words: list[Text] = []
    bare: bool = False


class Start(Target):
    """The target that begins the game; with `stays` it is there during the game too."""

    stays: bool = False


class Overlay(Part):
    """Anything that may cover the board. A `layer` is recognised, and closed, by its words."""

    name: Text
    close: Target
    layer: bool = False
    about: list[Text] = []
    not_about: list[Text] = []
    without: Text | None = None
    only: bool = False
    unless: Text | None = None

    @model_validator(mode="after")
    def _tells_of_a_layer(self) -> Self:
        if not self.layer and (self.about or self.not_about or self.without or self.only or self.unless):
            raise ValueError("'about', 'not_about', 'without', 'only' and 'unless' go with 'layer: true'")
        return self


def _known(overlays: list[Overlay]) -> list[Overlay]:
    names = [overlay.name for overlay in overlays]
    for overlay in overlays:
        if overlay.unless is not None and overlay.unless not in names:
            raise ValueError(f"'unless' names no overlay beside it: {did_you_mean(overlay.unless, names)}")
    return overlays


Overlays = Annotated[list[Overlay], AfterValidator(_known)]


class Sign(Part):
    """A sign that the game is won: it holds if all that it lists holds."""

    proves: Literal["results", "banner", "board"] = Field(alias="as")
    path: Regex | None = None
    selector: Text | None = None
    text: list[Text] = []
    not_text: list[Text] = []
    cells: Text | None = None
    alert: Text | None = None

    @model_validator(mode="after")
    def _says_something(self) -> Self:
        if self.selector is None and self.cells is None and self.alert is None:
            raise ValueError("a sign needs a 'selector', 'cells' or 'alert': a path alone proves nothing")
        return self


class Switch(Part):
    """A setting that must be off before the first move, and the target that switches it off."""

    name: Text
    press: Target


class Buttons(Part):
    """The buttons that enter digits, and the reading of what each enters."""

    selector: Text
    says: CellReading


class Beside(Part):
    """A list beside the grid: its `items`, the `parts` of each, the `number` of a part, and what is `done`."""

    items: Text
    parts: Text
    number: CellReading | None = None
    done: Text


class Size(Part):
    """Readings of the number of rows and columns, on the grid."""

    rows: CellReading
    cols: CellReading


class Place(Part):
    """Readings of a cell's row and column."""

    row: CellReading
    col: CellReading


def _alternatives(value: object) -> object:
    """One selector is a list of one."""
    return [value] if isinstance(value, str) else value


Alternatives = Annotated[list[Text], Field(min_length=1), BeforeValidator(_alternatives), OrOne()]


class PageParts(Part):
    """The keys of a page that it may do without."""

    start: Start | None = None
    overlays: Overlays = []
    size: Size | None = None
    index: CellReading | None = None
    place: Place | None = None
    numbered_from: Literal[0, 1] | None = None
    numbered: Literal["by row", "by column"] | None = None
    timer: Annotated[list[Text], BeforeValidator(_alternatives), OrOne()] = []
    draw: Annotated[list[Way], Field(min_length=1)] = ["keys", "drag", "taps"]
    pace: PaceLimits = PaceLimits()
    cycle: Annotated[list[Text], Field(min_length=2)] | None = None
    double: Text | None = None
    hover: bool = False
    won: list[Sign] = []
    already: list[Sign] = []
    switches: list[Switch] = []
    enter: Annotated[list[Typing], Field(min_length=1)] = ["keys", "buttons"]
    buttons: Buttons | None = None
    beside: dict[Text, Beside] = {}


class PageSelectors(PageParts):
    """A page of a game, complete."""

    grid: Alternatives
    cell: Alternatives
    read: dict[Text, Readings]

    @model_validator(mode="after")
    def _knows_the_double(self) -> Self:
        if self.double is not None and self.double not in (self.cycle or []):
            raise ValueError(f"'double' is one of the marks in 'cycle': {did_you_mean(self.double, self.cycle or [])}")
        return self

    def alone(self) -> "PageSelectors":
        """Return the same page where the finished board is a sign of a win (see `SiteSelectors.alone`)."""
        boards = [sign for sign in self.already if sign.proves == "board"]
        return self.model_copy(update={"won": [*self.won, *boards]})


Address = Annotated[str, StringConstraints(pattern=r"^https?://[^/\s]+/\S*$")]


class GameSelectors(Part):
    """A game: its address, and a page for each generation of the site."""

    url: Address
    pages: Annotated[dict[Text, PageSelectors], Field(min_length=1)]

    def page(self, generation: str | None) -> PageSelectors:
        """Return the page of `generation`, or the first page if the generation is unknown."""
        return self.pages.get(generation or "") or next(iter(self.pages.values()))


class SiteParts(Part):
    """The keys of a site but for its games."""

    origin: Annotated[str, StringConstraints(pattern=r"^https?://[^/\s]+$")]
    locale: Text
    timezone: Annotated[Text, AfterValidator(_timezone)]
    signin: Regex | None = None
    login: Address | None = None
    member: list[Target] = []
    guest: list[Target] = []
    secrets: list[Regex] = []
    generations: dict[Text, Text] = {}
    frame: Text = "iframe"
    overlays: Overlays = []
    won: list[Sign] = []
    already: list[Sign] = []


class SiteSelectors(SiteParts):
    """A site with the games on it."""

    games: dict[Text, GameSelectors]

    def game(self, name: str) -> GameSelectors:
        """Return the game `name`; raise ConfigInvalid with the most similar name if the site has none such."""
        if name not in self.games:
            raise ConfigInvalid(f"selectors.yaml has no game {name!r} on this site: {did_you_mean(name, self.games)}")
        return self.games[name]

    def alone(self) -> "SiteSelectors":
        """The same site where the finished board is a sign of a win: what a win leads to is not there."""
        games = {
            name: game.model_copy(update={"pages": {build: page.alone() for build, page in game.pages.items()}})
            for name, game in self.games.items()
        }
        return self.model_copy(update={"games": games})

    def moved(self, name: str, url: str) -> "SiteSelectors":
        """The same site where the game `name` is at `url`, and nothing elsewhere is of it."""
        game = self.game(name).model_copy(update={"url": url})
        parts = urlsplit(url)
        return self.model_copy(update={"origin": f"{parts.scheme}://{parts.netloc}", "games": {name: game}})


class Selectors(Part):
    """The selectors file: its version, and the sites by name."""

    version: Annotated[int, AfterValidator(_version)]
    sites: dict[Text, SiteSelectors]

    def site(self, name: str) -> SiteSelectors:
        """Return the site `name`; raise ConfigInvalid with the most similar name if the file has none such."""
        if name not in self.sites:
            raise ConfigInvalid(f"there is no site {name!r} in the selectors: {did_you_mean(name, self.sites)}")
        return self.sites[name]
