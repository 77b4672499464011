"""Self-contained HTML pages: a picture, or an explanation to step through.

Templates escape all text, and show all characters of it.
"""

from base64 import b64encode
from collections.abc import Iterator, Sequence
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Any

from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from player.explanations.explanation import Explanation
from player.explanations.steps import Mark, Step
from player.explanations.words import settled
from player.games import Game
from player.render import visible
from player.render.scene import scene
from player.render.shapes import Scene
from player.render.svg import svg


def rendered(package: str, template: str, **values: Any) -> str:
    """Return the page of `template` in `package`, filled with `values`; templates may extend those of this package."""
    return templates(package).get_template(template).render(**values)


@cache
def templates(package: str) -> Environment:
    """Return the templates of `package`, each of which is compiled once."""
    return Environment(
        loader=ChoiceLoader([PackageLoader(package), PackageLoader("player.render")]),
        autoescape=True,
        finalize=_visible,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def _visible(value: Any) -> Any:
    if isinstance(value, Markup):
        return Markup(visible(value))  # noqa: S704  # it was markup before
    return visible(value) if isinstance(value, str) else value


def drawn(picture: Scene) -> Markup:
    """Return a picture as SVG within a page."""
    return Markup(svg(picture))  # noqa: S704  # ElementTree has escaped it


def picture_page(picture: Scene, steps: Sequence[str] = ()) -> str:
    """Return the page of a picture, with the steps to its solution."""
    return rendered("player.render", "picture.html", scene=picture, drawn=drawn(picture), steps=steps)


def steps_page(game: Game, board: Any, explanation: Explanation, *, links: bool = False) -> str:
    """Return the page: the board without its solution, and after each step; the difficulty if it was measured.

    With `links`, a step that supposes something has a picture for each link. The script shows one step at a time;
    without JavaScript all steps are visible, one below the other.
    """
    script = (files("player.render") / "templates" / "steps.js").read_text(encoding="utf-8")
    return rendered(
        "player.render",
        "steps.html",
        title=f"{game.title} {board.shape[0]}x{board.shape[1]}, step by step",
        difficulty=explanation.difficulty,
        rules=explanation.rules,
        stopped=str(explanation.stopped or ""),
        start=drawn(scene(game, board)),
        pictures=list(_pictures(game, board, explanation, links=links)),
        script=Markup(script),  # noqa: S704  # ours
        allowed=f"sha256-{b64encode(sha256(script.encode()).digest()).decode()}",
    )


def _pictures(game: Game, board: Any, explanation: Explanation, *, links: bool) -> Iterator[dict[str, Any]]:
    """Yield each step with its picture; those of its links have the first supposed fact and the earlier links."""
    mark = explanation.reasoner.mark

    def pictured(steps: Sequence[Step], known: Sequence[Mark]) -> Iterator[dict[str, Any]]:
        marks = [*known]
        for step in steps:
            new = [mark(fact) for fact in step.settles]
            chain = [*pictured(step.links, [*marks, *map(mark, step.supposed[:1])])] if links else []
            fresh = [cell for one in new for cell in one.cells]
            marks += new
            shown = scene(game, board, marks=marks, lit=explanation.lit(step), settled=fresh)
            found = "; ".join(settled(explanation.reasoner, step.settles))
            yield {"step": step, "drawn": drawn(shown), "found": found, "links": chain}

    return pictured(explanation.steps, ())
