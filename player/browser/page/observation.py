"""Observations of a page: the request, the parsed and checked response, and messages about missing parts."""

import json
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, NamedTuple, cast

from player.browser.page import messages
from player.browser.page.scripts import script
from player.browser.selectors.schema import GameSelectors, PageSelectors, SiteSelectors
from player.errors import PageNotUnderstood
from player.games.snapshot import Snapshot

SCRIPT = script("look")
FOCUS = script("focus")


class Point(NamedTuple):
    """The centre of a cell or button in CSS pixels of the window; `free` if a click there would reach it."""

    x: float
    y: float
    free: bool


@dataclass(frozen=True, slots=True)
class Observation:
    """One observation of the page; `what`: signin, won, already, start, overlay, grid, several, cramped, or nothing
    known.

    `sign` is the sign of a win (results, banner, board); `point` is where to click a start control or an overlay's
    close button; `snapshot` and `points` describe the grid's cells, row by row.
    """

    what: str
    generation: str | None
    paths: tuple[str, ...]
    counts: dict[str, int]
    sign: str = "none"
    account: str | None = None
    """On arrival: the account that the page shows, "member" or "guest"; None if it shows neither."""
    overlay: str = ""
    point: Point | None = None
    snapshot: Snapshot | None = None
    points: tuple[Point, ...] = ()
    chosen: dict[str, int | str | None] = field(default_factory=dict)
    """For each field, the alternative in selectors.yaml that was used, from 0; None if none matched, and "guest 0" for
    the first one on a guest's page.
    """
    buttons: Mapping[str, Point] = field(default_factory=dict)
    """The buttons that enter a text, by that text."""
    way: str | None = None
    timer: float | None = None
    """After moves: `way` is the method that drew a path or entered a text; `timer` is the page's timer in seconds
    before the last input.
    """
    made: int | None = None
    """After moves by the page's click cycle: the number of clicks."""
    boards: tuple[tuple[int, str], ...] = ()
    """If several boards may be the one to play: the number of cells of each, and a short path to it."""
    window: tuple[int, int] | None = None
    """If the board is larger than the window: the width and height that it needs, in CSS pixels."""

    def same_board(self, other: "Observation", field: str) -> bool:
        """Return True if both show one board, whatever the values of `field`."""
        return (
            self.snapshot is not None and other.snapshot is not None and self.snapshot.same_but(field, other.snapshot)
        )


def site_request(site: SiteSelectors) -> messages.SiteRequest:
    """Return the part of each request about the site."""
    parts = site.model_dump(exclude_none=True, include={"frame", "generations", "signin", "member", "guest"})
    return cast("messages.SiteRequest", parts)


def observe_request(site: SiteSelectors, game: GameSelectors, elsewhere: Iterable[str] = ()) -> messages.PageRequest:
    """Return the request for js/look.js about the pages of `game`; the fields read `elsewhere` may be missing."""
    return {
        "site": site_request(site),
        "elsewhere": sorted(elsewhere),
        "alerts": [],
        "pages": {name: page_request(site, page) for name, page in game.pages.items()},
    }


#: Keys of a page's selectors that only concern inputs: they are not sent to the page.
OF_THE_HAND = {"draw", "enter", "pace", "cycle", "double"}


def page_request(site: SiteSelectors, page: PageSelectors) -> dict[str, Any]:
    """Return the part of the request about one page, with the site's overlays and signs."""
    parts: dict[str, Any] = page.model_dump(exclude_none=True, exclude=OF_THE_HAND, by_alias=True)
    for name in ("overlays", "won", "already"):
        both = (*getattr(page, name), *getattr(site, name))
        parts[name] = [part.model_dump(exclude_none=True, by_alias=True) for part in both]
    return parts


def parse_observation(text: str) -> Observation:
    """Parse the page's response; PageNotUnderstood if the cells form no rectangle in order."""
    answer: messages.LookResponse = json.loads(text)
    grid = answer["what"] == "grid"
    points = tuple(Point(**point) for point in answer["points"]) if grid else ()
    return Observation(
        what=answer["what"],
        generation=answer["generation"],
        paths=tuple(answer["paths"]),
        counts=answer["counts"],
        sign=answer.get("sign", "none"),
        account=answer.get("account"),
        overlay=answer.get("overlay", ""),
        point=Point(**answer["point"]) if "point" in answer else None,
        snapshot=_snapshot(answer, points) if grid else None,
        points=points,
        chosen=answer.get("chosen", {}),
        boards=tuple((board["cells"], board["way"]) for board in answer.get("boards", ())),
        window=(answer["window"][0], answer["window"][1]) if "window" in answer else None,
        buttons={text: Point(**point) for text, point in answer.get("buttons", {}).items()},
    )


def not_understood(
    look: Observation, game: GameSelectors, elsewhere: Collection[str], path: str, seconds: float
) -> PageNotUnderstood:
    """Return the error that names the missing part of the board in `look`, after `seconds` of waiting.

    The fields read `elsewhere` may be missing.
    """
    if look.boards:
        return undecided(look, path)
    if look.what == "grid" and any(not point.free for point in look.points):
        return PageNotUnderstood("something covers the board that no overlay in selectors.yaml names: fix 'overlays'")
    chains = game.page(look.generation).read
    missing = [name for name, chosen in look.chosen.items() if chosen is None and name not in elsewhere]
    if missing:
        expected = "; ".join(f"{name!r} ({', '.join(chains[name].expect)})" for name in missing if name in chains)
        return PageNotUnderstood(
            f"on {path} no alternative in selectors.yaml reads what is expected of {expected}: fix 'read'"
        )
    found = ", ".join(f"{name} {number}" for name, number in look.counts.items())
    return PageNotUnderstood(
        f"no board on {path} within {seconds:g} s: a grid with cells was expected (matches: {found}; "
        f"frames looked into: {', '.join(look.paths)}): fix selectors.yaml"
    )


def awaited(look: Observation, elsewhere: Collection[str], path: str) -> str:
    """Describe the part of the board that `look`, at the page on `path`, still lacks."""
    if look.what == "grid" and any(not point.free for point in look.points):
        return f"something covers the board on {path}"
    if missing := [name for name, chosen in look.chosen.items() if chosen is None and name not in elsewhere]:
        return f"the board on {path} shows no {' and no '.join(missing)} yet"
    if not look.paths:
        return f"{path} is still loading"
    return f"{path} shows no board yet"


def undecided(look: Observation, path: str) -> PageNotUnderstood:
    """Return the error for several boards in `look`, none of which is known to take input."""
    found = "; ".join(f"{cells} cells in {way}" for cells, way in look.boards)
    return PageNotUnderstood(
        f"{len(look.boards)} boards are visible on {path}, and nothing on the page tells which one takes input: "
        f"{found}: close the others, or let 'grid' in selectors.yaml find just the one"
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
    snapshot = Snapshot(rows, cols, tuple(answer["cells"]))
    if answer["indices"] != list(range(number)):
        raise PageNotUnderstood(f"the cells are not numbered 0..{number - 1}: fix 'index' or 'place' in selectors.yaml")
    lines = [points[start : start + cols] for start in range(0, number, cols)]
    if any(a.x >= b.x for line in lines for a, b in pairwise(line)) or any(
        max(at.y for at in upper) >= min(at.y for at in lower) for upper, lower in pairwise(lines)
    ):
        raise PageNotUnderstood("the cells do not lie on the page in the order of their numbers: fix 'index'")
    return snapshot
