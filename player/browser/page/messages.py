"""The messages between us and a page: what our scripts are asked, and how their answers are parsed.

js/messages.js has the keys of all requests and responses.
"""

import json
from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Literal, TypedDict

from player.browser.page.isolated_world import script
from player.browser.page.observation import (
    BoardSeen,
    CrampedBoardSeen,
    LossSeen,
    NothingSeen,
    Observation,
    OverlaySeen,
    Point,
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

LOOK, FOCUS, CURSOR, CHOOSE, KEYPAD, PENDING = map(script, ("look", "focus", "cursor", "choose", "keypad", "pending"))

Request = dict[str, Any]


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


def site_request(site: "SiteSelectors") -> Request:
    """Return the part of each request about the site."""
    sent = {"frame", "generations", "signin", "challenge", "member", "guest"}
    return site.values(leave_out=type(site).model_fields.keys() - sent)


def observe_request(site: "SiteSelectors", game: "GameSelectors", elsewhere: Iterable[str] = ()) -> Request:
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
INPUT_KEYS = {"draw", "enter", "pace", "cycle", "remove", "sight", "touch"}


def page_request(site: "SiteSelectors", page: "PageSelectors") -> dict[str, Any]:
    """Return the part of the request about one page, with the site's overlays and signs."""
    parts = page.values(leave_out=INPUT_KEYS)
    for name in ("overlays", "won", "already", "lost"):
        both = (*getattr(page, name), *getattr(site, name))
        parts[name] = [part.values() for part in both]
    return parts


def parse_surroundings(text: str) -> Observation:
    """Parse the response of a page whose board is read elsewhere: one that can't be understood is nothing."""
    try:
        seen = parse_observation(text)
    except (PageNotUnderstood, BoardError):
        return NothingSeen(**_facts(json.loads(text)))
    return NothingSeen(**_facts(json.loads(text))) if isinstance(seen, SeveralBoardsSeen) else seen


def parse_observation(text: str) -> Observation:
    """Parse the page's response; PageNotUnderstood if the cells form no rectangle in order."""
    answer: Mapping[str, Any] = json.loads(text)
    what, facts = What(answer["what"]), _facts(answer)
    seen: Observation
    match what:
        case What.GRID:
            seen = _board(answer, facts)
        case What.OVERLAY:
            seen = OverlaySeen(name=answer["overlay"], point=Point(**answer["point"]), **facts)
        case What.START:
            seen = _start(answer, facts)
        case What.WON | What.ALREADY:
            earlier, held = what is What.ALREADY, tuple(answer.get("held", ()))
            seen = WinSeen(sign=Verdict(answer["sign"]), earlier=earlier, held=held, **facts)
        case What.SEVERAL:
            boards = tuple((board["cells"], board["way"]) for board in answer["boards"])
            seen = SeveralBoardsSeen(boards=boards, **facts)
        case What.CRAMPED:
            width, height = answer["window"]
            seen = CrampedBoardSeen(window=(width, height), **facts)
        case What.LOST:
            seen = LossSeen(text=answer["said"], **facts)
        case What.SIGN_IN:
            seen = SignInSeen(challenge=answer.get("challenge", False), **facts)
        case What.NOTHING:
            surfaces = tuple((left, top, right, bottom) for left, top, right, bottom in answer.get("surfaces", ()))
            seen = NothingSeen(lesson=answer.get("lesson", False), surfaces=surfaces, **facts)
    return seen


def _facts(answer: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields that every observation has."""
    facts = {name: answer[name] for name in ("generation", "paths", "counts")}
    facts |= {name: answer[name] for name in ("account", "partial", "numbers") if name in answer}
    facts["buttons"] = {text: Point(**point) for text, point in answer.get("buttons", {}).items()}
    return {name: tuple(value) if isinstance(value, list) else value for name, value in facts.items()}


def _start(answer: Mapping[str, Any], facts: Mapping[str, Any]) -> StartSeen:
    step = answer.get("step", 0)
    if refused := answer.get("refused"):
        raise PageNotUnderstood(f"step {step + 1} of 'start' {refused}: fix 'start' in selectors.yaml")
    return StartSeen(point=Point(**answer["point"]), step=step, **facts)


def _board(answer: Mapping[str, Any], facts: Mapping[str, Any]) -> BoardSeen:
    points = tuple(Point(**point) for point in answer["points"])
    return BoardSeen(
        snapshot=_snapshot(answer, points),
        points=points,
        chosen=answer["chosen"],
        scrolls=answer.get("scrolls", False),
        **facts,
    )


def _snapshot(answer: Mapping[str, Any], points: tuple[Point, ...]) -> Snapshot:
    rows, cols, number = answer["rows"], answer["cols"], len(answer["cells"])
    for reported, seen, what in zip(answer["told"], (rows, cols), ("rows", "columns"), strict=True):
        if reported not in {None, seen}:
            raise PageNotUnderstood(
                f"the grid reports {reported} {what}, its cells form {seen}: fix 'size' or 'cell' in selectors.yaml"
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
