"""Queens and Star Battle in pictures: regions by their colours and by their thicker borders, which must agree."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from player.errors import BoardError
from player.games.grid import Cell, Wall, cells, neighbouring, regions_within
from player.games.queens.board import Board, from_json
from player.games.snapshot import Value
from player.proof import prove
from player.sight.edges import line_widths
from player.sight.reading import BoardAndMarks, Margins
from player.sight.sheet import Numbers, Sheet, usual_colour
from player.sight.witness import Difference, Findings, ItemKind

Regions = list[list[int]]


class RegionBorders(NamedTuple):
    """The walls between regions by the thickness of lines, and the ratio of the thinnest of them to other lines.

    `widths` are those of all lines, in cells.
    """

    walls: frozenset[Wall]
    ratio: float
    widths: Mapping[Wall, float]


def borders_on(sheet: Sheet) -> RegionBorders:
    """Return the walls by the thickness of lines: the best division of all edges into thin and thick ones."""
    widths = line_widths(sheet)
    order = np.sort([*widths.values()])
    least = max(2, round(0.08 * len(order)))
    ratios = order[least:-least] / np.maximum(order[least - 1 : -least - 1], 0.004)
    best = int(ratios.argmax())
    limit = order[least + best]
    walls = frozenset(line for line, width in widths.items() if width >= limit)
    return RegionBorders(walls, float(ratios[best]), widths)


def parts(n: int, walls: frozenset[Wall]) -> Regions:
    """Return the parts of the board that walls separate, numbered from 0."""
    return [list(row) for row in regions_within((n, n), walls)]


#: The least side of a board.
LEAST = 5
#: The chroma in Lab of a coloured cell, and the least share of them on a coloured board.
CHROMA, COLOURED = 9, 0.55
#: The weight of lightness among colours, and the distance within which cells have one colour for sure.
LIGHTNESS, SAME = 0.6, 2.5
#: The distance between the colours of two regions: doubtful, clear; and its least ratio to the distance within one.
BETWEEN, RATIO = (7, 14), 1.4
#: The least ratio of borders to other lines: as a witness beside colours, and as the only one: doubtful, clear.
WITNESS, ONLY = 1.25, (1.35, 2.0)
#: The least ratio where colours tell the same of most cells.
BOTH = 1.5
#: The least ratio of borders between colours to other lines, also as a share of the ratio of the best two groups.
WITNESS_APART, ALMOST = 1.15, 0.85
#: The least area of a tile of another game, in cells, its least share of its box, and the least number of them.
TILE, TILES = (0.22, 0.82), 3
#: The least extent of a queen, in cells, and the share of the cell that it covers; what is smaller is a cross.
QUEEN, CROSS = (0.36, 0.06), 0.1


def fit(sheet: Sheet) -> float:
    """Return how much the sheet looks like a board of Queens, from 0 to 1."""
    n = sheet.rows
    if n != sheet.cols or n < LEAST:
        return 0.0
    if (sheet.chroma > CHROMA).mean() >= COLOURED:
        if sum(blob.area >= TILE[0] and blob.fullness >= TILE[1] for blob in sheet.blobs.values()) >= TILES:
            return 0.0
        told = _by_colour(sheet, Margins(), witnessed=True) or _by_both(sheet, borders_on(sheet), Margins())
        return 0.85 if told else 0.3
    marks = sum(blob.chroma < 60 and not blob.at_border for blob in sheet.blobs.values())
    if marks > 0.8 * n * n:
        return 0.0
    borders = borders_on(sheet)
    regions = parts(n, borders.walls)
    rows = sum(map(len, map(set, regions)))
    if borders.ratio < ONLY[0] or len({region for row in regions for region in row}) != n or rows == n:
        return 0.0
    return 0.0 if _all_rectangles(regions) else 0.8


def read(sheet: Sheet, margins: Margins, known: Board | None = None) -> BoardAndMarks:
    """Return the board, with the stars of a `known` one; raise BoardError if anything on it is doubtful."""
    n = sheet.rows
    if n != sheet.cols or n < LEAST:
        raise BoardError(f"a Queens board has as many columns as rows, not {sheet.rows}x{sheet.cols}")
    borders = borders_on(sheet)
    if (sheet.chroma > CHROMA).mean() >= COLOURED:
        regions = _coloured_regions(sheet, borders, margins)
    else:
        margins.add(borders.ratio, *ONLY, "the thickness of the regions' borders")
        regions = parts(n, borders.walls)
        if (count := len({region for row in regions for region in row})) != n:
            raise BoardError(f"the borders in the picture make {count} regions, and a {n}x{n} board has {n}")
    stars = known.stars if known else _stars(regions)
    return {"game": "queens", "regions": regions, "stars": stars, "givens": []}, _marks(sheet)


def _coloured_regions(sheet: Sheet, borders: RegionBorders, margins: Margins) -> Regions:
    """Return the regions of a coloured board; raise BoardError if they are doubtful."""
    if regions := _by_both(sheet, borders, margins):
        return regions
    regions = _by_colour(sheet, margins, witnessed=borders.ratio >= ONLY[0])
    if not regions:
        raise BoardError(f"the colours of the {sheet.rows} regions are doubtful in the picture")
    _require_agreement(regions, borders)
    return regions


def _by_both(sheet: Sheet, borders: RegionBorders, margins: Margins) -> Regions | None:
    """Return the regions within clear borders that have a colour each, or None.

    Some cells may be of a colour that no region has, as those of queens that are marked as wrong, or below the mouse.
    """
    n = sheet.rows
    if borders.ratio < BOTH:
        return None
    regions = parts(n, borders.walls)
    if len({region for row in regions for region in row}) != n:
        return None
    if any(regions[one.row][one.col] == regions[other.row][other.col] for one, other in borders.walls):
        return None
    colours, names = _weighted(sheet).reshape(-1, 3), np.array(regions).ravel()
    usual = np.array([usual_colour(colours[names == name]) for name in range(n)])
    away = np.linalg.norm(colours[:, None] - usual[None], axis=2)
    other = away[np.arange(n * n), names] > SAME
    between = np.linalg.norm(usual[:, None] - usual[None], axis=2) + np.diag(np.full(n, np.inf))
    if other.sum() > n or (other.any() and away[other].min() < 2 * SAME) or between.min() < BETWEEN[0]:
        return None
    margins.add(float(between.min()), *BETWEEN, "the colour of a region")
    return regions


def _weighted(sheet: Sheet) -> Numbers:
    """Return the colours of the cells in Lab, with less weight on lightness."""
    return sheet.lab * np.array([LIGHTNESS, 1, 1], np.float32)


def _by_colour(sheet: Sheet, margins: Margins, *, witnessed: bool = False) -> Regions | None:
    """Return the region of each cell by its colour, or None if there are not as many clear ones as rows.

    A single cell may be off, as one below the mouse is, if the borders are there as witnesses.
    """
    n = sheet.rows
    colours = _weighted(sheet).reshape(-1, 3)
    labels = np.full(len(colours), -1)
    means: list[Numbers] = []
    for number, colour in enumerate(colours):
        near = [float(np.linalg.norm(colour - mean)) for mean in means]
        if near and min(near) < SAME:
            labels[number] = int(np.argmin(near))
        else:
            labels[number] = len(means)
            means.append(colour)
    if len(means) > 4 * n:
        return None
    labels, between = _merged(colours, labels, n)
    if len(set(labels)) != n:
        return None
    middles = np.array([colours[labels == label].mean(axis=0) for label in labels])
    within = float(np.sort(np.linalg.norm(colours - middles, axis=1))[-2 if witnessed else -1])
    if between < RATIO * within or between < BETWEEN[0]:
        return None
    margins.add(between, *BETWEEN, "the colour of a region")
    names = {label: number for number, label in enumerate(dict.fromkeys(labels.tolist()))}
    return [[names[label] for label in row] for row in labels.reshape(n, n).tolist()]


def _merged(colours: Numbers, labels: NDArray[np.int64], n: int) -> tuple[NDArray[np.int64], float]:
    """Return the labels with the nearest colours merged until `n` remain, and the least distance between those."""
    while True:
        kept = np.unique(labels)
        means = np.array([colours[labels == label].mean(axis=0) for label in kept])
        distances = np.linalg.norm(means[:, None] - means[None], axis=2)
        np.fill_diagonal(distances, np.inf)
        if len(kept) <= n:
            return labels, float(distances.min())
        one, other = np.unravel_index(int(distances.argmin()), distances.shape)
        labels = np.where(labels == kept[other], kept[one], labels)


def _all_rectangles(regions: Regions) -> bool:
    """Return whether all regions are rectangles of one size, as the boxes of a Sudoku."""
    sizes = set()
    for region in {region for row in regions for region in row}:
        own = [at for at in cells(len(regions), len(regions)) if regions[at.row][at.col] == region]
        high, wide = (1 + max(at[axis] for at in own) - min(at[axis] for at in own) for axis in (0, 1))
        sizes.add((high, wide) if high * wide == len(own) else None)
    return len(sizes) == 1 and None not in sizes


def _require_agreement(regions: Regions, borders: RegionBorders) -> None:
    """Raise BoardError if thick borders are another division of the board than its colours.

    Borders of two colours, or of one colour with the lines' own thickness, make several groups of thickness. So they
    agree if each of them between two regions is clearly thicker than any other line, almost as clearly as any two
    groups are apart.
    """
    if borders.ratio < WITNESS:
        return
    differ = {line: len({regions[at.row][at.col] for at in line}) > 1 for line in borders.widths}
    between = [width for line, width in borders.widths.items() if differ[line]]
    within = [width for line, width in borders.widths.items() if not differ[line]]
    if between and within and min(between) > max(WITNESS_APART, ALMOST * borders.ratio) * max(within):
        return
    for at, other in borders.widths:
        if differ[at, other] != ((at, other) in borders.walls):
            raise BoardError(f"colours and borders disagree in the picture, between {at} and {other}")


def _stars(regions: Regions) -> int:
    """Return the number of stars for which the board has exactly one solution, or 1 if there is none."""
    from player.games.queens import GAME  # noqa: PLC0415  # the game's module loads this one on demand

    n = len(regions)
    unique = []
    for stars in range(1, max(1, n // 4) + 1):
        board = from_json({"regions": regions, "stars": stars})
        if prove(GAME, board).solutions == 1:
            unique.append(stars)
        if stars == 1 and unique:
            break
    if len(unique) > 1:
        raise BoardError(
            f"the number of stars can't be told: with {unique[0]} and with {unique[1]} there is one solution"
        )
    return unique[0] if unique else 1


def _marks(sheet: Sheet) -> dict[str, list[list[int]]]:
    """Return the queens and crosses on the board."""
    queens, crosses = [], []
    for at, blob in sheet.blobs.items():
        size = blob.size
        if size >= QUEEN[0] and blob.ink >= QUEEN[1]:
            queens.append([*at])
        elif size >= CROSS and blob.off_centre < 0.15:
            crosses.append([*at])
    return {name: found for name, found in (("queens", queens), ("crosses", crosses)) if found}


def flags(board: Board) -> dict[str, list[Value]]:
    """Return the fields that `play.columns` does not have: whether each cell is given, row by row."""
    return {"locked": [at in board.givens for at in cells(*board.shape)]}


def marks(board: Board, progress: Mapping[str, Any]) -> list[Value]:
    """Return the mark of each cell, row by row; `progress` is that of a reading."""
    kinds = (("crosses", "cross"), ("queens", "queen"))
    found = {tuple(at): mark for kind, mark in kinds for at in progress.get(kind, ())}
    return [found.get(at, "empty") for at in cells(*board.shape)]


#: The distance of colours: of a cell and its own region at most; and at least of a cell that is of another one, and of
#: two regions.
OWN, OTHER = 3.6, 7.0
#: The least share of cells that have the colour of their region, for colours to tell regions.
CLEAR = 0.7
#: The least ratio of borders to other lines, for borders to tell regions; and what of the way between them is near.
THICKER, NEAR = 1.5, 0.3

#: The number that stands for no region.
OUTSIDE = -1


def compare(sheet: Sheet, board: Board, shown: Sequence[str | bool], findings: Findings) -> None:
    """Compare the regions by their colours; where they have none, by their borders."""
    del shown  # queens and crosses leave the colour of a cell's corners
    if not _compare_colours(sheet, board, findings["regions"]):
        _compare_borders(sheet, board, findings["borders"])


def _compare_colours(sheet: Sheet, board: Board, kind: ItemKind) -> bool:
    """Compare each cell's colour with those of all regions; return False if regions have no colours of their own."""
    colours = _weighted(sheet)
    regions = np.array([[OUTSIDE if region is None else region for region in row] for row in board.regions])
    names = sorted(set(regions.ravel().tolist()))
    middles = np.array([usual_colour(colours[regions == name]) for name in names])
    away = np.linalg.norm(colours[:, :, None] - middles, axis=3)
    own = np.take_along_axis(away, np.searchsorted(names, regions)[..., None], axis=2)[..., 0]
    pairs = np.linalg.norm(middles[:, None] - middles, axis=2)[np.triu_indices(len(names), 1)]
    if np.median(pairs) < OTHER or (own <= OWN).mean() < CLEAR:
        return False
    kind.asked = own.size
    # The pointer changes the shade of one cell.
    shaded = (own > OWN) & (own <= away.min(axis=2))
    kind.seen = int((own <= OWN).sum()) + min(int(shaded.sum()), 1)
    for at in cells(*board.shape):
        nearest = int(away[at].argmin())
        if away[at][nearest] <= OWN and own[at] >= OTHER:
            name = names[nearest]
            like = next(cell for cell in cells(*board.shape) if regions[cell] == name and own[cell] <= OWN)
            kind.others.append(Difference((at,), _region(regions, at), f"the colour of {_region(regions, like)}"))
    if not kind.others:
        borders = _borders_of(sheet, _walls_of(board))
        walls = borders.thick if borders else frozenset[Wall]()
        kind.others += _one_colour(regions, walls, names, middles)
    return True


def _one_colour(
    regions: NDArray[np.int64], walls: frozenset[Wall], names: list[int], middles: Numbers
) -> Iterator[Difference]:
    """Yield the neighbouring regions that have one colour and none of the `walls` between them, if all the others have
    colours of their own.
    """
    away = np.linalg.norm(middles[:, None] - middles, axis=2)
    same = [(a, b) for a in range(len(names)) for b in range(a) if away[a, b] < OWN]
    if len(same) != 1:
        return
    a, b = (names[number] for number in same[0])
    for at, other in neighbouring(*regions.shape):
        if {int(regions[at]), int(regions[other])} == {a, b} and (at, other) not in walls:
            yield Difference((at, other), "two regions", "one colour")
            return


def _region(regions: NDArray[np.int64], at: Cell) -> str:
    if regions[at] == OUTSIDE:
        return "no region"
    first = next(cell for cell in cells(*regions.shape) if regions[cell] == regions[at])
    return f"the region of {first}"


def _compare_borders(sheet: Sheet, board: Board, kind: ItemKind) -> None:
    """Compare the lines between cells: those between regions are thicker."""
    walls = _walls_of(board)
    kind.asked = len(walls)
    borders = _borders_of(sheet, walls)
    if borders is None:
        return
    kind.seen = borders.seen
    kind.others += [Difference(wall, "a border", "none") for wall in sorted(walls & borders.thin)]
    kind.others += [Difference(wall, "no border", "one") for wall in sorted(borders.thick - walls)]


class _Borders(NamedTuple):
    """The lines that are about as thick as those between regions, and as thin as those within; `seen` of the former are
    as thick as most.
    """

    thick: frozenset[Wall]
    thin: frozenset[Wall]
    seen: int


def _walls_of(board: Board) -> set[Wall]:
    """Return the pairs of neighbouring cells of two regions."""
    regions = board.regions
    return {(a, b) for a, b in neighbouring(*board.shape) if regions[a.row][a.col] != regions[b.row][b.col]}


def _borders_of(sheet: Sheet, walls: set[Wall]) -> _Borders | None:
    """Return the lines of the picture by their thickness; None unless the `walls` between regions are thicker."""
    widths = line_widths(sheet)
    if not 0 < len(walls) < len(widths):
        return None
    thick, thin = (
        float(np.median([width for side, width in widths.items() if (side in walls) == is_wall]))
        for is_wall in (True, False)
    )
    if thick < THICKER * max(thin, 0.004):
        return None
    near = NEAR * (thick - thin)
    return _Borders(
        frozenset(side for side, width in widths.items() if width >= thick - near),
        frozenset(side for side, width in widths.items() if width <= thin + near),
        sum(abs(widths[wall] - thick) <= near for wall in walls),
    )
