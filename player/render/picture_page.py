"""A picture as one self-contained HTML page."""

from collections.abc import Sequence

from markupsafe import Markup

from player.nqueens.model import Count
from player.render.html import rendered
from player.render.shapes import Scene
from player.render.svg import svg


def page(scene: Scene, steps: Sequence[str] = (), counts: Sequence[Count] = ()) -> str:
    """Return the page: the picture, the steps to its solution, and the queens on each line of N queens."""
    kinds = {count.kind: [other for other in counts if other.kind == count.kind] for count in counts}
    drawn = Markup(svg(scene))  # noqa: S704  # ElementTree has escaped it
    return rendered("player.render", "picture.html", scene=scene, drawn=drawn, steps=steps, kinds=kinds)
