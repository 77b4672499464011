"""The second witness: a board that was read elsewhere, compared with a picture of it.

`compare(sheet, board, shown, findings)` in the `sight.py` of a game, where `shown` are the marks of the cells, row by
row, looks at each thing that the board has, and at each place that should have none. It adds to `findings` what it saw:
the same, something else for sure, or nothing that can be judged. What is doubtful is no difference.
"""

import sys
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from importlib import import_module
from typing import TYPE_CHECKING, Any

from player.errors import BoardError
from player.games import GAMES, Game
from player.games.grid import Cell
from player.sight.reading import SEVERAL, STRANGE, Grid, decoded, is_installed, require_installed

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from player.sight.glyphs import Grey, Templates
    from player.sight.sheet import Sheet

#: The least side of a cell in pixels: what is drawn on smaller ones can't be told apart.
LEAST_SIDE = 24
#: The least share of what the board has that must be seen, for a picture to show this board.
LEAST_SHARE = 0.6
#: The number of differences up to which all else may be judged by what agrees.
FEW = 2
#: The least likeness of a glyph to a label to be read as it, and by how much it must be more like it than like another.
SCORE, AHEAD = 0.68, 0.02
#: The least likeness of two glyphs that are drawn in one way.
ALIKE = 0.9
#: The grey levels below which a cell has no ink, and the part of the cell that is searched.
BLANK, PART = 14, (0.2, 0.8)


class WitnessVerdict(StrEnum):
    """The word of the witness."""

    AGREES = "agrees"
    DIFFERS = "differs"
    NOT_SEEN = "not seen"
    USED = "used"
    """There was no other reading to compare with: the board was read from the picture."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One place where the picture shows something else than the board has: the cells, and both in words."""

    cells: tuple[Cell, ...]
    board: str
    picture: str

    @property
    def where(self) -> str:
        """The place in words."""
        return " and ".join(map(str, self.cells))

    def __str__(self) -> str:
        where = f" at {self.where}" if self.cells else ""
        return f"the markup has {self.board}{where}, the picture shows {self.picture}"


@dataclass(slots=True)
class ItemKind:
    """The findings about one kind of things on a board: walls, numbers, ..."""

    asked: int = 0
    """The number of things that the board has."""
    seen: int = 0
    """The number of them that the picture shows."""
    misread: int = 0
    """The number of other numbers or letters at their places, which show that the picture is one of such a board."""
    unclear: int = 0
    """The number of places where the board has nothing and the picture something that is not recognised."""
    others: list[Difference] = field(default_factory=list)
    """Things that the picture shows for sure, and the board has not."""
    absent: list[Difference] = field(default_factory=list)
    """Things that the board has where the picture shows nothing at all."""

    @property
    def differences(self) -> list[Difference]:
        """The differences. If nothing of a kind is seen, it is drawn in an unknown way, or not drawn."""
        unknown = self.asked > 1 and not self.seen and not self.others
        return self.others + ([] if unknown else self.absent)


Findings = defaultdict[str, ItemKind]
"""The findings about a board, by the kind of things; the key is the plural of its word."""


@dataclass(frozen=True, slots=True)
class Statement:
    """The verdict of the witness, the differences in the order of the cells, and why nothing was seen."""

    verdict: WitnessVerdict
    differences: tuple[Difference, ...] = ()
    why: str = ""


def ask(data: bytes, grid: Grid, game: Game, board: Any, shown: Sequence[str | bool]) -> Statement:
    """Return what the picture `data` (the bytes of a PNG) says of `board`, whose cells lie on `grid`.

    `shown` are the marks of the cells by the page. Raise NotInstalled without the extra `sight`.
    """
    if not game.has("sight"):
        return _nothing(f"{game.title} is not read from pictures")
    if grid.least_side < LEAST_SIDE:
        return _nothing(f"its cells are {grid.least_side:.0f} pixels wide: a witness needs {LEAST_SIDE}")
    require_installed()
    from player.sight.sheet import Sheet  # noqa: PLC0415

    findings: Findings = defaultdict(ItemKind)
    try:
        pixels = decoded(data)
        if grid.down[-1] > pixels.shape[0] + 1 or grid.across[-1] > pixels.shape[1] + 1:
            return _nothing("a part of it is outside of the window")
        game.sight.compare(Sheet(pixels, grid), board, shown, findings)
    except BoardError as error:
        return _nothing(str(error))
    return judged(findings)


def prepare(games: Collection[str]) -> None:
    """Load what the witnesses of `games` need, with the templates of glyphs, if the extra is installed."""
    if not is_installed():
        return
    require_installed()
    for module in ("player.sight.picture", "player.sight.sheet"):
        import_module(module)
    import_module("numpy").median([0.0])  # the first one loads a part of NumPy
    for name in games:
        if GAMES[name].has("sight"):
            GAMES[name].sight  # noqa: B018  # imports it
    if glyphs := sys.modules.get("player.sight.glyphs"):
        glyphs.shipped()


def judged(findings: Findings) -> Statement:
    """Return the verdict on findings: a board of which too little is seen is not judged."""
    kinds = findings.values()
    differences = [one for kind in kinds for one in kind.differences]
    asked, seen, misread = (sum(getattr(kind, name) for kind in kinds) for name in ("asked", "seen", "misread"))
    if not seen or seen + max(misread, min(len(differences), FEW)) < LEAST_SHARE * asked:
        return _nothing(f"{seen} of {asked} things on the board were recognised")
    if differences:
        return Statement(WitnessVerdict.DIFFERS, tuple(sorted(differences, key=lambda one: one.cells)))
    for name, kind in findings.items():
        if kind.seen < kind.asked:
            return _nothing(f"{kind.seen} of {kind.asked} {name} on the board were recognised")
        if kind.unclear:
            return _nothing(f"there may be {name} besides those of the board: {kind.unclear} were not recognised")
    return Statement(WitnessVerdict.AGREES)


def _nothing(why: str) -> Statement:
    return Statement(WitnessVerdict.NOT_SEEN, why=why)


# Parts of several games


def is_blank(sheet: "Sheet", at: Cell) -> bool:
    """Return whether there is no ink at all in the middle of a cell."""
    part = sheet.span(PART)
    return int(sheet.contrast[at][part, part].max()) < BLANK


def compare_labels(
    sheet: "Sheet",
    kind: ItemKind,
    images: "Mapping[Cell, Grey | None]",
    labels: Mapping[Cell, str],
    known: "Templates",
    *,
    what: str,
) -> None:
    """Compare glyphs as `compare_glyphs` does; a label on a cell without any ink is absent."""
    kind.asked = len(labels)
    blank = [at for at in labels if is_blank(sheet, at)]
    kind.absent += [Difference((at,), f"the {what} {labels[at]}", "nothing") for at in blank]
    compare_glyphs(kind, images, labels, known, what)


def compare_glyphs(
    kind: ItemKind, images: "Mapping[Cell, Grey | None]", labels: Mapping[Cell, str], known: "Templates", what: str
) -> None:
    """Add to `kind` what the glyphs in `images` are, compared with the `labels` of the board at their cells.

    A glyph is another one only if it is not drawn as others of its label are: a page's letters may be of a font that
    is like no template. Where the board has none, it must be drawn as they are: signs on empty cells are like letters.
    """
    import cv2  # noqa: PLC0415  # of the extra

    from player.sight.glyphs import views_of  # noqa: PLC0415

    there = [at for at, image in images.items() if image is not None]
    if not there:
        return
    views = views_of([image for image in images.values() if image is not None])
    likeness = cv2.gemm(views, views, 1, None, 0, flags=cv2.GEMM_2_T)
    kinds, best = known.scores(views)
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
        is_poor = len(own) >= SEVERAL and score < own[len(own) // 2] - STRANGE
        strange = wanted is None and is_poor and max(alike, default=0.0) < ALIKE
        if score < SCORE or score - asked < AHEAD or strange:
            kind.unclear += wanted is None
            continue
        if wanted is not None and _is_usual(likeness[number], there, labels, number, label):
            continue
        kind.misread += wanted is not None
        kind.others.append(Difference((at,), f"the {what} {wanted}" if wanted else f"no {what}", label))


def _is_usual(
    likeness: "NDArray[np.float32]", there: list[Cell], labels: Mapping[Cell, str], number: int, label: str
) -> bool:
    """Return whether a glyph is like others of its own label on the board, more than like those of `label`."""
    own = [float(likeness[i]) for i, at in enumerate(there) if i != number and labels.get(at) == labels[there[number]]]
    other = [float(likeness[i]) for i, at in enumerate(there) if labels.get(at) == label]
    return bool(own) and max(own) >= max(other, default=ALIKE)
