"""An explanation as one self-contained HTML page: a picture for each step."""

from base64 import b64encode
from collections.abc import Iterator, Sequence
from hashlib import sha256
from importlib.resources import files
from typing import Any

from markupsafe import Markup

from player.explanations.explanation import Explanation
from player.explanations.steps import Link, Mark, Step
from player.games import Game
from player.render.html import rendered
from player.render.scene import scene
from player.render.steps import settled
from player.render.svg import svg

#: The script that shows one step at a time; without JavaScript all steps are visible, one below the other.
SCRIPT = files("player.render") / "templates" / "steps.js"


def steps_page(game: Game, board: Any, explanation: Explanation, *, whole: bool, links: bool = False) -> str:
    """Return the page: the board without its solution, and after each step; the difficulty only if it is `whole`.

    With `links`, a step that supposes something has a picture for each link.
    """
    script = SCRIPT.read_text(encoding="utf-8")
    return rendered(
        "player.render",
        "steps.html",
        title=f"{game.name} {board.shape[0]}x{board.shape[1]}, step by step",
        difficulty=explanation.difficulty if whole else None,
        rules=explanation.rules,
        stopped=str(explanation.stopped or ""),
        start=Markup(svg(scene(game, board))),  # noqa: S704  # ElementTree has escaped it
        pictures=list(_pictures(game, board, explanation, links=links)),
        script=Markup(script),  # noqa: S704  # ours
        allowed=f"sha256-{b64encode(sha256(script.encode()).digest()).decode()}",
    )


def _pictures(game: Game, board: Any, explanation: Explanation, *, links: bool) -> Iterator[dict[str, Any]]:
    """Yield each step with its picture."""
    marks: list[Mark] = []
    for step in explanation.steps:
        chain = list(_links(game, board, explanation, step, marks)) if links else []
        found = ", ".join(settled(explanation.reasoner, step.settles))
        yield {"step": step, "drawn": _drawn(game, board, explanation, step, marks), "found": found, "links": chain}
        marks += [explanation.reasoner.mark(fact) for fact in step.settles]


def _links(
    game: Game, board: Any, explanation: Explanation, step: Step, known: Sequence[Mark]
) -> Iterator[dict[str, Any]]:
    """Yield each link of a step with its picture, on which the first supposed fact and the earlier links are drawn."""
    marks = [*known, *(explanation.reasoner.mark(fact) for fact in step.supposed[:1])]
    for link in step.links:
        found = ", ".join(settled(explanation.reasoner, link.settles))
        yield {"says": link.says, "drawn": _drawn(game, board, explanation, link, marks), "found": found}
        marks += [explanation.reasoner.mark(fact) for fact in link.settles]


def _drawn(game: Game, board: Any, explanation: Explanation, step: Step | Link, marks: Sequence[Mark]) -> Markup:
    """Return the picture of a step or a link after `marks`."""
    new = [explanation.reasoner.mark(fact) for fact in step.settles]
    fresh = [cell for mark in new for cell in mark.cells]
    drawn = svg(scene(game, board, marks=[*marks, *new], lit=explanation.lit(step), settled=fresh))
    return Markup(drawn)  # noqa: S704  # ElementTree has escaped it
