"""Boards that a site has by name, such as "weekly" or "10x10-2": their addresses, and the time for which each stays."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BeforeValidator, StringConstraints

from player.browser.selectors.base import Part

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
    dict[str, Annotated[NamedBoard, BeforeValidator(_of_url, json_schema_input_type=Link | NamedBoard)]],
    AfterValidator(_named),
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


def by_likeness(wrong: str, known: Iterable[str]) -> str:
    """Return the `known` names in a row, those most similar to `wrong` first."""
    return ", ".join(sorted(known, key=lambda name: -SequenceMatcher(None, wrong, name).ratio()))
