"""An explanation as one self-contained HTML page: a picture for each step."""

from base64 import b64encode
from collections.abc import Iterator
from hashlib import sha256
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from player.explain.explanation import Explanation
from player.games import Game
from player.render.html import rendered
from player.render.scene import scene
from player.render.steps import settled
from player.render.svg import svg

if TYPE_CHECKING:
    from player.explain.steps import Mark

#: The script that shows one step at a time; without JavaScript all steps are visible, one below the other.
SCRIPT = files("player.render") / "templates" / "steps.js"


def steps_page(game: Game, board: Any, explanation: Explanation, *, whole: bool) -> str:
    """Return the page: the board without its solution, and after each step; the difficulty only if it is `whole`."""
    script = SCRIPT.read_text(encoding="utf-8")
    return rendered(
        "player.render",
        "steps.html",
        title=f"{game.name} {board.shape[0]}x{board.shape[1]}, step by step",
        difficulty=explanation.difficulty if whole else None,
        rules=explanation.rules,
        start=Markup(svg(scene(game, board))),  # noqa: S704  # ElementTree has escaped it
        pictures=list(_pictures(game, board, explanation)),
        script=Markup(script),  # noqa: S704  # ours
        allowed=f"sha256-{b64encode(sha256(script.encode()).digest()).decode()}",
    )


def _pictures(game: Game, board: Any, explanation: Explanation) -> Iterator[dict[str, Any]]:
    """Yield each step with its picture."""
    marks: list[Mark] = []
    for step in explanation.steps:
        new = [explanation.reasoner.mark(fact) for fact in step.settles]
        marks += new
        fresh = [cell for mark in new for cell in mark.cells]
        drawn = svg(scene(game, board, marks=marks, lit=explanation.lit(step), settled=fresh))
        found = ", ".join(settled(explanation.reasoner, step.settles))
        yield {"step": step, "drawn": Markup(drawn), "found": found}  # noqa: S704  # ElementTree has escaped it
