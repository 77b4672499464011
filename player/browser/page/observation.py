"""What one look at the page finds, checked before anyone believes it."""

import json
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from player.browser.selectors.schema import GameSelectors, PageSelectors, SiteSelectors
from player.errors import PageNotUnderstood
from player.games.snapshot import Snapshot


def script(*parts: str) -> str:
    """A JavaScript function of one argument, `ask`, made of some files in js/; the last says what it answers."""
    files = [Path(__file__).parents[1] / "js" / f"{part}.js" for part in parts]
    return "(ask) => {\n" + "\n".join(file.read_text(encoding="utf-8") for file in files) + "}"


SCRIPT = script("shown", "dom", "account", "drawn", "grid", "boards", "page", "layers", "look")
FOCUS = script("shown", "dom", "drawn", "grid", "boards", "page", "focus")


class Point(NamedTuple):
    """The centre of a cell or button in the window's CSS pixels; `free` when a click there would reach it."""

    x: float
    y: float
    free: bool


@dataclass(frozen=True, slots=True)
class Look:
    """`what` stands on the page: signin, won, already, start, overlay, grid, several, cramped, or nothing known.

    `sign` says how a win shows (results, banner, board); `point` is where to click a start control or an overlay's
    close; `snapshot` and `points` describe the grid's cells, row by row.
    """

    what: str
    generation: str | None
    paths: tuple[str, ...]
    counts: dict[str, int]
    sign: str = "none"
    account: str | None = None
    """On arrival: whom the page takes us for, member or guest; None where it does not tell."""
    overlay: str = ""
    point: Point | None = None
    snapshot: Snapshot | None = None
    points: tuple[Point, ...] = ()
    chosen: dict[str, int | str | None] = field(default_factory=dict)
    """For each field, which of its alternatives in selectors.yaml was believed, from 0; None where none was, and
    "guest 0" where it was the first one on a guest's page."""
    buttons: Mapping[str, Point] = field(default_factory=dict)
    """What enters a text, by that text."""
    way: str | None = None
    timer: float | None = None
    """Of a look that follows moves: how they drew a path or entered a text; what the page's timer said, in seconds,
    before the last."""
    made: int | None = None
    """How many moves they were, where the page's own cycle of marks took others than planned."""
    boards: tuple[tuple[int, str], ...] = ()
    """Of several boards among which nothing decides: the number of cells of each, and a short path to it."""
    window: tuple[int, int] | None = None
    """Where the board is larger than the window: the width and height, in CSS pixels, that it needs."""

    def same_board(self, other: "Look", field: str) -> bool:
        """Whether both show one board, whatever `field` of its cells says."""
        return (
            self.snapshot is not None and other.snapshot is not None and self.snapshot.same_but(field, other.snapshot)
        )


def asked(site: SiteSelectors, game: GameSelectors, elsewhere: Iterable[str] = ()) -> dict[str, Any]:
    """What js/look.js wants to know of the pages of `game`; the fields read `elsewhere` need not be readable."""
    return {
        "site": site.model_dump(exclude_none=True, include={"frame", "generations", "signin", "member", "guest"}),
        "elsewhere": sorted(elsewhere),
        "alerts": [],
        "pages": {name: told(site, page) for name, page in game.pages.items()},
    }


#: What the page is not asked: how to make moves on it.
_OF_THE_HAND = {"draw", "enter", "pace", "cycle", "double"}


def told(site: SiteSelectors, page: PageSelectors) -> dict[str, Any]:
    """What it wants to know of one page, the site's overlays and signs included."""
    parts: dict[str, Any] = page.model_dump(exclude_none=True, exclude=_OF_THE_HAND, by_alias=True)
    for name in ("overlays", "won", "already"):
        both = (*getattr(page, name), *getattr(site, name))
        parts[name] = [part.model_dump(exclude_none=True, by_alias=True) for part in both]
    return parts


def understand(text: str) -> Look:
    """The look that the page's answer describes; PageNotUnderstood where the cells are no rectangle in order."""
    answer = json.loads(text)
    grid = answer["what"] == "grid"
    points = tuple(Point(**point) for point in answer["points"]) if grid else ()
    return Look(
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
        window=tuple(answer["window"]) if "window" in answer else None,
        buttons={text: Point(**point) for text, point in answer.get("buttons", {}).items()},
    )


def not_understood(
    look: Look, game: GameSelectors, elsewhere: Collection[str], path: str, seconds: float
) -> PageNotUnderstood:
    """What `look` lacks of a board to play after so many `seconds`; the fields read `elsewhere` may be missing."""
    if look.boards:
        return undecided(look, path)
    if look.what == "grid" and any(not point.free for point in look.points):
        return PageNotUnderstood("something covers the board that no overlay in selectors.yaml names: mend 'overlays'")
    chains = game.page(look.generation).read
    missing = [name for name, chosen in look.chosen.items() if chosen is None and name not in elsewhere]
    if missing:
        expected = "; ".join(f"{name!r} ({', '.join(chains[name].expect)})" for name in missing if name in chains)
        return PageNotUnderstood(
            f"on {path} no alternative in selectors.yaml reads what is expected of {expected}: mend 'read'"
        )
    found = ", ".join(f"{name} {number}" for name, number in look.counts.items())
    return PageNotUnderstood(
        f"no board on {path} within {seconds:g} s: a grid with cells was expected (matches: {found}; "
        f"frames looked into: {', '.join(look.paths)}): mend selectors.yaml"
    )


def awaited(look: Look, elsewhere: Collection[str], path: str) -> str:
    """What `look`, at the page on `path`, lacks of a board so far."""
    if look.what == "grid" and any(not point.free for point in look.points):
        return f"something covers the board on {path}"
    if missing := [name for name, chosen in look.chosen.items() if chosen is None and name not in elsewhere]:
        return f"the board on {path} shows no {' and no '.join(missing)} yet"
    if not look.paths:
        return f"{path} is still loading"
    return f"{path} shows no board yet"


def undecided(look: Look, path: str) -> PageNotUnderstood:
    """Which boards `look` found, where nothing tells the one that takes input."""
    found = "; ".join(f"{cells} cells in {way}" for cells, way in look.boards)
    return PageNotUnderstood(
        f"{len(look.boards)} boards are visible on {path}, and nothing on the page tells which one takes input: "
        f"{found}: close the others, or let 'grid' in selectors.yaml find just the one"
    )


def _snapshot(answer: dict[str, Any], points: tuple[Point, ...]) -> Snapshot:
    rows, cols, number = answer["rows"], answer["cols"], len(answer["cells"])
    for told, seen, what in zip(answer["told"], (rows, cols), ("rows", "columns"), strict=True):
        if told not in {None, seen}:
            raise PageNotUnderstood(
                f"the grid says it has {told} {what}, its cells lie in {seen}: mend 'size' or 'cell' in selectors.yaml"
            )
    for name in answer["clashes"]:
        raise PageNotUnderstood(
            f"two ways to read {name!r} both look right and disagree: mend {name!r} in selectors.yaml"
        )
    snapshot = Snapshot(rows, cols, tuple(answer["cells"]))
    if answer["indices"] != list(range(number)):
        raise PageNotUnderstood(
            f"the cells are not numbered 0..{number - 1}: mend 'index' or 'place' in selectors.yaml"
        )
    lines = [points[start : start + cols] for start in range(0, number, cols)]
    if any(a.x >= b.x for line in lines for a, b in pairwise(line)) or any(
        max(at.y for at in upper) >= min(at.y for at in lower) for upper, lower in pairwise(lines)
    ):
        raise PageNotUnderstood("the cells do not lie on the page in the order of their numbers: mend 'index'")
    return snapshot
