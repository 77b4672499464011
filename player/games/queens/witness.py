"""Queens and Star Battle against a picture: the regions, by their colours, or by the thickness of lines."""

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from player.games.grid import Cell, beyond, cells
from player.games.queens.board import Board
from player.games.queens.sight import LIGHTNESS, REACH
from player.games.queens.sight import line_widths as widths_of
from player.sight.sheet import Sheet, edges
from player.sight.witness import Difference, Findings, Kind

#: The distance of colours: of a cell and its own region at most; and at least of a cell that is of another one, and of
#: two regions.
SAME, OTHER = 3.6, 7.0
#: The least share of cells that have the colour of their region, for colours to tell regions.
CLEAR = 0.7
#: The least ratio of borders to other lines, for borders to tell regions; and what of the way between them is near.
RATIO, NEAR = 1.5, 0.3

#: The number that stands for no region.
OUTSIDE = -1

Colours = NDArray[np.float32]


def compare(sheet: Sheet, board: Board, shown: Sequence[str | bool], findings: Findings) -> None:
    """Compare the regions by their colours; where they have none, by their borders."""
    del shown  # queens and crosses leave the colour of a cell's corners
    if not _compare_colours(sheet, board, findings.of("regions")):
        _compare_borders(sheet, board, findings.of("borders"))


def _compare_colours(sheet: Sheet, board: Board, kind: Kind) -> bool:
    """Compare each cell's colour with those of all regions; return False if regions have no colours of their own."""
    colours: Colours = sheet.lab * np.array([LIGHTNESS, 1, 1], np.float32)
    regions = np.array([[OUTSIDE if region is None else region for region in row] for row in board.regions])
    names = sorted(set(regions.ravel().tolist()))
    middles = np.array([_usual(colours[regions == name]) for name in names])
    away = np.linalg.norm(colours[:, :, None] - middles, axis=3)
    own = np.take_along_axis(away, np.searchsorted(names, regions)[..., None], axis=2)[..., 0]
    pairs = np.linalg.norm(middles[:, None] - middles, axis=2)[np.triu_indices(len(names), 1)]
    if np.median(pairs) < OTHER or (own <= SAME).mean() < CLEAR:
        return False
    kind.asked = own.size
    # The pointer changes the shade of one cell.
    shaded = (own > SAME) & (own <= away.min(axis=2))
    kind.seen = int((own <= SAME).sum()) + min(int(shaded.sum()), 1)
    for at in cells(*board.shape):
        nearest = int(away[at].argmin())
        if away[at][nearest] <= SAME and own[at] >= OTHER:
            name = names[nearest]
            like = next(cell for cell in cells(*board.shape) if regions[cell] == name and own[cell] <= SAME)
            kind.others.append(Difference((at,), _region(regions, at), f"the colour of {_region(regions, like)}"))
    if not kind.others:
        kind.others += _merged(regions, names, middles)
    return True


def _usual(colours: Colours) -> Colours:
    """Return the colour that most of some cells are nearest to: the one with the least distance to all."""
    away = np.linalg.norm(colours[:, None] - colours, axis=2)
    return np.asarray(colours[int(away.sum(axis=1).argmin())])


def _merged(regions: "NDArray[np.int64]", names: list[int], middles: Colours) -> Iterator[Difference]:
    """Yield the neighbouring regions that have one colour, if all the others have colours of their own."""
    away = np.linalg.norm(middles[:, None] - middles, axis=2)
    same = [(a, b) for a in range(len(names)) for b in range(a) if away[a, b] < SAME]
    if len(same) != 1:
        return
    a, b = (names[number] for number in same[0])
    for at in cells(*regions.shape):
        for side in ("right", "down"):
            other = beyond(at, side)
            inside = other.row < regions.shape[0] and other.col < regions.shape[1]
            if inside and {int(regions[at]), int(regions[other])} == {a, b}:
                yield Difference((at, other), "two regions", "one colour")
                return


def _region(regions: "NDArray[np.int64]", at: Cell) -> str:
    if regions[at] == OUTSIDE:
        return "no region"
    first = next(cell for cell in cells(*regions.shape) if regions[cell] == regions[at])
    return f"the region of {first}"


def _compare_borders(sheet: Sheet, board: Board, kind: Kind) -> None:
    """Compare the lines between cells: those between regions are thicker."""
    lines = [*edges(sheet, REACH)]
    widths = widths_of(sheet, lines)
    walls = np.array([board.regions[a.row][a.col] != board.regions[b.row][b.col] for a, b, _ in lines])
    kind.asked = int(walls.sum())
    if not walls.any() or walls.all():
        return
    thick, thin = float(np.median(widths[walls])), float(np.median(widths[~walls]))
    if thick < RATIO * max(thin, 0.004):
        return
    near = NEAR * (thick - thin)
    kind.seen = int((np.abs(widths[walls] - thick) <= near).sum())
    for line, width, wall in zip(lines, widths, walls, strict=True):
        if wall and width <= thin + near:
            kind.others.append(Difference((line.at, line.other), "a border", "none"))
        elif not wall and width >= thick - near:
            kind.others.append(Difference((line.at, line.other), "no border", "one"))
