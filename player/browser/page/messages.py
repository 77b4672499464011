"""The messages between us and a page: what our scripts are asked, and what they answer."""

import json
from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Literal, NotRequired, TypedDict, cast

from player.browser.page import observation
from player.browser.page.isolated_world import script
from player.browser.page.observation import (
    BoardSeen,
    CrampedBoardSeen,
    LossSeen,
    NothingSeen,
    Observation,
    OverlaySeen,
    SeveralBoardsSeen,
    SignInSeen,
    StartSeen,
    Verdict,
    What,
    WinSeen,
)
from player.errors import BoardError, PageNotUnderstood
from player.games.snapshot import Item, Snapshot

if TYPE_CHECKING:
    from player.browser.selectors.schema import GameSelectors, PageSelectors, SiteSelectors


class SiteRequest(TypedDict):
    """The selectors of a site that a script needs; each member and guest is a Target."""

    frame: str
    generations: dict[str, str]
    signin: NotRequired[str]
    challenge: NotRequired[str]
    member: list[dict[str, Any]]
    guest: list[dict[str, Any]]


class Expected(TypedDict):
    """The values to wait for after a move: of one field, by the numbers of cells, and how many items of each list are
    done.
    """

    field: str
    cells: list[tuple[int, Any]]
    done: dict[str, int]


class PageRequest(TypedDict):
    """The request of look.js, focus.js, cursor.js, choose.js, examine.js, traits.js and keep.js."""

    site: SiteRequest
    elsewhere: list[str]
    """The fields of the board that may be missing."""
    alerts: list[str]
    """The texts of the page's dialogs so far."""
    numbers: list[dict[str, str]]
    """The texts that are the puzzle's number: each a `selector` and a `pattern`."""
    refuted: list[str]
    """The signs of a win that are not believed, as JSON."""
    pages: dict[str, dict[str, Any]]
    """The PageSelectors of each generation."""
    section: NotRequired[str]
    """The generation to use, whatever the page shows."""
    until: NotRequired[list[str]]
    """The kinds of responses to wait for."""
    still: NotRequired[bool]
    """True if nothing may be scrolled."""
    careful: NotRequired[bool]
    """True if nothing may be pressed that submits a form or leads elsewhere."""
    arriving: NotRequired[bool]
    """True before the first move."""
    clicked: NotRequired[str]
    """The overlay or control that was clicked last."""
    made: NotRequired[int]
    """The number of steps of `start` that were made or left out."""
    expect: NotRequired[Expected]
    sight: NotRequired[bool]
    """True if the board is read from a picture."""
    enlarged: NotRequired[bool]
    """True if the window was enlarged for the board."""
    show: NotRequired[list[int]]
    """Of a board that does not fit into what scrolls it: the cells to scroll to."""
    to: NotRequired[int]
    """Of cursor.js: a cell that may get the keyboard focus."""
    direct: NotRequired[bool]
    """Of cursor.js: True if it gets it in any case."""
    step: NotRequired[int]
    """Of choose.js: the number of the step of `start`, from 0."""
    submit: NotRequired[bool]
    """True if the control that hands in the board is wanted."""


class Point(TypedDict):
    """A place in CSS pixels of the window; `free` if a click there would reach the element."""

    x: float
    y: float
    free: bool


class BoardFound(TypedDict):
    """One of several boards: its number of cells, and a short path to it."""

    cells: int
    way: str


class StartersResponse(TypedDict):
    """The response of starters.js: the points of the cells, if there is a board, and what may be pressed."""

    points: list[dict[str, Any]] | None
    covered: bool
    """True if something lies over a cell that is in the window."""
    closer: dict[str, Any] | None
    """The control that closes what covers a cell."""
    starters: list[dict[str, Any]]


class LookResponse(TypedDict):
    """The response of look.js. A "grid" comes with the fields from `rows` to `buttons`."""

    what: Literal["signin", "won", "start", "already", "several", "nothing", "overlay", "cramped", "grid", "lost"]
    account: Literal["member", "guest"] | None
    numbers: list[int]
    """The numbers of the puzzle that the page shows, on arrival and of a win."""
    generation: str | None
    paths: list[str]
    """The paths of the documents."""
    counts: dict[str, int]
    """The numbers of matches on the page."""
    challenge: NotRequired[bool]
    """Of "signin": True if the page asks for a person."""
    lesson: NotRequired[bool]
    """Of "nothing": True if the board is a lesson's."""
    partial: NotRequired[bool]
    """True if the page lacks what it has if it was loaded as a whole."""
    sign: NotRequired[str]
    """Of "won" and "already"."""
    held: NotRequired[list[str]]
    """Of "won": the signs that hold, as JSON."""
    said: NotRequired[str]
    """Of "lost": the text of the sign."""
    point: NotRequired[Point]
    """Of "start" and "overlay": where to click."""
    overlay: NotRequired[str]
    """Its name."""
    step: NotRequired[int]
    """Of "start": its number, from 0."""
    refused: NotRequired[str]
    """Of "start": why the step can't be made, as part of a sentence."""
    boards: NotRequired[list[BoardFound]]
    """Of "several"."""
    window: NotRequired[list[int]]
    """Of "cramped": the width and height that the board needs, in CSS pixels."""
    rows: NotRequired[int]
    cols: NotRequired[int]
    told: NotRequired[list[float | None]]
    """The page's own number of rows and columns."""
    indices: NotRequired[list[int]]
    """The cells' numbers."""
    cells: NotRequired[list[dict[str, Any]]]
    """The fields of each cell."""
    chosen: NotRequired[dict[str, int | str | None]]
    """The alternative that was used, by field."""
    clashes: NotRequired[list[str]]
    """The fields of which two alternatives disagree."""
    lists: NotRequired[dict[str, list[tuple[int, str, bool]]]]
    """Beside the grid: of each item the number of its parts, their texts, and whether it is done."""
    language: NotRequired[str]
    """The language of the document."""
    rules: NotRequired[dict[str, Any]]
    """The rules that no cell shows."""
    points: NotRequired[list[Point]]
    scrolls: NotRequired[bool]
    """True if the board does not fit into an element that scrolls it."""
    buttons: NotRequired[dict[str, Point]]
    """The buttons by their texts."""


class TraitsResponse(TypedDict):
    """The response of traits.js; null in place of it if the page shows no board."""

    traits: list[tuple[str, str, str, str, str]]
    """The traits on the board: kind, where ("" the cell, "in" it, "over" it), selector, name and value."""
    cells: list[list[int]]
    """The numbers of each cell's traits, row by row."""
    lists: dict[str, list[list[int]]]
    """The same of the items of each list beside the grid."""
    digest: str
    """A short name of the rest, to compare it with."""


class ClockRequest(TypedDict):
    """The request of clock.js; times in seconds."""

    site: SiteRequest
    timer: list[str]
    least: float
    most: float
    rest: float


class ClockResponse(TypedDict):
    """The response of clock.js: the page's timer in seconds."""

    timer: float | None
    waited: bool


class PendingResponse(TypedDict):
    """The response of pending.js: the time until the page's animations end, and whether it shows a clock."""

    due: float
    clock: bool


class PaceRequest(TypedDict):
    """The request of pace.js: a time in milliseconds."""

    rest: float


class BoardSelectors(TypedDict):
    """The selectors of a board and of its cells."""

    grid: str
    cell: str


class NewcomersRequest(TypedDict):
    """The request of newcomers.js; `most` is the greatest number of elements in the response."""

    site: SiteRequest
    boards: list[BoardSelectors]
    note: bool
    most: int


class Newcomer(TypedDict):
    """An element that became visible; the response of newcomers.js is a list of them."""

    selector: str
    text: str


class NewsQuestion(TypedDict):
    """The question of news.js, beside a PageRequest."""

    phase: Literal["first", "tick", "last", "news"]
    """ "first" and "tick" note what is there, "last" too, right before the last move."""
    boards: list[BoardSelectors]
    """None: cells are noted too."""
    before: NotRequired[list[str]]
    """The notes of before the last move, in a document that has replaced the one where they were made."""


class News(TypedDict):
    """A change of the page since the last move."""

    selector: str
    text: str
    own: str
    """The text of the element itself, or the name that it got."""
    fresh: bool
    """True if the selector found nothing before."""
    heading: bool
    dialog: bool
    control: bool
    where: Literal["page", "heading", "board", "cells", "title"]
    """ "cells" if all cells got the name."""


class NewsResponse(TypedDict):
    """The response of news.js."""

    held: dict[str, Literal["before", "after"]]
    """The numbers of the signs in `won` that held, and if that was before the last move."""
    news: list[News]


class WhoamiRequest(TypedDict):
    """The request of whoami.js; the response is one of `until`, as it is."""

    site: SiteRequest
    origin: str
    until: list[str]


class OverlayRequest(TypedDict):
    """The request of overlay.js: a Slide; the response is the box of its caption."""

    slide: dict[str, Any]


LOOK = script("look")
FOCUS = script("focus")
CURSOR = script("cursor")
CHOOSE = script("choose")
PENDING = script("pending")


def site_request(site: "SiteSelectors") -> SiteRequest:
    """Return the part of each request about the site."""
    parts = site.model_dump(
        exclude_none=True, include={"frame", "generations", "signin", "challenge", "member", "guest"}
    )
    return cast("SiteRequest", parts)


def observe_request(site: "SiteSelectors", game: "GameSelectors", elsewhere: Iterable[str] = ()) -> PageRequest:
    """Return the request for js/look.js about the pages of `game`; the fields read `elsewhere` may be missing."""
    return {
        "site": site_request(site),
        "elsewhere": sorted(elsewhere),
        "alerts": [],
        "numbers": [
            {"selector": one.selector, "pattern": one.pattern.replace("{page}", game.page_name)} for one in site.numbers
        ],
        "refuted": [],
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


def _about(answer: LookResponse) -> dict[str, Any]:
    return {
        "generation": answer["generation"],
        "paths": tuple(answer["paths"]),
        "counts": answer["counts"],
        "account": answer.get("account"),
        "partial": answer.get("partial", False),
        "numbers": tuple(answer.get("numbers", ())),
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
    answer: LookResponse = json.loads(text)
    about = _about(answer)
    seen: Observation
    match What(answer["what"]):
        case What.GRID:
            seen = _board(answer, about)
        case What.OVERLAY:
            seen = OverlaySeen(name=answer["overlay"], point=observation.Point(**answer["point"]), **about)
        case What.START:
            step = answer.get("step", 0)
            if refused := answer.get("refused"):
                raise PageNotUnderstood(f"step {step + 1} of 'start' {refused}: fix 'start' in selectors.yaml")
            seen = StartSeen(point=observation.Point(**answer["point"]), step=step, **about)
        case What.WON | What.ALREADY as what:
            earlier, held = what is What.ALREADY, tuple(answer.get("held", ()))
            seen = WinSeen(sign=Verdict(answer["sign"]), earlier=earlier, held=held, **about)
        case What.SEVERAL:
            boards = tuple((board["cells"], board["way"]) for board in answer["boards"])
            seen = SeveralBoardsSeen(boards=boards, **about)
        case What.CRAMPED:
            seen = CrampedBoardSeen(window=(answer["window"][0], answer["window"][1]), **about)
        case What.LOST:
            seen = LossSeen(said=answer["said"], **about)
        case What.SIGN_IN | What.NOTHING as what:
            seen = _nothing_to_play(what, answer, about)
    return seen


def _nothing_to_play(what: What, answer: LookResponse, about: Mapping[str, Any]) -> SignInSeen | NothingSeen:
    if what is What.SIGN_IN:
        return SignInSeen(challenge=answer.get("challenge", False), **about)
    return NothingSeen(lesson=answer.get("lesson", False), **about)


def _board(answer: LookResponse, about: Mapping[str, Any]) -> BoardSeen:
    points = tuple(observation.Point(**point) for point in answer["points"])
    return BoardSeen(
        snapshot=_snapshot(answer, points),
        points=points,
        chosen=answer["chosen"],
        buttons={text: observation.Point(**point) for text, point in answer.get("buttons", {}).items()},
        scrolls=answer.get("scrolls", False),
        **about,
    )


def _snapshot(answer: LookResponse, points: tuple[observation.Point, ...]) -> Snapshot:
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
