"""What one look at the page finds, checked before anyone believes it."""

import json
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from player.errors import PageNotUnderstood
from player.games.snapshot import Snapshot


def script(*names: str) -> str:
    """The JavaScript function of one argument, `ask`, that the files of these names in js/ make up."""
    parts = [Path(__file__).with_name("js") / f"{name}.js" for name in names]
    return "(ask) => {\n" + "\n".join(part.read_text(encoding="utf-8") for part in parts) + "}"


#: js/look.js says what it answers.
SCRIPT = script("dom", "grid", "board", "look")


class Point(NamedTuple):
    """The centre of a cell or button in the window's CSS pixels; `free` when a click there would reach it."""

    x: float
    y: float
    free: bool


@dataclass(frozen=True, slots=True)
class Look:
    """`what` stands on the page: signin, won, already, start, overlay, grid, or nothing that is known.

    `sign` says how a win shows (results, banner, board); `point` is where to click a start control or an overlay's
    close; `snapshot` and `points` describe the grid's cells, row by row.
    """

    what: str
    generation: str | None
    paths: tuple[str, ...]
    counts: dict[str, int]
    sign: str = "none"
    overlay: str = ""
    point: Point | None = None
    snapshot: Snapshot | None = None
    points: tuple[Point, ...] = ()
    chosen: dict[str, int | None] = field(default_factory=dict)
    """For each field, which of its alternatives in selectors.yaml was believed, from 0; None where none was."""


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
        overlay=answer.get("overlay", ""),
        point=Point(**answer["point"]) if "point" in answer else None,
        snapshot=_snapshot(answer, points) if grid else None,
        points=points,
        chosen=answer.get("chosen", {}),
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
        raise PageNotUnderstood(f"the cells are not numbered 0..{number - 1}: mend 'index' in selectors.yaml")
    lines = [points[start : start + cols] for start in range(0, number, cols)]
    if any(a.x >= b.x for line in lines for a, b in pairwise(line)) or any(
        max(at.y for at in upper) >= min(at.y for at in lower) for upper, lower in pairwise(lines)
    ):
        raise PageNotUnderstood("the cells do not lie on the page in the order of their numbers: mend 'index'")
    return snapshot
