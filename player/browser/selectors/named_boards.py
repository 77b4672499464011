"""Boards that a site has by name, such as "weekly" or "10x10-2": their addresses, and the time for which each stays."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Annotated, Any, Literal, Self
from urllib.parse import urljoin

from pydantic import AfterValidator, BeforeValidator, StringConstraints

from player.browser.selectors.base import OrKey, Part

Each = Literal["day", "week", "month"]


class NoSuchBoard(ValueError):
    """The site has no board of that name, or no boards by their number."""


def _link(text: str) -> str:
    if not re.fullmatch(r"(https?://[^/\s]+)?/\S*", text):
        raise ValueError("an address such as /?size=5 was expected")
    return text


def _template(text: str) -> str:
    names = re.findall(r"\{([^{}]*)\}", text)
    if "id" not in names or set(names) - {"id", "board"} or not re.fullmatch(r"(https?://|/|\{board\})\S*", text):
        raise ValueError("an address with {id} was expected, and perhaps {board}, the address of the board named")
    return text


def _named(boards: "dict[str, NamedBoard]") -> "dict[str, NamedBoard]":
    for name in boards:
        if not re.fullmatch(r"[\w.-]+", name):
            raise ValueError(f"a board's name has letters, digits, '.', '_' and '-' only, unlike {name!r}")
    return boards


Address = Annotated[str, StringConstraints(pattern=r"^https?://[^/\s]+/\S*$")]

Link = Annotated[str, AfterValidator(_link)]
"""An address, with or without scheme and host."""

Template = Annotated[str, AfterValidator(_template)]
"""An address with `{id}` in the place of a puzzle's number, and perhaps `{board}` in that of a board's address."""


class NamedBoard(Part):
    """The address of a board; `each` is the time for which it stays. Without it, every visit gives a new puzzle."""

    url: Link
    each: Each | None = None


def _of_url(value: Any) -> Any:
    return {"url": value} if isinstance(value, str) else value


NamedBoards = Annotated[
    dict[str, Annotated[NamedBoard, BeforeValidator(_of_url), OrKey("url")]], AfterValidator(_named)
]


@dataclass(frozen=True, slots=True)
class BoardChoice:
    """The board that a page shows: its name, with its number if it was asked for; empty if it has no name.

    `each` is the time for which it stays; a board that does not stay counts for its day.
    """

    name: str = ""
    each: Each = "day"
    stays: bool = True
    """False if another visit gives another puzzle."""


class GameParts(Part):
    """The keys of a game but for its pages: its address, and its boards by name and by `id`, their number."""

    url: Address
    boards: NamedBoards = {}  # noqa: RUF012  # pydantic gives each game a mapping of its own
    id: Template | None = None

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


def by_likeness(wrong: str, known: Iterable[str]) -> str:
    """Return the `known` names in a row, those most similar to `wrong` first."""
    return ", ".join(sorted(known, key=lambda name: -SequenceMatcher(None, wrong, name).ratio()))
