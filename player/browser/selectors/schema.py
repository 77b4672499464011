"""The models of the selectors file, checked before a page is opened."""

import re
from collections.abc import Sequence
from typing import Annotated, Any, Literal, Self
from urllib.parse import urljoin, urlsplit
from zoneinfo import ZoneInfo

from pydantic import AfterValidator, BeforeValidator, Field, StringConstraints, model_validator

from player.browser.selectors.base import (
    Address,
    BoardChoice,
    Cycles,
    Key,
    NamedBoard,
    NamedBoards,
    NoSuchBoard,
    PaceLimits,
    Part,
    Regex,
    Template,
    Text,
    Texts,
    by_likeness,
    or_one,
)
from player.browser.selectors.controls import Buttons, Overlays, Save, ShownNumber, Sign, Start, Switch, Target
from player.browser.selectors.readings import CellReading, Condition, Readings, Rule
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


Way = Literal["keys", "drag", "taps", "again", "buttons", "borders", "cursor", "steps"]
Removal = Literal["keys", "click", "double", "right", "hold", "drag", "Space", "Enter", "Backspace", "Delete"]
Typing = Literal["keys", "buttons", "palette", "tray", "menu", "cursor"]


class Beside(Part):
    """A list beside the grid: its `items`, the `parts` of each, the `number` of a part, and what is `done`.

    `said` reads on the whole page what it says of the list, if it does.
    The first `length` with a value says how many parts an item without any has: a number, or a sign for each.
    """

    items: Text
    parts: Text
    number: CellReading | None = None
    said: CellReading | None = None
    length: list[CellReading] = []
    done: Text


#: Where a cursor stops that is not shown, and the words for one that is where the keyboard focus is, or was clicked.
CORNER, FOCUS, CLICKED = "corner", "focus", "click"


class Cursor(Part):
    """The cell that keys act on, led by arrow keys: the condition `at` tells it, or it is `CORNER` or `FOCUS`; or by a
    click there: `CLICKED`.

    `key` sets the ends of a line or rectangle, or each of its cells.
    """

    at: Condition
    key: Key = "Space"


class Size(Part):
    """Readings of the number of rows and columns, on the grid."""

    rows: CellReading
    cols: CellReading


class Place(Part):
    """Readings of a cell's row and column."""

    row: CellReading
    col: CellReading


_Removals = Annotated[list[Removal], Field(min_length=1)]
Removals = Annotated[_Removals, BeforeValidator(or_one, json_schema_input_type=Removal | _Removals)]
Steps = Annotated[list[Start], BeforeValidator(or_one, json_schema_input_type=Start | list[Start])]


#: The elements that may show a board of which nothing is in the document, and the cells in them: none.
SURFACES, NO_CELLS = ["canvas, iframe, video, embed, object, img, svg"], [":not(*)"]
#: The values of a page that is played by sight: there is no keyboard focus to give to a board, and cells below the
#: pointer look otherwise.
BY_SIGHT: dict[str, Any] = {
    "grid": SURFACES,
    "draw": ["drag", "taps", "borders"],
    "enter": ["keys"],
    "remove": ["click", "double", "right", "hold", "drag"],
    "hover": True,
}


class PageSelectors(Part):
    """A page of a game, complete."""

    grid: Texts
    cell: Texts
    read: dict[Text, Readings]
    sight: bool = False
    start: Steps = []
    overlays: Overlays = []
    lesson: Regex | None = None
    whole: Text | None = None
    size: Size | None = None
    index: CellReading | None = None
    place: Place | None = None
    numbered_from: Literal[0, 1] | None = None
    numbered: Literal["by row", "by column"] | None = None
    timer: Annotated[list[Text], BeforeValidator(or_one, json_schema_input_type=Text | list[Text])] = []
    draw: Annotated[list[Way], Field(min_length=1)] = ["keys", "drag", "taps"]
    remove: Removals = ["keys"]
    pace: PaceLimits = Field(default_factory=PaceLimits)
    cycle: Cycles | None = None
    hover: bool = False
    touch: bool = False
    cursor: Cursor | None = None
    won: list[Sign] = []
    already: list[Sign] = []
    lost: list[Sign] = []
    submit: Target | None = None
    rules: dict[Text, Rule] = {}
    switches: list[Switch] = []
    enter: Annotated[list[Typing], Field(min_length=1)] = ["keys", "buttons"]
    buttons: Buttons | None = None
    beside: dict[Text, Beside] = {}

    @model_validator(mode="before")
    @classmethod
    def _is_played_by_sight(cls, data: Any) -> Any:
        if not (isinstance(data, dict) and data.get("sight") is True):
            return data
        for key in ("cell", "read", "beside", "size", "index", "place"):
            if data.get(key) and data[key] != NO_CELLS:
                raise ValueError(f"a page with 'sight: true' is read from its picture: leave {key!r} out")
        return {**BY_SIGHT, **data, "cell": NO_CELLS, "read": {}}

    @model_validator(mode="after")
    def _knows_its_pictures(self) -> Self:
        if not self.sight and any(sign.picture for sign in self.won + self.already):
            raise ValueError("a sign in a 'picture' goes with 'sight: true'")
        return self

    def alone(self) -> "PageSelectors":
        """Return the same page where the finished board is a sign of a win (see `SiteSelectors.alone`)."""
        boards = [sign for sign in self.already if sign.proves == "board"]
        return self.model_copy(update={"won": [*self.won, *boards]})


class GameSelectors(Part):
    """A game: its address, its boards by name and by `id`, their number, and a page for each generation of the site.

    An address in which `addresses` is found is of this game too, on any host.
    """

    INHERITING = ("defaults",)
    url: Address
    addresses: Regex | None = None
    boards: NamedBoards = {}
    id: Template | None = None
    pages: Annotated[dict[Text, PageSelectors], Field(min_length=1)]

    @property
    def touched(self) -> bool:
        """True if one of its pages takes touches in place of a mouse."""
        return any(page.touch for page in self.pages.values())

    @property
    def page_name(self) -> str:
        """A pattern of the last part of the address of the game's page, as words: `mini[ -]sudoku`."""
        name = urlsplit(self.url).path.rstrip("/").rpartition("/")[2]
        return re.escape(name).replace(r"\-", "[ -]")

    def page(self, generation: str | None) -> PageSelectors:
        """Return the page of `generation`, or the first page if the generation is unknown."""
        return self.pages.get(generation or "") or next(iter(self.pages.values()))

    @property
    def board(self) -> BoardChoice:
        """The board at `url`."""
        for name, board in self.boards.items():
            if urljoin(self.url, board.url) == self.url:
                return BoardChoice(name, board.each or "day", stays=board.each is not None or "#" in name)
        return BoardChoice()

    def at(self, board: str | None, number: str | None) -> Self:
        """Return the same game where `url` is the address of `board`, and of the puzzle `number` if one is given.

        Raises NoSuchBoard with all names, the most similar one first.
        """
        if not self.boards:
            raise NoSuchBoard("this site has no boards by name")
        name = self.board.name if board is None else board
        if board is not None and name not in self.boards:
            raise NoSuchBoard(f"this site has no board {name!r}, but {by_likeness(name, self.boards)}")
        url = self.boards[name].url if name else self.url
        if number is None:
            return self.model_copy(update={"url": urljoin(self.url, url)})
        if self.id is None:
            raise NoSuchBoard("this site has no boards by number")
        url = urljoin(self.url, self.id.replace("{board}", url).replace("{id}", number))
        known = {**self.boards, f"{name}#{number}": NamedBoard(url=url)}
        return self.model_copy(update={"url": url, "boards": known})


class SiteSelectors(Part):
    """A site with the games on it."""

    INHERITING = ("defaults", "like")
    origin: Annotated[str, StringConstraints(pattern=r"^https?://[^/\s]+$")]
    locale: Text = "en-US"
    timezone: Annotated[Text, AfterValidator(_timezone)] = "UTC"
    signin: Regex | None = None
    challenge: Text | None = None
    login: Address | None = None
    member: list[Target] = []
    guest: list[Target] = []
    secrets: list[Regex] = []
    generations: dict[Text, Text] = {}
    frame: Text = "iframe"
    overlays: Overlays = []
    won: list[Sign] = []
    already: list[Sign] = []
    lost: list[Sign] = []
    numbers: list[ShownNumber] = []
    saves: list[Save] = []
    results: Annotated[Text, StringConstraints(pattern=r"^[\w./-]+$")] | None = None

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

    def at(self, games: Sequence[str], board: str | None, number: str | None) -> "SiteSelectors":
        """The same site where each of `games` shows `board`, and the puzzle `number` (see `GameSelectors.at`)."""
        found = {name: self.game(name).at(board, number) for name in games}
        return self.model_copy(update={"games": {**self.games, **found}})

    def board(self, name: str) -> BoardChoice:
        """Return the board that the page of the game `name` shows; one without a name if the site lacks the game."""
        return self.games[name].board if name in self.games else BoardChoice()

    def moved(self, name: str, url: str) -> "SiteSelectors":
        """The same site where the game `name` is at `url`, and nothing elsewhere is of it."""
        game = self.game(name).model_copy(update={"url": url})
        parts = urlsplit(url)
        return self.model_copy(update={"origin": f"{parts.scheme}://{parts.netloc}", "games": {name: game}})


class LearnWords(Part):
    """The words of pages that no section describes: the target that begins a game, the one that chooses another board,
    the field for a player's name, the names of the first that are not pressed beside a board, those that it may have
    once the game was begun, the target that hands in a finished board, words about buttons that enter nothing, and
    words about the end.
    """

    start: Target
    levels: Target
    names: Target
    skips: list[Text]
    again: list[Text]
    submit: Target
    not_keypad: list[Text]
    won: list[Text]
    lost: list[Text]


class Selectors(Part):
    """The selectors file: its version, the sites by name, and the words for learning other pages."""

    INHERITING = ("lists",)
    version: Annotated[int, AfterValidator(_version)]
    learn: LearnWords | None = None
    sites: dict[Text, SiteSelectors]

    def site(self, name: str) -> SiteSelectors:
        """Return the site `name`; raise ConfigInvalid with the most similar name if the file has none such."""
        if name not in self.sites:
            raise ConfigInvalid(f"there is no site {name!r} in the selectors: {did_you_mean(name, self.sites)}")
        return self.sites[name]

    def at_address(self, url: str) -> tuple[str, str] | None:
        """Return the one site and game whose `addresses` are found in `url`; None if there is none, or several."""
        games = ((name, game, one.addresses) for name, site in self.sites.items() for game, one in site.games.items())
        found = [(name, game) for name, game, addresses in games if addresses and re.search(addresses, url)]
        return found[0] if len(found) == 1 else None
