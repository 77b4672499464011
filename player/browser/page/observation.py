"""Observations of a page: the request, and the parsed and checked response."""

import json
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import pairwise
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, cast

from player.browser.page import messages
from player.browser.page.scripts import script
from player.browser.page.verdict import Verdict
from player.errors import BoardError, PageNotUnderstood
from player.games.snapshot import Item, Snapshot

if TYPE_CHECKING:  # boards are solved without a browser installed
    from player.browser.selectors.schema import GameSelectors, PageSelectors, SiteSelectors

SCRIPT = script("look")
FOCUS = script("focus")
CURSOR = script("cursor")
CHOOSE = script("choose")


class Point(NamedTuple):
    """The centre of a cell or button in CSS pixels of the window; `free` if a click there would reach it."""

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
    account: str | None = None
    """On arrival: the account that the page shows, "member" or "guest"; None if it shows neither."""


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
    buttons: Mapping[str, Point] = field(default_factory=dict)
    """The buttons that enter a text, by that text."""

    scrolls: bool = False
    """True if the board does not fit into an element that scrolls it: only some points are free at a time."""

    @property
    def shape(self) -> tuple[int, int]:
        """The number of rows, and of columns."""
        return self.snapshot.rows, self.snapshot.cols

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

    @property
    def what(self) -> What:
        """The page's word for it."""
        return What.ALREADY if self.earlier else What.WON


@dataclass(frozen=True, slots=True, kw_only=True)
class SignInSeen(_Seen):
    """A page to sign in."""

    what: ClassVar[What] = What.SIGN_IN


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
    said: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NothingSeen(_Seen):
    """A page that shows nothing known."""

    what: ClassVar[What] = What.NOTHING


BoardOrWin = BoardSeen | WinSeen
#: One observation of the page.
Observation = (
    BoardOrWin | OverlaySeen | StartSeen | SignInSeen | SeveralBoardsSeen | CrampedBoardSeen | LossSeen | NothingSeen
)


def site_request(site: "SiteSelectors") -> messages.SiteRequest:
    """Return the part of each request about the site."""
    parts = site.model_dump(exclude_none=True, include={"frame", "generations", "signin", "member", "guest"})
    return cast("messages.SiteRequest", parts)


def observe_request(
    site: "SiteSelectors", game: "GameSelectors", elsewhere: Iterable[str] = ()
) -> messages.PageRequest:
    """Return the request for js/look.js about the pages of `game`; the fields read `elsewhere` may be missing."""
    return {
        "site": site_request(site),
        "elsewhere": sorted(elsewhere),
        "alerts": [],
        "pages": {name: page_request(site, page) for name, page in game.pages.items()},
    }


#: Keys of a page's selectors that only concern inputs or pictures: they are not sent to the page.
OF_THE_HAND = {"draw", "enter", "pace", "cycle", "double", "remove", "sight"}


def page_request(site: "SiteSelectors", page: "PageSelectors") -> dict[str, Any]:
    """Return the part of the request about one page, with the site's overlays and signs."""
    parts: dict[str, Any] = page.model_dump(exclude_none=True, exclude=OF_THE_HAND, by_alias=True)
    for name in ("overlays", "won", "already", "lost"):
        both = (*getattr(page, name), *getattr(site, name))
        parts[name] = [part.model_dump(exclude_none=True, by_alias=True) for part in both]
    return parts


def _about(answer: messages.LookResponse) -> dict[str, Any]:
    return {
        "generation": answer["generation"],
        "paths": tuple(answer["paths"]),
        "counts": answer["counts"],
        "account": answer.get("account"),
    }


def parse_beside(text: str) -> Observation:
    """Parse the response of a page whose board is read elsewhere: one that can't be understood is nothing."""
    try:
        look = parse_observation(text)
    except (PageNotUnderstood, BoardError):
        return NothingSeen(**_about(json.loads(text)))
    return NothingSeen(**_about(json.loads(text))) if isinstance(look, SeveralBoardsSeen) else look


def parse_observation(text: str) -> Observation:
    """Parse the page's response; PageNotUnderstood if the cells form no rectangle in order."""
    answer: messages.LookResponse = json.loads(text)
    about = _about(answer)
    seen: Observation
    match What(answer["what"]):
        case What.GRID:
            seen = _board(answer, about)
        case What.OVERLAY:
            seen = OverlaySeen(name=answer["overlay"], point=Point(**answer["point"]), **about)
        case What.START:
            step = answer.get("step", 0)
            if refused := answer.get("refused"):
                raise PageNotUnderstood(f"step {step + 1} of 'start' {refused}: fix 'start' in selectors.yaml")
            seen = StartSeen(point=Point(**answer["point"]), step=step, **about)
        case What.WON | What.ALREADY as what:
            seen = WinSeen(sign=Verdict(answer["sign"]), earlier=what is What.ALREADY, **about)
        case What.SEVERAL:
            boards = tuple((board["cells"], board["way"]) for board in answer["boards"])
            seen = SeveralBoardsSeen(boards=boards, **about)
        case What.CRAMPED:
            seen = CrampedBoardSeen(window=(answer["window"][0], answer["window"][1]), **about)
        case What.LOST:
            seen = LossSeen(said=answer["said"], **about)
        case What.SIGN_IN | What.NOTHING as what:
            seen = (SignInSeen if what is What.SIGN_IN else NothingSeen)(**about)
    return seen


def _board(answer: messages.LookResponse, about: Mapping[str, Any]) -> BoardSeen:
    points = tuple(Point(**point) for point in answer["points"])
    return BoardSeen(
        snapshot=_snapshot(answer, points),
        points=points,
        chosen=answer["chosen"],
        buttons={text: Point(**point) for text, point in answer.get("buttons", {}).items()},
        scrolls=answer.get("scrolls", False),
        **about,
    )


def _snapshot(answer: messages.LookResponse, points: tuple[Point, ...]) -> Snapshot:
    rows, cols, number = answer["rows"], answer["cols"], len(answer["cells"])
    for told, seen, what in zip(answer["told"], (rows, cols), ("rows", "columns"), strict=True):
        if told not in {None, seen}:
            raise PageNotUnderstood(
                f"the grid reports {told} {what}, its cells form {seen}: fix 'size' or 'cell' in selectors.yaml"
            )
    for name in answer["clashes"]:
        raise PageNotUnderstood(
            f"two readings of {name!r} both meet the expectations and disagree: fix {name!r} in selectors.yaml"
        )
    beside = {name: tuple(Item(*item) for item in items) for name, items in answer["lists"].items()}
    snapshot = Snapshot(rows, cols, tuple(answer["cells"]), beside, answer["language"], answer.get("rules", {}))
    if answer["indices"] != list(range(number)):
        raise PageNotUnderstood(f"the cells are not numbered 0..{number - 1}: fix 'index' or 'place' in selectors.yaml")
    lines = [points[start : start + cols] for start in range(0, number, cols)]
    if any(a.x >= b.x for line in lines for a, b in pairwise(line)) or any(
        max(at.y for at in upper) >= min(at.y for at in lower) for upper, lower in pairwise(lines)
    ):
        raise PageNotUnderstood("the cells do not lie on the page in the order of their numbers: fix 'index'")
    return snapshot
