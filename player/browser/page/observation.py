"""The kinds of observations of a page, and its verdicts."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import pairwise
from types import MappingProxyType
from typing import Any, ClassVar, NamedTuple

from player.games.grid import Cell
from player.games.moves import Move
from player.games.snapshot import Snapshot


class Verdict(StrEnum):
    """The page's own statement that a game is won, by the sign that proves it; the words of the result records."""

    RESULTS = "results"
    BANNER = "banner"
    BOARD = "board"
    NONE = "none"
    """The page does not say that it is won."""


class Witness(StrEnum):
    """The word of a witness of a saved win, as in the result records."""

    CONFIRMED = "confirmed"
    REFUSED = "refused"
    """It says that the win is not saved."""
    UNANSWERED = "unanswered"
    """The save was sent, and no answer came."""
    UNCLEAR = "unclear"
    """It is not understood."""
    NONE = "none"
    """The page sent no save."""


@dataclass(frozen=True, slots=True)
class Saved:
    """The witnesses of a saved win: the page's sign, the answer to its save, and a fresh load.

    `reload` is None if no fresh load was asked for. `why` is the reason of a witness that does not confirm.
    """

    page: bool
    request: Witness = Witness.NONE
    reload: Witness | None = None
    why: str = ""

    @property
    def refused(self) -> bool:
        """True if a witness says that the win is not saved."""
        return Witness.REFUSED in {self.request, self.reload}

    @property
    def doubtful(self) -> bool:
        """True if a witness contradicts, or if the fresh load that was asked for does not confirm."""
        if self.reload is None:
            return self.refused or self.request is Witness.UNANSWERED
        return self.refused or self.reload is not Witness.CONFIRMED

    def to_json(self) -> dict[str, bool | str | None]:
        """Return the three witnesses for a record."""
        return {"page": self.page, "request": self.request, "reload": self.reload}


_REQUEST: Mapping[str, str] = {
    Witness.CONFIRMED: "the answer to its save confirms it",
    Witness.REFUSED: "its save, or the answer to it, says that it is not saved",
    Witness.UNANSWERED: "no answer to its save came",
    Witness.UNCLEAR: "the answer to its save is not understood",
    Witness.NONE: "the page sent no save",
}
_RELOAD: Mapping[str, str] = {
    Witness.CONFIRMED: "a fresh load shows the results",
    Witness.REFUSED: "a fresh load says that it is not saved",
    Witness.UNCLEAR: "a fresh load does not show the results",
}


def saved_in_words(saved: object) -> str:
    """Return what a record's `saved` says of the request and the fresh load, for people; empty if it says nothing."""
    if not isinstance(saved, Mapping):
        return ""
    words = (_REQUEST.get(str(saved.get("request"))), _RELOAD.get(str(saved.get("reload"))))
    return ", ".join(filter(None, words))


class Point(NamedTuple):
    """The centre of a cell or button in CSS pixels of the window; `free` if a click there is known to reach it."""

    x: float
    y: float
    free: bool


class What(StrEnum):
    """The kinds of observations, in the words of js/look.js."""

    SIGN_IN = "signin"
    WON = "won"
    ALREADY = "already"
    START = "start"
    OVERLAY = "overlay"
    GRID = "grid"
    SEVERAL = "several"
    CRAMPED = "cramped"
    LOST = "lost"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Seen:
    """The facts of every observation: the generation, the paths of the documents, and the matches of selectors."""

    generation: str | None = None
    paths: tuple[str, ...] = ()
    counts: Mapping[str, int] = field(default_factory=dict)
    partial: bool = False
    """True if the page lacks what it has if it was loaded as a whole."""
    account: str | None = None
    """On arrival: the account that the page shows, "member" or "guest"; None if it shows neither."""
    numbers: tuple[int, ...] = ()
    """On arrival, and of a win: the numbers of the puzzle that the page shows."""
    buttons: Mapping[str, Point] = field(default_factory=dict)
    """Beside a board, or what may show one: the buttons that enter a text, by that text."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardSeen(_Seen):
    """A board: `snapshot` and `points` describe its cells, row by row."""

    what: ClassVar[What] = What.GRID
    snapshot: Snapshot
    points: tuple[Point, ...] = ()
    chosen: dict[str, int | str | None] = field(default_factory=dict)
    """For each field, the alternative in selectors.yaml that was used, from 0; None if none matched, and "guest 0" for
    the first one on a guest's page.
    """
    scrolls: bool = False
    """True if the board does not fit into an element that scrolls it: only some points are free at a time."""

    @property
    def shape(self) -> tuple[int, int]:
        """The number of rows, and of columns."""
        return self.snapshot.rows, self.snapshot.cols

    def at(self, cell: Cell) -> Point:
        """Return where a cell is clicked."""
        return self.points[cell.row * self.snapshot.cols + cell.col]

    @property
    def lines(self) -> tuple[tuple[float, ...], tuple[float, ...]]:
        """The x of the lines before, between and after the columns of cells, and the y of those of the rows."""
        cols = self.snapshot.cols
        return _lines([point.x for point in self.points[:cols]]), _lines([point.y for point in self.points[::cols]])

    @property
    def covered(self) -> bool:
        """True if a click at a cell would not reach it."""
        return not all(point.free for point in self.points)

    def missing(self, elsewhere: Collection[str]) -> list[str]:
        """Return the fields that no reading finds, without those read `elsewhere`."""
        return [name for name, chosen in self.chosen.items() if chosen is None and name not in elsewhere]

    def same_board(self, other: "Observation", field: str) -> bool:
        """Return True if `other` shows this board, whatever the values of `field`."""
        return isinstance(other, BoardSeen) and self.snapshot.same_but(field, other.snapshot)


#: The side of a cell that has none beside it, in CSS pixels.
_ALONE = 40


def _lines(middles: Sequence[float]) -> tuple[float, ...]:
    """Return the lines before, between and after cells with these middles."""
    half = (middles[-1] - middles[0]) / (len(middles) - 1) / 2 if len(middles) > 1 else _ALONE / 2
    return (middles[0] - half, *((a + b) / 2 for a, b in pairwise(middles)), middles[-1] + half)


@dataclass(frozen=True, slots=True, kw_only=True)
class OverlaySeen(_Seen):
    """An overlay over the board or the start: `name` in selectors.yaml, and the point of its close button."""

    what: ClassVar[What] = What.OVERLAY
    name: str
    point: Point


@dataclass(frozen=True, slots=True, kw_only=True)
class StartSeen(_Seen):
    """A start screen, the number of its step from 0, and the point of its control."""

    what: ClassVar[What] = What.START
    point: Point
    step: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class WinSeen(_Seen):
    """A win, by its sign; `earlier` if it is a sign of a game that was won before."""

    sign: Verdict
    earlier: bool = False
    held: tuple[str, ...] = ()
    """The signs that hold, as the page has them."""

    @property
    def what(self) -> What:
        """The page's word for it."""
        return What.ALREADY if self.earlier else What.WON


@dataclass(frozen=True, slots=True, kw_only=True)
class SignInSeen(_Seen):
    """A page to sign in, or one with a `challenge` for people."""

    what: ClassVar[What] = What.SIGN_IN
    challenge: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SeveralBoardsSeen(_Seen):
    """Several boards, each of which may be the one to play: the number of cells of each, and a short path to it."""

    what: ClassVar[What] = What.SEVERAL
    boards: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CrampedBoardSeen(_Seen):
    """A board larger than the window: the width and height that it needs, in CSS pixels."""

    what: ClassVar[What] = What.CRAMPED
    window: tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class LossSeen(_Seen):
    """A sign that the page refuses the finished board, and what it says."""

    what: ClassVar[What] = What.LOST
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NothingSeen(_Seen):
    """A page that shows nothing known, or the board of a `lesson` only.

    `surfaces` are the left, top, right and bottom of what may show a board, in CSS pixels of the window.
    """

    what: ClassVar[What] = What.NOTHING
    lesson: bool = False
    surfaces: tuple[tuple[float, float, float, float], ...] = ()


BoardOrWin = BoardSeen | WinSeen
#: One observation of the page.
Observation = (
    BoardOrWin | OverlaySeen | StartSeen | SignInSeen | SeveralBoardsSeen | CrampedBoardSeen | LossSeen | NothingSeen
)


class ExpectedMarks(NamedTuple):
    """The `marks` that a board must show after moves: values of `field`, by the index of the cell.

    `done` is how many items of each list beside the grid must be done. `coming` are the next moves: only their cells
    are looked at for covers; without it, all are.
    """

    field: str
    marks: Mapping[int, str | bool]
    done: Mapping[str, int] = MappingProxyType({})
    coming: Sequence[Move] | None = None

    def request(self) -> dict[str, Any]:
        """Return what the page is asked to wait for."""
        return {"expect": {"field": self.field, "cells": [*self.marks.items()], "done": {**self.done}}}


@dataclass(frozen=True, slots=True)
class Performed:
    """The result of moves: the observation `look` after them.

    `way` is the method that drew a path or entered a text; `timer` is the page's timer in seconds before the last
    input; `made` is the number of clicks if they were made by the page's click cycle, or until something came up.
    `board` is the board that the page still shows beside a sign of a win, once its marks are there, or do not come.
    `is_quick` tells if the inputs were not waited for one by one.
    """

    look: Observation
    board: BoardSeen | None = None
    way: str | None = None
    timer: float | None = None
    made: int | None = None
    is_quick: bool = False
