"""Parts of several witnesses: glyphs compared with those that a board has, and cells without any ink."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from player.games.grid import Cell
from player.sight.glyphs import Grey, Templates, view
from player.sight.reading import SEVERAL, STRANGE
from player.sight.sheet import Sheet
from player.sight.witness import Difference, Kind

#: The least likeness of a glyph to a label to be read as it, and by how much it must be more like it than like another.
SCORE, AHEAD = 0.68, 0.02
#: The least likeness of two glyphs that are drawn in one way.
ALIKE = 0.9
#: The grey levels below which a cell has no ink, and the part of the cell that is searched.
BLANK, PART = 14, (0.2, 0.8)


class Likeness(NamedTuple):
    """The label that a glyph is most like, how much, and how much it is like the label that is asked for."""

    label: str
    score: float
    asked: float


def is_blank(sheet: Sheet, at: Cell) -> bool:
    """Return whether there is no ink at all in the middle of a cell."""
    start, end = (round(share * sheet.unit) for share in PART)
    return int(sheet.contrast[at][start:end, start:end].max()) < BLANK


def compare_glyphs(
    kind: Kind, images: Mapping[Cell, Grey | None], labels: Mapping[Cell, str], known: Templates, what: str
) -> None:
    """Add to `kind` what the glyphs in `images` are, compared with the `labels` of the board at their cells.

    A glyph is another one only if it is not drawn as others of its label are: a page's letters may be of a font that
    is like no template. Where the board has none, it must be drawn as they are: signs on empty cells are like letters.
    """
    there = [at for at, image in images.items() if image is not None]
    if not there:
        return
    views = np.stack([view(image) for image in images.values() if image is not None])
    scores, likeness = (cv2.gemm(views, other, 1, None, 0, flags=cv2.GEMM_2_T) for other in (known.views, views))
    kinds, code = np.unique(known.labels, return_inverse=True)
    best = np.stack([scores[:, code == number].max(axis=1) for number in range(len(kinds))], axis=1)
    tops = [str(kinds[top]) for top in best.argmax(axis=1)]
    own = sorted(float(best[i].max()) for i, at in enumerate(there) if tops[i] == labels.get(at))
    for number, (at, label) in enumerate(zip(there, tops, strict=True)):
        wanted = labels.get(at)
        if label == wanted:
            kind.seen += 1
            continue
        score = float(best[number].max())
        asked = float(best[number][kinds == wanted if wanted else kinds != label].max(initial=-1.0))
        alike = [float(likeness[number, i]) for i, other in enumerate(there) if labels.get(other) == label]
        strange = wanted is None and _is_strange(score, own, alike)
        if score < SCORE or score - asked < AHEAD or strange:
            kind.unclear += wanted is None
            continue
        if wanted is not None and _is_usual(likeness[number], there, labels, number, label):
            continue
        kind.misread += wanted is not None
        kind.others.append(Difference((at,), f"the {what} {wanted}" if wanted else f"no {what}", label))


def _is_strange(score: float, own: Sequence[float], alike: Sequence[float]) -> bool:
    """Return whether a glyph's score is far below the `own` of the board's, and none of its label is `alike`."""
    return len(own) >= SEVERAL and score < own[len(own) // 2] - STRANGE and max(alike, default=0.0) < ALIKE


def _is_usual(
    likeness: NDArray[np.float32], there: list[Cell], labels: Mapping[Cell, str], number: int, label: str
) -> bool:
    """Return whether a glyph is like others of its own label on the board, more than like those of `label`."""
    own = [float(likeness[i]) for i, at in enumerate(there) if i != number and labels.get(at) == labels[there[number]]]
    other = [float(likeness[i]) for i, at in enumerate(there) if labels.get(at) == label]
    return bool(own) and max(own) >= max(other, default=ALIKE)
