"""Base types of the selectors file, and its small independent parts."""

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cache
from typing import Annotated, Any, ClassVar, Literal, Self

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints, model_validator
from pydantic_core import PydanticCustomError

from player.errors import did_you_mean


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


def or_one(value: object) -> object:
    """Return a list of `value`, unless it is a list."""
    return value if isinstance(value, list) else [value]


_Several = Annotated[list[Text], Field(min_length=1)]
Texts = Annotated[_Several, BeforeValidator(or_one, json_schema_input_type=Text | _Several)]
"""A list of texts, or a single one."""


class Part(BaseModel):
    """Nothing unknown, nothing converted, nothing changed."""

    # A part is built when it is first used by itself: few are, and building all makes each command slower.
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, defer_build=True)

    INHERITING: ClassVar[tuple[str, ...]] = ()
    """The keys of the file that are gone once pages have inherited."""

    def values(self, leave_out: Collection[str] = ()) -> dict[str, Any]:
        """Return the values that are set, under their keys in the file, without the fields `leave_out`.

        It is what `model_dump` gives, which would build the validators of all parts first.
        """
        return {
            info.alias or name: _plain(value)
            for name, info in type(self).model_fields.items()
            if name not in leave_out and (value := getattr(self, name)) is not None
        }

    @model_validator(mode="before")
    @classmethod
    def _has_known_keys(cls, data: Any) -> Any:
        if isinstance(data, dict) and (unknown := [key for key in map(str, data) if key not in keys_of(cls)]):
            hint = did_you_mean(unknown[0], [*keys_of(cls), *cls.INHERITING])
            raise PydanticCustomError("unknown_key", "unknown key: {hint}", {"key": unknown[0], "hint": hint})
        return data


def _plain(value: Any) -> Any:
    """Return `value` with its parts as dictionaries."""
    if isinstance(value, Part):
        return value.values()
    if isinstance(value, dict):
        return {key: _plain(inner) for key, inner in value.items() if inner is not None}
    return type(value)(map(_plain, value)) if isinstance(value, list | tuple) else value


@cache
def keys_of(part: type[Part]) -> frozenset[str]:
    """Return the keys of a part in the file."""
    return frozenset(info.alias or name for name, info in part.model_fields.items())


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
    """The least time between two clicks on one cell, and between any two inputs, in milliseconds.

    `hold_ms` is the length of a long press.
    """

    cell: Milliseconds = 0
    any: Milliseconds = 0
    hold_ms: Milliseconds = 700


Marks = Texts
"""The marks that an input leads a cell through, the last one back to the first; a single one is what it gives to any
cell. If the last mark came before, the input leads on from there, and to no mark before it again."""


Key = Annotated[str, StringConstraints(pattern=r"^(Space|Enter|Backspace|Delete|[a-z0-9])$")]
"""The name of a key."""


class Cycle(Part):
    """The marks that each kind of input on a cell leads to: a click, a double click, a right click, a long press, and
    each of some `keys`, by their names.
    """

    click: Marks = []
    double: Marks = []
    right: Marks = []
    hold: Marks = []
    keys: dict[Key, Marks] = {}

    @property
    def inputs(self) -> dict[str, list[str]]:
        """The marks by the kinds of input that the page takes; of equally short ways, the first in this order counts.

        What a double click gives, a click may give too, and be taken for half of one.
        """
        kinds = {"double": self.double, "click": self.click, "right": self.right, "hold": self.hold, **self.keys}
        return {kind: marks for kind, marks in kinds.items() if marks}

    @property
    def marks(self) -> list[str]:
        """The marks that any input leads to or from, each once."""
        return list(dict.fromkeys(mark for marks in (self.click, *self.inputs.values()) for mark in marks))

    @model_validator(mode="after")
    def _leads_somewhere(self) -> Self:
        if not self.inputs:
            raise ValueError("'cycle' needs the marks of 'click', 'double', 'right', 'hold' or 'keys'")
        for marks in self.inputs.values():
            once = marks[:-1] if marks[-1] in marks[1:-2] else marks
            if twice := [mark for mark in once if once.count(mark) > 1]:
                raise ValueError(
                    f"the mark {twice[0]!r} comes twice in 'cycle': nothing would tell which of the two is shown"
                )
        return self


def _of_clicks(value: object) -> object:
    """Return `value` as a mapping, if it is a list of the marks that clicks lead through."""
    if isinstance(value, list) and len(value) < 2:
        raise ValueError("at least two marks were expected")
    return {"click": value} if isinstance(value, list) else value


Cycles = Annotated[Cycle, BeforeValidator(_of_clicks, json_schema_input_type=list[Text] | Cycle)]
"""A cycle, or the list of the marks that clicks lead through."""


# Boards that a site has by name, such as "weekly" or "10x10-2": their addresses, and the time for which each stays

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
