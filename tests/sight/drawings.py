"""Pictures of boards without a page: those of `player draw`, and boards drawn with black lines only."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from player.boards.drawing import drawn
from player.render.png import png
from tests.sight.altered import Pixels, lossless
from tests.sight.boards import boards, lines
from tests.sight.pictures import Board, Picture

#: The sizes of cells, in pixels: each picture has the next one.
CELLS = (26, 34, 44, 60)
INK, FURROW, TINT = (20, 20, 20), (150, 150, 150), (232, 232, 232)
#: Eight places of a binary point, for smooth circles.
SHIFT = 8


def of_player(board: Board, _: int) -> bytes:
    """Return the picture of `player draw --no-solution`."""
    return png(drawn(dict(board), solved=False).scene)


def of_player_solved(board: Board, _: int) -> bytes:
    """Return the picture of `player draw`."""
    return png(drawn(dict(board)).scene)


def star_battle(board: Board, cell: int) -> bytes:
    """Return the board with thin lines between cells, and thick ones between regions."""
    regions = board["regions"]
    paper = _ruled(len(regions), cell)
    for row, names in enumerate(regions):
        for col, name in enumerate(names):
            if row and regions[row - 1][col] != name:
                _line(paper, cell, (row, col), (row, col + 1))
            if col and names[col - 1] != name:
                _line(paper, cell, (row, col), (row + 1, col))
    return lossless(paper)


def binairo(board: Board, cell: int) -> bytes:
    """Return the board with an open circle for each sun, and a filled one for each moon."""
    return _circles(board, cell, _ruled(board["size"], cell), 0.32)


def binairo_page(board: Board, cell: int) -> bytes:
    """Return the same with circles that nearly fill their cells, on tinted ground."""
    paper = _ruled(board["size"], cell)
    for row, col, _ in board["givens"]:
        top, left = (cell * (place + 1) for place in (row, col))
        ground = paper[top + 3 : top + cell - 2, left + 3 : left + cell - 2]
        ground[:] = TINT
    return _circles(board, cell, paper, 0.38)


def _circles(board: Board, cell: int, paper: Pixels, radius: float) -> bytes:
    for row, col, symbol in board["givens"]:
        middle = tuple(round((cell + (place + 0.5) * cell) * 2**SHIFT) for place in (col, row))
        width = max(2, cell // 18)
        cv2.circle(paper, middle, round(radius * cell * 2**SHIFT), (255, 255, 255), -1, cv2.LINE_AA, SHIFT)
        cv2.circle(
            paper, middle, round(radius * cell * 2**SHIFT), INK, -1 if symbol == "moon" else width, cv2.LINE_AA, SHIFT
        )
    return lossless(paper)


def _ruled(size: int, cell: int) -> Pixels:
    """Return white paper with a square grid, a cell away from its edges."""
    paper = np.full(((size + 2) * cell, (size + 2) * cell, 3), 255, np.uint8)
    ends = (cell, (size + 1) * cell)
    for place in range(cell, (size + 2) * cell, cell):
        cv2.line(paper, (place, ends[0]), (place, ends[1]), FURROW, 1)
        cv2.line(paper, (ends[0], place), (ends[1], place), FURROW, 1)
    cv2.rectangle(paper, (cell, cell), (ends[1], ends[1]), INK, _thick(cell))
    return paper


def _thick(cell: int) -> int:
    return max(3, cell // 12)


def _line(paper: Pixels, cell: int, start: Sequence[int], end: Sequence[int]) -> None:
    (top, left), (bottom, right) = ([cell * (place + 1) for place in one] for one in (start, end))
    cv2.line(paper, (left, top), (right, bottom), INK, _thick(cell))


Draw = Callable[[Board, int], bytes]
Source = Callable[[int], list[dict[str, Any]]]


def _of(game: str) -> Source:
    return lambda most: boards(game, most)


def _from(name: str, largest: int) -> Source:
    """Return boards of the file `name` of at most `largest` rows, without cells that are in no region."""

    def found(most: int) -> list[dict[str, Any]]:
        fitting = [board for board in lines(name, 10_000) if (board.get("size") or len(board["regions"])) <= largest]
        return [board for board in fitting if all(None not in row for row in board.get("regions", []))][:most]

    return found


#: The looks of each game: its boards, and how one is drawn.
DRAWN: Mapping[str, Mapping[str, tuple[Source, Draw]]] = {
    "queens": {
        "star battle, drawn": (_from("star-battle", 12), of_player),
        "star battle in lines": (_from("star-battle", 12), star_battle),
        "star battle in lines, others": (_from("janko-star-battle", 12), star_battle),
        "drawn in lines": (_of("queens"), star_battle),
    },
    "tango": {
        "binairo, drawn": (_from("janko-binairo", 14), of_player),
        "binairo in circles": (_from("janko-binairo", 14), binairo),
        "binairo in large circles": (_from("janko-binairo", 14), binairo_page),
    },
}


def drawings(game: str, most: int, folder: Path) -> dict[str, list[Picture]]:
    """Return up to `most` pictures for each look of `game`; those in the folder are not made again."""
    looks: dict[str, tuple[Source, Draw]] = {**DRAWN.get(game, {})}
    if game != "wend":  # its drawings do not show the lengths
        looks |= {"drawn": (_of(game), of_player), "drawn, solved": (_of(game), of_player_solved)}
    return {
        look: [_drawn(look, board, number, draw, folder) for number, board in enumerate(source(most))]
        for look, (source, draw) in looks.items()
    }


def _drawn(look: str, board: Board, number: int, draw: Draw, folder: Path) -> Picture:
    file = folder / f"{board['game']}-{look.replace(', ', '-').replace(' ', '-')}-{number}.png"
    if not file.exists():
        file.write_bytes(draw(board, CELLS[number % len(CELLS)]))
    return Picture(look, board["game"], file, (board,))
