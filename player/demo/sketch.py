"""Sketches: what the pictures of a game show, drawn over the board of a page."""

from collections.abc import Collection, Iterable
from typing import Any

from player.browser.page.presentation import Places
from player.explanations.steps import Mark
from player.games import Game
from player.games.grid import Cell, cells
from player.render import glyphs
from player.render.scene import mark_shapes, scene
from player.render.shapes import Point, Rectangle
from player.render.svg import SvgElement

#: The opacity of marks that are no news.
FADED = 0.75


def sketch(
    game: Game,
    board: Any,
    places: Places,
    *,
    names: Collection[Mark] = (),
    known: Iterable[Mark] = (),
    fresh: Collection[Mark] = (),
    lit: Iterable[Cell] = (),
    target: Iterable[Cell] = (),
    dim: bool = False,
) -> tuple[SvgElement, ...]:
    """Return the layers of a drawing over the board at `places`: `known` marks are faded, `fresh` ones are not.

    `lit` cells have corners, and those that a move is for (`target`) in another colour. If `dim`, the other cells are
    dark. `names` are of what sentences speak of.
    """
    lit, target = dict.fromkeys(lit), dict.fromkeys(target)
    seen = {*lit, *target, *(at for mark in fresh for at in mark.cells)}
    dark = [at for at in cells(*board.shape) if at not in seen] if dim and seen else []
    settled = [{*mark.cells} for mark in fresh if mark.positive]
    kept = [mark for mark in known if not any(mark.cells and now.issuperset(mark.cells) for now in settled)]
    drawn = (
        places.drawn(glyphs.shaded(dark)),
        places.drawn(glyphs.cornered([at for at in lit if at not in target], "lit")),
        places.drawn(glyphs.cornered(target, "settled")),
        places.drawn(mark_shapes(game, board, kept), FADED),
        places.drawn(mark_shapes(game, board, [*fresh, *names])),
    )
    return tuple(layer for layer in drawn if layer.children)


def finished(game: Game, board: Any, solution: Any, places: Places) -> tuple[SvgElement, ...]:
    """Return the picture of the solved board, drawn where the page had the board; () for a game without pictures."""
    if not game.has("draw"):
        return ()
    picture = scene(game, board, solution)
    paper = Rectangle("paper", glyphs.PAPER, at=Point(0, 0), size=Point(picture.width, picture.height))
    return (places.drawn([paper, *picture.shapes]),)
