"""An explanation as one HTML page that needs nothing else: a picture for each step, one at a time."""

from base64 import b64encode
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

from markupsafe import Markup

from player.explain import Explanation, Mark
from player.show.html import rendered
from player.show.pictures import scene, svg
from player.show.steps import settled

#: What makes of the list of all steps one that is stepped through; without it all are seen, one below the other.
SCRIPT = Path(__file__).parent.with_name("templates") / "steps.js"


def steps_page(game: str, board: Any, explanation: Explanation, *, whole: bool) -> str:
    """The board as it is given, and after each step; `whole` where the last of them ends it."""
    script = SCRIPT.read_text(encoding="utf-8")
    return rendered(
        "player.show",
        "steps.html",
        title=f"{game} {board.shape[0]}x{board.shape[1]}, step by step",
        rating=explanation.rating if whole else None,
        rules=explanation.rules,
        start=Markup(svg(scene(game, board))),  # noqa: S704  # ElementTree has escaped it
        pictures=list(_pictures(game, board, explanation)),
        script=Markup(script),  # noqa: S704  # ours
        allowed=f"sha256-{b64encode(sha256(script.encode()).digest()).decode()}",
    )


def _pictures(game: str, board: Any, explanation: Explanation) -> Iterator[dict[str, Any]]:
    marks: list[Mark] = []
    for step in explanation.steps:
        new = [explanation.reasoner.mark(fact) for fact in step.settles]
        marks += new
        fresh = [cell for mark in new for cell in mark.cells]
        drawn = svg(scene(game, board, marks=marks, lit=explanation.lit(step), settled=fresh))
        found = ", ".join(settled(explanation.reasoner, step.settles))
        yield {"step": step, "drawn": Markup(drawn), "found": found}  # noqa: S704  # ElementTree has escaped it
